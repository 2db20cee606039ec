"""Grafana's dashboard: its queries are run by a real Prometheus that scrapes a real server."""
import json
import re

import pytest

from figures import names_in, names_of
from processes import ROOT

DASHBOARD = json.loads((ROOT / "deploy/monitoring/grafana-dashboard.json").read_text())
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
QUERIES = [(panel["title"], target["expr"], target["legendFormat"]) for panel in PANELS for target in panel["targets"]]
# Nothing is refused by a server that is well, so that this one has no samples.
EMPTY = {"sum by (status) (rate(nexttogo_requests_refused_total{job=~\"$job\",instance=~\"$instance\"}[$__rate_interval]))"}


def as_grafana_asks(expression):
    """With the values of variables that "All" stands for, and the shortest interval of rates."""
    for name, value in {"$job": ".+", "$instance": ".+", "$__rate_interval": "30s"}.items():
        expression = expression.replace(name, value)
    assert "$" not in expression
    return expression


@pytest.mark.parametrize("title,expression,legend", QUERIES, ids=[f"{title}-{index}" for index, (title, *_) in enumerate(QUERIES)])
def test_a_query_finds_figures_and_the_labels_of_its_legend(prometheus, title, expression, legend):
    result = prometheus.query(as_grafana_asks(expression))
    assert result or expression in EMPTY
    for series in result:
        assert set(re.findall(r"{{(\w+)}}", legend)) <= set(series["metric"])


def test_it_asks_for_figures_that_there_are_and_leaves_none_out(server):
    asked = set().union(*(names_in(expression) for _, expression, _ in QUERIES))
    there = names_of(server)
    assert asked <= there
    # A histogram is asked for by its buckets.
    family = lambda name: re.sub(r"_(bucket|sum|count)$", "", name)  # noqa: E731
    assert {family(name) for name in there} == {family(name) for name in asked}


def test_its_variables_find_the_job_and_the_node(prometheus, server):
    assert prometheus.ask("label/job/values", **{"match[]": "nexttogo_info"}) == ["nexttogo"]
    assert prometheus.ask("label/instance/values", **{"match[]": "nexttogo_info"}) == [server.url.removeprefix("http://")]
    names = [variable["name"] for variable in DASHBOARD["templating"]["list"]]
    assert names == ["datasource", "job", "instance"]


def test_its_panels_have_ids_places_and_the_chosen_source():
    cells = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        here = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        assert not here & cells and place["x"] + place["w"] <= 24, panel["title"]
        cells |= here
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    sources = [panel["datasource"] for panel in PANELS] + [each["datasource"] for panel in PANELS for each in panel["targets"]]
    assert all(source == {"type": "prometheus", "uid": "${datasource}"} for source in sources)
