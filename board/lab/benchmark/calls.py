"""All system calls of a process and its threads, of whatever kind, as strace counts them. A program takes several times as
long under it, so nothing is timed meanwhile."""
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

# More than it takes to attach to some threads, and to write what was counted.
PATIENCE = 60


class NotCounted(Exception):
    """Why calls can't be counted here."""


def total(summary):
    """The counts in the output of `strace -c`; None if it is incomplete."""
    for line in summary.splitlines():
        fields = line.split()
        if fields and fields[-1] == "total":
            return int(fields[3])
    return None


class Calls:
    """Counts from the moment of its making, or, as the `prefix` of a command, from the beginning of that."""

    def __init__(self, process=None):
        if shutil.which("strace") is None:
            raise NotCounted("there is no strace")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-calls."))
        self.summary = self.folder / "summary"
        self.tracer = None
        # -D: the program is the child that was started, and strace another.
        self.prefix = ["strace", "-D", "-f", "-c", "-o", str(self.summary)]
        if process is not None:
            self.attach(process)

    def attach(self, process):
        with open(self.folder / "errors", "wb") as errors:
            self.tracer = subprocess.Popen(["strace", "-f", "-c", "-o", str(self.summary), "-p", str(process)],
                                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        until = time.monotonic() + PATIENCE
        while not self.is_attached(process):
            if self.tracer.poll() is not None or time.monotonic() > until:
                lines = (self.folder / "errors").read_text(errors="replace").splitlines()
                self.close()
                raise NotCounted(lines[-1] if lines else "strace does not attach")
            time.sleep(0.05)

    @staticmethod
    def is_attached(process):
        try:
            tasks = list(pathlib.Path(f"/proc/{process}/task").iterdir())
            return all("TracerPid:\t0\n" not in (task / "status").read_text() for task in tasks)
        except FileNotFoundError:
            return False               # a thread has ended meanwhile

    def end(self):
        """How many calls there were: once the program has ended, or, where it was attached to, until now."""
        if self.tracer:
            self.tracer.send_signal(signal.SIGINT)
        until = time.monotonic() + PATIENCE
        count = None
        while count is None and time.monotonic() < until:
            count = total(self.summary.read_text()) if self.summary.exists() else None
            time.sleep(0.05)
        self.close()
        if count is None:
            raise NotCounted("strace wrote no summary")
        return count

    def close(self):
        if self.tracer:
            if self.tracer.poll() is None:
                self.tracer.kill()
            self.tracer.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
