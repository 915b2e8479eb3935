"""kill -9 at random moments while songs are analysed: of the daemon, and of the analyser alone.

Meanwhile one client corrects tempo and key, and another one reads what was found. After each kill,
on a copy of the files: both databases pass integrity_check, and each row that reports a result
has its record, whole. After the restart: no analyser is left, what was acknowledged is
there, and each song has no result or a whole one. A song over which the analyser was killed is reported
as `crashed`, all others continue, and `analyze URI force` mends it. In the end everything is analysed;
then the database of results is cut short, spoilt and deleted, and made again, while the library's
stays as it was.

usage: board/lab/run proofs.kill-analysis [ROUNDS] [SEED]
Default are 40 rounds and a random seed, which is printed.
"""
import collections
import contextlib
import os
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
import zlib

from lib import Ack, Daemon, Tally, wait_for, work_folder
from lib.databases import whole_copies

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 40
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
SONGS, SECONDS = 24 if ROUNDS < 10 else 48, 7.5
KEYS = ["Am", "C", "F#m", "Eb", "Bm", "G"]
TEMPOS = ["124", "61.5", "200"]
# Points of a stored waveform.
POINTS = 2000
TAKEN = collections.Counter()
# This name distinguishes the analysers of this proof from others on the machine.
MARK = f"JUKEBOX_PROOF={uuid.uuid4()}"


def make_music(folder):
    """Songs with a beat and a chord: no two are the same."""
    for number in range(SONGS):
        path = folder / f"{number % 4}" / f"{number}.flac"
        path.parent.mkdir(exist_ok=True)
        root = 110 * 2 ** (number / 12)
        beat = 0.4 + number % 3 * 0.05
        notes = [word for tone in (1, 1.26, 1.5) for word in ("pluck", f"{root * tone:.1f}")]
        subprocess.run(["sox", "-q", "-R", "-D", "-r", "44100", "-n", "-b", "16", "-c", "1",
                        str(path), "synth", str(beat), *notes, "remix", "1v0.3,2v0.3,3v0.3",
                        "repeat", str(int(SECONDS / beat))], check=True)


def analysers():
    """The processes that analyse for a daemon of this proof."""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            if (process / "comm").read_text().startswith("jukebox-analyz") \
                    and MARK.encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
    return found


def record_of(client, uri, has_chords):
    """The numbers of beats, points and chords in answers; None where that is refused. Nobody asks for
    chords of a song without: they would be looked for."""
    counts = []
    questions = [("beats", "beat: "), ("waveform", "peak: ")]
    for question, key in questions + ([("chords", "chord: ")] if has_chords else []):
        try:
            answer = client.command(f"{question} {uri}")
            counts.append(sum(line.startswith(key) for line in answer))
        except Ack as refusal:
            if not str(refusal).startswith("ACK [50@0]"):
                raise
            counts.append(None)
    return counts


def check_song(tally, client, uri, words, is_still=True):
    """A song has no result, or a whole one.
    - `is_still`: whether nothing is analysed between the questions."""
    told = client.pairs(f"analysis {uri}")
    outcome, has_record = told["outcome"], {"loudness", "duration"} <= told.keys()
    counts = record_of(client, uri, "chords" in told)
    if outcome == "done":
        tally.check("version" in told and has_record, f"{words}: {uri} has a record", told)
    elif outcome != "none":
        good = outcome == "crashed" and "loudness" not in told
        tally.check(good, f"{words}: {uri} is crashed, without a record", told)
    if is_still and has_record:
        wanted = [int(told.get("beats", 0)), POINTS]
        wanted += [int(told["chords"])] if "chords" in told else []
        tally.check(counts == wanted, f"{words}: all of {uri} is there", f"{counts}, not {wanted}")
        length = float(told["duration"])
        tally.check(abs(length - SECONDS) < 1, f"{words}: {uri} is as long as it is", length)
    elif is_still:
        tally.check(counts == [None] * 2, f"{words}: {uri} has no part of a record", counts)
    return outcome


class Corrector(threading.Thread):
    """Corrects tempo and key until it is cut off; knows what was acknowledged and under way."""

    def __init__(self, client, said, seed):
        super().__init__(daemon=True)
        self.client, self.said, self.random = client, said, random.Random(seed)
        self.pending, self.acknowledged = None, 0

    def run(self):
        with contextlib.suppress(ConnectionError, OSError):
            while True:
                uri = self.random.choice(list(self.said))
                what = self.random.choice(("bpm", "key"))
                value = self.random.choice(["off", *(KEYS if what == "key" else TEMPOS)])
                after = {**self.said[uri], what: None if value == "off" else value}
                self.pending = uri, after
                self.client.command(f"analysis set {uri} {what} {value}")
                self.said[uri], self.pending = after, None
                self.acknowledged += 1
                # The analyser has the lowest priority.
                time.sleep(self.random.uniform(0, 0.04))

    def allows(self, uri, found):
        return found == self.said[uri] or (uri, found) == self.pending


