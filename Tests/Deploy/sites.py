"""The board behind each proxy, as deploy/ configures it: node and proxy as processes that can be restarted apart."""
import contextlib
import json
import re
import ssl
import subprocess
import time
import urllib.error
import urllib.request

from containers import Container, Project
from networks import Networks, Published
from processes import BINARY, ROOT


class Site:
    """`url` is the board's address for a client outside, `secure_port` and `port` where the proxy listens for it.

    The address of a client is that of the machine outside, or of one of its others where a way is asked for.
    """

    secure_port, port = 443, 80

    def __init__(self):
        self.published = self.way()
        self.url = f"https://localhost:{self.published.port}"

    def plain_way(self):
        return self.way(port=self.port)

    def url_from(self, client):
        """The board's address for the first, second, ... other client."""
        return f"https://localhost:{self.way(client=self.networks.client(client)).port}"

    def get(self, path, url=None, **fields):
        """The status, the fields and the body of an answer."""
        request = urllib.request.Request((url or self.url) + path,
                                         headers={name.replace("_", "-"): value for name, value in fields.items()})
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirect(),
                                             urllib.request.HTTPSHandler(context=context))
        try:
            with opener.open(request, timeout=15) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def races(self, query=""):
        status, _, body = self.get(f"/races{query}")
        assert status == 200, body
        return json.loads(body)

    def wait_for_races(self, count=5, seconds=15):
        end = time.monotonic() + seconds
        while len((board := self.races())["races"]) < count:
            assert time.monotonic() < end, board
            time.sleep(0.1)
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class CaddySite(Site):
    """The profile `caddy` of docker-compose.yml as it is."""

    name, proxy_service = "caddy", "caddy"

    def __init__(self, folder, more=(), mounts=(), services=("caddy",), **variables):
        self.project = Project(folder, *services, more=more, mounts=mounts, profiles=("caddy", "cluster"), **variables)
        self.networks = self.project.networks
        self.proxy_service = services[0]
        super().__init__()

    def way(self, client=None, port=None):
        return self.project.publish(self.proxy_service, port or self.secure_port, client)

    @property
    def node(self):
        return self.project.running["nexttogo"]

    @property
    def proxy(self):
        return self.project.running[self.proxy_service]

    def restart_node(self, meanwhile=None):
        assert self.project.restart("nexttogo", meanwhile) == 0

    def kill_node(self):
        self.node.kill()

    def start_node(self):
        self.node.remove()
        self.project.start("nexttogo")

    def restart_proxy(self, meanwhile=None):
        assert self.project.restart(self.proxy_service, meanwhile) == 0

    def close(self):
        self.project.close()


class MachineSite(Site):
    """One machine with the node on its loopback, as without containers, and a proxy from Debian's package.

    Of several nodes, from port 8080 on, `others` has all but the first; the proxy's file has a line more for each then.
    """

    node = proxy = None

    def __init__(self, folder, more=(), mounts=(), nodes=1, more_of_others=()):
        self._folder, self._more, self._mounts = folder, dict(more), list(mounts)
        self._file = folder / self.file
        self._file.write_text(self._with_nodes((ROOT / "deploy" / self.file).read_text(), nodes))
        self.others = []
        self.networks = Networks({"default": None})
        self._ways = []
        try:
            self._space, addresses = self.networks.join("machine", {"default": None})
            self._address = addresses["default"]
            self._state = folder / "state"
            self._state.mkdir()
            self._state.chmod(0o777)
            make_certificate(folder)
            self.start_node()
            self.others = [self._run_node({"NEXTTOGO_PORT": str(8080 + number), **dict(more_of_others)})
                           for number in range(1, nodes)]
            for each in (self.node, *self.others):
                each.wait_for("listening on")
            self.start_proxy()
            super().__init__()
            wait_for_answer(self)
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _with_nodes(text, count):
        def lines(match):
            return "".join(match[0].replace("node1", f"node{number}").replace("8080", str(8079 + number))
                           for number in range(1, count + 1))
        return re.sub(r"^ +server .*127\.0\.0\.1:8080.*\n", lines, text, flags=re.M)

    def way(self, client=None, port=None):
        self._ways.append(Published(self.networks, self._address, port or self.secure_port, client))
        return self._ways[-1]

    def start_node(self):
        if self.node:
            self.node.remove()
        self.node = self._run_node({"NEXTTOGO_STATE": "/var/lib/nexttogo"} | self._more)

    def _run_node(self, more):
        options = {"NEXTTOGO_PUBLIC": "/usr/share/nexttogo/public", "NEXTTOGO_TRUSTED_PROXY": "127.0.0.1"} | more
        return Container(self._space, ["nexttogo"], options, user="10001:10001", mounts=[
            (BINARY, "/usr/bin/nexttogo", True), (ROOT / "public", "/usr/share/nexttogo/public", True),
            (self._state, "/var/lib/nexttogo", False), *self._mounts])

    def start_proxy(self):
        if self.proxy:
            self.proxy.remove()
        self.proxy = Container(self._space, self.command, mounts=[
            (self._file, self.place, True),
            *[(self._folder / name, path, True) for name, path in self.certificates.items()]])

    def restart_node(self, meanwhile=None):
        assert self.node.end() == 0
        if meanwhile:
            meanwhile()
        self.start_node()

    def kill_node(self):
        self.node.kill()

    def restart_proxy(self, meanwhile=None):
        self.proxy.end()
        if meanwhile:
            meanwhile()
        self.start_proxy()

    def close(self):
        for each in self._ways:
            each.close()
        for each in filter(None, (self.proxy, self.node, *self.others)):
            each.end()
            each.remove()
        self.networks.close()


class NginxSite(MachineSite):
    name, file, place = "nginx", "nginx.conf", "/etc/nginx/conf.d/nexttogo.conf"
    command = ["nginx", "-g", "daemon off;"]
    certificates = {"certificate": "/etc/letsencrypt/live/racing.example.org/fullchain.pem",
                    "key": "/etc/letsencrypt/live/racing.example.org/privkey.pem"}


class HAProxySite(MachineSite):
    name, file, place = "haproxy", "haproxy.cfg", "/etc/haproxy/haproxy.cfg"
    command = ["haproxy", "-db", "-f", "/etc/haproxy/haproxy.cfg"]
    certificates = {"both": "/etc/haproxy/racing.example.org.pem"}


SITES = {site.name: site for site in (CaddySite, NginxSite, HAProxySite)}


def make_certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=racing.example.org", "-addext",
                    "subjectAltName=DNS:racing.example.org,DNS:localhost", "-keyout", folder / "key",
                    "-out", folder / "certificate"], check=True, capture_output=True)
    (folder / "both").write_bytes((folder / "certificate").read_bytes() + (folder / "key").read_bytes())


def wait_for_answer(site, seconds=15):
    """Until the proxy passes on what the node says."""
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError):
            if site.get("/healthz")[0] == 200:
                return
        assert time.monotonic() < end and site.proxy.process.poll() is None, \
            f"{site.name} does not answer; stderr: {site.proxy.lines[-5:]}"
        time.sleep(0.1)
