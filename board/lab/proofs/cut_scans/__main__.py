"""Scans that are cut at random moments, by kill -9 and in order, come to the same as an uncut one.

A tree of songs is scanned for the first time, and again after songs were added, removed, renamed and given other
tags. Some scans of each are killed; others are cut short: the daemon ends in order, the stick is pulled, `unmount` lets
it go, a part of the tree is gone for a while, an update of a part comes in between. After each cut, on a copy of the
files: integrity_check of every database, FTS5's integrity-check of every text index, and the text indexes have exactly
the rows that say so. Nothing of the queue that was acknowledged is missing. In the end every row and every answer are as
after a scan that nobody cut.

Last, a first scan of 100,000 songs (20,000 with fewer than ten kills) is killed four times on its way: neither a part of
it nor the scan that continues where it was cut takes more than 21 MiB of resident memory at its peak.

usage: board/lab/run proofs.cut-scans [KILLS [CUTS [SEED]]]      (default 100 100 and a random seed, which is printed)
As root it also pulls and lets go of sticks; else it says that it does not.
"""
import collections
import contextlib
import os
import pathlib
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time

from lib import Ack, Daemon, Tally, apart, material, wait_for, work_folder
from lib.databases import copy_databases, whole_copies

KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 100
CUTS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
SONGS = 3000
# The parts in which the first scan is killed whose memory is looked at, and its most memory.
MANY, PARTS, MOST_KIBIBYTES = 100_000 if KILLS >= 10 else 20_000, 5, 21 << 10
# Cuts of one scan before it may come to its end.
CUTS_PER_SCAN = 5
# A stick's own name in the tree of URIs.
NAME = "stick"
TEXTS = ("songs", "paths", "trigrams")
WORDS = "amber birch cedar delta ember fjord glade harbour island juniper kettle lantern meadow north".split()


def flac(sound, tags):
    """The sound with these comments."""
    entries = [f"{key}={value}".encode() for key, value in tags]
    body = struct.pack("<I", 1) + b"x" + struct.pack("<I", len(entries))
    body += b"".join(struct.pack("<I", len(entry)) + entry for entry in entries)
    return sound[:4] + bytes([0]) + sound[5:42] + b"\x84" + len(body).to_bytes(3, "big") + body + sound[frames(sound):]


def frames(sound):
    """The place of the first frame."""
    place, last = 4, 0
    while not last:
        last = sound[place] & 0x80
        place += 4 + int.from_bytes(sound[place + 1:place + 4], "big")
    return place


def tags(number, other=""):
    dice = random.Random(f"{number}{other}")
    return [("TITLE", f"{dice.choice(WORDS)} {dice.choice(WORDS)} {number}{other}"), ("ARTIST", f"{dice.choice(WORDS)} {number % 40}"),
            ("ALBUM", f"{dice.choice(WORDS)} {number % 90}"), ("GENRE", dice.choice(WORDS)), ("TRACKNUMBER", str(number % 17)),
            ("COMMENT", " ".join(dice.choices(WORDS, k=20)))]


