"""A keyboard that the guest's kernel makes by uinput: any key, one event at a time."""


class Keyboard:
    """A keyboard of this name with these keys (codes of linux/input-event-codes.h), once jukeboxd listens to it."""

    def __init__(self, board, name, keys):
        self.board = board
        self.name = name
        self.fifo = f"/run/{name}"
        self.done = 0
        words = " ".join(map(str, keys))
        board.run(f"mkfifo {self.fifo} && {{ board-tool type {name} {self.fifo} {words} > {self.fifo}.done 2>&1 & }}")
        board.wait(f"jukeboxd to listen to {name}", lambda: f"({name}): listening" in board.log())

    def send(self, *lines):
        """`KEY 1` is down, `KEY 0` up, `KEY x COUNT` COUNT presses without a pause; returns once all were sent."""
        self.done += len(lines)
        self.board.run("printf '%s\\n' " + " ".join(f"'{line}'" for line in lines) + f" > {self.fifo}")
        self.board.wait(f"{self.name} to type", f"[ $(wc -l < {self.fifo}.done) = {self.done} ]")

    def press(self, key):
        self.send(f"{key} 1", f"{key} 0")
