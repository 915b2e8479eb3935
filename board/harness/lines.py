"""GPIO lines of the ARM64 board, whose PL061 the host drives: a hand on buttons and knobs, an eye on LEDs."""
import re

from .failure import Failure


class Lines:
    """The eight lines of the PL061. Line 3 is the power key's."""

    def __init__(self, board):
        self.board = board
        devices = board.qmp.command("qom-list", path="/machine/unattached")
        found = [device["name"] for device in devices if device["type"] == "child<pl061>"]
        if not found:
            raise Failure("the board has no PL061")
        self.path = f"/machine/unattached/{found[0]}"
        self.levels = {}
        # From here on QEMU tells of each change of an output.
        board.qtest.command(f"irq_intercept_out {self.path}")

    def number(self, line):
        """The line in the guest's older, global count."""
        return int(self.board.run("cat /sys/class/gpio/gpiochip*/base").split()[0]) + line

    def set(self, line, level):
        """Drives an input, as fast as it goes; a hand that must be seen uses `change`."""
        self.board.qtest.command(f"set_irq_in {self.path} unnamed-gpio-in {line} {level}")
        self.levels[line] = level

    def interrupts(self, line):
        """How many edges of the line the guest's kernel has dealt with."""
        for text in self.board.run("cat /proc/interrupts").splitlines():
            found = re.match(r"\s*\d+:\s+(\d+)\s.*\s(\d+)\s+Edge\s+jukebox", text)
            if found and int(found[2]) == line:
                return int(found[1])
        return 0

    def change(self, line, level):
        """Drives an input to its other level, and waits until the guest's kernel has seen it."""
        before = self.interrupts(line)
        self.set(line, level)
        self.board.wait(f"the edge of line {line}", lambda: self.interrupts(line) > before, 10)

    def outputs(self, line):
        """The levels that an output has had so far, each change once."""
        # What QEMU has told since is read with the answer to any command.
        self.board.qtest.command(f"set_irq_in {self.path} unnamed-gpio-in 3 {self.levels.setdefault(3, 0)}")
        told = [re.fullmatch(rf"IRQ (raise|lower) {line}", text) for text in self.board.qtest.lines]
        return [1 if found[1] == "raise" else 0 for found in told if found]
