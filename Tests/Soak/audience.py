"""Hundreds of listeners on one thread, of every format and temper, who come, go, and come back where they were."""
import collections
import random
import re
import selectors
import socket
import struct
import threading
import time
import zlib

COUNTDOWN = re.compile(rb'(?:event: countdown\ndata: |"event":"countdown",)\{?"now":(\d+)')
RACES = re.compile(rb'(?:event: races\n|"event":"races",)')
REVISION = re.compile(rb'"revision":(\d+)')
RESET = re.compile(rb'"reset":(true|false)')
# What each asks for; those of the first three are looked at frame by frame.
TARGETS = {
    "events": "/events?count=5", "gzip": "/events?category=horse,greyhound", "lines": "/events.ndjson?count=10",
    "quiet": "/events?events=races,feed", "board": "/board?width=80", "plain board": "/board?ansi=0&color=0",
}
CHECKED = ("events", "gzip", "lines")


class Listener:
    """One connection; `leaves` is when it goes, never if it is steady."""

    def __init__(self, format, is_slow, leaves, last_id):
        self.format, self.is_slow, self.leaves, self.last_id = format, is_slow, leaves, last_id
        self.socket = None
        self.head = b""
        self.rest = b""
        self.text = b""
        self.now = None
        self.is_first = True
        self.next_read = 0.0
        self.inflater = zlib.decompressobj(31) if format == "gzip" else None

    def request(self):
        target = TARGETS[self.format]
        fields = ["Host: a"]
        if self.format == "gzip":
            fields.append("Accept-Encoding: gzip")
        if self.last_id and self.format == "lines":
            target += f"&lastEventId={self.last_id}"
        elif self.last_id:
            fields.append(f"Last-Event-ID: {self.last_id}")
        return ("\r\n".join([f"GET {target} HTTP/1.1", *fields, "", ""])).encode()


class Audience:
    """All listeners; what is wrong is said in `faults`, and how late frames were in `lateness`."""

    def __init__(self, port, steady, restless, slow, seed=2):
        self.port = port
        self.faults = collections.Counter()
        self.examples = []
        self.lateness = []
        self.frames = 0
        self.opened = 0
        self.resumed = 0
        self.isRunning = True
        self._random = random.Random(seed)
        self._selector = selectors.DefaultSelector()
        self._listeners = set()
        self._slow = set()
        self._plan = [(steady, False, False), (restless, True, False), (slow, True, True)]
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        self._thread.start()

    def stop(self):
        self.isRunning = False
        self._thread.join(10)

    def take_lateness(self):
        """What came since it was taken last, in seconds."""
        with self._lock:
            taken, self.lateness = self.lateness, []
        return taken

    @property
    def count(self):
        return len(self._listeners)

    def _fault(self, kind, example):
        self.faults[kind] += 1
        if len(self.examples) < 20:
            self.examples.append(f"{kind}: {example}")

    def _run(self):
        formats = list(TARGETS)
        for count, is_restless, is_slow in self._plan:
            for index in range(count):
                self._join(formats[index % len(formats)], is_slow, self._stay() if is_restless else None, None)
        while self.isRunning:
            for key, _ in self._selector.select(0.05):
                self._receive(key.data)
            self._pass_time()
        for each in list(self._listeners):
            self._close(each)

    def _stay(self):
        return time.monotonic() + self._random.expovariate(1 / 15)

    def _join(self, format, is_slow, leaves, last_id):
        each = Listener(format, is_slow, leaves, last_id)
        each.socket = socket.socket()
        if is_slow:
            each.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        each.socket.connect(("127.0.0.1", self.port))
        each.socket.sendall(each.request())
        each.socket.setblocking(False)
        self._listeners.add(each)
        if is_slow:
            self._slow.add(each)
        else:
            self._selector.register(each.socket, selectors.EVENT_READ, each)
        self.opened += 1
        self.resumed += last_id is not None

    def _close(self, each, reset=False):
        if each not in self._listeners:
            return
        self._listeners.discard(each)
        if each in self._slow:
            self._slow.discard(each)
        else:
            self._selector.unregister(each.socket)
        if reset:
            each.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        each.socket.close()

    def _pass_time(self):
        now = time.monotonic()
        # A slow one takes a little of what is there, now and then: some get nowhere, and are left by the server.
        for each in [each for each in self._slow if each.next_read <= now]:
            each.next_read = now + self._random.choice((0.5, 3, 45))
            self._receive(each, 700)
        for each in [each for each in self._listeners if each.leaves and each.leaves <= now]:
            self._close(each, reset=self._random.random() < 0.3)
            stays = self._random.random() < 0.8 and not each.is_slow
            self._join(each.format, each.is_slow, self._stay(), each.last_id if stays else None)

    def _receive(self, each, size=1 << 16):
        try:
            data = each.socket.recv(size)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            if not each.is_slow:
                self._fault("ended", f"{each.format} after {each.now}")
            self._close(each)
            return self._join(each.format, each.is_slow, each.leaves and self._stay(), None)
        if not each.is_slow:
            self._read(each, data)

    def _read(self, each, data):
        if each.head is not None:
            each.head += data
            head, found, data = each.head.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 200 "):
                self._fault("refused", head[:60])
            each.head = None
        each.rest += data
        while True:
            line, found, rest = each.rest.partition(b"\r\n")
            if not found:
                return
            size = int(line, 16)
            if len(rest) < size + 2:
                return
            chunk, each.rest = rest[:size], rest[size + 2:]
            if size:
                self._take(each, each.inflater.decompress(chunk) if each.inflater else chunk)

    def _take(self, each, text):
        if each.format not in CHECKED:
            return
        if RACES.search(text):
            if revision := REVISION.search(text):
                reset = RESET.search(text)
                if each.is_first and each.last_id and reset and reset[1] == b"true":
                    self._fault("reset", f"{each.format} came back with {each.last_id}")
                if not each.is_first and reset and reset[1] == b"true":
                    self._fault("reset", f"{each.format} in the middle")
                each.last_id, each.is_first = revision[1].decode(), False
        for found in COUNTDOWN.finditer(text):
            second = int(found[1])
            if each.now is not None and second != each.now + 1:
                self._fault("double" if second <= each.now else "gap", f"{each.format}: {second} after {each.now}")
            if each.now is not None:
                with self._lock:
                    self.lateness.append(time.time() - second)
            each.now = second
            self.frames += 1
