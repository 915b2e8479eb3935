"""A stick of 20,000 tracks that this board has never seen: sound at most a second after the mount, the scan after it.

The tracks are so short that one follows another ten times a second: decoding is urgent repeatedly, and must not
add up to what the kernel ends a real-time thread for.
"""
from harness.tracks import short_silence

TRACKS = 20000
PER_FOLDER = 200
# The number of entries that are played, as many of them beside the scan for sure.
PLAYED = 150
BESIDE = 40


def run(stage):
    first, second = stage.track(1, 4), stage.track(2, 2)
    small = short_silence().read_bytes()
    files = {"0 first.flac": first, "1 second.flac": second}
    for number in range(TRACKS - 2):
        files[f"album {number // PER_FOLDER:03}/{number:05}.flac"] = small
    stick = stage.stick("vfat", files, megabytes=256)
    board = stage.board()
    board.start()
    board.limit_real_time(500000)
    board.plug(stick)
    mounted = board.mount(stick)
    board.wait_sound()
    engine = board.pairs("engine")
    stage.within("mount to sound", (int(engine["first_start_ns"]) - mounted) / 1e9, 1.0)
    board.wait_sound(elapsed=2)
    stage.check(board.is_scanning(), "the scan goes on behind the music")
    stage.check(songs(board) > 20, "the library grows behind the music", songs(board))
    board.wait("short entries to be played", lambda: place(board) >= BESIDE, 120)
    stage.check(board.is_scanning(), "the scan still goes on")
    board.wait("many short entries to be played", lambda: place(board) >= PLAYED, 120)
    stage.equal(board.pairs("engine")["underruns"], "0", "underruns beside the scan")
    stage.healthy(board, possible=["storage too slow"])
    recording = board.power_off()
    heard = recording.heard([first, second])
    stage.equal([(piece.track, piece.first, piece.frames) for piece in heard],
                [(first, 0, first.frames), (second, 0, second.frames)], "heard whole and without a gap")
    stage.silent_joints(recording, [first, second])


def place(board):
    return int(board.status().get("song", 0))


def songs(board):
    return int(board.pairs("stats")["songs"])
