"""Short sounds are tagged by many programs, in every version and encoding that they write; what jukeboxd reads of each
is compared with what was written, field by field.

usage: board/lab/run proofs.tagged-files [FOLDER]      (keeps the files in FOLDER)
"""
import pathlib
import sqlite3
import sys

from lib import Daemon, Tally, quoted, wait_for, work_folder

from . import taggers

# Keys of `lsinfo` beside a file's tags.
FACTS = {"file", "Last-Modified", "Added", "Format", "Time", "duration"}
COLUMNS = ("track_total", "disc_total", "compilation", "track_gain", "album_gain", "track_peak", "album_peak")
FORMATS = {"mp3": "44100:f:2", "flac": "44100:16:2", "ogg": "44100:f:2", "opus": "48000:f:2",
           "m4a": "44100:f:2", "wma": "44100:f:2", "wv": "44100:16:2", "ape": "44100:16:2"}


def listing(client):
    """By its name, each file's pairs, with all values of a name."""
    files, current = {}, None
    for line in client.command("lsinfo"):
        key, value = line.split(": ", 1)
        if key == "file":
            current = files.setdefault(value, {})
        if key == "directory":
            current = {}
        current.setdefault(key, []).append(value)
    return files


def with_comment(client, files):
    """Adds the comments, which `lsinfo` doesn't tell: they can only be looked for."""
    for text in {text for _, _, expected in files for text in expected["tags"].get("Comment", [])}:
        for song in client.songs(f"find Comment {quoted(text)}"):
            yield song["file"], text


def picture(client, name):
    """The whole picture of a song, in parts as clients ask for it; nothing where it has none."""
    whole = b""
    while True:
        keys, part = client.picture(f"readpicture {quoted(name)} {len(whole)}")
        whole += part
        if not part or len(whole) >= int(keys["size"]):
            return whole


def chapters(client, name):
    return client.groups(f"chapters {quoted(name)}", "chapter")


def comments(client, name):
    return {(key.upper(), value) for key, value in
            (line.split(": ", 1) for line in client.command(f"readcomments {quoted(name)}"))}


def differences(expected, file, row, found, image, said):
    """The differences between what was written and what is read: (field, written, read), and how many fields were compared."""
    odd, fields = [], 0

    def compare(field, written, read):
        nonlocal fields
        fields += 1
        if written != read:
            odd.append((field, written, read))

    written = expected["tags"]
    for name in sorted(written):
        read = file.get(name, [])
        if written[name] is None:
            continue
        # A set: in any order.
        compare(name, written[name], set(read) if isinstance(written[name], set) else read)
    for name in sorted(set(file) - set(written) - FACTS):
        compare(name, None, file[name])
    columns = expected.get("columns", {})
    for name in COLUMNS:
        value = row[name]
        if name in expected.get("has", ()):
            compare(name, True, isinstance(value, float) and abs(value) < 60)
        else:
            compare(name, columns.get(name), round(value, 6) if isinstance(value, float) else value)
    compare("chapters", expected.get("chapters", []), [(one["time"], one.get("title")) for one in found])
    if "ends" in expected:
        compare("ends of chapters", expected["ends"], [one["end"] for one in found])
    if "performers" in expected:
        compare("performers of chapters", expected["performers"], [one.get("performer") for one in found])
    if expected.get("comments"):
        # Names that `readcomments` alone reports.
        compare("readcomments", [], sorted((key, value) for key, value in taggers.pairs()
                                           if key.replace("_", "").isalpha() and (key, value) not in said))
    compare("picture", taggers.M.cover.read_bytes() if expected.get("picture") else b"", image)
    return odd, fields


def facts(tally, music, name, file, row, expected):
    """The file's own facts: what it is, how long, how large, how old."""
    status = (music / name).stat()
    tally.check(file["Format"] == [FORMATS[name.rsplit(".")[-1]]], f"{name}: format", file["Format"])
    estimated = expected.get("estimated", False)
    tally.check(row["duration_estimated"] == estimated, f"{name}: whether its length is a guess", row["duration_estimated"])
    duration = float(file["duration"][0])
    tally.check(abs(duration - 1) < (0.1 if estimated else 0.0005), f"{name}: 1 s long", duration)
    tally.check((row["size"], row["mtime_ns"]) == (status.st_size, status.st_mtime_ns), f"{name}: size and time",
                (row["size"], row["mtime_ns"]))
    tally.check(row["bits"] == (16 if name.endswith((".flac", ".wv", ".ape")) else None), f"{name}: bits", row["bits"])
    tally.check(4000 < row["bit_rate"] < 1_000_000, f"{name}: bit rate", row["bit_rate"])


def rows(music):
    with sqlite3.connect(f"file:{music}/.jukebox/library.sqlite?mode=ro", uri=True) as database:
        database.row_factory = sqlite3.Row
        return {bytes(row["name"]).decode(): row for row in database.execute("SELECT * FROM tracks WHERE state = 0")}


def shown(value):
    text = repr(value)
    return text if len(text) < 200 else f"{text[:200]}… ({len(value)})"


def prove(tally, work, music):
    made = taggers.make_all(taggers.Material(work), music)
    with Daemon("--music", str(music), "--mount-root", "off", "--output", "null", "--autoplay", "off") as daemon:
        client = daemon.start().connect()
        client.command("tagtypes all")
        wait_for("the scan", lambda: client.knows("", len(made)) and not client.is_scanning())
        files = listing(client)
        for name, text in with_comment(client, made):
            files[name].setdefault("Comment", []).append(text)
        found = {name: chapters(client, name) for name, _, _ in made}
        said = {name: comments(client, name) for name, _, _ in made}
        images = {name: picture(client, name) for name, _, _ in made}
        tally.check(daemon.stop() == 0, "jukeboxd ends in order")
        kept = rows(music)
    programs = {}
    for name, program, expected in made:
        odd, fields = differences(expected, files[name], kept[name], found[name], images[name], said[name])
        for field, written, read in odd:
            tally.check(False, f"{name}: {field}", f"written {shown(written)}, read {shown(read)}")
        tally.passed += fields - len(odd)
        facts(tally, music, name, files[name], kept[name], expected)
        count, sum_of_fields = programs.get(program, (0, 0))
        programs[program] = (count + 1, sum_of_fields + fields)
    # A wrong reading must be found: one field after the other of a file is changed.
    name, _, expected = made[0]
    for field in sorted(expected["tags"]):
        wrong = dict(expected, tags=dict(expected["tags"], **{field: ["never written"]}))
        odd, _ = differences(wrong, files[name], kept[name], found[name], images[name], said[name])
        tally.check([one[0] for one in odd] == [field], f"a wrong {field} is found", odd)
    for program, (count, fields) in sorted(programs.items()):
        print(f"{program:14} {count:3} files {fields:5} fields")


def main():
    tally = Tally()
    with work_folder() as work:
        music = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else work / "music"
        music.mkdir(parents=True, exist_ok=True)
        prove(tally, work, music)
    tally.close()


main()
