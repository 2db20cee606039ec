"""Every row of the table of request heads, over a socket against the real server, alone and behind proxies: nobody
disagrees about where a request ends."""
import time

import pytest
from prometheus_client.parser import text_string_to_metric_families
import requests

from processes import Server
from proxies import CADDY, NGINX, Caddy, Nginx
from recorder import Recorder
from request_heads import DETAILS, MARKER, ROWS, answers, is_marker, methods_of, talk

every_row = pytest.mark.parametrize("row", ROWS, ids=[row.rule for row in ROWS])


@pytest.fixture(scope="module")
def own_server():
    """A server that nobody else asks, so that its counts are those of the rows."""
    with Server() as running:
        yield running


def expect(row, received):
    """What the contract wants on a connection that sends a row and then the marker."""
    found = answers(received, methods_of(row.data))
    statuses = [each.status for each in found]
    if row.status:
        assert statuses == [row.status]
        assert row.data.startswith(b"HEAD ") or row.detail in found[0].body.decode()
        assert found[0].fields["connection"] == "close"
        return
    assert not any(detail in each.body.decode() for each in found for detail in DETAILS)
    own = 1 + (row.end < len(row.data))
    stays = b" HTTP/1.0\r\n" not in row.data
    assert len(found) == own + stays
    assert [is_marker(each) for each in found] == [False] * own + [True] * stays


@every_row
def test_a_row_in_one_piece(own_server, row):
    expect(row, talk(own_server.port, [row.data + MARKER]))


@every_row
def test_a_row_byte_by_byte(own_server, row):
    bytewise = [bytes([byte]) for byte in row.data[:600]]
    expect(row, talk(own_server.port, [*bytewise, row.data[600:] + MARKER]))


def counts(server):
    """Heads understood, and refused by status."""
    text = requests.get(server.url + "/metrics", timeout=5).text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    refused = {int(each.labels["status"]): each.value for each in families["nexttogo_requests_refused"].samples}
    return families["nexttogo_requests"].samples[0].value, refused


def test_the_rows_are_counted():
    with Server() as running:
        for row in ROWS:
            talk(running.port, [row.data + MARKER])
        # Figures are put together once a second.
        end = time.monotonic() + 5
        refused = {status: sum(row.status == status for row in ROWS) for status in {row.status for row in ROWS} - {None}}
        while counts(running)[1] != refused and time.monotonic() < end:
            time.sleep(0.3)
        assert counts(running)[1] == refused


@pytest.fixture(scope="module")
def fronts(own_server, tmp_path_factory):
    """Each proxy with a recorder between it and the server, so that one's view can be held against the other's."""
    running = {}
    for name, program, kind in (("nginx", NGINX, Nginx), ("caddy", CADDY, Caddy)):
        if program:
            recorder = Recorder(own_server.port)
            running[name] = (kind(tmp_path_factory.mktemp(name), recorder.url), recorder)
    yield running
    for proxy, recorder in running.values():
        proxy.end()
        recorder.close()


FRONTS = [("nginx", "plain"), ("nginx", "kept"), ("caddy", "plain")]


@pytest.mark.parametrize("front", FRONTS, ids="-".join)
@every_row
def test_a_proxy_and_the_server_agree_where_a_request_ends(fronts, front, row):
    name, way = front
    if name not in fronts:
        pytest.skip(f"{name} is not installed")
    proxy, recorder = fronts[name]
    recorder.taken()
    received = talk(int(proxy.urls[way].rsplit(":", 1)[1]), [row.data + MARKER])
    forwarded = exchanges(recorder)
    # One request, one answer, in turn: neither did the server see two where the proxy saw one, nor less than it.
    for asked, answered in forwarded:
        method = asked.split(b" ")[0].decode("latin-1")
        assert len(answers(answered, [method])) == 1, f"asked {asked!r}, answered {answered!r}"
        assert one_request(asked), asked
    markers = sum(asked.startswith(b"GET /openapi.json?_=marker ") for asked, _ in forwarded)
    own = 1 + (row.status is None and row.end < len(row.data))
    assert len(forwarded) - markers <= own
    # A request without a version is one of HTTP/0.9 to nginx, and its answer has no head.
    if received and not received.startswith(b"HTTP/") and b" HTTP/1" not in row.data.split(b"\n")[0]:
        assert len(forwarded) == 1 and markers == 0
        return
    # The client has had an answer for each, and the marker's at most once, as the last.
    told = answers(received, methods_of(row.data))
    assert [is_marker(each) for each in told[-1:]] == [True] if markers else not any(map(is_marker, told))
    assert markers <= 1 and len(told) >= len(forwarded)


def exchanges(recorder, seconds=2):
    """What a proxy asked with what it was answered, in turn, once nothing is under way any more."""
    said, end = [], time.monotonic() + seconds
    conversations = recorder.conversations
    while any(turns and turns[-1][0] == "asked" for turns in list(conversations)) and time.monotonic() < end:
        time.sleep(0.01)
    for turns in recorder.taken():
        assert [side for side, _ in turns] == ["asked", "answered"] * (len(turns) // 2), turns
        said += [(turns[index][1], turns[index + 1][1]) for index in range(0, len(turns), 2)]
    return said


def one_request(asked):
    """Whether a proxy's bytes are one head and the content that it announces (RFC 9112 6.3)."""
    head, _, content = asked.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    return len(content) == int(fields.get(b"content-length", 0)) or b"transfer-encoding" in fields
