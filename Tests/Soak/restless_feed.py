"""A feed over HTTP with good and bad days: races that move, go and come, answers that fail in every way."""
import gzip
import http.server
import json
import random
import threading
import time

CATEGORIES = ("4a2788f8-e825-4d36-9894-efd4baf1cfae", "161d9be2-e909-4326-8c2c-35ed71fb460b",
              "9daef0d7-bf3c-4f50-921d-8e818c60fe61")
MEETINGS = ("Randwick", "Ipswich", "Bendigo", "Menangle", "Turf Paradise", "Ångström Park")
# Of a hundred answers, how many of each kind; the others are good.
FAILURES = {"status 500": 4, "a page": 3, "empty": 2, "late": 2, "cut off": 2, "429": 1}


class RestlessFeed:
    """Answers one poll after another on 127.0.0.1; what it did is counted."""

    def __init__(self, seed=1):
        self.counts = {}
        self._random = random.Random(seed)
        self._races = []
        self._number = 0
        self._lock = threading.Lock()
        feed = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                feed._answer(self)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}/"

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, request):
        with self._lock:
            kind = self._draw()
            self.counts[kind] = self.counts.get(kind, 0) + 1
            body = self._body(int(time.time())) if kind in ("good", "late", "cut off") else b""
        try:
            self._send(request, kind, body)
        except OSError:
            pass

    def _draw(self):
        drawn = self._random.randrange(100)
        for kind, share in FAILURES.items():
            if (drawn := drawn - share) < 0:
                return kind
        return "good"

    def _send(self, request, kind, body):
        status = {"status 500": 500, "429": 429}.get(kind, 200)
        if kind == "late":
            time.sleep(3)
        if kind == "a page":
            body = b"<!doctype html><title>Moved</title>"
        packed = kind == "good" and "gzip" in request.headers.get("Accept-Encoding", "")
        body = gzip.compress(body, 1) if packed else body
        request.send_response(status)
        request.send_header("Content-Type", "text/html" if kind == "a page" else "application/json")
        request.send_header("Content-Length", str(len(body)))
        if packed:
            request.send_header("Content-Encoding", "gzip")
        if status == 429:
            request.send_header("Retry-After", "7")
        request.end_headers()
        request.wfile.write(body[:len(body) // 2] if kind == "cut off" else body)

    def _body(self, now):
        self._change(now)
        summaries = {race["race_id"]: race for race in self._races}
        return json.dumps({"status": 200, "data": {"next_to_go_ids": list(summaries), "race_summaries": summaries}}).encode()

    def _change(self, now):
        """A race a minute ends and one comes; now and then one moves, is renamed, or is named no more."""
        draw = self._random
        self._races = [race for race in self._races if race["advertised_start"]["seconds"] > now - 120]
        upcoming = [race for race in self._races if race["advertised_start"]["seconds"] > now + 60]
        if upcoming and draw.random() < 0.15:
            draw.choice(upcoming)["advertised_start"]["seconds"] += 60 * draw.choice((-1, 1, 2, 5))
        if upcoming and draw.random() < 0.05:
            self._races.remove(draw.choice(upcoming))
        if upcoming and draw.random() < 0.05:
            draw.choice(upcoming)["race_name"] = f"The {draw.randrange(1_000)} Stakes"
        while len(self._races) < 50:
            self._number += 1
            last = max([race["advertised_start"]["seconds"] for race in self._races], default=now)
            self._races.append({
                "race_id": f"5c1ff8f2-3b8c-4a3d-9d6c-{self._number:012}", "race_name": f"Race {self._number}",
                # A flawed one now and then: it is skipped and counted.
                "race_number": "x" if self._number % 23 == 0 else draw.randrange(1, 11),
                "meeting_name": draw.choice(MEETINGS), "category_id": draw.choice(CATEGORIES),
                "venue_state": "NSW", "venue_country": "AUS",
                "advertised_start": {"seconds": max(last, now) // 60 * 60 + draw.choice((0, 60, 60))}})
