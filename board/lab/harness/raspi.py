"""The emulated Raspberry Pi 3: QEMU starts the card's own kernel, initrd and device tree, as the firmware of a board would."""
import contextlib
import errno
import os
import pathlib
import re
import shutil
import signal
import time

from .failure import Failure
from .packages import Archive, run
from .qemu import QMP, Port, start

# QEMU takes cards of a power of two alone.
CARD_BYTES = 4 << 30
# Beginnings of the systems, in MiB.
SYSTEM_A, SYSTEM_B = 513, 1537
TREE = "bcm2837-rpi-3-b.dtb"
# A start takes 80 s on a machine with nothing else to do, and minutes on a busy one.
START_SECONDS = 420
COMMAND_SECONDS = 120
# The mini UART; the board's other one is Bluetooth's.
CONSOLE = "ttyS1"
PROMPT = rb"root@[a-z]+:/# "


class CardFile:
    """A card in a file."""

    def __init__(self, path):
        self.path = pathlib.Path(path)

    @property
    def boot(self):
        """The first partition, for mtools."""
        return f"{self.path}@@1M"

    def read(self, name):
        """A file of the first partition; None where there is none."""
        try:
            return run("mtype", "-i", self.boot, f"::/{name}").replace("\r", "")
        except Failure:
            return None

    def write(self, name, text):
        file = self.path.parent / "written"
        file.write_text(text)
        run("mcopy", "-o", "-i", self.boot, file, f"::/{name}")

    def slot(self):
        """The slot that the firmware would start."""
        return re.fullmatch("os_prefix=([ab])/\n", self.read("slot.txt"))[1]

    def trial(self):
        return self.read("trial.txt").strip()

    def state_first(self):
        """Byte at which partition 4 begins; 0 where there is none."""
        with open(self.path, "rb") as file:
            file.seek(446 + 3 * 16 + 8)
            return int.from_bytes(file.read(4), "little") * 512

    def damage_state(self):
        """Destroys the first superblock of the state."""
        with open(self.path, "r+b") as file:
            file.seek(self.state_first() + 1024)
            file.write(os.urandom(1024))

    def state(self, folder):
        """A copy of partition 4 as it lies on the card."""
        first, end = self.state_first(), self.path.stat().st_size
        partition = pathlib.Path(folder, "state.ext4")
        with open(self.path, "rb") as card, open(partition, "wb") as copy:
            copy.truncate(end - first)
            for start, hole in data_of(card, first, end):
                while start < hole:
                    start += os.copy_file_range(card.fileno(), copy.fileno(), hole - start, start, start - first)
        return partition


def data_of(file, at, end):
    """(start, end) of each part of a file that is no hole."""
    while at < end:
        try:
            at = os.lseek(file.fileno(), at, os.SEEK_DATA)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            return
        hole = os.lseek(file.fileno(), at, os.SEEK_HOLE)
        yield at, hole
        at = hole


class Card(CardFile):
    """A copy of an image on a card that is larger."""

    def __init__(self, image, folder):
        super().__init__(pathlib.Path(folder, "card.img"))
        self.image = pathlib.Path(image)
        self.make()
        self.image_settings = self.read("jukebox.ini")

    def make(self, size=CARD_BYTES):
        """The image on an empty card."""
        run("cp", "--sparse=always", self.image, self.path)
        os.truncate(self.path, size)

    def update(self):
        """Leaves the card as an update does: the same system in slot B, which is on trial."""
        run("dd", f"if={self.path}", f"of={self.path}", "bs=1M", f"skip={SYSTEM_A}", f"seek={SYSTEM_B}", f"count={SYSTEM_B - SYSTEM_A}", "conv=notrunc,sparse")
        slot = self.path.parent / "b"
        shutil.rmtree(slot, ignore_errors=True)
        run("mcopy", "-s", "-n", "-i", self.boot, "::/a", slot)
        line = slot / "cmdline.txt"
        line.write_text(line.read_text().replace("rauc.slot=a", "rauc.slot=b"))
        run("mcopy", "-s", "-i", self.boot, slot, "::/")
        self.write("slot.txt", "os_prefix=b/\n")
        self.write("trial.txt", "b3\n")

    def flash(self):
        """Writes the image onto the card, as a flasher does: what lies after its end stays."""
        run("dd", f"if={self.image}", f"of={self.path}", "bs=1M", "conv=notrunc")


def emulator_with_i2c():
    """The QEMU of Debian 13, with its own libraries: before 9.0 the emulated board has no I2C."""
    root = Archive("trixie", "amd64").closure("qemu-system-arm")
    return [root / "usr/lib64/ld-linux-x86-64.so.2", "--library-path", root / "usr/lib/x86_64-linux-gnu",
            root / "usr/bin/qemu-system-aarch64"]


