"""Updates of the card image: into the other slot, back after three starts, wrong signatures, and power cuts.

usage: board/lab/run proofs.update                 everything, some 20 min on two cores
       board/lab/run proofs.update PART…           update, back or cuts; each begins with a new card
       board/lab/run proofs.update --quick         the part update
       board/lab/run proofs.update --made FOLDER   with the images in FOLDER, which are made there if it does not exist

The card has a small Debian for the processor of this machine in place of the jukebox's system, and QEMU's card reader. Its layout,
boot files, initrd and bundles are made by board/image, and its scripts are those of the image. Root is needed.

The part update runs systemd and its units. In the others the initrd of the image starts a script in its place, which is quicker.
For the power cuts QEMU logs each write of the card during an update. The card as it was after some of them, and after each flush, is
looked at: the slot that would start is complete. Three of these cards are started.
"""
import argparse
import contextlib
import hashlib
import os
import pathlib
import random
import shutil
import subprocess
import time

from harness.failure import Failure
from harness.packages import KEYRING, mirror
from harness.qemu import QMP, Port, start
from harness.ranges import served
from harness.raspi import Card, CardFile, Raspi
from harness.writelog import WriteLog
from lib import ROOT, Tally, run, wait_for, work_folder
from lib.checks import CACHED

PACKAGES = """
  base-files base-passwd bash dash coreutils grep sed mawk findutils util-linux mount passwd login hostname kmod libc-bin tar gzip
  diffutils dpkg init-system-helpers perl-base debconf systemd systemd-sysv udev dbus linux-image-amd64 e2fsprogs dosfstools fdisk
  busybox-static iproute2 rauc rauc-service
""".split()
# Modules that board/image puts into the initrd, and those that the running system loads; the rest is left out to be quick.
MODULES = "mmc_block vfat nls_cp437 nls_ascii erofs ext4 overlay sdhci-pci virtio_blk virtio_net crc32c_generic loop dm-verity squashfs nbd sha256".split()
START_SECONDS = 600
# An update takes some seconds with KVM.
UPDATE_SECONDS = 600
# slot confirm takes 60 s.
GOOD_SECONDS = 300
# As /usr/lib/jukebox/slot has it.
STARTS = 3
# Power cuts that are looked at, at least.
CUTS = 30
# Places of the two systems on the card, and how much of each is compared.
FIRST_A, FIRST_B, SYSTEM_MEBIBYTES = 513 << 20, 1537 << 20, 64
# RAUC and what it needs, with the stick in its place, and a network.
SCRIPT = """exec >/dev/ttyS0 2>&1 </dev/null
modprobe -a virtio_blk virtio_net dm-verity loop nbd
for wait in $(seq 1000); do [ -b /dev/vda ] && [ -e /sys/class/net/eth0 ] && break; sleep 0.1; done
mkdir -p /media/stick /run/dbus
mount -o ro /dev/vda /media/stick
ip link set dev eth0 up
ip addr add 10.0.2.15/24 dev eth0
mount -t tmpfs tmp /tmp
dbus-daemon --system --nopidfile
cat /usr/share/version >>/var/lib/jukebox/starts
rauc --mount=/run/rauc/mnt service >/dev/null 2>&1 &
for wait in $(seq 1000); do
  dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner string:de.pengutronix.rauc >/dev/null 2>&1 && break
  sleep 0.1
done
echo BEGUN
{commands}
sync
echo ENDED
sleep 1000
"""
STAND_IN = """#!/bin/sh
# Stands for the daemon: it keeps a line of each start.
for word; do [ "$word" != --check ] || exit 0; done
cat /usr/share/version >>/var/lib/jukebox/starts
systemd-notify --ready
exec sleep infinity
"""
UNIT = """[Unit]
Description=Stand-in of the jukebox
[Service]
Type=notify
NotifyAccess=all
ExecStart=/usr/bin/jukeboxd
[Install]
WantedBy=multi-user.target
"""


