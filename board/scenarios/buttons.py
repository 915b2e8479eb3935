"""GPIO buttons, driven from outside: press, long press, repeat, double press, and a contact that bounces 20 times.

The lines are those of the board's PL061, whose inputs QEMU sets; so each edge takes the way through the kernel that a
wire's would.
"""
import time

ARCHITECTURES = ("arm64",)

CONFIGURATION = """
[button next]
chip = {chip}
line = 4
press = next
[button louder]
chip = {chip}
line = 5
press = volume -2
hold = volume -10
repeat-ms = 200
[button double]
chip = {chip}
line = 6
press = toggle
double = stop
"""


class Lines:
    """The inputs of the PL061; the buttons connect them to ground."""

    def __init__(self, board):
        self.board = board
        found = [entry["name"] for entry in board.qmp.command("qom-list", path="/machine/unattached")
                 if entry["type"] == "child<pl061>"]
        self.path = f"/machine/unattached/{found[0]}"
        for line in (4, 5, 6):
            self.set(line, 1)

    def set(self, line, level):
        self.board.qtest.command(f"set_irq_in {self.path} unnamed-gpio-in {line} {level}")

    def press(self, line, seconds=0.05):
        self.set(line, 0)
        time.sleep(seconds)
        self.set(line, 1)


def run(stage):
    tracks = [stage.track(number, 10) for number in range(1, 6)]
    stick = stage.stick("vfat", {f"{number} song.flac": track for number, track in enumerate(tracks, 1)})
    board = stage.board()
    lines = Lines(board)
    chip = board.run("cd /sys/bus/gpio/devices && ls -d gpiochip* | head -1")
    board.plug(stick)
    board.mount(stick)
    board.start(CONFIGURATION.format(chip=chip))
    board.wait_sound()
    board.wait("the whole queue", lambda: board.status()["playlistlength"] == "5")

    def song():
        return int(board.status().get("song", -1))

    def volume():
        return int(board.status()["volume"])

    lines.press(4)
    board.wait("the next song", lambda: song() == 1)
    # Each edge of a bouncing contact within the debounce time, without a pause between them; it ends pressed.
    began = song()
    for edge in range(20):
        lines.set(4, edge % 2)
    lines.set(4, 0)
    board.wait("the song after it", lambda: song() == began + 1)
    time.sleep(0.05)
    lines.set(4, 1)
    time.sleep(0.5)
    stage.equal(song(), began + 1, "songs passed by a press that bounced")
    stage.note("key p99 ms", int(board.pairs("engine")["key_latency_p99_us"]) / 1e3)

    before = volume()
    lines.press(5)
    board.wait("a lower volume", lambda: volume() == before - 2)
    # Held: after 0.6 s the long press, and again every 0.2 s.
    lines.set(5, 0)
    board.wait("the long press and two repeats", lambda: volume() <= before - 2 - 30)
    lines.set(5, 1)
    time.sleep(0.3)
    left = volume()
    time.sleep(0.7)
    stage.equal(volume(), left, "the volume once the button is up")

    lines.press(6)
    board.wait_state("pause")
    lines.press(6)
    board.wait_state("play")
    lines.press(6, 0.04)
    time.sleep(0.06)
    lines.press(6, 0.04)
    board.wait_state("stop")
    stage.healthy(board)
    recording = board.power_off()
    stage.silent_joints(recording, tracks)
