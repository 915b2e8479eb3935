"""A stick that is made to harm, and the list of their kinds."""
import os
import pathlib
import shutil
import sqlite3
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[4]
GOOD = ROOT / "Fixtures/album/1-01 Kettle Waltz.flac"
GOOD_MP3 = ROOT / "Fixtures/album/1-02 Ratchet Rag.mp3"
GOOD_OGG = ROOT / "Fixtures/album/1-03 Lamp Oil.ogg"

KINDS = []


class LeftOut(Exception):
    """This machine does not allow the kind: no root, no such file system."""


class Kind:
    """One way to harm: `build` makes the stick of it, its doc line says what it is."""

    def __init__(self, build, quick, large, seconds, plays, again, says, pulled):
        self.build, self.quick, self.large, self.seconds, self.plays, self.again = build, quick, large, seconds, plays, again
        self.says, self.pulled = says, pulled
        self.name = build.__name__.replace("_", "-")
        self.doc = build.__doc__.strip()


def kind(quick=False, large=False, seconds=60, plays=True, again=True, says=None, pulled=False):
    """Takes a function up into the list.

    quick: part of board/test. large: only with --large. plays: the good track on the stick has to play all the same.
    again: it is scanned a second time, and a second start is made of what the first has left. says: words that the log
    has to hold. pulled: the first scan is cut by pulling it, twice, and continues when it is back; nothing else is done.
    """
    def add(build):
        KINDS.append(Kind(build, quick, large, seconds, plays, again, says, pulled))
        return build
    return add


class Stick:
    """The folder that is given to the daemon as a volume, and what a kind needs to fill it."""

    def __init__(self, path, canary, base, extent):
        self.path, self.canary, self.base, self.extent = path, canary, base, extent
        path.mkdir()
        shutil.copy(GOOD, path / "good.flac")
        self.mounts = []
        self.threads = []
        self.stopping = threading.Event()
        self.others = []               # further volumes

    @property
    def box(self):
        return self.path / ".jukebox"

    @property
    def database(self):
        return self.box / "library.sqlite"

    def used(self):
        """The stick has been in a jukebox before: four songs and its database."""
        shutil.copytree(self.base, self.path, dirs_exist_ok=True)
        return self

    def sql(self, text, path=None):
        """Runs SQL on its database as any program could."""
        database = sqlite3.connect(path or self.database, isolation_level=None)
        database.execute("PRAGMA writable_schema = OFF")
        database.executescript(text)
        database.close()

    def write(self, relative, content=b""):
        path = self.path / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def song(self, relative, source=GOOD):
        """A further good song, as a link where that will do."""
        path = self.path / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        os.link(self.path / "good.flac", path) if source == GOOD else shutil.copy(source, path)

    def sparse(self, relative, size, head=b""):
        path = self.write(relative, head)
        try:
            os.truncate(path, size)
        except OSError as error:
            raise LeftOut(f"a file of {size} bytes: {error}") from error
        return path

    def mount(self, *arguments):
        """Mounts on the last argument; undone after the kind."""
        answer = subprocess.run(["mount", *map(str, arguments)], capture_output=True, text=True)
        if answer.returncode:
            raise LeftOut(f"no right to mount: {answer.stderr.strip()}")
        if "remount" not in str(arguments):
            self.mounts.append(arguments[-1])

    def meanwhile(self, work):
        """Runs `work` repeatedly while the daemon has the stick."""
        def loop():
            while not self.stopping.is_set():
                work()
        self.threads.append(threading.Thread(target=loop))

    def begin(self):
        for thread in self.threads:
            thread.start()

    def quiet(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()
        self.threads = []

    def remove(self):
        self.quiet()
        for place in reversed(self.mounts):
            subprocess.run(["umount", "--lazy", str(place)], check=False)
        # Python follows no folders as deep as some of these.
        subprocess.run(["chmod", "-R", "u+rwX", str(self.path)], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["rm", "-rf", str(self.path)], check=False)
