"""Runs scenarios on the virtual board; board/virtual starts it."""
import argparse
import ast
import fcntl
import importlib
import pathlib
import signal
import sys
import time
import traceback

from .failure import Failure
from .packages import CACHE
from .stage import Stage

SCENARIOS = pathlib.Path(__file__).resolve().parents[1] / "scenarios"


def names():
    return sorted(path.stem for path in SCENARIOS.glob("*.py"))


def summary(name):
    """The first line of a scenario's doc comment, without running it."""
    text = ast.get_docstring(ast.parse((SCENARIOS / f"{name}.py").read_text())) or ""
    return text.splitlines()[0] if text else ""


def load(name):
    return importlib.import_module(f"scenarios.{name}")


def perform(name, arguments):
    """Runs one scenario and prints its line; whether it passed, or None where it can't be shown with these arguments."""
    stage = None
    begun = time.monotonic()
    try:
        module = load(name)
        reason = module.left_out(arguments) if hasattr(module, "left_out") else None
        if reason:
            print(f"left out  {name}: {reason}", flush=True)
            return None
        stage = Stage(name, arguments.arch, arguments.sound, arguments.keep, arguments)
        module.run(stage)
        if not stage.checks:
            stage.failures.append("it checks nothing")
    except Failure as failure:
        (stage.failures if stage else arguments.broken).append(str(failure))
    except Exception:  # a mistake in the scenario itself
        (stage.failures if stage else arguments.broken).append(traceback.format_exc())
    finally:
        if stage:
            stage.close()
    failures = stage.failures if stage else arguments.broken
    word = "FAILED" if failures else "ok"
    took = time.monotonic() - begun
    print(f"{word:<9} {name:<24} {took:5.1f} s  {stage.checks if stage else 0:3d} checks  "
          f"{stage.times() if stage else ''}", flush=True)
    for failure in failures:
        print("          " + failure.replace("\n", "\n          "), flush=True)
    if arguments.keep and stage:
        print(f"          kept in {stage.folder}", flush=True)
    arguments.broken = []
    return not failures


def parse():
    parser = argparse.ArgumentParser(
        prog="board/virtual", add_help=False)
    parser.add_argument("--arch", choices=("arm64", "amd64"), default="arm64")
    parser.add_argument("--sound", choices=("usb", "hda"), default="usb")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--cuts", type=int, default=25)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    arguments = parser.parse_args()
    arguments.broken = []
    unknown = sorted(set(arguments.scenarios) - set(names()))
    if unknown:
        parser.error(f"no scenario {', '.join(unknown)}; there are: {', '.join(names())}")
    return arguments


def main():
    arguments = parse()
    if arguments.list:
        for name in names():
            print(f"{name:<24} {summary(name)}")
        return 0
    # An interrupted run is cleaned up as after a failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another board runs on this machine: waiting for its end, since two disturb each other's times",
                  flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        results = [perform(name, arguments) for _ in range(arguments.times)
                   for name in arguments.scenarios or names()]
    left_out = results.count(None)
    print(f"{results.count(True)} passed, {results.count(False)} failed" + (f", {left_out} left out" if left_out else ""),
          flush=True)
    return 0 if True in results and False not in results else 1


sys.exit(main())
