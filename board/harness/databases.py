"""SQLite databases of the guest, looked at on the host."""
import pathlib
import sqlite3
import tempfile


def integrity(stage, words, path):
    """Checks that SQLite finds a database whole; how many entries the queue in it has, 0 where there is none."""
    count = 0
    try:
        database = sqlite3.connect(path)
        found = database.execute("pragma integrity_check").fetchone()[0]
        tables = [row[0] for row in database.execute("select name from sqlite_master where type = 'table'")]
        if "queue" in tables:
            count = database.execute("select count(*) from queue").fetchone()[0]
        database.close()
    except sqlite3.Error as error:
        found = str(error)
    stage.equal(found, "ok", words)
    return count


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
