"""The common part of proofs that ask MPD and the jukebox the same."""
import argparse
import collections
import contextlib
import pathlib
import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn

from .checks import wait_for
from .daemon import Daemon
from .mpd import MPD, add_options, chosen, version
from .protocol import Ack, Client


class Refused(str):
    """An ACK."""


Answer = list[str] | Refused


def ask(client: Client, line: str) -> Answer:
    try:
        return client.command(line)
    except Ack as refusal:
        return Refused(str(refusal).rstrip())


class Pair(NamedTuple):
    """MPD and the jukebox, each on a tree of its own: MPD does not see the folder that the jukebox keeps on a volume."""

    mpd: MPD
    daemon: Daemon
    # The jukebox's client; MPD's is `mpd.client`.
    ours: Client
    # The jukebox's tree and MPD's.
    trees: tuple[pathlib.Path, pathlib.Path]


@contextlib.contextmanager
def pair(command: list[str], trees: tuple[pathlib.Path, pathlib.Path], settings: str = "", seconds: float = 60) -> Iterator[Pair]:
    """Both with all songs of their trees in their libraries; `settings` are MPD's, `seconds` the patience for the jukebox's scan."""
    with Daemon("--output", "null", "--autoplay", "off") as daemon, MPD(trees[1], command=command, settings=settings) as mpd:
        daemon.start("--music", str(trees[0]))
        mpd.client.errors = "surrogateescape"
        mpd.update()
        client = daemon.connect()
        wait_for("the jukebox's scan", lambda: client.pairs("volumes").get("indexed") == "1", seconds)
        yield Pair(mpd, daemon, client, trees)
        client.close()
        if daemon.stop() != 0:
            raise SystemExit(f"the jukebox does not end in order:\n{daemon.tail()}")


def options(doc: str, quick: int, full: int, number: str = "commands", **more: tuple[int, int]) -> argparse.Namespace:
    """The options of the command line: `--commands`, or another number, is `quick` with --quick, else `full`; more numbers likewise.

    `mpd` is the command of the MPD to ask, `found` its version, `random` the generator of the seed.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    numbers = {number: (quick, full), **more}
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    for name in numbers:
        parser.add_argument(f"--{name}", type=int)
    add_options(parser)
    found = parser.parse_args()
    for name, values in numbers.items():
        setattr(found, name, getattr(found, name) or values[0 if found.quick else 1])
    found.mpd = chosen(found)
    text = version(found.mpd)
    print(text, flush=True)
    found.found = tuple(int(part) for part in re.findall(r"\d+", text)[:2])
    found.random = random.Random(found.seed)
    return found


class Comparison:
    """Answers of both, and the reasons of their differences."""

    def __init__(self, both: Pair, options: argparse.Namespace) -> None:
        self.mpd, self.ours, self.trees = both.mpd, both.ours, both.trees
        self.options = options
        self.counts: collections.Counter[str] = collections.Counter()

    @property
    def theirs(self) -> Client:
        return self.mpd.client

    @property
    def is_old(self) -> bool:
        """Whether this MPD is older than 0.24."""
        return self.options.found < (0, 24)

    def note(self, asked: object, reason: str | None, one: object = None, other: object = None) -> None:
        """Counts an answer; the reason is None if both are the same, and NO REASON if a difference has none."""
        self.counts[reason or "same"] += 1
        if reason == "NO REASON":
            print(f"NO REASON {asked}\n   expected: {str(one)[:600]}\n   the jukebox: {str(other)[:600]}", flush=True)
        elif self.options.show:
            print(f"{reason or 'same'}: {asked}")

    def change(self, change: Callable[[pathlib.Path], object]) -> None:
        """Changes both trees, and has them scanned."""
        for tree in self.trees:
            change(tree)
        self.mpd.update()
        self.ours.command("update")
        wait_for("the jukebox's scan", lambda: not self.ours.is_scanning())

    def report(self, reasons: dict[str, str]) -> NoReturn:
        print(f"{sum(self.counts.values())} answers of seed {self.options.seed}: {self.counts['same']} are the same")
        for name, reason in reasons.items():
            if self.counts[name]:
                print(f"  {self.counts[name]:4} {name}: {reason}")
        raise SystemExit(1 if self.counts["NO REASON"] else 0)
