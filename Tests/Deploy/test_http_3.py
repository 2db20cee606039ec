"""Streams over HTTP/3 through Caddy, to a client that nobody here wrote."""
import asyncio
import json
import ssl
import time

import pytest
from aioquic.asyncio import QuicConnectionProtocol, connect
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration

from conftest import folder
from event_stream import EventStreamReader
from networks import inside
from sites import CaddySite

COUNT = 5


class Client(QuicConnectionProtocol):
    """One request, and its answer as it comes."""

    def ask(self, authority, path):
        self.answer = asyncio.Queue()
        self._http = H3Connection(self._quic)
        stream = self._quic.get_next_available_stream_id()
        self._http.send_headers(stream, [(b":method", b"GET"), (b":scheme", b"https"), (b":authority", authority.encode()),
                                         (b":path", path.encode())], end_stream=True)
        self.transmit()

    def quic_event_received(self, event):
        for each in self._http.handle_event(event) if hasattr(self, "_http") else ():
            if isinstance(each, HeadersReceived):
                self.answer.put_nowait(dict(each.headers))
            elif isinstance(each, DataReceived):
                self.answer.put_nowait(each.data)


async def read(address, path, enough):
    settings = QuicConfiguration(alpn_protocols=H3_ALPN, is_client=True, verify_mode=ssl.CERT_NONE, server_name="localhost")
    async with connect(address, 443, configuration=settings, create_protocol=Client) as client:
        client.ask("localhost", path)
        fields = await asyncio.wait_for(client.answer.get(), 10)
        parts = []
        while not enough(parts):
            parts.append((await asyncio.wait_for(client.answer.get(), 10), time.time()))
        return fields, parts


@pytest.fixture(scope="module")
def caddy(tmp_path_factory):
    with CaddySite(folder(tmp_path_factory, "caddy")) as running:
        yield running.wait_for_races()


def test_browsers_are_told_of_it(caddy):
    assert 'h3=":443"' in caddy.get("/")[1]["Alt-Svc"]


@pytest.mark.parametrize("path", ["/events", "/racing/events"])
def test_every_event_comes_in_its_second(caddy, path):
    with inside(caddy.networks.outside):
        fields, parts = asyncio.run(read(
            caddy.project.addresses["caddy"], path,
            lambda parts: b"".join(data for data, _ in parts).count(b"event: countdown\n") >= COUNT))
    assert fields[b":status"] == b"200" and fields[b"content-type"] == b"text/event-stream"
    reader, late = EventStreamReader(), []
    for data, at in parts:
        late += [at - json.loads(event.data)["now"] for event in reader.feed(data) if event.type == "countdown"]
    # The first is of a second that had begun before.
    assert len(late) == COUNT and all(0 <= each < 0.9 for each in late[1:]), late
    assert reader.oddities == []
