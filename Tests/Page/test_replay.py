"""The page over captured bodies of the real feed, played back by the real server at their own time."""
import os

import pytest

from conftest import Page
from processes import BINARY, Program, environment

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


def test_a_race_put_off_keeps_its_row_and_is_announced(replayed):
    page = replayed("2026-01-16T00:12:36Z", "--poll", "1", "--hide-after", "900", "--count", "10")
    page.listen()
    row = next(row for row in page.read()["rows"] if row["name"].startswith("Turf Paradise Race 8"))
    assert row["urgency"] == "started"
    page.run("window.row = document.querySelector('next-to-go').shadowRoot.querySelector(`[data-id='${arguments[0]}']`)",
             row["id"])
    board = page.until(lambda board: any(each["note"] for each in board["rows"]), 20)
    moved, = (each for each in board["rows"] if each["note"])
    assert moved["id"] == row["id"] and moved["text"].startswith("9m") and moved["note"].startswith("Moved, was ")
    assert page.run("return window.row.isConnected")
    page.wait(lambda: any("Turf Paradise race 8 moved, now 9 minutes" in text for text in page.spoken()), 20)


def test_from_any_capture_the_page_is_live_and_words_fit(replayed):
    page = replayed("2026-01-15T12:44:04Z", "--count", "10")
    board = page.read()
    assert len(board["rows"]) == 10
    for width in (320, 1280):
        page.browser.size(width, 800)
        assert page.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
