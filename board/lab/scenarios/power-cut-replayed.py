"""A disk loses its own memory with the power: what is there at each flush is whole, nothing acknowledged missing.

All writes of a session of edits are logged, and replayed up to each flush and to random points between: those to the
board's disk, and in sessions of their own those to sticks with each file system. On vfat and exfat, which have no
journal, a file that grows may be torn between two flushes (replays.py): how often that was seen is reported.
"""
import random

from harness.databases import BOX, VOLUME
from harness.outage import SONGS, boot, songs, songs_of, state_disk
from harness.replays import Look
from harness.sticks import Stick
from harness.witness import Witness
from harness.writelog import WriteLog

KINDS = ("vfat", "exfat", "ext4")
MORE = [f"more {number:03}.flac" for number in range(SONGS)]


def run(stage):
    chance = random.Random()
    files = songs_of(stage.track(3, 120), stage.track(2, 1))
    looked, torn = replay_box(stage, stage.stick("vfat", files, name="logged-box"), chance), 0
    for kind in KINDS:
        points, between = replay_stick(stage, stage.stick(kind, files, name=f"logged-{kind}"), chance)
        looked, torn = looked + points, torn + between
    stage.notes = [("points of the logs", looked), ("torn between flushes", torn)]


def started(board):
    """It plays, and the first scan of the stick has come to its end."""
    board.start()
    board.wait_sound()
    board.wait("the whole queue and the end of the scan", lambda: (lambda status: "updating_db" not in status and
               status["playlistlength"] == str(SONGS + 1))(board.status()), 60)


def replay_box(stage, stick, chance):
    """A session of edits, and the board's disk as it was after each write: what was acknowledged then is there, and the
    position is fresh."""
    disk = state_disk(stage, "logged")
    log = WriteLog(stage, disk, "box")
    board = boot(stage, stick, None, [*log.devices, "-device", "virtio-blk-pci,drive=logged"])
    started(board)
    witness = Witness(board, log)
    for number in range(24):
        witness.edit(chance, MORE)
        if number % 6 == 5:
            board.ask(chance.choice(("pause 1", "play 0", f"seekcur {chance.randrange(40)}")))
            # Long enough for a position to be saved by itself.
            witness.watch(0.3)
            board.ask("pause 0")
            witness.watch(5)
    stage.equal(witness.queue(), witness.queues[-1], "the queue after all edits")
    board.power_off()
    look = Look(stage, "ext4", BOX, witness)
    looked = log.replay(chance, look)
    stage.check(look.compared > 24, "points at which the queue was known", look.compared)
    return looked


def replay_stick(stage, stick, chance):
    """The first scan of a stick, and edits of which it learns: two seconds after each, and before it is let go. At each
    point of the log its database is whole, is there if it was before, and holds them; from one a board continues."""
    log = WriteLog(stage, stick.path, stick.kind)
    board = boot(stage, stick, state_disk(stage, f"plain-{stick.kind}"), log.devices, node="logged")
    started(board)
    scanned = log.length, SONGS + 1
    witness = Witness(board, log)
    witness.watch(4)
    for number in range(4):
        for _ in range(4):
            witness.edit(chance, MORE)
        if number % 2:
            witness.watch(4)
        else:
            # Paused, and while it plays.
            board.ask("pause 1" if number else "ping")
            witness.let_go()
            board.ask("pause 0")
    stage.equal(witness.queue(), witness.queues[-1], "the queue after all edits")
    board.power_off()
    image_file = stage.folder / f"kept-{stick.kind}.img"
    look = Look(stage, stick.kind, VOLUME, witness, scanned, (chance, image_file))
    looked = log.replay(chance, look)
    if stage.check(look.compared > 10, "points at which the stick's queue was known", look.compared):
        go_on(stage, Stick(f"kept-{stick.kind}", stick.kind, image_file), look)
    return looked, look.torn


def go_on(stage, stick, look):
    """Another board takes over what a stick's log has left of the queue, and the position in it."""
    kept = look.kept
    board = stage.board()
    stage.notes.clear()
    board.start()
    board.plug(stick)
    board.mount(stick)
    status = board.wait_sound(elapsed=kept.elapsed)
    words = f"{stick.kind}: another board"
    stage.equal([path.partition("/")[2] for path in songs(board, "playlistinfo")], kept.songs, f"{words} has the queue")
    stage.check(kept.songs[int(status["song"])] == kept.song and float(status["elapsed"]) < kept.elapsed + 5,
                f"{words} goes on at the position", (status, kept.song, kept.elapsed))
    stage.healthy(board, possible=["too slow"])
    board.cut()
