"""The Dockerfile built for real by buildah, without an engine, and its image run as compose would run it.

The official bases are not pulled: a tree from debootstrap stands in for `debian:bookworm-slim`, and the same with what the
official Swift image has beside the toolchain for `swift:6.3-bookworm`; this machine's toolchain is mounted into it.
"""
import json
import pathlib
import re
import shutil
import subprocess
import time

import pytest

import compose
from conftest import folder
from containers import Project
from processes import ROOT, fetch_json

pytestmark = [pytest.mark.image, pytest.mark.timeout(1800)]

# Beside the toolchain, in the official image for this release of Debian.
BESIDE_SWIFT = ("binutils", "gcc", "git", "libc6-dev", "libcurl4-openssl-dev", "libedit2", "libncurses6", "libpython3.11",
                "libsqlite3-0", "libstdc++-12-dev", "libxml2", "pkg-config", "tzdata", "zlib1g-dev")
MIRROR = "http://deb.debian.org/debian"


def run(*words):
    done = subprocess.run([str(each) for each in words], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout.strip()


class Buildah:
    """With a storage of its own, so that no image of this machine is touched."""

    def __init__(self, work):
        self._work = work
        self._options = ["--root", work / "storage", "--runroot", work / "run"]

    def __call__(self, *words):
        return run("buildah", *self._options, *words)

    def put(self, tree, name, *settings):
        """An image of one layer."""
        container = self("from", "scratch")
        self("add", "-q", container, tree, "/")
        if settings:
            self("config", *settings, container)
        self("commit", "-q", "--rm", container, name)


def tree(work, name, *packages):
    path = work / name
    included = [f"--include={','.join(packages)}"] if packages else []
    run("debootstrap", "--variant=minbase", *included, "bookworm", path, MIRROR)
    # What the official slim images leave out, and how they go on doing so.
    for left in ("var/cache/apt/archives", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"):
        for each in (path / left).iterdir():
            shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink()
    (path / "etc/apt/apt.conf.d/docker-clean").write_text(
        'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };\n'
        'Dir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n')
    (path / "etc/dpkg/dpkg.cfg.d/docker").write_text(
        "".join(f"path-exclude /usr/share/{name}/*\n" for name in ("doc", "man", "locale")))
    (path / "etc/apt/sources.list").write_text(
        f"deb {MIRROR} bookworm main\ndeb {MIRROR} bookworm-updates main\n"
        f"deb {MIRROR}-security bookworm-security main\n")
    return path


@pytest.fixture(scope="module")
def buildah(tmp_path_factory):
    """With the image `localhost/nexttogo` in it."""
    work = folder(tmp_path_factory, "image")
    tool = Buildah(work)
    swift = pathlib.Path(shutil.which("swift")).resolve().parents[1]
    slim = tree(work, "slim")
    tool.put(slim, "docker.io/library/debian:bookworm-slim")
    shutil.rmtree(slim)
    full = tree(work, "swift", *BESIDE_SWIFT)
    tool.put(full, "docker.io/library/swift:6.3-bookworm", "--env", "PATH=/toolchain/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    shutil.rmtree(full)
    tool("build", "--isolation", "chroot", "--network", "host", "--pull-never", "--format", "docker",
         "--volume", f"{swift}:/toolchain:ro", "-t", "localhost/nexttogo", ROOT)
    yield tool
    shutil.rmtree(work, ignore_errors=True)


@pytest.fixture(scope="module")
def image_tree(buildah):
    """A container of the image, its tree, and the megabytes of the base."""
    container = buildah("from", "--pull-never", "localhost/nexttogo")
    below = buildah("from", "--pull-never", "docker.io/library/debian:bookworm-slim")
    base = int(run("du", "-sm", buildah("mount", below)).split()[0])
    yield container, pathlib.Path(buildah("mount", container)), base
    for each in (container, below):
        buildah("umount", each)
        buildah("rm", each)


def test_the_image_says_what_the_dockerfile_says(buildah):
    config = json.loads(buildah("inspect", "--type", "image", "localhost/nexttogo"))["Docker"]["config"]
    written = compose.Image()
    assert config["User"] == written.user and config["Entrypoint"] == written.entrypoint
    assert config["StopSignal"] == written.stop_signal
    assert config["Healthcheck"]["Test"] == ["CMD", *written.health_command]
    assert written.environment.items() <= dict(each.split("=", 1) for each in config["Env"]).items()
    assert list(config["ExposedPorts"]) == ["8080/tcp"]


def test_the_image_holds_the_program_and_its_libraries_only(image_tree):
    _, path, base = image_tree
    assert {each.name for each in (path / "usr/share/nexttogo/public").iterdir()} == \
        {each.name for each in (ROOT / "public").iterdir()}
    # Of the mounted toolchain the place is left, and nothing in it.
    assert not (path / "project").exists() and not list((path / "toolchain").iterdir())
    for name in ("swift", "gcc", "git", "python3", "curl"):
        assert not (path / "usr/bin" / name).exists(), name
    whole, program = (int(run("du", "-sm", path / name).split()[0]) for name in (".", "usr/bin/nexttogo"))
    print(f"{whole} MB, {whole - base} of them above its base, {program} for the program")
    assert program < 40 and whole - base < 50


def test_nobody_runs_it(buildah, image_tree):
    container, _, _ = image_tree
    said = buildah("run", "--isolation", "chroot", "--network", "host", container, "--", "nexttogo", "--version")
    assert "libevent" in said
    assert buildah("run", "--isolation", "chroot", container, "--", "id", "-u") == "10001"


def test_it_runs_as_compose_would_run_it(image_tree, own_folder):
    """On a read-only tree, without capabilities, healthy by its own check, and it says goodbye."""
    _, path, _ = image_tree
    with Project(own_folder, "nexttogo", root=path) as project:
        node = project.running["nexttogo"]
        assert node.status("Uid") == ["10001"] * 4 and node.status("CapBnd") == ["0" * 16]
        url = project.publish("nexttogo", 8080).url
        end = time.monotonic() + 10
        while len((board := fetch_json(f"{url}/races"))["races"]) < 5:
            assert time.monotonic() < end, board
            time.sleep(0.1)
        assert board["feed"]["source"] == "demo"
        assert re.search("<next-to-go", node.run("cat", "/usr/share/nexttogo/public/index.html").stdout)
        assert (own_folder / "volume-state").stat().st_uid == 10001 and any((own_folder / "volume-state").iterdir())
        assert project.health("nexttogo").returncode == 0
        assert node.end() == 0
