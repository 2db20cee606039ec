"""Feeds that nobody controls: clear counts, bounded memory, and nothing of their text but text (contract section 7)."""
import http.server
import json
import re
import threading
import time

import pytest

from crowd import Witness, memory, metric, wait_until
from event_stream import read
from feeds import CATEGORY, HOSTILE, body, next_minutes, summary
from http_stream import HTTPStream
from processes import Server, fetch_json


@pytest.fixture
def feed():
    """A feed over HTTP whose answer can be changed: bytes, a number of zero bytes, or a function that makes bytes."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            answer = source.answer() if callable(source.answer) else source.answer
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            try:
                pieces = [answer] if isinstance(answer, bytes) else (bytes(1 << 20) for _ in range(answer >> 20))
                for piece in pieces:
                    self.wfile.write(piece)
            except OSError:
                pass

        def log_message(self, *_):
            pass

    source = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    source.answer = body([summary("good", next_minutes(1)[0])])
    threading.Thread(target=source.serve_forever, daemon=True).start()
    yield source
    source.shutdown()
    source.server_close()


@pytest.fixture
def server(feed):
    with Server("--feed", f"http://127.0.0.1:{feed.server_port}/", "--poll", 1) as running:
        running.wait_for_races(1)
        yield running


def many_races():
    """As many races as fit into a body that is taken, 30,000 and more."""
    start = next_minutes(1)[0]
    race = '"%d":{"race_id":"%d","race_number":1,"meeting_name":"M","category_id":"' + CATEGORY + \
        '","advertised_start":{"seconds":' + str(start) + "}}"
    races = []
    size = 0
    while size < (4 << 20) - 400:
        races.append(race % (len(races), len(races)))
        size += len(races[-1]) + 1
    return ('{"status":200,"data":{"next_to_go_ids":[],"race_summaries":{' + ",".join(races) + "}}}").encode()


def deep(count):
    return b'{"status":200,"data":' + b"[" * count + b"]" * count + b"}"


# What comes, and what is said of it.
USELESS = {
    "100 MB": (100 << 20, "body over 4 MiB"),
    "as deep as it is long": (deep(1 << 20), "the answer is not JSON"),
    "a million ids": (b'{"status":200,"data":{"race_summaries":{},"next_to_go_ids":[' + b"1," * 1_000_000 + b"1]}}",
                      "the answer would take too long to read"),
    "a page": (b"<!doctype html><title>Moved</title>", "the answer is not JSON"),
}


@pytest.mark.parametrize("answer, reason", USELESS.values(), ids=USELESS)
def test_an_answer_of_no_use_changes_nothing_and_takes_no_room(server, feed, answer, reason):
    before = memory(server)
    feed.answer = answer
    server.wait_for(re.escape(reason), 15)
    time.sleep(3)
    assert [race["id"] for race in server.races()["races"]] == ["good"]
    assert metric(server, "nexttogo_polls_total", outcome="failed") >= 1
    assert memory(server) - before < 120
    feed.answer = body([summary("back", next_minutes(1)[0])])
    wait_until(lambda: "back" in [race["id"] for race in server.races("?count=20")["races"]], 25)


@pytest.mark.short
def test_more_races_than_anybody_runs_are_cut_and_counted(server, feed):
    before = memory(server)
    feed.answer = many_races()
    wait_until(lambda: metric(server, "nexttogo_races_skipped_total", reason="beyond_limit") > 10_000, 25)
    wait_until(lambda: len(server.races("?count=20")["races"]) == 20, 5)
    assert metric(server, "nexttogo_polls_total", outcome="failed") == 0
    assert memory(server) - before < 250
    # As many as are named within an hour, once.
    wait_until(lambda: any("more races skipped than are named" in line for line in server.lines))
    said = len(server.lines)
    assert sum("race skipped: beyond_limit" in line for line in server.lines) == 1_000 and said < 1_020
    polls = metric(server, "nexttogo_polls_total")
    wait_until(lambda: metric(server, "nexttogo_polls_total") > polls, 60)
    assert len(server.lines) == said, "each answer fills the log"
    assert fetch_json(server.url + "/healthz") is not None


def all_new(starts_differ):
    """Makes bodies as large as are taken, of races that nobody has heard of, each time."""
    number = 0

    def make():
        nonlocal number
        number += 1
        start = next_minutes(1)[0]
        return body([summary(f"{number}-{index}", start + (index if starts_differ else 0), 1, "M", "n" * 1_000)
                     for index in range(3_000)])
    return make


# The first are delisted with the second poll that does not name them, and fill the history; the others may only have
# been cut off, and fill the card.
@pytest.mark.timeout(400)
@pytest.mark.parametrize("starts_differ, what", [(True, "card"), (False, "race")])
def test_new_names_with_every_poll_do_not_fill_the_history(feed, tmp_path, starts_differ, what):
    state = tmp_path / "state"
    options = ["--feed", f"http://127.0.0.1:{feed.server_port}/", "--poll", 1, "--state", state]
    feed.answer = all_new(starts_differ)
    with Server(*options) as server:
        server.wait_for_races(5, seconds=20)
        # Bodies of 4 MiB every second keep a debug build busy.
        wait_until(lambda: metric(server, "nexttogo_history_forgotten_total", what=what) > 3, 300)
        limit = metric(server, "nexttogo_history_limit_bytes")
        most, before = memory(server), metric(server, "nexttogo_polls_total")
        with Witness(server) as witness:
            while metric(server, "nexttogo_polls_total") < before + 8:
                # What the last quarter of a minute brought is kept besides.
                assert metric(server, "nexttogo_history_bytes") < 1.5 * limit
                time.sleep(0.5)
            assert memory(server) < most + 200, "it goes on growing"
            witness.expect_no_gap()
        assert memory(server) < 800
        assert metric(server, "nexttogo_polls_total", outcome="failed") == 0
        assert sum(f"the {'history' if what == 'card' else 'card'} has no room" in line for line in server.lines) == 1
        known = int(time.time()) - metric(server, "nexttogo_history_seconds")
        with HTTPStream(server, "/events", Last_Event_ID=str(int(known) - 60)) as stream:
            assert b'"reset":true' in b"".join(stream.chunks(2))
    file = state / "card-history.json"
    assert 1 << 20 < file.stat().st_size <= 16 << 20
    with Server(*options) as server:
        server.wait_for("the state was read")


# A fault in one race each, and under which reason it is counted.
FAULTS = {
    "1970": ({"advertised_start": {"seconds": 0}}, "start_absurd"),
    "9999": ({"advertised_start": {"seconds": 253_402_300_799}}, "start_absurd"),
    "beyond Int64": ({"advertised_start": {"seconds": 9_223_372_036_854_775_808}}, "start_absurd"),
    "number beyond Int64": ({"race_number": 9_223_372_036_854_775_808}, "no_number"),
    "text for a start": ({"advertised_start": {"seconds": "soon"}}, "start_not_a_number"),
    "lone surrogate": ({"meeting_name": "\ud800"}, "bad_text"),
    "unknown category": ({"category_id": "\u001b[2J"}, "unknown_category"),
}


@pytest.mark.short
def test_faulty_races_are_skipped_counted_and_named_in_one_printable_line(server, feed):
    start = next_minutes(1)[0]
    faulty = [summary(f"bad\u001b[31m\r\n\u202e{name}", start) | fault for name, (fault, _) in FAULTS.items()]
    feed.answer = body([summary("good", start), *faulty])
    reasons = [reason for _, reason in FAULTS.values()]
    for reason in set(reasons):
        wait_until(lambda: metric(server, "nexttogo_races_skipped_total", reason=reason) >= reasons.count(reason), 10)
    assert [race["id"] for race in server.races()["races"]] == ["good"]
    wait_until(lambda: sum("race skipped" in line for line in server.lines) == len(FAULTS))
    assert all(line.isprintable() for line in server.lines), server.lines


@pytest.mark.short
def test_hostile_names_reach_a_terminal_as_text_only(tmp_path):
    starts = next_minutes(len(HOSTILE))
    texts = {name: text[:10_000] for name, text in HOSTILE.items()} | {"10 kB": "\u001b]0;" + "x" * 10_000}
    file = tmp_path / "feed.json"
    file.write_bytes(body([summary(f"{index}{text}", starts[0] + index, index + 1, text, text, (text, text, text))
                           for index, text in enumerate(texts.values())]))
    with Server("--feed", f"file:{file}") as server:
        server.wait_for_races(len(texts), "?count=20")
        for target in ("/board.txt?count=20", "/board.txt?count=20&width=20", "/board?count=20&ansi=0"):
            picture = picture_of(server, target)
            assert len(picture.splitlines()) == picture.count("\n"), target
            assert all(character.isprintable() or character == "\n" for character in picture), target
        live = picture_of(server, "/board?count=20&width=80")
        # Only what the board itself says to a terminal: places, attributes, and what is cleared.
        assert "\u001b" not in re.sub(r"\u001b\[[0-9;?]*[A-Za-z]", "", live)
        assert "\u001b[31mx" not in live and "\u001b]" not in live and "\u202e" not in live and "\u009b" not in live
        with HTTPStream(server, "/events?count=20&events=races") as stream:
            events, reader = read(stream.chunk())
        assert reader.oddities == [] and len(events) == 1
        assert [race["meeting"] for race in json.loads(events[0].data)["races"]] == list(texts.values())


def picture_of(server, target):
    with HTTPStream(server, target, Connection="close") as stream:
        if "chunked" in stream.fields.get("transfer-encoding", ""):
            return stream.chunk().decode()
        return stream.remainder().decode()