class Stand(Raspi):
    """A board whose firmware is this program: it starts what slot.txt on the card names."""

    def __init__(self, card, stick, folder, log=None, script=None):
        self.card, self.folder = card, folder
        self.slot = card.slot()
        boot = folder / "boot"
        shutil.rmtree(boot, ignore_errors=True)
        boot.mkdir()
        for name in ["vmlinuz", "initrd", "cmdline.txt"]:
            run("mcopy", "-n", "-i", card.boot, f"::/{self.slot}/{name}", boot)
        if script:
            with open(boot / "initrd", "ab") as initrd:
                initrd.write(bytes(-initrd.tell() % 4) + self.other_init(script))
        line = (boot / "cmdline.txt").read_text().strip()
        line = line.replace("console=tty1", "console=ttyS0,115200") + " systemd.debug_shell=ttyS0"
        for name in ["serial", "qmp"]:
            (folder / f"{name}.socket").unlink(missing_ok=True)
        self.process = start([
            "qemu-system-x86_64", "-M", "q35", "-m", "512", "-display", "none", "-no-reboot",
            "-kernel", boot / "vmlinuz", "-initrd", boot / "initrd", "-append", line,
            "-device", "sdhci-pci", *(log.devices_without_flush if log else ["-blockdev", f"driver=file,node-name=logged,filename={card.path}"]),
            "-device", "sd-card,drive=logged",
            "-drive", f"if=virtio,format=raw,readonly=on,file={stick}", "-nic", "user,model=virtio-net-pci",
            "-chardev", f"socket,id=serial,path={folder}/serial.socket,server=on,wait=off,logfile={folder}/serial.log,logappend=on",
            "-serial", "chardev:serial", "-qmp", f"unix:{folder}/qmp.socket,server=on,wait=off"], folder / "qemu.log")
        self.port = Port(folder / "serial.socket", self.process)
        self.qmp = QMP(folder / "qmp.socket", self.process)

    def other_init(self, script):
        """An archive with the first program of the image, which starts a script in place of systemd."""
        last = "exec switch_root /root /sbin/init"
        text = (ROOT / "board/system/image/init").read_text()
        if last not in text:
            raise SystemExit(f"init does not end with {last}")
        folder = self.folder / "other"
        folder.mkdir(exist_ok=True)
        (folder / "init").write_text(text.replace(last, f"cat >/root/run/script <<'SCRIPT'\n{script}\nSCRIPT\nexec switch_root /root /bin/bash /run/script"))
        (folder / "init").chmod(0o755)
        return subprocess.run(["cpio", "--quiet", "--create", "--format=newc"], input=b"init\n", cwd=folder, check=True, capture_output=True).stdout

    def run(self, command, seconds=START_SECONDS):
        return super().run(command, seconds)

    def wait_for_jukebox(self):
        self.wait_for_shell()
        wait_for("the jukebox", lambda: self.run("systemctl is-active jukeboxd") == "active", START_SECONDS, 0.2)

    def version(self):
        return self.run("cat /usr/share/version")

    def wait_for_restart(self, seconds=START_SECONDS):
        """Waits until the board restarts itself: QEMU ends then."""
        with contextlib.suppress(Failure):
            self.port.until(rb"(?!)", seconds, "the restart")
        wait_for("the restart", lambda: self.process.poll() is not None, 10)


