"""Sticks made to harm: broken sound files, and databases that lie, point elsewhere or act. Music plays all the same."""
import pathlib
import sqlite3

from harness.initramfs import ROOT
from harness.recording import FADE_FRAMES
from lib import work_folder

# A sample of 16 bits: as loud as a broken file may be.
FULL_SCALE = 1 << 15
SECRET = "root:x:0:0:root:/root:/bin/sh"


def hostile_databases():
    """{name: files of `.jukebox`} that somebody might put on a stick."""
    with work_folder() as work:
        path = pathlib.Path(work, "library.sqlite")
        database = sqlite3.connect(path)
        database.executescript("""
            create table volume (name text, identity blob);
            insert into volume values ('x', x'00');
            create table tracks (path blob);
            create trigger t after insert on tracks begin delete from tracks; end;
            create view v as select load_extension('/media/sda1/evil.so');
            pragma user_version = 1;
        """)
        database.close()
        schema = path.read_bytes()
    # The master journal that a journal names is deleted by SQLite when it takes the journal back.
    name = b"/etc/passwd"
    journal = (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(4) + b"\0\0\0\1" + b"\0\0\0\1" + b"\0\0\2\0" + b"\0\0\x10\0"
               ).ljust(512, b"\0") + b"\0\0\0\0" + name + len(name).to_bytes(4, "big") + \
        sum(name).to_bytes(4, "big") + b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
    return {
        "noise": {"library.sqlite": bytes(range(256)) * 64},
        "schema": {"library.sqlite": schema},
        "cut": {"library.sqlite": schema[:5000]},
        "journal": {"library.sqlite": schema, "library.sqlite-journal": journal},
        "log": {"library.sqlite": schema, "library.sqlite-wal": b"\x37\x7f\x06\x82" + bytes(range(256)) * 20},
    }


def run(stage):
    board = stage.board()
    tracks = [stage.track(number, 3) for number in range(1, 10)]
    heard = broken_files(stage, board, *tracks[:2])
    heard += databases(stage, board, tracks[2:7])
    heard += links(stage, board, tracks[7:])
    listen(stage, board.power_off(), heard)


def broken_files(stage, board, first, last):
    """All the fixtures on one stick, between two good tracks. The tracks that were started, in order, each with how
    many frames of it have to be heard."""
    board.start()
    broken = {f"broken/{path.name}": path for path in sorted((ROOT / "Fixtures/broken").iterdir())}
    stick = stage.stick("vfat", {"0 good.flac": first, **broken, "z good.flac": last}, name="broken")
    board.plug(stick)
    board.mount(stick)
    board.wait_sound(elapsed=1, file="0 good.flac")
    # However long the scan takes, nothing else is begun meanwhile.
    board.ask("single 1")
    board.wait("the end of the scan", lambda: not board.is_scanning(), 120)
    board.ask("single 0")
    queue = [line.removeprefix("file: ") for line in board.ask("playlistinfo") if line.startswith("file: ")]
    stage.check(len(queue) > 20, "some of the broken files are in the queue", len(queue))
    good = {entry: first if song.endswith("0 good.flac") else last
            for entry, song in enumerate(queue) if song.endswith("good.flac")}
    stage.equal(list(good.values()), [first, last], "the good tracks of the queue")
    heard = [(first, 48000)]
    for number in range(len(queue)):
        # It plays, or says why not and continues with another.
        skipped = board.log().count("skipped")
        board.ask(f"play {number}")
        board.wait(f"entry {number} to be taken up", lambda: taken_up(board, number, skipped), 20)
        heard += [(good[number], 1)] if number in good else []
    board.ask(f"play {max(good)}")
    board.wait_sound(elapsed=1, file="z good.flac")
    stage.healthy(board, expected=["skipped"], possible=["broken/", "further files", "too slow"])
    board.ask("clear")
    board.yank(stick)
    board.unmount(stick)
    board.stop()
    return [*heard, (last, 48000)]


def databases(stage, board, tracks):
    """Sticks whose databases lie or act, each with one good track."""
    hostile = hostile_databases()
    for (name, files), good in zip(hostile.items(), tracks, strict=True):
        stick = stage.stick("ext4", {"good.flac": good, **{
            f".jukebox/{file}": body for file, body in files.items()}}, name=name)
        board.run("rm -rf /var/lib/jukebox")
        board.start()
        board.plug(stick)
        board.mount(stick)
        board.wait_sound(elapsed=1)
        stage.equal(board.run("cat /etc/passwd"), SECRET, f"{name}: a file of the system")
        stage.healthy(board, expected=["was set aside"], possible=["library.sqlite: "])
        board.stop()
        board.unmount(stick)
        board.yank(stick)
    return [(track, 48000) for track in tracks]


def taken_up(board, number, skipped):
    status = board.status()
    return status.get("song") != str(number) or status["state"] != "play" or float(status.get("elapsed", 0)) > 0 \
        or board.log().count("skipped") > skipped


def links(stage, board, tracks):
    """A database that is a link to a file of the system, and a folder that is one to its folder."""
    kinds = (("link", "mkdir {0}/.jukebox; ln -s /etc/passwd {0}/.jukebox/library.sqlite"),
             ("folder", "ln -s /etc {0}/.jukebox; cp /etc/passwd /etc/library.sqlite"))
    for (name, command), good in zip(kinds, tracks, strict=True):
        stick = stage.stick("ext4", {"good.flac": good}, name=name)
        board.run("rm -rf /var/lib/jukebox")
        board.plug(stick)
        board.mount(stick)
        board.run(command.format(board.mounts[name]))
        board.run("ls /etc > /tmp/before")
        board.start()
        board.wait_sound(elapsed=1)
        stage.equal(board.run("cat /etc/passwd"), SECRET, f"{name}: a file of the system")
        stage.equal(board.run("ls /etc | diff /tmp/before - || true"), "", f"{name}: what lies in /etc")
        stage.healthy(board, possible=["was set aside", "was renamed"])
        board.stop()
        board.unmount(stick)
        board.yank(stick)
    return [(track, 48000) for track in tracks]


def listen(stage, recording, wanted):
    """Every good track that was started was heard from its beginning, for as long as was waited for, and up to the fade
    at its end without a click. What the broken files sound like is theirs."""
    tracks = list(dict.fromkeys(track for track, _ in wanted))
    heard = recording.heard(tracks)
    if not stage.equal([(piece.track.number, 0 if recording.begins(piece, FULL_SCALE) else piece.first)
                        for piece in heard],
                       [(track.number, 0) for track, _ in wanted],
                       "each good track is heard from its beginning whenever it is started, and at no other time"):
        return
    for piece, (_, least) in zip(heard, wanted):
        stage.check(piece.frames >= least, "heard for as long as was waited for", piece)
        end = piece.at + piece.frames + FADE_FRAMES - 8
        stage.silent_joints(recording, tracks, max(0, piece.at - 1), end, f"no click in {piece}")
    # After the broken ones all is known.
    stage.silent_joints(recording, tracks, heard[-len(tracks) + 1].at,
                        words="no click in what sounds behind the broken files")
