"""The page from the real server that NEXTTOGO_URL names (any feed with races; `demo` will do)."""
import json
import os
import re
import signal
import time
import urllib.request

import pytest

from conftest import Page
from processes import BINARY, Program, environment, free_port
from test_look import axe
from test_truth import seconds


def races(page):
    with urllib.request.urlopen(page.url + "races", timeout=5) as answer:
        return json.load(answer)


@pytest.mark.core
def test_is_live_within_five_seconds_and_shows_what_the_server_lists(real_page):
    real_page.open(live=False)
    real_page.live(5)
    time.sleep(1)
    for _ in range(3):
        board, listed = real_page.read(), races(real_page)
        if [row["id"] for row in board["rows"]] == [race["id"] for race in listed["races"]]:
            break
        time.sleep(1)
    assert [row["id"] for row in board["rows"]] == [race["id"] for race in listed["races"]]
    for row, race in zip(board["rows"], listed["races"]):
        assert row["name"] == f"{race['meeting']} Race {race['number']} {race['categoryName']}"
        assert abs(seconds(row["text"]) - (race["start"] - listed["now"])) <= 1


@pytest.mark.core
def test_says_what_its_data_is(real_page):
    real_page.open()
    feed, notices = races(real_page)["feed"], " ".join(real_page.read()["notices"])
    assert ("made up" in notices) == (feed["source"] == "demo")
    assert ("played back" in notices) == (feed["source"] == "replay")
    assert ("Not the present" in notices) == (feed["clock"] == "shifted")


@pytest.mark.core
def test_filters_move_to_another_stream(real_page):
    real_page.open()
    real_page.click("Greyhound")
    board = real_page.until(lambda board: board["heading"] == "Next five greyhound races")
    assert {row["category"] for row in board["rows"]} <= {"greyhound"}
    assert real_page.run("return location.search") == "?category=greyhound"


def test_counts_down_each_second_for_ten_seconds(real_page):
    real_page.open()
    clocks = set()
    for _ in range(40):
        clocks.add(real_page.read()["clock"])
        time.sleep(0.25)
    assert len(clocks) >= 10


def test_the_browser_has_no_complaint_and_asks_nobody_else(real_page):
    real_page.browser.complaints()
    real_page.open()
    time.sleep(2)
    asked = real_page.run("return performance.getEntriesByType('resource').map((each) => each.name)")
    assert asked and all(name.startswith(real_page.url) for name in asked)
    assert real_page.browser.complaints() == []


@pytest.mark.core
def test_axe_finds_nothing(real_page):
    real_page.open()
    time.sleep(0.6)
    assert axe(real_page) == []


def test_the_page_without_scripts_finds_the_board_as_text(real_page):
    with urllib.request.urlopen(real_page.url + "board.txt", timeout=5) as answer:
        assert re.match("text/plain", answer.headers["Content-Type"])


def test_a_server_that_is_stopped_goes_on_and_is_restarted_is_told_of_and_found_again(browser):
    port = free_port()

    def start():
        program = Program([BINARY, "--port", port, "--threads", "1"], env=environment())
        program.wait_for("listening on", 30)
        return program

    program = start()
    try:
        page = Page(browser, f"http://127.0.0.1:{port}/").open()
        page.until(lambda board: board["rows"])
        os.kill(program.process.pid, signal.SIGSTOP)
        page.until(lambda board: re.match(r"Not live, updated \d+ s ago", board["status"]), 15)
        assert page.read()["rows"]
        os.kill(program.process.pid, signal.SIGCONT)
        page.live(20)
        program.end()
        page.until(lambda board: re.match(r"Not live: the server is restarting, updated \d+ s ago", board["status"]), 15)
        assert page.read()["rows"]
        program = start()
        # The farewell of the old server spreads its clients over 15 s.
        page.live(30)
    finally:
        program.end()
