"""What people type: curl into jq and other filters, through pipes, a line each second."""
import json
import subprocess

import pytest

from clients import SLACK, WORST
from processes import Server, environment
from shell import Pipe

COUNT = 6
PIPES = {
    "ndjson into jq": "curl -sN {url}/events.ndjson | jq --unbuffered -c 'select(.event == \"countdown\")'",
    "events into sed and jq":
        "curl -sN '{url}/events?events=countdown' | sed -un 's/^data: //p' | jq --unbuffered -c .",
    "events into grep": "curl -sN {url}/events | grep --line-buffered -A1 '^event: countdown' | sed -un 's/^data: //p'",
    "compressed": "curl -sN --compressed {url}/events.ndjson | jq --unbuffered -c 'select(.event == \"countdown\")'",
}


@pytest.mark.parametrize("command", PIPES.values(), ids=PIPES)
def test_a_line_comes_out_of_the_pipe_each_second(server, command, record_property):
    pipe = Pipe(command.format(url=server.url), COUNT, COUNT + 8)
    assert len(pipe.lines) == COUNT, pipe.errors
    seconds = [json.loads(line)["now"] for _, line in pipe.lines]
    assert seconds == list(range(seconds[0], seconds[0] + COUNT))
    late = [at - second for (at, _), second in zip(pipe.lines[1:], seconds[1:])]
    assert min(late) >= 0 and sorted(late)[-2] < SLACK and max(late) < WORST, late
    record_property("late out of a pipe", late)


def test_curl_ends_well_when_the_server_says_goodbye():
    with Server() as running:
        running.wait_for_races(5)
        curl = subprocess.Popen(["curl", "-sN", "-m", "20", f"{running.url}/events.ndjson"], stdout=subprocess.PIPE,
                                text=True, env=environment())
        curl.stdout.readline()
        running.end()
        last = curl.stdout.readlines()[-1]
        assert curl.wait(8) == 0
    assert json.loads(last)["event"] == "bye"
