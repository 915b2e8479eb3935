"""The virtual board: QEMU with Debian's kernel, a sound card that is recorded, USB, a keyboard, and a shell in it."""
import base64
import contextlib
import functools
import os
import pathlib
import shlex
import time

from lib.protocol import Requests

from . import initramfs, sticks
from .failure import Failure
from .kernel import Kernel
from .qemu import QMP, Port, QTest, start
from .recording import Recording

SOCKET = "/run/jukebox/socket"
LOG = "/run/jukeboxd.log"

CONFIGURATION = """
[audio]
rate = 48000
[library]
mount-root = /media
state = /var/lib/jukebox
[control]
socket = /run/jukebox/socket
[player]
start-volume = 100
"""

MACHINES = {
    "amd64": ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg", "-cpu", "max"],
    "arm64": ["qemu-system-aarch64", "-M", "virt,gic-version=3", "-accel", "tcg", "-cpu", "cortex-a72"],
}
# The guest's clocks, and with them those of the sound card and of USB, go by the instructions that it has done: 2 ns
# each. A busy host makes it slower for who looks on, but never lets its card run ahead of its processor.
#
# While the processor rests they go with the host's clock. Where a busy host is late to continue, they leap; after more
# than 4 ms of it QEMU's USB controller begins its frames again from then on instead of making up for those that it
# missed (xhci_calc_iso_kick), so the card lags the guest's clock by the leap. No sample is lost by it.
CLOCK = ["-icount", "shift=1,sleep=on"]
# The time of a processor that rests is skipped: no leap, the card keeps up with the clock to the millisecond, and
# minutes take as long as what is done in them. For who looks on the clock runs ahead between two commands.
CLOCK_WITHOUT_REST = ["-icount", "shift=1,sleep=off"]
# How much longer than the guest's a second may be for who waits.
PATIENCE = 4
CONSOLES = {"amd64": "ttyS0", "arm64": "ttyAMA0"}
# usb-audio knows 48 kHz alone, and no sample gets lost there; HDA knows more rates and may lose some.
SOUND = {
    "usb": ["-device", "usb-audio,id=sound,bus=usb.0,port=1,audiodev=recorder"],
    "hda": ["-device", "ich9-intel-hda", "-device", "hda-output,audiodev=recorder"],
}


@functools.cache
def kernel_of(arch):
    return Kernel(arch)


