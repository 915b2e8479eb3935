"""Files of the formats that jukebox-decoder decodes: each is listed with its length, tags, picture and chapters, plays to its last
frame, joins without a gap, and seeks to the frame; lossless ones bit for bit. Then helpers that are killed, stopped, without
memory, not there, and files whose bytes were changed: each costs one song, and the jukebox plays on.

usage: board/lab/run proofs.formats [--quick] [--part PART] [--files FOLDER]
                                           --quick: six formats, 50 changed files, no failing helpers; the files stay in FOLDER
"""
import argparse
import contextlib
import os
import pathlib
import random
import resource
import shutil
import signal
import struct
import subprocess
import time

from lib import Ack, Daemon, Tally, program, wait_for, work_folder
from lib.mpd import MPD
from lib.process import cpu_milliseconds

from .coded_files import CHAPTERS, FRAMES, PICTURE, RATE, TAGS, Maker

QUICK = ["aac.m4a", "itunes.m4a", "book.m4b", "alac.m4a", "packed.wv", "chapters.mka"]
SEEK = 2.0


class Helper:
    """A running jukebox-decoder at a socket of its own."""

    def __init__(self, folder, *prefix):
        self.socket = str(folder / "decoder")
        self.log = open(folder / "decoder-log", "ab")
        pathlib.Path(self.socket).unlink(missing_ok=True)
        self.process = subprocess.Popen([*prefix, program("jukebox-decoder"), "--listen", self.socket],
                                        stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        wait_for("jukebox-decoder", lambda: os.path.exists(self.socket))

    def children(self):
        path = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(word) for word in path.read_text().split()]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


def jukebox(music, helper, *more, out="/dev/null"):
    return Daemon("--music", str(music), "--mount-root", "off", "--output", f"file:{out}", "--rate", str(RATE), "--volume", "100",
                  "--autoplay", "off", *more, environment={"JUKEBOX_DECODER": helper})


def ready(daemon):
    client = daemon.start().connect()
    wait_for("the scan", lambda: client.songs("listall") and not client.is_scanning())
    client.command("clear")
    client.command("replay_gain_mode off")
    return client


def to_the_end(client, seconds=60):
    """The error, if playing ends by one."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        status = client.status()
        if status["state"] == "stop":
            return status.get("error")
        time.sleep(0.005)
    raise SystemExit(f"nothing ends: {client.status()}")


def samples(path):
    """The frames of a WAV of 32 bits, as pairs of 24 bits."""
    data = path.read_bytes()
    at = data.index(b"data") + 8
    kind, channels, _, _, _, bits = struct.unpack("<HHIIHH", data[data.index(b"fmt ") + 8:][:16])
    assert channels == 2 and bits in (16, 32), (kind, channels, bits)
    whole = memoryview(data)[at:at + (len(data) - at) // (bits // 4) * (bits // 4)]
    numbers = whole.cast("i" if bits == 32 else "h")
    return [number >> 8 for number in numbers] if bits == 32 else [number << 8 for number in numbers]


def capture(music, helper, folder, name, times=1, start=0.0):
    out = folder / "heard.wav"
    out.unlink(missing_ok=True)
    with jukebox(music, helper, out=out) as daemon:
        client = ready(daemon)
        for _ in range(times):
            client.command(f'add "{name}"')
        client.command(f"seek 0 {start}" if start else "play 0")
        error = to_the_end(client)
        daemon.stop()
    return samples(out), error


def difference(heard, source, offset):
    """The mean difference of the left channel to the source's, of full scale, over some 0.2 s in the middle."""
    first = FRAMES // 2
    total = sum(abs(heard[2 * (first + offset + at)] - (source[2 * (first + at)] << 8)) for at in range(8000))
    return total / 8000 / (1 << 23)


