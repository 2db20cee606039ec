"""Several nodes with one board: what a node and its Redis cost when the audience is shared between them.

`Scripts/bench-nodes` builds what it needs and writes the table of docs/scale.md.
"""
import argparse
import contextlib
import datetime
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

import page
from processes import ROOT, Program, environment, free_port, wait_for_port
from rounds import process_seconds, say

STREAM = "/events?events=countdown,races,announce,feed"
SETTLE = 5


def options():
    parser = argparse.ArgumentParser(prog="Scripts/bench-nodes")
    parser.add_argument("--nodes", default="1,2,4", metavar="N,N", help="so many nodes, in turn (default 1,2,4)")
    parser.add_argument("--subscribers", type=int, default=9_000, metavar="N", help="of each node (default 9000)")
    parser.add_argument("--seconds", type=int, default=20, metavar="N", help="that are measured (default 20)")
    parser.add_argument("--print", action="store_true", help="print the table and leave docs/scale.md alone")
    parser.add_argument("--swarm", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--server", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


@contextlib.contextmanager
def redis():
    """A Redis of our own that keeps nothing; its port and process id."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        words = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        with Program(words, env=environment()) as server:
            wait_for_port(server, port)
            yield port, server.process.pid


def traffic(port):
    """Bytes that Redis has received and sent, and commands done so far (INFO stats)."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"INFO stats\r\nQUIT\r\n")
        text = b"".join(iter(lambda: client.recv(65_536), b"")).decode()
    return [int(re.search(rf"^{name}:(\d+)", text, re.M)[1])
            for name in ("total_net_input_bytes", "total_net_output_bytes", "total_commands_processed")]


def frames(url, seconds):
    """The countdowns of some seconds, by second, as bytes."""
    host, port = re.match(r"http://([\d.]+):(\d+)", url).groups()
    found, end = {}, time.monotonic() + seconds
    with socket.create_connection((host, int(port)), timeout=5) as client:
        client.sendall(f"GET /events?events=countdown HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
        text = b""
        while time.monotonic() < end:
            text += client.recv(65_536)
    for block in text.split(b"\n\n")[:-1]:
        if now := re.search(rb'^data: \{"now":(\d+)', block, re.M):
            found[int(now[1])] = block.split(b"event: ", 1)[1]
    return found


def are_the_same(urls):
    """Whether all nodes send the same bytes in the same seconds."""
    everything = [{} for _ in urls]

    def read(index):
        everything[index] = frames(urls[index], 6)

    readers = [threading.Thread(target=read, args=(index,)) for index in range(len(urls))]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    common = set.intersection(*(set(each) for each in everything))
    return len(common) >= 4 and all(each[second] == everything[0][second] for each in everything for second in common)


def measure(chosen, count):
    with contextlib.ExitStack() as stack:
        port, redis_process = stack.enter_context(redis())
        servers = [stack.enter_context(Program(
            [chosen.server, "--port", 0, "--threads", 1, "--feed", "demo", "--public", ROOT / "public",
             "--redis", f"redis://127.0.0.1:{port}/0"], env=environment())) for _ in range(count)]
        urls = [server.wait_for(r"listening on (http://\S+)")[1] for server in servers]
        time.sleep(SETTLE)
        before, busy, began = traffic(port), process_seconds(redis_process), time.monotonic()
        swarms = [subprocess.Popen(
            [str(word) for word in [
                chosen.swarm, "--url", url + STREAM, "--pid", server.process.pid, "--subscribers", chosen.subscribers,
                "--seconds", chosen.seconds, "--rate", 2_000, "--settle", 5, "--json", "--quiet"]],
            stdout=subprocess.PIPE, text=True) for url, server in zip(urls, servers)]
        time.sleep(chosen.subscribers / 2_000 + 4)
        same = are_the_same(urls)
        reports = [json.loads(each.communicate(timeout=chosen.seconds + 120)[0]) for each in swarms]
        took = time.monotonic() - began
        after = traffic(port)
        used = process_seconds(redis_process) - busy
    return {"nodes": count, "reports": reports, "same": same, "redisCores": used / took,
            "in": (after[0] - before[0]) / took / count, "out": (after[1] - before[1]) / took / count,
            "commands": (after[2] - before[2]) / took / count}


def row(result):
    reports = result["reports"]
    costs = sorted(each["processorNanosecondsPerDelivery"] / 1_000 for each in reports)
    late = [each["latenessMicroseconds"] for each in reports]
    faults = sum(sum(each["faults"].values()) + each["ended"] + each["subscribers"] - each["live"] for each in reports)
    return [str(result["nodes"]), f"{sum(each['live'] for each in reports):,}",
            f"{costs[0]:.1f}-{costs[-1]:.1f}", f"{max(each['p50'] for each in late) / 1_000:.0f}",
            f"{max(each['p99'] for each in late) / 1_000:.0f}", str(faults), "yes" if result["same"] else "NO",
            f"{result['in'] / 1_024:.1f} / {result['out'] / 1_024:.1f}", f"{result['commands']:.1f}",
            f"{100 * result['redisCores']:.2f} %"]


def text(chosen, results):
    command = "Scripts/bench-nodes" + (f" --nodes {chosen.nodes}" if chosen.nodes != "1,2,4" else "")
    date = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    header = ["nodes", "streams", "processor a delivery, us", "lateness p50, ms", "p99, ms", "gaps, doubles and others",
              "same bytes from all", "KB a node and second to / from Redis", "commands a node and second",
              "Redis, of a core"]
    return (f"`{command}` on {date}: all nodes, their Redis and a load generator for each share the same two cores "
            f"({page.machine()}), demonstration data polled every 15 s, {chosen.subscribers:,} subscribers of "
            f"everything for each node, {chosen.seconds} s. Lateness is that of the node that was worst, and of the "
            "machine: with more nodes on it, each has less of it.\n\n"
            + page.rows([header, *(row(each) for each in results)]))


def main():
    chosen = options()
    if not shutil.which("redis-server"):
        raise SystemExit("Scripts/bench-nodes: redis-server is missing: install the Debian package redis-server.")
    results = []
    for count in (int(each) for each in chosen.nodes.split(",")):
        say(f"{count} nodes with {chosen.subscribers} subscribers each")
        results.append(measure(chosen, count))
        say("  " + "  ".join(row(results[-1])))
    written = text(chosen, results)
    print(written)
    if not chosen.print:
        page.write(ROOT / "docs/scale.md", written)
    sound = all(each["same"] and all(report["sound"] for report in each["reports"]) for each in results)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