class Raspi:
    """A board with a card, a stick, a keyboard and a USB sound card; `log` is a WriteLog of the card's writes.

    `chip` is the time of a clock chip at the pin header, in seconds since 1970. QEMU's DS1338 has the registers that the kernel's
    driver of the DS3231 reads.
    """

    def __init__(self, card, stick, folder, sound=None, log=None, chip=None):
        folder = pathlib.Path(folder)
        self.card, self.folder = card, folder
        self.serial = folder / "serial.log"
        boot = folder / "boot"
        shutil.rmtree(boot, ignore_errors=True)
        boot.mkdir()
        slot = card.slot()
        for name in ["vmlinuz", "initrd", "cmdline.txt", TREE, "overlays/jukebox-buses.dtbo"]:
            run("mcopy", "-n", "-i", card.boot, f"::/{slot}/{name}", boot)
        run("fdtoverlay", "-i", boot / TREE, "-o", boot / "tree.dtb", boot / "jukebox-buses.dtbo")
        line = (boot / "cmdline.txt").read_text().strip()
        # The image has no shell for people; systemd has one for who may change the line of the kernel.
        line = line.replace("quiet loglevel=3 console=tty1", f"loglevel=5 console={CONSOLE},115200") + f" systemd.debug_shell={CONSOLE}"
        for name in ["serial", "qmp"]:
            (folder / f"{name}.socket").unlink(missing_ok=True)
        audio = f"wav,id=sound,path={sound}" if sound else "none,id=sound"
        emulator, clock = ["qemu-system-aarch64"], []
        if chip is not None:
            emulator = emulator_with_i2c()
            clock = ["-rtc", time.strftime("base=%Y-%m-%dT%H:%M:%S", time.gmtime(chip)), "-device", "ds1338,bus=i2c-bus.1,address=0x68"]
        self.process = start([
            *emulator, "-M", "raspi3b", "-m", "1G", "-display", "none", "-no-reboot", "-kernel", boot / "vmlinuz",
            "-initrd", boot / "initrd", "-dtb", boot / "tree.dtb", "-append", line, "-drive", "if=sd," + (log.drive if log else f"file={card.path},format=raw"),
            "-serial", "null", "-chardev", f"socket,id=serial,path={folder}/serial.socket,server=on,wait=off,logfile={self.serial}",
            "-serial", "chardev:serial", "-qmp", f"unix:{folder}/qmp.socket,server=on,wait=off",
            "-netdev", "user,id=network", "-usb", "-device", "usb-hub,bus=usb-bus.0,port=1", "-device", "usb-kbd,bus=usb-bus.0,port=1.1",
            "-drive", f"id=stick,if=none,file={stick},format=raw", "-device", "usb-storage,drive=stick,bus=usb-bus.0,port=1.2",
            "-audiodev", audio, *(["-device", "usb-audio,audiodev=sound,bus=usb-bus.0,port=1.3"] if sound else []), *clock], folder / "qemu.log")
        self.port = Port(folder / "serial.socket", self.process)
        self.qmp = QMP(folder / "qmp.socket", self.process)

    def wait_for_shell(self):
        self.port.until(PROMPT, START_SECONDS, "the shell")

    def run(self, command, seconds=COMMAND_SECONDS):
        """The output of a command in the shell."""
        # The shell echoes the line: the marks in it are not those that it prints.
        self.port.send(f"echo 'BE'GIN; {{ {command}; }} 2>&1 | cat; echo 'E'ND")
        self.port.until(rb"BEGIN\r*\n", seconds, command)
        text, _ = self.port.until(rb"END\r*\n", seconds, f"the end of {command}")
        return re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", text).decode("utf-8", "replace").replace("\r", "").strip()

    def ask(self, *lines):
        """The answer of the daemon at its TCP port."""
        words = "".join(f"{line}\\n" for line in lines)
        return self.run(f"exec 3<>/dev/tcp/127.0.0.1/6600 && printf '{words}close\\n' >&3 && cat <&3; exec 3>&-")

    def status(self):
        return dict(line.split(": ", 1) for line in self.ask("status").splitlines() if ": " in line)

    def press(self, key):
        self.qmp.command("send-key", keys=[{"type": "qcode", "data": key}])

    def wait_for_restart(self, seconds):
        """Waits until the board restarts itself, and ends it: QEMU's board hangs then, or ends where systemd uses the watchdog."""
        try:
            self.port.until(rb"Restarting system", seconds, "the restart")
        except Failure:
            # The port closes a moment before QEMU has ended.
            time.sleep(1)
            if self.process.poll() != 0:
                raise
        self.cut()

    def plug_network(self):
        """Puts in a cable: an adapter at the hub, in a network with an address for the board; this machine is 10.0.2.2."""
        self.qmp.command("device_add", driver="usb-net", netdev="network", bus="usb-bus.0", port="1.4")

    def continue_for(self, seconds):
        """The board continues; a console that nobody reads would stop it."""
        with contextlib.suppress(Failure):
            self.port.until(rb"(?!)", seconds, "the end of the time")

    def cut(self):
        """Cuts the power."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