class Reader(threading.Thread):
    """Reads what was found while results come in, until it is cut off."""

    def __init__(self, client, uris, tally, words):
        super().__init__(daemon=True)
        self.client, self.uris, self.tally, self.words = client, uris, tally, words

    def run(self):
        with contextlib.suppress(ConnectionError, OSError):
            while True:
                uri = random.choice(self.uris)
                words = f"{self.words}, meanwhile"
                check_song(self.tally, self.client, uri, words, is_still=False)
                TAKEN["songs read meanwhile"] += 1
                time.sleep(0.02)


def said_of(client, uri):
    told = client.pairs(f"analysis {uri}")
    return {"bpm": told.get("bpm_person"), "key": told.get("key_person")}


def is_whole(record):
    """By its form: the layout's number is the first byte."""
    try:
        return zlib.decompress(record)[:1] == b"\x01"
    except zlib.error:
        return False


def check_files(tally, words, folder):
    """Copies of both databases with their logs are whole, and so is the record of each result."""
    with whole_copies(tally, words, folder) as copies:
        tables = {path.name: path for path in copies}
        with contextlib.closing(sqlite3.connect(tables["library.sqlite"])) as library:
            found = library.execute("select track from analyses where version > 0 and outcome = 0")
            rows = {row for row, in found}
        records = {}
        if "analysis.sqlite" in tables:
            with contextlib.closing(sqlite3.connect(tables["analysis.sqlite"])) as database:
                records = dict(database.execute("select track, data from records"))
    TAKEN["results looked at"] += len(rows)
    lacking = sorted(rows - records.keys())
    tally.check(not lacking, f"{words}: each result has its record", lacking[:5])
    broken = [track for track in records if not is_whole(records[track])]
    tally.check(not broken, f"{words}: each record is whole", broken[:5])


def all_done(client):
    status = client.pairs("analyze status")
    return int(status["done"]) == SONGS == int(status["songs"]) and "analyzing" not in status


def analysed(client):
    """Since the start."""
    return int(client.pairs("analyze status").get("analyzed", 0))


def kill_analyser(tally, daemon, client, words):
    """Kills the analyser under way; the song is reported as crashed, and others are analysed."""
    def one():
        for process in analysers():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
                TAKEN["signals"] += 1
                return True
        return False
    seen = len(daemon.log.read_text())
    # An analyser that is killed as it ends has ended well.
    uri = None
    while uri is None:
        if all_done(client):
            client.command('analyze force')
        one()
        time.sleep(RANDOM.uniform(0.002, 0.02))
        found = re.search(r"the analyser crashed over (\S+)", daemon.log.read_text()[seen:])
        uri = found and found[1]
    told = client.pairs(f"analysis {uri}")
    why = told["outcome"], told.get("problem")
    tally.check(why == ("crashed", "status 137"), f"{words}: what is told of it", told)
    before = analysed(client)
    if not all_done(client):
        wait_for("another song", lambda: all_done(client) or analysed(client) > before)
    TAKEN["analysers killed"] += 1


def after_kill(tally, daemon, music, words):
    """No analyser is left, and the files are whole."""
    begin = time.monotonic()
    while analysers() and time.monotonic() < begin + 2:
        time.sleep(0.01)
    left = analysers()
    tally.check(not left, f"{words}: no analyser is left behind", left)
    check_files(tally, words, music / ".jukebox")


