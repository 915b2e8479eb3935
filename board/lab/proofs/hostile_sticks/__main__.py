"""Sticks that are made to harm, one after the other, in a jukebox of their own.

With each: the daemon lives, answers, plays the good song beside the harm, and ends in order; no SQL of the stick was
run; strace saw no path outside the stick and the state folder, and a tree beside the stick is as it was; at most 64 MiB
were resident.

usage: board/lab/run proofs.hostile-sticks [--list] [--quick | --large] [KIND…]
  --list    the kinds of sticks
  --quick   one of each sort, and smaller ones
  --large   also what takes long: sticks with a million files
As root it also makes devices and mounts; what this machine does not allow is said.
"""
import contextlib
import os
import pathlib
import resource
import sqlite3
import subprocess
import sys
import time

from lib import Ack, Client, Daemon, Tally, apart, quoted, wait_for, work_folder

from . import databases as databases
from . import folders as folders
from . import media as media
from .stick import GOOD_MP3, GOOD_OGG, KINDS, LeftOut, Stick
from .watch import Canary, Trace, canaries

MOST_KIBIBYTES = 64 << 10
QUICK_EXTENT = 10
# Asked if the music is good, so that answers hold something.
QUESTIONS = [
    "status", "stats", "volumes", "scan", "listmounts", 'lsinfo ""', 'listall ""', 'listallinfo ""', 'listfiles ""', "lookup kett",
    "lookup ketttle", 'search any "a"', 'search any "kettle waltz"', 'find artist "x"', "list artist group album", "count title x",
    "list artist", "list artist window 0:1", "list album group artist window 0:5", "count group artist", "count group album",
    "browse artists window 0:1", "browse albums window 0:1", "browse artists", "browse albums", "browse genres", "browse years", "browse folders",
    "browse recent",
    'browse songs group "{Artist} {Folder}" window 0:50', 'find "(base \'\')" sort Title window 0:100', "browse songs",
    'find "(base \'\')" sort -Title', 'search "(any =~ \'(a+)+$\')"', 'count "(file !~ \'(.*a)+[xyz]$\')"', "playlistinfo", "plchanges 0",
    "sync", "backup", "restore music",
    "listplaylists", 'listplaylistinfo "many"', 'playlistlength "many"', 'load "many"', 'playlistmove "many" 0 1', 'playlistadd "many" ""',
    'personal "good.flac"', 'rate "good.flac" 3', 'cues "good.flac"', 'cueadd "good.flac" 1.5', 'sticker list song "good.flac"',
    'sticker find song "" "mood"', 'sticker find song "" "rating" sort -value_int', 'sticker inc song "good.flac" "playCount" 1',
    'sticker find Artist "" "mood" sort uri window 0:5', "stickernames", "stickernamestypes", 'sticker set song "good.flac" "x" "y"',
]


def jukebox(stick, trace=None):
    daemon = Daemon(*[part for place in [stick.path, *stick.others] for part in ("--music", str(place))], "--mount-root", "off",
                    "--output", "null", "--volume", "50")
    daemon.prefix = trace.prefix() if trace else []
    return daemon


def ask(client, command, whole=200_000):
    """The answer's first lines; a refusal is an answer, too."""
    client.send(command)
    lines = []
    while True:
        raw = client.file.readline()
        if not raw.endswith(b"\n"):
            raise ConnectionError(f"no answer to {command}")
        line = raw[:-1].decode()
        if line == "OK" or line.startswith("ACK "):
            return lines, line
        if len(lines) < whole:
            lines.append(line)


def scanned(client, seconds, plays):
    def check():
        client.command("ping")
        status = client.status()
        if "updating_db" in status:
            return False
        volumes = client.command("volumes")
        return "indexed: 1" in volumes and (not plays or client.knows("good.flac", 1))
    return wait_for("the end of the scan", check, seconds, 0.05)


def pictures(client, uri):
    """A few parts of its pictures; the binary answers have no lines to read."""
    for command, words in (("readpicture", ""), ("albumart", ""), ("thumbnail", "96 ")):
        with contextlib.suppress(Ack):
            keys, _ = client.picture(f'{command} "{uri}" {words}0')
            if int(keys.get("size", 0)) > 16 << 20:
                raise AssertionError(f"a picture of {keys['size']} bytes")


def play(client, uri, must):
    """Plays it until it sounds or was given up."""
    try:
        number = client.pairs(f"addid {quoted(uri)}")["Id"]
        client.command(f"playid {number}")
    except Ack:
        if must:
            raise
        return
    def settled():
        status = client.status()
        sounds = status.get("songid") == number and float(status.get("elapsed", 0)) > 0.05
        return sounds or (not must and (status.get("songid") != number or status["state"] != "play"))
    try:
        wait_for(f"{uri} to sound", settled, 20 if must else 5)
    except SystemExit:
        # A broken file may last for hours without a sound; a good one may not.
        if must:
            raise


