"""Tags are written into files of every format, and files go to the trash, through kills and with hostile content.

Formats: a song of each gets tags, other programs read them (ffprobe, mutagen, metaflac), `undo` restores the file byte for
byte; the decoded sound is the same after both. Kept: songs whose tags have what few programs know, written by mutagen, metaflac
and, where they are installed, AtomicParsley, eyeD3, id3v2 and kid3-cli: each other frame, item, atom and comment has the same
bytes after an edit, numbers keep their totals, an emptied tag is gone from every tag, owner, permissions and attributes stay.
Hostile: values and keys that no file stores are refused; files with 10,000 comments, a comment of 4 MB, NUL, invalid UTF-8 or
cut tags are tagged rightly or refused with a reason, and the daemon lives. Order: by strace, the copy is flushed before its
rename and the folder after it. Kills: kill -9 of the daemon at random moments of `tag`, `remove` and `trash restore`, and of
the tagger alone. After each: the file is the old or the new one, in its place or in the trash, its sound is the same; after the
restart nothing half is left, the song is in the library, and its rating is there.

usage: board/lab/run proofs.file-edits [--quick | KILLS [SEED]]      (default 100 kills, a random seed, which is printed)
"""
import collections
import hashlib
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

from lib import ROOT, Ack, Daemon, Tally, quoted, wait_for, work_folder

QUICK = "--quick" in sys.argv
WORDS = [word for word in sys.argv[1:] if word != "--quick"]
KILLS = int(WORDS[0]) if WORDS else 3 if QUICK else 100
SEED = int(WORDS[1]) if len(WORDS) > 1 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
FIGURES = collections.Counter()
TITLE, ARTIST = "Nëu 日本 #1", "Wer & Co"


def run(*words, **more):
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **more)


def sound(path):
    """A digest of the decoded sound, whatever the tags."""
    done = run("ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-f", "s32le", "-")
    if not done.stdout:
        raise SystemExit(f"ffmpeg decodes nothing of {path}: {done.stderr.decode()[-300:]}")
    return hashlib.sha256(done.stdout).hexdigest()


def make_songs(folder):
    """A song of each format that has tags, with some in it."""
    wave = folder.parent / "sound.wav"
    run("sox", "-q", "-R", "-D", "-r", "48000", "-n", "-b", "16", "-c", "2", wave, "synth", "3", "pluck", "220", "gain", "-6")
    tags = [word for key, value in (("title", "Before"), ("artist", "Someone"), ("album", "Kept")) for word in ("-metadata", f"{key}={value}")]
    codecs = {"mp3": "libmp3lame", "flac": "flac", "ogg": "libvorbis", "opus": "libopus", "m4a": "aac", "wma": "wmav2", "wv": "wavpack",
              "aiff": "pcm_s16be", "wav": "pcm_s16le"}
    for ending, codec in codecs.items():
        more = ["-write_id3v2", "1"] if ending in ("aiff", "wav") else []
        run("ffmpeg", "-v", "error", "-nostdin", "-y", "-i", wave, "-c:a", codec, *tags, *more, folder / f"song.{ending}")
    run("ffmpeg", "-v", "error", "-nostdin", "-y", "-i", wave, "-c:a", "alac", *tags, "-movflags", "+faststart", folder / "front.m4a")
    # With tags, FFmpeg gives it an APE tag.
    run("ffmpeg", "-v", "error", "-nostdin", "-y", "-i", wave, "-map_metadata", "-1", "-fflags", "+bitexact", "-c:a", "tta", folder / "song.tta")
    run("flac", "--silent", "--ogg", "-T", "TITLE=Before", "-T", "ARTIST=Someone", "-o", folder / "song.oga", wave)
    for name in ("coded/muse.mpc", "coded/book.m4b", "tags/full-v23.mp3", "tags/huge-picture.mp3", "tags/full.ogg"):
        shutil.copy(ROOT / "Fixtures" / name, folder)


