"""At capacity: newcomers get the contract's answer (sections 5 and 8), and nobody connected is touched."""
import json

import pytest

from crowd import Witness, connect, metric, request, wait_until
from event_stream import read
from http_stream import HTTPStream
from processes import Server

pytestmark = pytest.mark.short


def expect_busy(server, **fields):
    """What each kind of stream says to one for whom there is no room."""
    with HTTPStream(server, "/events", **fields) as stream:
        assert stream.status == 200 and stream.fields["content-type"] == "text/event-stream"
        events, reader = read(stream.chunk())
        assert stream.chunk() == b""
    assert [each.type for each in events] == ["bye"] and reader.oddities == []
    bye = json.loads(events[0].data)
    assert bye == {"reason": "busy", "retry": reader.retry} and 10_000 <= bye["retry"] <= 30_000
    for target in ("/events.ndjson", "/board"):
        with HTTPStream(server, target, Connection="close", **fields) as stream:
            assert stream.status == 503 and 10 <= int(stream.fields["retry-after"]) <= 30
            assert stream.fields["content-type"] == "application/problem+json"


def opened(server, count, **fields):
    streams = [HTTPStream(server, "/events", **fields) for _ in range(count)]
    assert [stream.status for stream in streams] == [200] * count
    for stream in streams:
        assert b"event: bye" not in stream.chunk()
    return streams


def test_over_the_limit_of_all():
    with Server("--max-subscribers", 50) as server:
        server.wait_for_races(5)
        with Witness(server) as witness:
            streams = opened(server, 49)
            for _ in range(20):
                expect_busy(server)
            assert server.races()["races"], "short answers go on"
            witness.expect_no_gap()
            assert metric(server, "nexttogo_streams_closed_total") == 0
            for stream in streams:
                assert b"event: bye" not in b"".join(stream.chunks(3))
                stream.socket.close()
            wait_until(lambda: metric(server, "nexttogo_subscribers") == 1, 5)
            for stream in opened(server, 49):
                stream.socket.close()


def test_over_the_limit_of_an_address():
    with Server("--max-per-address", 3) as server:
        server.wait_for_races(5)
        with Witness(server) as witness:
            streams = opened(server, 2)
            expect_busy(server)
            # What nobody trusted says of an address counts for nothing.
            expect_busy(server, X_Forwarded_For="192.0.2.1")
            witness.expect_no_gap()
            assert metric(server, "nexttogo_streams_refused_total", reason="address") >= 3
            for stream in streams:
                stream.socket.close()


def test_behind_a_trusted_proxy_each_client_has_its_own_room():
    with Server("--max-per-address", 2, "--trusted-proxy", "127.0.0.0/8") as server:
        server.wait_for_races(5)
        streams = opened(server, 2, X_Forwarded_For="192.0.2.1")
        expect_busy(server, X_Forwarded_For="192.0.2.1")
        # What the client itself wrote in front does not help it.
        expect_busy(server, X_Forwarded_For="198.51.100.7, 192.0.2.1")
        streams += opened(server, 2, X_Forwarded_For="192.0.2.2")
        # Of IPv6 a /64 is one address.
        streams += opened(server, 2, X_Forwarded_For="2001:db8::1")
        expect_busy(server, X_Forwarded_For="2001:db8::ffff")
        for stream in streams:
            stream.socket.close()


def test_more_bytes_after_a_stream_s_request_are_ignored_and_bounded():
    with Server() as server:
        server.wait_for_races(5)
        with connect(server) as client:
            client.sendall(request("/events?events=feed") + b"x" * 60_000)
            assert client.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
            client.settimeout(1)
            with pytest.raises(TimeoutError):
                while client.recv(1 << 16):
                    pass
            client.settimeout(10)
