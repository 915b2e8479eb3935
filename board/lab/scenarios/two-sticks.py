"""Two sticks: the second interrupts nothing, each keeps its own tracks, and either may be pulled while the other plays."""


def run(stage):
    tracks = {name: stage.track(number, 12) for number, name in enumerate(("one", "two", "three"), 1)}
    first = stage.stick("vfat", {"a one.flac": tracks["one"], "b two.flac": tracks["two"]}, name="first", label="FIRST")
    second = stage.stick("ext4", {"c three.flac": tracks["three"]}, name="second", label="SECOND")
    board = stage.board()
    board.start()
    board.plug(first)
    board.mount(first)
    board.wait_sound(elapsed=1)
    board.plug(second)
    board.mount(second)
    board.wait("both in the library", lambda: len([line for line in board.ask("listall") if ".flac" in line]) == 3)
    stage.check(board.pairs("currentsong")["file"].endswith("a one.flac"), "the second stick interrupts nothing")
    board.wait("both in the queue", lambda: board.status()["playlistlength"] == "3")

    # The stick that does not sound leaves: nothing is heard of it, and its entries stay.
    board.yank(second)
    board.unmount(second)
    board.wait("only the first to be in the library",
               lambda: len([line for line in board.ask("listall") if ".flac" in line]) == 2)
    stage.equal(board.status()["playlistlength"], "3", "entries of the queue")
    stage.equal(board.status()["state"], "play", "the state")
    board.plug(second, port=6)
    board.mount(second)
    board.wait("the second stick again", lambda: len([line for line in board.ask("listall") if ".flac" in line]) == 3)

    # To the second stick's track, then the first stick leaves.
    board.ask("play 2")
    board.wait_sound(elapsed=1, file="c three.flac")
    board.yank(first)
    board.unmount(first)
    board.wait_sound(elapsed=5, file="c three.flac")
    stage.check("skipped" not in board.log(), "nothing is skipped", board.log_tail())
    # The queue, or words for the search, may just be on their way to the stick that is pulled.
    stage.healthy(board, possible=["cannot save the queue", "completes the index"])
    board.stop()

    recording = board.power_off()
    heard = recording.heard(list(tracks.values()))
    stage.equal([piece.track for piece in heard], [tracks["one"], tracks["three"]], "what was heard, without a gap")
    if len(heard) == 2:
        stage.equal([piece.first for piece in heard], [0, 0], "both from their beginning")
        stage.check(heard[1].frames > 4.5 * 48000, "the second's track goes on while the first leaves", heard)
    stage.silent_joints(recording, list(tracks.values()))
