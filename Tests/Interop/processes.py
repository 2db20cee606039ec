"""Programs that the tests start: each ends by its own process id, and none outlives the tests."""
import ctypes
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("NEXTTOGO_BINARY") or ROOT / ".build/debug/nexttogo").resolve()
LIBC = ctypes.CDLL(None)


def _end_with_parent():
    """PR_SET_PDEATHSIG (prctl(2)): whoever kills the tests ends what they have started."""
    LIBC.prctl(1, signal.SIGKILL)


def environment(**more):
    """Without proxies, which would stand between the tests and 127.0.0.1, and without options of the server."""
    kept = {name: value for name, value in os.environ.items()
            if not name.lower().endswith("_proxy") and not name.startswith("NEXTTOGO_")}
    return kept | more


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Program:
    """A process with its standard error read line by line."""

    def __init__(self, arguments, **options):
        self.lines = []
        self._asked = False
        self._changed = threading.Condition()
        self.process = subprocess.Popen(
            [str(each) for each in arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace", preexec_fn=_end_with_parent, **options)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stderr:
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()

    def wait_for(self, pattern, seconds=10):
        """The match of the first line that fits, also of those that have come."""
        end, seen = time.monotonic() + seconds, 0
        with self._changed:
            while True:
                for line in self.lines[seen:]:
                    if found := re.search(pattern, line):
                        return found
                seen = len(self.lines)
                left = end - time.monotonic()
                if left <= 0 or self.process.poll() is not None and not self._reader.is_alive():
                    raise AssertionError(f"no '{pattern}' within {seconds} s; stderr: {self.lines[-5:]}")
                self._changed.wait(min(left, 0.2))

    def ask_to_end(self):
        """Sends SIGTERM, once only: to the server a second one means at once."""
        if self.process.poll() is None and not self._asked:
            self.process.send_signal(signal.SIGTERM)
        self._asked = True

    def end(self, seconds=8):
        """Asks, and waits; the exit status. What does not listen is killed."""
        self.ask_to_end()
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait(seconds)

    def kill(self):
        self._asked = True
        self.process.kill()
        self.process.wait(8)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


class Server(Program):
    """The real server on a free port, or on a given one; `through` is a command that runs it."""

    def __init__(self, *options, port=0, through=()):
        super().__init__([*through, BINARY, "--port", port, "--threads", 2, "--public", ROOT / "public", *options],
                         env=environment())
        try:
            found = self.wait_for(r"listening on (http://127\.0\.0\.1:([0-9]+))")
        except AssertionError:
            self.end()
            raise
        self.url, self.port = found[1], int(found[2])

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            status = self.end()
            assert kind or status == 0, f"SIGTERM ended the server with {status}; stderr: {self.lines[-5:]}"

    def races(self, query=""):
        """The board as `/races` tells it."""
        return fetch_json(f"{self.url}/races{query}")

    def wait_for_races(self, count, query="", seconds=10):
        end = time.monotonic() + seconds
        while len((board := self.races(query))["races"]) < count:
            assert time.monotonic() < end, f"{len(board['races'])} of {count} races; stderr: {self.lines[-5:]}"
            time.sleep(0.1)
        return board


def fetch_json(url):
    import json
    return json.loads(fetch_text(url))


def fetch_text(url):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=10) as answer:
        return answer.read().decode()


def wait_for_port(program, port, seconds=10):
    """Until the program takes connections on 127.0.0.1."""
    end = time.monotonic() + seconds
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > end or program.process.poll() is not None:
                raise AssertionError(f"nothing listens on port {port}; stderr: {program.lines[-5:]}") from None
            time.sleep(0.05)
