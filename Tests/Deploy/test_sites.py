"""Through each proxy of deploy/ as it is shipped: nothing is held back, compression is right, what is for operators stays
inside, and the board is the same below a path."""
import gzip
import re
import socket
import ssl
import subprocess
import time

import pytest
import requests

from clients import CURL, LIBRARIES, record_all, recorded
from processes import environment
from sites import CaddySite

COUNT = 7
CLIENTS = {name: client for name, client in (LIBRARIES | CURL).items() if name != "curl-http1.0"}
# What can speak HTTP/2.
MODERN = ("curl", "curl-compressed", "httpx-sse", "httpx-sse-async", "httpx-iter_lines")
MOUNTS = {"root": "", "path": "/racing"}


@pytest.fixture(scope="module")
def recordings(site):
    """All clients at once, at the root and below the path."""
    jobs = {(client, mount): (CLIENTS[client], site.url + path, COUNT) for client in CLIENTS for mount, path in MOUNTS.items()}
    return record_all(jobs, COUNT + 20)


@pytest.mark.parametrize("mount", MOUNTS)
@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_gets_every_event_in_its_second(site, recordings, client, mount):
    recording = recorded(recordings, (client, mount))
    recording.check(COUNT)
    assert recording.oddities == []
    assert recording.headers.get("content-encoding") == ("gzip" if client != "curl" else None)
    assert recording.headers["cache-control"] == "no-cache, no-transform"
    if client in MODERN:
        assert recording.version in ("HTTP/2", "HTTP/2.0")


def test_what_is_worth_it_is_compressed_once(site):
    for path, kind in {"/": "text/html", "/next-to-go.js": "text/javascript", "/board.css": "text/css",
                       "/races": "application/json", "/racing/races": "application/json"}.items():
        status, fields, body = site.get(path, Accept_Encoding="gzip")
        assert status == 200 and fields["Content-Type"].startswith(kind)
        assert fields["Content-Encoding"] == "gzip", path
        plain = site.get(path, Accept_Encoding="identity")
        assert "Content-Encoding" not in plain[1]
        if "races" not in path:
            assert gzip.decompress(body) == plain[2]


