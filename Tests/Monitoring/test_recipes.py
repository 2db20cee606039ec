"""The recipes of docs/dashboards.md, each tried in the way that its table says."""
import datetime
import json
import re
import shutil
import subprocess
import threading
import time

import jinja2
import jinja2.sandbox
import pytest
import requests
import yaml

from browsers import Chromium
from feeds import body, summary
from processes import ROOT, Server, environment
from recipes import recipe, recipes
from shell import Pipe

HOOK = "https://hooks.example.net"


def test_every_block_is_tried():
    blocks = re.findall(r"^```\w+$|^```\n(?=http)", (ROOT / "docs/dashboards.md").read_text(), re.M)
    assert sum(map(len, recipes().values())) == len(blocks)
    assert set(recipes()) == {"prometheus", "yaml", "frame", "kiosk", "cron", "webhook", "home assistant", "node-red"}


def test_blocks_of_yaml_can_be_read():
    grafana, card = map(yaml.safe_load, recipes()["yaml"])
    assert grafana["providers"][0]["type"] == "file"
    assert card["type"] == "iframe"


def test_the_configuration_of_prometheus_is_valid(tmp_path):
    (tmp_path / "prometheus.yml").write_text(recipe("prometheus", "http://127.0.0.1:8080"))
    shutil.copy(ROOT / "deploy/monitoring/alerts.yml", tmp_path)
    done = subprocess.run(["promtool", "check", "config", tmp_path / "prometheus.yml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


# OBS and other screens

@pytest.fixture(scope="module")
def chromium():
    if not Chromium.available:
        pytest.skip("chromium is not installed")
    running = Chromium()
    yield running
    running.quit()


BOARD = """
const root = document.querySelector('next-to-go')?.shadowRoot;
return [...root?.querySelectorAll('.row') ?? []].map((row) => {
  const {top, bottom, left, right} = row.getBoundingClientRect();
  return {count: row.querySelector('.count time').textContent, size: parseFloat(getComputedStyle(row.querySelector('.count time')).fontSize),
          box: [top, bottom, left, right]};
})"""


def rows(browser, count, seconds=10):
    end = time.monotonic() + seconds
    while len(found := browser.run(BOARD)) < count or not all(row["count"] for row in found):
        assert time.monotonic() < end, found
        time.sleep(0.2)
    return found


def test_the_kiosk_fills_a_browser_source_and_moves_each_second(chromium, server):
    chromium.size(1920, 1080)
    chromium.open(recipe("kiosk", server.url).strip())
    first = rows(chromium, 5)
    for row in first:
        top, bottom, left, right = row["box"]
        assert 0 <= top < bottom <= 1080 and 0 <= left < right <= 1920
        # To be read from across a room, or in the corner of a video.
        assert row["size"] >= 40
    # Nothing is cut off, and there is nothing to scroll to.
    assert chromium.run("return [document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [1080, 1920]
    seen = set()
    end = time.monotonic() + 5
    while time.monotonic() < end:
        seen.add(rows(chromium, 5)[0]["count"])
        time.sleep(0.2)
    assert len(seen) >= 4


def test_the_board_may_be_framed_by_a_page_of_another_origin(chromium, server, origin):
    chromium.size(1280, 720)
    chromium.complaints()
    chromium.open(origin.put("/frame.html", f"<!doctype html><div style='height: 600px'>{recipe('frame', server.url)}</div>"))
    chromium.driver.switch_to.frame(0)
    try:
        assert len(rows(chromium, 5)) == 5
        assert not [line for line in chromium.complaints() if server.url in line]
    finally:
        chromium.driver.switch_to.default_content()


# A webhook

def test_cron_posts_the_races_of_the_next_minutes(soon, webhook):
    fields = recipe("cron", soon.url).strip().split(None, 5)
    assert fields[:5] == ["*/5", "*", "*", "*", "*"]
    command = fields[5].replace(HOOK, webhook.url)
    # cron(8) gives a command to sh, after it has made line ends of percent signs (crontab(5)).
    assert "%" not in command
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=20, env=environment())
    assert done.returncode == 0, done.stderr
    path, kind, message = webhook.posts.get(timeout=5)
    assert (path, kind) == ("/next-to-go", "application/json")
    assert re.fullmatch(r"Randwick \"A\" & 'B'\. Horse racing\. Race 1\. in [34] min", message["text"]), message
    assert webhook.posts.empty()


def test_cron_posts_nothing_without_a_server(webhook):
    command = recipe("cron", "http://127.0.0.1:1").strip().split(None, 5)[5].replace(HOOK, webhook.url)
    subprocess.run(["/bin/sh", "-c", command], capture_output=True, timeout=20, env=environment())
    assert webhook.posts.empty()


def test_what_is_announced_is_posted_as_it_comes(tmp_path, webhook):
    start = 1_768_435_260
    feed = tmp_path / "feed.json"
    feed.write_bytes(body([summary("a", start, 3)]))
    # Its clock stands 20 seconds before the start.
    with Server("--feed", f"file:{feed}", "--now", "2026-01-15T00:00:40Z") as server:
        command = recipe("webhook", server.url).replace(HOOK, webhook.url)
        threading.Thread(target=Pipe, args=(command, 1, 60), daemon=True).start()
        posted = webhook.posts.get(timeout=60)
    assert posted == ("/next-to-go", "application/json", {"text": "Starting now: Randwick race 3"})


# Home Assistant: templates are Jinja's, in a sandbox

def rendered(template, board):
    return jinja2.sandbox.ImmutableSandboxedEnvironment().from_string(template).render(value_json=board).strip()


def test_home_assistant_understands_the_answer(soon):
    [rest] = yaml.safe_load(recipe("home assistant", soon.url))["rest"]
    board = requests.get(rest["resource"], timeout=5).json()
    label, start, state = rest["sensor"]
    assert rendered(label["value_template"], board) == board["races"][0]["label"]
    # One that has started is not the next one.
    started = board | {"now": board["races"][0]["start"]}
    assert rendered(label["value_template"], started) == board["races"][1]["label"]
    assert rendered(start["value_template"], started) == board["races"][1]["startAt"]
    assert set(label["json_attributes"]) <= set(board)
    when = datetime.datetime.fromisoformat(rendered(start["value_template"], board))
    assert when.tzinfo and when.timestamp() == board["races"][0]["start"]
    assert rendered(state["value_template"], board) == "fresh"
    [near] = rest["binary_sensor"]
    assert rendered(near["value_template"], board) == "True"
    # A board without races must not be an error.
    empty = board | {"races": []}
    assert rendered(label["value_template"], empty) == "none"
    assert rendered(start["availability"], empty) == "False" and rendered(start["value_template"], empty) == ""
    assert rendered(near["value_template"], empty) == "False"


# Node-RED

CORE = {"inject", "exec", "delay", "split", "function", "debug"}
RUN = """
const vm = require('vm');
const {func, payloads} = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const run = vm.runInNewContext(`(msg) => {${func}}`);
console.log(JSON.stringify(payloads.map((payload) => run({payload}))));
"""


def test_node_red_gets_what_its_nodes_expect(server):
    flow = {node["id"]: node for node in json.loads(recipe("node-red", server.url))}
    assert {node["type"] for node in flow.values()} <= CORE
    for node in flow.values():
        assert all(target in flow for output in node["wires"] for target in output), node["id"]
    listen, lines, parse = flow["listen"], flow["lines"], flow["parse"]
    # Outputs of exec are standard output, standard error and the end.
    assert listen["wires"] == [["lines"], [], ["again"]] and flow["again"]["wires"] == [["listen"]]
    assert lines["splt"] == "\\n" and lines["stream"] and parse["outputs"] == len(parse["wires"]) == 2
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    # A command in spawn mode is split into words at spaces, without a shell.
    assert not re.search(r"['\"$;|*]", listen["command"])
    written = [line for _, line in Pipe("exec " + listen["command"].replace("&", "\\&").replace("?", "\\?"), 1, 20).lines]
    announcement = json.dumps({"event": "announce", "now": 1, "text": "1 minute: Randwick race 3"})
    payloads = ["", *written, announcement, '{"event":"bye"}']
    done = subprocess.run(["node", "-e", RUN], input=json.dumps({"func": parse["func"], "payloads": payloads}),
                          capture_output=True, text=True, timeout=20, check=True)
    silent, listed, said, other = json.loads(done.stdout)
    assert silent is None and other is None
    assert listed[0]["payload"] == json.loads(written[0])["races"] and listed[1] is None
    assert said == [None, {"topic": "announce", "payload": "1 minute: Randwick race 3"}]
