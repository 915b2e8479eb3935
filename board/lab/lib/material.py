"""Sounds and songs for measurements: made once, kept in a folder outside the tree."""
import os
import pathlib
import random
import shutil
import struct
from collections.abc import Iterable, Iterator
from typing import Any

from .checks import CACHED, run

CACHE = CACHED / "bench"
SECONDS = 300
TRACKS = 20_000
ENCODERS = {
    "mp3": ["lame", "--quiet", "-b", "192", "IN", "OUT"],
    "ogg": ["oggenc", "-Q", "-q", "6", "-o", "OUT", "IN"],
    "flac": ["flac", "-s", "-f", "-o", "OUT", "IN"],
    "opus": ["opusenc", "--quiet", "--bitrate", "128", "IN", "OUT"],
}


def finished(folder: pathlib.Path) -> bool:
    """Whether `folder` is complete; where it isn't, it is emptied."""
    if (folder / ".complete").exists():
        return True
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return False


def sounds() -> dict[str, pathlib.Path]:
    """One file of 300 s per format, 44.1 kHz stereo: noise and chords, so that no encoder finds it easy."""
    folder = CACHE / "sounds"
    if not finished(folder):
        wave = folder / "sound.wav"
        run("sox", "-R", "-r", "44100", "-n", "-b", "16", "-c", "2", wave, "synth", SECONDS, "pluck", "A2", "pluck",
            "E3", "synth", SECONDS, "brownnoise", "mix", "tremolo", "0.4", "60", "gain", "-n", "-3")
        for ending, command in ENCODERS.items():
            target = folder / f"sound.{ending}"
            run(*[{"IN": wave, "OUT": target}.get(word, word) for word in command])
        wave.unlink()
        (folder / ".complete").touch()
    return {ending: folder / f"sound.{ending}" for ending in ENCODERS}


def alone(path: pathlib.Path) -> pathlib.Path:
    """A folder that holds this sound and nothing else."""
    folder = CACHE / "alone" / path.suffix[1:]
    if not finished(folder):
        os.link(path, folder / path.name)
        (folder / ".complete").touch()
    return folder


def mixed() -> pathlib.Path:
    """A folder of 40 long tracks, ten of each format in turn."""
    folder = CACHE / "mixed"
    if not finished(folder):
        for number in range(10):
            for place, path in enumerate(sounds().values()):
                os.link(path, folder / f"{number * 4 + place:02}{path.suffix}")
        (folder / ".complete").touch()
    return folder


def vorbis_comments(tags: dict[str, Any] | Iterable[tuple[str, object]]) -> bytes:
    """The bytes of Vorbis comments: a mapping of names and texts, or pairs of them."""
    pairs = list(tags.items() if isinstance(tags, dict) else tags)
    vendor = b"benchmark"
    comments = struct.pack("<I", len(vendor)) + vendor + struct.pack("<I", len(pairs))
    for key, value in pairs:
        entry = f"{key}={value}".encode()
        comments += struct.pack("<I", len(entry)) + entry
    return comments


def flac_with_tags(template: bytes, tags: dict[str, Any] | Iterable[tuple[str, object]]) -> bytes:
    """The bytes of a FLAC file with its comments replaced (RFC 9639, metadata blocks)."""
    comments = vorbis_comments(tags)
    streaminfo = template[8:8 + 34]
    position = 4
    while True:
        head, length = template[position], int.from_bytes(template[position + 1:position + 4], "big")
        position += 4 + length
        if head & 0x80:
            break
    return (b"fLaC" + bytes([0]) + (34).to_bytes(3, "big") + streaminfo
            + bytes([0x84]) + len(comments).to_bytes(3, "big") + comments + template[position:])


def tone(folder: pathlib.Path, seconds: float) -> bytes:
    """A short track without tags, for which `folder` is used."""
    short = folder / "short.flac"
    run("sox", "-R", "-r", "44100", "-n", "-b", "16", "-c", "2", short, "synth", seconds, "sine", "440", "gain", "-20")
    content = short.read_bytes()
    short.unlink()
    return content


