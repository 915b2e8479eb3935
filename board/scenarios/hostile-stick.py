"""Sticks made to harm: broken sound files, and databases that lie, point elsewhere or act. Music plays all the same."""
import pathlib
import sqlite3
import tempfile

from harness.initramfs import ROOT

SECRET = "root:x:0:0:root:/root:/bin/sh"


def hostile_databases():
    """{name: files of `.jukebox`} that somebody might put on a stick."""
    with tempfile.TemporaryDirectory() as work:
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
    good = stage.track(1, 3)
    board = stage.board()
    board.start()
    broken = {f"broken/{path.name}": path for path in sorted((ROOT / "Fixtures/broken").iterdir())}
    stick = stage.stick("vfat", {"0 good.flac": good, **broken, "z good.flac": good}, name="broken")
    board.plug(stick)
    board.mount(stick)
    board.wait_sound(elapsed=1, file="0 good.flac")
    board.wait("the end of the scan", lambda: "updating_db" not in board.status(), 120)
    length = int(board.status()["playlistlength"])
    stage.check(length > 20, "some of the broken files are in the queue", length)
    for number in range(length):
        # It plays, or says why not and goes on with another.
        skipped = board.log().count("skipped")
        board.ask(f"play {number}")
        board.wait(f"entry {number} to be taken up", lambda: taken_up(board, number, skipped), 20)
    last = [entry for entry in range(length) if board.pairs(f"playlistinfo {entry}")["file"].endswith("z good.flac")]
    board.ask(f"play {last[0]}")
    board.wait_sound(elapsed=1, file="z good.flac")
    stage.healthy(board, expected=["skipped"], possible=["broken/", "further files", "too slow"])
    board.ask("clear")
    board.yank(stick)
    board.unmount(stick)
    board.stop()

    for name, files in hostile_databases().items():
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
    links(stage, board, good)
    recording = board.power_off()
    heard = [piece for piece in recording.heard([good]) if piece.first == 0]
    stage.check(len(heard) >= 7, "every good track was heard from its beginning", heard)


def taken_up(board, number, skipped):
    status = board.status()
    return status.get("song") != str(number) or status["state"] != "play" or float(status.get("elapsed", 0)) > 0 \
        or board.log().count("skipped") > skipped


def links(stage, board, good):
    """A database that is a link to a file of the system, and a folder that is one to its folder."""
    for name, command in (("link", "mkdir {0}/.jukebox; ln -s /etc/passwd {0}/.jukebox/library.sqlite"),
                          ("folder", "ln -s /etc {0}/.jukebox; cp /etc/passwd /etc/library.sqlite")):
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
