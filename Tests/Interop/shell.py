"""Commands as people type them into a shell, in a process group of their own."""
import os
import signal
import subprocess
import threading
import time

from processes import environment


class Pipe:
    """Shell commands, until they have written so many lines, or the time is over, or they end by themselves.

    `lines` are these with the times at which they came, `status` is that of the shell.
    """

    def __init__(self, command, count, seconds):
        self.lines = []
        self.process = subprocess.Popen(
            ["bash", "-o", "pipefail", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment())
        timer = threading.Timer(seconds, self.end)
        timer.start()
        try:
            for line in self.process.stdout:
                self.lines.append((time.time(), line.rstrip("\n")))
                if len(self.lines) == count:
                    break
            else:
                self.process.wait(5)
        finally:
            timer.cancel()
            self.end()
        self.errors = self.process.stderr.read()
        self.status = self.process.wait(5)

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