class Music:
    """The tree before and after the change."""

    def __init__(self, work):
        self.work = work
        tone = work / "tone.flac"
        subprocess.run(["sox", "-q", "-r", "44100", "-n", "-b", "16", "-c", "1", str(tone), "synth", "0.1", "sine", "440", "gain",
                        "-30"], check=True)
        self.sound = tone.read_bytes()
        self.before = work / "before"
        for number in range(SONGS):
            self.write(self.before / self.name(number), number)

    @staticmethod
    def name(number):
        return f"{'keep' if number < 20 else f'folder {number % 60}'}/{number} song.flac"

    def write(self, path, number, other=""):
        path.parent.mkdir(parents=True, exist_ok=True)
        # A new file in place of the old one: the trees share theirs.
        path.unlink(missing_ok=True)
        path.write_bytes(flac(self.sound, tags(number, other)))
        os.utime(path, (1_600_000_000 + number, 1_600_000_000 + number + (10 if other else 0)))

    def copy(self, target):
        subprocess.run(["cp", "-al", str(self.before), str(target)], check=True)
        return target

    def change(self, tree):
        """Adds, removes, renames and retags, always the same; the names of those that were renamed."""
        renamed = {}
        for number in range(20, SONGS):
            path = tree / self.name(number)
            match number % 10:
                case 1:
                    path.unlink()
                case 2:
                    renamed[self.name(number)] = f"moved {number % 7}/{number} other.flac"
                    target = tree / renamed[self.name(number)]
                    target.parent.mkdir(exist_ok=True)
                    path.rename(target)
                case 3:
                    self.write(path, number, " retagged")
                case 4:
                    self.write(tree / f"new {number % 5}/{number}.flac", SONGS + number)
        return renamed


def check_copies(tally, name, *folders):
    """Checks the databases after a cut."""
    with whole_copies(tally, name, *folders) as copies:
        for path in copies:
            if path.name != "library.sqlite":
                continue
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
                if not database.execute("select 1 from sqlite_schema where name = 'songs'").fetchone():
                    continue
                wanted = {row[0] for row in database.execute("select id from tracks where indexed = 1")}
                for table in TEXTS:
                    database.execute(f"insert into {table} ({table}) values ('integrity-check')")
                    has = {row[0] for row in database.execute(f"select id from {table}_docsize")}
                    tally.check(has == wanted, f"{name}: rows of {table}", f"{len(has - wanted)} too many, {len(wanted - has)} missing")


def still(folder):
    """A copy of the database while the jukebox has it open, taken when nothing was written meanwhile."""
    def state():
        return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(folder.glob("*.sqlite*"))]
    while True:
        before = state()
        # The kernel's stamps are some milliseconds apart.
        if time.time_ns() - max(stamp for _, _, stamp in before) > 100_000_000:
            copies = tempfile.TemporaryDirectory(prefix="jukebox-copy.")
            paths = copy_databases(pathlib.Path(copies.name), folder)
            if state() == before:
                return copies, next(path for path in paths if path.name == "library.sqlite")
            copies.cleanup()
        time.sleep(0.02)


def rows(tree):
    """Every row by its path: what a scan says of it, and what belongs to this database alone."""
    copies, path = still(tree / ".jukebox")
    with copies:
        database = sqlite3.connect(path)
        cursor = database.execute("""select f.path || '/' || t.name as place, t.*, p.print,
            t.id in (select id from songs_docsize) as songs, t.id in (select id from paths_docsize) as paths,
            t.id in (select id from trigrams_docsize) as trigrams
            from tracks t join folders f on f.id = t.folder left join prints p on p.track = t.id""")
        names = [column[0] for column in cursor.description]
        own = ("id", "folder", "added_sequence", "added_time")
        said, kept = {}, {}
        for values in cursor:
            row = dict(zip(names, values))
            place = bytes(row.pop("place") if isinstance(row["place"], bytes) else row.pop("place").encode()).decode()
            kept[place] = {name: row.pop(name) for name in own if name in row}
            kept[place].pop("folder")
            said[place] = row
        database.close()
        return said, kept


# If there are more songs than an answer may have, its choice goes by their rows, whose order a cut may change: these fit fewer.
TOLD = 1000
QUESTIONS = (["lookup %s window 0:%d" % (word, TOLD) for word in ("amb", "ket lan", "retag", "new", "moved", "harbour 3")] +
             ['search any "%s"' % word for word in ("ber 1", "other", "eadow", "4")] +
             ['find title "amber cedar 77"', "list artist", "list album group artist", "count genre north", "searchcount any ember",
              'lsinfo "PREFIXkeep"', 'listallinfo "PREFIXmoved 3"', "browse albums", "browse genres"])


