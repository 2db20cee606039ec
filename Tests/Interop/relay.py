"""A way between a client and a server that shows what was asked, and that can break."""
import socket
import threading


class Relay:
    """Passes bytes on; `requests` are the heads that came by, `cut` breaks every connection of this moment."""

    def __init__(self, port):
        self.target = ("127.0.0.1", port)
        self.requests = []
        self.pairs = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                server = socket.create_connection(self.target, timeout=10)
            except OSError:
                return
            server.settimeout(None)
            self.pairs.append((client, server))
            threading.Thread(target=self._pass, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, False), daemon=True).start()

    def _pass(self, source, sink, notes):
        try:
            while data := source.recv(65_536):
                if notes:
                    self.requests.append(data.decode("utf-8", "replace"))
                sink.sendall(data)
        except OSError:
            pass
        for each in (source, sink):
            _break(each)

    def cut(self):
        pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for each in pair:
                _break(each)

    def header(self, name):
        """The values of a header field over all requests; None where a request had none."""
        values = []
        for head in self.requests:
            fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            values.append(fields.get(name.lower()))
        return values

    def close(self):
        _break(self.listener)
        self.listener.close()
        self.cut()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _break(each):
    try:
        each.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
