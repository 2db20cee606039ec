"""docs/deployment.md: its commands name what there is, and its lines for dashboards do what they promise."""
import http.server
import re
import threading
import time

import compose
from http_stream import HTTPStream
from pages import page_with
from processes import ROOT, Server
from snippets import snippets

TEXT = (ROOT / "docs/deployment.md").read_text()
SNIPPETS = snippets(ROOT / "docs/deployment.md")


def test_every_block_says_how_it_is_run():
    assert SNIPPETS and [each.place for each in SNIPPETS if not each.how] == []


def test_commands_for_compose_name_services_and_profiles_that_there_are():
    commands = re.findall(r"^(?:[A-Z_]+=\S+ )*docker compose (.+)$", TEXT, re.M)
    project = compose.read()
    profiles = {profile for service in project["services"].values() for profile in service.get("profiles", [])}
    assert len(commands) >= 3
    for command in commands:
        words = re.sub(r" *#.*", "", command).split()
        while words and words[0] == "--profile":
            assert words[1] in profiles, command
            del words[:2]
        action, *names = [word for word in words if not word.startswith("-")]
        assert action in ("up", "down", "logs", "restart", "cp", "exec"), command
        if action in ("up", "logs", "restart", "exec"):
            assert not names or names[0] in project["services"], command


def test_every_file_that_is_named_is_there():
    for path in re.findall(r"\]\((?!http)([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / path).exists(), path
    for path in set(re.findall(r"`((?:deploy|Scripts|Tests)/[A-Za-z./-]+)`", TEXT)):
        assert (ROOT / path).exists(), path


class Failing:
    """A proxy that answers 502 so many times before it finds the server, which is what ends an EventSource for ever."""

    def __init__(self, server, times):
        self.asked = 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked += 1
                if outer.asked <= times:
                    self.send_response(502)
                    self.send_header("Access-Control-Allow-Origin", "*")
                    self.send_header("Content-Length", "0")
                    return self.end_headers()
                with HTTPStream(server, self.path, version="1.0") as stream:
                    self.send_response(stream.status)
                    for name, value in stream.fields.items():
                        self.send_header(name, value)
                    self.end_headers()
                    while data := stream.bytes():
                        self.wfile.write(data)

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def test_a_dashboard_comes_back_after_a_502(chromium, origin):
    snippet, = [each for each in SNIPPETS if each.language == "js"]
    # The lines as they stand, and what a dashboard has around them.
    assert len([line for line in snippet.text.splitlines() if "CLOSED" in line]) == 1
    with Server() as server:
        server.wait_for_races(5)
        proxy = Failing(server, 2)
        try:
            chromium.open(origin.put("/dashboard.html", page_with(snippet.at(proxy.url))))
            end = time.monotonic() + 25
            while not re.search(r"(.+\n){3}", chromium.run("return document.body.innerText + '\\n'")):
                assert time.monotonic() < end, "it has given up"
                time.sleep(0.2)
            assert proxy.asked >= 3
        finally:
            chromium.open("about:blank")
            proxy.close()