def answers(client, prefix):
    """Sorted, without what differs from one volume to the next: its name, and when a song was added."""
    result = {}
    for question in QUESTIONS:
        try:
            lines = client.command(question.replace("PREFIX", prefix))
        except Ack as error:
            lines = [str(error)]
        result[question] = sorted(line.replace(f": {prefix}", ": ", 1) for line in lines
                                  if not line.startswith(("Added: ", "Last-Modified: ")))
        if question.startswith("lookup ") and sum(line.startswith("file: ") for line in lines) >= TOLD:
            raise SystemExit(f"too many songs for a comparison: {question}")
    return result


class Box:
    """A jukebox and its stick, or its folder where there is no right to mount."""

    def __init__(self, tree, is_stick):
        self.tree, self.is_stick = tree, is_stick
        self.prefix = f"{NAME}/" if is_stick else ""
        self.place = tree.with_name(f"{tree.name}-root") / NAME
        if is_stick:
            self.place.mkdir(parents=True)
            self.plug()
            where = ["--mount-root", self.place.parent]
        else:
            where = ["--mount-root", "off", "--music", tree]
        self.daemon = Daemon(*map(str, where), "--output", "null", "--autoplay", "off", "--volume", "last")
        self.queue = []
        self.pending = None
        self.level = None

    def plug(self):
        subprocess.run(["mount", "--bind", str(self.tree), str(self.place)], check=True)

    def pull(self):
        subprocess.run(["umount", "--lazy", str(self.place)], check=True)

    def close(self):
        self.daemon.close()
        if self.is_stick:
            subprocess.run(["umount", "--lazy", str(self.place)], check=False, stderr=subprocess.DEVNULL)

    def start(self):
        return self.daemon.start().connect()

    def is_done(self, client):
        return not client.is_scanning() and "indexed: 1" in client.command("volumes")

    def finish(self, client):
        """Lets the scan come to its end, whatever was cut of it."""
        wait_for("the volume", lambda: any(line.startswith("volume: ") for line in client.command("volumes")))
        client.command("update")
        wait_for("the end of the scan", lambda: self.is_done(client), 120)

    def edit(self, client):
        """An edit of the queue, and the volume's level."""
        uri = f"{self.prefix}{Music.name(RANDOM.randrange(20))}"
        self.pending = uri
        try:
            self.queue.append((client.pairs(f'addid "{uri}"')["Id"], uri))
        except Ack:
            pass                       # Not found yet.
        self.pending = None
        self.level = RANDOM.randrange(100)
        client.command(f"setvol {self.level}")

    def has_lost(self, client):
        found = [(song["Id"], song["file"]) for song in client.songs("playlistinfo")]
        if self.pending and found and found[:-1] == self.queue and found[-1][1] == self.pending:
            self.queue = found
        self.pending = None
        return f"{len(found)} entries, acknowledged {len(self.queue)}" if found != self.queue else None


class Editor(threading.Thread):
    """Edits until it is cut off."""

    def __init__(self, box, client):
        super().__init__()
        self.box, self.client, self.stopping = box, client, False

    def run(self):
        try:
            while not self.stopping:
                self.box.edit(self.client)
                time.sleep(0.01)
        except (ConnectionError, OSError):
            pass

    def end(self):
        self.stopping = True
        if self.ident:
            self.join()


def kill(box, client, editor):
    box.daemon.kill()
    editor.end()
    client.close()
    return True


def end_in_order(box, client, editor):
    editor.end()
    client.close()
    if box.daemon.stop() != 0:
        raise SystemExit(f"not ended in order:\n{box.daemon.tail()}")
    return True


def pulled(box, client, editor):
    box.pull()
    wait_for("the stick to leave", lambda: not client.command("volumes"))
    editor.end()
    wait_for("its database to be let go", lambda: not is_open(box))
    return False


def let_go(box, client, editor):
    editor.end()
    client.command(f"unmount {NAME}")
    return False


