"""The common part of the power cut scenarios: a stick of many songs, and a board that remembers them on a disk."""
from .packages import run
from .sticks import image

SONGS = 200
STATE = "/var/lib/jukebox"


def songs_of(first, other):
    """The files of a stick: one track to be heard, and many more after it."""
    return {"0 first.flac": first, **{f"more {number:03}.flac": other for number in range(SONGS)}}


def state_disk(stage, name):
    """The board's state is on an ext4 disk, as on a card."""
    path = stage.folder / f"disk-{name}.img"
    run("cp", "--sparse=always", image("ext4", {}, 64, "STATE"), path)
    return path


def boot(stage, stick, disk, devices=(), node=None):
    """A board with its disk, or one that is among the devices, and with the stick."""
    board = stage.board(disk=disk, devices=devices)
    stage.notes.clear()
    board.run(f"mkdir -p {STATE} && mount -t ext4 -o noatime /dev/vda1 {STATE}")
    board.plug(stick, node=node)
    board.mount(stick)
    return board


def songs(board, question):
    """The songs that a question is answered with."""
    return board.values(question, "file")
