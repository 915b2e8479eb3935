"""The library beside MPD's: scans, searches as one types, start, memory, size."""
import pathlib
import random
import shutil
import tempfile
import time

from lib import Daemon, material, wait_for
from lib.mpd import MPD
from lib.process import cpu_milliseconds, input_output, memory

from .calls import Calls, NotCounted
from .report import median, percentile

# More than any scan here takes.
PATIENCE = 1800
QUERIES = 150
# First scans of each program, in turns: the machine is quicker now and slower then.
FIRST_SCANS = 5


def scanned(client):
    return not client.is_scanning()


def indexed(client):
    return client.pairs("volumes").get("indexed") == "1"


class Taken:
    """A process's use of the machine between two moments."""

    def __init__(self, process):
        self.process = process
        self.begin = time.monotonic()
        self.cpu = cpu_milliseconds(process)
        self.io = input_output(process)

    def end(self):
        now = input_output(self.process)
        return {"seconds": time.monotonic() - self.begin, "cpu": cpu_milliseconds(self.process) - self.cpu,
                **{key: now[key] - self.io[key] for key in now}}


def typed(client, command, texts):
    """How long each answer took as the texts were typed letter by letter, in ms."""
    times = []
    for text in texts:
        for end in range(1, len(text) + 1):
            line = command.format(text[:end].replace('"', ""))
            begin = time.monotonic_ns()
            client.command(line)
            times.append((time.monotonic_ns() - begin) / 1e6)
    return times


def at_rest(process):
    """Its memory a second after the last question, when what answering took is freed."""
    time.sleep(1)
    return memory(process)


def forget(folder):
    shutil.rmtree(folder / ".jukebox", ignore_errors=True)


def jukebox(music, work):
    return Daemon("--music", str(music), "--mount-root", "off", "--output", "null", "--autoplay", "off", folder=work)


def again(client, process):
    """The median of some scans in which nothing has changed. They take less than it takes to look around."""
    rounds = []
    for _ in range(5):
        taken = Taken(process)
        client.command("update")
        wait_for("the scan again", lambda: scanned(client), seconds=PATIENCE, pause=0.002)
        rounds.append(taken.end())
    return sorted(rounds, key=lambda one: one["seconds"])[2]


def our_first_scan(music, count, work):
    """A first scan of jukeboxd's, from the start of the program, and then scans again."""
    forget(music)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    found = {}
    with jukebox(music, work) as first:
        begin = time.monotonic()
        client = first.start().connect()
        taken = Taken(first.process.pid)
        wait_for("the first track", lambda: int(client.pairs("stats")["songs"]) > 0, seconds=PATIENCE, pause=0.02)
        wait_for("the scan", lambda: scanned(client) and int(client.pairs("stats")["songs"]) == count,
                 seconds=PATIENCE, pause=0.02)
        found["listed"] = time.monotonic() - begin
        wait_for("the indexes", lambda: indexed(client), seconds=PATIENCE, pause=0.02)
        found["complete"] = time.monotonic() - begin
        found["first"] = taken.end()
        found["after"] = at_rest(first.process.pid)
        found["again"] = again(client, first.process.pid)
        first.stop()
    return found


def ours(music, texts, work):
    """The other figures of jukeboxd, with what a first scan has left."""
    found = {}

    def daemon():
        return jukebox(music, work)
    starts = []
    for _ in range(5):
        with daemon() as later:
            begin = time.monotonic_ns()
            client = later.start().connect()
            client.command("lsinfo")
            starts.append((time.monotonic_ns() - begin) / 1e6)
            wait_for("the scan", lambda: scanned(client), seconds=PATIENCE, pause=0.1)
            later.stop()
    found["start"] = median(starts)
    with daemon() as later:
        client = later.start().connect()
        wait_for("the scan", lambda: scanned(client) and indexed(client), seconds=PATIENCE, pause=0.1)
        found["lookup"] = typed(client, 'lookup "{}"', texts)
        found["search"] = typed(client, 'search any "{}" window 0:50', texts)
        found["memory"] = at_rest(later.process.pid)
        later.stop()
    found["bytes"] = sum(path.stat().st_size for path in (music / ".jukebox").iterdir())
    forget(music)
    return found


def their_first_scan(mpd, count):
    """The same of MPD, whose start does not count."""
    process = mpd.process.pid
    taken = Taken(process)
    mpd.client.command("update")
    wait_for("MPD's scan", lambda: scanned(mpd.client), seconds=PATIENCE, pause=0.02)
    first = taken.end()
    if int(mpd.client.pairs("stats")["songs"]) != count:
        raise SystemExit("MPD does not know all tracks")
    return {"first": first, "listed": first["seconds"], "again": again(mpd.client, process)}


