"""What the tests of deployment share. NEXTTOGO_BINARY names the server's binary, else the debug build is taken."""
import os
import pathlib

import pytest

from browsers import Chromium
from pages import Origin
from processes import BINARY
from sites import SITES


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What takes long to start is shared by the tests of one worker (`--dist loadgroup`): those of a file with the same
    proxy."""
    for item in items:
        given = getattr(item, "callspec", None)
        proxies = [given.params[name] for name in ("site", "kind") if given and name in given.params]
        item.add_marker(pytest.mark.xdist_group("-".join([item.path.stem, *map(str, proxies)])))


@pytest.fixture(scope="session", autouse=True)
def binary():
    assert BINARY.is_file(), f"{BINARY} is missing: run Scripts/test-deploy, or name one with NEXTTOGO_BINARY"
    assert os.geteuid() == 0, "namespaces and mounts need root"
    return BINARY


@pytest.fixture(scope="module", params=list(SITES))
def site(request, tmp_path_factory):
    """The demonstration behind each proxy, for tests that only listen."""
    with SITES[request.param](folder(tmp_path_factory, request.param)) as running:
        yield running.wait_for_races()


@pytest.fixture(params=list(SITES))
def kind(request):
    """Each kind of site, for tests that start their own."""
    return SITES[request.param]


def folder(factory, name):
    """A temporary folder that users without rights may enter, as programs in it do."""
    made = factory.mktemp(name)
    for each in (made, *made.parents):
        if each == pathlib.Path("/tmp"):
            break
        each.chmod(0o755)
    return made


@pytest.fixture(scope="module")
def chromium():
    """A browser that takes the certificates that proxies make for themselves."""
    running = Chromium("--ignore-certificate-errors")
    yield running
    running.quit()


@pytest.fixture(scope="session")
def origin():
    """A site that is not the server's."""
    running = Origin()
    yield running
    running.close()


@pytest.fixture
def own_folder(tmp_path_factory):
    return folder(tmp_path_factory, "own")
