"""A reader of `text/event-stream` by the letter of WHATWG HTML 9.2.5 and 9.2.6, which also says what it did not like.

The standard lets nearly everything pass. `oddities` lists what passes and still must not come from this server.
"""
import codecs
import dataclasses
import re

FIELDS = {"data", "event", "id", "retry"}


@dataclasses.dataclass(frozen=True)
class Event:
    type: str
    data: str
    last_event_id: str = ""


class EventStreamReader:
    """Takes bytes as they come, cut anywhere, and gives the events that they complete."""

    def __init__(self):
        self.retry = None
        self.last_event_id = ""
        self.comments = 0
        self.oddities = []
        self._rest = b""
        self._after_carriage_return = False
        self._at_start = True
        self._begin()

    def _begin(self):
        self._type = ""
        self._data = []
        self._lines = 0

    def feed(self, data):
        """The events that these bytes complete."""
        events = []
        self._rest += data
        while True:
            if self._after_carriage_return and self._rest:
                self._rest = self._rest.removeprefix(b"\n")
                self._after_carriage_return = False
            end = re.search(rb"[\r\n]", self._rest)
            if not end:
                return events
            line, self._rest = self._rest[:end.start()], self._rest[end.end():]
            if end[0] == b"\r":
                self._after_carriage_return = True
                self.oddities.append("a carriage return")
            event = self._line(line)
            if event:
                events.append(event)

    def end(self):
        """The stream is over; a block without its empty line is dropped, as the standard says."""
        if self._rest or self._lines:
            self.oddities.append("the stream ends inside an event")
        self._rest = b""
        self._begin()

    def _line(self, line):
        if self._at_start:
            self._at_start = False
            if line.startswith(codecs.BOM_UTF8):
                self.oddities.append("a byte order mark")
                line = line[3:]
        if not line:
            return self._dispatch()
        if 0 in line:
            self.oddities.append("a NUL")
        text = line.decode("utf-8", "replace")
        if text.encode() != line:
            self.oddities.append("broken UTF-8")
        if text.startswith(":"):
            self.comments += 1
            return None
        self._lines += 1
        name, _, value = text.partition(":")
        self._field(name, value.removeprefix(" "))
        return None

    def _field(self, name, value):
        if name == "event":
            self._type = value
        elif name == "data":
            self._data.append(value)
        elif name == "id":
            if "\0" not in value:
                self.last_event_id = value
        elif name == "retry":
            if re.fullmatch("[0-9]+", value):
                self.retry = int(value)
            else:
                self.oddities.append(f"retry '{value[:20]}'")
        if name not in FIELDS:
            self.oddities.append(f"a field '{name[:20]}'")

    def _dispatch(self):
        kind, data = self._type, self._data
        self._begin()
        if not data:
            return None
        if len(data) > 1:
            self.oddities.append(f"{len(data)} lines of data in one event")
        # The standard adds a line feed after each line and takes the last one off.
        return Event(kind or "message", "\n".join(data), self.last_event_id)


def read(stream):
    """All events of a whole stream, and its reader."""
    reader = EventStreamReader()
    events = reader.feed(stream)
    reader.end()
    return events, reader
