"""What Prometheus' own parser makes of /metrics."""
from prometheus_client.parser import text_string_to_metric_families

import requests


def families(server):
    answer = requests.get(server.url + "/metrics", timeout=5)
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return {family.name: family for family in text_string_to_metric_families(answer.text)}


def test_every_family_has_a_type_a_help_and_samples(server):
    found = families(server)
    assert len(found) >= 20
    for name, family in found.items():
        assert name.startswith("nexttogo_")
        assert family.type in ("counter", "gauge", "histogram"), name
        assert family.documentation.endswith("."), name
        if name != "nexttogo_requests_refused":
            assert family.samples, name


def test_the_lateness_of_ticks_is_a_whole_histogram(server):
    samples = families(server)["nexttogo_tick_lateness_seconds"].samples
    buckets = [sample.value for sample in samples if sample.name.endswith("_bucket")]
    assert buckets == sorted(buckets)
    count = next(sample.value for sample in samples if sample.name.endswith("_count"))
    assert buckets[-1] == count > 0


def test_a_subscriber_is_counted_by_its_format(server):
    with requests.get(server.url + "/events.ndjson", stream=True, timeout=5) as stream:
        lines = stream.iter_lines()
        # Figures are put together once a second: after the next countdown this one is in them.
        seen = 0
        for line in lines:
            seen += b'"countdown"' in line
            if seen == 4:
                break
        samples = families(server)["nexttogo_subscribers"].samples
        assert {sample.labels["format"]: sample.value for sample in samples}["ndjson"] >= 1