class Maker:
    """Images and bundles by board/image."""

    def __init__(self, folder):
        self.folder = folder
        self.root = folder / "root"
        base = CACHED / "update" / "base.tar"
        if not base.exists():
            base.parent.mkdir(parents=True, exist_ok=True)
            run("mmdebstrap", "--quiet", "--mode=root", "--architectures=amd64", "--variant=custom", f"--include={','.join(PACKAGES)}",
                "--aptopt=APT::Install-Recommends \"false\"", "trixie", base, f"deb [signed-by={KEYRING}] {mirror()} trixie main")
        self.root.mkdir()
        run("tar", "-x", "-f", base, "-C", self.root, "--exclude=./usr/share/doc", "--exclude=./usr/share/locale", "--exclude=./usr/share/man",
            "--exclude=./boot/initrd*", "--exclude=./boot/System*", "--exclude=./usr/lib/modules/*/kernel/sound")
        self.reduce()
        for name, line in [("group", "jukebox:x:990:"), ("passwd", "jukebox:x:990:990::/:/usr/sbin/nologin")]:
            with open(self.root / "etc" / name, "a", encoding="utf-8") as file:
                file.write(line + "\n")
        (self.root / "etc/jukebox.ini").write_text("[web]\n")
        unit = self.root / "usr/lib/systemd/system/jukeboxd.service"
        unit.write_text(UNIT)
        for name in ["e2scrub_reap.service", "fstrim.timer", "systemd-logind.service"]:
            (self.root / "etc/systemd/system" / name).symlink_to("/dev/null")
        wants = self.root / "etc/systemd/system/multi-user.target.wants"
        wants.mkdir(parents=True, exist_ok=True)
        (wants / unit.name).symlink_to(f"/usr/lib/systemd/system/{unit.name}")

    def reduce(self):
        """Leaves the modules that are needed."""
        folder = next((self.root / "usr/lib/modules").iterdir())
        needed = run("modprobe", "--dirname", self.root / "usr", "--set-version", folder.name, "--show-depends", "--all", *MODULES)
        kept = {line.split()[1] for line in needed.splitlines() if line.startswith("insmod ")}
        for path in folder.rglob("*.ko.xz"):
            if str(path) not in kept:
                path.unlink()
        run("/sbin/depmod", "-b", self.root / "usr", folder.name)

    def system(self, version, stand_in=STAND_IN):
        """A folder with the system; only the last one is there."""
        (self.root / "usr/share/version").write_text(version + "\n")
        (self.root / "usr/bin/jukeboxd").write_text(stand_in)
        (self.root / "usr/bin/jukeboxd").chmod(0o755)
        return self.root

    def make(self, name, root, key):
        """The image and the bundle of a system."""
        output = self.folder / name
        run(ROOT / "board/image", "--system", root, "--to", output, "--key", key)
        return next(output.glob("*.img")), next(output.glob("*.raucb"))

    def key(self, name):
        folder = self.folder / name
        folder.mkdir()
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650", "-subj", f"/CN={name}",
            "-keyout", folder / "key.pem", "-out", folder / "certificate.pem")
        return folder

    def again(self, bundle, name, key, signer, change=lambda content: None):
        """A bundle with changed content or signature."""
        content = self.folder / "content"
        shutil.rmtree(content, ignore_errors=True)
        run("rauc", "extract", f"--keyring={key}/certificate.pem", bundle, content)
        change(content)
        made = self.folder / name
        run("rauc", "bundle", f"--cert={signer}/certificate.pem", f"--key={signer}/key.pem", content, made)
        return made