def rows(tally, work, music, made):
    source = memoryview((work / "source.raw").read_bytes()).cast("h")
    whole = [value << 8 for value in source]
    helper = Helper(work)
    print(f"{'':20}{'length':>10}{'heard':>9}{'twice':>9}  exact  join  seek   tags  picture  chapters")
    try:
        with jukebox(music, helper.socket) as daemon:
            client = ready(daemon)
            facts = {}
            for coded in made:
                facts[coded.name] = listed(client, coded)
            daemon.stop()
        for coded in made:
            row(tally, work, music, helper, coded, facts[coded.name], source, whole)
        tally.check(not helper.children(), "no process is left over", helper.children())
    finally:
        helper.close()


def picture_of(client, name):
    """The bytes of the picture in a file; none without one."""
    try:
        return client.picture(f'readpicture "{name}" 0')[1]
    except Ack:
        return b""


def listed(client, coded):
    try:
        songs = client.songs(f'lsinfo "{coded.name}"')
    except Ack:
        songs = []
    song = songs[0] if songs else {}
    picture = picture_of(client, coded.name)
    chapters = []
    with contextlib.suppress(Ack):
        chapters = client.values(f'chapters "{coded.name}"', "chapter")
    return song, picture, chapters


def row(tally, work, music, helper, coded, facts, source, whole):
    song, picture, chapters = facts
    name = coded.name
    if not tally.check(song, f"{name}: listed", "it is not"):
        return
    once, error = capture(music, helper.socket, work, name)
    tally.check(error is None, f"{name}: plays without an error", error)
    twice, _ = capture(music, helper.socket, work, name, times=2)
    heard, both = len(once) // 2, len(twice) // 2
    length = float(song.get("duration", "0"))
    frames = coded.frames and round(coded.frames * RATE / coded.rate)
    if frames:
        tally.check(abs(length - frames / RATE) < 0.0015, f"{name}: its length", f"{length} for {frames / RATE:.3f}")
        tally.check(abs(heard - frames) <= (0 if coded.rate == RATE else 2), f"{name}: heard to the frame", f"{heard} of {frames}")
    else:
        tally.check(abs(length - heard / RATE) < 0.15, f"{name}: its length", f"{length} for {heard / RATE:.3f} heard")
    tally.check(abs(both - 2 * heard) <= (0 if coded.rate == RATE else 2), f"{name}: twice is twice as long", f"{both}, {heard}")
    exact = once[:len(whole)] == whole
    if coded.exact:
        tally.check(exact, f"{name}: bit for bit", "")
    elif coded.offset is not None:
        off = difference(once, source, coded.offset)
        tally.check(off < 0.01, f"{name}: begins where the source does", off)
    # At the join the second begins as the first did, once a codec has come into step.
    first, second = once[4 * 4096:4 * 6144], twice[2 * heard + 4 * 4096:2 * heard + 4 * 6144]
    joins = first == second or max(abs(a - b) for a, b in zip(first, second)) < 1 << 11
    if coded.rate == RATE:
        tally.check(joins, f"{name}: joins to the frame", "")
    later, _ = capture(music, helper.socket, work, name, start=SEEK)
    at = round(SEEK * RATE)
    sought = len(later) // 2 == heard - at and later[4 * 4096:4 * 6144] == once[2 * at + 4 * 4096:2 * at + 4 * 6144]
    if coded.seeks and coded.rate == RATE:
        tally.check(sought, f"{name}: a start at 2 s is exact", f"{len(later) // 2} of {heard - at}")
    tagged = [key for key, value in TAGS.items() if value == song.get(key.capitalize(), "").removesuffix("/0")]
    if coded.tags:
        tally.check(len(tagged) == len(TAGS), f"{name}: tags", song)
    if coded.picture:
        tally.check(picture == PICTURE, f"{name}: picture", len(picture))
    if coded.chapters:
        tally.check(len(chapters) == len(CHAPTERS), f"{name}: chapters", chapters)
    print(f"{name:20}{length:>10.3f}{heard:>9}{both:>9}  {'yes' if exact else '-':5}  {'yes' if joins else '-':4}  "
          f"{'yes' if sought else '-':4}  {len(tagged)}/{len(TAGS)}   {'yes' if picture else '-':7}  {len(chapters) or '-'}", flush=True)


