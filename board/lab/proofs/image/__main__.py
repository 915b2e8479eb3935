"""The card image on an emulated Raspberry Pi 3: the first start, a clock chip, a new flash, a damaged state, `reset`, and power cuts.

usage: board/lab/run proofs.image IMAGE            everything, some 20 min on two cores
       board/lab/run proofs.image IMAGE --cuts N   number of power cuts; default: 5
       board/lab/run proofs.image IMAGE --part chip   only the clock chip (first, chip, flashed, mended, reset, cuts)

Default for IMAGE: the image in .build-image. QEMU has no Wi-Fi and no I2S sound; docs/image.md lists what only a board shows.
"""
import argparse
import random
import shutil
import sqlite3
import time

from harness.packages import run
from harness.raspi import START_SECONDS, Card, Raspi
from harness.sticks import MEBIBYTE, image
from harness.tracks import Track
from lib import ROOT, Tally, wait_for, work_folder

SONG_SECONDS = 120
NETWORK, PASSWORD = "Proof of Wi-Fi", "a password of a proof"
WIFI = f"country = de\r\nname = {NETWORK}\r\npassword = {PASSWORD}\r\nzone = Europe/Berlin\r\n"
VOLUME = "start-volume = 37"
OVERLAY = "dtoverlay=jukebox-pcm5102a"
WAVE_HEAD = 44
# A start is cut somewhere in it, or in the music after it.
EARLIEST_CUT, LATEST_CUT = 4, 120
# 08:45 of a day, UTC.
DUE = 1_800_002_700
ALARM_LATE = 600


