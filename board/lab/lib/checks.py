"""Counting, waiting, and running other programs."""
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

APART = "JUKEBOX_PROOF_APART"
# The folder for what is downloaded or made once.
CACHED = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "jukebox"


def wait_for(what: str, check: Callable[[], Any], seconds: float = 60, pause: float = 0.01) -> Any:
    """The result of `check` once it is true; the seconds are the end of patience, not a measure."""
    until = time.monotonic() + seconds
    while True:
        value = check()
        if value:
            return value
        if time.monotonic() > until:
            raise SystemExit(f"waited {seconds} s for {what}")
        time.sleep(pause)


class Tally:
    """Counts checks and prints the closing line."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def check(self, good: object, name: str, detail: object = "") -> bool:
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {name}: {detail}", flush=True)
        return bool(good)

    def close(self) -> NoReturn:
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        raise SystemExit(1 if self.failed or not self.passed else 0)


@contextlib.contextmanager
def work_folder(**options: Any) -> Iterator[pathlib.Path]:
    """A temporary folder, removed at the end; the options are TemporaryDirectory's."""
    with tempfile.TemporaryDirectory(**{"prefix": "jukebox-proof.", **options}) as folder:
        yield pathlib.Path(folder)


def run(*words: object, **options: Any) -> str:
    """Runs a program that must succeed; its output. The options are subprocess.run's."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False, **options)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout[-2000:]}")
    return done.stdout


def apart(*namespaces: str, as_user: bool = True) -> bool:
    """Starts this proof again in namespaces of its own, such as `--mount`: its mounts and addresses go when it ends.

    `as_user`: users other than root become root in a namespace of users. Returns whether the proof runs in the namespaces.
    """
    if APART not in os.environ:
        for rights in [[], ["--map-root-user"]] if as_user else [[]]:
            words = ["unshare", *rights, *namespaces]
            if subprocess.run([*words, "true"], check=False, stderr=subprocess.DEVNULL).returncode == 0:
                os.environ[APART] = "1"
                os.execvp("unshare", [*words, *sys.orig_argv])
    return APART in os.environ