def first_scans(music, count, work):
    """Medians, in turns: the run with the median time until everything was listed, and separately the median run in
    which nothing had changed."""
    mine, mpds = [], []
    for _ in range(FIRST_SCANS):
        with MPD(music) as mpd:
            mpds.append(their_first_scan(mpd, count))
        mine.append(our_first_scan(music, count, work))
    middle = []
    for found in (mine, mpds):
        first = sorted(found, key=lambda one: one["listed"])[FIRST_SCANS // 2]
        later = sorted((one["again"] for one in found), key=lambda one: one["seconds"])[FIRST_SCANS // 2]
        middle.append(first | {"again": later})
    return middle


def theirs(music, count, texts):
    """The other figures of MPD."""
    found = {}
    with MPD(music) as mpd:
        process = mpd.process.pid
        their_first_scan(mpd, count)
        found["search"] = typed(mpd.client, 'search any "{}" window 0:50', texts)
        found["memory"] = at_rest(process)
        found["bytes"] = (mpd.folder / "database").stat().st_size
        found["start"] = mpd.restart()
    return found


def our_calls(music, count, work):
    """System calls of the first scan, from the start of the program to its end, and of one that finds nothing new."""
    forget(music)
    counter = Calls()
    with jukebox(music, work) as first:
        first.prefix = counter.prefix
        client = first.start().connect()
        wait_for("the scan", lambda: int(client.pairs("stats")["songs"]) == count and scanned(client)
                 and indexed(client), seconds=PATIENCE, pause=1)
        first.stop(seconds=120)
    found = [counter.end()]
    with jukebox(music, work) as later:
        client = later.start().connect()
        wait_for("the scan", lambda: scanned(client) and indexed(client), seconds=PATIENCE, pause=1)
        counter = Calls(later.process.pid)
        client.command("update")
        wait_for("the scan again", lambda: scanned(client), seconds=PATIENCE, pause=1)
        found.append(counter.end())
        later.stop()
    forget(music)
    return found


def their_calls(music):
    """The same of MPD, without its start and its end."""
    found = []
    with MPD(music) as mpd:
        for _ in range(2):
            counter = Calls(mpd.process.pid)
            mpd.client.command("update")
            wait_for("MPD's scan", lambda: scanned(mpd.client), seconds=PATIENCE, pause=1)
            found.append(counter.end())
    return found


def calls(report, count):
    """Counted in runs of their own: nothing that is timed runs under strace."""
    music = material.shelf(count)
    work = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-bench."))
    try:
        rows = zip(("first scan", "scan again"), our_calls(music, count, work), their_calls(music))
        for name, mine, mpd in rows:
            report.line(f"{name}: system calls, a track (strace)",
                        f"jukebox {mine / count:9.1f}   MPD {mpd / count:9.1f} calls")
    except (NotCounted, SystemExit) as problem:
        report.missing("system calls, a track", problem)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def library(report, quick):
    for count in [20_000] if quick else [20_000, 100_000]:
        report.section(f"library of {count:,} tracks, beside MPD, files in the page cache")
        music = material.shelf(count)
        for path in music.rglob("*.flac"):
            path.read_bytes()
        chance = random.Random(count)
        known = material.shelf_texts(count)
        texts = [chance.choice(known) for _ in range(30 if quick else QUERIES)]
        work = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-bench."))
        try:
            mine, mpd = first_scans(music, count, work)
            mpd |= theirs(music, count, texts)
            mine |= ours(music, texts, work)
        except SystemExit as problem:
            report.missing(f"{count:,} tracks", problem)
            continue
        finally:
            shutil.rmtree(work, ignore_errors=True)
        table(report, count, mine, mpd)
        calls(report, count)


def table(report, count, mine, mpd):
    def both(name, first, second, unit):
        report.line(name, f"jukebox {first:9.1f}   MPD {second:9.1f} {unit}")

    both("first scan: everything listed", mine["listed"], mpd["listed"], "s")
    report.goal("everything listed, of MPD's", mine["listed"] / mpd["listed"], 1)
    report.line("first scan: all indexes complete", f"jukebox {mine['complete']:9.1f}                s")
    report.goal("all indexes complete, of MPD's scan", mine["complete"] / mpd["listed"], 1.5)
    both("scan again, nothing changed", mine["again"]["seconds"], mpd["again"]["seconds"], "s")
    report.goal("scan again, of MPD's", mine["again"]["seconds"] / mpd["again"]["seconds"], 1)
    for name, key in (("first scan", "first"), ("scan again", "again")):
        both(f"{name}: processor time", mine[key]["cpu"] / 1000, mpd[key]["cpu"] / 1000, "s")
        both(f"{name}: read, a track", mine[key]["rchar"] / count, mpd[key]["rchar"] / count, "bytes")
        both(f"{name}: reads and writes, a track (/proc)", (mine[key]["syscr"] + mine[key]["syscw"]) / count,
             (mpd[key]["syscr"] + mpd[key]["syscw"]) / count, "calls")
    both("search any, letter by letter: p99", percentile(mine["search"], 99), percentile(mpd["search"], 99), "ms")
    both("search any, letter by letter: median", median(mine["search"]), median(mpd["search"]), "ms")
    report.line("lookup, letter by letter: median", f"{median(mine['lookup']):9.2f} ms")
    report.goal("lookup, letter by letter: p99", percentile(mine["lookup"], 99), 5, " ms")
    both("start to first answer", mine["start"], mpd["start"], "ms")
    report.goal("start with the library to first answer", mine["start"], 50, " ms", 1)
    both("resident memory", mine["memory"]["VmRSS"], mpd["memory"]["VmRSS"], "MiB")
    report.line("resident memory at its most, in searches",
                f"jukebox {mine['memory']['VmHWM']:9.1f}                MiB")
    report.line("resident memory after the first scan", f"jukebox {mine['after']['VmRSS']:9.1f}                MiB")
    report.goal("resident memory", mine["memory"]["VmRSS"], 20, " MiB", 1)
    both("database", mine["bytes"] / 2 ** 20, mpd["bytes"] / 2 ** 20, "MiB")
