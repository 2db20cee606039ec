"""`docker compose up`, with no profile and with `caddy`: the services as compose describes them, as real processes."""
import json
import time

import pytest

from conftest import folder
from containers import Project
from event_stream import read
from http_stream import HTTPStream
from processes import fetch_json

NET_BIND_SERVICE = 1 << 10


@pytest.fixture
def demonstration(own_folder):
    with Project(own_folder, "nexttogo") as project:
        yield project


def test_the_demonstration_is_there_at_once(demonstration):
    port, = demonstration.project["services"]["nexttogo"]["ports"]
    assert (port["host_ip"], port["published"], port["target"]) == ("127.0.0.1", "8080", 8080)
    url = demonstration.publish("nexttogo", port["target"]).url
    end = time.monotonic() + 5
    while len((board := fetch_json(f"{url}/races"))["races"]) < 5:
        assert time.monotonic() < end, board
        time.sleep(0.1)
    assert board["feed"]["source"] == "demo"


def test_the_server_may_do_nothing_but_serve(demonstration):
    node = demonstration.running["nexttogo"]
    assert node.status("Uid") == ["10001"] * 4 and node.status("Gid") == ["10001"] * 4 and not node.status("Groups")
    for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert node.status(kind) == ["0" * 16], kind
    assert node.status("NoNewPrivs") == ["1"]
    # Not even whoever came in as root could change a file, but where the state lies.
    for path in ("/x", "/tmp/x", "/usr/bin/x", "/etc/x"):
        assert "Read-only" in node.run("touch", path).stderr, path
    assert node.run("touch", "/var/lib/nexttogo/x").returncode == 0


def test_its_health_check_can_fail(demonstration):
    assert demonstration.health("nexttogo").returncode == 0
    command = demonstration.image.health_command
    node = demonstration.running["nexttogo"]
    done = node.run("env", "NEXTTOGO_PORT=1", *command)
    assert done.returncode == 1 and "refused" in done.stderr


def test_a_restart_keeps_the_history(demonstration):
    url = demonstration.publish("nexttogo", 8080)
    with HTTPStream(url, "/events") as stream:
        events, reader = read(b"".join(stream.chunks(3)))
        demonstration.running["nexttogo"].ask_to_end()
        rest = stream.remainder()
    assert b"event: bye" in rest and reader.last_event_id
    assert demonstration.restart("nexttogo") == 0
    demonstration.wait_until_healthy("nexttogo")
    with HTTPStream(url, "/events", Last_Event_ID=reader.last_event_id) as stream:
        events, _ = read(b"".join(stream.chunks(3)))
    assert json.loads(events[1].data)["reset"] is False


def test_the_proxy_may_take_its_ports_and_no_more(tmp_path_factory):
    with Project(folder(tmp_path_factory, "caddy"), "caddy") as project:
        assert project.order == ["nexttogo", "caddy"]
        caddy = project.running["caddy"]
        assert int(caddy.status("CapEff")[0], 16) == int(caddy.status("CapBnd")[0], 16) == NET_BIND_SERVICE
        assert caddy.status("NoNewPrivs") == ["1"]
        assert "Read-only" in caddy.run("touch", "/etc/caddy/Caddyfile").stderr
        # Until it has ended as compose ends it.
        assert project.restart("caddy") == 0


def test_redis_is_nobody(tmp_path_factory):
    with Project(folder(tmp_path_factory, "redis"), "redis") as project:
        redis = project.running["redis"]
        assert redis.status("Uid") == ["999"] * 4 and redis.status("CapBnd") == ["0" * 16]
        assert project.restart("redis") == 0
