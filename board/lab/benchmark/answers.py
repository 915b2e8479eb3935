"""Questions that clients ask of a library, beside MPD: the time from the command to the end of its answer."""
import hashlib
import os
import pathlib
import random
import shutil
import tempfile
import time

from lib import Ack, Daemon, material, program, wait_for
from lib.mpd import MPD
from proofs.mpd_differential.queries import Generator

from .library import PATIENCE, forget, indexed, scanned
from .report import median

ALL = "(Title != '')"
# Known to MPD, too. {genre}, {artist}, {album}: of songs that are there.
SHARED = [
    f'find "{ALL}" sort Title window 0:50',
    f'find "{ALL}" sort -Title window 0:50',
    f'find "{ALL}" sort Title window 10000:10050',
    f'find "{ALL}" sort Artist window 0:50',
    f'find "{ALL}" sort Album window 0:50',
    f'find "{ALL}" sort Date window 0:50',
    f'find "{ALL}" sort -Last-Modified window 0:50',
    'find modified-since 1990-01-01T00:00:00Z sort -Last-Modified window 0:50',
    f'find "{ALL}" window 0:50',
    'find genre {genre} window 0:50',
    'find genre {genre} window 1000:1050',
    'find genre {genre} sort Title window 0:50',
    'find artist "{artist}"',
    'find "((artist == \\"{artist}\\") AND (album == \\"{album}\\"))"',
    'search title "{part}" window 0:50',
    'search any "{part}" window 0:50',
    'list artist', 'list albumartist', 'list album', 'list genre', 'list date', 'list title', 'list composer',
    'list album group albumartist',
    'list album "{artist}"',
    'list album genre {genre}',
    'count group genre', 'count group artist', 'count genre {genre}',
    'lsinfo', 'listall', 'listallinfo', 'list file', 'stats',
    # Whole answers of thousands of songs: what players ask as one types, and Sonata at each change of the song.
    'find genre {genre}', 'search genre {letter}', 'search albumartist {two}', 'search album {two}', 'search title {two}',
    'search any {two}', 'search file {two}', 'search date 19', 'search artist {two}', 'find "(date =~ \\"^19\\")"',
    'find "((genre == \\"{genre}\\") AND (date =~ \\"^19\\"))"', 'search title "{title}"',
    'list album group albumartist group date', 'list artist group genre',
    # A queue of the songs of a genre is read.
    'playlistinfo', 'plchanges 0', 'playlistinfo 0:100', 'playlistfind genre {genre}',
]
# Commands that make the queue for the others.
BEFORE = ['clear', 'findadd genre {genre}']
# Random questions whose answers are compared with those of other programs.
COMPARED = 500
OWN = [
    'browse recent window 0:50', 'browse keys', 'browse tempos', 'browse genres', 'browse years',
    'browse artists window 0:50', 'browse albumartists window 0:50', 'browse albums window 0:50',
    'browse songs window 0:50', 'browse folders window 0:50',
]
# An answer in less than this is quick enough, whatever MPD takes.
QUICK = {20_000: 5, 100_000: 20}


def answer(client, command):
    """How long it took, in ms, and how many bytes it was."""
    begin = time.monotonic_ns()
    client.socket.sendall(command.encode() + b"\n")
    size, tail = 0, b""
    while True:
        part = client.socket.recv(1 << 18)
        if not part:
            raise ConnectionError(f"the connection was closed in {command}")
        size += len(part)
        tail = (tail + part)[-4096:]
        if tail.endswith(b"\nOK\n") or tail == b"OK\n":
            return (time.monotonic_ns() - begin) / 1e6, size
        if b"ACK [" in tail and tail.endswith(b"\n"):
            raise Ack(tail.decode(errors="replace"))


