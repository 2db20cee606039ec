"""The alert rules: each fires for what it is for and not for less, and a real Prometheus evaluates them."""
import collections
import subprocess
import time

import pytest
import yaml

from figures import names_in, names_of
from processes import ROOT

RULES = ROOT / "deploy/monitoring/alerts.yml"
CASES = ROOT / "Tests/Monitoring/alert-cases.yml"
ALERTS = yaml.safe_load(RULES.read_text())["groups"][0]["rules"]


def promtool(*words):
    done = subprocess.run(["promtool", *map(str, words)], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def test_the_rules_are_valid():
    status, said = promtool("check", "rules", RULES)
    assert status == 0 and f"{len(ALERTS)} rules found" in said, said


def test_each_alert_fires_and_does_not_fire_as_its_cases_say():
    status, said = promtool("test", "rules", CASES)
    assert status == 0, said


def test_each_alert_has_a_case_of_either_kind():
    kinds = collections.defaultdict(set)
    for case in yaml.safe_load(CASES.read_text())["tests"]:
        for test in case["alert_rule_test"]:
            kinds[test["alertname"]].add(bool(test["exp_alerts"]))
    assert dict(kinds) == {alert["alert"]: {True, False} for alert in ALERTS}


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert["alert"])
def test_a_case_notices_an_alert_that_never_fires(alert, tmp_path):
    """Otherwise the cases would say nothing about it."""
    text = RULES.read_text()
    rules = yaml.safe_load(text)
    for rule in rules["groups"][0]["rules"]:
        if rule["alert"] == alert["alert"]:
            rule["expr"] = f"({rule['expr']}) and vector(0) > 1"
    (tmp_path / "alerts.yml").write_text(yaml.safe_dump(rules))
    cases = yaml.safe_load(CASES.read_text()) | {"rule_files": ["alerts.yml"]}
    (tmp_path / "cases.yml").write_text(yaml.safe_dump(cases))
    status, said = promtool("test", "rules", tmp_path / "cases.yml")
    assert status == 1 and alert["alert"] in said


def test_the_rules_ask_for_figures_that_there_are(server):
    assert names_in(" ".join(alert["expr"] for alert in ALERTS)) <= names_of(server)


def test_a_real_prometheus_evaluates_them_and_a_healthy_server_sets_none_off(prometheus):
    end = time.monotonic() + 20
    while True:
        [group] = prometheus.ask("rules")["groups"]
        if all(rule["health"] != "unknown" for rule in group["rules"]):
            break
        assert time.monotonic() < end, group
        time.sleep(1)
    assert {rule["name"]: rule["health"] for rule in group["rules"]} == {each["alert"]: "ok" for each in ALERTS}
    assert not [rule["name"] for rule in group["rules"] if rule["state"] == "firing"]
