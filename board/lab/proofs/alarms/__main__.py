"""Alarms on a clock that is set about, beside cron and a loop that compares the minute as moOde's does; alarms whose music is not
there, beside cron with MPD; files that are moved, renamed and deleted while an alarm rings. All that sounds is heard at a pipe.

usage: board/lab/run proofs.alarms [--quick]
The clock of the machine must not be set by the network. --quick leaves out the other programs, which take two minutes and need root,
cron, libfaketime (the package faketime), mpd and mpc.
"""
import array
import concurrent.futures
import os
import shutil
import sqlite3
import sys
import threading
import time

from lib import Daemon, Tally, apart, wait_for, work_folder
from lib.material import tone

from .peers import DUE, HOUR, STEPS, TIME, beside_mpd, others

QUICK = "--quick" in sys.argv[1:]
RATE = 44_100
# Each case has a day of its own.
DAY = 86_400
# Peaks of a 16-bit sample below it are silence.
QUIET = 32
# Seconds: until the first sound of local music and of a stream that is given up, and without a sound while it rings.
MOST, MOST_STREAM, MOST_GAP = 5, 17, 6
CASES = {"on time": "rings", "2 minutes forward over it": "rings", "4 hours forward over it": "no",
         "back by 1 hour after it, and over it again": "rings", "switched on 3 minutes after it": "rings"}
tally = Tally()
check = tally.check