def read_by_others(path, tally):
    """The title and artist as other programs read them."""
    import mutagen
    shown = run("ffprobe", "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default=nk=0:nw=1", path).stdout.decode()
    found = {line.split("=", 1)[0].lower().removeprefix("tag:"): line.split("=", 1)[1] for line in shown.splitlines() if "=" in line}
    tally.check((found.get("title"), found.get("artist")) == (TITLE, ARTIST), f"ffprobe reads the tags of {path.name}", shown)
    texts = []
    tags = mutagen.File(path).tags or {}
    for value in tags.values():
        texts += [str(each) for each in (value if isinstance(value, list) else getattr(value, "text", None) or [value])]
    tally.check(TITLE in texts and ARTIST in texts, f"mutagen reads the tags of {path.name}", texts[:20])
    if path.suffix == ".flac":
        shown = run("metaflac", "--show-tag=TITLE", "--show-tag=ARTIST", "--no-utf8-convert", path).stdout.decode()
        tally.check(f"TITLE={TITLE}" in shown and f"ARTIST={ARTIST}" in shown, "metaflac reads the tags", shown)
        tally.check(run("flac", "-ts", path).returncode == 0, "flac tests the file", "")


def every_format(client, folder, tally):
    for path in sorted(folder.iterdir()):
        if not path.is_file():
            continue
        before, content = sound(path), path.read_bytes()
        former = client.songs(f"lsinfo {quoted(path.name)}")[0].get("Title")
        begin = time.monotonic()
        try:
            client.command(f"tag {quoted(path.name)} title {quoted(TITLE)} artist {quoted(ARTIST)} track 7")
        except Ack as ack:
            tally.check(False, f"{path.name} gets tags", ack)
            continue
        FIGURES["milliseconds"] += round((time.monotonic() - begin) * 1000)
        FIGURES["formats"] += 1
        song = client.songs(f"lsinfo {quoted(path.name)}")[0]
        tally.check((song.get("Title"), song.get("Artist"), song.get("Track")) == (TITLE, ARTIST, "7"),
                    f"the library has the tags of {path.name} at once", song)
        tally.check(sound(path) == before, f"the sound of {path.name} is the same", "")
        read_by_others(path, tally)
        client.command(f"tag undo {quoted(path.name)}")
        song = client.songs(f"lsinfo {quoted(path.name)}")[0]
        tally.check(song.get("Title") == former, f"undo restores the title of {path.name}", (song.get("Title"), former))
        tally.check(path.read_bytes() == content, f"undo restores the bytes of {path.name}", "")


# Not asked for.

def odd_frames():
    """ID3v2 frames that TagLib or this jukebox does not know, or writes otherwise."""
    from mutagen import id3
    picture = b"\xff\xd8\xff\xe0" + RANDOM.randbytes(20_000)
    return [
        id3.TIT2(3, "Before"), id3.TPE1(3, ["A", "B"]), id3.TALB(3, "Old album"), id3.TRCK(3, "3/12"), id3.TPOS(3, "1/2"),
        id3.RVA2("track", 1, -3.5, 0.9), id3.TSST(3, "Part"), id3.TPRO(3, "2020 me"), id3.TMOO(3, "calm"), id3.TDRL(3, "2001-02-03"),
        id3.PRIV("own", b"\0\xff\xe0\0"), id3.GEOB(3, "application/x", "f", "d", b"\xff\xfbabc"), id3.UFID("http://example.org", b"id"),
        id3.SYLT(3, "eng", 2, 1, "d", [("a", 1), ("b", 200)]), id3.USLT(3, "eng", "", "Words"), id3.USLT(3, "deu", "", "Worte"),
        id3.POPM("me@example.org", 200, 7), id3.PCNT(9), id3.APIC(0, "image/jpeg", 3, "front", picture),
        id3.APIC(0, "image/jpeg", 4, "back", picture[:5000]), id3.TXXX(3, "MOOD", "x"), id3.COMM(3, "eng", "iTunNORM", " 0001"),
        id3.WXXX(3, "u", "http://example.org"), id3.MCDI(b"abc"), id3.ETCO(1, [(1, 2)]), id3.CTOC("t", 3, ["c1"], [id3.TIT2(3, "toc")]),
        id3.CHAP("c1", 0, 1000, 0xFFFFFFFF, 0xFFFFFFFF, [id3.TIT2(3, "One")]), id3.TIPL(3, [["producer", "P"]]),
        id3.TMCL(3, [["guitar", "G"]]), id3.TDRC(3, "1999-05-06"), id3.TDOR(3, "1970-01-02"), id3.EQU2(1, "e", [(1, 1.0)]), id3.SEEK(1),
        id3.OWNE(0, "p", "20200101", "s"), id3.SIGN(1, b"x"), id3.MVIN(3, "1/3"), id3.GRP1(3, "g"),
    ]


