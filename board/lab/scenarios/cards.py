"""Readers that type: a card is bound, plays, pauses when it leaves, waits for its stick; a number pad; a lock; an action.

No key of a reader is an action. The presence of a card is a GPIO line, such as that of a reader's LED.
"""
import statistics

from harness import bounds
from harness.keyboard import Keyboard
from harness.lines import lines_of

READER, DESK, PAD = "rfid-reader", "desk-reader", "number-pad"
NUMBER, UNKNOWN, STOPS, QUIETER, OTHER = "0012345678", "0099999999", "0000000005", "0000000006", "3"
DIGITS = {str(digit): digit + 1 if digit else 11 for digit in range(10)}
ENTER, NEXT = 28, 163
PLACINGS = 20
PRESENCE, THERE, GONE = 1, 0, 1
# Longer than a command takes on the board: so a card that wobbles is back in time.
AWAY_SECONDS = 4
CONFIGURATION = f"""\
[reader door]
type = keys
device = {READER}
[reader desk]
type = keys
device = {DESK}
presence = {PRESENCE}
away-ms = {AWAY_SECONDS * 1000}
[reader pad]
type = pad
device = {PAD}
[key KEY_1]
press = stop
[player]
autoplay = off
[analysis]
when = off
"""
# The card plays, and again after a restart; on the desk it pauses and resumes; the song of the pad; the card whose stick comes.
HEARD = ["track 2 begins"] * (2 + PLACINGS) + ["track 1 begins", "track 2 begins", "track 2 goes on", "track 2 goes on"]


def place(reader, number):
    """Typed as a reader does: each key down and up, then Enter."""
    keys = [DIGITS[digit] for digit in number] + [ENTER]
    reader.send(*(f"{key} {value}" for key in keys for value in (1, 0)))


def unknown_cards(board):
    return [line.split(": ", 1)[1] for line in board.ask("cards") if line.startswith("unknown: ")]


def first_card(stage, board):
    """It is unknown, is bound, and plays; whatever else the reader types does nothing."""
    folder = board.wait("the folder", lambda: next(
        (line.split(": ", 1)[1] for line in board.ask("listall") if line.startswith("directory: ") and line.endswith("Party")),
        None))
    reader = Keyboard(board, READER, sorted({*DIGITS.values(), ENTER, NEXT}))
    stage.equal(board.inputs()["door"]["kind"], "reader", "what the reader is listed as")
    place(reader, UNKNOWN)
    board.wait("the unknown card", lambda: unknown_cards(board) == [UNKNOWN], 10)
    stage.equal(board.status()["state"], "stop", "the state after an unknown card")
    board.ask(f'card bind {NUMBER} folder "{folder}" name Red')
    board.ask(f'card bind {OTHER} song "{folder.replace("Party", "a/one.flac")}"')
    board.ask(f"card bind {STOPS} action stop")
    board.ask(f'card bind {QUIETER} action "volume =50" when-locked yes')
    place(reader, NUMBER)
    board.wait_sound(elapsed=1, file="two.flac")
    # Keys of a reader are no actions, whatever the configuration and the kernel say of them.
    reader.press(NEXT)
    place(reader, NUMBER)
    board.hear_on()
    stage.equal(board.status()["state"], "play", "the state after the same card again, and a key of the reader")
    stage.equal(board.pairs("currentsong")["file"].rsplit("/", 1)[-1], "two.flac", "what plays")
    return reader


def restarted(stage, board, reader):
    board.stop()
    board.start(CONFIGURATION)
    board.wait("the reader again", lambda: "door" in board.inputs())
    board.wait("the card again", lambda: f"card: {NUMBER}" in board.ask("cards"))
    place(reader, NUMBER)
    board.wait_sound(elapsed=1, file="two.flac")
    place(reader, STOPS)
    board.wait_state("stop")
    stage.note("key p99 ms", int(board.pairs("engine")["key_latency_p99_us"]) / 1e3)


