"""The machines that tests for ARM64 run on: processors that qemu-user emulates, and a board with larger pages."""
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import time
from typing import Any

from harness.initramfs import CPIO
from harness.kernel import Kernel, module_bytes
from harness.packages import Archive

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


class Places:
    """Places: the program with the tests, ARM64's libraries, the emulator."""

    def __init__(self, program, sysroot, emulator):
        self.program = pathlib.Path(program)
        self.sysroot = pathlib.Path(sysroot)
        self.emulator = pathlib.Path(emulator)
        self.swift = self.sysroot / "usr/lib/swift/linux"


class Emulated:
    """A processor alone: system calls go to this machine's own kernel, whose pages have 4 KiB."""

    # It has all the processors of this machine.
    at_once = 1

    def __init__(self, name, about):
        self.name = name
        self.about = about

    def command(self, places):
        return [places.emulator / "usr/bin/qemu-aarch64", "-cpu", self.name, "-L", places.sysroot,
                "-E", f"LD_LIBRARY_PATH={places.swift}", places.program]

    def run(self, places, arguments, folder, limit):
        """Runs the tests: their exit status, None where there was no end within `limit` seconds, and how many processes
        hung in the emulator."""
        log = folder / "log"
        with open(log, "w", encoding="utf-8") as file, subprocess.Popen(
                [str(word) for word in [*self.command(places), *arguments]], stdin=subprocess.DEVNULL, stdout=file,
                stderr=subprocess.STDOUT) as process:
            hung = HungForks(process.pid)
            end = time.monotonic() + limit
            while time.monotonic() < end:
                try:
                    return process.wait(HungForks.SECONDS), hung.count
                except subprocess.TimeoutExpired:
                    hung.end()
            for child in [*hung.children(), process.pid]:
                subprocess.run(["kill", "-KILL", str(child)], check=False, stderr=subprocess.DEVNULL)
            return None, hung.count


class HungForks:
    """Children of a process in qemu-user that hang in the emulator before they become another program.

    It makes a vfork a fork (so CPython's issue 131398 has it), and of a process with several threads the child has the
    locks that others held, and nobody who opens them. To become another program takes far less than two looks.
    """
    SECONDS = 30

    def __init__(self, process):
        self.process = process
        self.count = 0
        self.seen = set()

    def end(self):
        """Ends those that were there at the last look already."""
        found = set()
        for child in self.children():
            try:
                if self.words(child) == self.words(self.process):
                    found.add((child, pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[19]))
            except OSError:
                continue  # it has ended
        for child, _ in found & self.seen:
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                continue  # it has ended
            self.count += 1
        self.seen = found - self.seen

    def children(self):
        found = []
        for task in pathlib.Path(f"/proc/{self.process}/task").glob("*/children"):
            try:
                found += task.read_text().split()
            except OSError:
                continue
        return found

    @staticmethod
    def words(process):
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes()


class Booted:
    """A board with a kernel of its own: qemu-user knows no pages but this machine's."""

    # Programs that the project's tests call, beside those of busybox.
    tools = "busybox-static", "sqlite3", "libreadline8t64", "libtinfo6"
    # A clock that counts instructions uses at most one processor of this machine.
    at_once = 2
    modules = ["virtio_pci", "9p", "9pnet_virtio"]

    def __init__(self, name, processor, flavour, about):
        self.name = name
        self.processor = processor
        self.flavour = flavour
        self.about = about

    def run(self, places, arguments, folder, limit):
        """As Emulated's."""
        kernel = Kernel("arm64", self.flavour)
        tools = Archive(kernel.release, "arm64").unpacked(*self.tools)
        shares = [("project", ROOT, True), ("sysroot", places.sysroot, True), ("tools", tools, True),
                  ("results", folder, False)]
        inside = {"project": ROOT, "sysroot": "/sysroot", "tools": "/tools", "results": "/results"}
        words = [places.program, *("/results/" + word.name if isinstance(word, pathlib.Path) else word
                                   for word in arguments)]
        (folder / "command").write_text(
            "export LD_LIBRARY_PATH=/sysroot/usr/lib/swift/linux:/tools/usr/lib/aarch64-linux-gnu\n"
            f"cd {shlex.quote(str(ROOT))}\nexec {shlex.join(map(str, words))}\n")
        initramfs = folder / "initramfs"
        self.pack(initramfs, kernel, tools, inside, shares)
        (folder / "status").unlink(missing_ok=True)
        # Its clock goes by what its processors have done, a nanosecond each instruction: however busy this machine is,
        # no test waits in vain for what had no time to happen.
        command = ["qemu-system-aarch64", "-M", "virt,gic-version=3", "-accel", "tcg", "-cpu", self.processor,
                   "-icount", "shift=0", "-smp", "2", "-m", "3072", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
                   "-kernel", kernel.image, "-initrd", initramfs, "-append", "console=ttyAMA0 quiet panic=-1",
                   "-serial", f"file:{folder}/console"]
        for tag, path, read_only in shares:
            command += ["-virtfs", f"local,path={path},mount_tag={tag},security_model=none,multidevs=remap"
                        + (",readonly=on" if read_only else "")]
        if shutil.which(command[0]) is None:
            raise SystemExit(f"{command[0]} is not installed: run board/setup --board")
        try:
            subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, check=False, timeout=limit)
        except subprocess.TimeoutExpired:
            return None, 0
        status = folder / "status"
        if not status.exists():
            said = (folder / "console").read_text(errors="replace")[-3000:]
            raise SystemExit(f"the board for {self.name} ended before the tests; its console:\n{said}")
        return int(status.read_text()), 0

    def pack(self, path, kernel, tools, inside, shares):
        """The root file system, which holds little: the rest is read from this machine's folders."""
        cpio = CPIO()
        for folder in ("dev", "proc", "sys", "root", "etc", "results", "tools", "sysroot"):
            cpio.folder(folder)
        cpio.file("bin/busybox", (tools / "usr/bin/busybox").read_bytes(), 0o755)
        cpio.link("bin/sh", "busybox")
        cpio.link("lib", "sysroot/usr/lib")
        cpio.link("usr", "sysroot/usr")
        cpio.file("init", (HERE / "guest-init").read_bytes(), 0o755)
        cpio.file("etc/passwd", b"root:x:0:0:root:/root:/bin/sh\n")
        cpio.file("etc/group", b"root:x:0:\n")
        cpio.file("etc/hosts", b"127.0.0.1 localhost\n::1 localhost\n")
        modules = kernel.modules(self.modules)
        for name, file in modules:
            cpio.file(f"modules/{name}.ko", module_bytes(file))
        cpio.file("modules/order", "".join(f"{name}\n" for name, _ in modules).encode())
        cpio.file("shares", "".join(f"{tag} {inside[tag]} {'ro,cache=loose' if ro else 'cache=none'}\n"
                                    for tag, _, ro in shares).encode())
        path.write_bytes(cpio.finished())


MACHINES: list[Any] = [
    Emulated("cortex-a53", "Raspberry Pi 3 and Zero 2, without the atomic instructions of later ones"),
    Emulated("cortex-a72", "Raspberry Pi 4"),
    Booted("16k", "cortex-a76", "-16k", "Raspberry Pi 5, with pages of 16 KiB and a kernel of its own"),
]
