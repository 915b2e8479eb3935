"""A chord of two buttons, a knob whose contacts bounce, LEDs that tell what happens, and a line that is busy at first."""
import itertools

from harness.lines import lines_of
from harness.tracks import short_silence

BUTTONS = """
[button busy]
line = 0
press = volume -1

[button one]
line = 1
press = volume -2

[button other]
line = 2
press = volume -3

; Long, since the emulator may stand still for a while.
[chord both]
button = one
button = other
window-ms = 1000
press = shuffle

[encoder knob]
a = 4
b = 5
clockwise = volume -2
counter-clockwise = volume +1
"""
# On the lines that were the buttons' before the configuration is read again.
LEDS = """
[led play]
line = 1
steady = paused
blink = playing
blink-ms = 100

[led scan]
line = 2
blink = scanning
blink-ms = 50

[led trouble]
line = 4
steady = error

[led low]
line = 5
active = low
steady = running
"""
BUSY, ONE, OTHER, A, B = 0, 1, 2, 4, 5
PLAY, SCAN, TROUBLE, LOW = 1, 2, 4, 5
PRESSED, RELEASED = 0, 1
DARK, LIT = 0, 1
BOUNCES = 3


def acted(stage, board, name, count, action):
    """Waits for `count` actions, and checks the last one."""
    board.wait(f"{count} actions of {name}", lambda: board.actions(name) >= count)
    found = board.inputs()[name]
    stage.equal((found["actions"], found["last_action"]), (str(count), action), f"{name} acts")


def take_busy_line(stage, board, lines):
    """A line that somebody else has at the start is tried again until it can be had."""
    stage.equal(board.inputs()["busy"]["works"], "0", "a busy line does not work")
    board.run(f"echo {lines.number(BUSY)} > /sys/class/gpio/unexport")
    board.wait("the line that was busy", lambda: board.inputs()["busy"]["works"] == "1", 60)
    told = [line for line in board.log().splitlines() if "button busy" in line]
    stage.check(len(told) == 2 and "busy (gpiod)" in told[0] and "works" in told[1],
                "it is told once, and once when it works", told)
    lines.change(BUSY, PRESSED)
    acted(stage, board, "busy", 1, "volume -1")
    lines.change(BUSY, RELEASED)


def press_together(stage, board, lines):
    """The chord acts, and neither of its buttons; alone each is itself."""
    lines.set(ONE, PRESSED)
    lines.change(OTHER, PRESSED)
    acted(stage, board, "both", 1, "shuffle")
    lines.change(ONE, RELEASED)
    lines.change(OTHER, RELEASED)
    found = board.inputs()
    stage.equal((found["one"]["actions"], found["other"]["actions"]), ("0", "0"), "a chord's buttons don't act")
    stage.equal(board.status()["random"], "1", "the chord turned random on")
    lines.change(OTHER, PRESSED)
    acted(stage, board, "other", 1, "volume -3")
    lines.change(OTHER, RELEASED)
    stage.equal(board.inputs()["both"]["actions"], "1", "a button alone is no chord")


def turn_knob(stage, board, lines):
    """Twelve clicks clockwise and five back; each contact bounces."""
    before = int(board.status()["volume"])
    seen = lines.interrupts(A) + lines.interrupts(B)
    for clicks, order in ((12, (A, B)), (5, (B, A))):
        for _ in range(clicks):
            for line, level in ((order[0], 0), (order[1], 0), (order[0], 1), (order[1], 1)):
                lines.bounce(line, level, BOUNCES)
    seen = lines.interrupts(A) + lines.interrupts(B) - seen
    stage.check(seen >= 17 * 4 * BOUNCES, "the kernel saw every edge of contacts that bounced", seen)
    acted(stage, board, "knob", 17, "volume +1")
    stage.equal(int(board.status()["volume"]), before - 24 + 5, "the volume follows the knob")


def change_to_leds(stage, board, lines):
    """Buttons become LEDs when the configuration is read again."""
    board.write("/etc/jukebox.ini", board.configuration.replace(BUTTONS, LEDS))
    board.run(f"kill -HUP {board.daemon}")
    board.wait("the LEDs", lambda: "scan" in board.inputs())
    stage.equal(sorted(name for name, about in board.inputs().items() if about["works"] == "0"), [],
                "inputs that don't work")
    # The guest's first look at a new chip's line.
    for line in (PLAY, SCAN, TROUBLE, LOW):
        lines.outputs(line)
    stage.equal(look(board), ("blinking", "dark", "dark", "lit"), "LEDs while something plays")
    stage.equal([lines.outputs(line)[-1] for line in (SCAN, TROUBLE, LOW)], [DARK, DARK, 0], "their levels")


