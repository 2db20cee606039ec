"""A bare HTTP client: the bytes of a stream as they were framed, for tests of the framing itself."""
import socket
import time


class HTTPStream:
    """One request on a socket; the head, then chunks (HTTP/1.1) or bytes until the end (HTTP/1.0)."""

    def __init__(self, server, target, version="1.1", method="GET", seconds=10, **fields):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=seconds)
        lines = [f"{method} {target} HTTP/{version}", f"Host: 127.0.0.1:{server.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.rest = b""
        self.asked = time.monotonic()
        head = self._until(b"\r\n\r\n").decode("ascii")
        status, *fields = head.rstrip().split("\r\n")
        self.status = int(status.split()[1])
        self.fields = {}
        for field in fields:
            name, value = field.split(": ", 1)
            assert name.lower() not in self.fields, f"{name} twice"
            self.fields[name.lower()] = value

    def _more(self):
        data = self.socket.recv(65_536)
        self.rest += data
        return data

    def _until(self, mark):
        while mark not in self.rest:
            assert self._more(), f"the end before {mark!r}: {self.rest[-200:]!r}"
        taken, _, self.rest = self.rest.partition(mark)
        return taken + mark

    def _take(self, count):
        while len(self.rest) < count:
            assert self._more(), f"the end inside a chunk: {self.rest[-200:]!r}"
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def chunk(self):
        """The next chunk's bytes; empty for the last one."""
        size = int(self._until(b"\r\n")[:-2], 16)
        data = self._take(size + 2)
        assert data.endswith(b"\r\n")
        return data[:-2]

    def chunks(self, count):
        return [self.chunk() for _ in range(count)]

    def bytes(self):
        """What has come, or comes next, without any framing; empty at the end."""
        if not self.rest:
            self._more()
        taken, self.rest = self.rest, b""
        return taken

    def remainder(self):
        """Everything up to the end of the connection."""
        while self._more():
            pass
        taken, self.rest = self.rest, b""
        return taken

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
