"""Time's bad days on the real server: a wall clock that is set, one that is smeared, and a process that is stopped.

What is real and what is played: the server, its sockets and its clients are real, and so is a stop (SIGSTOP, SIGCONT),
which is all that a suspended machine is to a process but for its clocks. The clock of this machine is never touched:
wall_clock.c stands between the server and the C library, shifts CLOCK_REALTIME, and plays what the kernel does with a
timer of that clock when it is set.
"""
import os
import signal
import struct
import subprocess
import time
from pathlib import Path

import pytest

from feeds import body, summary
from listeners import FORMATS, Listener
from processes import Server

BILLION = 1_000_000_000


class WallClock:
    """The clock of one server, in a file that it has mapped."""

    def __init__(self, path, library):
        self.offset = 0
        self.steps = []
        self._file = os.open(path, os.O_RDWR | os.O_CREAT)
        self._write(0)
        self.through = ["/usr/bin/env", f"LD_PRELOAD={library}", f"WALL_CLOCK_FILE={path}"]

    def _write(self, offset):
        # One word, written at once, so that nobody reads half of it.
        os.pwrite(self._file, struct.pack("=q", offset), 0)
        self.offset = offset

    def step(self, seconds):
        """Sets the clock; the system's time at which that was done."""
        self._write(self.offset + round(seconds * BILLION))
        self.steps.append(time.time())
        return self.steps[-1]

    def at(self, moment):
        return moment + self.offset / BILLION


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("wall-clock") / "wall_clock.so"
    source = Path(__file__).with_name("wall_clock.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", path, source], check=True)
    return path


def feed_around(folder, now):
    """A feed of races before, in and after everything that happens; pairs of id and start."""
    ahead = [-3_630, -3_000, -50, -30, 4, 9, 20, 32, 70, 85, 95, 110, 150, 400, 2_000, 3_000, 3_700, 4_000, 7_000, 9_000]
    races = {f"race {offset}": now + offset for offset in ahead}
    file = folder / "feed.json"
    file.write_bytes(body([summary(identifier, start) for identifier, start in races.items()]))
    return races, f"file:{file}"


@pytest.fixture
def world(tmp_path, library):
    """A server under a clock that can be set, its races, and a listener for each format that has heard some seconds."""
    races, feed = feed_around(tmp_path, int(time.time()))
    clock = WallClock(tmp_path / "clock", library)
    with Server("--feed", feed, "--poll", 2, through=clock.through) as server:
        server.wait_for_races(5)
        listeners = [Listener(server, format) for format in FORMATS]
        try:
            time.sleep(3.2)
            yield server, clock, races, listeners
        finally:
            for each in listeners:
                each.leave()


def expect_current(listener, clock, after):
    """From a moment on, every frame is of the second that the clock shows when it comes."""
    frames = listener.of("countdown", after)
    assert len(frames) >= 3, "the frames have ended"
    for frame in frames:
        assert 0 <= clock.at(frame.at) - frame.data["now"] < 1.9, (frame, clock.at(frame.at))


def expect_one_by_one(seconds):
    assert {later - earlier for earlier, later in zip(seconds, seconds[1:])} == {1}, seconds


def expect_no_burst(listener, after):
    """At once the present, then a frame a second."""
    arrivals = [frame.at for frame in listener.of("countdown", after)]
    for index, arrival in enumerate(arrivals):
        assert sum(arrival <= other < arrival + 1.5 for other in arrivals[index:]) <= 3, arrivals


@pytest.mark.parametrize("seconds", [pytest.param(90, marks=pytest.mark.short), 1, 2, 0.4])
def test_a_clock_that_is_set_forward(world, seconds):
    server, clock, races, listeners = world
    before = [each.of("races")[-1].id for each in listeners]
    step = clock.step(seconds)
    time.sleep(4.5)
    for each in listeners:
        each.expect_in_step(races)
        expect_current(each, clock, step + 0.3)
        expect_no_burst(each, step)
        assert not any(event.data["reset"] for event in each.of("races", step))
        jumps = [later - earlier for earlier, later in zip(each.seconds(), each.seconds()[1:])]
        assert sum(jumps) - len(jumps) <= round(seconds + 0.5), "more seconds are left out than the clock has"
        # Nothing is caught up of what happened in between.
        assert all(event.data["now"] >= int(clock.at(step)) for event in each.of("announce", step + 0.3))
    with Listener(server, last_id=before[0]) as back:
        time.sleep(1.5)
        first = back.of("races")[0]
        assert not first.data["reset"]
        assert first.id == str(first.data["revision"])
        left = {change["id"] for change in first.data["changes"] if change["change"] == "expired"}
        gone = {name for name, start in races.items() if int(before[0]) - 60 < start <= first.data["now"] - 60}
        assert left <= gone, "an id of before the step is told what has changed since"
        back.expect_in_step(races)


