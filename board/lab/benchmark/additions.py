"""People's additions, at the size of some years: every command's time, with 20,000 tracks, 500 playlists and much listening."""
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time

from lib import ROOT, Ack, Client, Daemon, material, program, wait_for
from lib.process import memory

from .library import PATIENCE, at_rest, forget, indexed, scanned
from .report import median, percentile
from .trials import COVER_PARTS, LISTING, PLAYLISTS, READS, SUBJECTS, WRITES, timed

TRACKS = 20_000
ENTRIES = 100
# Forty songs a day.
PLAYS_A_YEAR = 14_600
# As many playings as a volume keeps.
KEPT = 10_000
YEAR = 365 * 86_400
# Imported playlist files.
IMPORTED = 10_000
MEMORY = pathlib.Path("/dev/shm")
PLACEHOLDER = re.compile(r"\b(SONG|OTHER|LIST|FOLDER|NEW|ALBUM|CUE|NUMBER|PART\d)\b")


def daemon(music, work):
    return Daemon("--music", str(music), "--mount-root", "off", "--output", "null", "--autoplay", "off", folder=work)


def rest(client):
    wait_for("the scan", lambda: scanned(client) and indexed(client), seconds=PATIENCE, pause=0.1)


def fill(music):
    """A year of made-up listening and what people say meanwhile, written into the database of a jukebox that is off."""
    chance = random.Random(5)
    database = sqlite3.connect(music / ".jukebox" / "library.sqlite")
    tracks = [row for row, in database.execute("SELECT id FROM tracks WHERE state = 0 ORDER BY id")]
    now = int(time.time())
    # Some are heard often, most seldom.
    chosen = [tracks[int(len(tracks) * chance.random() ** 3)] for _ in range(PLAYS_A_YEAR)]
    plays, skips, last, heard = {}, {}, {}, []
    for number, track in enumerate(chosen):
        moment = now - YEAR + number * YEAR // PLAYS_A_YEAR
        is_skip = chance.random() < 0.2
        counts = skips if is_skip else plays
        counts[track] = counts.get(track, 0) + 1
        if not is_skip:
            last[track] = (number + 1, moment)
        heard.append((number + 1, chance.getrandbits(62), track, moment, 100_000, int(not is_skip), int(is_skip), 0, 1))
    with database:
        database.executemany("INSERT INTO listening VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", heard[-KEPT:])
        database.execute("INSERT OR REPLACE INTO listening_clock VALUES (1, ?, ?)", (YEAR, now))
        for track in tracks:
            said = chance.random()
            favourite = 2 if said < 0.1 else None
            rating = chance.randint(0, 10) if said < 0.5 else None
            if favourite is None and rating is None and track not in plays and track not in skips:
                continue
            number, moment = last.get(track, (None, None))
            database.execute(
                "INSERT OR REPLACE INTO personal (track, favourite, rating, plays, skips, last_played) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (track, favourite, rating, plays.get(track), skips.get(track), moment))
            if track in plays or track in skips:
                count = plays.get(track, 0)
                database.execute(
                    "INSERT OR REPLACE INTO heard VALUES (?, ?, ?, ?, 0, NULL, ?, ?, ?)",
                    (track, count + skips.get(track, 0), 100_000 * count, 100_000 * count, number,
                     moment and moment - (now - YEAR), chance.random() * count))
        for number in range(PLAYLISTS):
            row = database.execute(
                "INSERT INTO playlists (identity, name, made, changed) VALUES (?, ?, ?, ?)",
                (chance.randbytes(16), f"Mix {number:03}", now, now)).lastrowid
            database.executemany(
                "INSERT INTO playlist_entries (playlist, place, track) VALUES (?, ?, ?)",
                [(row, place << 20, chance.choice(tracks)) for place in range(1, ENTRIES + 1)])
        # A sticker of a client's own on every song, and marks in one of ten.
        database.executemany(
            "INSERT INTO stickers (type, track, name, value) VALUES ('song', ?, 'energy', ?)",
            [(track, str(chance.randrange(1000))) for track in tracks])
        database.executemany(
            "INSERT INTO cues (track, number, start_us, kind, name) VALUES (?, ?, ?, 'marker', 'Here')",
            [(track, number, number * 20_000) for track in tracks[5::10] for number in (1, 2, 3)])
    database.close()


class Storage:
    """How long the storage takes to write 4 KiB permanently, in ms: asked between the commands, as it is then."""

    def __init__(self, folder):
        self.file = tempfile.NamedTemporaryFile(dir=folder)
        self.times = []

    def flush(self):
        begin = time.monotonic_ns()
        os.pwrite(self.file.fileno(), bytes(4096), 0)
        os.fdatasync(self.file.fileno())
        self.times.append((time.monotonic_ns() - begin) / 1e6)


class Asker:
    """Asks what trials are made of, with other songs and playlists each time."""

    def __init__(self, client, songs, storage):
        self.client, self.songs, self.storage = client, songs, storage
        self.chance = random.Random(9)
        self.fresh = itertools.count()

    def ask(self, trial, rounds):
        """How long the answers took, in ms."""
        times = []
        for _ in range(rounds):
            song, other = self.chance.choice(self.songs), self.chance.choice(self.songs)
            names = {
                "SONG": f'"{song["file"]}"', "OTHER": f'"{other["file"]}"',
                "LIST": f'"Mix {self.chance.randrange(PLAYLISTS):03}"',
                "FOLDER": f'"{song["file"].rpartition("/")[0]}"', "NEW": f'"New {next(self.fresh)}"',
                "ALBUM": song["Album"].replace("'", ""), "NUMBER": str(self.chance.randrange(1, 1000)), **COVER_PARTS}
            for line in trial.before:
                self.line(line, names)
            times.append(self.line(trial.form, names, missing=trial.missing))
            for line in trial.after:
                self.line(line, names)
            if self.storage and len(times) % 3 == 0:
                self.storage.flush()
        return times

    def line(self, form, names, missing=False):
        line = PLACEHOLDER.sub(lambda word: names[word.group()], form)
        begin = time.monotonic_ns()
        try:
            answer = self.client.command(line)
        except Ack as refusal:
            # That nothing is there is an answer as well.
            if not missing or not str(refusal).startswith("ACK [50@"):
                raise
            answer = []
        took = (time.monotonic_ns() - begin) / 1e6
        for pair in answer[:1]:
            if pair.startswith("cue: "):
                names["CUE"] = pair[5:]
        return took


def prepare(client):
    """Something plays, and cues and a queue are there."""
    client.command("clear")
    client.command("repeat 1")
    client.command("single 1")
    client.command(f'add "{material.LONG}"')
    for time_ in ("1", "2"):
        client.command(f'cueadd "{material.LONG}" {time_}')
    client.command('load "Mix 000"')
    client.command("play 0")
    wait_for("sound", lambda: client.status().get("elapsed", "0.000") > "0.000", seconds=20)


def figures(asker, trials, rounds):
    return {trial.form: asker.ask(trial, rounds) for trial in trials}


def row(times):
    return f"median {median(times):7.2f}   p99 {percentile(times, 99):7.2f} ms"


def worst(found):
    return max((percentile(times, 99), form) for form, times in found.items())


# Long work, which is acknowledged when it is done; other clients continue meanwhile.


class Meanwhile:
    """Delays for other clients during long work: how long their edits and questions take, in ms."""

    def __init__(self, socket, songs, work, edits=True):
        self.edits, self.questions = [], []
        self.problem = None
        self.began = time.monotonic()
        self.ended = None

        def run():
            try:
                client = Client(socket, timeout=PATIENCE)
                work(client)
                client.close()
            except (Ack, OSError, subprocess.CalledProcessError) as problem:
                self.problem = problem
            self.ended = time.monotonic()
        thread = threading.Thread(target=run)
        other = Client(socket, timeout=PATIENCE)
        chance = random.Random(3)
        thread.start()
        while thread.is_alive():
            song = chance.choice(songs)["file"]
            edit = (f'rate "{song}" {chance.randint(0, 10)}', self.edits)
            for line, times in ([edit] if edits else []) + [("status", self.questions)]:
                begin = time.monotonic_ns()
                other.command(line)
                times.append((time.monotonic_ns() - begin) / 1e6)
        thread.join()
        other.close()
        self.seconds = self.ended - self.began


def listed(songs, names_only=False):
    """A playlist file of another program."""
    lines = ["#EXTM3U"]
    for song in songs:
        path = song["file"].rpartition("/")[2] if names_only else song["file"]
        lines += [f"#EXTINF:0,{song.get('Artist', '')} - {song.get('Title', '')}", path]
    return "\n".join(lines) + "\n"


def edit_shared(path, songs):
    """Does the desktop program's part: one in ten playlists is another then."""
    document = json.loads(path.read_text())
    for playlist in document["playlists"][::10]:
        playlist["entries"] = playlist["entries"][:50]
        playlist["modifiedAt"] = "2026-12-31T00:00:00Z"
    path.write_text(json.dumps(document))


def long_works(music, songs):
    """The name of each, and its function."""
    chance = random.Random(4)
    some = chance.sample(songs, min(len(songs), IMPORTED))
    (music / "by path.m3u8").write_text(listed(some))
    (music / "by name.m3u8").write_text(listed(some, names_only=True))
    shared = music / "Sync" / "mixboard-playlists.json"

    def export(_):
        subprocess.run([program("jukebox"), "--socket", SOCKET[0], "export", "Mix 001", "-o", "-"],
                       check=True, stdout=subprocess.DEVNULL)
    return [
        (f"import: {IMPORTED:,} entries, by path", lambda client: client.command('import "by path.m3u8"')),
        (f"delete: {IMPORTED:,} entries", lambda client: client.command('rm "by path"')),
        (f"import: {IMPORTED:,} entries, by name", lambda client: client.command('import "by name.m3u8"')),
        (f"export: {ENTRIES} entries", export),
        ("backup", lambda client: client.command("backup")),
        ("restore", lambda client: client.command(f'restore "{client.pairs("volumes")["volume"]}"')),
        ("sync: the file is new", lambda client: client.command("sync")),
        ("sync: the file was changed", lambda client: (edit_shared(shared, songs), client.command("sync"))),
        ("sync: nothing was changed", lambda client: client.command("sync")),
    ]


SOCKET = [""]


def measure(music, work, reads, writes, rounds, storage_folder):
    """The figures of one jukebox on `music`: of reads, of writes, of the storage, of what takes long, and memory."""
    with daemon(music, work) as running:
        client = running.start().connect()
        rest(client)
        songs = [song for song in client.songs("listallinfo") if "Album" in song and '"' not in song["file"]]
        prepare(client)
        storage = Storage(storage_folder)
        asker = Asker(client, songs, storage)
        found = {"reads": figures(asker, reads, rounds), "writes": figures(asker, writes, rounds), "long": []}
        found["storage"] = storage.times
        # A preset plays once its playlist has been read, and what plays is counted, which is an edit.
        time.sleep(1)
        client.command("stop")
        client.command("clear")
        found["memory"] = at_rest(running.process.pid)["VmRSS"]
        SOCKET[0] = running.socket
        for title, what in long_works(music, songs):
            # It is refused while people edit.
            edits = title != "restore"
            found["long"].append((title, Meanwhile(running.socket, songs, what, edits=edits)))
            rest(client)
        found["peak"] = memory(running.process.pid)["VmHWM"]
        found["after"] = at_rest(running.process.pid)["VmRSS"]
        running.stop()
    return found


def commands_of_protocol():
    """The commands that stand in docs/protocol.md for what people add."""
    text = (ROOT / "docs" / "protocol.md").read_text()
    rows = (line.split("|") for line in text.splitlines() if line.startswith("| "))
    return {name for cells in rows if cells[1].strip() in SUBJECTS for name in re.findall(r"`(\w+)`", cells[2])}


def additions(report, quick):
    report.section(f"what people add: {TRACKS:,} tracks, {PLAYLISTS} playlists of {ENTRIES}, a year of listening")
    forgotten = commands_of_protocol() - timed()
    if forgotten:
        report.missing(f"what no trial asks: {', '.join(sorted(forgotten))}", "docs/protocol.md has more commands")
    music = material.spoken_of(TRACKS)
    work = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-bench."))
    rounds = 60 if quick else 300
    forget(music)
    try:
        with daemon(music, work) as first:
            client = first.start().connect()
            rest(client)
            before = memory(first.process.pid)["VmRSS"]
            first.stop()
        fill(music)
        fast = in_memory(music)
        found = measure(music, work, READS, WRITES, rounds, music)
        held = None
        if fast:
            held = measure(fast / "music", fast / "work", [], WRITES, rounds, fast)
        tell(report, found, held, before)
    finally:
        for folder in (work, MEMORY / FAST):
            shutil.rmtree(folder, ignore_errors=True)
        forget(music)
        shutil.rmtree(music / "Sync", ignore_errors=True)
        for path in music.glob("*.m3u8"):
            path.unlink()


FAST = f"jukebox-bench.{os.getpid()}"


def in_memory(music):
    """The same in memory, where storage takes no time; nothing where there is no room."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < 1 << 30:
        return None
    shutil.copytree(music, MEMORY / FAST / "music")
    (MEMORY / FAST / "work").mkdir()
    return MEMORY / FAST


def tell(report, found, held, before):
    for form, times in found["reads"].items():
        report.line(form[:46], row(times))
    told = {form: times for form, times in found["reads"].items() if form not in LISTING}
    slowest, form = worst(told)
    report.goal(f"the slowest read, p99 ({form[:20]})", slowest, 5, " ms")
    storage = found["storage"]
    for form, times in found["writes"].items():
        beside = f", in memory {row(held['writes'][form])}" if held else ""
        report.line(form[:46], row(times) + beside)
    report.line("the storage alone: 4 KiB for good", row(storage))
    slowest, form = worst(found["writes"])
    report.goal(f"the slowest write, p99 less the storage's ({form[:20]})", slowest - percentile(storage, 99), 10, " ms")
    if held:
        slowest, form = worst(held["writes"])
        report.goal(f"the slowest write in memory, p99 ({form[:20]})", slowest, 10, " ms")
    for title, long in found["long"]:
        if long.problem:
            report.missing(title, long.problem)
            continue
        edits = "no edits"
        if long.edits:
            edits = f"{len(long.edits)} edits, p99 {percentile(long.edits, 99):.1f}, worst {max(long.edits):.1f} ms"
        report.line(title, f"{long.seconds:7.2f} s; meanwhile {edits}, and `status`, p99 "
                    f"{percentile(long.questions, 99):.1f}, worst {max(long.questions):.1f} ms")
        # An import and a restore are one edit each, whose length is theirs.
        if title.split(":")[0] in ("backup", "sync"):
            report.goal("an edit meanwhile, p99 less the storage's",
                        percentile(long.edits, 99) - percentile(storage, 99), 10, " ms")
    report.line("resident memory", f"{before:7.1f} before, {found['memory']:.1f} with all that, "
                f"{found['after']:.1f} MiB after what takes long, which took {found['peak']:.1f}")
    report.goal("resident memory", found["memory"], 20, " MiB", 1)
