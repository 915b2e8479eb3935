"""The board boots with a stick in: it plays by itself, and the card gets the tracks bit for bit.

How a scenario is written: `stage.track` makes sound of which every frame can be told from every other, `stage.stick` a
stick with files, `stage.board` a running board. The board is then driven from outside (plug, mount, yank, key) and
asked through the shell in it (run, wait) or the jukebox's own socket (ask, status, pairs). `power_off` gives the
recording, which knows the pieces of tracks in it. `stage.check` and its like take down what must hold.
"""


def run(stage):
    first, second = stage.track(1, 4), stage.track(2, 3)
    stick = stage.stick("vfat", {"1 first.flac": first, "2 second.flac": second})
    board = stage.board()
    board.plug(stick)
    mounted = board.mount(stick)
    board.start()
    board.wait_sound()
    began = int(board.pairs("engine")["first_start_ns"])
    stage.note("mount to sound", (began - mounted) / 1e9)
    stage.equal(board.pairs("currentsong")["Id"], "1", "the first song plays")
    board.wait_sound(file="2 second.flac")
    board.wait_end()
    stage.equal(board.pairs("engine")["underruns"], "0", "underruns")
    stage.healthy(board)

    recording = board.power_off()
    heard = recording.heard([first, second])
    stage.equal([(piece.track, piece.first, piece.frames) for piece in heard],
                [(first, 0, first.frames), (second, 0, second.frames)], "the card got both tracks, frame by frame")
    if len(heard) == 2:
        stage.equal(heard[1].at - heard[0].at, first.frames, "frames from one track's begin to the next's")
    stage.silent_joints(recording, [first, second])
