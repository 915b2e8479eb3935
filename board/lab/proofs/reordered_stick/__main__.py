"""A stick whose files were reordered between two scans: every song has its data afterwards.

Each song has a rating, a note, a cue, a sticker, a result of an analysis, an entry in a playlist, and some a pad; some folders
have a setting. Then half of all files are moved, names are exchanged in pairs and in circles of three, folders are renamed
and exchanged. The second scan is killed (kill -9) some times at random moments; after half of the kills the end of the
database's log is cut off as well, as a power cut does. After each kill the database is whole, and no data is lost. In the
end the data of each song is with the song of its title, no row is left over, and the text indexes agree. Last, the proof
exchanges two ratings and must notice it.

usage: board/lab/run proofs.reordered-stick [SONGS [KILLS [SEED]]]      (default 100000 10 and a random seed, which is printed)
"""
import os
import random
import sqlite3
import sys
import time

from lib import Daemon, Tally, wait_for, work_folder
from lib.tiny_songs import base_flac, many_songs

SONGS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
PADS = 50


def database(stick):
    return stick / ".jukebox/library.sqlite"


def connect(path):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def number(title):
    return int(title.removeprefix("Song "))


def add_data(stick):
    """Writes the data of every song, as if people had added it."""
    store = connect(database(stick))
    store.execute("BEGIN")
    songs = [(row, number(title)) for row, title in store.execute("SELECT id, title FROM tracks WHERE state = 0")]
    store.executemany("INSERT INTO personal (track, rating, notes, plays) VALUES (?, ?, ?, ?)",
                      [(row, song % 11, f"note {song}", song + 1) for row, song in songs])
    store.executemany("INSERT INTO cues (track, number, start_us, kind, name) VALUES (?, 1, ?, 'cue', ?)",
                      [(row, song + 1, f"cue {song}") for row, song in songs])
    store.executemany("INSERT INTO stickers (type, track, name, value) VALUES ('song', ?, 'mark', ?)",
                      [(row, f"sticker {song}") for row, song in songs])
    store.executemany("INSERT OR REPLACE INTO analyses (track, version, found_bpm, bpm) VALUES (?, 1, ?, ?)",
                      [(row, 60 + song / 1000, 60 + song / 1000) for row, song in songs])
    store.executemany("INSERT INTO heard (track, playings) VALUES (?, ?)", [(row, song + 1) for row, song in songs])
    store.execute("INSERT INTO playlists (id, identity, name) VALUES (1, randomblob(16), 'all')")
    store.executemany("INSERT INTO playlist_entries (playlist, place, track, notes) VALUES (1, ?, ?, ?)",
                      [(song * 10, row, f"entry {song}") for row, song in songs])
    store.executemany(
        """INSERT INTO pads (track, name, volume, boost, speed, loops, bass, mid, treble, favourite, start_us, delay_us, mode,
           pad_group, duck) VALUES (?, ?, 1.0, 1.0, 1.0, 0, 0.0, 0.0, 0.0, 0, 0, 0, 'once', '', 0.0)""",
        [(row, f"pad {song}") for row, song in songs[:PADS]])
    # The folder of each hundred songs, as `many_songs` makes them.
    store.execute("INSERT INTO folder_positions (folder, resumes) SELECT id, id % 2 FROM folders WHERE length(path) = 3")
    folders = {bytes(path).decode(): resumes for path, resumes in store.execute(
        "SELECT path, resumes FROM folder_positions p JOIN folders f ON f.id = p.folder")}
    store.execute("COMMIT")
    store.close()
    return folders