def talk(client, one):
    """All sorts of questions, a second scan, and music."""
    scanned(client, one.seconds, one.plays)
    files = []
    for question in QUESTIONS:
        lines, _ = ask(client, question)
        if question.startswith("listall "):
            files = [line[6:] for line in lines if line.startswith("file: ")]
            for uri in [line[10:] for line in lines if line.startswith("playlist: ")][:8]:
                for command in ("listplaylist", "listplaylistinfo", "import"):
                    ask(client, f"{command} {quoted(uri)}")
    some = files[:6] + files[-6:]
    for uri in some:
        for command in ("readcomments", "lsinfo", "artwork"):
            ask(client, f"{command} {quoted(uri)}")
        pictures(client, uri.replace("\\", "\\\\").replace('"', '\\"'))
    if one.again:
        ask(client, "rescan")
        scanned(client, one.seconds, one.plays)
    ask(client, "clear")
    for uri in some[:8]:
        if uri != "good.flac":
            play(client, uri, must=False)
    if one.plays:
        play(client, "good.flac", must=True)


def peak(daemon):
    """VmHWM in KiB."""
    if daemon.process.poll() is not None:
        return 0
    for line in pathlib.Path(f"/proc/{daemon.process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return 0


def pulled(one, place, stick, tally):
    """Pulls the stick in its first scan, twice; the most memory in KiB."""
    mounts = place / "mounts"
    point = mounts / "stick"
    point.mkdir(parents=True)
    stick.mount("--bind", stick.path, point)
    songs = sum(name.endswith(".flac") for _, _, names in os.walk(stick.path) for name in names)
    most = 0
    daemon = Daemon("--mount-root", str(mounts), "--output", "null", "--volume", "50")

    def lets_go():
        for number in pathlib.Path(f"/proc/{daemon.process.pid}/fd").iterdir():
            try:
                if "library.sqlite" in os.readlink(number):
                    return False
            except OSError:
                pass
        return True
    with daemon:
        try:
            daemon.start().connect().close()
            client = Client(daemon.socket, one.seconds)

            def known():
                return int(client.pairs("stats")["songs"])
            for part in (1, 2):
                wait_for(f"part {part}", lambda: known() >= songs * part // 3, one.seconds, 0.5)
                tally.check(client.is_scanning(), f"{one.name}: pulled within the scan", known())
                most = max(most, peak(daemon))
                subprocess.run(["umount", "--lazy", str(point)], check=True)
                wait_for("the stick to leave", lambda: not client.command("volumes"), 120, 0.1)
                wait_for("its database to be let go", lets_go, 120, 0.1)
                database = sqlite3.connect(stick.database)
                said = database.execute("PRAGMA integrity_check").fetchone()[0]
                kept = database.execute("select count(*) from tracks").fetchone()[0]
                database.close()
                tally.check(said == "ok" and kept >= songs * part // 3, f"{one.name}: what pull {part} left", f"{said}, {kept} rows")
                subprocess.run(["mount", "--bind", str(stick.path), str(point)], check=True)
                wait_for("the stick to be back", lambda: client.command("volumes"), 120, 0.1)
            wait_for("the end of the scan", lambda: not client.is_scanning()
                     and "indexed: 1" in client.command("volumes"), one.seconds, 1)
            most = max(most, peak(daemon))
            tally.check(known() == songs, f"{one.name}: all songs are known", f"{known()} of {songs}")
            ended = daemon.stop(120)
            tally.check(ended == 0, f"{one.name}: ends in order", f"status {ended}\n{daemon.tail(10)}")
        except (OSError, sqlite3.Error, subprocess.SubprocessError, SystemExit, Ack) as error:
            most = max(most, peak(daemon))
            tally.check(False, f"{one.name}: lives and answers", f"{type(error).__name__}: {error}; "
                        f"status {daemon.process.poll()}\n{daemon.tail(10)}")
            return most
    database = sqlite3.connect(stick.database)
    rows = database.execute("select count(*), count(distinct folder || '/' || hex(name)), sum(state = 0) from tracks").fetchone()
    database.close()
    tally.check(rows == (songs, songs, songs), f"{one.name}: one row for each", rows)
    return most


def make_base(work):
    """A stick that was in a jukebox: what lies on it then."""
    place = work / "base"
    canary = Canary(work / "base-canary")
    stick = Stick(place, canary.path, None, 1)
    stick.song("Lamp/Oil/01 - Rag.mp3", GOOD_MP3)
    stick.song("Lamp/Oil/02 - Oil.ogg", GOOD_OGG)
    stick.song("Lamp/again.flac", GOOD_OGG)
    with jukebox(stick) as daemon:
        client = daemon.start().connect()
        scanned(client, 60, True)
        ask(client, 'add ""')
        wait_for("the queue", lambda: int(client.status()["playlistlength"]) >= 4)
        if daemon.stop() != 0:
            raise SystemExit("the base: not ended in order")
    return place


def run(one, work, base, extent, tally):
    """One kind; what came of it, in words."""
    place = work / one.name
    place.mkdir()
    canary = Canary(place / "canary")
    stick = Stick(place / "stick", canary.path, base, extent)
    began = time.monotonic()
    most = 0
    try:
        one.build(stick)
        made = time.monotonic() - began
        stick.begin()
        if one.pulled:
            most = pulled(one, place, stick, tally)
        for turn in () if one.pulled else ("first", "second") if one.again else ("first",):
            # A million calls that are looked at take longer than they last.
            trace = None if one.large else Trace(place / f"trace-{turn}", [place / "stick", place / "twin"])
            with jukebox(stick, trace) as daemon:
                if turn == "second":
                    daemon.folder.rmdir()
                    (place / "state").rename(daemon.folder)
                if trace:
                    trace.allowed += [str(daemon.folder)]
                name = f"{one.name}, {turn} start"
                try:
                    client = daemon.start().connect()
                    if one.large:
                        # An answer for which a million songs are read may take more than the usual 20 s to begin.
                        client.socket.settimeout(one.seconds)
                    if turn == "first":
                        talk(client, one)
                    else:
                        scanned(client, one.seconds, one.plays)
                    most = max(most, peak(daemon))
                    ended = daemon.stop()
                    tally.check(ended == 0, f"{name}: ends in order", f"status {ended}\n{daemon.tail(10)}")
                except (ConnectionError, OSError, SystemExit, AssertionError, Ack, UnicodeDecodeError) as error:
                    alive = daemon.process.poll()
                    most = max(most, peak(daemon))
                    tally.check(False, f"{name}: lives and answers", f"{type(error).__name__}: {error}; "
                                f"status {alive}\n{daemon.tail(10)}")
                    break
                log = daemon.log.read_text(errors="replace")
                if turn == "first" and one.says:
                    tally.check(one.says in log, f"{name}: says “{one.says}”", daemon.tail(10))
                if trace:
                    outside, calls = trace.violations()
                    tally.check(calls > 50 and not outside, f"{name}: no path outside", "; ".join(sorted(set(outside))[:10]) or calls)
                if turn == "first":
                    tally.check(len(log) < 1_000_000, f"{name}: the log stays short", len(log))
                    daemon.log.unlink()
                    daemon.folder.rename(place / "state")
        stick.quiet()
        tally.check(most <= MOST_KIBIBYTES, f"{one.name}: memory", f"{most} KiB")
        changed = canary.differences()
        tally.check(not changed, f"{one.name}: the tree beside it", changed)
        ran = canaries(stick.box) if stick.box.is_dir() and not stick.box.is_symlink() else []
        ran += canaries(place / "state/state") if (place / "state/state").is_dir() else []
        tally.check(not ran, f"{one.name}: no SQL of the stick was run", ran)
        return f"{most / 1024:5.1f} MiB {time.monotonic() - began - made:5.1f} s"
    except LeftOut as reason:
        return f"left out: {reason}"
    except (OSError, sqlite3.Error) as error:
        tally.check(False, f"{one.name}: can be made", f"{type(error).__name__}: {error}")
        return "not made"
    finally:
        stick.remove()


def main():
    arguments = sys.argv[1:]
    options = [one for one in arguments if one.startswith("--")]
    names = [one for one in arguments if not one.startswith("--")]
    if "--list" in options:
        for number, one in enumerate(KINDS, 1):
            marks = (" (--quick too)" if one.quick else "") + (" (--large only)" if one.large else "")
            print(f"{number:3} {one.name}: {one.doc}{marks}")
        return
    if set(options) - {"--quick", "--large"} or set(names) - {one.name for one in KINDS}:
        raise SystemExit(__doc__)
    quick = "--quick" in options
    chosen = [one for one in KINDS if (one.name in names) or (
        not names and (one.quick if quick else not one.large or "--large" in options))]
    # Sixty folders in a row, each held open.
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    tally = Tally()
    began = time.monotonic()
    with work_folder(ignore_cleanup_errors=True) as work:
        base = make_base(work)
        for one in chosen:
            failed = tally.failed
            said = run(one, work, base, QUICK_EXTENT if quick else 1, tally)
            print(f"{'FAILED' if tally.failed > failed else '    ok'} {said:>20}  {one.name}: {one.doc}", flush=True)
    print(f"{len(chosen)} kinds of sticks, {time.monotonic() - began:.0f} s")
    tally.close()


apart("--mount")
main()
