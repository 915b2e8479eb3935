"""Runs the tests that were built for ARM64, once on each kind of machine; board/arm64 starts it."""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import signal
import subprocess
import sys
import time

from .machines import MACHINES, Places

HERE = pathlib.Path(__file__).resolve().parent
# Emulated, on a machine with other work too, all tests together take minutes; what takes this long hangs.
LIMIT_SECONDS = 3600
# So often are those run again that failed beside processes which hung in the emulator, as long as some hang.
AGAIN = 3


class LeftOut:
    """A line of the file `left-out`."""

    def __init__(self, line, number):
        parts = [part.strip() for part in line.split("|", 2)]
        if len(parts) != 3 or not all(parts):
            raise SystemExit(f"board/lab/cross/left-out:{number}: TEST | MACHINES | REASON is wanted")
        self.text, machines, self.reason = parts
        self.machines = [] if machines == "all" else re.split(r",\s*", machines)
        unknown = set(self.machines) - {machine.name for machine in MACHINES}
        if unknown:
            raise SystemExit(f"board/lab/cross/left-out:{number}: no machine {', '.join(sorted(unknown))}")

    def fits(self, test, machine):
        return self.text in test and (not self.machines or machine.name in self.machines)


def left_out():
    lines = (HERE / "left-out").read_text().splitlines()
    return [LeftOut(line, number) for number, line in enumerate(lines, 1) if line and not line.startswith("#")]


class Run:
    """One machine's results of the tests, as the testing library reports them, event by event."""

    def __init__(self, machine, places, arguments, wanted, name=""):
        self.machine = machine
        self.issues = {}
        self.ended, self.skipped = set(), set()
        self.running = collections.Counter()
        folder = places.program.parent / f"results-{machine.name}{name}"
        folder.mkdir(exist_ok=True)
        self.log = folder / "log"
        events = folder / "events"
        events.unlink(missing_ok=True)
        begin = time.monotonic()
        self.status, self.hung = machine.run(
            places, ["--testing-library", "swift-testing", "--event-stream-version", "0",
                     "--event-stream-output-path", events, *arguments], folder, LIMIT_SECONDS)
        self.seconds = time.monotonic() - begin
        if events.exists():
            for line in events.read_text(errors="replace").splitlines():
                self.note(line)
        self.failed = {test for test in wanted if test in self.issues}
        self.passed = {test for test in wanted if test in self.ended} - self.failed - self.skipped
        self.lost = set(wanted) - self.passed - self.failed - self.skipped

    def take(self, other):
        """Takes over what those tests came to when they ran again."""
        self.passed |= other.passed
        self.failed -= other.passed
        self.lost -= other.passed | other.failed
        self.failed |= other.failed
        self.issues.update(other.issues)
        self.seconds += other.seconds

    def note(self, line):
        try:
            record = json.loads(line)
        except ValueError:
            return  # a crash cuts the last line short
        event = record.get("payload", {})
        test = short(event.get("testID", ""))
        if record.get("kind") != "event" or not test:
            return
        if event["kind"] == "testCaseStarted":
            self.running[test] += 1
        elif event["kind"] == "testCaseEnded":
            self.running[test] -= 1
        elif event["kind"] == "testEnded":
            self.ended.add(test)
        elif event["kind"] == "testSkipped":
            self.skipped.add(test)
        elif event["kind"] == "issueRecorded" and not event.get("issue", {}).get("isKnown"):
            self.issues.setdefault(test, []).append(
                " ".join(message["text"] for message in event.get("messages", [])))

    def end(self):
        """How the program ended, where it did not end by itself."""
        if self.status is None:
            return f"it was stopped after {LIMIT_SECONDS} s"
        if self.status < 0 or self.status > 128:
            number = -self.status if self.status < 0 else self.status - 128
            return f"it was ended by {signal.Signals(number).name}"
        return "" if self.status in (0, 1) else f"it ended with {self.status}"

    def show(self):
        failures = len(self.failed) + len(self.lost)
        print(f"{'FAILED' if failures else 'ok':<7} {self.machine.name:<11} {len(self.passed)} passed, {failures} failed, "
              f"{self.seconds:.0f} s  ({self.machine.about})", flush=True)
        for test in sorted(self.failed):
            print(f"        {test}")
            for issue in self.issues[test]:
                print("            " + issue.replace("\n", "\n            "))
        if self.lost:
            print(f"        without a result: {len(self.lost)} tests; {self.end() or 'the program ended early'}")
            for test in sorted(+self.running):
                print(f"            {test} was running")
            print("        its last words:")
            print("            " + "\n            ".join(self.log.read_text(errors="replace").splitlines()[-15:]))
        if failures:
            print(f"        all of it: {self.log}")
        return failures


