"""A stick is pulled in mid-track: what is buffered plays on, then silence; plugged back, it continues where it was heard.

For each file system that sticks carry. The stick is unmounted once nothing is open on it, as systemd does, and comes
back at another port.
"""

FADE_FRAMES = 240
KINDS = ("vfat", "exfat", "ext4")


def pull_and_return(stage, board, stick):
    board.start()
    board.plug(stick, port=2)
    board.mount(stick)
    board.wait_sound(elapsed=2)
    board.yank(stick)
    # The ring is heard although the stick is gone.
    engine = board.pairs("engine")
    buffered = int(engine["ring_frames"]) / 48000
    before = stopped = float(board.status()["elapsed"])
    while (status := board.status())["state"] == "play":
        stopped = float(status["elapsed"])
    stage.check(buffered > 2 and before + buffered - 0.5 <= stopped <= before + buffered + 0.5,
                f"{stick.kind}: what was buffered plays", f"{buffered} s from {before} s to {stopped} s")
    board.wait("the stick's files to be let go", lambda: not board.open_files("/media"), 10)
    board.unmount(stick, 5)

    board.plug(stick, port=4)
    mounted = board.mount(stick)
    board.wait_sound(elapsed=stopped + 1)
    began = int(board.pairs("engine")["latest_start_ns"])
    stage.within(f"{stick.kind}: mount to sound", (began - mounted) / 1e9, 1.5)
    stage.healthy(board)
    board.stop()
    board.run("rm -r /var/lib/jukebox")
    board.unmount(stick)
    board.yank(stick)


def run(stage):
    tracks = [stage.track(number, 20) for number in (1, 2, 3)]
    sticks = [stage.stick(kind, {"track.flac": track}, name=kind, label=kind.upper())
              for kind, track in zip(KINDS, tracks)]
    board = stage.board()
    for stick in sticks:
        pull_and_return(stage, board, stick)

    recording = board.power_off()
    for kind, track in zip(KINDS, tracks):
        heard = recording.heard([track])
        if not stage.equal(len(heard), 2, f"{kind}: heard in two pieces"):
            continue
        before, after = heard
        stage.equal(before.first, 0, f"{kind}: heard from the beginning")
        # Some frames of the fade-out, which are heard again in the fade-in, are still exact.
        stage.check(FADE_FRAMES - 8 <= after.first - before.end <= FADE_FRAMES,
                    f"{kind}: goes on at the frame where the fade began", f"{before} then {after}")
    stage.silent_joints(recording, tracks)
