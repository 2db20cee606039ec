"""The page over captured bodies of the real feed, played back by the real server at their own time."""
import datetime
import os

import pytest

from conftest import Page
from processes import BINARY, Program, environment
from test_real_server import races
from test_truth import seconds

CAPTURES = os.environ.get("NEXTTOGO_CAPTURES")
pytestmark = pytest.mark.skipif(not CAPTURES, reason="NEXTTOGO_CAPTURES names no folder of captured bodies")


@pytest.fixture
def replayed(browser):
    """The page from a server whose clock starts at an instant of the captures."""
    programs = []

    def start(now, *options):
        program = Program([BINARY, "--port", "0", "--threads", "1", "--feed", f"replay:{CAPTURES}", "--now", now, *options],
                          env=environment())
        programs.append(program)
        page = Page(browser, program.wait_for(r"listening on (http://\S+)")[1] + "/").open(live=False)
        page.until(lambda board: board["state"] == "live" and board["rows"])
        return page

    yield start
    for program in programs:
        program.end()


@pytest.mark.core
def test_a_night_of_january_is_shown_as_it_was(replayed):
    board = replayed("2026-01-15T23:59:24Z").read()
    assert [row["name"] for row in board["rows"]] == [
        "Addington Race 5 Greyhound racing", "Santa Anita Park Race 8 Horse racing", "Turf Paradise Race 8 Horse racing",
        "Healesville Race 2 Greyhound racing", "Delta Downs Race 4 Horse racing"]
    assert [row["text"].split()[0] for row in board["rows"]] == ["3m", "5m", "5m", "10m", "11m"]
    assert board["notices"][0] == "Recorded data, played back"
    assert board["notices"][1].startswith("Not the present: the clock is set to ")
    assert "2026" in board["notices"][1] and "January" in board["notices"][1]
    assert board["state"] == "live"


# The capture that puts Turf Paradise race 8 off, nine minutes and some seconds before its new start.
PUT_OFF = datetime.datetime(2026, 1, 16, 0, 12, 45, tzinfo=datetime.timezone.utc)


def seen_before(replayed, name, lead):
    """The page and the row of a race that is to be put off `lead` seconds after the server starts, or None if the
    browser has been too slow to see it before."""
    now = (PUT_OFF - datetime.timedelta(seconds=lead)).strftime("%Y-%m-%dT%H:%M:%SZ")
    page = replayed(now, "--poll", "1", "--hide-after", "900", "--count", "10")
    page.listen()
    page.run("""window.row = [...document.querySelector('next-to-go').shadowRoot.querySelectorAll('.row')]
        .find((row) => row.querySelector('a').innerText.replace(/\\s+/g, ' ').startsWith(arguments[0]));""", name)
    row = next(row for row in page.read()["rows"] if row["name"].startswith(name))
    return (page, row) if row["urgency"] == "started" else None


def test_a_race_put_off_keeps_its_row_and_is_announced(replayed):
    seen = (seen_before(replayed, "Turf Paradise Race 8", lead) for lead in (9, 30, 60))
    page, row = next(each for each in seen if each)
    board = page.until(lambda board: any(each["note"] for each in board["rows"]), 75)
    moved, = (each for each in board["rows"] if each["note"])
    assert moved["id"] == row["id"] and moved["note"].startswith("Moved, was ")
    before, moved, after = races(page), page.read()["rows"], races(page)
    start = next(race["start"] for race in after["races"] if race["id"] == row["id"])
    text = next(each["text"] for each in moved if each["id"] == row["id"])
    assert start - after["now"] - 1 <= seconds(text) <= start - before["now"] + 1
    assert 0 < start - PUT_OFF.timestamp() - 540 < 60
    assert page.run("return window.row.isConnected && window.row.dataset.id") == row["id"]
    page.wait(lambda: any("Turf Paradise race 8 moved, now 9 minutes" in text for text in page.spoken()), 20)


def test_from_any_capture_the_page_is_live_and_words_fit(replayed):
    page = replayed("2026-01-15T12:44:04Z", "--count", "10")
    board = page.read()
    assert len(board["rows"]) == 10
    for width in (320, 1280):
        page.browser.size(width, 800)
        assert page.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