def short(test):
    """A test's name without the place in its file, as `swift test list` prints it."""
    return re.sub(r"/[^/]*\.swift:\d+:\d+$", "", test)


def shares(tests, count):
    """The tests in `count` parts of about the same size, none of which cuts a suite: an expression that fits its suites,
    and its tests. Each module is dealt out evenly, since one's tests take far longer than another's."""
    suites = collections.defaultdict(list)
    for test in tests:
        suites[test.partition("/")[0]].append(test)
    parts = [([], []) for _ in range(count)]
    dealt = collections.Counter()
    for suite, inside in sorted(suites.items(), key=lambda item: -len(item[1])):
        module = suite.partition(".")[0]
        number = min(range(count), key=lambda number: (dealt[module, number], len(parts[number][1])))
        dealt[module, number] += len(inside)
        names, share = parts[number]
        names.append(suite)
        share += inside
    return [(f"^({'|'.join(map(re.escape, names))})(/|$)", share) for names, share in parts if share]


def runs(machine, places, words, wanted, is_whole):
    """The results on a machine, or on several of its kind that run side by side, where they gain by that."""
    if not is_whole or machine.at_once == 1:
        return [Run(machine, places, words, wanted)]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        begun = [pool.submit(Run, machine, places, [*words, "--filter", names], share, f"-{number}")
                 for number, (names, share) in enumerate(shares(wanted, machine.at_once), 1)]
        return [run.result() for run in begun]


def listed(places):
    """The names of all tests."""
    command = [*MACHINES[0].command(places), "--testing-library", "swift-testing", "--list-tests"]
    result = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=False)
    tests = sorted({short(line) for line in result.stdout.splitlines() if "/" in line})
    if result.returncode != 0 or not tests:
        raise SystemExit(f"the tests can't be listed: the program ended with {result.returncode}\n{result.stdout[-2000:]}")
    return tests


def parse():
    parser = argparse.ArgumentParser(prog="board/arm64 test")
    # The words of board/arm64: the program with the tests, ARM64's libraries, the folder with qemu-user.
    for place in "program", "sysroot", "emulator":
        parser.add_argument(f"--{place}", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--on", action="append", choices=[machine.name for machine in MACHINES],
                        help="only on this machine")
    parser.add_argument("filter", nargs="?", default="", help="only tests whose names this expression matches")
    return parser.parse_args()


def main():
    arguments = parse()
    places = Places(arguments.program, arguments.sysroot, arguments.emulator)
    leave = left_out()
    tests = listed(places)
    for line in leave:
        if not any(line.text in test for test in tests):
            raise SystemExit(f"board/lab/cross/left-out: there is no test {line.text}")
    machines = [machine for machine in MACHINES if not arguments.on or machine.name in arguments.on]
    passed = failed = left = 0
    reasons = {}
    for machine in machines:
        chosen = [test for test in tests if re.search(arguments.filter, test)]
        wanted = [test for test in chosen if not any(line.fits(test, machine) for line in leave)]
        for test in set(chosen) - set(wanted):
            line = next(line for line in leave if line.fits(test, machine))
            reasons.setdefault((test, line.reason), []).append(machine.name)
        words = ["--filter", arguments.filter] if arguments.filter else []
        for line in leave:
            if not line.machines or machine.name in line.machines:
                words += ["--skip", re.escape(line.text)]
        left += len(chosen) - len(wanted)
        if not wanted:
            continue
        print(f"{len(wanted)} tests on {machine.name}", file=sys.stderr, flush=True)
        for run in runs(machine, places, words, wanted, is_whole=not arguments.filter):
            hung = run.hung
            for number in range(AGAIN):
                missing = run.failed | run.lost
                if not hung or not missing:
                    break
                print(f"{hung} processes hung in the emulator and were ended; run again: "
                      f"{', '.join(sorted(missing))}", flush=True)
                words = [word for test in sorted(missing) for word in ("--filter", re.escape(test))]
                again = Run(machine, places, words, missing, f"-again-{number + 1}")
                hung = again.hung
                run.take(again)
            failed += run.show()
            passed += len(run.passed)
            for test in run.skipped & set(wanted):
                left += 1
                reasons.setdefault((test, "it says itself that it needs what is not there"), []).append(machine.name)
    for (test, reason), names in sorted(reasons.items()):
        where = "" if len(names) == len(machines) else f" on {', '.join(names)}"
        print(f"left out{where}: {test}: {reason}")
    print(f"{passed} passed, {failed} failed, {left} left out", flush=True)
    return 1 if failed or not passed else 0


sys.exit(main())
