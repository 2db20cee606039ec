"""Clients from elsewhere, straight to the server and through proxies with their defaults: every event comes in its
second, with gzip in the proxy too."""
import contextlib
import subprocess

import pytest

from clients import CURL, LIBRARIES, record_all, recorded, with_curl
from processes import environment
from proxies import CADDY, NGINX, Caddy, Nginx

COUNT = 7
CLIENTS = LIBRARIES | CURL
# What can speak HTTP/2.
MODERN = {name: CLIENTS[name] for name in ("curl", "curl-compressed", "httpx-sse", "httpx-sse-async", "httpx-iter_lines")}
ROUTES = {
    ("nginx", "plain"): CLIENTS, ("nginx", "gzip"): CLIENTS, ("caddy", "plain"): CLIENTS, ("caddy", "gzip"): CLIENTS,
    ("caddy", "advised"): MODERN, ("caddy", "tls"): MODERN, ("caddy", "tls_gzip"): MODERN,
}
WAYS = [(*route, client) for route, clients in ROUTES.items() for client in clients]


@pytest.fixture(scope="module")
def direct(server):
    """All clients at once, each with a stream of its own."""
    return record_all({name: (client, server.url, COUNT) for name, client in CLIENTS.items()}, COUNT + 12)


@pytest.fixture(scope="module")
def proxies(server, tmp_path_factory):
    """Those that are installed."""
    with contextlib.ExitStack() as stack:
        yield {name: stack.enter_context(kind(tmp_path_factory.mktemp(name), server.url))
               for name, program, kind in (("nginx", NGINX, Nginx), ("caddy", CADDY, Caddy)) if program}


@pytest.fixture(scope="module")
def proxied(proxies):
    """All clients through all proxies at once."""
    ways = [way for way in WAYS if way[0] in proxies]
    return record_all({way: (CLIENTS[way[2]], proxies[way[0]].urls[way[1]], COUNT) for way in ways}, COUNT + 15)


def check(recording, way, record_property):
    recording.check(COUNT)
    assert recording.oddities == []
    record_property(f"late {way}", recording.lateness())


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_gets_every_event_in_its_second(direct, client, record_property):
    check(recorded(direct, client), "straight to the server", record_property)


@pytest.mark.parametrize("proxy, route, client", WAYS, ids=["-".join(way) for way in WAYS])
def test_a_proxy_holds_nothing_back(proxied, proxy, route, client, record_property):
    if not {"nginx": NGINX, "caddy": CADDY}[proxy]:
        pytest.skip(f"{proxy} is not installed")
    recording = recorded(proxied, (proxy, route, client))
    check(recording, f"through {proxy} ({route})", record_property)
    if "tls" in route:
        assert recording.version in ("HTTP/2", "HTTP/2.0")
    # The server compresses for those that accept it, and no proxy compresses again or anything else.
    accepts = client not in ("curl", "curl-http1.0")
    assert recording.headers.get("content-encoding") == ("gzip" if accepts else None)


def test_http_1_0_gets_no_chunks(direct):
    recording = recorded(direct, "curl-http1.0")
    assert "transfer-encoding" not in recording.headers
    assert recording.headers["connection"] == "close"


def test_the_advice_for_caddy_still_compresses_the_rest(proxies):
    if not CADDY:
        pytest.skip("caddy is not installed")
    head = subprocess.run(["curl", "-s", "-m", "10", "--compressed", "-D", "-", "-o", "/dev/null",
                           proxies["caddy"].urls["advised"] + "/races"], capture_output=True, text=True, env=environment())
    assert "content-encoding: gzip" in head.stdout.lower()
