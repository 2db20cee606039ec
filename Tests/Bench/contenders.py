"""The servers that are measured: how each is started, and which process does the work."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time

from processes import ROOT, Program, environment, free_port, wait_for_port

SERVERS = pathlib.Path(__file__).parent / "servers"
# Beside what an event is, a chunk has its size in three figures and two line ends.
CHUNK = 7
# Races on the board that is sent, and the length of their ids: a frame has some 400 bytes with them.
RACES, ID_LENGTH = 3, 19


def debian(package):
    """The version of an installed package, without its Debian part; None when there is none."""
    answer = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return re.sub(r"^\d+:|[-+].*$", "", answer.stdout) if answer.returncode == 0 and answer.stdout else None


class Running:
    """A server that takes streams at an address; `pid` is the process whose work is counted."""

    def __init__(self, url, pid):
        self.url, self.pid = url, pid


class NextToGo:
    key, name, source = "ours", "Next To Go", "this package"
    missing = None

    def __init__(self, binary):
        self.binary = binary

    def version(self):
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
        return f"commit {commit.stdout.strip() or 'unknown'}"

    @contextlib.contextmanager
    def run(self, wire_bytes):
        """On one thread, with a feed in a file whose races are hours away."""
        with tempfile.TemporaryDirectory() as folder:
            feed = pathlib.Path(folder) / "feed.json"
            feed.write_text(json.dumps(self.feed(int(time.time()))))
            server = Program([self.binary, "--port", 0, "--threads", 1, "--feed", f"file:{feed}",
                              "--public", ROOT / "public"], env=environment())
            with server:
                url = server.wait_for(r"listening on (http://\S+)")[1]
                server.wait_for("the feed answers")
                yield Running(f"{url}/events?events=countdown&count={RACES}", server.process.pid)

    @staticmethod
    def feed(now):
        races = {}
        for number in range(1, RACES + 2):
            identifier = f"race-{number}".ljust(ID_LENGTH, "0")
            races[identifier] = {
                "race_id": identifier, "race_name": "Maiden Plate", "race_number": number, "meeting_name": "Randwick",
                "category_id": "4a2788f8-e825-4d36-9894-efd4baf1cfae",
                "advertised_start": {"seconds": now // 60 * 60 + 12 * 3600 + 60 * number}}
        return {"status": 200, "data": {"next_to_go_ids": list(races), "race_summaries": races}}


class Announcing:
    """A server of ours in one file, which says on stderr where it listens and takes an event's size in bytes."""

    def __init__(self, key, name, source, words, missing, version):
        self.key, self.name, self.source, self.words = key, name, source, words
        self.missing, self._version = missing, version

    def version(self):
        return self._version

    @contextlib.contextmanager
    def run(self, wire_bytes):
        with Program([*self.words, wire_bytes - CHUNK], env=environment()) as server:
            url = server.wait_for(r"listening on (http://\S+)")[1]
            yield Running(f"{url}/events", server.process.pid)


class Nchan:
    key, name, source = "nchan", "nginx + Nchan", "libnginx-mod-nchan"

    def __init__(self):
        self.nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        self.missing = None if self.nginx and debian("libnginx-mod-nchan") else "libnginx-mod-nchan"

    def version(self):
        return f"nginx {debian('nginx')}, Nchan {debian('libnginx-mod-nchan')}"

    @contextlib.contextmanager
    def run(self, wire_bytes):
        """With a publisher in a thread here, which posts each second on the second."""
        with tempfile.TemporaryDirectory() as folder:
            # As root, nginx gives its workers to another user, who has to come in.
            os.chmod(folder, 0o755)
            port = free_port()
            configuration = pathlib.Path(folder) / "nginx.conf"
            text = (SERVERS / "nchan.conf").read_text()
            configuration.write_text(text.replace("PORT", str(port)).replace("FOLDER", folder))
            server = Program([self.nginx, "-e", f"{folder}/error.log", "-c", configuration], env=environment())
            with server:
                wait_for_port(server, port)
                worker = children(server.process.pid)[0]
                over = threading.Event()
                publisher = threading.Thread(target=self.publish, args=(port, wire_bytes, over), daemon=True)
                publisher.start()
                try:
                    yield Running(f"http://127.0.0.1:{port}/events", worker)
                finally:
                    over.set()
                    publisher.join()

    @staticmethod
    def publish(port, wire_bytes, over):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        while True:
            second = int(time.time()) + 1
            while (left := second - time.time()) > 0:
                if over.wait(left):
                    return
            # Nchan adds the event's type and an id to what is published.
            around = f"event: countdown\nid: {second}:0\ndata: \n\n"
            start = f'{{"now":{second},"pad":"'
            data = start + "x" * (wire_bytes - len(around) - len(start) - 2) + '"}'
            try:
                connection.request("POST", "/publish", data, {
                    "X-EventSource-Event": "countdown", "Content-Type": "application/json"})
                connection.getresponse().read()
            except (OSError, http.client.HTTPException):
                # It opens another one for the next second.
                connection.close()


def children(process, seconds=5):
    end = time.monotonic() + seconds
    while True:
        found = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
        if found or time.monotonic() > end:
            return [int(each) for each in found]
        time.sleep(0.05)


def all_contenders(binary, floor):
    """In the order of the table; those that are `missing` name the Debian package that they need."""
    node = shutil.which("node")
    node_version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip() if node else None
    aiohttp = debian("python3-aiohttp")
    compiler = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    return [
        NextToGo(binary),
        Announcing("floor", "the floor (C, epoll)", "Tests/Bench/servers/floor.c", [floor], None, f"gcc {compiler}"),
        Nchan(),
        Announcing("node", "Node, by hand", "Tests/Bench/servers/node.js", [node, SERVERS / "node.js"],
                   None if node else "nodejs", f"Node {node_version}"),
        Announcing("aiohttp", "Python, aiohttp", "Tests/Bench/servers/aiohttp_server.py",
                   ["/usr/bin/python3", SERVERS / "aiohttp_server.py"],
                   None if aiohttp else "python3-aiohttp", f"aiohttp {aiohttp}"),
    ]
