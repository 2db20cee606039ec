"""EventSource of real browsers, on a page of another origin: it opens, it is given each second, it comes back."""
import time

import pytest

from feeds import HOSTILE, hostile_body
from http_stream import HTTPStream
from listener import CLOSED, CONNECTING, OPEN, Listener, data
from pages import LISTENER
from processes import Server
from relay import Relay

SECONDS = 6


@pytest.fixture
def listen(browser, origin):
    page = origin.put("/listener.html", LISTENER)
    yield lambda url: Listener(browser, page, url)
    browser.open("about:blank")


def test_a_page_elsewhere_is_given_every_second(listen, server, record_property):
    listener = listen(f"{server.url}/events")
    listener.wait(SECONDS, "countdown", seconds=SECONDS + 10)
    recording = listener.recording()
    recording.check(len(recording.countdowns))
    record_property(f"late in {listener.browser.name}", recording.lateness())
    events = listener.seen()
    assert events[0]["type"] == "open" and listener.state() == OPEN
    assert {each["origin"] for each in events[1:]} == {server.url}
    assert not listener.seen("error", "message")
    # The feed's state comes before any id; from the board on every event shows that board's.
    assert [each["id"] for each in events[1:4]] == ["", events[2]["id"], events[2]["id"]]
    assert events[2]["id"] == str(data(events[2])["revision"])


def test_it_opens_at_once(listen, server):
    for _ in range(3):
        asked = time.time()
        opened = listen(f"{server.url}/events?events=races").wait(1, "races")[0]
        assert opened["at"] - asked < 1.0, "it waits for the next second"


def test_only_the_allowed_origin_may_listen(listen, origin):
    with Server("--allow-origin", origin.url) as running:
        running.wait_for_races(5)
        assert listen(f"{running.url}/events").wait(1, "countdown")
    with Server("--allow-origin", "https://example.org") as running:
        running.wait_for_races(5)
        listener = listen(f"{running.url}/events")
        listener.wait(1, "error")
        assert listener.state() == CLOSED and not listener.seen("open", "races")


def test_a_cut_is_continued_where_it_was(listen, server):
    with Relay(server.port) as relay:
        listener = listen(f"{relay.url}/events")
        board = listener.wait(1, "races")[0]
        listener.wait(2, "countdown")
        cut_at = time.time()
        relay.cut()
        assert data(board)["reset"] is True
        again = listener.wait(1, "races", after=cut_at, seconds=15)[0]
        assert relay.header("last-event-id")[:2] == [None, board["id"]]
        assert data(again)["reset"] is False and len(listener.seen("open")) == 2
        listener.wait(2, "countdown", after=cut_at)
        assert 1.9 < again["at"] - cut_at < 8, "it was told to wait 2 to 5 s"
        seconds = [data(each)["now"] for each in listener.seen("countdown")]
        assert sorted(set(seconds)) == seconds, "no second twice, none out of order"


def test_a_server_that_was_killed_is_found_again_on_its_port(listen):
    with Server() as first:
        first.wait_for_races(5)
        listener = listen(f"{first.url}/events")
        board = listener.wait(1, "races")[0]
        killed_at = time.time()
        # The id is of a second before the next server's first, so that it can mean nothing there.
        while time.time() < int(board["id"]) + 1:
            time.sleep(0.05)
        first.kill()
        listener.wait(1, "error", seconds=5)
        assert listener.state() == CONNECTING
        with Server(port=first.port) as second:
            second.wait_for_races(5)
            again = listener.wait(1, "races", after=killed_at, seconds=20)[0]
            listener.wait(2, "countdown", after=killed_at)
            # The new server's history begins after that id: the list is new.
            assert data(again)["reset"] is True and int(again["id"]) > int(board["id"])
            assert listener.state() == OPEN


def test_goodbye_tells_when_to_come_back(listen):
    with Server() as first:
        first.wait_for_races(5)
        listener = listen(f"{first.url}/events")
        listener.wait(1, "countdown")
        first.ask_to_end()
        bye = listener.wait(1, "bye", seconds=5)[0]
        assert first.end() == 0
        assert data(bye)["reason"] == "shutdown"
        ended = listener.wait(1, "error", seconds=5)[0]
        assert listener.state() == CONNECTING
        with Server(port=first.port) as second:
            second.wait_for_races(5)
            opened = listener.wait(1, "open", after=ended["at"], seconds=25)[0]
            delay = opened["at"] - ended["at"]
            assert data(bye)["retry"] / 1_000 - 0.1 < delay < data(bye)["retry"] / 1_000 + 4
            assert listener.wait(1, "races", after=ended["at"])


def test_a_full_server_says_so_and_is_asked_again(listen):
    with Server("--max-subscribers", 1) as running:
        running.wait_for_races(5)
        with HTTPStream(running, "/events") as first:
            first.chunk()
            listener = listen(f"{running.url}/events")
            bye = listener.wait(1, "bye")[0]
            assert data(bye)["reason"] == "busy" and 10_000 <= data(bye)["retry"] <= 30_000
            listener.wait(1, "error")
            assert listener.state() == CONNECTING, "an error status would have closed it for ever"
            assert not listener.seen("races")
            first.chunk()


def test_hostile_names_reach_the_page_as_they_are(listen, tmp_path):
    file = tmp_path / "hostile.json"
    file.write_bytes(hostile_body())
    with Server("--feed", f"file:{file}") as running:
        running.wait_for_races(len(HOSTILE), "?count=20")
        listener = listen(f"{running.url}/events?count=20")
        listener.wait(2, "countdown")
        board = data(listener.seen("races")[0])
        assert [each["meeting"] for each in board["races"]] == list(HOSTILE.values())
        assert not listener.seen("x", "message", "error"), "a name became an event"
        assert {each["id"] for each in listener.seen("countdown")} == {str(board["revision"])}
