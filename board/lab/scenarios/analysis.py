"""Songs are analysed beside music, a storm of keys and the scan of a second stick: no underrun, and a key acts at once.

Then the stick is pulled during an analysis: its file is let go at once, so that it can be unmounted, and what was found of
the other songs is there when it comes back. What the analysis takes is the time of the processor, by the board's clock, in
millions of instructions for a minute of sound.
"""
from harness.tracks import short_silence

MILLIONS = 500
SONGS = 4
SECONDS = 30


def status(board):
    return dict(line.split(": ", 1) for line in board.ask("analyze status"))


def analysed(board):
    return int(status(board).get("analyzed", 0))


def run(stage):
    tracks = [stage.track(number, SECONDS) for number in range(1, SONGS + 1)]
    stick = stage.stick("vfat", {f"{track.number}.flac": track for track in tracks})
    many = stage.stick("ext4", {f"{folder}/{number}.flac": short_silence() for folder in range(10) for number in range(100)},
                       name="many", label="MANY")
    board = stage.board()
    board.plug(stick)
    board.mount(stick)
    board.start("autoplay = all\n[analysis]\nwhen = always\n")
    board.wait_sound(elapsed=1)
    board.wait("an analysis", lambda: status(board).get("analyzing"), 120)
    board.plug(many)
    board.mount(many)
    for _ in range(40):
        board.key("volumedown")
        board.key("volumeup")
    board.wait("two songs to be analysed", lambda: analysed(board) >= 2, 240)
    rate = float(status(board)["rate"])
    stage.note("times real time", rate)
    stage.note("millions of instructions a minute of sound", round(MILLIONS * 60 / rate))
    engine = board.pairs("engine")
    stage.equal(engine["underruns"], "0", "underruns")
    stage.prompt(board)

    board.ask('analyze force')
    board.wait("an analysis again", lambda: status(board).get("analyzing"), 120)
    board.yank(stick)
    board.wait("the file to be let go", lambda: "analyzing" not in status(board), 10)
    board.unmount(stick, 10)
    stage.healthy(board, possible=["cannot save the queue", "completes the index", "cannot read", "analysis:"])
    board.plug(stick, port=5)
    board.mount(stick)
    board.wait("all to be analysed", lambda: int(status(board)["done"]) >= SONGS, 400)
    name = board.mounts["stick"].rpartition("/")[2]
    told = dict(line.split(": ", 1) for line in board.ask(f'analysis "{name}/1.flac"'))
    stage.equal(told.get("outcome"), "done", "the analysis of a song")
    stage.check("loudness" in told, "its loudness is known", told)
    stage.healthy(board, possible=["cannot save the queue", "completes the index", "cannot read", "analysis:"])
    board.stop()