class Board(Requests):
    """One board, from power on to power off. What it needs is in `folder`."""

    def __init__(self, folder, arch, sound="usb", memory=512, devices=(), disk=None, programs=True, append="",
                 clock=CLOCK):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.arch = arch
        self.recording_file = self.folder / "recording.wav"
        self.spare_file = self.folder / "spare.wav"
        self.console_file = self.folder / "console"
        self.plugged = {}
        self.mounts = {}
        self.daemon = None
        self.ended = 0
        self.killed = []
        self.log_seen = 0
        self.configuration = ""
        kernel = kernel_of(arch)
        parts = [initramfs.base(kernel)] + ([initramfs.userland(arch)] if programs else [])
        with open(self.folder / "initramfs", "wb") as whole:
            whole.writelines(pathlib.Path(part).read_bytes() for part in parts)
        command = [
            *MACHINES[arch], *clock, "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-m", memory, "-smp", "1", "-kernel", kernel.image, "-initrd", self.folder / "initramfs",
            "-append", f"console={CONSOLES[arch]} quiet panic=-1 {append}",
            "-serial", f"file:{self.console_file}",
            "-qmp", f"unix:{self.folder}/qmp,server=on,wait=off",
            "-device", "virtio-serial-pci", "-chardev", f"socket,id=shell,path={self.folder}/shell,server=on,wait=off",
            "-device", "virtserialport,chardev=shell,name=host",
            "-device", "qemu-xhci,id=usb,p2=8,p3=8",
            "-device", "virtio-keyboard-pci,id=keyboard",
        ]
        if arch == "arm64":
            command += ["-qtest", f"unix:{self.folder}/qtest,server=on,wait=off"]
        if sound:
            command += ["-audiodev", f"wav,id=recorder,path={self.recording_file},out.frequency=48000", *SOUND[sound],
                        "-audiodev", f"wav,id=spare,path={self.spare_file},out.frequency=48000"]
        if disk:
            command += ["-drive", f"file={disk},format=raw,if=none,id=disk", "-device", "virtio-blk-pci,drive=disk"]
        self.sound = sound
        self.begun = time.monotonic()
        self.process = start(command + list(devices), self.folder / "errors")
        (self.folder / "command").write_text(" ".join(shlex.quote(str(word)) for word in command))
        try:
            self.qmp = QMP(self.folder / "qmp", self.process)
            self.shell = Port(self.folder / "shell", self.process)
            self.qtest = QTest(self.folder / "qtest", self.process) if arch == "arm64" else None
            self.shell.until(rb"\x01DONE 0\r?\n", 180, "the board's boot")
            failed = [line for line in self.console().splitlines() if "BOARD module" in line]
            if failed:
                raise Failure(failed[0])
        except Failure as failure:
            self.cut()
            raise Failure(f"{failure}\n{self.tail()}") from failure
        self.boot_seconds = time.monotonic() - self.begun

    def console(self):
        return self.console_file.read_text(errors="replace") if self.console_file.exists() else ""

    def tail(self):
        """The last lines of QEMU and the kernel."""
        return (self.folder / "errors").read_text(errors="replace")[-2000:] + self.console()[-2000:]

    # -- the shell in the guest

    def attempt(self, command, seconds=60):
        """Runs a shell command in the guest; (status, output)."""
        self.shell.send(command.replace("\n", " "))
        output, end = self.shell.until(rb"\x01DONE (\d+)\r?\n", PATIENCE * seconds,
                                       f"the end of `{command}` in the guest")
        return int(end[1]), output.decode(errors="replace").replace("\r\n", "\n").rstrip("\n")

    def run(self, command, seconds=60):
        """The output of a shell command in the guest that must succeed."""
        status, output = self.attempt(command, seconds)
        if status:
            raise Failure(f"`{command}` in the guest ended with {status}: {output}")
        return output

    def holds(self, command):
        """Whether a shell command in the guest succeeds."""
        return self.attempt(command)[0] == 0

    def wait(self, what, check, seconds=30):
        """The result of `check` (a function, or a shell command in the guest that succeeds) as soon as it is true."""
        end = time.monotonic() + PATIENCE * seconds
        while True:
            asked = time.monotonic()
            value = check() if callable(check) else self.holds(check)
            if value:
                return value
            now = time.monotonic()
            if now > end:
                raise Failure(f"waited {PATIENCE * seconds} s for {what}\n{self.log_tail()}")
            # The guest has one processor: most of it is for what is waited for.
            time.sleep(max(0.01, 2 * (now - asked)))

    def now(self):
        """The guest's monotonic clock, in nanoseconds."""
        return int(self.run("board-tool now"))

    def write(self, path, text):
        """A file in the guest."""
        body = base64.b64encode(text.encode() if isinstance(text, str) else text).decode()
        self.run(f"mkdir -p {shlex.quote(os.path.dirname(path))}; echo {body} | base64 -d > {shlex.quote(path)}")

    def read(self, path):
        """The bytes of a file in the guest."""
        return base64.b64decode(self.run(f"base64 {shlex.quote(path)}", 120))

    # -- the jukebox

    def start(self, configuration="", before="", wait=True):
        """Starts jukeboxd with the board's configuration and what is added to it; once it answers, it returns."""
        if self.sound:
            self.wait("the sound card", "[ -e /dev/snd/controlC0 ]")
            self.run("board-tool loud 0")
        self.configuration = CONFIGURATION + configuration
        self.write("/etc/jukebox.ini", self.configuration)
        self.run("mkdir -p /run/jukebox /var/lib/jukebox")
        # Each line of its log begins with its level, as for the journal. Its end is there as well, with the status: 128
        # and the number of the signal that ended it.
        self.run(f"rm -f /run/pid; touch {LOG}; export JOURNAL_STREAM=$(stat -c %d:%i {LOG}); "
                 f"{{ {before} jukeboxd --config /etc/jukebox.ini >> {LOG} 2>&1 & echo $! > /run/pid; "
                 f"wait $!; echo \"board: jukeboxd ended with $?\" >> {LOG}; }} > /dev/null 2>&1 &")
        self.daemon = int(self.wait("jukeboxd's number", lambda: self.attempt("cat /run/pid 2> /dev/null")[1].strip()))
        if wait:
            self.wait("jukeboxd to answer", lambda: self.attempt(f"board-tool ask {SOCKET} ping")[0] == 0)

    def alive(self):
        return self.holds(f"kill -0 {self.daemon}")

    def limit_real_time(self, microseconds):
        """The kernel ends jukeboxd sooner than it asks for, should a thread of it run on without a sleep."""
        self.run(f"board-tool rttime {self.daemon} {microseconds}")

    def stop(self, seconds=20):
        """Ends jukeboxd in order."""
        self.run(f"kill -TERM {self.daemon}")
        end = self.wait("jukeboxd to end", lambda: self.ends()[self.ended:], seconds)
        self.ended += 1
        if end != ["0"]:
            raise Failure(f"jukeboxd was to end in order, and ended with {end}\n{self.log_tail()}")

    def kill(self):
        """Ends jukeboxd at once."""
        self.run(f"kill -KILL {self.daemon}")
        self.wait("jukeboxd to end", lambda: self.ends()[self.ended:])
        self.killed.append(self.ended)
        self.ended += 1

    def ends(self):
        """The statuses with which jukeboxd has ended so far; 0 where it was killed on purpose."""
        ends = self.attempt(f"sed -n 's/^board: jukeboxd ended with //p' {LOG}")[1].split()
        return ["0" if number in self.killed else end for number, end in enumerate(ends)]

    def log(self):
        return self.attempt(f"cat {LOG}")[1]

    def log_tail(self):
        """For messages of failures: it must not fail itself."""
        with contextlib.suppress(Failure):
            # Why the kernel ended something is in its own log alone.
            kernel = self.attempt("dmesg | grep -iE 'rt watchdog|out of memory|segfault|fatal signal' | tail -n 3")[1]
            return "\n".join(["jukeboxd's log:", *self.log().splitlines()[-15:], *kernel.splitlines()])
        return self.tail()

    def ask(self, *lines, then="true"):
        """The lines that jukeboxd answers these commands of its protocol with, then those of a shell command."""
        words = " ".join(shlex.quote(line) for line in lines)
        status, output = self.attempt(f"board-tool ask {SOCKET} {words} && {then}")
        if status:
            raise Failure(f"jukeboxd answers {lines} with {output}\n{self.log_tail()}")
        return output.splitlines()

    def command(self, line):
        return self.ask(line)

    def wait_state(self, state, seconds=30):
        """The status, once its state is `state`."""
        return self.wait(f"the state {state}", lambda: (lambda status: status if status["state"] == state else None)(
            self.status()), seconds)

    def wait_sound(self, elapsed=0.0, seconds=30, file=None):
        """The status, once it plays and the song is so far along."""
        def check():
            status = self.status()
            if status["state"] != "play" or float(status.get("elapsed", 0)) <= elapsed:
                return None
            return status if file is None or self.pairs("currentsong").get("file", "").endswith(file) else None
        return self.wait(f"{file or 'something'} to play beyond {elapsed} s", check, seconds)

    def hear_on(self, seconds=0.5):
        """Waits until what plays has been heard for so long from now on, so that the recording shows it."""
        self.wait_sound(elapsed=float(self.status()["elapsed"]) + seconds)

    def inputs(self):
        """The answer of the command `inputs` about each device, button, chord, knob and LED, by name."""
        return {about.pop("input"): about for about in self.groups("inputs", "input")}

    def actions(self, name):
        """How many actions have come from an input."""
        return int(self.inputs()[name]["actions"])

    # -- sticks

    def plug(self, stick, port=None, driver="raw", read_only=False, node=None):
        """Plugs a stick in; `node` is a block node made before, for sticks with faults."""
        stick.plugs += 1
        stick.serial = f"{stick.name}{stick.plugs}"
        if node is None:
            node = f"node-{stick.serial}"
            self.qmp.command("blockdev-add", node_name=node, driver=driver, read_only=read_only,
                             file={"driver": "file", "filename": str(stick.path)})
        where = {"port": str(port)} if port else {}
        self.qmp.command("device_add", driver="usb-storage", id=f"usb-{stick.serial}", bus="usb.0", drive=node,
                         serial=stick.serial, **where)
        self.plugged[stick.name] = (f"usb-{stick.serial}", node)

    def device(self, stick, seconds=20):
        """The guest's name of the stick's partition, once it is there."""
        find = ('for disk in $(ls /sys/block | grep ^sd); do '
                '[ "$(cat $(readlink -f /sys/block/$disk/device)/../../../../serial 2> /dev/null)" = '
                f'{stick.serial} ] && [ -b /dev/${{disk}}1 ] && echo ${{disk}}1; done; true')
        return self.wait(f"the partition of {stick.name}", lambda: self.run(find).strip(), seconds)

    def mount(self, stick, options=None, seconds=20):
        """Mounts a plugged stick below /media as the udev rules do; the guest's clock right after it."""
        device = self.device(stick, seconds)
        folder = f"/media/{device}"
        words = options or sticks.OPTIONS[stick.kind]
        told = self.run(f"mkdir -p {folder} && mount -t {stick.kind} -o {words} /dev/{device} {folder} && "
                        "board-tool now", 60)
        self.mounts[stick.name] = folder
        return int(told.splitlines()[-1])

    def unmount(self, stick, seconds=20):
        """Unmounts, as systemd does once the device is gone, as soon as nothing is open on it any more."""
        folder = self.mounts.pop(stick.name)
        self.wait(f"{folder} to be let go", f"umount {folder}", seconds)
        self.run(f"rmdir {folder}")

    def open_files(self, folder):
        """The files that jukeboxd has open below a folder."""
        listed = self.attempt(f"ls -l /proc/{self.daemon}/fd")[1]
        return [line.split(" -> ")[1] for line in listed.splitlines() if f" -> {folder}" in line]

    def yank(self, stick):
        """Pulls a stick, whatever it does at the moment."""
        device, node = self.plugged.pop(stick.name)
        self.qmp.command("device_del", id=device)
        self.qmp.event("DEVICE_DELETED", device=device)
        self.release(node)

    def written(self, stick):
        """How many bytes the guest has written to a stick since it was plugged in."""
        device = self.plugged[stick.name][0]
        for entry in self.qmp.command("query-blockstats"):
            if device in entry.get("qdev", ""):
                return entry["stats"]["wr_bytes"]
        raise Failure(f"QEMU counts no writes to {stick.name}")

    def release(self, node):
        """Closes a block node, which may still be busy for a moment."""
        end = time.monotonic() + 10
        while True:
            try:
                self.qmp.command("blockdev-del", node_name=node)
                return
            except Failure:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)

    # -- keys and lines

    def key(self, *codes, hold=40):
        """Presses keys of the keyboard by QEMU's names (audioplay, audionext, volumeup …)."""
        self.qmp.command("send-key", keys=[{"type": "qcode", "data": code} for code in codes], hold_time=hold)

    def key_event(self, code, down):
        self.qmp.command("input-send-event", events=[
            {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": code}}}])

    # -- the sound card

    def unplug_sound(self):
        """Pulls the USB sound card."""
        self.qmp.command("device_del", id="sound")
        self.qmp.event("DEVICE_DELETED", device="sound")

    def plug_sound(self):
        """Plugs a USB sound card in; it records into a file of its own (`spare_file`)."""
        self.qmp.command("device_add", driver="usb-audio", id="spare", bus="usb.0", port="3", audiodev="spare")
        self.wait("the sound card", "[ -e /dev/snd/controlC0 ]")
        self.run("board-tool loud 0")

    def wait_end(self):
        """Waits until the queue has come to its end and all of it is recorded: of what the card was given last, QEMU holds a
        little until it writes the next time, a hundred times a second of the guest's."""
        self.wait("the end", lambda: self.status()["state"] == "stop")
        self.run("usleep 100000")

    # -- power

    def power_off(self):
        """Ends QEMU in order; what the card was given."""
        with contextlib.suppress(Failure):
            self.qmp.command("quit")
        self.process.wait(30)
        return self.recording()

    def cut(self):
        """Takes the power away."""
        self.process.kill()
        self.process.wait()

    def recorded_frames(self):
        """How many frames the card was given so far, give or take what QEMU still holds."""
        return max(0, self.recording_file.stat().st_size - 44) // 4

    def recording(self):
        """The samples that the card was given so far."""
        return Recording(self.recording_file) if self.sound else None

