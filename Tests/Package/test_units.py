"""The units, as systemd's own tools read them."""
import re
import subprocess

import pytest

from processes import ROOT

UNITS = ROOT / "deploy/systemd"


def analyze(*words):
    done = subprocess.run(["systemd-analyze", *map(str, words)], capture_output=True, text=True, timeout=60,
                          env={"PATH": "/usr/bin:/bin", "SYSTEMD_COLORS": "0", "LC_ALL": "C.UTF-8"})
    return done.returncode, done.stdout + done.stderr


def test_systemd_understands_every_line(tmp_path):
    for name in ("nexttogo.service", "nexttogo.socket"):
        # Its programs are there after an installation only.
        text = (UNITS / name).read_text().replace("/usr/bin/nexttogo", "/bin/true")
        (tmp_path / name).write_text(text.replace("Documentation=man:nexttogo(1)\n", ""))
    status, said = analyze("verify", "--recursive-errors=no", tmp_path / "nexttogo.service", tmp_path / "nexttogo.socket")
    assert status == 0 and str(tmp_path) not in said, said


def test_a_line_that_it_does_not_understand_would_be_noticed(tmp_path):
    text = (UNITS / "nexttogo.service").read_text().replace("/usr/bin/nexttogo", "/bin/true")
    (tmp_path / "nexttogo.service").write_text(text.replace("ProtectHome=", "ProtectHomes="))
    assert "ProtectHomes" in analyze("verify", "--recursive-errors=no", tmp_path / "nexttogo.service")[1]


@pytest.fixture(scope="module")
def security():
    status, said = analyze("security", "--offline=true", "--no-pager", UNITS / "nexttogo.service")
    assert status == 0, said
    return said


def test_the_service_may_do_little(security):
    open_lines = {line.split()[1].split("=")[0] for line in security.splitlines() if line.startswith("✗")}
    # The network is what it is for; AF_UNIX is for what it tells systemd, and names; the device is a clock to read.
    assert open_lines == {"RestrictAddressFamilies", "PrivateNetwork", "IPAddressDeny", "DeviceAllow", "RootDirectory"}


def test_its_exposure_is_what_the_document_says(security):
    exposure = re.search(r"Overall exposure level for nexttogo\.service: ([\d.]+) OK", security)[1]
    assert f"gives it {exposure} of 10" in (ROOT / "docs/without-containers.md").read_text()
