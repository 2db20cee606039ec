"""The stream's head, framing and format, as far as a server can fail them: what the public web-platform-tests of
EventSource ask of browsers, asked of the server by the strict reader."""
import json
import re
import time

import pytest

from event_stream import EventStreamReader, read
from feeds import HOSTILE, body, hostile_body, next_minutes, summary
from http_stream import HTTPStream
from processes import Server


def events_of(server, target="/events", count=6, **fields):
    """The first events of a stream, one chunk each, read strictly."""
    with HTTPStream(server, target, **fields) as stream:
        stream_bytes = b"".join(stream.chunks(count))
    events, reader = read(stream_bytes)
    assert reader.oddities == []
    return events, reader


# What the browsers send, and what caches and hands have added to it.
ACCEPTS = [{"Accept": "text/event-stream", "Cache_Control": "no-cache"}, {"Accept": "*/*"}, {},
           {"Accept": "text/html;q=0.9, text/event-stream"}, {"Accept": "text/event-stream", "Pragma": "no-cache"}]


@pytest.mark.parametrize("fields", ACCEPTS, ids=str)
def test_the_head_is_what_event_source_needs(server, fields):
    with HTTPStream(server, "/events", **fields) as stream:
        assert stream.status == 200
        assert stream.fields["content-type"] == "text/event-stream"
        assert stream.fields["cache-control"] == "no-cache, no-transform"
        assert stream.fields["x-accel-buffering"] == "no"
        assert stream.fields["access-control-allow-origin"] == "*"
        assert stream.fields["transfer-encoding"] == "chunked"
        assert "content-length" not in stream.fields
        assert stream.chunk()
        assert time.monotonic() - stream.asked < 0.5, "the first bytes wait for the next second"


def test_a_head_request_ends_at_once(server):
    with HTTPStream(server, "/events", method="HEAD") as stream:
        assert stream.status == 200
        assert stream.fields["content-type"] == "text/event-stream"
        assert stream.remainder() == b""


def test_every_chunk_is_one_event(server):
    with HTTPStream(server, "/events") as stream:
        for chunk in stream.chunks(7):
            events, reader = read(chunk)
            assert len(events) == 1 and reader.oddities == []
            assert chunk.endswith(b"}\n\n") and chunk.count(b"\n\n") == 1


def test_the_stream_begins_with_a_retry_of_its_own(server):
    retries = set()
    for _ in range(8):
        _, reader = events_of(server, count=1)
        retries.add(reader.retry)
    assert all(2_000 <= retry <= 5_000 for retry in retries)
    assert len(retries) > 1, "everybody would come back at once"


def test_only_races_carry_an_id(server):
    with HTTPStream(server, "/events") as stream:
        chunks = stream.chunks(6)
    for chunk in chunks:
        fields = re.findall(rb"^([a-z]+):", chunk, re.M)
        assert (b"id" in fields) == (b"event: races\n" in chunk)
        assert fields.count(b"event") == fields.count(b"data") == 1
    events, reader = read(b"".join(chunks))
    races = json.loads(events[1].data)
    assert reader.last_event_id == events[1].last_event_id == str(races["revision"])


def test_events_are_whole_wherever_the_bytes_are_cut(server):
    with HTTPStream(server, "/events") as stream:
        whole = b"".join(stream.chunks(5))
    for size in (1, 2, 3, 7, 64, 1_448):
        reader, events = EventStreamReader(), []
        for start in range(0, len(whole), size):
            events += reader.feed(whole[start:start + size])
        reader.end()
        assert events == read(whole)[0] and reader.oddities == []


IDS = {"digits": "1", "nothing": "", "spaces": "   ", "text": "abc", "negative": "-5", "future": "99999999999",
       "digits of another script": "\u0661\u0662", "ellipsis": "\u2026", "quotes": '"1"', "4 kB": "7" * 4_096,
       "20 digits": "9" * 20, "a field": "event: x"}


@pytest.mark.parametrize("identifier", IDS.values(), ids=IDS)
def test_an_id_that_is_not_known_starts_anew(server, identifier):
    events, _ = events_of(server, count=3, Last_Event_ID=identifier)
    assert [each.type for each in events] == ["feed", "races", "countdown"]
    races = json.loads(events[1].data)
    assert races["reset"] is True and races["changes"] == [] and len(races["races"]) == 5


def test_a_known_id_is_continued(server):
    revision = events_of(server, count=2)[0][1].last_event_id
    races = json.loads(events_of(server, count=2, Last_Event_ID=revision)[0][1].data)
    assert races["reset"] is False
    races = json.loads(events_of(server, f"/events?lastEventId={revision}", count=2)[0][1].data)
    assert races["reset"] is False


def test_a_quiet_stream_stays_alive_by_comments(server):
    with HTTPStream(server, "/events?events=feed", seconds=17) as stream:
        reader = EventStreamReader()
        assert [each.type for each in reader.feed(stream.chunk())] == ["feed"]
        assert reader.comments == 0
        assert reader.feed(stream.chunk()) == []
        assert reader.comments == 1 and reader.oddities == []


