"""The files of deploy/ and the Dockerfile, each held against the program that reads it or a linter of others."""
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import compose
from processes import ROOT, environment
from sites import HAProxySite, NginxSite, make_certificate

DEPLOY = ROOT / "deploy"


def run(*words, **variables):
    return subprocess.run([str(each) for each in words], capture_output=True, text=True, timeout=30,
                          env=environment(**variables))


def caddy(file, folder):
    return run("caddy", "validate", "--config", file, "--adapter", "caddyfile", HOME=str(folder),
               XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))


@pytest.mark.parametrize("nodes", ["", "nexttogo:8080", "node1:8080 node2:8080 node3:8080"])
def test_caddy_takes_its_file_for_one_node_and_for_several(tmp_path, nodes):
    given = {"NEXTTOGO_NODES": nodes} if nodes else {}
    done = run("caddy", "adapt", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile", "--validate",
               HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path), **given)
    assert done.returncode == 0, done.stderr
    for node in (nodes or "127.0.0.1:8080").split():
        assert f'"dial":"{node}"' in done.stdout
    assert caddy(DEPLOY / "Caddyfile", tmp_path).returncode == 0


def test_caddy_needs_no_other_format_of_its_file():
    done = run("caddy", "fmt", DEPLOY / "Caddyfile")
    assert done.stdout == (DEPLOY / "Caddyfile").read_text()


def test_caddy_would_have_found_a_mistake(tmp_path):
    (tmp_path / "Caddyfile").write_text((DEPLOY / "Caddyfile").read_text().replace("lb_policy", "lb_politics"))
    done = caddy(tmp_path / "Caddyfile", tmp_path)
    assert done.returncode != 0 and "lb_politics" in done.stderr


def contained(kind, folder, text=None):
    """The program's own check of a file at its place, where its certificates are."""
    make_certificate(folder)
    file = folder / kind.file
    file.write_text((DEPLOY / kind.file).read_text() if text is None else text)
    mounts = [(file, kind.place), *[(folder / name, path) for name, path in kind.certificates.items()]]
    options = [str(word) for source, path in mounts for word in ("--mount-read-only", source, path)]
    scratch = folder / "scratch"
    scratch.mkdir()
    check = ["nginx", "-t"] if kind is NginxSite else ["haproxy", "-c", "-f", kind.place]
    return run("unshare", "--mount", pathlib.Path(__file__).parent / "contain", "/", scratch, *options, "--",
               "env", *check)


@pytest.mark.parametrize("kind", [NginxSite, HAProxySite], ids=lambda kind: kind.name)
def test_a_proxy_takes_its_file_without_a_warning(kind, tmp_path):
    done = contained(kind, tmp_path)
    assert done.returncode == 0 and "warn" not in (done.stderr + done.stdout).lower(), done.stderr


@pytest.mark.parametrize("kind", [NginxSite, HAProxySite], ids=lambda kind: kind.name)
def test_a_proxy_would_have_found_a_mistake(kind, tmp_path):
    text = (DEPLOY / kind.file).read_text().replace("timeout 60s", "time-out 60s").replace("client 60s", "klient 60s")
    assert contained(kind, tmp_path, text).returncode != 0


def hadolint(file):
    program = shutil.which("hadolint", path=str(pathlib.Path(sys.executable).parent))
    return run(program, "--no-color", file)


def test_a_linter_has_nothing_against_the_dockerfile(tmp_path):
    done = hadolint(ROOT / "Dockerfile")
    assert done.returncode == 0, done.stdout + done.stderr
    (tmp_path / "Dockerfile").write_text((ROOT / "Dockerfile").read_text().replace("--no-install-recommends", ""))
    assert "DL3015" in hadolint(tmp_path / "Dockerfile").stdout


def test_the_image_is_nobody_and_is_asked_how_it_is():
    image = compose.Image()
    assert image.user == "10001:10001" and image.stop_signal == "SIGTERM"
    assert image.entrypoint == ["nexttogo"] and "nexttogo --check" in " ".join(image.health_command)
    assert image.environment["NEXTTOGO_HOST"] == "0.0.0.0"


def test_the_image_has_the_libraries_that_the_binary_asks_for(binary):
    """Those of Debian's packages; what is the toolchain's is linked into the image's binary."""
    wanted = re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-d", binary).stdout)
    places = dict(re.findall(r"(\S+) => (/\S+)", run("ldd", binary).stdout))
    owners = set()
    for name in wanted:
        if name in places and "/swift/" not in places[name]:
            real = pathlib.Path(places[name]).resolve().name
            owners.add(run("dpkg-query", "-S", f"*/{real}").stdout.split(":")[0])
    assert len(owners) >= 6 and owners - {"libc6", "libgcc-s1"} <= set(compose.Image().packages)


def test_the_image_is_built_with_what_the_scripts_build_with():
    listed = re.search(r"SERVER_PACKAGES=\((.+)\)", (ROOT / "Scripts/packages").read_text())[1].split()
    first = (ROOT / "Dockerfile").read_text().split("\nFROM docker.io/library/debian")[0]
    assert set(re.search(r"--no-install-recommends (.+) \\", first)[1].split()) == set(listed)
