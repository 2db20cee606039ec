"""Medians, and how far apart the rounds were."""
import statistics

from rounds import cost

# What is compared: how it is taken from a report, its unit, and its decimals.
MEASURES = {
    "cost": (cost, "us", 2),
    "p99": (lambda report: report["latenessMicroseconds"]["p99"] / 1000, "ms", 0),
    "memory": (lambda report: report["residentBytesPerStream"] / 1024, "KB", 2),
}


def is_measured(report):
    """Whether frames came at all: a server may break down under its load."""
    return report["deliveries"] > 0


class Spread:
    """The median of some figures, with the least and the most."""

    def __init__(self, values):
        self.median, self.least, self.most = statistics.median(values), min(values), max(values)

    def text(self, decimals):
        return f"{self.median:.{decimals}f} ({self.least:.{decimals}f}-{self.most:.{decimals}f})"


def of(reports, key, measure):
    """A measure of one contender over all rounds; None without a round."""
    values = [MEASURES[measure][0](report) for report in reports
              if report["contender"] == key and is_measured(report)]
    return Spread(values) if values else None


def ratio(rounds, key, other, measure):
    """The ratio of two contenders in each round, over all rounds; None when one is missing."""
    take = MEASURES[measure][0]
    ratios = []
    for reports in rounds:
        found = {report["contender"]: take(report) for report in reports if is_measured(report)}
        if key in found and found.get(other):
            ratios.append(found[key] / found[other])
    return Spread(ratios) if ratios else None


def verdict(spread, most):
    """Whether a goal is met: only what holds in every round is claimed."""
    if spread is None:
        return "not measured"
    if spread.most <= most:
        return "met in every round"
    if spread.least > most:
        return "missed in every round"
    return "met by the median, not in every round" if spread.median <= most else "missed by the median"