class Ear(threading.Thread):
    """Reads a pipe, and notes when it was last loud and how long it was silent."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path = path
        self.loud = self.gap = 0.0
        self.start()

    def run(self):
        with open(self.path, "rb") as pipe:
            while block := pipe.read(RATE // 10 * 4):
                samples = array.array("h", block[:len(block) // 2 * 2])
                if max(abs(min(samples)), max(samples)) >= QUIET:
                    now = time.monotonic()
                    self.gap = max(self.gap, now - self.loud if self.loud else 0)
                    self.loud = now

    def first(self, seconds):
        """How long it takes until something is heard."""
        start = time.monotonic()
        wait_for("a sound", lambda: self.loud > start, seconds)
        return self.loud - start

    def listen(self, seconds):
        """The longest silence in a time."""
        self.gap, self.loud = 0.0, time.monotonic()
        time.sleep(seconds)
        return max(self.gap, time.monotonic() - self.loud)


class Box:
    """A jukebox with a stick and an ear."""

    def __init__(self, folder):
        self.folder, self.stick = folder, folder / "stick"
        self.fill()
        os.mkfifo(folder / "pipe")
        config = folder / "jukebox.ini"
        config.write_text(f"[output ear]\ntype = pipe\npath = {folder}/pipe\nformat = {RATE}:16:2\n")
        self.daemon = Daemon("--config", str(config), "--music", str(self.stick), "--output", "null", "--autoplay", "off", "--mount-root",
                             "off", environment={"TZ": "UTC"})
        self.client = self.daemon.start().connect()
        self.ear = Ear(folder / "pipe")
        wait_for("three songs", lambda: self.client.knows("", 3))

    def fill(self):
        shutil.rmtree(self.stick / "Moved", ignore_errors=True)
        (self.stick / "Wake").mkdir(parents=True, exist_ok=True)
        for number in range(3):
            (self.stick / f"Wake/{number}.flac").write_bytes(tone(self.folder, 4 + number / 10))

    def set(self, time_of_day):
        self.client.command(f"clock set {time_of_day}")

    def add(self, content=""):
        return self.client.pairs(f"alarm add {TIME} {content} volume 100 fade 0")["alarm"]

    def uri(self):
        """The folder of the songs."""
        return self.client.values("listall", "file")[0].rpartition("/")[0]

    def rung(self):
        return sum(line.endswith(" rings") for line in self.daemon.log.read_text().splitlines())

    def rings(self):
        return self.client.status().get("ringing") == "1"

    def ring(self, day, content=""):
        self.set(DUE + day * DAY - 60)
        number = self.add(content)
        # The pipe holds sound of the alarm before.
        wait_for("silence", lambda: time.monotonic() - self.ear.loud > 1)
        self.set(DUE + day * DAY)
        wait_for("the alarm", self.rings, 10)
        return number

    def end(self, number):
        if self.rings():
            self.client.command("alarm stop")
        self.client.command(f"alarm delete {number}")

    def cut_power(self):
        """The next start does not know the time that a person has set."""
        self.daemon.stop()
        state = sqlite3.connect(self.daemon.folder / "state/box.sqlite")
        with state:
            state.execute("DELETE FROM settings WHERE name = 'clock-offset'")
        state.close()
        self.client = self.daemon.start().connect()
        self.ear = Ear(self.folder / "pipe")


def ours(box, name, day):
    """How often it rings, and whether it is called missed."""
    before, due = box.rung(), DUE + day * DAY
    start, steps = STEPS[name]
    box.set(due + min(start, -3))
    number = box.add()
    if name.startswith("switched on"):
        box.cut_power()
        box.set(due + start)
    for _, at in steps:
        if at is not None:
            wait_for("the step before", lambda: start < -10 or box.rung() > before, 20)
            if box.rings():
                box.client.command("alarm stop")
            box.set(due + at)
    wait_for("a ring, or that it is missed", lambda: box.rung() > before or "missed" in box.client.pairs("alarms"), 20)
    # If it rings twice, it has by then.
    box.set(due + 60)
    time.sleep(1)
    box.set(due + 5 * HOUR)
    missed = "missed" in box.client.pairs("alarms")
    rung = box.rung() - before
    box.end(number)
    return ["no", "rings", "twice"][rung] + (", and says missed" if missed else "")


def music(box):
    """Music that is not there, and files that change while the alarm rings."""
    for day, (name, content, most) in enumerate([("no music", "", MOST), ("a folder", f'content folder "{box.uri()}"', MOST),
                                                 ("a dead stream", "content stream http://127.0.0.1:9/dead", MOST_STREAM)], 20):
        number = box.ring(day, content)
        took = box.ear.first(60)
        print(f"{name}: the first sound after {took:.1f} s", flush=True)
        check(took < most, f"the first sound with {name}", took)
        box.end(number)
    changes = {"moved, and seen": lambda: ((box.stick / "Wake").rename(box.stick / "Moved"), box.client.command("update")),
               "moved": lambda: (box.stick / "Wake").rename(box.stick / "Moved"),
               "renamed": lambda: [file.rename(file.with_name(f"new {file.name}")) for file in (box.stick / "Wake").iterdir()],
               "deleted": lambda: shutil.rmtree(box.stick / "Wake")}
    for day, (name, change) in enumerate(changes.items(), 30):
        number = box.ring(day, f'content folder "{box.uri()}"')
        box.ear.first(20)
        change()
        gap = box.ear.listen(12 if QUICK else 25)
        print(f"files {name} while it rings: at most {gap:.1f} s of silence", flush=True)
        songs = sum("/Moved/" in f"/{song}" for song in box.client.queue())
        check(gap < MOST_GAP and box.rings() and songs == (3 if "seen" in name else 0), f"files {name} while it rings", (gap, songs))
        box.end(number)
        shutil.rmtree(box.stick / "Wake", ignore_errors=True)
        box.fill()
        box.client.command("update")
        wait_for("the songs again", lambda: box.client.knows("", 3) and not box.client.is_scanning())


def main():
    with work_folder() as folder, concurrent.futures.ThreadPoolExecutor(len(CASES)) as pool:
        peers = {} if QUICK else {name: pool.submit(others, folder, name) for name in CASES}
        box = Box(folder)
        try:
            if box.client.pairs("clock")["clock"] == "network":
                raise SystemExit("the network sets the clock of this machine: the jukebox takes no other time")
            for day, (name, wanted) in enumerate(CASES.items()):
                found = ours(box, name, day)
                check(found.split(",")[0] == wanted, name, found)
                print(f"{name}: the jukebox {found}" + ("; cron {}, a loop {}".format(*peers[name].result()) if peers else ""), flush=True)
            music(box)
            tally.check(not box.daemon.process.poll(), "the jukebox runs")
        finally:
            box.daemon.close()
        if not QUICK:
            beside_mpd(folder)
    tally.close()


if not QUICK and not apart("--mount", as_user=False):
    raise SystemExit("the other programs need root: --quick leaves them out")
main()
