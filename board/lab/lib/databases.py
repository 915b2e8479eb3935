"""Copies of databases, so that those of the daemon stay as they are."""
import contextlib
import pathlib
import shutil
import sqlite3
from collections.abc import Iterator

from .checks import Tally, work_folder


def copy_databases(target: pathlib.Path, *folders: pathlib.Path) -> list[pathlib.Path]:
    """Copies every database with its log into `target`."""
    for index, folder in enumerate(folders):
        place = target / str(index)
        place.mkdir()
        for path in folder.glob("*.sqlite*"):
            # The daemon may remove a log meanwhile.
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(path, place)
    return sorted(target.glob("*/*.sqlite"))


@contextlib.contextmanager
def whole_copies(tally: Tally, name: str, *folders: pathlib.Path) -> Iterator[list[pathlib.Path]]:
    """Copies of the folders' databases, each of which must pass integrity_check."""
    with work_folder() as target:
        paths = copy_databases(target, *folders)
        for path in paths:
            with contextlib.closing(sqlite3.connect(path)) as database:
                try:
                    said = database.execute("PRAGMA integrity_check").fetchone()[0]
                except sqlite3.Error as error:
                    said = str(error)
                tally.check(said == "ok", f"{name}: integrity of {path.name}", said)
        yield paths
