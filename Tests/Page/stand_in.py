"""A stand-in for the server, for tests of the page that need faults on demand.

It serves the files of public/ under a sub-path and a stream by the contract (sections 3, 5 and 6), from a list of
races and a clock that the test moves. Only the standard library.
"""
import json
import mimetypes
import pathlib
import re
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "base-uri 'none'; form-action 'self'; frame-ancestors *")
NAMES = {"horse": "Horse racing", "harness": "Harness racing", "greyhound": "Greyhound racing"}
MEETINGS = [("Flemington", "horse", "VIC", "AUS"), ("Albion Park", "harness", "QLD", "AUS"),
            ("The Meadows", "greyhound", "VIC", "AUS"), ("Randwick", "horse", "NSW", "AUS"),
            ("Wentworth Park", "greyhound", "NSW", "AUS"), ("Turf Paradise", "horse", "AZ", "USA"),
            ("Menangle", "harness", "NSW", "AUS"), ("Addington", "harness", None, "NZL"),
            ("Sandown Park", "greyhound", "VIC", "AUS"), ("Le Croisé-Laroche", "harness", None, "FRA")]


def spoken(remaining):
    if remaining == 0:
        return "starting now"
    a = abs(remaining)
    pairs = ((a // 3600, "hour"), (a // 60 % 60, "minute"), (a % 60, "second"))
    words = " ".join(f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in pairs if n)
    return f"started {words} ago" if remaining < 0 else words


def digits(remaining):
    a = abs(remaining)
    h, m, s = a // 3600, a // 60 % 60, a % 60
    return ("-" if remaining < 0 else "") + (f"{h}h {m}m {s}s" if h else f"{m}m {s}s" if m else f"{s}s")


def make_race(number, meeting, start, name=None):
    title, category, state, country = meeting
    return {"id": f"00000000-0000-4000-8000-{number:012d}", "meeting": title, "number": number % 12 + 1,
            "name": name or f"{title} Maiden Plate", "category": category, "categoryName": NAMES[category],
            "venue": {"name": title, "state": state, "country": country}, "start": start,
            "startAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start)),
            "label": f"{title}. {NAMES[category]}. Race {number % 12 + 1}."}


class Faults:
    """What the test has ordered. `silent`, `status`, `delay` act on every stream from now on."""

    def __init__(self):
        self.silent = False
        self.no_races = False
        self.hold = False
        self.status = 200
        self.offset = 0
        self.reset = 0
        self.bye = None
        self.drop = 0
        self.announce = None
        self.feed = {"source": "neds", "state": "fresh", "ageSeconds": 3, "since": 0, "reason": None,
                     "clock": "system"}


class StandIn:
    """`with StandIn() as server: server.url`; the races and the faults may be changed at any time."""

    def __init__(self, public, prefix="/racing/", port=0):
        self.public = pathlib.Path(public)
        self.prefix = prefix
        self.faults = Faults()
        self.lock = threading.Lock()
        self.opened = []
        self.streams = 0
        self.races = []
        self.fill()
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args):
                pass

            def do_GET(self):
                stand_in.answer(self)

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}{prefix}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.faults.drop += 1
        self.server.shutdown()
        self.server.server_close()

    def now(self):
        return int(time.time() + self.faults.offset)

    def fill(self, starts=(45, 100, 100, 410, 750, 1300, 1900, 3700, 5000, 7300)):
        """One race for each meeting, so many seconds from now."""
        now = self.now()
        self.races = [make_race(i + 1, MEETINGS[i % len(MEETINGS)], now + s) for i, s in enumerate(starts)]

    def board(self, categories, count, now):
        visible = [r for r in self.races if r["start"] - now > -60 and (not categories or r["category"] in categories)]
        return sorted(visible, key=lambda r: (r["start"], r["meeting"], r["number"], r["id"]))[:count]

    # Answers.

    def answer(self, handler):
        path, _, query = handler.path.partition("?")
        if not path.startswith(self.prefix):
            return self.short(handler, 404, b"", "text/plain")
        name = path[len(self.prefix):] or "index.html"
        if name == "events":
            return self.stream(handler, urllib.parse.parse_qs(query))
        if name == "races":
            now = self.now()
            body = {"now": now, "wanted": 5, "feed": self.short_feed(), "races": self.board([], 5, now)}
            return self.short(handler, 200, json.dumps(body).encode(), "application/json")
        if name == "board.txt":
            return self.short(handler, 200, b"the board as text\n", "text/plain")
        file = self.public / name
        if not re.fullmatch(r"[a-z0-9.-]+", name) or not file.is_file():
            return self.short(handler, 404, b"", "text/plain")
        kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
        return self.short(handler, 200, file.read_bytes(), kind)

    def short(self, handler, status, body, kind):
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(body)))
        handler.send_header("Content-Security-Policy", POLICY)
        handler.send_header("X-Content-Type-Options", "nosniff")
        handler.send_header("Access-Control-Allow-Origin", "*")
        handler.send_header("Cache-Control", "no-cache")
        handler.end_headers()
        handler.wfile.write(body)

    def stream(self, handler, query):
        self.opened.append(handler.path)
        if self.faults.status != 200:
            return self.short(handler, self.faults.status, b"{}", "application/problem+json")
        categories = [c for c in ",".join(query.get("category", [])).split(",") if c]
        count = int(query.get("count", ["5"])[0])
        level = query.get("announce", ["frequent"])[0]
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Cache-Control", "no-cache, no-transform")
        handler.send_header("Access-Control-Allow-Origin", "*")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.close_connection = True
        handler.wfile.flush()
        with self.lock:
            self.streams += 1
        try:
            self.send(handler.wfile, categories, count, level)
        except OSError:
            pass
        finally:
            with self.lock:
                self.streams -= 1

    def send(self, out, categories, count, level):
        faults, drop, reset = self.faults, self.faults.drop, self.faults.reset
        shown, feed, said, first, held = None, None, faults.announce, True, []

        def put(kind, data, head=""):
            block = f"{head}event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
            held.append(block)
            if not faults.hold:
                out.write(b"".join(held))
                out.flush()
                held.clear()

        while True:
            now = self.now()
            if faults.drop != drop:
                return
            if faults.bye:
                return put("bye", faults.bye)
            if not faults.silent and not (faults.no_races and shown is None):
                board = self.board(categories, count, now)
                if feed != faults.feed:
                    feed = dict(faults.feed)
                    put("feed", {"now": now, **feed}, "retry: 2000\n" if first else "")
                    first = False
                if board != shown or faults.reset != reset:
                    fell = faults.reset != reset
                    reset = faults.reset
                    put("races", {"now": now, "revision": now, "wanted": count, "feed": self.short_feed(),
                                  "races": board, "changes": [] if shown is None or fell else changes(shown, board, self.races, now),
                                  "reset": shown is None or fell}, f"id: {now}\n")
                    shown = [dict(r) for r in board]
                put("countdown", {"now": now, "races": [
                    {"id": r["id"], "remaining": r["start"] - now, "text": digits(r["start"] - now),
                     "spoken": spoken(r["start"] - now), "frequent": 0 <= r["start"] - now < 30} for r in board]})
                if faults.announce is not said and faults.announce:
                    said = faults.announce
                    put("announce", {"now": now, **said})
                elif level != "off" and faults.announce is None and now % 5 == 0:
                    self.announce(put, board, now, level)
            rest = 1 - (time.time() + faults.offset) % 1
            time.sleep(rest + 0.002)

    def short_feed(self):
        return {key: self.faults.feed[key] for key in ("source", "state", "ageSeconds", "clock")}

    def announce(self, put, board, now, level):
        parts = []
        for kind, picks, words in (
                ("started", [r for r in board if -5 < r["start"] - now <= 0], "Starting now: {}"),
                ("soon", [r for r in board if 0 < r["start"] - now < 30], "{s}: {}"),
                ("minute", [r for r in board if 55 < r["start"] - now <= 60], "1 minute: {}")):
            if kind == "soon":
                picks = [r for r in picks if r["start"] == picks[0]["start"]] if level == "frequent" else []
            if picks and len(parts) < 2:
                names = [f"{r['meeting']} race {r['number']}" for r in picks]
                said = " and ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} more"
                parts.append({"kind": kind, "races": [r["id"] for r in picks],
                              "text": words.format(said, s=spoken(picks[0]["start"] - now))})
        if parts:
            put("announce", {"now": now, "text": ". ".join(p["text"] for p in parts), "politeness": "polite",
                             "validForMs": 5000, "parts": parts})


def changes(old, new, listed, now):
    """What differs between two boards; a race that is still in the feed when it leaves was displaced."""
    was = {r["id"]: r for r in old}
    stays = {r["id"] for r in new}
    found = []
    for race in new:
        before = was.get(race["id"])
        if before is None:
            found.append({"id": race["id"], "change": "added"})
        elif before["start"] != race["start"]:
            found.append({"id": race["id"], "change": "retimed", "from": before["start"]})
        elif before != race:
            found.append({"id": race["id"], "change": "updated"})
    for race in old:
        if race["id"] not in stays:
            over, known = race["start"] - now <= -60, any(race["id"] == each["id"] for each in listed)
            found.append({"id": race["id"], "change": "expired" if over else "displaced" if known else "delisted"})
    return found


if __name__ == "__main__":
    import sys
    with StandIn(sys.argv[1], port=int(sys.argv[2])) as running:
        print(running.url, flush=True)
        threading.Event().wait()
