"""Minutes of playback (`--minutes N`): no frame too many or too few, no drift, no underrun, and memory stays flat."""

SECONDS = 20
# Resident memory may differ by this much, in KiB: a page here and there of what is used late.
FLAT_KIBIBYTES = 1024
# What is used at all is used by this song at the latest: each takes a new part of buffers and caches, until all of them
# have been touched.
SETTLED = 12


def memory(board):
    return int(board.run(f"sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/{board.daemon}/status"))


def place(board):
    """The queue's position in frames since the first one, what the card was given by then, and the guest's clock."""
    given, status, at = board.recorded_frames(), board.status(), board.now()
    return (int(status["song"]) * SECONDS + float(status["elapsed"])) * 48000, given, at


def run(stage):
    tracks = [stage.track(number, SECONDS) for number in (1, 2, 3)]
    count = max(2, round(stage.arguments.minutes * 60 / SECONDS))
    files = {f"{number:03} song.flac": tracks[number % 3] for number in range(count)}
    stick = stage.stick("vfat", files, megabytes=64 + 3 * count)
    board = stage.board()
    board.plug(stick)
    board.mount(stick)
    board.start()
    board.wait_sound(elapsed=5)
    board.wait("the end of the scan", lambda: "updating_db" not in board.status(), 60)
    first, first_given, first_at = place(board)
    settled = min(SETTLED, count // 3)
    board.wait(f"song {settled}", lambda: int(board.status().get("song", -1)) >= settled, settled * SECONDS * 2 + 60)
    first_memory = memory(board)
    board.wait("the last song", lambda: board.status().get("song") == str(count - 1), stage.arguments.minutes * 90 + 60)
    board.wait_sound(elapsed=SECONDS - 4)
    last_memory, (last, last_given, last_at) = memory(board), place(board)
    seconds = (last_at - first_at) / 1e9
    drift = (last - first) / 48000 - seconds
    stage.note("minutes", seconds / 60)
    stage.note("drift ms", drift * 1e3)
    # QEMU hands frames to the file in pieces of some hundredths of a second.
    apart = ((last - first) - (last_given - first_given)) / 48000
    stage.note("position ms", apart * 1e3)
    stage.check(abs(apart) < 0.15, "the queue's position against the frames that the card was given", f"{apart:.3f} s")
    # The card's clock is the host's, on which a busy machine lets it fall behind.
    stage.check(abs(drift) < 0.005 * seconds + 0.1, "frames against the guest's clock", f"{drift:.3f} s in {seconds:.1f} s")
    stage.note("KiB more", last_memory - first_memory)
    stage.check(abs(last_memory - first_memory) <= FLAT_KIBIBYTES, "resident memory in KiB", (first_memory, last_memory))
    board.wait("the end", lambda: board.status()["state"] == "stop")
    stage.equal(board.pairs("engine")["underruns"], "0", "underruns")
    stage.healthy(board)
    heard = board.power_off().heard(tracks)
    stage.equal([(piece.track, piece.first, piece.frames) for piece in heard],
                [(tracks[number % 3], 0, SECONDS * 48000) for number in range(count)], "heard")
    if heard:
        stage.equal(heard[-1].at + heard[-1].frames - heard[0].at, count * SECONDS * 48000, "frames from begin to end")
