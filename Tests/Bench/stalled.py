"""Readers that take nothing beside readers that take everything."""
import contextlib
import pathlib
import re
import socket
import time

import rounds

# Every event there is, into the smallest buffer there is: full within seconds. The kernel ends such a reader 30 s later,
# so that it is written to as long as it is measured.
TARGET = "/events?count=20"
FULL_AFTER = 10


def place(server):
    host, port = re.match(r"http://([\d.]+):(\d+)", server.url).groups()
    return host, int(port)


@contextlib.contextmanager
def readers(server, count):
    """So many streams with a small buffer, of which nobody reads a byte."""
    host, port = place(server)
    clients = []
    try:
        for _ in range(count):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            clients.append(client)
            client.connect((host, port))
            client.sendall(f"GET {TARGET} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        time.sleep(FULL_AFTER)
        yield
    finally:
        for client in clients:
            client.close()


def resident_bytes(process):
    """proc(5), status."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"^VmRSS:\s*(\d+) kB", status, re.M)[1]) * 1_024


def queued_bytes(server):
    """The most that our side of any connection holds for its reader: tx_queue of proc(5), net/tcp."""
    _, port = place(server)
    rows = (line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:])
    return max((int(row[4].split(":")[0], 16) for row in rows if int(row[1].split(":")[1], 16) == port), default=0)


def measure(binary, contender, good, stalled, seconds, rate=4_000):
    """The good ones without the others and with them, at one server."""
    with contender.run(0) as server:
        alone = rounds.swarm(binary, server, good, seconds, rate)
        before = resident_bytes(server.pid)
        with readers(server, stalled):
            queued = queued_bytes(server)
            beside = rounds.swarm(binary, server, good, seconds, rate)
            grown = resident_bytes(server.pid) - before
    for report in (alone, beside):
        report.update(contender=contender.key, subscribers=good)
        rounds.say(rounds.line(contender, report))
    return {"stalled": stalled, "good": good, "alone": alone, "beside": beside, "residentBytesEach": grown / stalled,
            "queuedBytesAtMost": queued}
