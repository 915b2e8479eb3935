"""`doctor` finds nothing wrong on a healthy board, and names faults that are put in: a muted card, a read-only stick, lines.

Only the daemon's own checks: the board has no client, no systemd and no network.
"""
from harness.lines import lines_of

FREE, MISSING = 4, 4000
HEALTHY = f"""
[button good]
line = {FREE}
press = next
"""
WRONG = f"""
[button wrong]
line = {MISSING}
press = next
[button elsewhere]
chip = gpiochip77
line = 1
press = next
"""


def examine(board):
    """The findings of `doctor`, each as a dictionary."""
    return board.groups("doctor", "check")


def faults(board):
    return {(each["group"], each["check"]): each["text"] for each in examine(board) if each["state"] == "fault"}


def run(stage):
    # Three minutes, so that a file is long enough to measure.
    track = stage.track(1, 180)
    stick = stage.stick("vfat", {"1 song.flac": track})
    board = stage.board()
    lines_of(board)
    board.plug(stick)
    board.mount(stick)
    board.start(HEALTHY)
    board.wait_sound(elapsed=2)
    stage.equal(faults(board), {}, "faults of a healthy board")
    found = {each["check"]: each for each in examine(board)}
    for check in ("cards", "card", "volume", "format", "underruns", "present", "database", "chips", "lines",
                  "priority", "memory-lock", "configuration"):
        stage.equal(found.get(check, {}).get("state"), "well", f"the finding `{check}`: {found.get(check)}")
    stage.check("vfat" in found["present"]["text"], "the stick's file system is named", found["present"])

    board.ask("setvol 0")
    stage.equal(set(faults(board)), {("sound", "volume")}, "faults at volume 0")
    board.ask("setvol 50", "disableoutput 0")
    board.wait("the card to be closed", lambda: board.open_files("/dev/snd") == [])
    stage.equal(set(faults(board)), {("sound", "card")}, "faults with the output switched off")
    board.ask("enableoutput 0")
    board.wait_sound()
    stage.check("milliseconds: 900" in board.ask("doctor tone left"), "a tone is played", "")

    board.stop()

    board.unmount(stick)
    board.mount(stick, "ro,nosuid,nodev,noexec")
    board.start(WRONG)
    board.wait_sound()
    stage.equal(set(faults(board)), {("sticks", "writable"), ("inputs", "lines")},
                "faults of a read-only stick and two wrong buttons")
    texts = [each["text"] for each in examine(board) if each["check"] == "lines" and each["state"] == "fault"]
    stage.equal(len(texts), 2, f"faults of two wrong buttons: {texts}")
    stage.check(any("does not exist" in text for text in texts), "a missing line is named", texts)
    stage.check(any("no such GPIO chip" in text for text in texts), "a missing chip is named", texts)
    board.run("echo '[audio]' > /etc/jukebox.ini; echo 'rat = 1' >> /etc/jukebox.ini")
    stage.check(("machine", "configuration") in faults(board), "a wrong configuration is named", faults(board))
    board.power_off()
