"""The reader that judges the server is judged first: the rules of the standard (WHATWG HTML 9.2), one by one."""
import pytest

from event_stream import Event, EventStreamReader, read

def message(data, kind="message", identifier=""):
    return Event(kind, data, identifier)


CASES = {
    "one line of data": (b"data: a\n\n", [message("a")]),
    "two lines of data": (b"data: a\ndata: b\n\n", [message("a\nb")]),
    "a colon in the value": (b"data: a: b\n\n", [message("a: b")]),
    "no colon is an empty value": (b"data\n\n", [message("")]),
    "two empty lines of data": (b"data\ndata\n\n", [message("\n")]),
    "an empty value": (b"data:\n\n", [message("")]),
    "no data, no event": (b"event: a\n\n", []),
    "no empty line, no event": (b"data: a\n", []),
    "no line end, no event": (b"data: a\n\ndata: b", [message("a")]),
    "one leading space goes": (b"data:  a\n\n", [message(" a")]),
    "a leading tab stays": (b"data:\ta\n\n", [message("\ta")]),
    "a space before the field makes another field": (b" data: a\n\ndata: b\n\n", [message("b")]),
    "a space after the field makes another field": (b"data : a\n\ndata: b\n\n", [message("b")]),
    "names of fields are lower case": (b"Data: a\n\ndata: b\n\n", [message("b")]),
    "a type": (b"event: x\ndata: a\n\ndata: b\n\n", [message("a", "x"), message("b")]),
    "an empty type": (b"event:\ndata: a\n\n", [message("a")]),
    "the last type counts": (b"event: x\nevent: y\ndata: a\n\n", [message("a", "y")]),
    "a type goes with its block": (b"event: x\n\ndata: a\n\n", [message("a")]),
    "an id stays": (b"id: 1\ndata: a\n\ndata: b\n\n", [message("a", identifier="1"), message("b", identifier="1")]),
    "an empty id takes it back": (b"id: 1\ndata: a\n\nid\ndata: b\n\n", [message("a", identifier="1"), message("b")]),
    "an id without data counts": (b"id: 1\n\ndata: a\n\n", [message("a", identifier="1")]),
    "an id with NUL is ignored": (b"id: 1\nid: 2\0\ndata: a\n\n", [message("a", identifier="1")]),
    "NUL in data stays": (b"data: a\0b\n\n", [message("a\0b")]),
    "NUL in a name makes another field": (b"data\0: a\n\ndata: b\n\n", [message("b")]),
    "comments": (b": a\n:\n:data: b\ndata: c\n: d\n\n", [message("c")]),
    "unknown fields": (b"x: 1\ndata: a\ny\n\n", [message("a")]),
    "LF": (b"data: a\ndata: b\n\n", [message("a\nb")]),
    "CR": (b"data: a\rdata: b\r\r", [message("a\nb")]),
    "CR LF": (b"data: a\r\ndata: b\r\n\r\n", [message("a\nb")]),
    "all line ends": (b"data: a\r\ndata: b\ndata: c\r\r\ndata: d\r\n\n", [message("a\nb\nc"), message("d")]),
    "CR LF CR LF between events": (b"data: a\r\n\r\ndata: b\n\n", [message("a"), message("b")]),
    "a first byte order mark goes": (b"\xef\xbb\xbfdata: a\n\n", [message("a")]),
    "a second one makes another field": (b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\ndata: b\n\n", [message("b")]),
    "one inside makes another field": (b"data: a\n\n\xef\xbb\xbfdata: b\n\ndata: c\n\n", [message("a"), message("c")]),
    "UTF-8": ("data: Ünïcödé \U0001f3c7\n\n".encode(), [message("Ünïcödé \U0001f3c7")]),
    "broken UTF-8 is replaced": (b"data: a\xffb\n\n", [message("a\ufffdb")]),
    "line ends of Unicode are none": ("data: a\u0085b\u2028c\vd\n\n".encode(), [message("a\u0085b\u2028c\vd")]),
}


@pytest.mark.parametrize("cut", [1, 2, 3, 1000])
@pytest.mark.parametrize("stream, expected", CASES.values(), ids=CASES)
def test_the_reader_reads(stream, expected, cut):
    reader = EventStreamReader()
    events = []
    for start in range(0, len(stream), cut):
        events += reader.feed(stream[start:start + cut])
    reader.end()
    assert events == expected


RETRIES = {"3000": 3000, "0": 0, "": None, "3000x": None, "-1": None, " 3": None, "3.5": None, "٣": None}


@pytest.mark.parametrize("text, milliseconds", RETRIES.items())
def test_a_retry_is_digits_only(text, milliseconds):
    _, reader = read(f"retry: {text}\n\n".encode())
    assert reader.retry == milliseconds


ODD = {
    b"data: a\r\n\n": "a carriage return", b"data: a\0\n\n": "a NUL", b"data: \xc3\n\n": "broken UTF-8",
    b"\xef\xbb\xbfdata: a\n\n": "a byte order mark", b"datum: a\n\n": "a field 'datum'", b"retry: soon\n\n": "retry 'soon'",
    b"data: a\ndata: b\n\n": "2 lines of data in one event", b"data: a\n": "the stream ends inside an event",
    b"data: a": "the stream ends inside an event",
}


@pytest.mark.parametrize("stream, oddity", ODD.items(), ids=ODD.values())
def test_the_reader_notes(stream, oddity):
    assert oddity in read(stream)[1].oddities


def test_the_reader_notes_nothing_where_nothing_is_odd():
    stream = b"retry: 2000\nid: 1\nevent: races\ndata: {}\n\n:\n\nevent: countdown\ndata: {}\n\n"
    assert read(stream)[1].oddities == []