def odd_songs(songs, folder):
    """Songs whose tags have more in them than what is edited."""
    import mutagen
    from mutagen import apev2, asf, flac, id3, mp4
    picture = b"\xff\xd8\xff\xe0" + RANDOM.randbytes(20_000)

    def copy(source, name):
        shutil.copy(songs / source, folder / name)
        return folder / name
    for version in (3, 4):
        tag = id3.ID3()
        for frame in odd_frames():
            tag.add(frame)
        tag.save(copy("song.mp3", f"v{version}.mp3"), v2_version=version, v1=2)
    tag = apev2.APEv2()
    tag["Title"], tag["Album"], tag["Track"] = "Before", "Old album", "3/12"
    tag["Cover Art (Front)"] = apev2.APEBinaryValue(b"f.jpg\0" + picture, 1)
    tag["Locator"] = apev2.APEExtValue("http://example.org")
    # ID3v1 in front of APE, where many programs do not look for it.
    path = folder / "v1-first.mp3"
    tag.save(path)
    path.write_bytes((folder / "v3.mp3").read_bytes() + path.read_bytes())
    for name in ("song.wv", "song.tta"):
        tag.save(copy(name, f"odd-{name}"))
    file = flac.FLAC(copy("song.flac", "odd.flac"))
    file["title"], file["album"], file["tracknumber"], file["oddKey"] = "Before", "Old album", "3/12", "v"
    for kind in (3, 4):
        cover = flac.Picture()
        cover.data, cover.type, cover.mime = picture, kind, "image/jpeg"
        file.add_picture(cover)
    file.save()
    sheet = folder.parent / "odd.cue"
    sheet.write_text('FILE "odd.flac" WAVE\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  INDEX 01 00:01:00\n')
    run("metaflac", f"--import-cuesheet-from={sheet}", "--add-seekpoint=10x", folder / "odd.flac")
    for name in ("song.ogg", "song.opus"):
        file = mutagen.File(copy(name, f"odd-{name}"))
        file["album"], file["tracknumber"] = "Old album", "3/12"
        file["metadata_block_picture"] = "A" * 150_000
        file.save()
    file = mp4.MP4(copy("song.m4a", "odd.m4a"))
    file["\xa9alb"], file["trkn"], file["disk"], file["stik"], file["pgap"] = "Old album", [(3, 12)], [(1, 2)], [2], True
    file["----:com.apple.iTunes:NARRATOR"], file["----:org.example:bytes"] = [b"N"], [mp4.MP4FreeForm(b"\0\1\2", 0)]
    file["covr"], file["plID"], file["desc"] = [mp4.MP4Cover(picture, 13), mp4.MP4Cover(picture[:900], 14)], [5], "D"
    file.save()
    file = asf.ASF(copy("song.wma", "odd.wma"))
    file["Author"], file["WM/AlbumTitle"], file["WM/TrackNumber"], file["Odd"] = ["A", "B"], "Old album", "3/12", asf.ASFByteArrayAttribute(b"xyz")
    file["q"] = asf.ASFQWordAttribute(7, language=1, stream=1)
    file.save()
    for name in ("song.wav", "song.aiff"):
        file = mutagen.File(copy(name, f"odd-{name}"))
        if file.tags is None:
            file.add_tags()
        for frame in odd_frames():
            file.tags.add(frame)
        file.save()
    for words in (["AtomicParsley", copy("song.m4a", "parsley.m4a"), "--album", "Old album", "--stik", "Audiobook", "--bpm", "99", "--overWrite"],
                  ["eyeD3", "-Q", "-A", "Old album", "-n", "3", "-N", "12", "--add-popularity", "x@y:200:3", "--to-v2.3", copy("song.mp3", "eye.mp3")],
                  ["id3v2", "-A", "Old album", "-T", "3/12", "--TSST", "sub", copy("song.mp3", "id3v2.mp3")],
                  ["kid3-cli", "-c", "set album 'Old album' 2", "-c", "set rating 5 2", copy("song.mp3", "kid.mp3")]):
        if shutil.which(words[0]):
            run(*words)


