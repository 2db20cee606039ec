"""What the tests of monitoring and dashboards share. NEXTTOGO_BINARY names the server's binary."""
import contextlib
import http.server
import json
import pathlib
import queue
import shutil
import sys
import threading
import time

import pytest
import requests

sys.path += [str(pathlib.Path(__file__).parents[1] / "Page"), str(pathlib.Path(__file__).parent)]

from feeds import body, next_minutes, summary  # noqa: E402
from pages import Origin  # noqa: E402
from processes import Program, ROOT, Server, environment, free_port, wait_for_port  # noqa: E402
from recipes import recipe  # noqa: E402


@pytest.fixture(scope="session")
def redis(tmp_path_factory):
    if not shutil.which("redis-server"):
        pytest.skip("redis-server is not installed")
    port = free_port()
    folder = tmp_path_factory.mktemp("redis")
    with Program(["redis-server", "--port", port, "--save", "", "--dir", folder], env=environment()) as running:
        wait_for_port(running, port)
        yield f"redis://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def server(redis, tmp_path_factory):
    """A server of which every figure is there: it keeps a state, and shares its board with other nodes, if any came."""
    with Server("--redis", redis, "--state", tmp_path_factory.mktemp("state"), "--poll", 1) as running:
        running.wait_for_races(5)
        yield running


@pytest.fixture
def soon(tmp_path):
    """A server whose next races are four minutes away, and six, seven and eight."""
    first, *others = next_minutes(4, first=5)
    starts = [first - 60, *others]
    file = tmp_path / "feed.json"
    file.write_bytes(body([summary(f"r{index}", start, index + 1, "Randwick \"A\" & 'B'")
                           for index, start in enumerate(starts)]))
    with Server("--feed", f"file:{file}") as running:
        running.wait_for_races(4)
        yield running


class Prometheus(Program):
    """Debian's Prometheus, with the configuration that the documents show, and the alerts that come with the server."""

    def __init__(self, folder, server):
        text = recipe("prometheus", server.url).replace("scrape_interval: 15s", "scrape_interval: 1s\n  evaluation_interval: 1s")
        (folder / "prometheus.yml").write_text(text)
        shutil.copy(ROOT / "deploy/monitoring/alerts.yml", folder)
        port = free_port()
        super().__init__(["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
                          f"--web.listen-address=127.0.0.1:{port}"], env=environment(GOMAXPROCS="1"))
        self.url = f"http://127.0.0.1:{port}/api/v1"
        wait_for_port(self, port, 60)

    def ask(self, path, **parameters):
        answer = requests.get(f"{self.url}/{path}", params=parameters, timeout=10).json()
        assert answer["status"] == "success", answer
        return answer["data"]

    def query(self, expression):
        return self.ask("query", query=expression)["result"]


@pytest.fixture(scope="session")
def prometheus(server, tmp_path_factory):
    """Has seen some seconds of the server already, with a reader on it."""
    if not shutil.which("prometheus"):
        pytest.skip("prometheus is not installed")
    with requests.get(server.url + "/events", stream=True, timeout=60) as stream, \
            Prometheus(tmp_path_factory.mktemp("prometheus"), server) as running:
        threading.Thread(target=_drain, args=(stream,), daemon=True).start()
        end = time.monotonic() + 60
        while not any(float(each["value"][1]) >= 5 for each in running.query("count_over_time(nexttogo_loops[1m])")):
            assert time.monotonic() < end, running.lines[-5:]
            time.sleep(0.5)
        yield running


def _drain(stream):
    # Its end comes with that of the tests.
    with contextlib.suppress(Exception):
        for _ in stream.iter_content(4096):
            pass


class Webhook:
    """A chat service's end: what was posted, in order."""

    def __init__(self):
        self.posts = queue.Queue()
        hook = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                data = self.rfile.read(int(self.headers["Content-Length"]))
                hook.posts.put((self.path, self.headers["Content-Type"], json.loads(data)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def origin():
    """A site that is not the server's."""
    site = Origin()
    yield site
    site.close()


@pytest.fixture
def webhook():
    hook = Webhook()
    yield hook
    hook.close()
