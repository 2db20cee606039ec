"""A Debian in a folder with systemd as its first process, in namespaces of its own."""
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from processes import LIBC
from trees import run

BOOT = pathlib.Path(__file__).with_name("boot")
# Of no use here, or about disks and terminals of the machine around.
MASKED = ("apt-daily.timer", "apt-daily-upgrade.timer", "console-getty.service", "dpkg-db-backup.timer",
          "e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer", "getty@tty1.service", "getty-static.service",
          "sys-kernel-config.mount", "sys-kernel-debug.mount", "sys-kernel-tracing.mount", "systemd-modules-load.service")


def control_groups():
    """Where control groups of the second version are mounted, if anywhere."""
    mounts = re.findall(r"^\S+ (\S+) cgroup2 (\S+)", pathlib.Path("/proc/mounts").read_text(), re.M)
    return next((pathlib.Path(path) for path, options in mounts if "rw" in options.split(",")), None)


def cannot_boot():
    """Why systemd cannot be the first process of anything here; None when it can."""
    if not control_groups():
        return "systemd needs control groups of the second version that can be written"
    words = ["unshare", "--pid", "--fork", "--mount", "--uts", "--ipc", "--net", "--cgroup", "true"]
    if subprocess.run(words, capture_output=True, timeout=10).returncode != 0:
        return "namespaces cannot be made here"
    return None


class Machine:
    def __init__(self, tree):
        self.tree = tree
        # Here services are started.
        tree.policy.unlink()
        for unit in MASKED:
            (tree.root / "etc/systemd/system" / unit).symlink_to("/dev/null")
        self.group = pathlib.Path(tempfile.mkdtemp(prefix="nexttogo-", dir=control_groups()))
        self.log = tempfile.TemporaryFile("a+", errors="replace")
        self.outer = subprocess.Popen(
            ["unshare", "--pid", "--fork", "--kill-child", "--mount", "--uts", "--ipc", "--net", "--cgroup", BOOT, tree.root],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, preexec_fn=self._prepare)
        try:
            self.first = self._wait(lambda: self._child(), "no first process")
            self._wait(lambda: self.run("systemctl", "is-system-running", check=False).stdout.strip() in ("running", "degraded"),
                       "it did not come up")
        except BaseException:
            self.end()
            raise

    def _prepare(self):
        # Whoever kills the tests ends the machine (prctl(2), PR_SET_PDEATHSIG).
        LIBC.prctl(1, signal.SIGKILL)
        (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def _child(self):
        children = pathlib.Path(f"/proc/{self.outer.pid}/task/{self.outer.pid}/children")
        return children.read_text().split()[0] if children.exists() and children.read_text().split() else None

    def _wait(self, condition, complaint, seconds=30):
        end = time.monotonic() + seconds
        while not (value := condition()):
            assert time.monotonic() < end and self.outer.poll() is None, f"{complaint}: {self.said()[-3000:]}"
            time.sleep(0.1)
        return value

    def said(self):
        """What went wrong before there was a journal."""
        self.log.seek(0)
        return self.log.read()

    def command(self, *words):
        return ["nsenter", "-t", self.first, "-m", "-u", "-i", "-n", "-p", "-C", *map(str, words)]

    def run(self, *words, check=True, seconds=120):
        return run(*self.command(*words), check=check, seconds=seconds)

    def shell(self, text, check=True):
        return self.run("bash", "-c", text, check=check).stdout

    def show(self, name, unit="nexttogo.service"):
        """A property of a unit."""
        return self.run("systemctl", "show", "-P", name, unit).stdout.strip()

    def journal(self, unit="nexttogo.service"):
        return self.run("journalctl", "-q", "-o", "cat", "--no-pager", "-u", unit).stdout

    def wait_for(self, condition, complaint, seconds=30):
        return self._wait(condition, complaint, seconds)

    def end(self):
        with contextlib.suppress(ProcessLookupError, TypeError):
            # With the first process all others of its namespace end.
            os.kill(int(getattr(self, "first", None) or self.outer.pid), signal.SIGKILL)
        self.outer.kill()
        self.outer.wait(10)
        end = time.monotonic() + 10
        while (self.group / "cgroup.events").read_text().startswith("populated 1") and time.monotonic() < end:
            time.sleep(0.05)
        for folder, _, _ in os.walk(self.group, topdown=False):
            os.rmdir(folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
