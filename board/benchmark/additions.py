"""What people add, at the size of some years: every command's time, with 20,000 tracks, 500 playlists and much listening."""
import os
import pathlib
import random
import shutil
import sqlite3
import tempfile
import time

import material
from daemon import Ack, Daemon, wait_for
from library import PATIENCE, forget, indexed, scanned
from process import memory
from report import median, percentile

TRACKS = 20_000
PLAYLISTS = 500
ENTRIES = 100
# Forty songs a day.
PLAYS_A_YEAR = 14_600
# As many playings as a volume keeps.
KEPT = 10_000
YEAR = 365 * 86_400


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
    database.close()


def flushes(folder):
    """How long the storage takes to write 4 KiB for good, in ms."""
    times = []
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        for _ in range(200):
            begin = time.monotonic_ns()
            os.pwrite(file.fileno(), bytes(4096), 0)
            os.fdatasync(file.fileno())
            times.append((time.monotonic_ns() - begin) / 1e6)
    return times


READS = [
    "personal SONG", "listening SONG", "sticker get song SONG rating", "sticker list song SONG", "cues SONG",
    "listplaylists", "playlists", "playlistget LIST", "listplaylist LIST", "listplaylistinfo LIST", "playlistlength LIST",
    "playlistentries LIST", "playlistduplicates LIST", "playlistgroups LIST {Artist}", "playlistcover LIST",
    "playlistfolders", "mixes", "presets", "resume FOLDER", 'sticker find song "" rating = 10 window 0:50',
    "stickernames", 'listplaylistinfo "Lovely songs"',
    *(f"browse {kind} window {window}" for kind in ("recentlyplayed", "mostplayed", "neverplayed", "forgotten", "ranking")
      for window in ("0:50", "2000:2050")),
]
WRITES = [
    "favourite SONG 1", "rate SONG 7", "colour SONG FF8800", 'note SONG "heard on the radio"', "rate SONG",
    "sticker set song SONG mood calm", "sticker set song SONG rating 8", "sticker inc song SONG count 1",
    "sticker delete song SONG mood", 'cueadd SONG 1.5', "playlistadd LIST SONG", "playlistmove LIST 3 40",
    "playlistdelete LIST 0", 'playlistset LIST notes "for the evening"', "playlistset LIST tempo 120",
    'playlistentryset LIST 5 gain -3', "setresume FOLDER on", "setresume FOLDER auto",
]


def ask(client, form, songs, chance, rounds):
    """How long each of some answers took, in ms; each of other things."""
    times = []
    for _ in range(rounds):
        song = chance.choice(songs)
        line = form.replace("SONG", f'"{song}"').replace("LIST", f'"Mix {chance.randrange(PLAYLISTS):03}"')
        line = line.replace("FOLDER", f'"{song.rpartition("/")[0]}"')
        begin = time.monotonic_ns()
        try:
            client.command(line)
        except Ack as refusal:
            # That nothing is there is an answer as well.
            if not str(refusal).startswith("ACK [50@"):
                raise
        times.append((time.monotonic_ns() - begin) / 1e6)
    return times


def additions(report, quick):
    report.section(f"what people add: {TRACKS:,} tracks, {PLAYLISTS} playlists of {ENTRIES}, a year of listening")
    music = material.shelf(TRACKS)
    work = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-bench."))
    chance = random.Random(9)
    rounds = 60 if quick else 300
    forget(music)
    try:
        with daemon(music, work) as first:
            client = first.start().connect()
            rest(client)
            before = memory(first.process.pid)["VmRSS"]
            songs = [song["file"] for song in client.songs("listall")]
            first.stop()
        fill(music)
        with daemon(music, work) as second:
            client = second.start().connect()
            rest(client)
            for title, forms, most in (("read", READS, 5), ("write", WRITES, 10)):
                worst = []
                for form in forms:
                    times = ask(client, form, songs, chance, rounds)
                    worst.append((percentile(times, 99), form))
                    report.line(f"{form[:46]}", f"median {median(times):7.2f}   p99 {worst[-1][0]:7.2f} ms")
                slowest, form = max(worst)
                report.goal(f"the slowest {title}, p99 ({form.split()[0]})", slowest, most, " ms")
            storage = flushes(music)
            report.line("the storage alone: 4 KiB for good", f"median {median(storage):7.2f}   p99 "
                        f"{percentile(storage, 99):7.2f} ms")
            after = memory(second.process.pid)["VmRSS"]
            report.line("resident memory", f"{before:7.1f} before, {after:.1f} MiB with all that")
            report.goal("resident memory", after, 20, " MiB", 1)
            second.stop()
    finally:
        shutil.rmtree(work, ignore_errors=True)
        forget(music)
