"""Keeps the real server under waves of clients for a long time, and writes docs/soak.md. `Scripts/soak` builds it."""
import argparse
import datetime
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import page
from audience import TARGETS, Audience
from processes import ROOT, Program, environment, fetch_text
from restless_feed import RestlessFeed

STEADY, RESTLESS, SLOW = 200, 120, 12
INTERVAL = 5
# Every so many seconds the page's files are read again.
HANG_UP = 20


def options():
    parser = argparse.ArgumentParser(prog="Scripts/soak")
    parser.add_argument("--minutes", type=float, default=30, help="how long (default 30)")
    parser.add_argument("--from", dest="results", metavar="FILE", help="write the page from results kept earlier")
    parser.add_argument("--server", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--keep", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def say(text):
    print(f"soak: {text}", file=sys.stderr, flush=True)


def status(pid, *names):
    """Figures of /proc/PID/status (proc(5)), in KB."""
    with open(f"/proc/{pid}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    return [int(fields[name].split()[0]) for name in names]


def processor_seconds(pid):
    """Time on a processor so far (proc(5), stat, fields 14 and 15)."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figures(url):
    """All samples of /metrics."""
    lines = fetch_text(url + "/metrics").splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))}


def summed(samples, name):
    return sum(value for key, value in samples.items() if key == name or key.startswith(name + "{"))


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else None


def sample(begun, server, url, audience):
    resident, anonymous = status(server.process.pid, "VmRSS", "RssAnon")
    descriptors = len(os.listdir(f"/proc/{server.process.pid}/fd"))
    samples = figures(url)
    late = audience.take_lateness()
    closed = {key.split('"')[1]: value for key, value in samples.items() if key.startswith("nexttogo_streams_closed_total{")}
    return {
        "at": time.monotonic() - begun, "resident": resident, "anonymous": anonymous, "descriptors": descriptors,
        "processor": processor_seconds(server.process.pid), "streams": summed(samples, "nexttogo_subscribers"),
        "latenessP50": percentile(late, 0.5), "latenessP99": percentile(late, 0.99), "latenessMost": max(late, default=None),
        "frames": len(late), "opened": samples["nexttogo_streams_opened_total"], "closed": closed,
        "conflated": samples["nexttogo_conflated_total"], "history": samples["nexttogo_history_bytes"],
        "polls": summed(samples, "nexttogo_polls_total"), "skipped": summed(samples, "nexttogo_races_skipped_total"),
        "failed": samples['nexttogo_polls_total{outcome="failed"}'],
        "stateWrites": summed(samples, "nexttogo_state_writes_total"),
    }


class Passers:
    """Requests of other kinds, a few a second: short answers, refusals, half a head, nothing at all."""

    WORDS = (
        b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"GET /races?count=20 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET /openapi.json HTTP/1.0\r\n\r\n", b"GET /board.txt HTTP/1.0\r\n\r\n", b"GET /healthz HTTP/1.0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /ev", b"", b"\x16\x03\x01", b"GET /events?count=99 HTTP/1.0\r\n\r\n",
        b"GET /events HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    )

    def __init__(self, port):
        self.count = 0
        self.isRunning = True
        self._port, self._random = port, random.Random(3)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while self.isRunning:
            time.sleep(0.1)
            with socket.socket() as client:
                client.settimeout(2)
                try:
                    client.connect(("127.0.0.1", self._port))
                    client.sendall(self._random.choice(self.WORDS))
                    if self._random.random() < 0.8:
                        client.recv(1 << 16)
                except OSError:
                    pass
            self.count += 1

    def stop(self):
        self.isRunning = False
        self._thread.join(5)


def run(binary, minutes):
    feed = RestlessFeed()
    with tempfile.TemporaryDirectory() as folder:
        server = Program([binary, "--port", 0, "--threads", 2, "--feed", feed.url, "--poll", 5, "--state",
                          pathlib.Path(folder) / "state", "--public", ROOT / "public"], env=environment())
        with server:
            url, port = server.wait_for(r"listening on (http://127\.0\.0\.1:([0-9]+))").groups()
            server.wait_for("the feed answers")
            time.sleep(1)
            idle = len(os.listdir(f"/proc/{server.process.pid}/fd"))
            audience, passers = Audience(int(port), STEADY, RESTLESS, SLOW), Passers(int(port))
            audience.start()
            samples = watch(server, url, audience, minutes)
            passers.stop()
            audience.stop()
            wait_until_left(server, url)
            time.sleep(3)
            left = len(os.listdir(f"/proc/{server.process.pid}/fd"))
            lines = list(server.lines)
            ended = server.end()
    feed.close()
    return {
        "minutes": minutes, "samples": samples, "idle": idle, "left": left, "exit": ended,
        "faults": dict(audience.faults), "examples": audience.examples, "frames": audience.frames,
        "opened": audience.opened, "resumed": audience.resumed, "passers": passers.count, "feed": feed.counts,
        "errors": [line for line in lines if " error: " in line], "logged": len(lines),
        "hangUps": sum("read again" in line for line in lines), "formats": list(TARGETS),
        "steady": STEADY, "restless": RESTLESS, "slow": SLOW, "interval": INTERVAL,
    }


def watch(server, url, audience, minutes):
    begun, samples, hung = time.monotonic(), [], 0
    while (passed := time.monotonic() - begun) < 60 * minutes:
        time.sleep(max(0, INTERVAL * (len(samples) + 1) - passed))
        samples.append(sample(begun, server, url, audience))
        if samples[-1]["at"] // HANG_UP > hung:
            hung = samples[-1]["at"] // HANG_UP
            server.process.send_signal(signal.SIGHUP)
        if len(samples) % 12 == 0:
            last = samples[-1]
            say(f"{last['at'] / 60:.0f} of {minutes:g} min: {last['resident'] / 1024:.1f} MB, {last['descriptors']} descriptors, "
                f"{last['streams']:.0f} streams, p99 {1000 * (last['latenessP99'] or 0):.0f} ms, faults {sum(audience.faults.values())}")
    return samples


def wait_until_left(server, url):
    """Until the server has noticed that everybody is gone; half-open ones take their time-outs."""
    end = time.monotonic() + 45
    while time.monotonic() < end and summed(figures(url), "nexttogo_subscribers") > 0:
        time.sleep(1)


def main():
    asked = options()
    if asked.results:
        results = json.loads(pathlib.Path(asked.results).read_text())
    else:
        results = run(asked.server, asked.minutes)
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
        now = datetime.datetime.now(datetime.timezone.utc)
        results |= {"date": f"{now:%Y-%m-%d %H:%M} UTC", "commit": commit.stdout.strip() or "unknown",
                    "cores": os.cpu_count()}
        asked.keep.write_text(json.dumps(results))
        say(f"results are kept in {asked.keep}")
    sound = page.write(results, ROOT / "docs")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
