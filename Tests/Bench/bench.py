"""Measures this server beside others, and writes docs/benchmarks.md. `Scripts/bench` builds what it needs."""
import argparse
import datetime
import json
import os
import pathlib
import sys

import contenders
import page
import rounds
import stalled
from processes import ROOT

FULL = {"subscribers": 10_000, "seconds": 10, "rounds": 5, "sizes": [1_000, 5_000, 15_000, 19_000],
        "sizeSeconds": 5, "sizeRounds": 2, "herd": 10_000, "herds": 3,
        "stalled": 1_000, "beside": 9_000, "stalledRounds": 3}
QUICK = {"subscribers": 2_000, "seconds": 4, "rounds": 3, "sizes": [500, 4_000], "sizeSeconds": 3, "sizeRounds": 1,
         "herd": 1_500, "herds": 1, "stalled": 200, "beside": 1_800, "stalledRounds": 1}


def options():
    parser = argparse.ArgumentParser(prog="Scripts/bench")
    parser.add_argument("--quick", action="store_true", help="a short run, whose results go to the terminal only")
    parser.add_argument("--from", dest="results", metavar="FILE", help="write the page from results kept earlier")
    parser.add_argument("--only", metavar="NAMES", help="these servers: ours, floor, nchan, node, aiohttp")
    parser.add_argument("--patience", type=int, default=600, metavar="SECONDS",
                        help="how long runs that other programs disturb are done again (default 600)")
    parser.add_argument("--swarm", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--server", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--floor", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--keep", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def wire_bytes(binary, ours):
    """What our frames have on the wire, in the mean of some seconds: their figures differ in length."""
    with ours.run(0) as server:
        report = rounds.swarm(binary, server, 10, 8, 1000)
    if not report["sound"]:
        raise SystemExit(f"bench: ten streams of our own are not sound: {report}")
    return round(report["bytes"] / report["deliveries"])


def run(chosen, plan, binary, size, patience):
    """All rounds of all contenders; each round begins with another one."""
    main, growth, herds, slow = [], [], [], []
    for number in range(plan["rounds"]):
        rounds.say(f"round {number + 1} of {plan['rounds']}, {plan['subscribers']} subscribers")
        turn = number % len(chosen)
        main.append([rounds.measure(binary, each, size, plan["subscribers"], plan["seconds"], patience)
                     for each in chosen[turn:] + chosen[:turn]])
    for number in range(plan["sizeRounds"]):
        for subscribers in plan["sizes"]:
            rounds.say(f"growth {number + 1} of {plan['sizeRounds']}, {subscribers} subscribers")
            growth += [rounds.measure(binary, each, size, subscribers, plan["sizeSeconds"], patience)
                       for each in chosen]
    ours = next((each for each in chosen if each.key == "ours"), None)
    for number in range(plan["herds"] if ours else 0):
        rounds.say(f"herd {number + 1} of {plan['herds']}")
        total = plan["herd"] + plan["herd"] // 10
        herds.append(rounds.measure(binary, ours, size, total, 2, patience, more=("--herd", plan["herd"])))
    for number in range(plan["stalledRounds"] if ours else 0):
        rounds.say(f"{plan['stalled']} that read nothing, {number + 1} of {plan['stalledRounds']}")
        slow.append(stalled.measure(binary, ours, plan["beside"], plan["stalled"], plan["seconds"]))
    return {"rounds": main, "growth": growth, "herds": herds, "stalled": slow}


def main():
    chosen = options()
    everyone = contenders.all_contenders(chosen.server, chosen.floor)
    names = {each.key: each.name for each in everyone}
    if chosen.results:
        results = json.loads(pathlib.Path(chosen.results).read_text())
    else:
        wanted = chosen.only.split(",") if chosen.only else list(names)
        if unknown := [each for each in wanted if each not in names]:
            raise SystemExit(f"Scripts/bench: unknown server {unknown[0]}; known are {', '.join(names)}.")
        skipped = [(each.name, each.missing) for each in everyone if each.key in wanted and each.missing]
        for name, package in skipped:
            rounds.say(f"{name} is left out: install {package} to have it.")
        taking_part = [each for each in everyone if each.key in wanted and not each.missing]
        plan = QUICK if chosen.quick else FULL
        size = wire_bytes(chosen.swarm, everyone[0])
        results = {
            "command": "Scripts/bench" + (" --quick" if chosen.quick else "")
                       + (f" --only {chosen.only}" if chosen.only else ""),
            "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
            "cores": len(os.sched_getaffinity(0)), "machine": page.machine(), "wireBytes": size,
            "versions": {each.key: each.version() for each in taking_part}, "skipped": skipped,
            "subscribers": plan["subscribers"], "seconds": plan["seconds"],
            **run(taking_part, plan, chosen.swarm, size, chosen.patience)}
        chosen.keep.parent.mkdir(parents=True, exist_ok=True)
        chosen.keep.write_text(json.dumps(results))
        rounds.say(f"kept in {chosen.keep}")
    names = {key: name for key, name in names.items() if key in results["versions"]}
    text = page.text(results, names)
    print(text)
    if not chosen.quick:
        import plots
        page.write(ROOT / "docs/benchmarks.md", text)
        plots.draw_all(results, names, ROOT / "docs/pictures")
        rounds.say("written: docs/benchmarks.md and docs/pictures/bench-*.svg")


if __name__ == "__main__":
    sys.exit(main())
