"""Clients that nobody here wrote, each reading a stream until it has had some countdowns, with the times of arrival.

They are set up as their own first example does it, but for a time limit, and for proxies and certificates.
"""
import asyncio
import dataclasses
import itertools
import json
import statistics
import subprocess
import threading
import time

import aiohttp
import aiohttp_sse_client.client
import httpx
import httpx_sse
import requests
import requests_sse
import sseclient
import urllib3

from event_stream import EventStreamReader
from processes import environment

urllib3.disable_warnings(urllib3.exceptions.InsecureRequestWarning)

# A countdown of second S leaves within 50 ms of S where nobody else wants the machine. One that is held back until
# the next comes would arrive at S + 1 s. Between the two lies the slack of a busy machine, and even that one arrival
# in ten may miss, but none by 2 s.
SLACK = 0.9
WORST = 2.0


@dataclasses.dataclass(frozen=True)
class Arrival:
    type: str
    data: dict
    id: str
    at: float

    @property
    def late(self):
        """Seconds since the beginning of the second that the event is of."""
        return self.at - self.data["now"]


@dataclasses.dataclass
class Recording:
    """What one client was given, in order; `headers` are those of the answer where the client shows them."""

    arrivals: list = dataclasses.field(default_factory=list)
    headers: dict = dataclasses.field(default_factory=dict)
    version: str = ""
    oddities: list = dataclasses.field(default_factory=list)

    def add(self, kind, data, identifier="", at=None):
        self.arrivals.append(Arrival(kind, data, identifier or "", at or time.time()))

    def add_line(self, line):
        """A line of NDJSON; empty ones keep the stream alive."""
        if line.strip():
            data = json.loads(line)
            self.add(data.pop("event"), data, data.pop("id", ""))

    @property
    def countdowns(self):
        return [each for each in self.arrivals if each.type == "countdown"]

    def lateness(self):
        """Of the countdowns after the first, which belongs to a second that had begun before."""
        return [each.late for each in self.countdowns[1:]]

    @property
    def board(self):
        return next(each.data["races"] for each in self.arrivals if each.type == "races")

    def check(self, count):
        """The opening, every second once and in order, none held back, and an id from `races` on."""
        kinds = [each.type for each in self.arrivals]
        assert kinds[:3] == ["feed", "races", "countdown"], kinds[:5]
        seconds = [each.data["now"] for each in self.countdowns]
        assert seconds == list(range(seconds[0], seconds[0] + count)), seconds
        assert len(self.board) == 5
        assert self.arrivals[1].id == str(self.arrivals[1].data["revision"])
        self.check_prompt()

    def check_prompt(self):
        late = self.lateness()
        figures = " ".join(f"{each:.3f}" for each in late)
        assert min(late) >= 0, f"before its second: {figures}"
        assert sum(each > SLACK for each in late) * 10 <= len(late) and max(late) < WORST, f"held back: {figures}"
        times = [each.at for each in self.countdowns[1:]]
        gap = statistics.median(after - before for before, after in itertools.pairwise(times))
        assert 0.9 < gap < 1.1, f"usually {gap:.3f} s between two countdowns: {figures}"


def record_all(jobs, seconds):
    """Runs `{key: (client, url, count, query)}` all at once: recordings, or what went wrong. What takes longer is left
    behind, for some libraries reconnect for ever."""
    results = {}

    def run(key, client, *arguments):
        try:
            results[key] = client(*arguments)
        except Exception as error:
            results[key] = error
    threads = [threading.Thread(target=run, args=(key, *job), daemon=True) for key, job in jobs.items()]
    end = time.monotonic() + seconds
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0, end - time.monotonic()))
    return {key: results.get(key) or TimeoutError(f"not within {seconds} s") for key in jobs}


def recorded(results, key):
    """The recording, or its failure."""
    if isinstance(results[key], Exception):
        raise AssertionError(f"{key}: {results[key]!r}") from results[key]
    return results[key]


def with_httpx_sse(url, count, query=""):
    recording = Recording()
    with httpx.Client(verify=False, http2=True, trust_env=False, timeout=10) as client:
        with httpx_sse.connect_sse(client, "GET", f"{url}/events{query}") as source:
            _note(recording, source.response.headers, source.response.http_version)
            for event in source.iter_sse():
                recording.add(event.event, json.loads(event.data), event.id)
                if len(recording.countdowns) == count:
                    return recording


