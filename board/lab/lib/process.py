"""A process's use of the machine, as the kernel counts it."""
import contextlib
import os
import pathlib
import subprocess
import time
from collections.abc import Sequence
from typing import Self


def cpu_milliseconds(process: int) -> float:
    """The time of all threads that live, from schedstat (nanoseconds), or of all that ever did, from stat (clock ticks),
    whichever is more: a thread that has ended is missing from the first."""
    ran = 0
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            ran += int((task / "schedstat").read_text().split()[0])
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    ticks = (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")
    exact = ran / 1e6
    return ticks if ticks > exact + 30 else exact


def cpu_milliseconds_of(command: Sequence[object]) -> float:
    """Runs a command to its end: what it took (getrusage counts in microseconds)."""
    child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{command[0]} ended with {child.returncode}")
    return (usage.ru_utime + usage.ru_stime) * 1000


def memory(process: int) -> dict[str, float]:
    """Resident memory in MiB: the most there ever was, all there is, and what belongs to the process alone."""
    fields = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines())
    return {key: int(fields[key].split()[0]) / 1024 for key in ("VmHWM", "VmRSS", "RssAnon", "RssFile")}


def input_output(process: int) -> dict[str, int]:
    """Bytes and calls of read and write, the page cache among them (proc(5), /proc/PID/io)."""
    lines = pathlib.Path(f"/proc/{process}/io").read_text().splitlines()
    counts = {key: int(value) for key, value in (line.split(": ") for line in lines)}
    return {key: counts[key] for key in ("rchar", "wchar", "syscr", "syscw")}


class Busy:
    """Processes that do nothing but take processor time."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.children: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        self.children = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(self.count)]
        if self.children:
            time.sleep(0.5)
        return self

    def __exit__(self, *_: object) -> None:
        for child in self.children:
            child.kill()
            child.wait()
