"""Short FLAC files by the thousand, each with tags of its own."""
import fcntl
import pathlib
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Mapping

from .checks import CACHED, wait_for
from .daemon import Daemon


def base_flac(folder: pathlib.Path) -> bytes:
    """0.3 s of sound, whose frames all the others have."""
    base = folder / "base.flac"
    if not base.exists():
        subprocess.run(["sox", "-D", "-R", "-r", "8000", "-n", "-b", "16", str(base), "synth", "0.3", "sine", "440"], check=True)
    return base.read_bytes()


def tiny_flac(base: bytes, tags: Mapping[str, str | bytes], picture: tuple[str, bytes] | None = None) -> bytes:
    """The frames of `base` after other blocks: comments, and a picture as (MIME type, bytes)."""
    def text(value: str | bytes) -> bytes:
        value = value if isinstance(value, bytes) else value.encode()
        return struct.pack("<I", len(value)) + value
    comments = text("") + struct.pack("<I", len(tags)) + b"".join(
        text(key.encode() + b"=" + (value if isinstance(value, bytes) else value.encode())) for key, value in tags.items())
    stream_info = base[4:4 + 4 + 34]
    at, last = 4, False
    while not last:
        last = bool(base[at] & 0x80)
        at += 4 + int.from_bytes(base[at + 1:at + 4], "big")
    blocks = [(4, comments)]
    if picture:
        kind, data = picture
        blocks.append((6, struct.pack(">II", 3, len(kind)) + kind.encode() + struct.pack(">IIIIII", 0, 1, 1, 24, 0, len(data)) + data))
    written = b"fLaC" + bytes([stream_info[0] & 0x7F]) + stream_info[1:]
    for place, (number, block) in enumerate(blocks):
        written += bytes([number | (0x80 if place == len(blocks) - 1 else 0)]) + len(block).to_bytes(3, "big") + block
    return written + base[at:]


def many_songs(folder: pathlib.Path, base: bytes, count: int, songs_of_album: int = 10) -> None:
    """Folders of 100 songs each: `000`, `001` and so on."""
    folder.mkdir()
    for number in range(count):
        album = number // songs_of_album
        artist = f"{chr(65 + album * 25 // max(1, count // songs_of_album))} Band {album // 4:04}"
        place = folder / f"{number // 100:03}"
        if number % 100 == 0:
            place.mkdir()
        (place / f"{number:06}.flac").write_bytes(tiny_flac(base, {
            "TITLE": f"Song {number}", "ARTIST": artist, "ALBUMARTIST": artist, "ALBUM": f"Album {album}", "TRACK": str(number % songs_of_album + 1),
            "DATE": str(1950 + album % 70), "GENRE": f"Genre {album % 150}"}))


def cached_songs(count: int) -> pathlib.Path:
    """A folder of `count` songs and one of 20 minutes, `long.flac`, which is made at the first time and kept in the cache."""
    cache = CACHED / f"songs-{count}"
    if not (cache / "music").exists():
        cache.parent.mkdir(parents=True, exist_ok=True)
        made = pathlib.Path(tempfile.mkdtemp(prefix="songs.", dir=cache.parent))
        many_songs(made / "music", base_flac(made), count)
        subprocess.run(["sox", "-D", "-R", "-r", "8000", "-n", "-b", "16", str(made / "music/long.flac"), "synth", "1200", "sine", "440"], check=True)
        try:
            made.rename(cache)
        except OSError:                # Another proof was quicker.
            shutil.rmtree(made)
    return cache / "music"


def library_of(count: int) -> Daemon:
    """A daemon that runs and knows `cached_songs(count)`. Its library stands in their folder: the next one scans what changed, and
    only one at a time has it."""
    music = cached_songs(count)
    daemon = Daemon("--music", str(music), "--output", "null", "--autoplay", "off", "--mount-root", "off")
    daemon.lock = open(music.parent / "lock", "w", encoding="ascii")
    fcntl.flock(daemon.lock, fcntl.LOCK_EX)
    daemon.start()
    client = daemon.connect()
    client.socket.settimeout(120)
    wait_for(f"{count} songs", lambda: client.pairs("stats").get("songs") == str(count + 1)
             and not client.is_scanning(), 900, 0.2)
    client.close()
    return daemon
