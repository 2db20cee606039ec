"""The pictures: how late frames are, and what subscribers cost."""
import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

from spread import is_measured, of  # noqa: E402

# Told apart without colours too (Okabe and Ito's palette, which colour-blind people can tell apart).
STYLES = {
    "ours": ("#0072B2", "-", "o"), "floor": ("#000000", "--", "s"), "nchan": ("#009E73", "-.", "^"),
    "node": ("#D55E00", ":", "D"), "aiohttp": ("#CC79A7", (0, (5, 1, 1, 1, 1, 1)), "v"),
}
SETTINGS = {
    "svg.fonttype": "none", "svg.hashsalt": "bench", "font.size": 11, "axes.grid": True, "grid.alpha": 0.3,
    "axes.spines.top": False, "axes.spines.right": False, "figure.figsize": (7.5, 4.2), "savefig.facecolor": "white",
}


def draw_all(results, names, folder):
    grown = results["growth"] + [report for reports in results["rounds"] for report in reports]
    with pyplot.rc_context(SETTINGS):
        lateness(results["rounds"], names, folder / "bench-lateness.svg", results["subscribers"])
        growth(grown, names, "cost", "processor time for a delivery, us", folder / "bench-cost.svg")
        growth(grown, names, "memory", "resident memory for a subscriber, KB",
               folder / "bench-memory.svg", axis="symlog")


def lateness(rounds, names, path, subscribers):
    """For each contender the round with the median p99: a run that took place, not a mixture of runs."""
    figure, axes = pyplot.subplots()
    for key, name in names.items():
        reports = [report for reports in rounds for report in reports
                   if report["contender"] == key and report["latenessMicroseconds"]["curve"]]
        if not reports:
            continue
        reports.sort(key=lambda report: report["latenessMicroseconds"]["p99"])
        curve = reports[len(reports) // 2]["latenessMicroseconds"]["curve"]
        colour, dashes, _ = STYLES[key]
        share = [100 * index / (len(curve) - 1) for index in range(len(curve))]
        axes.plot([each / 1000 for each in curve], share, color=colour, linestyle=dashes, linewidth=2, label=name)
    axes.set(xlabel="milliseconds after the beginning of the second", ylabel="frames that have arrived, %",
             title=f"Lateness, {subscribers:,} subscribers", ylim=(0, 101))
    axes.set_xlim(left=0)
    save(figure, axes, path)


def growth(reports, names, measure, label, path, axis="linear"):
    figure, axes = pyplot.subplots()
    for key, name in names.items():
        own = [report for report in reports if report["contender"] == key and is_measured(report)]
        sizes = sorted({report["subscribers"] for report in own})
        spreads = [of([report for report in own if report["subscribers"] == size], key, measure) for size in sizes]
        if not sizes:
            continue
        colour, dashes, marker = STYLES[key]
        medians = [each.median for each in spreads]
        errors = [[each.median - each.least for each in spreads], [each.most - each.median for each in spreads]]
        axes.errorbar(sizes, medians, yerr=errors, color=colour, linestyle=dashes, marker=marker, linewidth=2,
                      capsize=3, label=name)
    axes.set(xlabel="subscribers", ylabel=label, title=label[0].upper() + label[1:])
    if axis == "symlog":
        axes.set_yscale("symlog", linthresh=1)
        axes.yaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)
    save(figure, axes, path)


def save(figure, axes, path):
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    # matplotlib leaves blanks at line ends.
    path.write_text("\n".join(each.rstrip() for each in path.read_text().splitlines()) + "\n")