def part_is_gone(box, client, editor):
    away = box.tree.with_name(f"{box.tree.name}-away")
    part = box.tree / "folder 7"
    part.rename(away)
    client.command("update")
    time.sleep(RANDOM.uniform(0, 0.3))
    away.rename(part)
    return


def update_of_a_part(box, client, editor):
    for _ in range(3):
        part = f"folder {RANDOM.randrange(60)}"
        try:
            client.command(f'{RANDOM.choice(["update", "rescan"])} "{box.prefix}{part}"')
        except Ack:
            pass                       # As many updates wait as may.
    return end_in_order(box, client, editor) if RANDOM.random() < 0.5 else None


def is_open(box):
    """Whether the daemon has a file of the stick open."""
    folder = pathlib.Path(f"/proc/{box.daemon.process.pid}/fd")
    for number in folder.iterdir():
        try:
            if "library.sqlite" in os.readlink(number):
                return True
        except OSError:
            pass
    return False


FIGURES = collections.Counter()


def cut_scan(tally, box, name, ways, count, seconds):
    """Cuts one scan `cuts` times, and then lets it come to its end."""
    client = box.start()
    for number in range(count):
        way = RANDOM.choice(ways)
        lost = box.has_lost(client)
        tally.check(not lost, f"{name}, cut {number}: the queue", lost)
        # A second scan of all of it makes sure that there is one to cut.
        if number:
            client.command("rescan" if RANDOM.random() < 0.8 else "update")
        editor = Editor(box, box.daemon.connect())
        editor.start()
        # The cut itself is at a random moment, so this one waits by the clock.
        time.sleep(RANDOM.uniform(0, seconds * 0.9))
        FIGURES["after the scan" if box.is_done(client) else "within it"] += 1
        ended = way(box, client, editor)
        FIGURES[way.__name__.replace("_", " ")] += 1
        editor.end()
        if ended is not None:
            check_copies(tally, f"{name}, cut {number} ({way.__name__})", box.tree / ".jukebox", box.daemon.folder / "state")
        if ended:
            client = box.start()
            if way is not kill:
                level = int(client.status()["volume"])
                tally.check(level == box.level, f"{name}, cut {number}: the level", f"{level}, set {box.level}")
        elif ended is False:
            if way is pulled:
                box.plug()
            else:
                client.command(f"mount {NAME} {box.place}")
            wait_for("the stick to be back", lambda: client.command("volumes"))
    lost = box.has_lost(client)
    tally.check(not lost, f"{name}: the queue in the end", lost)
    box.finish(client)
    return client


def compare(tally, name, box, client, wanted, renamed=None, earlier=None):
    """Rows and answers, beside those of a scan that nobody cut."""
    said, kept = rows(box.tree)
    wrong = [place for place in wanted[0].keys() | said.keys() if wanted[0].get(place) != said.get(place)]
    first = min(wrong, default=None)
    tally.check(not wrong, f"{name}: rows", f"{len(wrong)} of {len(wanted[0])} differ: {first}: {said.get(first)} for {wanted[0].get(first)}")
    heard = answers(client, box.prefix)
    for question, answer in wanted[1].items():
        tally.check(heard[question] == answer, f"{name}: {question}", f"{len(heard[question])} lines for {len(answer)}")
    if earlier:
        changed = [place for place, row in earlier.items() if kept.get((renamed or {}).get(place, place)) != row]
        tally.check(not changed, f"{name}: rows that keep their number and age", f"{len(changed)}: {changed[:3]}")
    return kept


def uncut(work, music, is_stick):
    """Rows and answers before and after the change, and how long a scan takes."""
    tree = music.copy(work / "uncut")
    box = Box(tree, is_stick)
    try:
        began = time.monotonic()
        client = box.start()
        wait_for("the end of the scan", lambda: box.is_done(client), 120)
        seconds = time.monotonic() - began
        first = rows(tree)[0], answers(client, box.prefix)
        music.change(tree)
        box.finish(client)
        second = rows(tree)[0], answers(client, box.prefix)
        box.daemon.stop()
        return first, second, seconds
    finally:
        box.close()


