"""A reader that types: a card is bound, plays, and plays again after a restart; no key of the reader is an action."""
from harness.keyboard import Keyboard

READER = "rfid-reader"
NUMBER, UNKNOWN = "0012345678", "0099999999"
DIGITS = {str(digit): digit + 1 if digit else 11 for digit in range(10)}
ENTER, NEXT = 28, 163
CONFIGURATION = f"""\
[reader door]
type = keys
device = {READER}
[key KEY_1]
press = stop
[player]
autoplay = off
"""
HEARD = """\
track 2 begins
track 2 begins
"""


def place(reader, number):
    """Typed as a reader does: each key down and up, then Enter."""
    keys = [DIGITS[digit] for digit in number] + [ENTER]
    reader.send(*(f"{key} {value}" for key in keys for value in (1, 0)))


def unknown_cards(board):
    return [line.split(": ", 1)[1] for line in board.ask("cards") if line.startswith("unknown: ")]


def run(stage):
    tracks = [stage.track(number, 20) for number in (1, 2)]
    stick = stage.stick("vfat", {"a/one.flac": tracks[0], "Party/two.flac": tracks[1]}, label="STICK")
    board = stage.board()
    board.plug(stick)
    board.mount(stick)
    board.start(CONFIGURATION)
    folder = board.wait("the folder", lambda: next(
        (line.split(": ", 1)[1] for line in board.ask("listall") if line.startswith("directory: ") and line.endswith("Party")),
        None))
    reader = Keyboard(board, READER, sorted({*DIGITS.values(), ENTER, NEXT}))
    stage.equal(board.inputs()["door"]["kind"], "reader", "what the reader is listed as")

    place(reader, UNKNOWN)
    board.wait("the unknown card", lambda: unknown_cards(board) == [UNKNOWN], 10)
    stage.equal(board.status()["state"], "stop", "the state after an unknown card")
    board.ask(f'card bind {NUMBER} folder "{folder}" name Red')
    place(reader, NUMBER)
    board.wait_sound(elapsed=1, file="two.flac")
    # Keys of a reader are no actions, whatever the configuration and the kernel say of them.
    reader.press(NEXT)
    place(reader, NUMBER)
    board.hear_on()
    stage.equal(board.status()["state"], "play", "the state after the same card again, and a key of the reader")
    stage.equal(board.pairs("currentsong")["file"].rsplit("/", 1)[-1], "two.flac", "what plays")
    board.ask("stop")
    stage.healthy(board)

    board.stop()
    board.start(CONFIGURATION)
    board.wait("the reader again", lambda: "door" in board.inputs())
    board.wait("the card again", lambda: f"card: {NUMBER}" in board.ask("cards"))
    place(reader, NUMBER)
    board.wait_sound(elapsed=1, file="two.flac")
    stage.note("key p99 ms", int(board.pairs("engine")["key_latency_p99_us"]) / 1e3)
    board.ask("stop")
    stage.healthy(board)
    recording = board.power_off()
    stage.equal(recording.story(tracks), HEARD.splitlines(), "what is heard of the cards")
