"""The recipe of docs/dashboards.md in a real Home Assistant."""
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Monitoring"))

from feeds import body, summary  # noqa: E402
from processes import ROOT, Server, environment  # noqa: E402
from recipes import recipe  # noqa: E402

PYTHON = ROOT / ".venv/homeassistant/bin/python"
WATCHER = pathlib.Path(__file__).with_name("watcher.py")


class HomeAssistant:
    def __init__(self, folder, configuration):
        folder.mkdir()
        (folder / "configuration.yaml").write_text(f"homeassistant:\n  time_zone: UTC\n{configuration}")
        self.last, self.errors = None, (folder.parent / "errors").open("w+")
        self.process = subprocess.Popen([PYTHON, WATCHER, folder], stdout=subprocess.PIPE, stderr=self.errors, text=True,
                                        stdin=subprocess.DEVNULL, env=environment(HOME=str(folder.parent), PATH=os.environ["PATH"]))
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.last = json.loads(line)

    def wait_for(self, condition, seconds):
        end = time.monotonic() + seconds
        while not (self.last and condition(self.last)):
            self.errors.seek(0)
            assert time.monotonic() < end and self.process.poll() is None, f"{self.last}\n{self.errors.read()[-3000:]}"
            time.sleep(0.2)
        return self.last

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(10)
        self.errors.close()


def test_it_shows_the_next_race_and_says_that_it_starts(tmp_path):
    # Far enough away for Home Assistant to come up, which fetches two packages at its first start.
    first = int(time.time() + 100) // 60 * 60 + 60
    feed = tmp_path / "feed.json"
    feed.write_bytes(body([summary("a", first, 3), summary("b", first + 120, 4)]))
    with Server("--feed", f"file:{feed}") as server:
        server.wait_for_races(2)
        with HomeAssistant(tmp_path / "home", recipe("home assistant", server.url)) as home:
            states = home.wait_for(lambda last: "sensor.next_race" in last["states"], 120)["states"]
            assert states["sensor.next_race"]["state"] == "Randwick. Horse racing. Race 3."
            assert [race["number"] for race in states["sensor.next_race"]["races"]] == [3, 4]
            shown = states["sensor.next_race_start"]
            assert shown["device_class"] == "timestamp" and shown["state"].startswith(time.strftime("%Y-%m-%dT%H:%M", time.gmtime(first)))
            assert states["sensor.race_feed"]["state"] == "fresh"
            assert states["binary_sensor.race_within_five_minutes"]["state"] == "on"
            # At the start, and not before.
            notices = home.wait_for(lambda last: last["notices"], first - time.time() + 15)["notices"]
            assert time.time() >= first and notices == ["Starting now: Randwick. Horse racing. Race 3."]
            # Then the other one is next, though the first is on the board for a minute yet.
            home.wait_for(lambda last: last["states"]["sensor.next_race"]["state"].endswith("Race 4."), 25)
