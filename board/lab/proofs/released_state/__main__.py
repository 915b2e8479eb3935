"""State that a released version wrote, opened by this one: the stick's library and the box's own state, with a row of every kind that a
person makes. Everything is there, and the songs are the same songs.

The archives beside this file are never made again: a later version must read them. A release adds one, by `--make`.

usage: board/lab/run proofs.released-state [--make]       (--make: write the archive of this version, where none is)
"""
import array
import os
import pathlib
import subprocess
import sys
import tarfile
import wave

from lib import Daemon, Tally, wait_for, work_folder
from lib.daemon import program
from lib.databases import whole_copies
from lib.userdata import command

HERE = pathlib.Path(__file__).parent
# Seconds since 1970: files of one size, time and name are the same files.
WRITTEN = 1_750_000_000
SONGS = ("Kettles/Kettle On.wav", "Kettles/Two Cups.wav", "Träume/Nacht.wav", "Ding.wav")
ONE, TWO, NIGHT, DING = SONGS
# Each edit as its words, the question, and lines that its answer has.
KEPT: list[tuple[tuple[object, ...], tuple[object, ...], list[str]]] = [
    (("playlistadd", "Breakfast", ONE), ("listplaylist", "Breakfast"), [f"file: {ONE}"]),
    (("playlistadd", "Breakfast", NIGHT), ("listplaylist", "Breakfast"), [f"file: {ONE}", f"file: {NIGHT}"]),
    (("favourite", TWO, 1), ("personal", TWO), ["favourite: 1"]),
    (("sticker", "set", "song", NIGHT, "rating", 8), ("sticker", "get", "song", NIGHT, "rating"), ["sticker: rating=8"]),
    (("sticker", "set", "song", NIGHT, "mood", "calm"), ("sticker", "get", "song", NIGHT, "mood"), ["sticker: mood=calm"]),
    (("cueadd", ONE, "0.5", "name", "Da"), ("cues", ONE), ["name: Da"]),
    (("padadd", DING, "Bell"), ("pads",), ["pad: Bell"]),
    (("presetset", 2, "Breakfast"), ("presets",), ["preset: 2", "playlist: Breakfast"]),
    (("card", "bind", "0012345678", "playlist", "Breakfast"), ("cards",), ["card: 0012345678", "playlist: Breakfast"]),
    (("card", "bind", "31337", "action", "sleep 30"), ("cards",), ["card: 31337", "action: sleep 30"]),
    (("alarm", "add", "06:45", "days", "weekdays", "content", "playlist", "Breakfast"), ("alarms",),
     ["time: 06:45", "content: playlist Breakfast"]),
    (("quiethours", "add", "19:00", "06:00", "name", "Bedtime", "grade", "finish"), ("quiethours",), ["name: Bedtime"]),
    (("budget", "set", "weekend", 120), ("budget",), ["day: sat", "minutes: 120"]),
    (("stationadd", "Harbour", "http://radio.example/live"), ("stations",), ["station: Harbour"]),
    (("add", NIGHT), ("playlistinfo",), [f"file: {NIGHT}"]),
    (("add", TWO), ("playlistinfo",), [f"file: {TWO}"]),
    (("setvol", 42), ("status",), ["volume: 42"]),
    (("repeat", 1), ("status",), ["repeat: 1"]),
]

tally = Tally()


def version():
    return subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]


def make_songs(music):
    """The same bytes with every version of every tool."""
    for number, name in enumerate(SONGS):
        path = music / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(array.array("h", ((at * (number + 3) % 64 - 32) * 100 for at in range(8000))).tobytes())
        os.utime(path, (WRITTEN, WRITTEN))


def box(folder):
    return Daemon("--music", str(folder / "music"), "--output", "null", "--autoplay", "off", "--mount-root", "off", folder=folder)


def answers(client):
    wait_for("the songs", lambda: len(client.values("listall", "file")) == len(SONGS), 20)
    for _, question, wanted in KEPT:
        found = client.command(command(*question))
        yield question, [line for line in wanted if line not in found], found


def make(folder, archive):
    make_songs(folder / "music")
    with box(folder) as daemon:
        client = daemon.start().connect()
        wait_for("the songs", lambda: len(client.values("listall", "file")) == len(SONGS), 20)
        for edit, _, _ in KEPT:
            client.command(command(*edit))
        for question, missing, found in answers(client):
            if missing:
                raise SystemExit(f"{question} lacks {missing}: {found}")
        daemon.stop()
    with tarfile.open(archive, "w:xz") as file:
        for name in ("music/.jukebox", "state"):
            file.add(folder / name, name)
    print(f"{archive}: {archive.stat().st_size} bytes")


def prove(archive):
    with work_folder() as folder:
        make_songs(folder / "music")
        with tarfile.open(archive) as file:
            file.extractall(folder)
        with box(folder) as daemon:
            for start in ("first", "second"):
                client = daemon.start().connect()
                for question, missing, found in answers(client):
                    tally.check(not missing, f"{archive.name[:-7]}, {start} start: {' '.join(map(str, question))}", f"{missing} in {found}")
                daemon.stop()
            log = daemon.log.read_text()
            tally.check(not [line for line in log.splitlines() if "not ours" in line or "set aside" in line], "no database is refused", log)
            with whole_copies(tally, archive.name[:-7], folder / "state", folder / "music" / ".jukebox"):
                pass


def main():
    archive = HERE / f"{version()}.tar.xz"
    if sys.argv[1:] == ["--make"]:
        if archive.exists():
            raise SystemExit(f"{archive} is of a released version: it is not made again")
        with work_folder() as folder:
            make(folder, archive)
        return
    archives = sorted(HERE.glob("*.tar.xz"))
    tally.check(archive in archives, f"there is state of {version()}")
    for one in archives:
        prove(one)
    tally.close()


main()