def make(folder):
    """The image and, in `served`, its updates."""
    maker = Maker(folder)
    key, stranger = maker.key("maker"), maker.key("stranger")
    image, _ = maker.make("one", maker.system("one"), key)
    _, two = maker.make("two", maker.system("two"), key)
    _, broken = maker.make("broken", maker.system("broken", STAND_IN.replace("systemd-notify --ready", "exit 1")), key)
    strange = maker.again(two, "strange.raucb", key, stranger)
    empty = maker.again(two, "empty.raucb", key, key, lambda content: (content / "system.img").write_bytes(bytes(1 << 20)))
    served = folder / "served"
    served.mkdir()
    damaged = bytearray(two.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (served / "damaged.raucb").write_bytes(damaged)
    for bundle, name in [(two, "two"), (broken, "broken"), (strange, "strange"), (empty, "empty")]:
        os.replace(bundle, served / f"{name}.raucb")
    os.replace(image, folder / "one.img")
    for name in ["root", "content", "one", "two", "broken"]:
        shutil.rmtree(folder / name)


class Proof:
    def __init__(self, tally, folder, made):
        self.tally, self.folder = tally, folder
        self.board = None
        self.stick = folder / "stick.ext4"
        run("truncate", "--size=2G", self.stick)
        run("/sbin/mkfs.ext4", "-q", "-d", made / "served", self.stick)
        self.image = made / "one.img"
        self.card = None

    def new_card(self):
        self.card = Card(self.image, self.folder)

    def say(self, good, name, detail=""):
        print(f"{'pass' if self.tally.check(good, name, detail) else 'FAIL'}: {name}", flush=True)

    def start(self, log=None):
        self.board = Stand(self.card, self.stick, self.folder, log)
        return self.board

    def ready(self, log=None):
        """A start with the stick in its place, and a network."""
        board = self.start(log)
        board.wait_for_jukebox()
        board.run("modprobe -a virtio_blk virtio_net; udevadm settle; mkdir -p /media/stick; mount -o ro /dev/vda /media/stick; "
                  "device=$(ls /sys/class/net | grep -v lo); ip link set dev $device up; ip addr add 10.0.2.15/24 dev $device")

    def once(self, commands, log=None):
        """A start of commands in place of systemd; their output, or nothing where the initrd ends the start."""
        board = self.board = Stand(self.card, self.stick, self.folder, log, SCRIPT.format(commands=commands))
        try:
            return board.port.until(rb"ENDED\r*\n", START_SECONDS, commands)[0].decode("utf-8", "replace").rpartition("BEGUN")[2].replace("\r", "").strip()
        except Failure:
            # The port closes a moment before QEMU has ended.
            wait_for("the end of QEMU", lambda: board.process.poll() is not None, 10)
            return ""
        finally:
            board.cut()

    def update(self, source):
        began = time.monotonic()
        answer = self.board.run(f"/usr/lib/jukebox/update install {source}", UPDATE_SECONDS)
        print(f"{source}: {time.monotonic() - began:.1f} s", flush=True)
        return answer

    def off(self):
        self.board.run("sync")
        self.board.cut()

    def refused(self, port):
        """Updates that must not change anything."""
        found = self.board.run("/usr/lib/jukebox/update find").splitlines()
        self.say(found == [f"file /media/stick/{name}.raucb" for name in ["broken", "damaged", "empty", "strange", "two"]],
                 "the updates on the stick are found", found)
        for source, reason in [("/media/stick/strange.raucb", "signature"), ("/media/stick/none.raucb", "unreachable"),
                               ("/usr/bin/rauc", "signature"), (f"http://10.0.2.2:{port}/none.raucb", "unreachable"),
                               (f"http://10.0.2.2:{port}/strange.raucb", "signature"), ("/media/stick/damaged.raucb", "failed")]:
            answer = self.update(source).splitlines()[-1]
            self.say(answer.startswith(f"failed {reason} "), f"{source} is refused: {reason}", answer)
        self.say(self.returned() == "", "no update, no return")
        self.say(self.card.slot() == "a" and self.card.trial() == "--", "slot A stays")

    def updated(self, source):
        """From one slot into the other."""
        before = self.card.slot()
        answer = self.update(source)
        self.say(answer.endswith("done"), "the update is installed", answer)
        steps = [int(line.split()[1]) for line in answer.splitlines() if line.startswith("step ")]
        self.say(steps == sorted(steps) and steps[-1:] == [100], "it says how far it is", answer)
        self.board.run("( (sleep 1; /usr/lib/jukebox/update restart) >/dev/null 2>&1 & )")
        self.board.wait_for_restart()
        self.say(self.card.slot() != before and self.card.trial() == f"{self.card.slot()}{STARTS}", "the other slot is on trial")

    def good(self):
        """The new system proves itself."""
        self.ready()
        self.say(self.card.trial() == f"{self.board.slot}{STARTS - 1}", "the start is counted", self.card.trial())
        self.say(self.board.version() == "two", "the new system runs", self.board.version())
        starts = self.board.run("cat /var/lib/jukebox/starts")
        self.say(starts.startswith("one") and starts.endswith("two"), "the state of before is there", starts)
        wait_for("the end of the trial", lambda: self.card.trial() == "--", GOOD_SECONDS, 1)
        failed = self.board.run("systemctl --failed --no-legend")
        self.say(failed == "", "it is good, and no unit fails", failed)

    def returned(self):
        """The answer to a wish for the system of before."""
        return self.board.run("/usr/lib/jukebox/update back")

    def return_(self):
        """From the new system to the one of before, until an update begins to replace that."""
        found = self.board.run("/usr/lib/jukebox/update find").splitlines()
        self.say(any(line.startswith("other ") for line in found), "the system of before is found", found)
        answer = self.returned()
        self.say(answer.startswith("done ") and self.card.slot() == "a" and self.card.trial() == f"a{STARTS}", "it is chosen", answer)
        answer = self.returned()
        self.say(answer.startswith("done ") and self.card.slot() == "b" and self.card.trial() == "--", "the choice is taken back", answer)
        self.returned()
        self.off()
        self.ready()
        self.say(self.board.version() == "one", "the system of before runs", self.board.version())
        wait_for("the end of the trial", lambda: self.card.trial() == "--", GOOD_SECONDS, 1)
        starts = self.board.run("cat /var/lib/jukebox/starts").split()
        self.say(starts[-2:] == ["two", "one"], "the state is there", starts)
        self.update("/media/stick/damaged.raucb")
        found = self.board.run("/usr/lib/jukebox/update find")
        self.say(self.returned() == "" and "other " not in found, "no return to a slot that an update has begun to write", found)

    def back(self, port):
        """A system that does not prove itself, and one that can't be read."""
        answer = self.once(f"/usr/lib/jukebox/update install http://10.0.2.2:{port}/broken.raucb")
        self.say(answer.endswith("done") and self.card.slot() == "b", "an update is installed from an address", answer)
        for number in range(STARTS):
            answer = self.once("cat /usr/share/version")
            self.say(answer == "broken" and self.card.trial() == f"b{STARTS - 1 - number}", f"start {number + 1} is of the new system", answer)
        self.say(self.once("true") == "" and self.card.slot() == "a", "the fourth start goes back")
        answer = self.once("cat /usr/share/version; /usr/lib/jukebox/slot get-state b; /usr/lib/jukebox/update find | tail -n 1; "
                           "/usr/lib/jukebox/update back; "
                           "cat /var/lib/jukebox/starts")
        self.say(answer.split() == ["one", "bad", "back", "one", "one"], "the system of before runs with its state, and the slot is bad", answer)
        answer = self.once("/usr/lib/jukebox/update install /media/stick/empty.raucb")
        self.say(answer.endswith("done") and self.card.trial() == f"b{STARTS}", "the next update is installed", answer)
        self.say(self.once("true") == "" and self.card.slot() == "a", "a system that can't be read goes back at once")
        answer = self.once("cat /usr/share/version")
        self.say(answer == "one", "the system of before runs", answer)

    def cuts(self):
        """Power cuts during an update."""
        log = WriteLog(self, self.card.path, "card")
        answer = self.once("/usr/lib/jukebox/update install /media/stick/two.raucb", log)
        self.say(answer.endswith("done"), "the update is installed", answer)
        look = Look(self)
        looked = log.replay(random.Random(1), look)
        self.say(looked >= CUTS and not look.wrong, f"after {looked} power cuts the slot that starts is complete", look.wrong)
        self.say(look.slots["a"] and look.slots["b"], "some were before the change of the slot, some after it", look.slots)
        print(f"{looked} power cuts, by slot: {look.slots}", flush=True)
        for place, path in enumerate(look.kept):
            os.replace(path, self.card.path)
            slot = self.card.slot()
            answer = self.once("cat /usr/share/version; /usr/lib/jukebox/update install /media/stick/two.raucb | tail -n 1")
            self.say(answer.split() == [{"a": "one", "b": "two"}[slot], "done"],
                     f"card {place + 1} of a power cut starts slot {slot}, and takes an update", answer)


class Look:
    """Looks at a card as a power cut leaves it."""

    def __init__(self, proof):
        self.proof = proof
        self.folder = proof.folder / "look"
        self.slots = {"a": 0, "b": 0}
        self.wrong = []
        self.kept = []
        # An image of a system and its digest, by the slot.
        with open(proof.card.path, "rb") as file:
            self.systems = {"a": self.digest(file, FIRST_A), "b": self.digest(file, FIRST_B)}

    @staticmethod
    def digest(file, first):
        file.seek(first)
        digest = hashlib.sha256()
        for _ in range(SYSTEM_MEBIBYTES):
            digest.update(file.read(1 << 20))
        return digest.hexdigest()

    def __call__(self, length, path, is_flush):
        card = CardFile(path)
        slot = card.slot()
        self.slots[slot] += 1
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        fault = None
        try:
            run("mcopy", "-s", "-n", "-i", card.boot, f"::/{slot}", self.folder)
            run("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd=self.folder / slot)
        except SystemExit as error:
            fault = str(error)
        with open(path, "rb") as file:
            if self.digest(file, FIRST_A if slot == "a" else FIRST_B) != self.systems[slot]:
                fault = "the system is not complete"
        if fault:
            self.wrong.append(f"write {length}: slot {slot}: {fault}")
        # Some place in the first half, the last one before the change, and the first one after it.
        if slot == "a" and self.slots["a"] in (CUTS // 2, CUTS // 2 + 1) or slot == "b" and self.slots["b"] == 1:
            kept = self.proof.folder / f"kept-{len(self.kept)}.img"
            run("cp", "--sparse=always", path, kept)
            self.kept.append(kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--made", type=pathlib.Path)
    options = parser.parse_args()
    tally = Tally()
    with work_folder() as folder:
        made = (options.made or folder / "made").absolute()
        if not made.exists():
            made.mkdir(parents=True)
            make(made)
        proof = Proof(tally, folder, made)
        with contextlib.ExitStack() as ended:
            ended.callback(lambda: proof.board and proof.board.cut())
            port = ended.enter_context(served(made / "served"))
            parts = options.parts or (["update"] if options.quick else ["update", "back", "cuts"])
            if "update" in parts:
                proof.new_card()
                proof.ready()
                proof.refused(port)
                proof.updated("/media/stick/two.raucb")
                proof.good()
                proof.return_()
                proof.off()
            if "back" in parts:
                proof.new_card()
                proof.back(port)
            if "cuts" in parts:
                proof.new_card()
                proof.cuts()
    tally.close()


main()
