"""The profile `cluster` of docker-compose.yml: three nodes, Redis and the balancer, as real processes on networks of their
own. A node is killed, and the balancer moves its clients."""
import json
import re
import threading
import time

import httpx
import pytest

from conftest import folder
from event_stream import EventStreamReader
from sites import CaddySite

NODES = ("node1", "node2", "node3")
READERS = 9


class Reader:
    """A client that comes back by itself, with the id of its last list."""

    def __init__(self, url):
        self.events, self.connects, self.failures = [], 0, []
        self._url, self._end = url, False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        last = ""
        while not self._end:
            reader = EventStreamReader()
            try:
                with httpx.Client(verify=False, trust_env=False, timeout=20) as client:
                    fields = {"Last-Event-ID": last} if last else {}
                    with client.stream("GET", f"{self._url}/events", headers=fields) as answer:
                        if answer.status_code != 200:
                            self.failures.append(answer.status_code)
                        self.connects += 1
                        for data in answer.iter_bytes():
                            for event in reader.feed(data):
                                self.events.append((event.type, event.data))
                                last = event.last_event_id or last
                            if self._end:
                                return
            except httpx.HTTPError:
                pass
            time.sleep(0.3)

    def of(self, kind):
        return [json.loads(data) for type_, data in self.events if type_ == kind]

    def close(self):
        self._end = True
        self._thread.join(5)


class Cluster:
    def __init__(self, site):
        self.site = site
        self.project = site.project

    def metrics(self, node):
        return self.project.running[node].run("curl", "-s", "-m", "2", "http://127.0.0.1:8080/metrics").stdout

    def role(self, node):
        found = re.search(r'^nexttogo_cluster_role\{role="(.*)"\} 1$', self.metrics(node), re.M)
        return found and found[1]

    def streams(self, node):
        return sum(map(int, re.findall(r"^nexttogo_subscribers(?:\{.*\})? (\d+)", self.metrics(node), re.M)))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with CaddySite(folder(tmp_path_factory, "cluster"), services=("balancer",)) as site:
        yield Cluster(site.wait_for_races())


@pytest.fixture
def readers(cluster):
    running = []
    # One after the other, as people come: the balancer counts those that are there.
    for _ in range(READERS):
        running.append(Reader(cluster.site.url))
        wait(lambda: running[-1].of("countdown"))
    # The figures are of each full second, and may still have those of the test before.
    wait(lambda: sum(map(cluster.streams, NODES)) == READERS)
    yield running
    for each in running:
        each.close()


def wait(holds, seconds=20, what="it does not come to that"):
    end = time.monotonic() + seconds
    while not (value := holds()):
        assert time.monotonic() < end, what() if callable(what) else what
        time.sleep(0.1)
    return value


def test_one_node_polls_and_all_are_asked(cluster, readers):
    wait(lambda: sorted(map(str, map(cluster.role, NODES))) == ["following", "following", "polling"])
    counts = {node: cluster.streams(node) for node in NODES}
    assert min(counts.values()) >= 2, counts


def test_all_nodes_say_the_same_in_the_same_second(cluster, readers):
    time.sleep(3)
    said = {}
    for reader in readers:
        for kind, data in list(reader.events):
            if kind == "countdown":
                said.setdefault(json.loads(data)["now"], set()).add(data)
    assert len(said) >= 3 and all(len(texts) == 1 for texts in said.values())


def test_a_node_that_dies_loses_no_client(cluster, readers):
    """The one that polls, killed: its clients are moved, told what has changed since their id, and another polls."""
    wait(lambda: "polling" in map(cluster.role, NODES))
    victim = next(node for node in NODES if cluster.role(node) == "polling")
    moved = cluster.streams(victim)
    assert moved >= 2
    before = {reader: len(reader.events) for reader in readers}
    cluster.project.running[victim].kill()
    left = [node for node in NODES if node != victim]
    wait(lambda: sum(map(cluster.streams, left)) == READERS, 15,
         lambda: f"{[(node, cluster.streams(node)) for node in left]}")
    wait(lambda: "polling" in map(cluster.role, left), 15)
    wait(lambda: all(len(reader.events) >= before[reader] + 6 for reader in readers))

    assert sum(reader.connects == 2 for reader in readers) == moved
    for reader in readers:
        assert reader.failures == []
        assert [each["reset"] for each in reader.of("races")][1:].count(True) == 0
        seconds = [each["now"] for each in reader.of("countdown")]
        # Whoever comes back within the second is told that second again.
        assert seconds == sorted(seconds) and len(seconds) - len(set(seconds)) <= reader.connects - 1
        boards = reader.of("races")
        # What was told makes the list that was told: exactly the races that came and went.
        for old, new in zip(boards, boards[1:]):
            there = {each["id"] for each in old["races"]}
            added = {each["id"] for each in new["changes"] if each["change"] == "added"}
            gone = {each["id"] for each in new["changes"] if each["change"] in ("expired", "delisted", "displaced")}
            assert (there | added) - gone == {each["id"] for each in new["races"]}

    # It comes back and is given clients again.
    cluster.project.running[victim].remove()
    cluster.project.start(victim)
    cluster.project.wait_until_healthy(victim)
    extra = []
    try:
        wait(lambda: extra.append(Reader(cluster.site.url)) or time.sleep(0.5) or cluster.streams(victim) > 0, 15)
    finally:
        for each in extra:
            each.close()


def test_redis_is_not_reached_from_the_balancer(cluster):
    asked = cluster.project.running["balancer"].run("redis-cli", "-h", cluster.project.addresses["redis"], "-t", "1", "ping")
    assert "PONG" not in asked.stdout
    assert cluster.project.running["redis"].run("redis-cli", "ping").stdout.strip() == "PONG"