def questions(count):
    tags = [tags for _, tags in material.shelf_tags(count)][count // 2]
    words = {"genre": tags["GENRE"], "artist": tags["ARTIST"], "album": tags["ALBUM"], "part": tags["TITLE"][:4],
             "title": tags["TITLE"], "two": tags["TITLE"][:2].lower(), "letter": tags["GENRE"][1]}

    def filled(command):
        for name, value in words.items():
            command = command.replace("{" + name + "}", value)
        return command
    return [[filled(command) for command in commands] for commands in (BEFORE, SHARED, OWN)]


def times(client, before, commands, rounds):
    """The time of each command's first answer, which warms the caches, and the median of the others."""
    found = {}
    for command in before:
        answer(client, command)
    for command in commands:
        first, *others = (answer(client, command)[0] for _ in range(rounds + 1))
        found[command] = (first, median(others))
    return found


def digests(client):
    """Digests of the answers to random questions about the library's songs."""
    songs = []
    for line in client.command("listallinfo"):
        tag, _, text = line.partition(": ")
        if tag == "file":
            songs.append({"file": [text]})
        elif songs and tag not in ("directory", "playlist"):
            songs[-1].setdefault(tag, []).append(text)
    found = {}
    for query in Generator(random.Random(1), songs).queries(COMPARED):
        if query.kind in ("songs", "values", "folder"):
            try:
                text = "\n".join(client.command(query.line()))
            except Ack as refusal:
                text = str(refusal)
            found[query.line()] = hashlib.sha256(text.encode()).hexdigest()
    return found


def of_mpd(music, before, commands, rounds):
    with MPD(music) as mpd:
        mpd.client.command("update")
        wait_for("MPD's scan", lambda: scanned(mpd.client), seconds=PATIENCE, pause=0.05)
        return times(mpd.client, before, commands, rounds)


def of_ours(music, before, commands, rounds, folder, work):
    """Those of the programs in `folder`, and the digests of its answers."""
    forget(music)
    present = os.environ.get("JUKEBOX_BIN")
    os.environ["JUKEBOX_BIN"] = str(folder)
    try:
        configuration = work / "jukebox.ini"
        configuration.write_text("[analysis]\nwhen = off\n")
        with Daemon("--config", str(configuration), "--music", str(music), "--mount-root", "off", "--output", "null",
                    "--autoplay", "off", folder=work) as daemon:
            client = daemon.start().connect()
            client.socket.settimeout(300)
            wait_for("the scan", lambda: scanned(client) and indexed(client), seconds=PATIENCE, pause=0.1)
            found = times(client, before, commands, rounds)
            compared = digests(client) if os.environ.get("JUKEBOX_BEFORE") else {}
            daemon.stop()
            return found, compared
    finally:
        if present is None:
            del os.environ["JUKEBOX_BIN"]
        else:
            os.environ["JUKEBOX_BIN"] = present
        shutil.rmtree(work / "state", ignore_errors=True)
        forget(music)


def queries(report, quick):
    """With $JUKEBOX_BEFORE, the folder of other programs, their times stand beside, and answers are compared with theirs."""
    former = os.environ.get("JUKEBOX_BEFORE")
    rounds = 3 if quick else 7
    for count in [20_000] if quick else QUICK:
        report.section(f"queries of {count:,} tracks, beside MPD: median of {rounds} answers in ms, and the first")
        music = material.measured_shelf(count)
        before, shared, own = questions(count)
        work = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-bench."))
        try:
            mpd = of_mpd(music, before, shared, rounds)
            old, told = of_ours(music, before, shared + own, rounds, former, work) if former else ({}, {})
            new, tells = of_ours(music, before, shared + own, rounds, pathlib.Path(program()).parent, work)
        except (SystemExit, Ack, ConnectionError) as problem:
            report.missing(f"queries of {count:,} tracks", problem)
            continue
        finally:
            shutil.rmtree(work, ignore_errors=True)
        for command, (first, taken) in new.items():
            others = [f"first {first:.1f}"]
            others += [f"{name} {times[command][1]:.1f}" for name, times in [("MPD", mpd), ("before", old)] if command in times]
            least = mpd[command][1] if command in mpd else 0
            report.goal(f"{command} ({', '.join(others)})", taken, max(QUICK[count], least), " ms", 1)
        if told:
            report.goal(f"of {len(told)} other answers, differ from before", sum(tells[line] != told[line] for line in told), 0, "", 0)
