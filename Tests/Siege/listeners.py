"""Clients that write down what they hear, and when, and hold it against what the contract promises (section 5)."""
import dataclasses
import json
import threading
import time
import zlib

from event_stream import EventStreamReader
from http_stream import HTTPStream

FORMATS = ("events", "gzip", "lines")


@dataclasses.dataclass
class Heard:
    """An event, and the system's time at which its last byte was read."""
    at: float
    type: str
    id: str
    data: dict


class Listener:
    """One stream, read by a thread of its own until it ends or is left."""

    def __init__(self, server, format="events", last_id=None, query="count=5", seconds=90):
        self.heard = []
        self.oddities = []
        self.has_ended = False
        path = "/events.ndjson" if format == "lines" else "/events"
        fields = {"Accept-Encoding": "gzip"} if format == "gzip" else {}
        if last_id:
            fields["Last-Event-ID"] = last_id
        self._inflater = zlib.decompressobj(31) if format == "gzip" else None
        self._reader = None if format == "lines" else EventStreamReader()
        self._rest = b""
        self._stream = HTTPStream(server, f"{path}?{query}", seconds=seconds, **fields)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        try:
            while chunk := self._stream.chunk():
                self._take(self._inflater.decompress(chunk) if self._inflater else chunk)
        except (OSError, AssertionError, ValueError):
            pass
        self.has_ended = True

    def _take(self, data):
        at = time.time()
        if self._reader:
            events = self._reader.feed(data)
            self.oddities = self._reader.oddities
            self.heard += [Heard(at, each.type, each.last_event_id, json.loads(each.data)) for each in events]
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in filter(None, lines):
            event = json.loads(line)
            self.heard.append(Heard(at, event["event"], event.get("id", ""), event))

    def of(self, kind, after=0.0):
        """The events of a kind that were heard after a moment."""
        return [each for each in self.heard if each.type == kind and each.at > after]

    def seconds(self, after=0.0):
        return [each.data["now"] for each in self.of("countdown", after)]

    def leave(self):
        import socket
        try:
            self._stream.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._thread.join(5)
        self._stream.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.leave()

    def expect_in_step(self, races, hide_after=60, count=5):
        """What holds whatever time does: boards by the second they speak of, changes that lead from one to the next."""
        assert not self.oddities
        board, last, is_new = None, None, True
        for each in self.heard:
            data = each.data
            if each.type == "races":
                assert each.id == str(data["revision"]) and data["revision"] <= data["now"]
                rows = [(race["id"], race["start"]) for race in data["races"]]
                assert rows == expected_board(races, data["now"], hide_after, count), (data["now"], rows)
                if data["reset"]:
                    assert not data["changes"]
                    is_new = True
                elif board is not None:
                    expect_difference(data["changes"], board, rows)
                board = rows
            elif each.type == "countdown":
                if last is not None and not is_new:
                    assert data["now"] > last, f"{data['now']} after {last}"
                last, is_new = data["now"], False
                assert [race["id"] for race in data["races"]] == [identifier for identifier, _ in board]
                assert [(race["id"], race["remaining"] + last) for race in data["races"]] == \
                    expected_board(races, last, hide_after, count), last
            elif each.type == "announce":
                assert data["now"] % 5 == 0
        spoken = self.of("announce")
        assert len({each.data["now"] for each in spoken}) == len(spoken), "something is announced twice"

    def expect_never_two_at_once(self):
        """By the listener's own clock: never two announcements within 5 s, but for the time of the way here."""
        spoken = [each.at for each in self.of("announce")]
        assert all(later - earlier > 4.5 for earlier, later in zip(spoken, spoken[1:])), self.of("announce")


def expected_board(races, now, hide_after=60, count=5):
    """Of races as pairs of id and start, which all have the same meeting and number."""
    shown = [(start, identifier) for identifier, start in races.items() if start - now > -hide_after]
    return [(identifier, start) for start, identifier in sorted(shown)[:count]]


def expect_difference(changes, old, new):
    """The entries that lead from one board to the other, when no start moves and nothing is delisted."""
    was, is_now = dict(old), dict(new)
    arrivals = [(identifier, "added") for identifier, _ in new if identifier not in was]
    leavers = [identifier for identifier, _ in old if identifier not in is_now]
    said = [(each["id"], each["change"]) for each in changes]
    assert said[:len(arrivals)] == arrivals, (said, old, new)
    assert [identifier for identifier, _ in said[len(arrivals):]] == leavers, (said, old, new)
    assert all(kind in ("expired", "displaced") for _, kind in said[len(arrivals):]), said
