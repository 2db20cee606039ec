"""The page with the results, in Markdown."""
import pathlib
import re

from spread import MEASURES, is_measured, of, ratio, verdict

BEGIN, END = "<!-- written by Scripts/bench -->", "<!-- end of what Scripts/bench writes -->"
HEADING = "# Measured\n\n"


def write(path, text):
    """Replaces what was written before, and leaves what others have written around it."""
    old = path.read_text() if path.exists() else f"{HEADING}{BEGIN}\n{END}\n"
    if BEGIN not in old or END not in old:
        old = f"{old.rstrip()}\n\n{BEGIN}\n{END}\n"
    before, after = old.split(BEGIN)[0], old.split(END, 1)[1]
    path.write_text(f"{before}{BEGIN}\n\n{text.strip()}\n\n{END}{after}")


def text(results, names):
    return "\n\n".join(part for part in (
        introduction(results), table(results, names), ratios(results, names), goals(results), large(results),
        pictures(), conditions(results, names)) if part)


def introduction(results):
    seconds = results["seconds"]
    return (f"`{results['command']}` on {results['date']}: {results['subscribers']:,} subscribers on 127.0.0.1, one "
            f"frame a second of {results['wireBytes']} bytes with its framing, {seconds} s a run, "
            f"{len(results['rounds'])} rounds in which the servers take turns. The load generator runs on the same "
            f"{results['cores']} cores. Each figure is the median of the rounds, with the least and the most.")


def rows(lines):
    header, *body = lines
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [header, ["---"] * len(header), *body])


def flat(results):
    return [report for reports in results["rounds"] for report in reports]


