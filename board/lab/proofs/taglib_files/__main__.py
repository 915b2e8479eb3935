"""The test files of TagLib (Debian's source package) and mutagen (its source on PyPI) in the formats of jukebox-decoder: what the
scan reads of each, beside what TagLib reads, and the length that mutagen finds. Every difference has its reason in this script.

usage: board/lab/run proofs.taglib-files        (downloads 2.7 MB, once)
"""
import pathlib
import shutil
import tarfile

import mutagen
import taglib

from lib import Daemon, Tally, run, wait_for, work_folder
from lib.apt_state import source
from lib.material import CACHE

MUTAGEN = "mutagen==1.47.0"
SUFFIXES = {".m4a", ".m4b", ".mp4", ".3g2", ".aac", ".wma", ".asf", ".ape", ".wv", ".mpc", ".tta", ".dsf", ".dff", ".ac3", ".eac3"}
NAMES = {"TITLE": "Title", "ARTIST": "Artist", "ALBUM": "Album", "ALBUMARTIST": "AlbumArtist", "GENRE": "Genre", "DATE": "Date",
         "TRACKNUMBER": "Track", "DISCNUMBER": "Disc", "COMPOSER": "Composer"}

# Files that are not listed, though TagLib opens them.
REFUSED = {
    "mutagen adif.aac": "AAC with one head for the whole: libavformat has no demuxer for it",
    "mutagen 64bit.mp4": "no track in it", "taglib 64bit.mp4": "no track in it",
    "mutagen no-tags.3g2": "not a name of music", "taglib no-tags.3g2": "not a name of music",
    "mutagen sv4_header.mpc": "Musepack SV4", "taglib sv4_header.mpc": "Musepack SV4",
    "mutagen sv5_header.mpc": "Musepack SV5", "taglib sv5_header.mpc": "Musepack SV5",
    "mutagen almostempty.mpc": "neither a head nor sound", "taglib infloop.mpc": "no head of Musepack", "taglib segfault2.mpc": "no head of Musepack",
    "taglib longloop.ape": "a head of 50,688 channels", "taglib zerodiv.ape": "a head of 8,192 channels at 0 Hz",
}
# Differences of one field.
DIFFERENT = {
    ("taglib ilst-is-last.m4a", "Genre"): "TagLib has an empty genre",
    ("taglib infloop.m4a", "Genre"): "TagLib ends before an item whose size is wrong",
    ("taglib infloop.m4a", "length"): "the edit list leaves out the encoder's padding; mutagen has the length of the track with it",
    ("taglib mac-399-id3v2.ape", "Title"): "TagLib reads no ID3 before Monkey's Audio",
    ("taglib mac-399-id3v2.ape", "Artist"): "as its title", ("taglib mac-399-id3v2.ape", "Album"): "as its title",
    ("mutagen with-id3.dsf", "length"): "no sound in it",
}


def sources():
    """The archives of both, from the cache."""
    folder = CACHE / "sources"
    folder.mkdir(parents=True, exist_ok=True)
    if not list(folder.glob("mutagen-*.tar.gz")):
        run("pip", "download", "-q", "--no-deps", "--no-binary", ":all:", MUTAGEN, cwd=folder)
    return [("mutagen", next(folder.glob("mutagen-*.tar.gz"))), ("taglib", source("taglib"))]


def unpack(music):
    """The files of both in the folder, each with the name of its project before its own."""
    for project, archive in sources():
        with tarfile.open(archive) as tar:
            for member in tar:
                path = pathlib.PurePath(member.name)
                if member.isfile() and "data" in path.parts and path.suffix in SUFFIXES:
                    with tar.extractfile(member) as data, open(music / f"{project} {path.name}", "wb") as out:
                        shutil.copyfileobj(data, out)


def scanned(music):
    """By its name, each listed file's values by their tags."""
    with Daemon("--music", str(music), "--mount-root", "off", "--output", "null", "--autoplay", "off") as daemon:
        client = daemon.start().connect()
        client.command("tagtypes all")
        wait_for("the scan", lambda: client.songs("listall") and not client.is_scanning())
        files, current = {}, None
        for line in client.command("lsinfo"):
            key, value = line.split(": ", 1)
            if key in ("file", "directory", "playlist"):
                current = files.setdefault(value, {}) if key == "file" else {}
            current.setdefault(key, []).append(value)
        daemon.stop()
    return files


def others(path):
    """The tags by TagLib and the length by mutagen; None where they do not open it."""
    try:
        file = taglib.File(str(path))
        tags = {name: file.tags.get(key, []) for key, name in NAMES.items()}
    except OSError:
        tags = None
    try:
        length = getattr(mutagen.File(path).info, "length", None)
    # Whatever a broken file brings about in there.
    except Exception:  # pylint: disable=broad-exception-caught
        length = None
    return tags, length


def plain(name, value):
    """A number without what it is of, and without zeros before it."""
    return value.split("/")[0].lstrip("0") if name in ("Track", "Disc") else value


def prove(tally, music):
    unpack(music)
    files = scanned(music)
    names = sorted(path.name for path in music.iterdir() if path.suffix in SUFFIXES)
    tally.check(len(names) >= 70, "the files are there", len(names))
    fields = lengths = 0
    used = set()
    for name in names:
        tags, length = others(music / name)
        file = files.get(name)
        if file is None:
            used.add(name)
            if tags is not None or name in REFUSED:
                tally.check(name in REFUSED, f"{name} is listed, as TagLib opens it", "it is not")
                print(f"{name:32} not listed: {REFUSED.get(name)}")
            continue
        stem = name.rsplit(".", 1)[0]
        for field in NAMES.values() if tags is not None else ():
            read = file.get(field, [])
            # A song without a title has the name of its file.
            read = [] if field == "Title" and not tags[field] and read in ([stem], [stem.replace("_", " ")]) else read
            theirs = [plain(field, value) for value in tags[field]]
            fields += 1
            if theirs != read:
                used.add((name, field))
                tally.check((name, field) in DIFFERENT, f"{name}: {field} as TagLib's", f"{theirs}, read {read}")
                print(f"{name:32} {field}: {read}, TagLib {theirs}: {DIFFERENT.get((name, field))}")
            else:
                tally.passed += 1
        if length:
            own = float(file.get("duration", ["0"])[0])
            lengths += 1
            if abs(own - length) > 0.03:
                used.add((name, "length"))
                tally.check((name, "length") in DIFFERENT, f"{name}: as long as mutagen finds", f"{length}, read {own}")
                print(f"{name:32} length: {own}, mutagen {length:.3f}: {DIFFERENT.get((name, 'length'))}")
            else:
                tally.passed += 1
    stale = [one for one in [*REFUSED, *DIFFERENT] if one not in used and not (isinstance(one, tuple) and one[1] == "length")]
    tally.check(not stale, "each reason has its file", stale)
    print(f"{len(names)} files, {len(files)} listed, {fields} fields, {lengths} lengths")


def main():
    tally = Tally()
    with work_folder() as work:
        prove(tally, work)
    tally.close()


main()
