"""docker-compose.yml, read by compose itself: what each profile starts, and how little it may."""
import re

import pytest

import compose
from processes import ROOT

PROFILES = {(): {"nexttogo"}, ("caddy",): {"nexttogo", "caddy"},
            ("cluster",): {"nexttogo", "node1", "node2", "node3", "redis", "balancer"}}
SERVICES = set().union(*PROFILES.values())


@pytest.fixture(scope="module")
def project():
    return compose.read()


def seconds(text):
    minutes, rest = re.fullmatch(r"(?:(\d+)m)?(?:(\d+)s)?", text).groups()
    return 60 * int(minutes or 0) + int(rest or 0)


@pytest.mark.parametrize("profiles", PROFILES, ids=lambda names: "+".join(names) or "none")
def test_each_profile_is_valid_and_starts_what_it_says(profiles):
    assert set(compose.read(profiles)["services"]) == PROFILES[profiles]
    assert compose.run(*[word for name in profiles for word in ("--profile", name)], "config", "--quiet").returncode == 0


def test_compose_would_have_found_a_mistake(tmp_path):
    file = tmp_path / "docker-compose.yml"
    file.write_text(compose.FILE.read_text().replace("stop_grace_period:", "stop_grace_time:", 1))
    done = compose.run("config", "--quiet", file=file)
    assert done.returncode != 0 and "stop_grace_time" in done.stderr


def test_the_balancer_needs_no_service_but_those_of_the_cluster(project):
    assert set(compose.with_dependencies(project, "balancer")) == PROFILES[("cluster",)] - {"nexttogo"}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_may_do_as_little_as_possible(project, name):
    service = project["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if service["image"].startswith("caddy") else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"
    assert not {"privileged", "pid", "ipc", "network_mode", "devices"} & set(service)


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_says_whether_it_is_well(project, name):
    assert "build" in project["services"][name] or project["services"][name]["healthcheck"]["test"]


def test_goodbyes_have_the_time_that_they_need(project):
    for name, service in project["services"].items():
        if "build" in service:
            drain = int(service["environment"]["NEXTTOGO_DRAIN"])
            assert seconds(service["stop_grace_period"]) > drain, name


def test_only_this_machine_and_the_proxies_are_reached_from_outside(project):
    published = {(name, port.get("host_ip"), port["published"], port["protocol"])
                 for name, service in project["services"].items() for port in service.get("ports", [])}
    proxies = {(name, None, port, protocol) for name in ("caddy", "balancer")
               for port, protocol in (("80", "tcp"), ("443", "tcp"), ("443", "udp"))}
    assert published == {("nexttogo", "127.0.0.1", "8080", "tcp")} | proxies


def test_the_nodes_believe_nobody_but_the_proxy(project):
    for name, service in project["services"].items():
        if "build" in service:
            assert service["environment"]["NEXTTOGO_TRUSTED_PROXY"] == "10.231.77.2"
        if service["image"].startswith("caddy"):
            assert service["networks"]["default"]["ipv4_address"] == "10.231.77.2"


def test_redis_is_reached_by_nodes_alone(project):
    on = {name for name, service in project["services"].items() if "redis" in service["networks"]}
    assert on == {"node1", "node2", "node3", "redis"} and project["networks"]["redis"]["internal"] is True
    assert list(project["services"]["redis"]["networks"]) == ["redis"]


def test_names_come_from_the_environment():
    project = compose.read(NEXTTOGO_FEED="neds", NEXTTOGO_SITE="racing.example.org")
    assert project["services"]["node2"]["environment"]["NEXTTOGO_FEED"] == "neds"
    assert project["services"]["balancer"]["environment"]["NEXTTOGO_SITE"] == "racing.example.org"


def test_what_is_mounted_is_there(project):
    for service in project["services"].values():
        for volume in service.get("volumes", []):
            if volume["type"] == "bind":
                assert volume["source"].startswith(str(ROOT)) and volume["read_only"] is True
