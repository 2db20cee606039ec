"""Measures servers in turn, again and again, so that what changes on the machine changes for all of them."""
import json
import os
import pathlib
import resource
import subprocess
import sys
import time

TICK = os.sysconf("SC_CLK_TCK")
# Processor time of others, in parts of one core, beyond which a run is done again.
OTHERS_AT_MOST = 0.15
TRIES = 2
STARTED = time.monotonic()


def say(text):
    print(text, file=sys.stderr, flush=True)


def busy_seconds():
    """Processor time of all programs on the machine, in their own code and in the kernel's (proc(5))."""
    user, nice, system = (int(each) for each in pathlib.Path("/proc/stat").read_text().split()[1:4])
    return (user + nice + system) / TICK


def process_seconds(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def own_seconds():
    """Of this program and of those that it has started and that have ended."""
    return sum(each.ru_utime + each.ru_stime
               for each in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def swarm(binary, server, subscribers, seconds, rate, *more):
    """One run of the swarm; its report, and what others used of the machine meanwhile, in cores."""
    words = [binary, "--url", server.url, "--pid", server.pid, "--subscribers", subscribers, "--seconds", seconds,
             "--rate", rate, "--json", "--quiet", *more]
    began = time.monotonic()
    before = busy_seconds() - process_seconds(server.pid) - own_seconds()
    run = subprocess.run([str(each) for each in words], stdout=subprocess.PIPE, text=True, timeout=seconds + 120)
    after = busy_seconds() - process_seconds(server.pid) - own_seconds()
    if run.returncode not in (0, 1) or not run.stdout:
        raise SystemExit(f"bench: {' '.join(map(str, words))} ended with {run.returncode}")
    report = json.loads(run.stdout)
    report["others"] = round(max(after - before, 0) / (time.monotonic() - began), 3)
    return report


def measure(binary, contender, wire_bytes, subscribers, seconds, patience, rate=4000, more=()):
    """A run against a server that was started for it.

    It is done again when other programs disturb it, unless `patience` is over, which is in seconds since the start of
    the whole; the one that was disturbed least is kept.
    """
    best = None
    for attempt in range(TRIES):
        with contender.run(wire_bytes) as server:
            report = swarm(binary, server, subscribers, seconds, rate, *more)
        report.update(contender=contender.key, subscribers=subscribers)
        if best is None or report["others"] < best["others"]:
            best = report
        say(line(contender, report))
        if report["others"] <= OTHERS_AT_MOST or time.monotonic() - STARTED > patience:
            break
        say("  disturbed by other programs" + (", again" if attempt + 1 < TRIES else ""))
    return best


def cost(report):
    """Processor time for a delivery in microseconds."""
    return report["processorNanosecondsPerDelivery"] / 1000


def line(contender, report):
    late = report["latenessMicroseconds"]
    if late["p99"] is None:
        return f"  {contender.name:22} no frame came: {report['failures']}"
    return (f"  {contender.name:22} {report['subscribers']:6} streams  {cost(report):6.2f} us a delivery"
            f"  {report['residentBytesPerStream']:6} bytes a stream  p99 {late['p99'] / 1000:7.1f} ms"
            f"  {'sound' if report['sound'] else 'NOT SOUND ' + str(report['faults'])}  others {report['others']:.2f}")