def is_soon(stage, board, reader):
    """From the last key to the first frame that is written to the card, which plays what it holds before (harness/bounds.py)."""
    seconds = []
    for _ in range(PLACINGS):
        board.ask("stop", "clear")
        # A card that is read again within half a second lay there.
        board.run("usleep 600000")
        reader.send(*(f"{DIGITS[digit]} {value}" for digit in NUMBER for value in (1, 0)))
        before = int(board.pairs("engine")["latest_start_ns"])
        pressed = int(board.run(f"board-tool now; printf '{ENTER} 1\\n{ENTER} 0\\n' > {reader.fifo}"))
        reader.done += 2
        started = board.wait("the card's music", lambda: (lambda time: time if time != before else None)(
            int(board.pairs("engine")["latest_start_ns"])))
        seconds.append((started - pressed) / 1e9)
    stage.note("last key to the card, median ms", statistics.median(seconds) * 1e3)
    stage.within("last key to the card, worst", max(seconds), bounds.WORST_SECONDS + bounds.LEAP_SECONDS)
    board.wait_sound(file="two.flac")
    board.ask("stop")


def number_pad(stage, board):
    """Digits are forgotten after 3 s; a lock lets a card pass that is marked for it."""
    pad = Keyboard(board, PAD, sorted({*DIGITS.values(), ENTER}))
    digit = DIGITS["2"]
    pad.send(f"{digit} 1", f"{digit} 0")
    board.run("usleep 3500000")
    place(pad, OTHER)
    board.wait_sound(elapsed=1, file="one.flac")
    stage.equal(unknown_cards(board), [], "numbers that nothing is bound to")
    board.ask("lock on")
    place(pad, STOPS)
    place(pad, QUIETER)
    board.wait("the card that is free of the lock", lambda: board.status()["volume"] == "50")
    stage.equal(board.status()["state"], "play", "the state after a card while the box is locked")
    board.ask("lock off", "setvol 100", "stop")
    return pad


def on_the_desk(stage, board, lines, desk):
    """A card that wobbles plays on; one that is away pauses, and no button resumes; back again it continues."""
    lines.set(PRESENCE, THERE)
    place(desk, NUMBER)
    board.wait_sound(elapsed=1, file="two.flac")
    for _ in range(3):
        lines.change(PRESENCE, GONE)
        lines.change(PRESENCE, THERE)
    board.hear_on(AWAY_SECONDS + 1)
    lines.change(PRESENCE, GONE)
    board.wait_state("pause")
    board.key("audioplay")
    board.wait("the button to be refused", lambda: "not done, the music waits for its card" in board.log())
    stage.equal(board.status()["state"], "pause", "the state after a button")
    lines.change(PRESENCE, THERE)
    place(desk, NUMBER)
    board.wait_state("play")
    board.hear_on()


def stick_is_away(stage, board, lines, desk, stick):
    """The card of a stick that is pulled waits for it."""
    lines.change(PRESENCE, GONE)
    board.wait_state("pause")
    board.yank(stick)
    board.wait("the stick's files to be let go", lambda: not board.open_files("/media"), 10)
    board.unmount(stick)
    listed = board.wait("the card to be listed as absent", lambda: next(
        (card for card in board.groups("cards", "card") if card["card"] == NUMBER and card.get("absent") == "1"), None))
    stage.equal((listed["storage"], listed["name"]), ("sda1", "Red"), "what is listed of it")
    lines.change(PRESENCE, THERE)
    place(desk, NUMBER)
    board.wait("the log to name the stick", lambda: f"card {NUMBER}: it belongs to sda1" in board.log())
    stage.equal(board.status()["state"], "stop", "the state without the stick")
    board.plug(stick)
    board.mount(stick)
    board.wait_state("play")
    board.wait_sound(file="two.flac")
    board.hear_on()
    board.ask("stop")


def run(stage):
    tracks = [stage.track(number, 30) for number in (1, 2)]
    stick = stage.stick("vfat", {"a/one.flac": tracks[0], "Party/two.flac": tracks[1]}, label="STICK")
    board = stage.board()
    lines = lines_of(board)
    lines.set(PRESENCE, GONE)
    board.plug(stick)
    board.mount(stick)
    board.start(CONFIGURATION)
    reader = first_card(stage, board)
    stage.healthy(board)
    restarted(stage, board, reader)
    is_soon(stage, board, reader)
    number_pad(stage, board)
    desk = Keyboard(board, DESK, sorted({*DIGITS.values(), ENTER}))
    on_the_desk(stage, board, lines, desk)
    stick_is_away(stage, board, lines, desk, stick)
    stage.healthy(board)
    recording = board.power_off()
    stage.equal(recording.story(tracks), HEARD, "what is heard of the cards")
