"""What the tests of interoperability share. NEXTTOGO_BINARY names the server's binary, else the debug build is taken."""
import collections
import pathlib
import statistics
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Page"))

from browsers import BROWSERS  # noqa: E402
from pages import Origin  # noqa: E402
from processes import BINARY, Server  # noqa: E402


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Tests that share what takes long to start run one after the other in one worker (`--dist loadgroup`): those of a
    browser, and else those of a file."""
    for item in items:
        call = getattr(item, "callspec", None)
        item.add_marker(pytest.mark.xdist_group(call and call.params.get("browser") or item.path.stem))


@pytest.fixture(scope="session", autouse=True)
def binary():
    assert BINARY.is_file(), f"{BINARY} is missing: run Scripts/test-interop, or name one with NEXTTOGO_BINARY"
    return BINARY


@pytest.fixture(scope="session")
def server():
    """One server on demonstration data, for tests that only listen."""
    with Server() as running:
        running.wait_for_races(5)
        yield running


@pytest.fixture(scope="session", params=list(BROWSERS))
def browser(request):
    """Each browser in turn, started once."""
    kind = BROWSERS[request.param]
    if not kind.available:
        pytest.skip(f"{request.param} is not installed")
    running = kind()
    yield running
    running.quit()


@pytest.fixture(scope="session")
def origin():
    """A site that is not the server's."""
    running = Origin()
    yield running
    running.close()


def pytest_terminal_summary(terminalreporter):
    """How late events came, by test and way, also in other workers."""
    late, streams = collections.defaultdict(list), collections.Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name.startswith("late ") and report.when == "call":
                late[name[5:]] += value
                streams[name[5:]] += 1
    if late:
        terminalreporter.section("how late events came")
        for way, values in sorted(late.items()):
            terminalreporter.write_line(f"{way}: {streams[way]} streams, {len(values)} events, "
                                        f"median {1_000 * statistics.median(values):.0f} ms, "
                                        f"at most {1_000 * max(values):.0f} ms")