def fields(path):
    """The tags of a file that mutagen reads, but what is edited, as text."""
    import mutagen
    from mutagen import id3
    edited = {"TALB", "TRCK", "album", "tracknumber", "track", "\xa9alb", "trkn", "wm/albumtitle", "wm/tracknumber"}
    tags = id3.ID3(path, translate=False) if path.suffix == ".mp3" else mutagen.File(path).tags or {}
    return {key: repr(tags[key]) for key in tags.keys() if key.lower() not in edited and key not in edited}


def has_total(path):
    """Whether mutagen reads a track's number with its total."""
    import mutagen
    from mutagen import id3
    tags = id3.ID3(path) if path.suffix == ".mp3" else mutagen.File(path).tags or {}
    return any(key in tags and "12" in str(tags[key]) for key in ("TRCK", "tracknumber", "trkn", "Track", "WM/TrackNumber"))


def kept(client, folder, tally):
    """An edit replaces what was asked for, and nothing else."""
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        name, content, others, digest = quoted(path.name), path.read_bytes(), fields(path), sound(path)
        path.chmod(0o640)
        if hasattr(os, "setxattr"):
            os.setxattr(path, "user.note", b"kept")
        if os.geteuid() == 0:
            os.chown(path, 1234, 2345)
        before, total = path.stat(), has_total(path)
        for words in ("track 4", 'album ""'):
            try:
                client.command(f"tag {name} {words}")
            except Ack as ack:
                tally.check(False, f"{path.name} takes {words}", ack)
                continue
            FIGURES["edits beside odd fields"] += 1
            now = path.stat()
            tally.check(fields(path) == others, f"{words}: the other fields of {path.name} stay",
                        {key: (value[:60], fields(path).get(key, "")[:60]) for key, value in others.items() if fields(path).get(key) != value})
            tally.check(sound(path) == digest, f"{words}: the sound of {path.name} stays", "")
            tally.check((now.st_mode, now.st_uid, now.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
                        and os.getxattr(path, "user.note") == b"kept", f"{words}: owner, permissions and attributes of {path.name} stay", now)
            tally.check(now.st_mtime > before.st_mtime, f"{words}: the time of {path.name} is that of the edit", now)
            song = client.songs(f"lsinfo {name}")[0]
            if words == "track 4":
                tally.check(has_total(path) == total and song.get("Track", "").startswith("4"), f"the number of {path.name} keeps its total", song)
            else:
                tally.check("Album" not in song and b"Old album" not in path.read_bytes(), f"the album of {path.name} is gone from all tags", song)
            client.command(f"tag undo {name}")
            tally.check(path.read_bytes() == content, f"{words}: undo restores the bytes of {path.name}", "")


# Hostile.

def flac_with(source, comments):
    """A FLAC file with these comments, as bytes."""
    body = struct.pack("<I", 1) + b"x" + struct.pack("<I", len(comments))
    body += b"".join(struct.pack("<I", len(comment)) + comment for comment in comments)
    place, last = 4, 0
    while not last:
        last = source[place] & 0x80
        place += 4 + int.from_bytes(source[place + 1:place + 4], "big")
    return source[:4] + bytes([0]) + source[5:42] + b"\x84" + len(body).to_bytes(3, "big") + body + source[place:]


def hostile_files(folder, songs):
    source = (songs / "song.flac").read_bytes()
    (folder / "many.flac").write_bytes(flac_with(source, [f"KEY{number}=value".encode() for number in range(10_000)]))
    (folder / "long.flac").write_bytes(flac_with(source, [b"TITLE=" + b"x" * 4_000_000]))
    (folder / "bytes.flac").write_bytes(flac_with(source, [b"TITLE=a\0b", b"ARTIST=\xff\xfe\x80", b"=none", b"no equals", b"\0=\0", b"\xc3=x"]))
    mp3 = (songs / "song.mp3").read_bytes()
    size = 10 + int.from_bytes(bytes(mp3[6:10]), "big")
    (folder / "lying.mp3").write_bytes(mp3[:6] + b"\x7f\x7f\x7f\x7f" + mp3[10:])
    (folder / "frames.mp3").write_bytes(b"ID3\x04\0\0\0\0\x07\x76" + (b"TIT2\x7f\x7f\x7f\x7f\0\0\x03x" * 90)[:1014] + mp3[size:])
    (folder / "cut.m4a").write_bytes((songs / "song.m4a").read_bytes()[:-3000])
    (folder / "cut.flac").write_bytes(source[:len(source) // 2])
    (folder / "cut.ogg").write_bytes((songs / "song.ogg").read_bytes()[:-700])
    for name in ("song.ogg", "song.m4a", "song.wma", "song.wv", "song.wav", "song.aiff", "song.opus", "song.tta"):
        whole = bytearray((songs / name).read_bytes())
        for _ in range(1 if QUICK else 6):
            spoilt = bytearray(whole)
            for _ in range(8):
                # In the headers and tags, mostly.
                spoilt[RANDOM.randrange(min(len(spoilt), 4096))] = RANDOM.randrange(256)
            (folder / f"spoilt-{RANDOM.randrange(1 << 30)}{pathlib.Path(name).suffix}").write_bytes(spoilt)


def hostile(daemon, client, folder, tally):
    for value, key in (("x" * 9000, "bad-tag"), ("a\x01b", "bad-tag"), ("a\x7f", "bad-tag")):
        refusal = client.refusal(f"tag song.flac title {quoted(value)}")
        tally.check(f"[{key}" in refusal, "a value that no tag has is refused with its key", (value[:20], refusal))
    for words in ("a=b x", '"" x', "ä x", "METADATA_BLOCK_PICTURE x", "title a artist"):
        tally.check(client.refusal(f"tag song.flac {words}"), "a key that no tag has is refused", words)
    for line in (b"tag song.flac title \xff\xfe\n", b"tag song.flac title \"a\0b\"\n", b"tag song.flac" + b" k v" * 5000 + b"\n"):
        other = daemon.connect()
        other.errors = "replace"
        other.file.write(line)
        other.file.flush()
        answer = other.file.readline()
        tally.check(answer.startswith(b"ACK") or answer == b"", "bytes that are no text are refused", answer)
        other.close()
    for path in sorted((folder / "hostile").iterdir()):
        before = path.read_bytes()
        decodes = run("ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-f", "s32le", "-").stdout
        try:
            client.command(f"tag {quoted('hostile/' + path.name)} title {quoted(TITLE)}")
            FIGURES["hostile files tagged"] += 1
            song = client.songs(f"lsinfo {quoted('hostile/' + path.name)}")[0]
            tally.check(song.get("Title") == TITLE, f"a hostile file is tagged rightly: {path.name}", song)
            after = run("ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-f", "s32le", "-").stdout
            if decodes and not tally.check(after == decodes, f"the sound of a hostile file is the same: {path.name}", (len(after), len(decodes))):
                shutil.copy(path, f"/tmp/{path.name}.after")
                pathlib.Path(f"/tmp/{path.name}").write_bytes(before)
        except Ack as ack:
            FIGURES["hostile files refused"] += 1
            tally.check(re.search(r"\[(not-tagged|not-found|no-such-song)", str(ack)) is not None, f"a hostile file is refused with a reason: {path.name}", ack)
            tally.check(path.read_bytes() == before, f"a refused file is as it was: {path.name}", "")
    tally.check(client.command("ping") == [], "the daemon lives")


def order(folder, count, tally):
    """The order of writes to the storage: before the rename, and after it."""
    with Daemon("--config", str(folder.parent / "box.ini"), "--output", "null", "--autoplay", "off") as daemon:
        trace = folder.parent / "trace"
        daemon.prefix = ["strace", "-D", "-f", "-y", "-q", "-o", str(trace), "-e", "trace=fsync,fdatasync,renameat,renameat2,rename"]
        client = daemon.start().connect()
        wait_for("the scan", lambda: client.knows("", count))
        for line, new, part in ((f"tag song.flac title {quoted(TITLE)}", "song.flac", "tags.part"), ("remove song.ogg", "trash", None)):
            size = trace.stat().st_size
            client.command(line)
            calls = trace.read_text(errors="replace")[size:].splitlines()
            renames = [place for place, call in enumerate(calls) if "rename" in call and f'"{new if new != "trash" else "song.ogg"}"' in call]
            if not tally.check(len(renames) == 1, f"{line.split()[0]} renames once", calls):
                continue
            at = renames[0]
            if part:
                tally.check(any("fsync" in call and part in call for call in calls[:at]), "the copy is flushed before its rename", calls)
            tally.check(any("fsync" in call and str(folder) in call and "sqlite" not in call for call in calls[at:]),
                        "the folder is flushed after the rename", calls[at:])
        client.command("trash restore song.ogg")
        client.command("tag undo song.flac")
        daemon.stop()


# Kills.

class Song:
    def __init__(self, path):
        self.path = path
        self.digest = sound(path)
        self.titles = set()
        self.rating = None


def connected(daemon):
    """A client of a daemon that was started after a kill: a child of the killed one may hold its socket for a moment."""
    daemon.start()

    def attempt():
        try:
            return daemon.connect()
        except ConnectionError:
            return None
    return wait_for("the daemon", attempt, 20)


def in_trash(folder, name):
    return list((folder / ".jukebox/trash").glob(f"*/{name}"))


def kills(folder, songs, tally):
    """Kills the daemon, or the tagger, at random moments."""
    names = ["song.flac", "song.mp3", "song.ogg", "song.m4a", "song.wav", "song.opus", "song.wv"]
    known = {name: Song(songs / name) for name in names}
    span = collections.defaultdict(lambda: 0.03)
    (folder.parent / "daemon").mkdir()
    for number in range(KILLS):
        name = RANDOM.choice(names)
        song = known[name]
        removed = bool(in_trash(folder, name))
        kind = "restore" if removed else RANDOM.choice(["tag", "tag", "remove"])
        title = f"Title {number} " + "long " * RANDOM.choice([0, 0, 500])
        line = {"restore": f"trash restore {name}", "remove": f"remove {name}", "tag": f"tag {name} title {quoted(title.strip())}"}[kind]
        with Daemon("--config", str(folder.parent / "box.ini"), "--output", "null", "--autoplay", "off",
                    folder=folder.parent / "daemon") as daemon:
            client = connected(daemon)
            if not removed:
                wait_for("the song", lambda: client.knows(name, 1))
                client.command(f"rate {name} {number % 11}")
            before = client.songs(f"lsinfo {name}")[0].get("Title") if not removed else None
            begin = time.monotonic()
            client.send(line)
            time.sleep(RANDOM.random() * span[kind] * 1.2)
            daemon.kill()
            acknowledged = False
            try:
                client.lines()
                acknowledged = True
            except (ConnectionError, OSError):
                FIGURES[f"{kind} cut"] += 1
            span[kind] = max(0.01, 0.8 * span[kind] + 0.2 * ((time.monotonic() - begin) if acknowledged else span[kind] * 1.3))
            there, trashed = (folder / name).exists(), in_trash(folder, name)
            tally.check(there != bool(trashed) and len(trashed) <= 1, f"{kind}: the file is in one place", (there, trashed))
            file = folder / name if there else trashed[0]
            tally.check(sound(file) == song.digest, f"{kind} {name}: the sound is the same", line)
            if acknowledged:
                tally.check(there == (kind != "remove"), f"{kind}: what was answered is so", (there, trashed))
        with Daemon("--config", str(folder.parent / "box.ini"), "--output", "null", "--autoplay", "off",
                    folder=folder.parent / "daemon") as daemon:
            client = connected(daemon)
            wait_for("nothing half", lambda: not list((folder / ".jukebox").glob("*.part")), 10)
            if there:
                wait_for("the song", lambda: client.knows(name, 1))
                wait_for("the scan", lambda: not client.is_scanning())
                found = client.songs(f"lsinfo {name}")[0].get("Title")
                if kind == "tag":
                    tally.check(found == title.strip() or (found == before and not acknowledged), "the title is the old or the new one",
                                (before, title[:30], found, acknowledged))
                    if found == title.strip():
                        FIGURES["tags written"] += 1
                        client.command(f"tag undo {name}")
                        again = client.songs(f"lsinfo {name}")[0].get("Title")
                        tally.check(again == before, "undo knows the former title after a kill", (again, before))
                rating = client.pairs(f"personal {name}").get("rating")
                if kind != "restore":
                    song.rating = str(number % 11)
                tally.check(song.rating in (None, rating), f"{kind}: the rating is there", (rating, song.rating))
            elif kind == "remove":
                song.rating = str(number % 11)
                tally.check(any(line == f"file: {name}" for line in client.command("trash list")), "the trash lists it", "")
            daemon.stop()
    shutil.rmtree(folder.parent / "daemon", ignore_errors=True)


def tagger_killed(daemon, client, folder, tally):
    """Ends the tagger alone."""
    big = folder / "big.flac"
    run("sox", "-q", "-R", "-r", "44100", "-n", "-b", "16", "-c", "2", big, "synth", "20" if QUICK else "120", "whitenoise", "gain", "-20")
    client.command("update big.flac")
    wait_for("the song", lambda: client.knows("big.flac", 1))
    before = big.read_bytes()
    ended = 0
    for _ in range(3 if QUICK else 20):
        client.send('tag big.flac title "' + "x" * 8000 + '"')
        until = time.monotonic() + 2
        while time.monotonic() < until and not ended:
            for process in pathlib.Path("/proc").iterdir():
                try:
                    if process.name.isdigit() and (process / "comm").read_text().startswith("jukebox-tagger") \
                            and (process / "stat").read_text().rsplit(")", 1)[1].split()[1] == str(daemon.process.pid):
                        os.kill(int(process.name), signal.SIGKILL)
                        ended += 1
                        break
                except OSError:
                    continue
        try:
            client.lines()
            client.command("tag undo big.flac")
            before = big.read_bytes()
        except Ack as ack:
            tally.check("jukebox-tagger ended" in str(ack) and big.read_bytes() == before, "without the tagger the file is as it was", ack)
            break
    FIGURES["taggers killed"] += ended
    big.unlink()


def main():
    print(f"seed {SEED}", flush=True)
    tally = Tally()
    with work_folder(ignore_cleanup_errors=True) as work:
        songs, folder = work / "songs", work / "music"
        songs.mkdir()
        make_songs(songs)
        shutil.copytree(songs, folder)
        (folder / "hostile").mkdir()
        hostile_files(folder / "hostile", songs)
        (work / "box.ini").write_text(f"[library]\nfolder = {folder}\nmount-root = off\nwritable = on\n")
        with Daemon("--config", str(work / "box.ini"), "--output", "null", "--autoplay", "off") as daemon:
            client = daemon.start().connect()
            wait_for("the scan", lambda: not client.is_scanning() and client.pairs("stats").get("songs", "0") != "0")
            client.command("protocol enable error_keys")
            every_format(client, folder, tally)
            hostile(daemon, client, folder, tally)
            tagger_killed(daemon, client, folder, tally)
            tally.check(daemon.stop() == 0, "the daemon ends in order")
        odd = work / "odd"
        odd.mkdir()
        odd_songs(songs, odd)
        (work / "odd.ini").write_text(f"[library]\nfolder = {odd}\nmount-root = off\nwritable = on\n")
        with Daemon("--config", str(work / "odd.ini"), "--output", "null", "--autoplay", "off") as daemon:
            client = daemon.start().connect()
            wait_for("the odd songs", lambda: client.knows("", sum(path.is_file() for path in odd.iterdir())))
            kept(client, odd, tally)
            daemon.stop()
        shutil.rmtree(folder / "hostile")
        count = sum(path.is_file() for path in folder.iterdir())
        order(folder, count, tally)
        kills(folder, songs, tally)
    print(", ".join(f"{count} {name}" for name, count in sorted(FIGURES.items())))
    tally.close()


main()
