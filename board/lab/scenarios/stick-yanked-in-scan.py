"""A stick is pulled while it is scanned: everything on it is closed, and after its return music and scan continue."""
from harness.tracks import short_silence

TRACKS = 3000


def run(stage):
    track = stage.track(1, 20)
    small = short_silence().read_bytes()
    stick = stage.stick("vfat", {"0 first.flac": track, **{
        f"album {number // 100:02}/{number:04}.flac": small for number in range(TRACKS - 1)}}, megabytes=128)
    board = stage.board()
    board.start()
    board.plug(stick, port=2)
    board.mount(stick)
    board.wait_sound(elapsed=1)
    board.wait("the scan", lambda: board.is_scanning())
    board.yank(stick)
    board.wait("the stick's files to be let go", lambda: not board.open_files("/media"), 10)
    board.unmount(stick, 5)
    board.wait_state("stop")
    stage.check(not board.is_scanning(), "no scan goes on")
    stage.equal(board.ask("listall"), [], "what is in the library")

    board.plug(stick, port=4)
    board.mount(stick)
    board.wait_sound(elapsed=2)
    board.wait("the end of the scan", lambda: not board.is_scanning(), 180)
    stage.equal(board.pairs("stats")["songs"], str(TRACKS), "songs in the library")
    stage.check("set aside" not in board.log(), "its database is whole", board.log_tail())
    stage.healthy(board, possible=["the scan was aborted", "too slow", "Input/output error"])
    recording = board.power_off()
    heard = recording.heard([track])
    stage.check(len(heard) >= 2 and heard[0].first == 0, "heard before and after", heard)
    if len(heard) >= 2:
        stage.check(232 <= heard[1].first - heard[0].end <= 240, "goes on where the fade began", heard)
    stage.silent_joints(recording, [track])
