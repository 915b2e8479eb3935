"""Minutes of playback (`--minutes N`): no frame too many or too few, no drift, no underrun, and memory stays flat.

Frames, position and time are read in the guest alone, within a few milliseconds: how many frames the card has taken is
what the guest's kernel counts. The card goes by the guest's clock (harness/board.py). Where nothing is skipped it
lagged by up to 0.2 % beside other work, which measured the host and not jukeboxd. Here the time of a processor
that rests is skipped: nothing is ever late, and what is left is the resolution of the reading.
"""
from harness.board import CLOCK_WITHOUT_REST, SOCKET
from harness.tracks import RATE

SECONDS = 20
# Resident memory may differ by this much, in KiB: a page here and there of what is used late.
FLAT_KIBIBYTES = 1024
# This song uses everything that is used at all: each takes a new part of buffers and caches, until all of them
# have been touched.
SETTLED = 12
CARD = "/proc/asound/card0/pcm0p/sub0/status"
# In seconds, however many minutes: the kernel counts a card's frames a few milliseconds of them at a time, and what is
# read one after another is as much apart.
RESOLUTION = 0.02


def memory(board):
    return int(board.run(f"sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/{board.daemon}/status"))


def place(board):
    """The queue's position and what the card has taken, in frames, and the guest's clock in seconds."""
    told = board.run(f"board-tool now; cat {CARD}; board-tool ask {SOCKET} status; board-tool now").splitlines()
    pairs = dict(line.split(": ", 1) for line in told[1:-1] if ": " in line)
    begin, end = int(told[0]) / 1e9, int(told[-1]) / 1e9
    taken = int(next(value for key, value in pairs.items() if key.strip() == "hw_ptr"))
    return (int(pairs["song"]) * SECONDS + float(pairs["elapsed"])) * RATE, taken, (begin + end) / 2


def run(stage):
    tracks = [stage.track(number, SECONDS) for number in (1, 2, 3)]
    count = max(2, round(stage.arguments.minutes * 60 / SECONDS))
    files = {f"{number:03} song.flac": tracks[number % 3] for number in range(count)}
    stick = stage.stick("vfat", files, megabytes=64 + 3 * count)
    board = stage.board(clock=CLOCK_WITHOUT_REST)
    board.plug(stick)
    board.mount(stick)
    board.start()
    board.wait_sound(elapsed=5)
    board.wait("the end of the scan", lambda: not board.is_scanning(), 60)
    first, first_taken, first_at = place(board)
    settled = min(SETTLED, count // 3)
    board.wait(f"song {settled}", lambda: int(board.status().get("song", -1)) >= settled, settled * SECONDS * 2 + 60)
    first_memory = memory(board)
    board.wait("the last song", lambda: board.status().get("song") == str(count - 1), stage.arguments.minutes * 90 + 60)
    last_memory, (last, last_taken, last_at) = memory(board), place(board)
    seconds = last_at - first_at
    stage.note("minutes", seconds / 60)
    drift = (last_taken - first_taken) / RATE - seconds
    stage.note("drift ms", drift * 1e3)
    stage.check(abs(drift) <= RESOLUTION, "frames that the card took against the guest's clock",
                f"{drift * 1e3:.1f} ms in {seconds:.1f} s")
    apart = ((last - first) - (last_taken - first_taken)) / RATE
    stage.note("position ms", apart * 1e3)
    stage.check(abs(apart) <= RESOLUTION, "the queue's position against the frames that the card took",
                f"{apart * 1e3:.1f} ms in {seconds:.1f} s")
    stage.note("KiB more", last_memory - first_memory)
    stage.check(abs(last_memory - first_memory) <= FLAT_KIBIBYTES, "resident memory in KiB", (first_memory, last_memory))
    board.wait_end()
    stage.equal(board.pairs("engine")["underruns"], "0", "underruns")
    stage.healthy(board)
    heard = board.power_off().heard(tracks)
    stage.equal([(piece.track, piece.first, piece.frames) for piece in heard],
                [(tracks[number % 3], 0, SECONDS * RATE) for number in range(count)], "heard")
    if heard:
        stage.equal(heard[-1].at + heard[-1].frames - heard[0].at, count * SECONDS * RATE, "frames from begin to end")
