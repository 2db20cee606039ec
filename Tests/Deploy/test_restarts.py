"""A node and a proxy that are restarted under those who listen: everybody comes back and is told exactly what has changed
meanwhile (Last-Event-ID through the proxy, the card's last hour from --state)."""
import time
import uuid

import pytest

import feeds
from listener import CLOSED, Listener, data
from pages import LISTENER
from test_browser import live


class Feed:
    """A feed's file under our hand: races by a letter, their starts in minutes from a full one."""

    def __init__(self, folder):
        self.folder = folder / "feed"
        self.folder.mkdir()
        self.folder.chmod(0o755)
        self._minute = int(time.time()) // 60 * 60
        self.ids = {letter: str(uuid.uuid4()) for letter in "ABCDEFGHI"}
        self._names = {identifier: letter for letter, identifier in self.ids.items()}
        self.mounts = [(self.folder, "/feed", True)]
        self.options = {"NEXTTOGO_FEED": "file:/feed/races.json", "NEXTTOGO_POLL": "1"}

    def write(self, **minutes):
        """Replaces the file at once, so that nobody reads half of it."""
        body = feeds.body([feeds.summary(self.ids[letter], self._minute + 60 * minute, ord(letter) - 64)
                           for letter, minute in minutes.items()])
        (self.folder / "new").write_bytes(body)
        (self.folder / "new").rename(self.folder / "races.json")

    def board(self, races):
        return "".join(self._names[each["id"]] for each in races["races"])

    def changes(self, boards):
        """What was told, as in `A displaced`, in order; `from` in minutes."""
        return [" ".join([self._names[each["id"]], each["change"],
                          *([f"from {(each['from'] - self._minute) // 60}"] if each.get("from") else [])])
                for board in boards for each in board["changes"]]


def told(listener, feed, after, board, seconds=40):
    """What the EventSource was told since, until its board is this one; it may have come back more than once."""
    end = time.monotonic() + seconds
    while True:
        boards = [data(each) for each in listener.seen("races") if each["at"] > after]
        assert listener.state() != CLOSED, "it has given up for ever"
        assert not any(each["reset"] for each in boards), "it was told to begin anew"
        if boards and feed.board(boards[-1]) == board:
            return feed.changes(boards)
        assert time.monotonic() < end, [feed.board(each) for each in boards]
        time.sleep(0.2)


@pytest.fixture
def restarted(kind, own_folder):
    feed = Feed(own_folder)
    feed.write(A=10, B=11, C=12, D=13, E=14, F=15)
    with kind(own_folder, more=feed.options, mounts=feed.mounts) as running:
        yield running.wait_for_races(), feed


def test_whoever_listens_comes_back_and_is_told_exactly_what_has_changed(restarted, chromium, origin):
    site, feed = restarted
    listener = Listener(chromium, origin.put("/listener.html", LISTENER), f"{site.url}/racing/events")
    assert feed.board(data(listener.wait(1, "races")[0])) == "ABCDE"
    listener.wait(2, "countdown")

    # The node says goodbye and is started again; meanwhile a race was put off and another moved within the board.
    at = time.time()
    site.restart_node(lambda: feed.write(A=30, B=11, C=12, D=16, E=14, F=15))
    assert told(listener, feed, at, "BCEFD") == ["F added", "D retimed from 13", "A displaced from 10"]

    # Killed, it says nothing; a race joins.
    at = time.time()
    site.kill_node()
    feed.write(A=30, B=11, C=12, D=16, E=14, F=15, G=13)
    site.start_node()
    assert told(listener, feed, at, "BCGEF") == ["G added", "D displaced"]

    # The proxy goes and comes, and another race moves while nobody is connected.
    at = time.time()
    site.restart_proxy(lambda: feed.write(A=30, B=20, C=12, D=16, E=14, F=15, G=13))
    assert told(listener, feed, at, "CGEFD") == ["D added", "B displaced from 11"]

    listener.wait(2, "countdown", after=time.time())
    seconds = [data(each)["now"] for each in listener.seen("countdown")]
    assert sorted(set(seconds)) == seconds, "no second twice, none out of order"
    chromium.open("about:blank")


def test_whoever_comes_while_no_node_is_there_is_not_lost(restarted, chromium, origin):
    """A 502 would end an EventSource for ever."""
    site, feed = restarted
    site.kill_node()
    listener = Listener(chromium, origin.put("/listener.html", LISTENER), f"{site.url}/events")
    end = time.monotonic() + 4
    while time.monotonic() < end:
        assert listener.state() != CLOSED
        time.sleep(0.2)
    assert not listener.seen("races")
    site.start_node()
    assert feed.board(data(listener.wait(1, "races", seconds=15)[0])) == "ABCDE"
    chromium.open("about:blank")


def test_the_page_goes_on_after_a_restart(restarted, chromium):
    site, feed = restarted
    chromium.open(f"{site.url}/racing/")
    live(chromium)
    feed.write(A=30, B=11, C=12, D=13, E=14, F=15)
    site.restart_node(lambda: time.sleep(2))
    end = time.monotonic() + 30
    while not ((board := chromium.run("return document.querySelector('next-to-go').board"))["live"]
               and feed.board(board) == "BCDEF"):
        assert time.monotonic() < end, board
        time.sleep(0.2)
    live(chromium)
    chromium.open("about:blank")


@pytest.mark.parametrize("kind", ["nginx", "haproxy"], indirect=True)
def test_of_several_nodes_one_that_is_there_is_asked(kind, own_folder):
    with kind(own_folder, nodes=3) as site:
        # Until each has a card, and a check or two have seen it.
        time.sleep(6)
        for each in site.others:
            each.kill()
            for _ in range(9):
                assert site.get("/races")[0] == 200


@pytest.mark.parametrize("kind", ["nginx", "haproxy"], indirect=True)
def test_when_the_only_ready_one_dies_those_that_are_alive_are_asked(kind, own_folder):
    with kind(own_folder, nodes=3, more_of_others={"NEXTTOGO_FEED": "http://127.0.0.1:9/"}) as site:
        site.wait_for_races()
        time.sleep(6)
        site.kill_node()
        for _ in range(9):
            assert site.get("/races")[0] == 200
