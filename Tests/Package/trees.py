"""Minimal Debians in folders, made by debootstrap once and kept as archives for later."""
import os
import pathlib
import shutil
import subprocess
import tempfile

RELEASE = "bookworm"
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "nexttogo"
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
               "DEBIAN_FRONTEND": "noninteractive"}


def run(*words, check=True, seconds=300):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=seconds,
                          stdin=subprocess.DEVNULL, env=ENVIRONMENT)
    assert not check or done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done


def debian(*packages):
    """The archive of a minimal Debian with these packages, which is made if it is not there."""
    archive = CACHE / ("-".join((RELEASE, *packages)) + ".tar")
    if archive.exists():
        return archive
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="nexttogo-") as folder:
        root = pathlib.Path(folder) / "root"
        if packages:
            with Tree(debian()) as tree:
                tree.apt("install", *packages)
                tree.apt("clean")
                _pack(tree.root, archive)
        else:
            run("debootstrap", "--variant=minbase", RELEASE, root, "http://deb.debian.org/debian", seconds=600)
            _pack(root, archive)
    return archive


def _pack(root, archive):
    part = archive.with_suffix(f".{os.getpid()}")
    run("tar", "--numeric-owner", "-C", root, "-cf", part, ".")
    part.rename(archive)


class Tree:
    """An archive unpacked, for as long as it is needed."""

    def __init__(self, archive):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="nexttogo-"))
        self.root.chmod(0o755)
        run("tar", "--numeric-owner", "-C", self.root, "-xf", archive)
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        # Nothing is started by an installation here (invoke-rc.d(8)).
        self.policy = self.root / "usr/sbin/policy-rc.d"
        self.policy.write_text("#!/bin/sh\nexit 101\n")
        self.policy.chmod(0o755)
        self._is_current = False

    def inside(self, *words, user="0:0"):
        """The command that runs these words in it, with a /proc that nobody else sees; it becomes the program itself."""
        script = 'mount -t proc proc "$1/proc" && tree=$1 user=$2 && shift 2 && exec chroot --userspec="$user" "$tree" "$@"'
        return ["unshare", "--mount", "sh", "-c", script, "sh", str(self.root), user, *map(str, words)]

    def run(self, *words, check=True):
        return run(*self.inside(*words), check=check)

    def apt(self, command, *words):
        if not self._is_current:
            self.run("apt-get", "update", "-q")
            self._is_current = True
        return self.run("apt-get", command, "-y", "-q", "--no-install-recommends", *words)

    def put(self, file, name):
        shutil.copy(file, self.root / name)
        (self.root / name).chmod(0o644)

    def files(self):
        """All paths but those of what always changes."""
        found = set()
        for folder, folders, files in os.walk(self.root):
            inside = pathlib.Path("/") / pathlib.Path(folder).relative_to(self.root)
            if str(inside) in ("/proc", "/srv", "/tmp", "/var/cache", "/var/log", "/var/lib/apt", "/var/lib/dpkg"):
                folders.clear()
                continue
            found |= {str(inside / name) for name in folders + files}
        return found

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root)
