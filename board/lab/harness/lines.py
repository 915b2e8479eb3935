"""GPIO lines: a hand on buttons and knobs, an eye on LEDs.

On ARM64 they are those of the board's PL061, whose wires QEMU drives from outside; on amd64 those of a chip that the
guest's kernel simulates. Either way an edge goes through the kernel's interrupts to the owner of the line.
"""
import re

from . import gpiosim
from .board import kernel_of
from .failure import Failure

# The daemon's own name for the kernel, in its table of interrupts.
CONSUMER = "jukebox"
PULLS = ("pull-down", "pull-up")
COUNT = 8


class Lines:
    """Eight lines, the guest's gpiochip0. Line 3 is the power key's on ARM64."""

    def __init__(self, board):
        self.board = board
        self.levels = {}

    def number(self, line):
        """The line in the guest's older, global count."""
        return int(self.board.run("cat /sys/class/gpio/gpiochip*/base").split()[0]) + line

    def set(self, line, level):
        """Drives an input, as fast as it goes; a hand that must be seen uses `change`."""
        raise NotImplementedError

    def outputs(self, line):
        """The levels that an output was seen to have so far, each change once."""
        raise NotImplementedError

    def interrupts(self, line):
        """How many edges of the line the guest's kernel has dealt with."""
        for text in self.board.run("cat /proc/interrupts").splitlines():
            found = re.match(rf"\s*\d+:\s+(\d+)\s.*\s(\d+)\s+(?:Edge\s+)?{CONSUMER}", text)
            if found and int(found[2]) == line:
                return int(found[1])
        return 0

    def change(self, line, level, seen=None):
        """Drives an input to its other level, and waits until the guest's kernel has seen it; how many edges it has
        seen then. `seen` is how many it had before, where that is known."""
        before = self.interrupts(line) if seen is None else seen

        def more():
            count = self.interrupts(line)
            return count if count > before else None
        self.set(line, level)
        return self.board.wait(f"the edge of line {line}", more, 10)

    def bounce(self, line, level, edges):
        """Makes `count` edges, each seen by the guest's kernel, the last of which goes to `level`; how many it saw."""
        before = seen = self.interrupts(line)
        for edge in range(edges):
            seen = self.change(line, level if (edges - edge) % 2 else 1 - level, seen)
        return seen - before

    def press(self, line):
        """A button that connects its line to ground, for as long as the kernel takes to see it."""
        self.change(line, 0)
        self.change(line, 1)


class WiredLines(Lines):
    """Those of ARM64's PL061."""

    def __init__(self, board):
        super().__init__(board)
        devices = board.qmp.command("qom-list", path="/machine/unattached")
        found = [device["name"] for device in devices if device["type"] == "child<pl061>"]
        if not found:
            raise Failure("the board has no PL061")
        self.path = f"/machine/unattached/{found[0]}"
        # From here on QEMU reports each change of an output.
        board.qtest.command(f"irq_intercept_out {self.path}")

    def set(self, line, level):
        self.board.qtest.command(f"set_irq_in {self.path} unnamed-gpio-in {line} {level}")
        self.levels[line] = level

    def outputs(self, line):
        # QEMU's messages since then are read with the answer to any command.
        self.board.qtest.command(f"set_irq_in {self.path} unnamed-gpio-in 3 {self.levels.setdefault(3, 0)}")
        told = [re.fullmatch(rf"IRQ (raise|lower) {line}", text) for text in self.board.qtest.lines]
        return [1 if found[1] == "raise" else 0 for found in told if found]


class SimulatedLines(Lines):
    """Those of a chip of gpio-sim."""

    def __init__(self, board):
        super().__init__(board)
        board.write("/run/gpio-sim.ko", gpiosim.module(kernel_of(board.arch)).read_bytes())
        folder = "/sys/kernel/config/gpio-sim/board"
        board.wait("configfs", "grep -q ' /sys/kernel/config ' /proc/mounts")
        board.run(f"insmod /run/gpio-sim.ko && mkdir -p {folder}/bank && echo {COUNT} > {folder}/bank/num_lines && "
                  f"echo 1 > {folder}/live")
        self.path = board.run(f"echo /sys/devices/platform/$(cat {folder}/dev_name)/$(cat {folder}/bank/chip_name)")
        self.seen = {line: [] for line in range(COUNT)}

    def set(self, line, level):
        self.board.run(f"echo {PULLS[level]} > {self.path}/sim_gpio{line}/pull")
        self.levels[line] = level

    def outputs(self, line):
        # Some looks at a time, since an LED may blink more quickly than one command follows another.
        value = f"{self.path}/sim_gpio{line}/value"
        looks = self.board.run(f"for look in 1 2 3 4 5 6 7 8; do cat {value}; usleep 15000; done")
        for level in map(int, looks.split()):
            if self.seen[line][-1:] != [level]:
                self.seen[line].append(level)
        return self.seen[line]


def lines_of(board):
    """The lines of a board that has just booted."""
    return WiredLines(board) if board.arch == "arm64" else SimulatedLines(board)