def table(results, names):
    lines = [["server", "processor a delivery, us", "memory a subscriber, KB", "lateness p50, ms", "p99, ms",
              "gaps, doubles and others"]]
    for key, name in names.items():
        own = [report for report in flat(results) if report["contender"] == key]
        measured = [report for report in own if is_measured(report)]
        if not measured:
            lines.append([name, *["broke down"] * 5])
            continue
        p50 = sorted(report["latenessMicroseconds"]["p50"] / 1000 for report in measured)[len(measured) // 2]
        faults = sum(sum(report["faults"].values()) + report["ended"] + report["subscribers"] - report["live"]
                     for report in own)
        lines.append([name, *(of(own, key, measure).text(MEASURES[measure][2]) for measure in ("cost", "memory")),
                      f"{p50:.0f}", of(own, key, "p99").text(0), str(faults)])
    return rows(lines)


def ratios(results, names):
    """Of one round each, so that a slow minute of the machine counts for both."""
    others = [key for key in names if key != "ours"]
    lines = [["Next To Go against", "processor a delivery", "lateness p99"]]
    for key in others:
        spreads = [ratio(results["rounds"], "ours", key, measure) for measure in ("cost", "p99")]
        lines.append([names[key], *(spread.text(2) if spread else "not measured" for spread in spreads)])
    return ("Ratios within a round (below 1: less than the other). A difference that is smaller than the spread is "
            "none:\n\n" + rows(lines)) if others else ""


def goals(results):
    rounds = results["rounds"]
    own = flat(results)
    lines = [["goal", "measured", ""]]
    for words, spread, most, decimals in [
        ("processor a delivery at most 1.10 of the floor", ratio(rounds, "ours", "floor", "cost"), 1.10, 2),
        ("processor a delivery at most 0.75 of Nchan", ratio(rounds, "ours", "nchan", "cost"), 0.75, 2),
        ("at most 0.5 KB resident a subscriber", of(own, "ours", "memory"), 0.5, 2),
        ("lateness p99 at most 1.10 of the floor", ratio(rounds, "ours", "floor", "p99"), 1.10, 2),
    ]:
        lines.append([words, spread.text(decimals) if spread else "", verdict(spread, most)])
    for size, counts in large_faults(results).items():
        words = ", ".join(f"{count} {name}" for name, count in counts.items() if name != "runs")
        met = all(not count for name, count in counts.items() if name != "runs")
        lines.append([f"no gap and no double at {size:,} subscribers", f"{words} in {counts['runs']} runs",
                      "met in every run" if met else "missed"])
    if results["herds"]:
        times = [report["herd"]["returnMicroseconds"]["max"] / 1e6 for report in results["herds"]]
        whole = all(report["herd"]["returned"] == report["herd"]["dropped"] for report in results["herds"])
        met = whole and max(times) <= 3
        lines.append([f"{results['herds'][0]['herd']['dropped']:,} that are dropped at once are live again within 3 s",
                      f"{min(times):.2f}-{max(times):.2f} s" + ("" if whole else ", some never"),
                      "met in every run" if met else "missed"])
    if results.get("stalled"):
        lines.append(beside_stalled(results["stalled"]))
    return rows(lines)


def beside_stalled(measured):
    """What readers that take nothing change for the others: they are written to as any others, and no more."""
    ratios = sorted(each["beside"]["latenessMicroseconds"]["p99"] / each["alone"]["latenessMicroseconds"]["p99"]
                    for each in measured)
    sound = all(each[when]["sound"] for each in measured for when in ("alone", "beside"))
    memory = max(max(each["residentBytesEach"], 0) + each["queuedBytesAtMost"] for each in measured)
    words = (f"{measured[0]['stalled']:,} that read nothing among {measured[0]['good']:,}: nobody else notices, "
             "and at most 64 KB are held for each")
    return [words, f"p99 of the others {ratios[0]:.2f}-{ratios[-1]:.2f} of that without them, "
            f"{'no gap' if sound else 'gaps'}, {memory / 1_024:.0f} KB each, the kernel's included",
            "met in every run" if sound and memory <= 65_536 and ratios[len(ratios) // 2] <= 1.25 else "missed"]


def large_faults(results):
    own = [report for report in results["growth"] if report["contender"] == "ours"]
    if not own:
        return {}
    size = max(report["subscribers"] for report in own)
    reports = [report for report in own if report["subscribers"] == size]
    count = {name: sum(report["faults"][key] for report in reports)
             for name, key in (("gaps", "gaps"), ("doubles", "doubles"), ("out of order", "disorder"))}
    count["ended or failed"] = sum(
        report["ended"] + report["subscribers"] - report["live"] for report in reports)
    return {size: {"runs": len(reports), **count}}


def large(results):
    if not results["herds"]:
        return ""
    stayed = max(report["herd"]["stayedLatenessMicroseconds"]["max"] or 0 for report in results["herds"]) / 1000
    gaps = sum(report["herd"]["stayedFaults"]["gaps"] for report in results["herds"])
    return (f"While the herd came back, frames to those that had stayed were at most {stayed:.0f} ms late, and "
            f"{gaps} were left out.")


def pictures():
    return ("![How many of the frames have arrived by which time after the beginning of their second]"
            "(pictures/bench-lateness.svg)\n\n"
            "![Processor time for a delivery against the number of subscribers](pictures/bench-cost.svg)\n\n"
            "![Resident memory for a subscriber against the number of subscribers](pictures/bench-memory.svg)")


def conditions(results, names):
    versions = "; ".join(f"{names[key]}: {results['versions'][key]}" for key in names)
    skipped = "".join(f" {name} was left out: install {package} to have it." for name, package in results["skipped"])
    broken = "".join(
        f" {names[report['contender']]} broke down once with {report['subscribers']:,} subscribers."
        for report in results["growth"] if not is_measured(report))
    disturbed = max(report["others"] for report in flat(results))
    return (f"The machine: {results['machine']}. {versions}.{skipped}{broken} Each server is one process on one thread, in its "
            "release build or as its package brings it. Processor time is that of the serving process, own and "
            "kernel's (`/proc/PID/task/*/schedstat`); memory is what it holds in the last second beyond what it held before the "
            "first connection (`VmRSS`), without the kernel's socket buffers. Lateness is counted from the beginning "
            "of the second to the moment in which the load generator has read the frame: its own work, on the same "
            f"cores, is in it for everybody. Other programs used at most {100 * disturbed:.0f} % of a core "
            "in a run that is counted.")


def machine():
    model = re.search(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    kernel = " ".join(pathlib.Path("/proc/version").read_text().split()[:3])
    memory = int(re.search(r"MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text())[1]) // (1 << 20)
    return f"{model[1] if model else 'a processor without a name'}, {memory} GB, {kernel}"
