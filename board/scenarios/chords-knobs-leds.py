"""A chord of two buttons, a knob whose contacts bounce, LEDs that tell what plays, and a line that is busy at first."""
from harness.lines import Lines

# amd64 has no lines that the host can drive.
ARCHITECTURES = ("arm64",)

CONFIGURATION = """
[audio]
output = null

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

[led eye]
line = 6
steady = paused
blink = playing
blink-ms = 100

[led low]
line = 7
active = low
steady = running
"""
BUSY, ONE, OTHER, A, B, EYE, LOW = 0, 1, 2, 4, 5, 6, 7
PRESSED, RELEASED = 0, 1


def inputs(board):
    """What the command `inputs` tells, by name."""
    found = {}
    for line in board.ask("inputs"):
        key, value = line.split(": ", 1)
        if key == "input":
            found[value] = about = {}
        else:
            about[key] = value
    return found


def acted(stage, board, name, count, action):
    """Waits for so many actions, and checks the last one."""
    board.wait(f"{count} actions of {name}", lambda: int(inputs(board)[name]["actions"]) >= count)
    found = inputs(board)[name]
    stage.equal((found["actions"], found["last_action"]), (str(count), action), f"{name} acts")


def take_busy_line(stage, board, lines):
    """A line that somebody else has at the start is tried again until it can be had."""
    stage.equal(inputs(board)["busy"]["works"], "0", "a busy line does not work")
    board.run(f"echo {lines.number(BUSY)} > /sys/class/gpio/unexport")
    board.wait("the line that was busy", lambda: inputs(board)["busy"]["works"] == "1", 60)
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
    found = inputs(board)
    stage.equal((found["one"]["actions"], found["other"]["actions"]), ("0", "0"), "a chord's buttons don't act")
    stage.equal(board.status()["random"], "1", "the chord turned random on")
    lines.change(OTHER, PRESSED)
    acted(stage, board, "other", 1, "volume -3")
    lines.change(OTHER, RELEASED)
    stage.equal(inputs(board)["both"]["actions"], "1", "a button alone is no chord")


def turn_knob(stage, board, lines):
    """Twelve clicks clockwise and five back; each contact bounces."""
    before = int(board.status()["volume"])
    for clicks, order in ((12, (A, B)), (5, (B, A))):
        for _ in range(clicks):
            for line, level in ((order[0], 0), (order[1], 0), (order[0], 1), (order[1], 1)):
                lines.change(line, level)
                lines.set(line, 1 - level)
                lines.set(line, level)
    acted(stage, board, "knob", 17, "volume +1")
    stage.equal(int(board.status()["volume"]), before - 24 + 5, "the volume follows the knob")


def look_at_leds(stage, board, lines):
    def blinks():
        levels = lines.outputs(EYE)
        return levels if len(levels) >= 6 else None
    levels = board.wait("the LED to blink", blinks)
    stage.check(all(one != other for one, other in zip(levels, levels[1:])), "it blinks while something plays", levels)
    board.ask("pause 1")
    board.wait_state("pause")
    stage.equal(inputs(board)["eye"]["look"], "lit", "it is lit while paused")
    stage.equal(lines.outputs(EYE)[-1], 1, "lit is high")
    stage.equal(lines.outputs(LOW)[-1], 0, "lit is low where low is active")
    board.stop()
    stage.equal((lines.outputs(EYE)[-1], lines.outputs(LOW)[-1]), (0, 1), "all are dark at the end")


def run(stage):
    stick = stage.stick("vfat", {"track.flac": stage.track(1, 20)})
    board = stage.board(sound=None)
    lines = Lines(board)
    for line in (BUSY, ONE, OTHER, A, B):
        lines.set(line, RELEASED)
    board.run(f"echo {lines.number(BUSY)} > /sys/class/gpio/export")
    board.start(CONFIGURATION)
    board.plug(stick)
    board.mount(stick)
    # However long the rest takes, it still plays.
    board.wait_sound()
    take_busy_line(stage, board, lines)
    turn_knob(stage, board, lines)
    press_together(stage, board, lines)
    board.ask("play")
    board.wait_state("play")
    stage.healthy(board)
    look_at_leds(stage, board, lines)