def ask(site, target, host="localhost"):
    """The answer to a request line as it is written here, which no client library would let pass."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", site.published.port), timeout=10) as plain:
        with context.wrap_socket(plain, server_hostname="localhost") as secure:
            secure.sendall(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            try:
                while data := secure.recv(1 << 16):
                    answer += data
            except (ConnectionError, ssl.SSLError):
                pass
            return answer


SPELLINGS = ["/{}", "/racing/{}", "/{}?x=1", "/{}/", "//{}", "/./{}", "/x/../{}", "/racing/../{}", "/racing//{}",
             "/racing/racing/{}", "/racing/./{}", "/%2f{}", "/racing/%2e%2e/{}", "/{}#", "/{}%3f", "/{}%23", "/{};x",
             "http://localhost/{}", "http://localhost/racing/{}", "/racing%2f{}", "/%72acing/{}", "/{}%20", "/{}%2f",
             "/healthz/../{}", "/healthz%2f..%2f{}", "\\{}", "/RACING/{}"]


@pytest.mark.parametrize("name", ["metrics", "readyz"])
def test_what_is_for_operators_stays_inside(site, name):
    for path in (f"/{name}", f"/racing/{name}"):
        assert site.get(path)[0] == 404
    spelled = [spelling.format(word) for spelling in SPELLINGS
               for word in (name, name.upper(), f"%{ord(name[0]):02x}{name[1:]}", f"{name[:-1]}%{ord(name[-1]):02X}")]
    for target in spelled:
        answer = ask(site, target)
        assert b"nexttogo_" not in answer and b'"ready"' not in answer, target
        assert not re.match(rb"HTTP/1.1 (200|503)", answer), (target, answer[:200])
    # And it is there, for those inside.
    inside = site.node.run("curl", "-s", f"http://127.0.0.1:8080/{name}").stdout
    assert ("nexttogo_" if name == "metrics" else '"ready"') in inside


def test_the_path_without_its_slash_leads_there(site):
    status, fields, _ = site.get("/racing")
    assert status in (301, 308) and fields["Location"].endswith("/racing/")
    assert site.get("/racing/")[2] == site.get("/")[2]


def test_plain_http_leads_to_tls(site):
    way = site.plain_way()
    status, fields, _ = site.get("/racing/?count=3", url=way.url, Host="racing.example.org" if site.name != "caddy" else "localhost")
    assert status == 308 and re.match(r"https://[a-z.]+(:\d+)?/racing/\?count=3$", fields["Location"])


def test_a_silent_stream_outlives_every_time_limit(site):
    """Twice the keep-alive of 15 s and a little."""
    done = subprocess.run(["curl", "-sNk", "-m", "33", f"{site.url}/events?events=feed"], capture_output=True, text=True,
                          env=environment())
    assert done.returncode == 28, "it was ended before curl's own time was over"
    assert len(re.findall("^:", done.stdout, re.M)) >= 2 and done.stdout.count("event: feed") == 1


RELOADS = {"caddy": ["caddy", "reload", "--force", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"],
           "nginx": ["nginx", "-s", "reload"]}


@pytest.mark.parametrize("site", RELOADS, indirect=True)
def test_a_reload_leaves_streams_alone(site):
    """For longer than Caddy waits for them at its own end."""
    curl = subprocess.Popen(["curl", "-sNk", "-m", "9", f"{site.url}/events"], stdout=subprocess.PIPE, text=True,
                            env=environment())
    time.sleep(1)
    done = site.proxy.run(*RELOADS[site.name])
    assert done.returncode == 0, done.stderr
    said, _ = curl.communicate()
    assert curl.returncode == 28 and said.count("event: countdown") >= 8
    assert site.get("/healthz")[0] == 200


def hold(url, **fields):
    """A stream that stays open, or the answer that says why not."""
    return requests.get(f"{url}/events.ndjson", stream=True, verify=False, timeout=10, proxies={"http": "", "https": ""},
                        headers={name.replace("_", "-"): value for name, value in fields.items()})


def test_the_address_of_a_client_is_what_the_proxy_says(kind, own_folder):
    """Seen by the limit per address: each client may have two streams, whatever it says of itself."""
    with kind(own_folder, more={"NEXTTOGO_MAX_PER_ADDRESS": "2"}) as site:
        first, second = site.url_from(1), site.url_from(2)
        held = []
        try:
            for number in range(2):
                held.append(hold(first, X_Forwarded_For=f"203.0.113.{number}"))
                assert held[-1].status_code == 200
            for lie in ("203.0.113.9", "203.0.113.9, 127.0.0.1", "10.231.77.2", ""):
                refused = hold(first, X_Forwarded_For=lie)
                assert refused.status_code == 503, f"believed '{lie}' of a client"
                refused.close()
            held.append(hold(second))
            assert held[-1].status_code == 200, "two clients are taken for one"
            if kind is CaddySite:
                # Past the proxy, for instance from another container: nobody else is believed.
                straight = site.project.publish("nexttogo", 8080, site.networks.client(3)).url
                for number in range(2):
                    held.append(hold(straight, X_Forwarded_For=f"203.0.113.{number}"))
                assert hold(straight, X_Forwarded_For="203.0.113.7").status_code == 503
            # Whoever leaves makes room: the proxy does not hold the stream of a client that has gone.
            held.pop(0).close()
            end = time.monotonic() + 8
            while (again := hold(first)).status_code != 200:
                assert time.monotonic() < end, "a stream of a client that has left is held"
                again.close()
                time.sleep(0.3)
            held.append(again)
        finally:
            for each in held:
                each.close()


def test_a_board_whose_feed_is_down_is_still_served(kind, own_folder):
    """No node is ready then, and a balancer that only asked that would have nobody left."""
    with kind(own_folder, more={"NEXTTOGO_FEED": "http://127.0.0.1:9/"}) as site:
        # Until the health checks have seen it.
        time.sleep(5)
        assert site.node.run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "http://127.0.0.1:8080/readyz").stdout == "503"
        for path in ("/", "/racing/", "/races", "/racing/races"):
            assert site.get(path)[0] == 200, path
        for path in ("/metrics", "/readyz", "/racing/metrics", "/racing/readyz"):
            assert site.get(path)[0] == 404, path
        done = subprocess.run(["curl", "-sNk", "-m", "3", f"{site.url}/racing/events"], capture_output=True, text=True,
                              env=environment())
        assert "event: feed" in done.stdout and done.stdout.count("event: countdown") >= 2
