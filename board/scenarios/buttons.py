"""GPIO buttons: press, long press, repeat, double press, and a contact that bounces 20 times, on each way to a line.

On ARM64 the wires of a PL061 are driven from outside (libgpiod 2), on amd64 the kernel simulates the chip (libgpiod 1).
"""
from harness.lines import lines_of

BOUNCING, SOFTER, DOUBLE = 4, 5, 6
PRESSED, RELEASED = 0, 1
EDGES = 20
# In seconds; so long that each edge of a bouncing contact falls into it, also where the emulator stands still, and that
# a press which waited for its end would be seen to be late.
WINDOW = 1.0
MOST_LATE = 0.1

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
    """It acts at the first edge, and no more, however long the contact goes on."""
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

    def volume():
        return int(board.status()["volume"])

    before = volume()
    lines.press(SOFTER)
    board.wait("a lower volume", lambda: volume() == before - 2)
    # Held: after 0.6 s the long press, and again every 0.2 s.
    lines.change(SOFTER, PRESSED)
    board.wait("the long press and two repeats", lambda: volume() <= before - 2 - 30)
    lines.change(SOFTER, RELEASED)
    # An action that was due before the release may be on its way.
    board.run("usleep 300000")
    left = volume()
    board.run("usleep 700000")
    stage.equal(volume(), left, "the volume once the button is up")

    lines.press(DOUBLE)
    board.wait_state("pause")
    lines.press(DOUBLE)
    board.wait_state("play")
    lines.press(DOUBLE)
    lines.press(DOUBLE)
    board.wait_state("stop")
    stage.equal(board.inputs()["double"]["last_action"], "stop", "a double press")
    stage.within("key p99", int(board.pairs("engine")["key_latency_p99_us"]) / 1e6, MOST_LATE)
    stage.healthy(board)
    recording = board.power_off()
    stage.silent_joints(recording, tracks)
