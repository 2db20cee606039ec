"""Clients that are slow, greedy or gone: each gets what the contract says (section 8), and nobody else notices."""
import shutil
import socket
import subprocess
import time

import pytest

from crowd import connect, descriptors, everything, memory, metric, processor_seconds, request, wait_until
from processes import environment


@pytest.mark.short
def test_heads_that_take_too_long_are_a_408(besieged):
    clients = [connect(besieged) for _ in range(100)]
    begun = time.monotonic()
    for client in clients:
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
    # A byte now and then is no reason to wait longer.
    while time.monotonic() - begun < 8:
        clients[0].sendall(b"X")
        time.sleep(1)
    for client in clients:
        received, _ = everything(client)
        assert received.startswith(b"HTTP/1.1 408 ") and b"Connection: close\r\n" in received
    assert 9 < time.monotonic() - begun < 14


@pytest.mark.short
def test_connections_that_send_nothing_are_closed_silently(besieged):
    clients = [connect(besieged) for _ in range(1_000)]
    begun = time.monotonic()
    before = processor_seconds(besieged)
    assert [everything(client)[0] for client in clients] == [b""] * len(clients)
    assert 8 < time.monotonic() - begun < 16
    assert processor_seconds(besieged) - before < 5


@pytest.mark.short
def test_a_head_that_never_ends_is_bounded(besieged):
    with connect(besieged) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
        received = b""
        try:
            for _ in range(10_000):
                client.sendall(b"X-a: " + b"b" * 100 + b"\r\n")
            received, _ = everything(client)
        except ConnectionError:
            pass
        assert received == b"" or received.startswith(b"HTTP/1.1 431 ")
    with connect(besieged) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X-a: b\r\n" * 64)
        assert everything(client)[0].startswith(b"HTTP/1.1 431 ")


def test_readers_that_do_not_read_are_bounded_and_left_behind(besieged):
    before = memory(besieged)
    clients = [connect(besieged, receive_buffer=4_096) for _ in range(300)]
    for client in clients:
        client.sendall(request("/events?count=20"))
    time.sleep(12)
    assert memory(besieged) - before < 60, "a queue for each reader grows"
    wait_until(lambda: metric(besieged, "nexttogo_conflated_total") > 0, 20)
    for client in clients:
        client.close()
    wait_until(lambda: metric(besieged, "nexttogo_subscribers") == 1, 5)


def test_a_reader_that_stalls_on_a_quiet_stream_is_ended_too(besieged):
    """Its socket goes on taking the few bytes that come: the kernel has to notice (tcp(7), TCP_USER_TIMEOUT)."""
    with connect(besieged, receive_buffer=1) as client:
        client.sendall(request("/events?events=races,feed&count=20"))
        begun = time.monotonic()
        wait_until(lambda: metric(besieged, "nexttogo_subscribers") == 2, 5)
        wait_until(lambda: metric(besieged, "nexttogo_subscribers") == 1, 70)
        assert time.monotonic() - begun > 25
    assert metric(besieged, "nexttogo_streams_closed_total", reason="slow") == 1


@pytest.mark.short
def test_clients_that_have_closed_their_half_are_served_or_ended(besieged):
    for target in ("/races", "/events"):
        with connect(besieged) as client:
            client.sendall(request(target, Connection="close"))
            client.shutdown(socket.SHUT_WR)
            assert client.recv(16).startswith(b"HTTP/1.1 200")
    with connect(besieged) as client:
        client.sendall(b"GET / HT")
        client.shutdown(socket.SHUT_WR)
        received, seconds = everything(client)
        assert seconds < 12 and (received == b"" or received.startswith(b"HTTP/1.1 4"))


@pytest.mark.short
def test_ten_thousand_that_connect_and_drop_leave_nothing_behind(besieged):
    held, before = descriptors(besieged), memory(besieged)
    for index in range(10_000):
        client = connect(besieged)
        if index % 2:
            client.sendall(request("/events") if index % 4 == 1 else b"GET /ev")
        if index % 3 == 0:
            # Reset instead of a polite end (socket(7), SO_LINGER).
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()
    wait_until(lambda: descriptors(besieged) <= held + 3, 15)
    wait_until(lambda: metric(besieged, "nexttogo_subscribers") == 1, 5)
    assert memory(besieged) - before < 40


MODES = {"heads": ["-H"], "bodies": ["-B"], "reads": ["-X", "-w", "512", "-y", "1024", "-n", "5", "-z", "32", "-k", "3"]}


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_slowhttptest_finds_the_server_available(besieged, mode, tmp_path):
    tool = shutil.which("slowhttptest")
    if not tool:
        pytest.skip("slowhttptest is not installed")
    target = "/openapi.json" if "-X" in mode else "/"
    output = subprocess.run(
        [tool, *mode, "-c", "400", "-r", "200", "-l", "12", "-i", "2", "-p", "3", "-u", besieged.url + target,
         "-o", tmp_path / "stats"], capture_output=True, text=True, timeout=60, env=environment()).stdout
    available = [line for line in output.splitlines() if "service available:" in line]
    assert available and all("YES" in line for line in available), output[-1_500:]