def damages(tally, daemon, music, uris, said):
    """The database of results is made again, whatever became of it; the library's stays."""
    path = music / ".jukebox" / "analysis.sqlite"

    def cut():
        os.truncate(path, path.stat().st_size // 2 // 4096 * 4096 + 100)

    def spoil():
        with open(path, "r+b") as file:
            file.seek(4096)
            file.write(RANDOM.randbytes(path.stat().st_size - 4096))

    ways = [(cut, False), (spoil, False), (path.unlink, False), (path.unlink, True)]
    for damage, while_on in ways:
        words = f"{damage.__name__}{' while it is on' if while_on else ''}"
        if while_on:
            damage()
        else:
            tally.check(daemon.stop() == 0, f"{words}: it ends in order")
            damage()
            daemon.start()
        client = daemon.connect()
        wait_for("the songs", lambda: client.knows("", SONGS))
        for uri in uris:
            check_song(tally, client, uri, words, is_still=False)
            is_there = said_of(client, uri) == said[uri]
            tally.check(is_there, f"{words}: what was said of {uri} is there")
        client.command("analyze")
        wait_for("all to be analysed", lambda: all_done(client), seconds=120)
        outcomes = {check_song(tally, client, uri, words) for uri in uris}
        tally.check(outcomes == {"done"}, f"{words}: all is made anew", outcomes)
        client.close()
        aside = [file.name for file in path.parent.glob("library.sqlite.*")]
        tally.check(not aside, f"{words}: the library's database was not set aside", aside)


def main():
    print(f"kill-analysis: {ROUNDS} rounds, seed {SEED}", flush=True)
    tally, began = Tally(), time.monotonic()
    with work_folder() as folder:
        music = folder / "music"
        music.mkdir()
        make_music(music)
        configuration = folder / "jukebox.ini"
        configuration.write_text("[analysis]\nwhen = always\n")
        with Daemon("--config", str(configuration), "--music", str(music), "--output", "null",
                    "--autoplay", "off", environment=dict([MARK.split("=")])) as daemon:
            daemon.start()
            client = daemon.connect()
            wait_for("the songs", lambda: client.knows("", SONGS))
            uris = [f'"{song["file"]}"' for song in client.songs("listall") if "file" in song]
            said = {uri: {"bpm": None, "key": None} for uri in uris}
            for number in range(1, ROUNDS + 1):
                words = f"round {number}"
                if all_done(client) or RANDOM.random() < 0.2:
                    client.command('analyze force')
                corrector = Corrector(daemon.connect(), said, RANDOM.randrange(1 << 30))
                reader = Reader(daemon.connect(), uris, tally, words)
                corrector.start()
                reader.start()
                if number % 3 == 0:
                    kill_analyser(tally, daemon, client, words)
                if number % 4:
                    wait_for("a song", lambda: analysed(client) > 0 or all_done(client))
                # The cut itself is at a random moment, so this one waits by the clock.
                time.sleep(RANDOM.uniform(0.02, 1.5))
                TAKEN["songs analysed"] += analysed(client)
                daemon.kill()
                corrector.join()
                reader.join()
                TAKEN["corrections"] += corrector.acknowledged
                after_kill(tally, daemon, music, words)
                # Nothing is analysed while all of it is looked at.
                configuration.write_text("[analysis]\nwhen = off\n")
                daemon.start()
                client = daemon.connect()
                wait_for("the songs", lambda: client.knows("", SONGS))
                for uri in uris:
                    check_song(tally, client, uri, words)
                    found = said_of(client, uri)
                    tally.check(corrector.allows(uri, found), f"{words}: what was said of {uri}",
                                f"{found}, not {said[uri]}; under way was {corrector.pending}")
                    said[uri] = found
                configuration.write_text("[analysis]\nwhen = always\n")
                daemon.process.send_signal(signal.SIGHUP)
            client.command("analyze")
            wait_for("all to be analysed", lambda: all_done(client), seconds=120)
            outcomes = {uri: check_song(tally, client, uri, "the end") for uri in uris}
            bad = [uri for uri in uris if outcomes[uri] == "crashed"]
            # The next one may have been killed as well, before the first was reported.
            told = re.findall(r"the analyser crashed over (\S+)", daemon.log.read_text())
            is_known = {uri.strip('"') for uri in bad} <= set(told)
            tally.check(is_known and len(told) <= TAKEN["signals"], "only what was killed is crashed",
                        f"{bad}, {len(told)} told of {TAKEN['signals']} signals")
            for uri in bad:
                client.command(f"analyze {uri} force")
                question = f"analysis {uri}"
                wait_for("it to be analysed", lambda: client.pairs(question)["outcome"] == "done")
                TAKEN["crashed songs mended by force"] += 1
            outcomes = {check_song(tally, client, uri, "mended") for uri in uris}
            tally.check(outcomes == {"done"}, "all is analysed", outcomes)
            client.close()
            damages(tally, daemon, music, uris, said)
            tally.check(daemon.stop() == 0, "ends in order on TERM", daemon.tail(5))
    print(f"{ROUNDS} kills; " + ", ".join(f"{count} {what}" for what, count in TAKEN.items())
          + f"; {time.monotonic() - began:.0f} s")
    tally.close()


main()
