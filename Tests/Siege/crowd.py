"""Clients of every temper, many at a time, and one that watches what the others do to it."""
import json
import os
import socket
import threading
import time

from prometheus_client.parser import text_string_to_metric_families
import requests

from http_stream import HTTPStream


def connect(server, receive_buffer=None):
    """A connection of a client, small in what its kernel takes if that is asked for."""
    client = socket.socket()
    if receive_buffer:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    client.settimeout(15)
    client.connect(("127.0.0.1", server.port))
    return client


def request(target, **fields):
    lines = [f"GET {target} HTTP/1.1", "Host: a", *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def everything(client):
    """All that comes until the end, and how long that takes."""
    begun, received = time.monotonic(), b""
    try:
        while data := client.recv(1 << 16):
            received += data
    except ConnectionError:
        pass
    return received, time.monotonic() - begun


def metric(server, name, **labels):
    """A figure of /metrics, summed over what the labels leave open."""
    text = requests.get(server.url + "/metrics", timeout=10).text
    families = text_string_to_metric_families(text)
    return sum(sample.value for family in families for sample in family.samples
               if sample.name == name and labels.items() <= sample.labels.items())


def wait_until(holds, seconds=10):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.1)


def processor_seconds(server):
    """Time on a processor so far (proc(5), stat, fields 14 and 15)."""
    with open(f"/proc/{server.process.pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(server):
    """Megabytes in memory (proc(5), status, VmRSS)."""
    with open(f"/proc/{server.process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1_024


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


class Witness:
    """A client that was there before, and has to get every second: its countdowns are counted without a gap."""

    def __init__(self, server):
        self.seconds = []
        self._stream = HTTPStream(server, "/events?events=countdown", seconds=30)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        try:
            while chunk := self._stream.chunk():
                if b"event: countdown" in chunk:
                    self.seconds.append(json.loads(chunk.split(b"data: ", 1)[1])["now"])
        except (OSError, AssertionError, ValueError):
            pass

    def expect_no_gap(self):
        time.sleep(1.2)
        assert self._thread.is_alive(), "the stream of a client that was there before has ended"
        assert len(self.seconds) >= 2
        gaps = [later - earlier for earlier, later in zip(self.seconds, self.seconds[1:])]
        assert set(gaps) == {1}, f"seconds between frames: {gaps}"
        assert time.time() - self.seconds[-1] < 2.5

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stream.socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
        self._stream.socket.close()
