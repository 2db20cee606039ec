"""Compose's services as processes of this machine: the same command, environment, user, capabilities, limits, mounts and
addresses, with the programs of Debian's packages (and the server under test) instead of images."""
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time

import compose
from networks import Networks, Published
from processes import BINARY, ROOT, Program

CONTAIN = pathlib.Path(__file__).parent / "contain"
PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Container(Program):
    """One program in namespaces of its own. `mounts` are (source, path, read-only)."""

    def __init__(self, space, command, variables=(), mounts=(), hosts=None, user="0:0", read_only=False, tmpfs=(),
                 capabilities=None, files=None, root="/", no_new_privileges=False):
        # Not below a folder that a program may not enter.
        self._scratch = tempfile.mkdtemp(prefix="contained-")
        self._variables = [f"{name}={value}" for name, value in dict(variables).items()]
        options = ["--hosts", hosts] if hosts else []
        for source, path, sealed in mounts:
            options += ["--mount-read-only" if sealed else "--mount", source, path]
        for path in tmpfs:
            options += ["--tmpfs", path]
        user, _, group = user.partition(":")
        # The end with its parent (processes.py) is forgotten when the user changes (prctl(2)).
        privileges = ["--reuid", user, "--regid", group or user, "--clear-groups", "--pdeathsig", "KILL"]
        if capabilities is not None:
            kept = "".join(f",+{name.lower()}" for name in capabilities)
            privileges += ["--inh-caps=-all", f"--bounding-set=-all{kept}"]
        if no_new_privileges:
            privileges.append("--no-new-privs")
        # No more than this machine's own limit, which may be fixed.
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        limits = ["prlimit", f"--nofile={min(files[0], most)}:{min(files[1], most)}"] if files else []
        super().__init__(
            [*limits, "nsenter", f"--net=/run/netns/{space}", "unshare", "--mount", CONTAIN, root, self._scratch, *options,
             *(["--read-only"] if read_only else []), "--", *privileges, "env", "-i", PATH, *self._variables, *command])

    def run(self, *command):
        """A command in the running container, as `docker exec` would run it."""
        return subprocess.run(
            ["nsenter", "--target", str(self.process.pid), "--net", "--mount", "--root", "--wd=/", "env", "-i", PATH,
             *self._variables, *command], capture_output=True, text=True, timeout=15)

    def status(self, name):
        """A line of proc(5)'s status."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(line.split(":", 1)[1].split() for line in lines if line.startswith(name + ":"))

    def remove(self):
        shutil.rmtree(self._scratch, ignore_errors=True)

    def __exit__(self, *_):
        self.end()
        self.remove()


class Project:
    """Services of docker-compose.yml that run; `variables` are for compose, `more` go into the nodes' environment.

    `root` is the tree of the image to run nodes from; else it is this machine's with the binary under test in it.
    """

    def __init__(self, folder, *names, more=(), mounts=(), root=None, **variables):
        self.image = compose.Image()
        self.project = compose.read(**variables)
        self.order = compose.with_dependencies(self.project, *names)
        self._folder, self._more, self._mounts, self._root = folder, dict(more), list(mounts), root
        wanted = {name: self._networks(name) for name in self.order}
        subnets = {name: (network.get("ipam") or {}).get("config", [{}])[0].get("subnet")
                   for name, network in self.project["networks"].items()}
        self.networks = Networks({name: subnet for name, subnet in subnets.items()
                                  if any(name in each for each in wanted.values())})
        self.running, self._spaces, self.addresses, self._published = {}, {}, {}, []
        try:
            for name in self.order:
                self._spaces[name], addresses = self.networks.join(name, wanted[name])
                self.addresses[name] = next(iter(addresses.values()))
            self._hosts = folder / "hosts"
            self._hosts.write_text("127.0.0.1 localhost\n" + "".join(
                f"{address} {name}\n" for name, address in self.addresses.items()))
            for name in self.order:
                self.start(name)
                if any((self.project["services"][other].get("depends_on") or {}).get(name, {}).get("condition")
                       == "service_healthy" for other in self.order):
                    self.wait_until_healthy(name)
            for name in names:
                self.wait_until_healthy(name)
        except BaseException:
            self.close()
            raise

    def _networks(self, name):
        networks = self.project["services"][name].get("networks") or {"default": None}
        return {network: (settings or {}).get("ipv4_address") for network, settings in networks.items()}

    def start(self, name):
        """A service as compose would start it, also once more."""
        service, ours = self.project["services"][name], "build" in self.project["services"][name]
        variables = dict(service.get("environment") or {})
        mounts, root = [self._volume(name, each) for each in service.get("volumes", [])], "/"
        command, user = service.get("command") or [], service.get("user")
        if ours:
            command = [*self.image.entrypoint, *command]
            user = user or self.image.user
            variables = self.image.environment | variables | self._more
            mounts += self._mounts
            if self._root:
                root = self._root
            else:
                mounts += [(BINARY if words[0].startswith("--from") else ROOT / words[0], words[-1], True)
                           for words in self.image.copies]
        assert "ALL" in service.get("cap_drop", []), f"{name} keeps capabilities"
        limit = (service.get("ulimits") or {}).get("nofile")
        self.running[name] = Container(
            self._spaces[name], command, variables, mounts, self._hosts, user or "0:0",
            read_only=service.get("read_only", False), tmpfs=service.get("tmpfs", []),
            capabilities=service.get("cap_add", []), files=limit and (limit["soft"], limit["hard"]), root=root,
            no_new_privileges="no-new-privileges:true" in service.get("security_opt", []))
        return self.running[name]

    def _volume(self, name, volume):
        if volume["type"] == "bind":
            return pathlib.Path(volume["source"]), volume["target"], volume.get("read_only", False)
        folder = self._folder / f"volume-{volume['source']}"
        if not folder.exists():
            folder.mkdir()
            # As an engine does it: an empty named volume takes over whose the folder in the image is.
            if "build" in self.project["services"][name]:
                shutil.chown(folder, *map(int, self.image.user.split(":")))
        return folder, volume["target"], volume.get("read_only", False)

    def health(self, name):
        """The service's health check: its own, or the image's."""
        test = (self.project["services"][name].get("healthcheck") or {}).get("test")
        command = test[1:] if test else self.image.health_command
        return self.running[name].run(*command)

    def wait_until_healthy(self, name, seconds=20):
        end = time.monotonic() + seconds
        while (check := self.health(name)).returncode:
            container = self.running[name]
            assert time.monotonic() < end and container.process.poll() is None, \
                f"{name}: {check.stdout[-500:]} {check.stderr[-500:]}; {container.lines[-5:]}"
            time.sleep(0.2)

    def restart(self, name, meanwhile=None):
        """Ends a service as compose does, and starts it again; its exit status."""
        status = self.running[name].end(15)
        self.running[name].remove()
        if meanwhile:
            meanwhile()
        self.start(name)
        return status

    def publish(self, name, port, client=None):
        """A port on this machine that leads there as from outside."""
        self._published.append(Published(self.networks, self.addresses[name], port, client))
        return self._published[-1]

    def close(self):
        for each in self._published:
            each.close()
        for container in self.running.values():
            container.ask_to_end()
        for container in self.running.values():
            container.end(15)
            container.remove()
        self.networks.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
