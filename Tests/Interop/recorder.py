"""A way between a proxy and a server that notes who says what, in turn."""
import socket
import threading


class Recorder:
    """Passes bytes on. `conversations` has a list for each connection, of bytes asked and bytes answered in turn."""

    def __init__(self, port):
        self.conversations = []
        self._target = ("127.0.0.1", port)
        self._lock = threading.Lock()
        self._sockets = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
            except OSError:
                return
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            turns = []
            with self._lock:
                self.conversations.append(turns)
                self._sockets += [client, server]
            threading.Thread(target=self._pass, args=(client, server, "asked", turns), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, "answered", turns), daemon=True).start()

    def _pass(self, source, sink, side, turns):
        try:
            while data := source.recv(1 << 16):
                with self._lock:
                    if turns and turns[-1][0] == side:
                        turns[-1] = (side, turns[-1][1] + data)
                    else:
                        turns.append((side, data))
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def taken(self):
        """What has been said since this was last asked."""
        with self._lock:
            said = [list(turns) for turns in self.conversations if turns]
            for turns in self.conversations:
                turns.clear()
            return said

    def close(self):
        for each in [self._listener, *self._sockets]:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            each.close()
