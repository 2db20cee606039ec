"""The table of request heads that the parser is tested with (Tests/HTTPServerTests), as bytes for sockets."""
import collections
import json
import socket

from processes import ROOT

Row = collections.namedtuple("Row", "rule data status detail end")
Answer = collections.namedtuple("Answer", "status fields body")

# A request that no row contains, and whose answer nobody takes for another.
MARKER = b"GET /openapi.json?_=marker HTTP/1.1\r\nHost: marker.example\r\nConnection: close\r\n\r\n"


def _load():
    rows = json.loads((ROOT / "Tests/HTTPServerTests/request-heads.json").read_text())
    # Those under other limits than the server's are for the parser alone.
    return [Row(each["rule"], b"".join(run["text"].encode("latin-1") * run["times"] for run in each["bytes"]),
                each["status"], each["detail"], each["end"]) for each in rows if each["usualLimits"]]


ROWS = _load()
DETAILS = {row.detail for row in ROWS if row.detail}


def is_marker(answer):
    return answer.status == 200 and b'"openapi":' in answer.body[:200]


def talk(port, pieces, seconds=3):
    """Sends the pieces, and returns what comes until the end, or until nothing has come for some seconds."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for piece in pieces:
                connection.sendall(piece)
            while data := connection.recv(1 << 16):
                received += data
        except TimeoutError:
            pass
        except ConnectionError:
            # Whoever is refused may find the connection closed while the rest is still being sent.
            pass
    return received


def answers(received, methods):
    """The answers in a row; `methods` are those of the requests, as far as they can be told (RFC 9112 6.3)."""
    found = []
    while received:
        head, mark, received = received.partition(b"\r\n\r\n")
        assert mark, f"no end of a head: {head[:200]!r}"
        status, *lines = head.decode("latin-1").split("\r\n")
        assert status.startswith("HTTP/1."), f"no answer: {status[:80]!r}"
        status = int(status.split()[1])
        fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        is_bodiless = methods[len(found)] == "HEAD" if len(found) < len(methods) else False
        length = 0
        if status == 100:
            continue
        if not is_bodiless and status not in (204, 304):
            if fields.get("transfer-encoding") == "chunked":
                body, received = _chunked(received)
                found.append(Answer(status, fields, body))
                continue
            length = int(fields.get("content-length", len(received)))
        assert length <= len(received), f"a body that is cut off: {received[-80:]!r}"
        found.append(Answer(status, fields, received[:length]))
        received = received[length:]
    return found


def _chunked(received):
    body = b""
    while True:
        size, _, received = received.partition(b"\r\n")
        size = int(size, 16)
        body, received = body + received[:size], received[size + 2:]
        if size == 0:
            return body, received


def methods_of(data):
    """Of the requests in bytes that a parser accepts."""
    return [head.lstrip(b"\r\n").split(b" ")[0].decode("latin-1") for head in data.split(b"\r\n\r\n") if head]
