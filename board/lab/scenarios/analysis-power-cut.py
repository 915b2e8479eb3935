"""Songs are analysed while the power may go: at each flush every result has its record.

All writes to a stick are logged while results come in and a person corrects tempos between them,
and replayed up to each flush and to random points between. Each time both databases are whole,
each row that reports a result has a whole record, and what was acknowledged is there. From one of
these points another board continues, and analyses the rest.
"""
import contextlib
import random
import sqlite3
import zlib

from harness.databases import VOLUME, integrity
from harness.failure import ShortChain
from harness.images import take
from harness.packages import run as command
from harness.sticks import Stick
from harness.writelog import WriteLog
from lib import work_folder

KINDS = ("vfat", "ext4")
SONGS, SECONDS = 10, 6
RECORDS = "/.jukebox/analysis.sqlite"
RESULTS = "SELECT track FROM analyses WHERE version > 0 AND outcome = 0"
SAID = "SELECT t.name, s.bpm FROM said_analyses s JOIN tracks t ON t.id = s.track"
SETTINGS = "autoplay = off\n[analysis]\nwhen = {}\n"


def run(stage):
    chance = random.Random()
    files = {f"{number}.flac": stage.track(number, SECONDS) for number in range(1, SONGS + 1)}
    looked = torn = 0
    for kind in KINDS:
        look = replay(stage, stage.stick(kind, files, name=f"logged-{kind}"), chance)
        looked, torn = looked + look.looked, torn + look.torn
    stage.notes = [("points of the logs", looked), ("torn between flushes", torn)]


def started(stage, stick, devices=(), node=None, when="always"):
    board = stage.board(devices=devices)
    stage.notes.clear()
    board.plug(stick, node=node)
    board.mount(stick)
    board.start(SETTINGS.format(when))
    board.wait("the songs", lambda: status(board).get("songs") == str(SONGS), 60)
    return board


def status(board):
    return dict(line.split(": ", 1) for line in board.ask("analyze status"))


def replay(stage, stick, chance):
    """Results and corrections in turn, until all is analysed; then what each point holds."""
    log = WriteLog(stage, stick.path, stick.kind)
    board = started(stage, stick, log.devices, "logged")
    name = board.mounts[stick.name].rpartition("/")[2]
    # How long the log was when a tempo was acknowledged, of which song, and which.
    said, tempo = [], 60
    while True:
        done = int(status(board)["done"])
        song, tempo = f"{chance.randint(1, SONGS)}.flac", tempo + 1
        board.ask(f'analysis set "{name}/{song}" bpm {tempo}')
        said.append((log.length, song, tempo))
        if done == SONGS:
            break
        board.run("usleep 200000")
    stage.healthy(board)
    board.power_off()
    look = Look(stage, stick.kind, said, chance)
    log.replay(chance, look)
    stage.check(look.results > SONGS, f"{stick.kind}: results amid the log", look.results)
    if stage.check(look.kept, f"{stick.kind}: a point amid the results was kept"):
        go_on(stage, Stick(f"kept-{stick.kind}", stick.kind, look.image))
    return look


def go_on(stage, stick):
    """Another board analyses what the log's point lacks."""
    board = started(stage, stick)
    board.wait("all to be analysed", lambda: status(board)["done"] == str(SONGS), 120)
    name = board.mounts[stick.name].rpartition("/")[2]
    for number in range(1, SONGS + 1):
        told = dict(line.split(": ", 1) for line in board.ask(f'analysis "{name}/{number}.flac"'))
        good = told["outcome"] == "done" and "loudness" in told
        stage.check(good, f"{stick.kind}: song {number} is analysed", told)
        answer = board.ask(f'waveform "{name}/{number}.flac"')
        points = sum(line.startswith("peak: ") for line in answer)
        stage.equal(points, 2000, f"{stick.kind}: waveform of song {number}")
    stage.healthy(board, possible=["set aside", "analysed again"])
    board.cut()


class Look:
    """Checks both databases at points of a log, in their order."""

    def __init__(self, stage, kind, said, chance):
        self.stage, self.kind, self.said, self.chance = stage, kind, said, chance
        self.image = stage.folder / f"kept-{kind}.img"
        self.looked = self.torn = self.results = self.amid = 0
        self.kept = False

    def __call__(self, length, image, is_flush):
        words = f"{self.kind} after write {length}"
        self.looked += 1
        with work_folder(dir=self.stage.folder) as work:
            try:
                paths = {}
                for path in (VOLUME, RECORDS):
                    paths[path] = take(self.kind, image, path, work)
                    take(self.kind, image, f"{path}-wal", work)
            except ShortChain as error:
                # Between two flushes a file that grows may be torn on FAT (harness/replays.py).
                self.stage.check(not is_flush, f"{words}: a flush has all clusters", error)
                self.torn += 1
                return
            for path, database in paths.items():
                if database is not None and database.stat().st_size and not integrity(self.stage, f"{words}: {path} is whole", database):
                    return
            if paths[VOLUME] is None or not paths[VOLUME].stat().st_size:
                due = [one for one in self.said if one[0] <= length]
                self.stage.check(not due, f"{words}: the library is there", due)
                return
            self.compare(words, length, paths, image)

    def compare(self, words, length, paths, image):
        results = {track for track, in rows(paths[VOLUME], RESULTS)}
        records = dict(rows(paths[RECORDS], "SELECT track, data FROM records"))
        lacking = sorted(results - records.keys())
        self.stage.check(not lacking, f"{words}: each result has its record", (lacking, results))
        bad = [track for track, data in records.items() if not is_whole(data)]
        self.stage.check(not bad, f"{words}: each record is whole", bad)
        self.results += len(results)
        found = {name.decode(): tempo for name, tempo in rows(paths[VOLUME], SAID)}
        # A later one may be there already.
        due = {song: tempo for at, song, tempo in self.said if at <= length}
        missing = {song: tempo for song, tempo in due.items() if found.get(song, 0) < tempo}
        self.stage.check(not missing, f"{words}: each correction is there", (missing, found))
        if 0 < len(results) < SONGS:
            self.amid += 1
            if self.chance.randrange(self.amid) == 0:
                command("cp", "--sparse=always", image, self.image)
                self.kept = True


def is_whole(data):
    with contextlib.suppress(zlib.error):
        return zlib.decompress(data)[:1] == b"\x01"
    return False


def rows(database, question):
    """The rows; none where the database or the table is still to come."""
    if database is None:
        return []
    with contextlib.closing(sqlite3.connect(database)) as connection:
        try:
            return connection.execute(question).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            return []