def with_httpx_sse_async(url, count, query=""):
    async def read():
        recording = Recording()
        async with httpx.AsyncClient(verify=False, http2=True, trust_env=False, timeout=10) as client:
            async with httpx_sse.aconnect_sse(client, "GET", f"{url}/events{query}") as source:
                _note(recording, source.response.headers, source.response.http_version)
                async for event in source.aiter_sse():
                    recording.add(event.event, json.loads(event.data), event.id)
                    if len(recording.countdowns) == count:
                        return recording
    return asyncio.run(read())


def with_sseclient(url, count, query=""):
    recording = Recording()
    with _session().get(f"{url}/events{query}", stream=True, timeout=10, headers={"Accept": "text/event-stream"}) as answer:
        _note(recording, answer.headers)
        for event in sseclient.SSEClient(answer).events():
            recording.add(event.event, json.loads(event.data), event.id)
            if len(recording.countdowns) == count:
                return recording


def with_requests_sse(url, count, query=""):
    recording = Recording()
    with requests_sse.EventSource(f"{url}/events{query}", session=_session(), timeout=10) as source:
        _note(recording, source._response.headers)
        for event in source:
            recording.add(event.type, json.loads(event.data), event.last_event_id)
            if len(recording.countdowns) == count:
                return recording


def with_aiohttp_sse_client(url, count, query=""):
    async def read():
        recording = Recording()
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=False),
                                         timeout=aiohttp.ClientTimeout(sock_read=10, total=None)) as session:
            async with aiohttp_sse_client.client.EventSource(f"{url}/events{query}", session=session) as source:
                _note(recording, source._response.headers)
                async for event in source:
                    recording.add(event.type, json.loads(event.data), event.last_event_id)
                    if len(recording.countdowns) == count:
                        return recording
    return asyncio.run(read())


def with_requests_lines(url, count, query=""):
    recording = Recording()
    with _session().get(f"{url}/events.ndjson{query}", stream=True, timeout=10) as answer:
        _note(recording, answer.headers)
        for line in answer.iter_lines():
            recording.add_line(line)
            if len(recording.countdowns) == count:
                return recording


def with_httpx_lines(url, count, query=""):
    recording = Recording()
    with httpx.Client(verify=False, http2=True, trust_env=False, timeout=10) as client:
        with client.stream("GET", f"{url}/events.ndjson{query}") as answer:
            _note(recording, answer.headers, answer.http_version)
            for line in answer.iter_lines():
                recording.add_line(line)
                if len(recording.countdowns) == count:
                    return recording


def with_curl(url, count, query="", *options):
    """curl writes the head and the body into a pipe; the body is read by the strict reader."""
    recording, reader = Recording(), EventStreamReader()
    curl = subprocess.Popen(
        ["curl", "-siNk", "-m", str(count + 20), *options, f"{url}/events{query}"], stdout=subprocess.PIPE, env=environment())
    try:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = curl.stdout.read(1)
            assert byte, f"curl ended with {curl.wait()}: {head!r}"
            head += byte
        first, *fields = head.decode().strip().splitlines()
        _note(recording, dict(field.split(": ", 1) for field in fields), first.split()[0])
        while len(recording.countdowns) < count:
            bytes_ = curl.stdout.read1(65_536)
            assert bytes_, f"curl ended with {curl.wait()}"
            for event in reader.feed(bytes_):
                # After a stall one read can bring more than one second; no more are wanted than asked for.
                if len(recording.countdowns) < count:
                    recording.add(event.type, json.loads(event.data), event.last_event_id)
        recording.oddities = reader.oddities
        return recording
    finally:
        curl.terminate()
        curl.wait(5)
        curl.stdout.close()


def with_curl_compressed(url, count, query=""):
    return with_curl(url, count, query, "--compressed")


def with_curl_old(url, count, query=""):
    return with_curl(url, count, query, "--http1.0")


def _session():
    session = requests.Session()
    session.trust_env = False
    session.verify = False
    return session


def _note(recording, headers, version=""):
    recording.headers = {name.lower(): value for name, value in headers.items()}
    recording.version = version


LIBRARIES = {
    "httpx-sse": with_httpx_sse, "httpx-sse-async": with_httpx_sse_async, "sseclient-py": with_sseclient,
    "requests-sse": with_requests_sse, "aiohttp-sse-client": with_aiohttp_sse_client,
    "requests-iter_lines": with_requests_lines, "httpx-iter_lines": with_httpx_lines,
}
CURL = {"curl": with_curl, "curl-compressed": with_curl_compressed, "curl-http1.0": with_curl_old}
