"""The power is cut while it plays, scans and edits the queue: every database is whole, nothing acknowledged is lost.

A cut takes QEMU's process away at a random moment (`--cuts N`). That keeps what the emulated disks had taken:
power-cut-replayed looks at disks that lose their own memory.
"""
import contextlib
import random
import re
import shutil

from harness.board import SOCKET
from harness.databases import check_databases
from harness.failure import Failure
from harness.outage import STATE, boot, songs, songs_of, state_disk
from harness.recording import FADE_FRAMES
from harness.tracks import RATE

KINDS = ("vfat", "exfat", "ext4")
# QEMU's process takes the last of a recording with it: 4 KiB that it had not written yet, and what its sound card had
# not handed over, a timer's 10 ms and as much in USB's packets.
UNWRITTEN = 1024 + 960


def run(stage):
    chance = random.Random()
    tracks = stage.track(1, 30), stage.track(2, 1)
    cuts, scanning = stage.arguments.cuts, 0
    for index, kind in enumerate(KINDS):
        stick = stage.stick(kind, songs_of(*tracks), name=kind)
        disk = state_disk(stage, kind)
        left = None
        for number in range(cuts // 3 + (index < cuts % 3)):
            left = live(stage, f"cut {number} on {kind}", stick, disk, chance, left, tracks)
            scanning += left.scanned
        if left:
            board = check_after(stage, f"after the last cut on {kind}", stick, disk, left)
            board.cut()
            listen(stage, f"after the last cut on {kind}", board, left, tracks)
    stage.check(scanning > 0, "cuts in mid-scan", scanning)
    stage.notes = [("cuts", cuts), ("in scans", scanning)]


class Left:
    """Edits that were acknowledged before a cut, and heard."""

    def __init__(self, before, told, heard):
        # If the queue had been cleared, its entries, in order; else it was still being filled by the first scan.
        self.before = before
        self.acknowledged = re.findall(r"added (.*)", told)
        self.elapsed = [float(time) for time in re.findall(r"elapsed: ([0-9.]+)", told)]
        # Told after each edit; the last word is about the last of them.
        self.scanned = told.rpartition("added ")[2].count("updating_db") > 0
        # The last frame of the first song that was heard.
        self.heard = heard


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
    # The song that it continues with is heard before anything else is done.
    board.wait_sound(elapsed=float(status["elapsed"]) + 0.2)
    stage.healthy(board, possible=["too slow"])
    return board


def live(stage, words, stick, disk, chance, left, tracks):
    """Plays, scans and edits, and the power goes at a random moment."""
    board = check_after(stage, words, stick, disk, left)
    before = None
    if left:
        before = [song for song in songs(board, "listall") if song.endswith("0 first.flac")]
        place = chance.randrange(15)
        board.ask("clear", f'add "{before[0]}"', "rescan" if chance.random() < 0.6 else "ping", "play 0",
                  f"seekcur {place}")
        # The place is in answers before it is heard, and what was heard is compared with the answers.
        board.wait_sound(elapsed=place + 0.3)
    board.wait_sound()
    told = edit_until(board, known(board), chance.uniform(0.2, 6))
    board.cut()
    now = Left(before, told, listen(stage, words, board, left, tracks))
    if now.elapsed and now.heard is not None:
        stage.check(now.heard >= now.elapsed[-1] * RATE - UNWRITTEN, f"{words}: what was told had been heard",
                    (now.heard / RATE, now.elapsed[-1]))
    shutil.rmtree(board.folder)
    return now


def listen(stage, words, board, left, tracks):
    """Nothing was heard but the songs' frames and fades, up to the cut, and it went on where it had been heard, up to
    the age of a saved position. The last frame of the first song that was heard."""
    recording = board.recording()
    pieces = recording.pieces(tracks)
    # At a seek one fade follows another.
    strange = [piece for piece in pieces if piece.kind == "other" and piece.frames > 2 * FADE_FRAMES]
    stage.check(not strange, f"{words}: nothing but the songs was heard", (strange, pieces))
    stage.silent_joints(recording, tracks, words=f"{words}: no click")
    heard = [piece for piece in pieces if piece.kind == "track"]
    if not stage.check(heard, f"{words}: it was heard", pieces):
        return None
    first = heard[0].first - recording.fades_in(heard[0])[1]
    if left is None:
        stage.equal((heard[0].track, first), (tracks[0], 0), f"{words}: heard from the beginning")
    elif left.elapsed and left.heard is not None:
        stage.check(heard[0].track is tracks[0] and left.heard - 5 * RATE <= first <= left.heard + UNWRITTEN,
                    f"{words}: goes on where it was heard at most 5 s before",
                    f"heard up to {left.heard / RATE} s, then from {first / RATE} s on in {heard[0]}")
    return heard[-1].end if heard[-1].track is tracks[0] else None


def known(board):
    return board.wait("the library", lambda: songs(board, "listall"))


def edit_until(board, choices, seconds):
    """Adds songs repeatedly, until the time is over in the midst of it; the board's answers."""
    # The names of songs hold no quotes.
    words = " ".join(f"'{song}'" for song in choices[-20:])
    board.shell.send(f"while true; do for song in {words}; do "
                     f"board-tool ask {SOCKET} \"add \\\"$song\\\"\" > /dev/null && echo \"added $song\"; "
                     f"board-tool ask {SOCKET} status | grep -E 'elapsed|updating'; done; done")
    with contextlib.suppress(Failure):
        board.shell.until(rb"\x01NEVER", seconds, "the time to be over")
    told = board.shell.buffer.decode(errors="replace").replace("\r\n", "\n")
    # Without a line that was cut.
    return told[:told.rfind("\n") + 1]