@pytest.mark.parametrize("seconds", [-0.4, -1, pytest.param(-2, marks=pytest.mark.short)])
def test_a_small_step_back_is_waited_out(world, seconds):
    _, clock, races, listeners = world
    step = clock.step(seconds)
    time.sleep(5 - seconds)
    for each in listeners:
        each.expect_in_step(races)
        each.expect_never_two_at_once()
        assert not any(event.data["reset"] for event in each.of("races", step))
        # Not a second is lost, and none comes again.
        expect_one_by_one(each.seconds())
        expect_current(each, clock, step + 0.3 - seconds)
        waited = max(later.at - earlier.at for earlier, later in zip(each.of("countdown"), each.of("countdown")[1:]))
        assert waited > 0.8 - seconds, "nothing was waited out"


@pytest.mark.parametrize("seconds", [-4, -90, pytest.param(-3_600, marks=pytest.mark.short)])
def test_a_step_back_begins_anew_once(world, seconds):
    server, clock, races, listeners = world
    before = [each.of("races")[-1].id for each in listeners]
    step = clock.step(seconds)
    time.sleep(4.5)
    for each in listeners:
        each.expect_in_step(races)
        each.expect_never_two_at_once()
        resets = [event for event in each.of("races", step) if event.data["reset"]]
        assert len(resets) == 1, f"{len(resets)} resets"
        expect_current(each, clock, max(step + 0.3, resets[0].at))
        expect_no_burst(each, step)
        falls = [later for earlier, later in zip(each.seconds(), each.seconds()[1:]) if later <= earlier]
        assert len(falls) == 1, "time falls once, and only after the reset"
        after = each.seconds(resets[0].at - 0.001)
        expect_one_by_one(after[1:])
    assert sum("set back" in line for line in server.lines) in (1, 2), "each loop says so once"
    # An id of the time that was set back lies in the future now.
    with Listener(server, last_id=before[0]) as back:
        time.sleep(1.2)
        first = back.of("races")[0]
        assert first.data["reset"] or int(before[0]) <= first.data["now"]
        back.expect_in_step(races)


def test_a_leap_second_smeared_in_both_directions_loses_no_second(world):
    _, clock, races, listeners = world
    begun = time.time()
    # A second over some four seconds in steps of 20 ms, each of which cancels the timers: a smear takes hours.
    for direction in (-1, 1):
        for _ in range(50):
            clock.step(direction * 0.02)
            time.sleep(0.08)
    smeared = time.time()
    time.sleep(4)
    for each in listeners:
        each.expect_in_step(races)
        expect_one_by_one(each.seconds())
        expect_current(each, clock, smeared)
        assert not any(event.data["reset"] for event in each.of("races", begun))


@pytest.mark.parametrize("seconds", [pytest.param(4, marks=pytest.mark.short), 12, 35])
def test_a_server_that_was_stopped_goes_on_with_the_present(tmp_path, seconds):
    races, feed = feed_around(tmp_path, int(time.time()))
    clock = WallClock(tmp_path / "clock", None)
    with Server("--feed", feed, "--poll", 2) as server:
        server.wait_for_races(5)
        listeners = [Listener(server, format) for format in FORMATS]
        time.sleep(3.2)
        before = listeners[0].of("races")[-1]
        server.process.send_signal(signal.SIGSTOP)
        stopped = time.time()
        # One that leaves while nobody answers, and comes back to a listener that still takes connections.
        listeners.pop(0).leave()
        time.sleep(seconds)
        server.process.send_signal(signal.SIGCONT)
        went_on = time.time()
        with Listener(server, last_id=before.id) as back:
            time.sleep(4.5)
            for each in listeners:
                each.expect_in_step(races)
                assert not each.has_ended
                frames = each.of("countdown", went_on - 0.001)
                assert frames[0].data["now"] >= int(went_on), "the first frame is of the present"
                expect_current(each, clock, went_on)
                expect_no_burst(each, went_on)
                missed = range(int(stopped) + 2, int(went_on))
                assert not set(missed) & set(each.seconds()), "old seconds are made up for"
                assert not any(event.data["now"] in missed for event in each.of("announce"))
                assert not any(event.data["reset"] for event in each.of("races", stopped))
            first = back.of("races")[0]
            assert not first.data["reset"] and first.data["now"] >= int(went_on)
            board = {race["id"] for race in before.data["races"]}
            now = {race["id"] for race in first.data["races"]}
            said = {change["id"]: change["change"] for change in first.data["changes"]}
            assert said == {name: "added" for name in now - board} | {name: "expired" for name in board - now}
            back.expect_in_step(races)
        for each in listeners:
            each.leave()
        assert not any("error" in line for line in server.lines), server.lines
