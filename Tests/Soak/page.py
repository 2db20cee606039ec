"""What a soak showed: whether it is level, a table, and a picture."""
import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

# The most by which a figure may have grown from the middle of a run to its end, by its slope.
MEMORY_GROWTH_KB = 1_024
DESCRIPTOR_GROWTH = 2
SETTINGS = {
    "svg.fonttype": "none", "svg.hashsalt": "soak", "font.size": 11, "axes.grid": True, "grid.alpha": 0.3,
    "axes.spines.top": False, "axes.spines.right": False, "figure.figsize": (7.5, 7.5), "savefig.facecolor": "white",
}


def slope(points):
    """The median of the slopes between all pairs (Theil-Sen), which a few odd samples do not move."""
    slopes = sorted((later[1] - earlier[1]) / (later[0] - earlier[0])
                    for index, earlier in enumerate(points) for later in points[index + 1:])
    return slopes[len(slopes) // 2] if slopes else 0


def second_half(results, figure):
    samples = results["samples"]
    return [(each["at"], figure(each)) for each in samples[len(samples) // 2:]]


def growth(results, figure):
    points = second_half(results, figure)
    return slope(points) * (points[-1][0] - points[0][0]) if len(points) > 1 else 0


def own_descriptors(each):
    """Beyond those of streams: what is left behind shows here."""
    return each["descriptors"] - each["streams"]


def checks(results):
    """Each as: what was wanted, what was seen, whether it holds."""
    memory, descriptors = growth(results, lambda each: each["anonymous"]), growth(results, own_descriptors)
    faults = sum(results["faults"].values())
    return [
        (f"memory grows by at most {MEMORY_GROWTH_KB} KB over the second half", f"{memory:+.0f} KB",
         memory <= MEMORY_GROWTH_KB),
        (f"descriptors beside those of streams grow by at most {DESCRIPTOR_GROWTH} over the second half",
         f"{descriptors:+.1f}", descriptors <= DESCRIPTOR_GROWTH),
        ("after everybody has left no descriptor more than before anybody came",
         f"{results['left']}, before {results['idle']}", results["left"] <= results["idle"]),
        ("no gap, no double, no reset without a reason, no stream ended by the server but of slow readers",
         f"{faults} in {results['frames']:,} frames", faults == 0),
        ("the log has no error, and SIGTERM ends it with 0", f"{len(results['errors'])}, {results['exit']}",
         not results["errors"] and results["exit"] == 0),
    ]


def write(results, folder):
    """Whether all that was wanted was seen."""
    draw(results, folder / "pictures")
    found = checks(results)
    (folder / "soak.md").write_text(text(results, found))
    for wanted, seen, holds in found:
        print(f"{'ok  ' if holds else 'NOT '} {wanted}: {seen}")
    for example in results["examples"]:
        print(f"     {example}")
    return all(holds for _, _, holds in found)


def rows(lines):
    header, *body = lines
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [header, ["---"] * len(header), *body])


def text(results, found):
    samples = results["samples"]
    middle, last = samples[len(samples) // 2], samples[-1]

    def spread(figure, scale=1, decimals=0):
        values = sorted(figure(each) * scale for each in samples[len(samples) // 2:] if figure(each) is not None)
        return f"{values[len(values) // 2]:,.{decimals}f} ({values[0]:,.{decimals}f} to {values[-1]:,.{decimals}f})"

    seconds = last["at"] - middle["at"]
    closed = ", ".join(f"{name} {count:,.0f}" for name, count in sorted(last["closed"].items()))
    feed = ", ".join(f"{kind} {count}" for kind, count in sorted(results["feed"].items()))
    figures = [["figure", "median of the second half, with the least and the most"],
               ["resident memory, MB", spread(lambda each: each["resident"], 1 / 1024, 1)],
               ["of it the heap and stacks, MB", spread(lambda each: each["anonymous"], 1 / 1024, 1)],
               ["history by its own count, KB", spread(lambda each: each["history"], 1 / 1024)],
               ["descriptors", spread(lambda each: each["descriptors"])],
               ["descriptors beside those of streams", spread(own_descriptors)],
               ["open streams", spread(lambda each: each["streams"])],
               ["lateness p99 of 5 s, ms", spread(lambda each: each["latenessP99"], 1000)],
               ["lateness p50 of 5 s, ms", spread(lambda each: each["latenessP50"], 1000)]]
    return f"""# A long run

<!-- written by Scripts/soak -->

`Scripts/soak --minutes {results['minutes']:g}` on {results['date']}, commit {results['commit']}, {results['cores']} cores, \
the listeners and the feed on the same ones. {results['steady']} listeners who stay, {results['restless']} who stay a \
quarter of a minute in the mean and mostly come back with their last id, {results['slow']} who read little or nothing; \
formats in turn: {', '.join(results['formats'])}. Beside them some requests a second of other kinds, half of them refused, \
cut off or empty; a feed whose races move and whose answers fail; `--state`; SIGHUP every 20 s.

{rows([['wanted', 'seen', ''], *([wanted, seen, 'yes' if holds else '**no**'] for wanted, seen, holds in found)])}

{rows(figures)}

In all: {results['opened']:,} streams opened, {results['resumed']:,} of them with a last id; {results['frames']:,} frames \
looked at; {last['conflated']:,.0f} frames left out for slow readers; streams ended: {closed}; {results['passers']:,} other \
requests; answers of the feed: {feed}; {last['skipped']:,.0f} flawed races skipped; the state written \
{last['stateWrites']:,.0f} times; files read again {results['hangUps']} times; {results['logged']} lines of log; \
{100 * (last['processor'] - middle['processor']) / seconds if seconds else 0:.1f} % of one core in the second half.

![Memory, descriptors and lateness over the whole run](pictures/soak.svg)

Every {results['interval']} s: `VmRSS` and `RssAnon` of `/proc/PID/status`, entries of `/proc/PID/fd`, `/metrics`. Slopes are \
the median of those between all pairs of samples of the second half (Theil-Sen), times its length. Lateness is counted \
from the beginning of a second to the moment in which the listeners' one thread has read its frame; those who just \
came are left out. Numbers of allocations are not counted here: `swift test --filter 'The cost of a second'` does that.
"""


def draw(results, folder):
    samples = results["samples"]
    minutes = [each["at"] / 60 for each in samples]
    with pyplot.rc_context(SETTINGS):
        figure, (memory, descriptors, lateness) = pyplot.subplots(3, 1, sharex=True)
        memory.plot(minutes, [each["resident"] / 1024 for each in samples], color="#0072B2", label="resident")
        memory.plot(minutes, [each["anonymous"] / 1024 for each in samples], color="#D55E00", linestyle="--",
                    label="heap and stacks")
        memory.set(ylabel="MB", title="Memory")
        descriptors.plot(minutes, [each["descriptors"] for each in samples], color="#0072B2", label="all")
        descriptors.plot(minutes, [own_descriptors(each) for each in samples], color="#D55E00", linestyle="--",
                         label="beside those of streams")
        descriptors.set(ylabel="descriptors", title="Descriptors")
        for name, colour, dashes in (("latenessP50", "#0072B2", "-"), ("latenessP99", "#D55E00", "--")):
            points = [(at, 1000 * each[name]) for at, each in zip(minutes, samples) if each[name] is not None]
            lateness.plot(*zip(*points), color=colour, linestyle=dashes, label="p" + name[-2:])
        lateness.set(ylabel="ms", xlabel="minutes", title="Frames after the beginning of their second")
        for axes in (memory, descriptors, lateness):
            axes.set_ylim(bottom=0)
            axes.set_xlim(left=0)
            axes.legend(frameon=False, loc="best")
        figure.tight_layout()
        path = folder / "soak.svg"
        figure.savefig(path, metadata={"Date": None, "Creator": None})
        figure.savefig(folder / "soak.png", dpi=100)
        pyplot.close(figure)
    # matplotlib leaves blanks at line ends.
    path.write_text("\n".join(each.rstrip() for each in path.read_text().splitlines()) + "\n")