def reorder(stick, folders):
    """Moves files and folders as a file manager does; the settings that the folders have afterwards."""
    settings = dict(folders)
    names = sorted(folders)
    RANDOM.shuffle(names)
    fifth = max(1, len(names) // 5)
    renamed, exchanged, swapped, emptied = names[:fifth], names[fifth:2 * fifth // 2 * 2], names[2 * fifth:3 * fifth], names[3 * fifth:]
    for name in renamed:
        target = stick / "shelf" / f"renamed {name}"
        target.parent.mkdir(exist_ok=True)
        (stick / name).rename(target)
        settings[f"shelf/renamed {name}"] = settings.pop(name)
    for one, other in zip(exchanged[::2], exchanged[1::2]):
        exchange(stick / one, stick / other)
        settings[one], settings[other] = settings[other], settings[one]
    for name in swapped:
        files = sorted((stick / name).iterdir())
        RANDOM.shuffle(files)
        rotate(files[:2])
        rotate(files[2:5])
        rotate(files[5:])
    # The folder stays, so it keeps its setting.
    count = 0
    for name in emptied:
        for path in sorted((stick / name).iterdir()):
            if RANDOM.random() < 0.8:
                target = stick / f"moved {RANDOM.randrange(30)}" / f"{count} {RANDOM.choice('abc')}.flac"
                target.parent.mkdir(exist_ok=True)
                path.rename(target)
                count += 1
    return settings


def exchange(one, other):
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def rotate(files):
    """Each file gets the name of the next one, the last that of the first."""
    if len(files) > 1:
        aside = files[0].with_name("aside")
        files[-1].rename(aside)
        for path, target in reversed(list(zip(files, files[1:]))):
            path.rename(target)
        aside.rename(files[0])


def faults(stick, settings):
    """Songs that have not their own data, and what else is wrong."""
    store = connect(database(stick))
    found = []
    questions = {
        "rating, note and plays": ("SELECT t.title, x.rating || x.notes || x.plays FROM tracks t LEFT JOIN personal x ON x.track = t.id",
                                   lambda song: f"{song % 11}note {song}{song + 1}"),
        "cue": ("SELECT t.title, x.name FROM tracks t LEFT JOIN cues x ON x.track = t.id", lambda song: f"cue {song}"),
        "sticker": ("SELECT t.title, x.value FROM tracks t LEFT JOIN stickers x ON x.track = t.id", lambda song: f"sticker {song}"),
        "analysis": ("SELECT t.title, x.bpm FROM tracks t LEFT JOIN analyses x ON x.track = t.id", lambda song: 60 + song / 1000),
        "statistics": ("SELECT t.title, x.playings FROM tracks t LEFT JOIN heard x ON x.track = t.id", lambda song: song + 1),
        "entry": ("SELECT t.title, x.place || x.notes FROM tracks t LEFT JOIN playlist_entries x ON x.track = t.id",
                  lambda song: f"{song * 10}entry {song}"),
    }
    for name, (sql, expected) in questions.items():
        rows = list(store.execute(sql + " WHERE t.state = 0"))
        wrong = [(title, value) for title, value in rows if value != expected(number(title))]
        if wrong or len(rows) != SONGS:
            found.append(f"{name}: {len(wrong)} of {len(rows)} wrong: {wrong[:3]}")
    wrong = [pair for pair in store.execute("SELECT t.title, x.name FROM tracks t JOIN pads x ON x.track = t.id")
             if pair[1] != f"pad {number(pair[0])}"]
    if wrong:
        found.append(f"pads: {wrong[:3]}")
    have = {bytes(path).decode(): resumes for path, resumes in store.execute(
        "SELECT path, resumes FROM folder_positions p JOIN folders f ON f.id = p.folder")}
    if have != settings:
        wrong = sorted(path for path in have.keys() | settings.keys() if have.get(path) != settings.get(path))
        found.append(f"settings of folders: {len(wrong)} wrong: {wrong[:5]}")
    for what, sql in {"rows left over": "SELECT count(*) FROM tracks WHERE state <> 0",
                      "rows to reconcile": "SELECT count(*) FROM unreconciled"}.items():
        count = store.execute(sql).fetchone()[0]
        if count:
            found.append(f"{count} {what}")
    indexed = {row for row, in store.execute("SELECT id FROM tracks WHERE indexed = 1")}
    for table in ("songs", "paths", "trigrams"):
        store.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
        if {row for row, in store.execute(f"SELECT id FROM {table}_docsize")} != indexed:
            found.append(f"the text index {table} has other rows")
    store.close()
    return found


def damage(stick):
    """The damage and losses of a kill, where the songs are not in their places yet."""
    store = connect(database(stick))
    found = [row[0] for row in store.execute("PRAGMA integrity_check") if row[0] != "ok"]
    found += [str(row) for row in store.execute("PRAGMA foreign_key_check")]
    for table, expected in (("personal", SONGS), ("cues", SONGS), ("stickers", SONGS), ("heard", SONGS),
                            ("playlist_entries", SONGS), ("pads", min(PADS, SONGS))):
        count = store.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        if count != expected:
            found.append(f"{table}: {count} rows instead of {expected}")
    store.close()
    return found


def cut_log(stick):
    """Drops the end of the log, which a power cut may not have left on the storage."""
    log = database(stick).with_name("library.sqlite-wal")
    if log.exists() and log.stat().st_size:
        os.truncate(log, RANDOM.randrange(log.stat().st_size))


def scan(daemon, seconds=1200):
    client = daemon.start().connect()
    wait_for("the volume", lambda: any(line.startswith("volume: ") for line in client.command("volumes")))
    wait_for("the end of the scan", lambda: not client.is_scanning()
             and "indexed: 1" in client.command("volumes"), seconds, 0.05)
    client.close()
    daemon.stop()


def main():
    tally = Tally()
    print(f"reordered-stick: {SONGS} songs, {KILLS} kills, seed {SEED}", flush=True)
    with work_folder() as work:
        stick = work / "stick"
        many_songs(stick, base_flac(work), SONGS)
        for path in stick.rglob("*.flac"):
            os.utime(path, (1_600_000_000, 1_600_000_000 + int(path.stem)))
        # Results of analyses are made up here.
        (work / "jukebox.ini").write_text("[analysis]\nwhen = off\n")
        with Daemon("--config", str(work / "jukebox.ini"), "--music", str(stick),
                    "--mount-root", "off", "--output", "null", "--autoplay", "off") as daemon:
            scan(daemon)
            folders = add_data(stick)
            tally.check(not faults(stick, folders), "before", faults(stick, folders))
            settings = reorder(stick, folders)
            began, longest = time.monotonic(), 2 + SONGS / 2000
            for turn in range(KILLS):
                daemon.start()
                # The kill itself is at a random moment, so this one waits by the clock.
                time.sleep(RANDOM.uniform(0.05, longest))
                daemon.kill()
                if turn % 2:
                    cut_log(stick)
                found = damage(stick)
                tally.check(not found, f"after kill {turn}", found)
            scan(daemon)
            found = faults(stick, settings)
            tally.check(not found, "in the end", "; ".join(found))
            print(f"second scan, with kills: {time.monotonic() - began:.1f} s", flush=True)
            scan(daemon)
            found = faults(stick, settings)
            tally.check(not found, "after one more scan", "; ".join(found))
            store = connect(database(stick))
            store.execute("UPDATE personal SET rating = 10 - rating WHERE rowid = (SELECT min(track) FROM personal WHERE rating <> 5)")
            store.close()
            tally.check(any(fault.startswith("rating") for fault in faults(stick, settings)), "a changed rating is noticed", "no fault")
    tally.close()


main()