def peak(process):
    """The most resident memory so far, in KiB (proc(5), VmHWM)."""
    lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def memory_of_resumed_scans(tally):
    """Kills the first scan of many songs after each part of it."""
    shelf = material.shelf(MANY)
    # Beside it, so that the files can be links to the same.
    with work_folder(dir=shelf.parent) as work:
        tree = work / "tree"
        subprocess.run(["cp", "-al", str(shelf), str(tree)], check=True)
        with Daemon("--music", str(tree), "--mount-root", "off", "--output", "null", "--autoplay", "off") as daemon:
            peaks = []
            for part in range(1, PARTS + 1):
                client = daemon.start().connect()
                wanted = MANY * part // PARTS

                def has_come():
                    if part < PARTS:
                        return int(client.pairs("stats")["songs"]) >= wanted - SONGS
                    return not client.is_scanning() and "indexed: 1" in client.command("volumes")
                wait_for(f"part {part} of {MANY:,} songs", has_come, 1800, 0.2)
                peaks.append(peak(daemon.process.pid))
                daemon.kill() if part < PARTS else daemon.stop()
            tally.check(max(peaks) <= MOST_KIBIBYTES, f"memory of a first scan of {MANY:,} songs that is killed {PARTS - 1} times",
                        " ".join(f"{each / 1024:.1f}" for each in peaks) + " MiB")
            print(f"{MANY:,} songs, killed {PARTS - 1} times: at most {max(peaks) / 1024:.1f} MiB resident", flush=True)


def main():
    may_mount = subprocess.run(["mount", "--bind", "/tmp", "/tmp"], check=False, stderr=subprocess.DEVNULL).returncode == 0
    if may_mount:
        subprocess.run(["umount", "/tmp"], check=True)
    else:
        print("no right to mount: no stick is pulled or let go", flush=True)
    print(f"cut-scans: {KILLS} kills, {CUTS} cuts, seed {SEED}", flush=True)
    tally = Tally()
    began = time.monotonic()
    with work_folder() as work:
        music = Music(work)
        first, second, seconds = uncut(work, music, may_mount)
        tally.check(len(first[0]) == SONGS and second[0].keys() != first[0].keys(), "the uncut scans", len(first[0]))
        print(f"uncut: {len(first[0])} rows, then {len(second[0])}; {seconds:.1f} s with the text indexes", flush=True)
        others = [end_in_order, part_is_gone, update_of_a_part] + ([pulled, let_go] if may_mount else [])
        plan = [([kill], KILLS), (others, CUTS)]
        turn = 0
        for ways, left in plan:
            while left > 0:
                turn += 1
                name = f"turn {turn}"
                box = Box(music.copy(work / f"turn {turn}".replace(" ", "-")), may_mount)
                try:
                    now = min(left, CUTS_PER_SCAN)
                    left -= now
                    client = cut_scan(tally, box, f"{name}, first scan", ways, now, seconds)
                    kept = compare(tally, f"{name}, first scan", box, client, first)
                    end_in_order(box, client, Editor(box, None))
                    renamed = music.change(box.tree)
                    now = min(left, CUTS_PER_SCAN)
                    left -= now
                    client = cut_scan(tally, box, f"{name}, second scan", ways, now, seconds / 2)
                    compare(tally, f"{name}, second scan", box, client, second, renamed, kept)
                    FIGURES["edits"] += len(box.queue)
                    end_in_order(box, client, Editor(box, None))
                finally:
                    box.close()
                shutil.rmtree(box.tree)
    memory_of_resumed_scans(tally)
    print("; ".join(f"{count} {what}" for what, count in sorted(FIGURES.items())) + f"; {time.monotonic() - began:.0f} s")
    tally.close()


apart("--mount")
main()
