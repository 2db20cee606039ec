"""The package on a minimal Debian: installed, run, removed, purged. Tests build on each other, in this order."""
import re
import subprocess

import pytest
import requests

from processes import ROOT, Program
from trees import ENVIRONMENT

NOBODY = "65534:65534"


@pytest.fixture(scope="module")
def before(tree):
    return tree.files()


@pytest.fixture(scope="module")
def installed(tree, before):
    assert tree.run("dpkg", "-i", "/srv/nexttogo.deb", check=False).returncode != 0, "it needs nothing?"
    tree.run("dpkg", "--purge", "nexttogo")
    tree.apt("install", "/srv/nexttogo.deb")
    return tree


def test_the_program_runs_and_finds_every_library(installed):
    assert installed.run("nexttogo", "--version").stdout.startswith("nexttogo ")
    libraries = installed.run("ldd", "/usr/bin/nexttogo").stdout
    assert "not found" not in libraries and "swift" not in libraries.lower()


def test_a_mistake_is_named_there_as_everywhere(installed):
    done = installed.run("nexttogo", "--prot", "1", check=False)
    assert done.returncode == 64 and "'--prot'" in done.stderr


def test_it_serves_the_page_and_a_stream_to_whoever_asks_as_nobody(installed):
    with Program(installed.inside("/usr/bin/nexttogo", "--port", "0", user=NOBODY), env=ENVIRONMENT) as server:
        url = server.wait_for(r"listening on (http://\S+)")[1]
        for path in (ROOT / "public").iterdir():
            answer = requests.get(f"{url}/{path.name}", timeout=5)
            assert answer.content == path.read_bytes(), path.name
        assert requests.get(url, timeout=5).content == (ROOT / "public/index.html").read_bytes()
        with requests.get(f"{url}/events", stream=True, timeout=5) as stream:
            assert any(line == b"event: countdown" for line in stream.iter_lines())
        assert installed.run("nexttogo", "--check", url).returncode == 0
        assert not [line for line in server.lines if " warning: " in line or " error: " in line], server.lines
        assert server.end() == 0
    assert installed.run("nexttogo", "--check", url, check=False).returncode == 1


def manual(tree):
    page = tree.root / "usr/share/man/man1/nexttogo.1.gz"
    done = subprocess.run(["man", "--warnings", "--encoding=UTF-8", "-l", page], capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "500", "MAN_KEEP_FORMATTING": ""})
    assert done.returncode == 0 and not done.stderr, done.stderr
    return " ".join(done.stdout.split())


def test_the_manual_page_says_of_each_option_what_help_says(installed):
    text = manual(installed)
    options = re.findall(r"^  (--\S+)(?: (\S+))?  +(.+)$", installed.run("nexttogo", "--help").stdout, re.M)
    assert len(options) >= 20
    for name, argument, meaning in options:
        assert " ".join(filter(None, (name, argument, meaning))) in text
    for heading in ("NAME", "ENVIRONMENT", "FILES", "SIGNALS", "EXIT STATUS", "SEE ALSO"):
        assert f" {heading} " in text
    for file in re.findall(r"/(?:etc|usr|var)/\S+", text):
        assert file == "/var/lib/nexttogo" or (installed.root / file[1:]).exists(), file


def test_the_units_and_options_are_there_and_options_are_private(installed):
    assert (installed.root / "lib/systemd/system/nexttogo.service").read_text() == (ROOT / "deploy/systemd/nexttogo.service").read_text()
    options = installed.root / "etc/default/nexttogo"
    assert options.stat().st_mode & 0o777 == 0o640 and options.stat().st_uid == 0
    # What the comments of the file show are variables that there are.
    known = {"NEXTTOGO_" + name.upper().replace("-", "_")
             for name in re.findall(r"^  --(\S+)", installed.run("nexttogo", "--help").stdout, re.M)}
    shown = set(re.findall(r"^#?(NEXTTOGO_\w+)=", options.read_text(), re.M))
    assert shown and shown <= known
    # Enabled for the next start, as Debian's services are; the socket is not.
    wanted = installed.root / "etc/systemd/system"
    assert (wanted / "multi-user.target.wants/nexttogo.service").is_symlink()
    assert not (wanted / "sockets.target.wants/nexttogo.socket").is_symlink()


def test_removing_it_leaves_the_options_and_purging_nothing(installed, before):
    options = installed.root / "etc/default/nexttogo"
    options.write_text("NEXTTOGO_COUNT=7\n")
    state = installed.root / "var/lib/private/nexttogo"
    state.mkdir(parents=True)
    (state / "card-history.json").write_text("{}")
    (installed.root / "var/lib/nexttogo").symlink_to("private/nexttogo")
    installed.apt("remove", "nexttogo")
    assert not (installed.root / "usr/bin/nexttogo").exists()
    assert options.read_text() == "NEXTTOGO_COUNT=7\n" and state.exists()
    installed.apt("purge", "nexttogo")
    installed.apt("autoremove")
    left = {name for name in installed.files() - before if "nexttogo" in name}
    assert not left