# MARK: - Helpers that fail

def plays_on(tally, what, client, seconds):
    """Whether the song after the broken one is heard in time."""
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        status = client.status()
        if status.get("song") == "1" and float(status.get("elapsed", "0")) > 0:
            break
        time.sleep(0.005)
    else:
        return tally.check(False, f"{what}: the next song plays", client.status())
    print(f"{what}: the next song plays after {time.monotonic() - begin:.2f} s")
    return True


def failing(tally, work, music):
    shutil.copy(work / "source.wav", music / "next.wav")
    long = work / "long"
    long.mkdir()
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-stream_loop", "40", "-i", str(work / "source.wav"), "-c:a", "aac",
                    str(long / "long.m4a")], check=True)
    shutil.copy(work / "source.wav", long / "next.wav")

    subprocess.run(["ffmpeg", "-v", "error", "-y", "-stream_loop", "40", "-i", str(work / "source.wav"), "-c:a", "wmav2",
                    str(long / "long.wma")], check=True)

    def playing(helper, more=(), song="long.m4a"):
        daemon = Daemon("--music", str(long), "--mount-root", "off", "--output", "null", "--autoplay", "off", *more,
                        environment={"JUKEBOX_DECODER": helper})
        client = ready(daemon)
        client.command(f'add "{song}"')
        client.command('add "next.wav"')
        client.command("play 0")
        return daemon, client

    def in_song(client, helper):
        wait_for("sound", lambda: float(client.status().get("elapsed", "0")) > 0.1)
        return wait_for("a process", helper.children)

    for what, number, seconds in (("killed", signal.SIGKILL, 30), ("stopped", signal.SIGSTOP, 60)):
        helper = Helper(work)
        daemon, client = playing(helper.socket)
        for process in in_song(client, helper):
            os.kill(process, number)
        plays_on(tally, f"a helper that was {what}", client, seconds)
        tally.check("long.m4a" in daemon.log.read_text(), f"{what}: the log names the song", daemon.tail(5))
        client.command("play 0")
        tally.check(bool(in_song(client, helper)), f"{what}: it plays again", "")
        tally.check(daemon.stop() == 0, f"{what}: the jukebox ends in order", "")
        daemon.close()
        helper.close()
    # No further byte, from the middle of the song on.
    helper = Helper(work)
    daemon, client = playing(helper.socket, song="long.wma")
    for process in in_song(client, helper):
        resource.prlimit(process, resource.RLIMIT_AS, (1 << 20, 1 << 20))
    client.command("seekcur 100")
    # Its memory is enough for most files; else the next song plays.
    time.sleep(2)
    status = client.status()
    tally.check(status["state"] == "play", "without further memory: the music goes on", status)
    print(f"a helper without further memory: song {status.get('song')} at {status.get('elapsed')} s")
    daemon.close()
    helper.close()
    # Not installed.
    daemon, client = playing(str(work / "nothing"))
    plays_on(tally, "no helper", client, 30)
    tally.check("needs the package jukebox-formats" in daemon.log.read_text(), "the log names the package", daemon.tail(5))
    daemon.close()


