"""The power is cut while it plays, scans and edits the queue: every database is whole, nothing acknowledged is lost.

A cut takes QEMU's process away at a random moment (`--cuts N`). That keeps what the emulated disks had taken, so at last
a log of all writes is replayed up to each flush and to random points between, as a disk that lost its own memory would
have them: of the board's disk and, in a session of its own, of a stick.
"""
import pathlib
import random
import re
import shutil
import struct
import tempfile

from harness.databases import check_databases, integrity
from harness.failure import Failure
from harness.packages import run as command
from harness.sticks import image

SONGS = 200
# So many points between flushes are looked at.
POINTS = 30
STATE = "/var/lib/jukebox"
SOCKET = "/run/jukebox/socket"


def run(stage):
    chance = random.Random()
    track, small = stage.track(1, 30), stage.track(2, 1)
    files = {"0 first.flac": track, **{f"more {number:03}.flac": small for number in range(SONGS)}}
    kinds = ("vfat", "exfat", "ext4")
    cuts, scanning = stage.arguments.cuts, 0
    for index, kind in enumerate(kinds):
        stick = stage.stick(kind, files, name=kind)
        disk = state_disk(stage, kind)
        left = None
        for number in range(cuts // 3 + (index < cuts % 3)):
            left = live(stage, f"cut {number} on {kind}", stick, disk, chance, left)
            scanning += left.scanned
        check_after(stage, f"after the last cut on {kind}", stick, disk, left).cut()
    stage.check(scanning > 0, "cuts in mid-scan", scanning)
    looked = replay_box(stage, stage.stick("vfat", files, name="logged-box"), chance)
    looked += replay_stick(stage, stage.stick("ext4", files, name="logged"), chance)
    stage.notes = [("cuts", cuts), ("in scans", scanning), ("points of the log", looked)]


class Left:
    """What was acknowledged before a cut."""

    def __init__(self, before, told):
        # Where the queue had been cleared, its entries, in order; else it was still being filled by the first scan.
        self.before = before
        self.acknowledged = re.findall(r"added (.*)", told)
        self.elapsed = [float(time) for time in re.findall(r"elapsed: ([0-9.]+)", told)]
        # Told behind each edit; the last word is about the last of them.
        self.scanned = told.rpartition("added ")[2].count("updating_db") > 0


def state_disk(stage, name):
    """What the board remembers lies on an ext4 disk, as on a card."""
    path = stage.folder / f"disk-{name}.img"
    command("cp", "--sparse=always", image("ext4", {}, 64, "STATE"), path)
    return path


def boot(stage, stick, disk, devices=(), node=None):
    board = stage.board(disk=disk, devices=devices)
    stage.notes.clear()
    board.run(f"mkdir -p {STATE} && mount -t ext4 -o noatime /dev/vda1 {STATE}")
    board.plug(stick, node=node)
    board.mount(stick)
    return board


def check_after(stage, words, stick, disk, left):
    """Boots what a cut has left, and looks at it; it plays on by itself."""
    board = boot(stage, stick, disk)
    if left is None:
        board.start()
        return board
    found = sum(check_databases(stage, board, words, folder)
                for folder in (STATE, f"{board.mounts[stick.name]}/.jukebox"))
    stage.check(found >= 1, f"{words}: there is a database", found)
    board.start()
    status = board.wait("the song", lambda: (lambda status: status if "elapsed" in status else None)(board.status()))
    queue = songs(board, "playlistinfo")
    if left.before is None:
        lost = [song for song in set(left.acknowledged) if queue.count(song) < left.acknowledged.count(song)]
        stage.check(not lost, f"{words}: what was acknowledged is in the queue", lost)
    else:
        # One more may have been on its way.
        wanted = left.before + left.acknowledged
        stage.check(queue[:len(wanted)] == wanted and len(queue) <= len(wanted) + 1,
                    f"{words}: the queue is what was acknowledged", (len(queue), len(wanted), queue[-2:], wanted[-2:]))
    if left.elapsed:
        stage.equal(status["song"], "0", f"{words}: the song")
        stage.check(left.elapsed[-1] - 5 <= float(status["elapsed"]) <= left.elapsed[-1] + 5,
                    f"{words}: the position is at most 5 s old", (left.elapsed[-1], status["elapsed"]))
    stage.healthy(board, possible=["too slow"])
    return board


def live(stage, words, stick, disk, chance, left):
    """Plays, scans and edits, and the power goes at a random moment."""
    board = check_after(stage, words, stick, disk, left)
    before = None
    if left:
        before = [song for song in songs(board, "listall") if song.endswith("0 first.flac")]
        board.ask("clear", f'add "{before[0]}"', "rescan" if chance.random() < 0.6 else "ping", "play 0",
                  f"seekcur {chance.randrange(15)}")
    board.wait_sound()
    told = edit_until(board, known(board), chance.uniform(0.2, 6))
    board.cut()
    shutil.rmtree(board.folder)
    return Left(before, told)


def known(board):
    return board.wait("the library", lambda: songs(board, "listall"))


def edit_until(board, choices, seconds):
    """Adds songs again and again, until the time is over in the midst of it; what the board told of that."""
    # The names of songs hold no quotes.
    words = " ".join(f"'{song}'" for song in choices[-20:])
    board.shell.send(f"while true; do for song in {words}; do "
                     f"board-tool ask {SOCKET} \"add \\\"$song\\\"\" > /dev/null && echo \"added $song\"; "
                     f"board-tool ask {SOCKET} status | grep -E 'elapsed|updating'; done; done")
    try:
        board.shell.until(rb"\x01NEVER", seconds, "the time to be over")
    except Failure:
        pass
    told = board.shell.buffer.decode(errors="replace").replace("\r\n", "\n")
    # Without a line that was cut.
    return told[:told.rfind("\n") + 1]


def songs(board, question):
    return [line.split(": ", 1)[1] for line in board.ask(question) if line.startswith("file: ")]


def logged(stage, image_file, name):
    """Options that give QEMU a disk (node `logged`) all of whose writes are logged; the log."""
    log = stage.folder / f"writes-{name}"
    with open(log, "wb") as file:
        file.truncate(1 << 30)
    return ["-blockdev", f"driver=file,node-name=disk-file,filename={image_file}",
            "-blockdev", f"driver=file,node-name=log-file,filename={log}",
            "-blockdev", "driver=blklogwrites,node-name=logged,file=disk-file,log=log-file"], log


def replay_box(stage, stick, chance):
    """A session of edits, and the board's disk as it was after each write: what was acknowledged then is there."""
    disk = state_disk(stage, "logged")
    devices, log = logged(stage, disk, "box")
    before = copy(stage, disk)
    board = boot(stage, stick, None, [*devices, "-device", "virtio-blk-pci,drive=logged"])
    board.start()
    board.wait_sound()
    board.wait("the whole queue", lambda: len(songs(board, "playlistinfo")) == SONGS + 1, 60)
    board.wait("the end of the scan", lambda: "updating_db" not in board.status(), 60)
    song, wanted = known(board)[0], []
    for number in range(40):
        board.ask(f'add "{song}"')
        # The log tells its length at each flush, and an acknowledgement comes behind one.
        wanted.append((log_length(log), SONGS + 2 + number))
    board.power_off()

    def check(number, path):
        count = look(stage, f"the disk after write {number}", path, "/box.sqlite")
        least = max((count for at, count in wanted if at <= number + 1), default=0)
        stage.check((count or 0) >= least, f"after write {number}: entries of the queue", (count, least))

    return replay(before, log, chance, check)


def replay_stick(stage, stick, chance):
    """The first scan of a stick that keeps its database, which is whole at each point of the log."""
    devices, log = logged(stage, stick.path, "stick")
    before = copy(stage, stick.path)
    board = boot(stage, stick, state_disk(stage, "plain"), devices, node="logged")
    board.start()
    board.wait_sound()
    board.wait("the end of the scan", lambda: songs(board, "listall") and "updating_db" not in board.status(), 60)
    board.power_off()
    found = []

    def check(number, path):
        found.append(look(stage, f"the stick after write {number}", path, "/.jukebox/library.sqlite"))

    looked = replay(before, log, chance, check)
    stage.check(any(count is not None for count in found), "the stick has a database in the end", found[-1:])
    return looked


def copy(stage, path):
    before = stage.folder / "before.img"
    command("cp", "--sparse=always", path, before)
    return before


def replay(before, log, chance, check):
    """Applies the log to the image, and checks it at every flush behind a write and at some points between."""
    entries = list(read_log(log))
    points = set(chance.sample(range(len(entries)), min(POINTS, len(entries))))
    looked, has_changed = 0, False
    with open(before, "r+b") as image_file:
        for number, (sector, flags, data) in enumerate(entries):
            image_file.seek(sector * 512)
            image_file.write(data)
            has_changed = has_changed or bool(data)
            if has_changed and (number in points or flags & 1 or number == len(entries) - 1):
                image_file.flush()
                check(number, before)
                looked, has_changed = looked + 1, False
    return looked


def look(stage, words, path, name):
    """The queue's length in a database of a disk image, whose journal is replayed first; None without one."""
    with tempfile.TemporaryDirectory(dir=stage.folder) as work:
        partition = pathlib.Path(work, "partition")
        command("dd", f"if={path}", f"of={partition}", "bs=1M", "skip=1", "conv=sparse")
        # Status 1: it has replayed the journal.
        command("sh", "-c", '/sbin/e2fsck -fy "$0" || [ $? = 1 ]', partition)
        for suffix in ("", "-wal"):
            command("/sbin/debugfs", "-R", f"dump {name}{suffix} {work}/database{suffix}", partition)
        database = pathlib.Path(work, "database")
        if not database.exists() or not database.stat().st_size:
            return None
        return integrity(stage, words, database)


def log_length(path):
    """How many writes lie in a log up to its last flush."""
    with open(path, "rb") as file:
        return struct.unpack("<QQQI", file.read(28))[2]


def read_log(path):
    """(sector, flags, data) of each write, in the form of the kernel's dm-log-writes."""
    with open(path, "rb") as file:
        magic, _, count, size = struct.unpack("<QQQI", file.read(28))
        if magic != 0x6A736677736872:
            raise ValueError(f"{path} is no log of writes")
        file.seek(size)
        for _ in range(count):
            sector, sectors, flags, _ = struct.unpack("<QQQQ", file.read(32))
            file.seek(size - 32, 1)
            data = b"" if flags & 4 else file.read(sectors * 512)
            yield sector, flags, data
