"""The package as a file: what lintian says, what it holds and asks for, and that it is always the same."""
import re
import subprocess

from processes import ROOT, environment


def field(package, name):
    return subprocess.run(["dpkg-deb", "-f", package, name], capture_output=True, text=True, check=True).stdout.strip()


def names(package):
    listed = subprocess.run(["dpkg-deb", "-c", package], capture_output=True, text=True, check=True).stdout
    return {line.split(None, 5)[5].removeprefix(".") for line in listed.splitlines()}


def test_lintian_has_nothing_to_say(package):
    done = subprocess.run(["lintian", "--display-info", "--allow-root", "--fail-on", "error,warning,info", package],
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and not done.stdout.strip(), done.stdout + done.stderr


def test_it_needs_libraries_of_debian_and_none_of_swift(package):
    needed = {each.split()[0] for each in field(package, "Depends").split(",")}
    assert needed == {"libc6", "libcurl4", "libevent-core-2.1-7", "libevent-extra-2.1-7", "libevent-pthreads-2.1-7",
                      "libgcc-s1", "libhiredis0.14", "libstdc++6", "libsystemd0", "zlib1g"}
    assert not [name for name in names(package) if name.endswith(".so") or "swift" in name.lower()]


def test_it_brings_the_page_whole(package):
    brought = {name.removeprefix("/usr/share/nexttogo/public/") for name in names(package)
               if name.startswith("/usr/share/nexttogo/public/") and not name.endswith("/")}
    page = {str(path.relative_to(ROOT / "public")) for path in (ROOT / "public").rglob("*") if path.is_file()}
    assert brought == page


def test_it_brings_its_documents(package):
    brought = names(package)
    for name in ("changelog.gz", "copyright", "examples/alerts.yml", "examples/grafana-dashboard.json"):
        assert f"/usr/share/doc/nexttogo/{name}" in brought


def test_it_tells_the_licence_word_for_word():
    told = " ".join((ROOT / "deploy/debian/copyright").read_text().replace("\n .\n", "\n").split())
    holder, text = re.search(r"Copyright \(c\) ([^\n]+)\n\n(.+)", (ROOT / "LICENSE").read_text(), re.S).groups()
    assert holder in told and " ".join(text.split()) in told


def test_the_version_is_that_of_the_changelog(package):
    changelog = (ROOT / "deploy/debian/changelog").read_text()
    assert field(package, "Version") == re.match(r"nexttogo \((.+?)\)", changelog)[1]


def test_it_is_made_the_same_again(package, tmp_path):
    subprocess.run(["dpkg-deb", "-x", package, tmp_path / "tree"], check=True)
    made = []
    for attempt in ("a", "b"):
        done = subprocess.run([ROOT / "Scripts/package", "--binary", tmp_path / "tree/usr/bin/nexttogo", "--into", tmp_path / attempt],
                              capture_output=True, text=True, timeout=300, env=environment(), check=True, stdin=subprocess.DEVNULL)
        made.append((tmp_path / attempt / done.stdout.split("/")[-1].strip()).read_bytes())
    assert made[0] == made[1]
    # The program was stripped when it was packed first; nothing else may differ then.
    assert made[0] == package.read_bytes()


def test_a_package_of_another_version_is_refused(tmp_path):
    other = tmp_path / "nexttogo"
    other.write_text("#!/bin/sh\necho 'nexttogo 9.9.9 (x)'\n")
    other.chmod(0o755)
    done = subprocess.run([ROOT / "Scripts/package", "--binary", other, "--into", tmp_path], capture_output=True, text=True,
                          timeout=120, env=environment(), stdin=subprocess.DEVNULL)
    assert done.returncode == 1 and "the program is 9.9.9" in done.stderr