def changed(tally, work, music, count):
    """Files with changed, cut and inserted bytes, one after the other."""
    chance = random.Random(11)
    odd = work / "odd"
    odd.mkdir()
    sources = [path for path in sorted(music.iterdir()) if path.is_file() and path.suffix != ".wav" and path.stat().st_size < 600_000]
    for number in range(count):
        source = chance.choice(sources)
        data = bytearray(source.read_bytes()[:120_000])
        for _ in range(chance.choice((1, 3, 20, 200))):
            at = chance.randrange(len(data)) if chance.random() < 0.6 else chance.randrange(min(2000, len(data)))
            data[at] = chance.choice((0, 255, 127, chance.randrange(256)))
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)):]
        (odd / f"{number:04} {source.name}").write_bytes(data)
    shutil.copy(work / "source.wav", odd / "zzz.wav")
    helper = Helper(work)
    with jukebox(odd, helper.socket) as daemon:
        client = ready(daemon)
        listed = len(client.songs("listall"))
        client.command("add /")
        begin = time.monotonic()
        client.command("play 0")
        until = time.monotonic() + 600
        while time.monotonic() < until:
            status = client.status()
            if status["state"] == "stop":
                # The last one alone is whole.
                if status.get("song") is None or int(status["playlistlength"]) == 0 or "nextsong" not in status:
                    break
            time.sleep(0.02)
        seconds = time.monotonic() - begin
        print(f"{count} changed files: {listed - 1} listed, played through in {seconds:.0f} s")
        tally.check(daemon.process.poll() is None, "changed files: the jukebox lives", daemon.tail())
        tally.check(helper.process.poll() is None, "changed files: the helper lives", "")
        wait_for("the last process", lambda: not helper.children(), seconds=20)
        tally.check(daemon.stop() == 0, "changed files: the jukebox ends in order", "")
    helper.close()
    ends = (work / "decoder-log").read_text().count("ended by signal")
    print(f"processes that ended by a signal: {ends}")


# MARK: - Beside MPD

def cost(work, music):
    """Processor time of a minute of sound, both in one run, in ms."""
    print(f"{'processor time, ms a minute':28}{'jukebox':>9}{'MPD':>9}")
    for name in ("aac.m4a", "alac.m4a", "windows.wma", "packed.wv", "opus.webm", "flac.mka", "true.tta"):
        if not (music / name).exists():
            continue
        alone = work / "alone"
        shutil.rmtree(alone, ignore_errors=True)
        alone.mkdir()
        shutil.copy(music / name, alone / name)
        helper = Helper(work)
        with jukebox(alone, helper.socket) as daemon:
            client = ready(daemon)
            for _ in range(24):
                client.command(f'add "{name}"')
            before = cpu_milliseconds(daemon.process.pid) + children_cpu(helper)
            client.command("play 0")
            to_the_end(client)
            wait_for("the last process", lambda: not helper.children())
            ours = cpu_milliseconds(daemon.process.pid) + children_cpu(helper) - before
            daemon.stop()
        helper.close()
        with MPD(str(alone)) as mpd:
            mpd.update()
            for _ in range(24):
                mpd.client.command(f'add "{name}"')
            before = cpu_milliseconds(mpd.process.pid)
            mpd.client.command("play 0")
            while mpd.client.status()["state"] != "stop":
                time.sleep(0.01)
            theirs = cpu_milliseconds(mpd.process.pid) - before
        minutes = 24 * FRAMES / RATE / 60
        print(f"{name:28}{ours / minutes:>9.0f}{theirs / minutes:>9.0f}", flush=True)


def children_cpu(helper):
    """The time of the helper and of its children that have ended, in ms."""
    words = pathlib.Path(f"/proc/{helper.process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(word) for word in words[11:15]) * 1000 / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--part", choices=["table", "failing", "changed", "cost"])
    parser.add_argument("--files", type=pathlib.Path)
    options = parser.parse_args()
    tally = Tally()
    with work_folder() as work:
        music = options.files or work / "music"
        music.mkdir(exist_ok=True)
        made = Maker(work, music).all(QUICK if options.quick else None)
        def wants(part):
            return options.part in (None, part)
        if wants("table"):
            rows(tally, work, music, made)
        if wants("failing") and not options.quick:
            failing(tally, work, music)
        if wants("changed"):
            changed(tally, work, music, 50 if options.quick else 2000)
        if wants("cost") and not options.quick:
            cost(work, music)
    tally.close()


main()
