"""GPIO buttons: press, long press, repeat, double press, and a contact that bounces 20 times, on each way to a line.

The effect of each is looked for in the state and in what was heard. On ARM64 the wires of a PL061 are driven from outside
(libgpiod 2), on amd64 the kernel simulates the chip (libgpiod 1).
"""
from harness.bounds import LEAP_SECONDS
from harness.lines import lines_of

BOUNCING, SOFTER, DOUBLE = 4, 5, 6
PRESSED, RELEASED = 0, 1
EDGES = 20
# In seconds; so long that each edge of a bouncing contact falls into it, also where the emulator stands still, and that
# a press which waited for its end would be seen to be late.
WINDOW = 1.0

CONFIGURATION = f"""
[button bouncing]
line = {BOUNCING}
press = next
debounce-ms = {round(WINDOW * 1000)}
[button softer]
line = {SOFTER}
press = volume -2
hold = volume -10
repeat-ms = 200
[button double]
line = {DOUBLE}
press = toggle
double = stop
"""


def bounce(stage, board, lines):
    """It acts at the first edge, and no more, however long the contact continues."""
    began = int(board.status()["song"])
    for presses in (1, 2):
        # The edges of the one below are all within the window that this one opens.
        lines.change(BOUNCING, PRESSED)
        board.wait("the bouncing press", lambda: board.actions("bouncing") >= presses, WINDOW)
        seen = 1 + lines.bounce(BOUNCING, PRESSED, EDGES)
        stage.check(seen > EDGES, "the kernel saw every edge of a press that bounced", seen)
        board.run(f"usleep {round(WINDOW * 1.2e6)}")
        stage.equal(board.actions("bouncing"), presses, "actions once a bouncing contact is closed")
        seen = lines.bounce(BOUNCING, RELEASED, EDGES + 1)
        stage.check(seen > EDGES, "the kernel saw every edge of a release that bounced", seen)
        board.run(f"usleep {round(WINDOW * 1.2e6)}")
        stage.equal(board.actions("bouncing"), presses, "actions once a bouncing contact is open")
        stage.equal(int(board.status()["song"]), began + presses, "the song after a press that bounced")


def run(stage):
    tracks = [stage.track(number, 20) for number in range(1, 6)]
    stick = stage.stick("vfat", {f"{number} song.flac": track for number, track in enumerate(tracks, 1)})
    board = stage.board()
    lines = lines_of(board)
    for line in (BOUNCING, SOFTER, DOUBLE):
        lines.set(line, RELEASED)
    board.plug(stick)
    board.mount(stick)
    board.start(CONFIGURATION)
    board.wait_sound()
    board.wait("the whole queue", lambda: board.status()["playlistlength"] == "5")
    bounce(stage, board, lines)

    levels = change_volume(stage, board, lines)
    change_state(stage, board, lines)
    stage.equal(board.pairs("engine")["underruns"], "0", "underruns")
    stage.prompt(board, LEAP_SECONDS)
    stage.healthy(board)
    recording = board.power_off()
    stage.silent_joints(recording, tracks)
    stage.equal(recording.story(tracks),
                ["track 1 begins", "track 2 begins", "track 3 begins", "track 3 went on", "track 3 goes on",
                 "track 3 begins"],
                "heard: two skips, the volume down and back, a pause, and a start after a stop")
    wanted, begin, end = levels
    stage.equal(recording.volumes(tracks, begin, end), wanted, "the volumes that are heard")


def change_volume(stage, board, lines):
    """By a press, and by one that is held; the volumes that must have been heard, and the stretch of the recording."""
    def volume():
        return int(board.status()["volume"])

    board.hear_on()
    begin, before = board.recorded_frames(), volume()
    lines.press(SOFTER)
    board.wait("a lower volume", lambda: volume() == before - 2)
    board.hear_on()
    # Held: after 0.6 s the long press, and again every 0.2 s.
    lines.change(SOFTER, PRESSED)
    board.wait("the long press and two repeats", lambda: volume() <= before - 2 - 30)
    lines.change(SOFTER, RELEASED)
    # An action that was due before the release may be on its way.
    board.run("usleep 300000")
    left = volume()
    board.run("usleep 700000")
    stage.equal(volume(), left, "the volume once the button is up")
    board.ask("setvol 100")
    board.hear_on()
    end = board.recorded_frames()
    board.hear_on()
    return [before, before - 2, *range(before - 12, left - 1, -10), 100], begin, end


def change_state(stage, board, lines):
    """Pause, play, and stop by a double press, after which a press plays again."""
    lines.press(DOUBLE)
    held = board.wait_state("pause")["elapsed"]
    board.run("usleep 500000")
    stage.check(float(board.status()["elapsed"]) - float(held) < 0.1, "the song stands still in a pause",
                (held, board.status()["elapsed"]))
    lines.press(DOUBLE)
    board.wait_state("play")
    board.hear_on()
    lines.press(DOUBLE)
    lines.press(DOUBLE)
    board.wait_state("stop")
    stage.equal(board.inputs()["double"]["last_action"], "stop", "a double press")
    # So long that the next press is a first one.
    board.run("usleep 700000")
    lines.press(DOUBLE)
    board.wait_state("play")
    board.wait_sound(elapsed=0.5)