def library() -> pathlib.Path:
    """20,000 short tracks in 2,000 albums by 200 artists, each with tags of its own, and one of 300 s."""
    folder = CACHE / "library"
    if not finished(folder):
        template = tone(folder, 0.5)
        for number in range(TRACKS):
            artist, album, track = number // 100, number // 10 % 10, number % 10 + 1
            where = folder / f"Artist {artist:03}" / f"Album {album}"
            where.mkdir(parents=True, exist_ok=True)
            (where / f"{track:02} Track.flac").write_bytes(flac_with_tags(template, {
                "TITLE": f"Track {number}", "ARTIST": f"Artist {artist}", "ALBUM": f"Album {artist}-{album}",
                "TRACKNUMBER": track, "DATE": 1950 + album * 7, "GENRE": ["Jazz", "Rock", "Folk"][artist % 3]}))
        shutil.copy(sounds()["flac"], folder / "000 Long.flac")
        (folder / ".complete").touch()
    return folder


SYLLABLES = [a + b for a in "b d f g h k l m n p r s t v w".split() for b in "a e i o u ar el in on".split()]


def words(chance: random.Random, most: int) -> str:
    """Some made-up words, few of them often and most of them seldom (Zipf's law), as in any language."""
    def word() -> str:
        rank = int(20_000 ** chance.random())
        pick = random.Random(rank)
        return "".join(pick.choice(SYLLABLES) for _ in range(pick.randint(1, 3))).capitalize()
    return " ".join(word() for _ in range(chance.randint(1, most)))


def shelf_tags(count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tags of as many tracks, in albums of 12."""
    chance = random.Random(7)
    artist, place = "", 0
    for number in range(count):
        track = number % 12 + 1
        if number % 60 == 0:
            artist, place = words(chance, 2), place + 1
        if track == 1:
            album, year = words(chance, 3), chance.randint(1950, 2025)
            genre = chance.choice(["Jazz", "Rock", "Folk", "Classical", "Pop", "Electronic", "Hip-Hop", "Blues"])
        tags = {"TITLE": words(chance, 4), "ARTIST": artist, "ALBUM": album, "ALBUMARTIST": artist,
                "TRACKNUMBER": track, "DATE": year, "GENRE": genre}
        if number % 5 == 0:
            tags["COMPOSER"] = words(chance, 2)
        yield f"{place:04} {artist}/{year} {album} {number // 12}/{track:02} {tags['TITLE']}.flac", tags


def shelf_texts(count: int) -> list[str]:
    """Words to search for: titles and artists."""
    return [tags[key] for _, tags in shelf_tags(count) for key in ("TITLE", "ARTIST")]


def shelf(count: int) -> pathlib.Path:
    """As many short tracks with tags as people have them."""
    folder = CACHE / f"shelf-{count}"
    if not finished(folder):
        template = tone(folder, 0.1)
        for path, tags in shelf_tags(count):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(flac_with_tags(template, tags))
        (folder / ".complete").touch()
    return folder


def measured_shelf(count: int) -> pathlib.Path:
    """The same with tempo and key, and files changed at different times."""
    folder = CACHE / f"measured-shelf-{count}"
    if not finished(folder):
        template = tone(folder, 0.1)
        chance = random.Random(11)
        for path, tags in shelf_tags(count):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(flac_with_tags(template, tags | {
                "BPM": chance.randint(60, 190), "INITIALKEY": chance.choice("ABCDEFG") + chance.choice(["", "m"])}))
            changed = chance.randint(1_000_000_000, 1_700_000_000)
            os.utime(target, (changed, changed))
        (folder / ".complete").touch()
    return folder


# A song that is long enough for cues and loops.
LONG = "000 Long.flac"


def spoken_of(count: int) -> pathlib.Path:
    """The same tracks, and a long one."""
    folder = CACHE / f"spoken-of-{count}"
    if not finished(folder):
        plain = shelf(count)
        for path in plain.rglob("*.flac"):
            target = folder / path.relative_to(plain)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(path, target)
        wave = folder / "long.wav"
        run("sox", "-R", "-r", "44100", "-n", "-b", "16", "-c", "2", wave, "synth", "600", "sine", "440", "gain", "-20")
        run("flac", "-s", "-f", "-o", folder / LONG, wave)
        wave.unlink()
        (folder / ".complete").touch()
    return folder
