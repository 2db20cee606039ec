"""Out of descriptors, out of luck with files: a clear line, no spinning, and recovery by itself."""
import os
import signal
import socket
import time

import pytest

from crowd import connect, everything, metric, processor_seconds, request, wait_until
from processes import BINARY, ROOT, Program, Server, environment

pytestmark = pytest.mark.short

FEW = ["/bin/sh", "-c", 'ulimit -n 64; exec "$0" "$@"']


def test_two_hundred_clients_and_64_descriptors():
    with Server(through=FEW) as server:
        server.wait_for_races(5)
        clients = [connect(server) for _ in range(200)]
        for client in clients:
            client.sendall(request("/events"))
        time.sleep(1)
        before, seconds = processor_seconds(server), 4
        time.sleep(seconds)
        assert (processor_seconds(server) - before) / seconds < 0.05, "it spins"
        shortages = [line for line in server.lines if "out of descriptors" in line]
        assert len(shortages) == 1, shortages
        for client in clients:
            client.close()
        wait_until(lambda: metric(server, "nexttogo_subscribers") == 0, 20)
        with connect(server) as client:
            client.sendall(request("/events"))
            assert client.recv(16).startswith(b"HTTP/1.1 200")
        assert metric(server, "nexttogo_accept_pauses_total") >= 1


def ended(*options, seconds=10):
    """Exit status and lines of a server that does not come to listen."""
    with Program([BINARY, "--port", 0, "--threads", 1, *options], env=environment()) as program:
        status = program.process.wait(seconds)
        program._reader.join(2)
        return status, program.lines


def expect_one_line(result, *words):
    status, lines = result
    assert status == 1 and len(lines) == 1, (status, lines)
    assert all(str(word) in lines[0] for word in words), lines


def test_a_port_in_use_is_said_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        expect_one_line(ended("--port", port, "--public", ROOT / "public"), f":{port}", "in use")


def test_a_feed_file_that_cannot_be_read_is_said_in_one_line(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path / "missing", tmp_path, pipe):
        expect_one_line(ended("--public", ROOT / "public", "--feed", f"file:{path}"), path)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html>")
    return tmp_path


def test_a_pipe_among_the_files_of_the_page_is_said_in_one_line(folder):
    os.mkfifo(folder / "pipe")
    expect_one_line(ended("--public", folder), folder / "pipe", "Not a regular file")


def test_a_huge_file_of_the_page_is_said_in_one_line_and_not_read(folder):
    with open(folder / "huge.bin", "wb") as file:
        file.truncate(1 << 40)
    begun = time.monotonic()
    expect_one_line(ended("--public", folder), folder / "huge.bin", "16 MiB")
    assert time.monotonic() - begun < 3


def test_a_page_that_goes_bad_stays_as_it_was(folder):
    with Server("--public", folder) as server:
        os.mkfifo(folder / "pipe")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("Not a regular file; the page stays as it was")
        with connect(server) as client:
            client.sendall(request("/", Connection="close"))
            assert everything(client)[0].endswith(b"<!doctype html>")
