"""What the tests of the package share. NEXTTOGO_PACKAGE names the .deb (Scripts/test-package builds one)."""
import os
import pathlib
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).parent))

from machine import Machine, cannot_boot  # noqa: E402
from trees import Tree, debian  # noqa: E402


@pytest.fixture(scope="session")
def package():
    named = os.environ.get("NEXTTOGO_PACKAGE")
    assert named, "NEXTTOGO_PACKAGE is not set: run Scripts/test-package"
    return pathlib.Path(named)


def need_root():
    if os.geteuid() != 0:
        pytest.skip("a Debian in a folder needs root")


@pytest.fixture(scope="module")
def tree(package):
    """A minimal Debian (debootstrap's minbase) as it is before the package comes, which lies in its /srv."""
    need_root()
    with Tree(debian()) as made:
        made.put(package, "srv/nexttogo.deb")
        yield made


@pytest.fixture(scope="module")
def machine(package):
    """A minimal Debian with systemd as its first process, and the package installed while it runs."""
    need_root()
    if reason := cannot_boot():
        pytest.skip(reason)
    with Tree(debian("systemd", "curl")) as made:
        made.put(package, "srv/nexttogo.deb")
        # It has a network of its own that leads nowhere.
        made.apt("install", "--download-only", "/srv/nexttogo.deb")
        with Machine(made) as running:
            running.shell("dpkg -i /var/cache/apt/archives/*.deb /srv/nexttogo.deb")
            yield running