class Proof:
    """One card and one stick over several starts."""

    def __init__(self, tally, source, folder):
        self.check = tally.check
        self.folder = folder
        self.card = Card(source, folder)
        self.stick = folder / "stick.img"
        shutil.copyfile(image("vfat", {f"{number} Song.flac": Track(number, SONG_SECONDS).flac for number in (1, 2)}), self.stick)
        self.board = None

    def start(self, sound=None, chip=None):
        print(f"start at {time.monotonic():.0f} s", flush=True)
        self.board = Raspi(self.card, self.stick, self.folder, sound, chip)

    def say(self, good, name, detail=""):
        print(f"{'pass' if self.check(good, name, detail) else 'FAIL'}: {name}", flush=True)

    def playing(self):
        self.board.wait_for_shell()
        wait_for("music", lambda: self.board.status().get("state") == "play", START_SECONDS, 1)

    def set_volume(self):
        """A setting in the configuration that the image has on the card."""
        text = self.card.image_settings.replace("[player]\n", f"[player]\n{VOLUME}\n")
        self.card.write("jukebox.ini", text.replace("\n", "\r\n"))

    def first_start(self):
        self.card.write("wifi.txt", WIFI)
        self.set_volume()
        sound = self.folder / "sound.wav"
        self.start(sound)
        self.playing()
        first = float(self.board.status()["elapsed"])
        wait_for("the place to move", lambda: float(self.board.status().get("elapsed", 0)) > first, 60)
        self.say(True, "the stick plays at the first start")
        self.say(self.board.status()["volume"] == "37", "the card's jukebox.ini counts", self.board.status())
        self.board.press("volumeup")
        self.say(wait_for("the key", lambda: self.board.status()["volume"] != "37", 60), "a key of the keyboard acts")
        page = self.board.run("exec 4<>/dev/tcp/127.0.0.1/80 && printf 'GET / HTTP/1.0\\r\\nHost: jukebox\\r\\n\\r\\n' >&4 && head -n 1 <&4; exec 4>&-")
        self.say(" 200 " in page, "the page answers at port 80", page + self.board.run("journalctl --no-pager -u jukebox-web.service"))
        size = wait_for("the state to grow", lambda: self.grown(), 300, 2)
        self.say(size, "partition 4 and its file system have the rest of the card")
        stored = self.board.run("cat /etc/NetworkManager/system-connections/wifi.txt.nmconnection; readlink /etc/localtime")
        self.say(f"psk={PASSWORD}" in stored and "Europe/Berlin" in stored, "the network and the time zone in wifi.txt are stored", stored)
        kernel = self.board.run("systemd-analyze time | head -n 1; systemctl --failed --no-legend")
        self.say("●" not in kernel, "no unit fails", kernel)
        print(kernel, flush=True)
        self.board.ask("save proof")
        self.board.run("sync")
        self.board.cut()
        self.say(any(sound.read_bytes()[WAVE_HEAD:]), "the sound card gets sound")
        wifi = self.card.read("wifi.txt")
        self.say(wifi.startswith("# DONE") and PASSWORD not in wifi, "the password leaves the card", wifi)

    def chip(self):
        """The clock chip alone knows the time: an alarm is made, the power goes, and the next start rings."""
        sound = self.folder / "chip.wav"
        self.start(sound, DUE - 3600)
        self.board.wait_for_shell()
        # udev finds the chip after all that the system starts with.
        wait_for("the clock to be known", lambda: self.clock().get("clock") == "chip", 2 * START_SECONDS, 2)
        found = self.board.run("cat /sys/class/rtc/rtc0/name /sys/class/rtc/rtc0/hctosys")
        self.say("ds" in found and found.endswith("1"), "the kernel takes the time from the chip", found)
        clock = self.clock()
        self.say(0 <= int(clock["time"]) - (DUE - 3600) < 3 * START_SECONDS, "the daemon has the time of the chip", clock)
        minute = time.strftime("%H:%M", time.gmtime(DUE + int(clock["offset"])))
        made = self.board.run(f"jukebox alarm add {minute} --fade 0 && jukebox alarm")
        self.say(minute in made, "an alarm is made", made)
        self.board.run("sync")
        self.board.cut()
        self.start(sound, DUE - 30)
        self.board.wait_for_shell()
        self.say(wait_for("the alarm", lambda: self.board.status().get("ringing") == "1", 2 * START_SECONDS, 1),
                 "without a network the alarm rings after the power cut")
        clock = self.clock()
        self.say(clock["clock"] == "chip" and 0 <= int(clock["time"]) - DUE < ALARM_LATE, "it rings within 10 minutes of its time", clock)
        self.board.run("jukebox alarm stop; jukebox alarm delete 1; jukebox play")
        self.board.cut()

    def clock(self):
        return dict(line.split(": ", 1) for line in self.board.ask("clock").splitlines() if ": " in line)

    def grown(self):
        """Whether the file system ends near the end of the card."""
        size = int(self.board.run("df --output=size -B 1048576 /run/state | tail -n 1") or 0)
        return size > 1300

    def flashed(self):
        """The new flash; the sound card of before is wired at the second start, since the firmware reads sound.txt before the box."""
        self.card.write("sound.txt", OVERLAY + "\r\n")
        self.start()
        self.playing()
        self.board.run("sync")
        self.board.cut()
        self.card.flash()
        self.start()
        self.board.wait_for_restart(START_SECONDS)
        self.say(OVERLAY in self.card.read("sound.txt") and VOLUME in self.card.read("jukebox.ini"),
                 "a new flash gets jukebox.ini and sound.txt of before, and the box starts again for the sound card")

    def mended(self):
        """After a flash, with a damaged state and a wrong jukebox.ini."""
        self.card.damage_state()
        self.card.write("jukebox.ini", "[player]\r\nstart-volume = loud\r\n")
        self.start()
        self.playing()
        self.say("proof" in self.board.ask("listplaylists"), "e2fsck mends the state: the playlist is there")
        self.say(VOLUME in self.board.run("cat /etc/jukebox.ini"), "a jukebox.ini with errors leaves the former settings")
        self.board.cut()
        errors = self.card.read("jukebox.ini-errors.txt")
        self.say(errors and "start-volume" in errors, "its errors are on the card", errors)

    def reset(self):
        self.set_volume()
        self.card.write("reset", "")
        self.start()
        self.playing()
        self.say("playlist: proof" not in self.board.ask("listplaylists"), "reset forgets the playlist, and the stick plays")
        stored = self.board.run("ls /etc/NetworkManager/system-connections")
        self.say("wifi.txt" not in stored, "reset forgets the network", stored)
        self.board.cut()
        self.say(self.card.read("reset") is None, "reset is done once")

    def cuts(self, count):
        chance = random.Random(count)
        for number in range(count):
            self.start()
            self.board.continue_for(chance.uniform(EARLIEST_CUT, LATEST_CUT))
            self.board.cut()
            self.whole(number + 1)
        if count:
            self.start()
            self.playing()
            self.say(True, f"after {count} power cuts the stick plays")
            self.board.cut()

    def whole(self, number):
        partition = self.card.state(self.folder)
        run("/sbin/e2fsck", "-fn", partition)
        database = self.folder / "box.sqlite"
        for ending in ["", "-wal"]:
            run("/sbin/debugfs", "-R", f"dump /lib/jukebox/box.sqlite{ending} {database}{ending}", partition)
        with sqlite3.connect(database) as connection:
            answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
        stick = self.folder / "stick.fat"
        run("dd", f"if={self.stick}", f"of={stick}", "bs=1M", "skip=1")
        run("sh", "-c", '/sbin/fsck.vfat -a "$0" >/dev/null || [ $? = 1 ]; /sbin/fsck.vfat -n "$0"', stick)
        names = run("mdir", "-b", "-i", f"{self.stick}@@{MEBIBYTE}", "::")
        self.say(answer == "ok" and "2 Song.flac" in names, f"power cut {number}: state and stick are whole", answer + names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("image", nargs="?")
    parser.add_argument("--cuts", type=int, default=5)
    parser.add_argument("--part", choices=("first", "chip", "flashed", "mended", "reset", "cuts"))
    options = parser.parse_args()
    source = options.image or next(iter(sorted((ROOT / ".build-image").glob("jukebox-*.img"))), None)
    if not source:
        raise SystemExit("there is no image: run board/image, or name one")
    tally = Tally()
    with work_folder() as folder:
        proof = Proof(tally, source, folder)
        try:
            parts = {"first": proof.first_start, "chip": proof.chip, "flashed": proof.flashed, "mended": proof.mended,
                     "reset": proof.reset, "cuts": lambda: proof.cuts(options.cuts)}
            for name, part in parts.items():
                if options.part in (None, name):
                    part()
        finally:
            if proof.board:
                proof.board.cut()
    tally.close()


main()
