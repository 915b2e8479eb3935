"""SQLite databases of the guest, looked at on the host."""
import contextlib
import dataclasses
import pathlib
import sqlite3
import tempfile

from .images import take

BOX, VOLUME = "/box.sqlite", "/.jukebox/library.sqlite"
QUEUES = {BOX: "queue", VOLUME: "carried_queue"}
POSITIONS = {BOX: "box", VOLUME: "carried"}


@dataclasses.dataclass
class Kept:
    """The contents of a database: the paths of the queue's songs, in order, the current one, and seconds in it; of a
    volume's, how many tracks it knows. What it has no tables for yet is empty."""
    songs: list
    song: str | None
    elapsed: float
    tracks: int


def integrity(stage, words, path):
    """Checks that SQLite finds a database whole."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            found = database.execute("pragma integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        found = str(error)
    return stage.equal(found, "ok", words)


def kept(stage, words, kind, image, name):
    """The contents of one of the two databases in a disk's image, which has to be whole; None where it is not there."""
    with tempfile.TemporaryDirectory(dir=stage.folder) as work:
        database = take(kind, image, name, work)
        take(kind, image, f"{name}-wal", work)
        if database is None or not database.stat().st_size or not integrity(stage, words, database):
            return None
        with contextlib.closing(sqlite3.connect(database)) as connection:
            rows = _rows(connection, f"select entry, path from {QUEUES[name]} order by place")
            current = _rows(connection, f"select current, position_us from {POSITIONS[name]}")
            tracks = _rows(connection, "select count(*) from tracks")
    paths = {entry: path.decode() for entry, path in rows}
    entry, microseconds = current[0] if current else (None, 0)
    return Kept([path.decode() for _, path in rows], paths.get(entry), microseconds / 1e6,
                tracks[0][0] if tracks else 0)


def _rows(connection, question):
    """The rows; none where the table is still to come."""
    try:
        return connection.execute(question).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        return []


def check_databases(stage, board, words, folder):
    """Takes the databases below a folder out of the guest, with what was not merged into them yet; how many."""
    paths = board.run(f"find {folder} -name '*.sqlite'").split()
    for path in paths:
        with tempfile.TemporaryDirectory(dir=stage.folder) as work:
            for suffix in ("", "-wal"):
                # A pull may leave a file without some of its clusters on FAT: a log that can't be read counts for none,
                # as it does for SQLite.
                if board.holds(f"cat {path}{suffix} > /dev/null 2>&1"):
                    pathlib.Path(work, f"database{suffix}").write_bytes(board.read(path + suffix))
            integrity(stage, f"{words}: {path}", pathlib.Path(work, "database"))
    return len(paths)
