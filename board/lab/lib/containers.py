"""Short sounds of all four formats with tags of one's own: made once, then only their tags are replaced."""
import pathlib
import struct
import subprocess
import zlib
from collections.abc import Iterable
from typing import Any

from fixture_tools import ogg

from .checks import work_folder
from .material import ENCODERS, flac_with_tags, vorbis_comments

# Vorbis comments' names and values.
Pairs = Iterable[tuple[str, object]]
# The sounds that there are of each format: rate, bits, channels, seconds.
SOUNDS = {
    "flac": [(44100, 16, 2, 0.4), (48000, 24, 2, 0.5), (44100, 16, 1, 0.3)],
    "mp3": [(44100, 16, 2, 0.6), (48000, 16, 1, 0.9)],
    "ogg": [(44100, 16, 2, 0.5), (22050, 16, 1, 0.7)],
    "opus": [(48000, 16, 2, 0.6), (48000, 16, 1, 0.8)],
}


def encode(folder: pathlib.Path, ending: str, rate: int, bits: int, channels: int, seconds: float) -> bytes:
    wave, target = folder / "sound.wav", folder / f"sound.{ending}"
    subprocess.run(["sox", "-R", "-r", str(rate), "-n", "-b", str(bits), "-c", str(channels), "-t", "wavpcm", str(wave),
                    "synth", str(seconds), "sine", "440", "gain", "-20"], check=True)
    command = [{"IN": str(wave), "OUT": str(target)}.get(word, word) for word in ENCODERS[ending]]
    if ending == "mp3":
        command[2:4] = ["-b", "64"]
    if ending == "ogg":
        command[2:4] = ["-q", "0"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return target.read_bytes()


def templates() -> dict[str, list[bytes]]:
    """The bytes of each sound, by format."""
    with work_folder() as folder:
        return {ending: [encode(folder, ending, *sound) for sound in sounds]
                for ending, sounds in SOUNDS.items()}


# Ogg (RFC 3533)

def ogg_with_tags(template: bytes, tags: Pairs) -> bytes:
    """The second page's first packet is the comments, in Vorbis and in Opus; what follows in the page (Vorbis' setup)
    stays."""
    pages = ogg.pages(template)
    page, packets, begin, size = pages[1], [], 0, 0
    for length in page.lacing:
        size += length
        if length < 255:
            packets.append(page.body[begin:begin + size])
            begin, size = begin + size, 0
    assert size == 0, "the headers end on their page"
    if packets[0].startswith(b"OpusTags"):
        packets[0] = b"OpusTags" + vorbis_comments(tags)
    else:
        packets[0] = b"\x03vorbis" + vorbis_comments(tags) + b"\x01"
    page.lacing, page.body = b"".join(map(ogg.lace, packets)), b"".join(packets)
    assert len(page.lacing) < 256, "the tags fit one page"
    return ogg.join(pages)


# ID3 (id3.org: ID3v2.3, ID3v2.4, ID3v1)

FRAMES = {
    "TITLE": "TIT2", "ARTIST": "TPE1", "ALBUM": "TALB", "ALBUMARTIST": "TPE2", "TRACKNUMBER": "TRCK", "GENRE": "TCON",
    "COMPOSER": "TCOM", "CONDUCTOR": "TPE3", "DISCNUMBER": "TPOS", "LABEL": "TPUB", "GROUPING": "TIT1",
    "ARTISTSORT": "TSOP", "ALBUMSORT": "TSOA", "TITLESORT": "TSOT", "ALBUMARTISTSORT": "TSO2", "MOOD": "TMOO",
    "ORIGINALDATE": "TDOR", "MOVEMENT": "MVNM", "MOVEMENTNUMBER": "MVIN", "COMPILATION": "TCMP",
}
DESCRIBED = {
    "MUSICBRAINZ_ARTISTID": "MusicBrainz Artist Id", "MUSICBRAINZ_ALBUMID": "MusicBrainz Album Id",
    "MUSICBRAINZ_ALBUMARTISTID": "MusicBrainz Album Artist Id",
    "MUSICBRAINZ_RELEASETRACKID": "MusicBrainz Release Track Id",
}
# Text encodings' numbers (4.2), their codecs and what ends a text.
ENCODINGS = {"latin1": (0, "latin-1", b"\0"), "utf16": (1, "utf-16", b"\0\0"), "utf8": (3, "utf-8", b"\0")}


def size_bytes(size: int, version: int) -> bytes:
    if version == 3:
        return struct.pack(">I", size)
    return bytes([size >> 21 & 0x7F, size >> 14 & 0x7F, size >> 7 & 0x7F, size & 0x7F])


def id3v2(tags: Pairs, version: int = 4, encoding: str = "utf8") -> bytes:
    number, codec, end = ENCODINGS[encoding]
    texts: dict[str, list[str]] = {}
    for key, value in tags:
        texts.setdefault(key, []).append(str(value))
    frames = b""

    def frame(name: str, body: bytes) -> bytes:
        return name.encode() + size_bytes(len(body), version) + b"\0\0" + body

    for key, values in texts.items():
        text = end.join(value.encode(codec) for value in values)
        if key == "DATE":
            date = values[0]
            if version == 4:
                frames += frame("TDRC", bytes([number]) + text)
            else:
                frames += frame("TYER", bytes([number]) + date[:4].encode(codec))
        elif key == "MUSICBRAINZ_TRACKID":
            frames += frame("UFID", b"http://musicbrainz.org\0" + values[0].encode())
        elif key == "COMMENT":
            frames += frame("COMM", bytes([number]) + b"eng" + "".encode(codec) + end + text)
        elif key in DESCRIBED:
            frames += frame("TXXX", bytes([number]) + DESCRIBED[key].encode(codec) + end + text)
        elif key in FRAMES:
            frames += frame(FRAMES[key], bytes([number]) + text)
    return b"ID3" + bytes([version, 0, 0]) + size_bytes(len(frames) + 64, 4) + frames + bytes(64)


def id3v1(tags: Pairs) -> bytes:
    texts = dict(tags)

    def field(key: str, length: int) -> bytes:
        return str(texts.get(key, "")).encode("latin-1", "replace")[:length].ljust(length, b"\0")

    return (b"TAG" + field("TITLE", 30) + field("ARTIST", 30) + field("ALBUM", 30) + field("DATE", 4)
            + bytes(28) + b"\0" + bytes([int(str(texts.get("TRACKNUMBER", 0))), 255]))


def apev2(tags: Pairs) -> bytes:
    texts: dict[str, list[str]] = {}
    names = {"TRACKNUMBER": "Track", "DISCNUMBER": "Disc", "DATE": "Year", "ALBUMARTIST": "Album Artist"}
    for key, value in tags:
        texts.setdefault(names.get(key, key.capitalize()), []).append(str(value))
    items = b""
    for key, values in texts.items():
        value = "\0".join(values).encode()
        items += struct.pack("<II", len(value), 0) + key.encode() + b"\0" + value
    return items + b"APETAGEX" + struct.pack("<IIII", 2000, len(items) + 32, len(texts), 0) + bytes(8)


def sound_file(template: bytes, ending: str, tags: Pairs, form: Any) -> bytes:
    """The bytes of a file with `tags`, pairs of Vorbis comments' names and texts; `form` is for MP3 alone."""
    if ending == "flac":
        return flac_with_tags(template, tags)
    if ending in ("ogg", "opus"):
        return ogg_with_tags(template, tags)
    if not tags or form == "none":
        return template
    if form == "id3v1":
        return template + id3v1(tags)
    if form == "apev2":
        return template + apev2(tags)
    version, encoding = form
    return id3v2(tags, version, encoding) + template


def stable(text: str) -> int:
    """A number that stands for a text, the same in every run."""
    return zlib.crc32(text.encode("utf-8", "surrogateescape"))