def look(board):
    found = board.inputs()
    return tuple(found[name]["look"] for name in ("play", "scan", "trouble", "low"))


def blinks(stage, board, lines, line, what, known=None):
    """`known` is how many changes were seen before it could begin; all up to now where nothing is said."""
    known = len(lines.outputs(line)) if known is None else known

    def levels():
        new = lines.outputs(line)[known:]
        return new if len(new) >= 6 else None
    seen = board.wait(f"the LED to blink {what}", levels)
    stage.check(all(one != other for one, other in itertools.pairwise(seen)), f"it blinks {what}", seen)


def look_at_leds(stage, board, lines, many):
    blinks(stage, board, lines, PLAY, "while something plays")
    known = len(lines.outputs(SCAN))
    # Port 3 is where the card comes back.
    board.plug(many, port=5)
    board.mount(many)
    blinks(stage, board, lines, SCAN, "during a scan", known)
    board.wait("the scan's end", lambda: not board.is_scanning(), 120)
    board.wait("the LED of scans to be dark", lambda: look(board)[1] == "dark")
    stage.equal(lines.outputs(SCAN)[-1], DARK, "the level once a scan is over")
    board.ask("pause 1")
    board.wait_state("pause")
    stage.equal(look(board), ("lit", "dark", "dark", "lit"), "LEDs while paused")
    stage.equal(lines.outputs(PLAY)[-1], LIT, "lit is high")
    stage.equal(lines.outputs(LOW)[-1], 0, "lit is low where low is active")
    board.ask("pause 0")
    board.wait_state("play")


def lose_card(stage, board, lines):
    """Without a card the LED of errors is lit, until there is one."""
    board.unplug_sound()
    board.wait("the LED of errors", lambda: lines.outputs(TROUBLE)[-1] == LIT)
    stage.equal(look(board)[2], "lit", "the LED of errors without a card")
    board.plug_sound()
    board.wait("the LED of errors to be dark", lambda: lines.outputs(TROUBLE)[-1] == DARK)


def run(stage):
    track = stage.track(1, 90)
    stick = stage.stick("vfat", {"track.flac": track})
    many = stage.stick("vfat", {f"{number}.flac": short_silence() for number in range(800)}, name="many")
    board = stage.board()
    lines = lines_of(board)
    for line in (BUSY, ONE, OTHER, A, B):
        lines.set(line, RELEASED)
    board.run(f"echo {lines.number(BUSY)} > /sys/class/gpio/export")
    board.start(BUTTONS)
    board.plug(stick)
    board.mount(stick)
    board.wait_sound(elapsed=1)
    take_busy_line(stage, board, lines)
    turn_knob(stage, board, lines)
    press_together(stage, board, lines)
    board.ask("setvol 100")
    loud = float(board.status()["elapsed"])
    board.wait_sound(elapsed=loud + 1)
    change_to_leds(stage, board, lines)
    look_at_leds(stage, board, lines, many)
    told = ["button busy"]
    if stage.sound == "usb":
        lose_card(stage, board, lines)
        told.append("sound device lost")
    stage.healthy(board, told)
    # A simulated line that is let go follows its pull; a wire stays as it was driven last.
    for line, dark in ((PLAY, 0), (SCAN, 0), (TROUBLE, 0), (LOW, 1)):
        lines.set(line, dark)
    board.stop()
    stage.equal([lines.outputs(line)[-1] for line in (PLAY, SCAN, TROUBLE, LOW)], [DARK, DARK, DARK, 1],
                "all are dark at the end")
    recording = board.power_off()
    stage.silent_joints(recording, [track])
    heard = [piece for piece in recording.heard([track]) if piece.frames > 4800]
    if stage.check(len(heard) >= 2, "the track is heard before the volume changes and after it is back", heard):
        stage.equal(heard[0].first, 0, "the first frame that is heard")
        shifts = {piece.at - piece.first for piece in heard if piece.end < 48000 * (loud + 1)}
        stage.equal(len(shifts), 1, f"no frame is lost or doubled by buttons and knobs, in {heard}")
