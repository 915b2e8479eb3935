"""jukebox-cards reads a RC522 through spidev: its card plays, pauses when it leaves, and the chip may leave and come back.

The chip is a program that answers for the kernel (CUSE, guest/fake-rc522.c), so that each ioctl is a real one.
"""
from harness.board import SOCKET

CARD, OTHER = "04A1B2C3D4E580", "DEADBEEF"
LOG = "/run/cards.log"
DEVICE = "/dev/spidev9.0"
CONFIGURATION = f"""\
[reader shelf]
type = rc522
device = {DEVICE}
[player]
autoplay = off
"""
HEARD = """\
track 1 begins
track 1 goes on
"""


def left_out(arguments):
    return "jukebox-cards is built for amd64 alone" if arguments.arch != "amd64" else None


def place(board, number):
    board.run(f"echo {number} > /run/card")


def fake(board):
    board.run("fake-rc522 /run/card > /run/fake.log 2>&1 & echo $! > /run/fake")
    board.wait("the device", f"[ -c {DEVICE} ]")


def count(board, words):
    return int(board.attempt(f"grep -c '{words}' {LOG}")[1])


def run(stage):
    track = stage.track(1, 60)
    stick = stage.stick("vfat", {"Party/one.flac": track}, label="STICK")
    board = stage.board()
    board.run("touch /run/card")
    fake(board)
    board.plug(stick)
    board.mount(stick)
    board.start(CONFIGURATION)
    board.run(f"jukebox-cards --config /etc/jukebox.ini --socket {SOCKET} > {LOG} 2>&1 &")
    board.wait("the reader to work", lambda: count(board, r"jukebox-cards: reader shelf (rc522) works$") == 1)
    folder = board.wait("the folder", lambda: next(
        (line.split(": ", 1)[1] for line in board.ask("listall") if line.startswith("directory: ") and line.endswith("Party")),
        None))
    board.ask(f'card bind {CARD} folder "{folder}"')

    place(board, CARD)
    board.wait_sound(elapsed=1, file="one.flac")
    # Less than `away-ms`.
    board.run(f"echo > /run/card; usleep 200000; echo {CARD} > /run/card")
    board.hear_on(1)
    place(board, "")
    board.wait_state("pause")
    place(board, OTHER)
    board.wait("the unknown card", lambda: f"unknown: {OTHER}" in board.ask("cards"))
    stage.equal(board.status()["state"], "pause", "the state after an unknown card")
    place(board, CARD)
    board.wait_state("play")
    board.hear_on(1)

    board.run("kill $(cat /run/fake)")
    board.wait("the log to name the fault", lambda: count(board, "reader shelf (rc522): ") >= 1)
    stage.equal(board.status()["state"], "play", "the state without the reader")
    fake(board)
    board.wait("the reader to work again", lambda: count(board, "reader shelf (rc522) works again") == 1, 60)
    board.hear_on(1)
    place(board, "")
    board.wait_state("pause")
    board.ask("stop")
    stage.healthy(board)
    recording = board.power_off()
    stage.equal(recording.story([track]), HEARD.splitlines(), "what is heard of the card")
