"""Sixteen pads over music with all that shapes the sound on: no underrun; then the stick with the sounds is pulled.

Twelve of the sounds lie in memory and end by themselves, four stream and end in a fade, the music continues. What the pads
cost is the daemon's own time of the processor, in millions of instructions a second, as the board's clock counts them.
"""
import array

MEMORY, STREAMED = 12, 4
# The worth of a second on the board's clock (harness/board.py, CLOCK).
MILLIONS = 500
SHAPED = """
eq = 4 -3 5
balance = 20
replay-gain-missing-preamp = -6
"""


def spent(board):
    """The daemon's time of the processor and the board's clock, in seconds."""
    fields = board.run(f"cat /proc/{board.daemon}/stat").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100, board.now() / 1e9


def load(stage, board, words, seconds):
    """The daemon's load while music plays on for some seconds, in millions of instructions a second."""
    before, began = spent(board)
    board.hear_on(seconds)
    after, ended = spent(board)
    millions = MILLIONS * (after - before) / (ended - began)
    stage.note(words, millions)
    return millions


def sounding(board):
    return int(board.pairs("padusage")["playing"])


def run(stage):
    music = [stage.track(number, 60) for number in (1, 2)]
    short, long = stage.track(3, 1), stage.track(4, 40)
    songs = stage.stick("vfat", {"a.flac": music[0], "b.flac": music[1]}, name="songs", label="SONGS")
    sounds = stage.stick("vfat", {f"Sounds/{kind} {number}.flac": track for kind, track, count in (
        ("short", short, MEMORY), ("long", long, STREAMED)) for number in range(1, count + 1)}, name="sounds", label="SOUNDS")
    board = stage.board()
    board.plug(songs)
    board.mount(songs)
    board.plug(sounds)
    board.mount(sounds)
    board.start(f"[audio]{SHAPED}")
    board.ask("replay_gain_mode track", "crossfade 5")
    board.wait_sound(elapsed=1)
    pads = board.wait("the pads", lambda: (lambda ids: ids if len(ids) == MEMORY + STREAMED else None)(
        [line.split(": ", 1)[1] for line in board.ask("pads") if line.startswith("id: ")]))
    names = dict(zip((line.split(": ", 1)[1] for line in board.ask("pads") if line.startswith("pad: ")), pads))
    for name, pad in names.items():
        # The short ones of a second continue for 12: some of that is left when the stick is pulled.
        board.ask(f"padset {pad} volume 58" if "long" in name else f"padset {pad} volume 37 loops 11")
    alone = load(stage, board, "alone M/s", 5)
    board.wait("the sounds in memory", lambda: int(board.pairs("padusage")["loaded"]) >= MEMORY)
    board.ask(*(f"pad {pad}" for name, pad in sorted(names.items())))
    stage.equal(sounding(board), MEMORY + STREAMED, "sixteen sound")
    with_pads = load(stage, board, "with 16 pads M/s", 4)
    stage.note("a pad M/s", (with_pads - alone) / 16)
    board.yank(sounds)
    board.wait("the streams to end", lambda: sounding(board) <= MEMORY, 20)
    board.unmount(sounds)
    board.wait("the sounds in memory to end", lambda: sounding(board) == 0, 40)
    stage.check(board.status()["state"] == "play", "the music goes on")
    stage.equal(board.pairs("engine")["underruns"], "0", "underruns")
    stage.healthy(board, possible=["cannot read"])
    board.stop()

    recording = board.power_off()
    heard = array.array("h", recording.data)
    # The steps of the tones themselves, at most 6 dB louder by the equaliser, and what fades of 5 ms add.
    most = 2 * (music[0].largest_step + MEMORY * 0.05 * short.largest_step + STREAMED * 0.2 * long.largest_step) + 64
    worst = max(abs(after - before) for before, after in zip(heard, heard[2:]))
    stage.check(worst <= most, "no click", f"a step of {worst}, more than {most:.0f}")