def test_http_1_0_gets_bytes_until_the_end():
    with Server() as running:
        running.wait_for_races(5)
        with HTTPStream(running, "/events", version="1.0") as stream:
            assert stream.status == 200 and stream.fields["connection"] == "close"
            assert "transfer-encoding" not in stream.fields and "content-length" not in stream.fields
            reader, events = EventStreamReader(), []
            while len(events) < 5:
                events += reader.feed(stream.bytes())
            running.ask_to_end()
            events += reader.feed(stream.remainder())
            reader.end()
        assert running.end() == 0
    assert [each.type for each in events[:3]] == ["feed", "races", "countdown"]
    assert events[-1].type == "bye" and reader.oddities == []


def test_goodbye_ends_with_the_last_chunk():
    with Server() as running:
        running.wait_for_races(5)
        with HTTPStream(running, "/events") as stream:
            chunks = stream.chunks(3)
            running.ask_to_end()
            while chunks[-1]:
                chunks.append(stream.chunk())
            assert stream.remainder() in (b"", b"\r\n")
    events, reader = read(b"".join(chunks))
    bye = json.loads(events[-1].data)
    assert events[-1].type == "bye" and reader.oddities == []
    assert bye == {"reason": "shutdown", "retry": reader.retry} and 1_000 <= reader.retry <= 15_000


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A server whose feed has in every name what could break a stream."""
    file = tmp_path_factory.mktemp("feed") / "hostile.json"
    file.write_bytes(hostile_body())
    with Server("--feed", f"file:{file}") as running:
        running.wait_for_races(len(HOSTILE), "?count=20")
        yield running


def texts_of(board):
    """Per race, each field that the feed had filled with the same text."""
    return [{each["meeting"], each["name"], *each["venue"].values()} for each in board["races"]]


def test_hostile_names_break_no_event_and_come_out_as_they_went_in(hostile):
    events, reader = events_of(hostile, "/events?count=20&events=races,countdown,feed", count=4)
    assert [each.type for each in events] == ["feed", "races", "countdown", "countdown"]
    assert reader.last_event_id.isdigit() and 2_000 <= reader.retry <= 5_000
    board = json.loads(events[1].data)
    assert texts_of(board) == [{text} for text in HOSTILE.values()]
    ids = [each["id"] for each in board["races"]]
    assert ids == [f"{index}{text}" for index, text in enumerate(HOSTILE.values())]
    assert [each["id"] for each in json.loads(events[2].data)["races"]] == ids


def test_hostile_names_are_one_line_of_json(hostile):
    with HTTPStream(hostile, "/events.ndjson?count=20") as stream:
        lines = stream.chunks(4)
    for line in lines:
        assert line.endswith(b"}\n") and line.count(b"\n") == 1 and b"\r" not in line and b"\0" not in line
        assert "\u2028" not in line.decode() and "\u2029" not in line.decode()
    assert texts_of(json.loads(lines[1])) == [{text} for text in HOSTILE.values()]


def test_no_reader_of_lines_sees_more_lines(hostile):
    """Python's `str.splitlines`, which httpx takes for `iter_lines`, ends lines at more than LF."""
    with HTTPStream(hostile, "/events.ndjson?count=20") as stream:
        for line in stream.chunks(3):
            assert len(line.decode().splitlines()) == 1


def test_a_board_larger_than_any_queue_arrives_whole(hostile):
    """The long name makes a `races` of 0.8 MB; every connect gets all of it, and then goes on each second."""
    events, _ = events_of(hostile, "/events?count=20", count=5)
    assert len(events[1].data.encode()) > 800_000
    seconds = [json.loads(each.data)["now"] for each in events if each.type == "countdown"]
    # Whoever is still taking the first is not sent what has become old meanwhile.
    assert all(earlier < later for earlier, later in zip(seconds, seconds[1:]))


def test_hostile_names_can_be_announced(tmp_path):
    soon = int(time.time()) + 27
    texts = [HOSTILE["line ends"], HOSTILE["next line"]]
    file = tmp_path / "soon.json"
    file.write_bytes(body([summary(text, soon, number, text, text) for number, text in enumerate(texts, 1)]))
    with Server("--feed", f"file:{file}") as running:
        running.wait_for_races(2)
        with HTTPStream(running, "/events?events=announce") as stream:
            reader, events = EventStreamReader(), []
            while not events:
                events = reader.feed(stream.chunk())
    said = json.loads(events[0].data)
    assert events[0].type == "announce" and reader.oddities == [] and said["parts"][0]["races"] == texts
    assert said["text"].endswith(f" seconds: {texts[0]} race 1 and {texts[1]} race 2")


def test_a_feed_that_is_not_utf_8_does_not_break_the_stream(tmp_path):
    good, bad = next_minutes(2)
    file = tmp_path / "broken.json"
    file.write_bytes(body([summary("good", good), summary("bad", bad, 2, "Bro-ken")]).replace(b"Bro-ken", b"Bro\xffken"))
    with Server("--feed", f"file:{file}") as running:
        events, _ = events_of(running, count=3)
        assert [each.type for each in events] == ["feed", "races", "countdown"]


def test_half_a_surrogate_pair_costs_its_race_only(tmp_path):
    good, bad = next_minutes(2)
    file = tmp_path / "surrogate.json"
    file.write_bytes(body([summary("good", good), summary("bad", bad, 2, "\ud83c")]))
    with Server("--feed", f"file:{file}") as running:
        running.wait_for_races(1)
        events, _ = events_of(running, count=2)
        assert [each["id"] for each in json.loads(events[1].data)["races"]] == ["good"]
