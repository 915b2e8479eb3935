"""The card image on an emulated Raspberry Pi 3: the first start, a clock chip, power cuts in it, a new flash, a damaged state, `reset`.

usage: board/lab/run proofs.image IMAGE               everything
       board/lab/run proofs.image IMAGE --only PART   the first start, and this part: chip, cuts, flash, mend, reset, full,
                                                      small or wifi
       board/lab/run proofs.image IMAGE --cuts N      number of power cuts; default: 100

Default for IMAGE: the image in .build-image. All writes of the first start are logged: the power cuts are the card as it was after
random ones of them, and from one of these the board starts. Wi-Fi is the kernel's own simulation of radios (mac80211_hwsim): one for
the box, one for a router, one for a phone. QEMU has no I2S sound; docs/image.md lists what only a board shows.
"""
import argparse
import calendar
import contextlib
import json
import random
import re
import shlex
import shutil
import sqlite3
import time

from harness.failure import Failure
from harness.packages import run
from harness.raspi import START_SECONDS, Card, CardFile, Raspi
from harness.sticks import image
from harness.tracks import Track
from harness.writelog import WriteLog
from lib import ROOT, Tally, wait_for, work_folder

SONG_SECONDS = 120
NETWORK, PASSWORD = "Proof of Wi-Fi", "a password of a proof"
WIFI = f"country = de\r\nname = {NETWORK}\r\npassword = {PASSWORD}\r\nzone = Europe/Berlin\r\n"
VOLUME = "start-volume = 37"
OVERLAY = "dtoverlay=jukebox-pcm5102a"
# Seconds that are remembered in the state.
CROSSFADE = 7
WAVE_HEAD = 44
ROUTER, ROUTER_PASSWORD = "Router of the proof", "twelve letters"
# The firmware and the kernel read these.
START_FILES = ["config.txt", "slot.txt", "a/cmdline.txt", "a/vmlinuz", "a/initrd"]
# 08:45 of a day, UTC.
DUE = 1_800_002_700
ALARM_LATE = 600
# A card that ends in slot B.
SMALL_BYTES = 2 << 30
LITTLE_ROOM = 32 << 10


class Proof:
    """One card and one stick over several starts."""

    def __init__(self, tally, source, folder):
        self.check = tally.check
        self.folder = folder
        self.card = Card(source, folder)
        self.stick = folder / "stick.img"
        shutil.copyfile(image("vfat", {f"{number} Song.flac": Track(number, SONG_SECONDS).flac for number in (1, 2)}), self.stick)
        self.board = None
        self.log = None
        # How many writes lay in the log when the state was acknowledged.
        self.stored_at = 0
        self.is_made = False
        self.bad_cuts = []

    def start(self, sound=None, log=None, chip=None):
        print(f"start at {time.monotonic():.0f} s", flush=True)
        self.board = Raspi(self.card, self.stick, self.folder, sound, log, chip)

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
        # The firmware would wire it; the emulated board starts without.
        self.card.write("sound.txt", OVERLAY + "\r\n")
        sound = self.folder / "sound.wav"
        self.log = WriteLog(self, self.card.path, "first")
        self.start(sound, self.log)
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
        self.store()
        self.board.cut()
        self.say(any(sound.read_bytes()[WAVE_HEAD:]), "the sound card gets sound")
        wifi = self.card.read("wifi.txt")
        self.say(wifi.startswith("# DONE") and PASSWORD not in wifi, "the password leaves the card", wifi)

    def chip(self):
        """The clock chip alone knows the time: an alarm is made, the power goes, and the next start rings."""
        sound = self.folder / "chip.wav"
        self.start(sound, chip=DUE - 3600)
        self.board.wait_for_shell()
        # udev finds the chip after all that the system starts with.
        wait_for("the clock to be known", lambda: self.clock().get("clock") == "chip", 2 * START_SECONDS, 2)
        found = self.board.run("cat /sys/class/rtc/rtc0/name /sys/class/rtc/rtc0/hctosys")
        self.say("ds" in found and found.endswith("1"), "the kernel takes the time from the chip", found)
        clock = self.clock()
        self.say(0 <= clock["time"] - (DUE - 3600) < 3 * START_SECONDS, "the daemon has the time of the chip", clock)
        minute = time.strftime("%H:%M", time.gmtime(DUE + int(clock["offset"])))
        made = self.board.run(f"jukebox alarm add {minute} --fade 0 && jukebox alarm")
        self.say(minute in made, "an alarm is made", made)
        self.board.run("sync")
        self.board.cut()
        self.start(sound, chip=DUE - 30)
        self.board.wait_for_shell()
        self.say(wait_for("the alarm", lambda: self.board.status().get("ringing") == "1", 2 * START_SECONDS, 1),
                 "without a network the alarm rings after the power cut")
        clock = self.clock()
        self.say(clock["clock"] == "chip" and 0 <= clock["time"] - DUE < ALARM_LATE, "it rings within 10 minutes of its time", clock)
        self.board.run("jukebox alarm stop; jukebox alarm delete 1; jukebox play")
        self.board.cut()

    def clock(self):
        """The answer of `clock`, with its time in seconds since 1970."""
        answer = dict(line.split(": ", 1) for line in self.board.ask("clock").splitlines() if ": " in line)
        if "time" in answer:
            answer["time"] = calendar.timegm(time.strptime(answer["time"], "%Y-%m-%dT%H:%M:%SZ"))
        return answer

    def grown(self):
        """Whether the file system ends near the end of the card."""
        size = int(self.board.run("df --output=size -B 1048576 /run/state | tail -n 1") or 0)
        return size > 1300

    def store(self):
        """A setting, and an edit of the queue: this is acknowledged once both would survive a power cut."""
        answer = self.board.ask(f"crossfade {CROSSFADE}", "delete 1")
        self.say("OK" in answer.splitlines()[1:], "the queue is edited", answer)
        self.stored_at = self.log.length

    def remembers(self):
        return self.board.status().get("xfade") == str(CROSSFADE)

    def cuts(self, count):
        """The card as it was after writes of the first start, and a start from one of these."""
        chance = random.Random(count)
        start_from = chance.randrange(count)
        # The card as the first start left it, for the parts after this one.
        ended, cut = self.folder / "ended.img", self.folder / "cut.img"
        self.card.path.rename(ended)
        wanted = run("sha256sum", *self.start_files(CardFile(ended)))
        looked = 0

        def look(length, path, _):
            nonlocal looked
            if looked == start_from:
                run("cp", "--sparse=always", path, cut)
                print(f"the board starts from write {length}; the state was stored at {self.stored_at}", flush=True)
            looked += 1
            with self.noting(length):
                self.whole(length, CardFile(path), wanted)
        self.log.replay(chance, look, count)
        self.say(not self.bad_cuts and looked >= count, f"after each of {looked} power cuts in the first start the card is whole", self.bad_cuts)
        cut.rename(self.card.path)
        self.start()
        self.playing()
        self.say(True, "after a power cut in the first start the stick plays")
        self.board.cut()
        ended.rename(self.card.path)

    @contextlib.contextmanager
    def noting(self, length):
        try:
            yield
        except (Failure, sqlite3.Error) as error:
            self.bad_cuts.append(f"write {length}: {error}")

    def start_files(self, card):
        """Copies of what a start reads before the box's own programs."""
        target = self.folder / "start-files"
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        run("mcopy", "-n", "-i", card.boot, *(f"::/{name}" for name in START_FILES), target)
        return sorted(target.iterdir())

    def whole(self, length, card, wanted):
        """Raises a failure if a start from this card would not come to music, or has lost what was acknowledged."""
        is_due = length >= self.stored_at
        if run("sha256sum", *self.start_files(card)) != wanted:
            raise Failure("the files of the start are others")
        if "[player]" not in (card.read("jukebox.ini") or ""):
            raise Failure("jukebox.ini is not whole")
        label = ""
        if card.state_first():
            # As the first program of the card does.
            partition = card.state(self.folder)
            run("sh", "-c", '/sbin/e2fsck -p "$0"; [ $? -lt 4 ] || /sbin/e2fsck -y "$0"; true', partition)
            label = run("sh", "-c", '/sbin/e2label "$0" 2>/dev/null || true', partition).strip()
        if label != "jukebox-state":
            if self.is_made or is_due:
                raise Failure("the state is no file system any more")
            return
        self.is_made = True
        run("/sbin/e2fsck", "-fn", partition)
        self.stored(partition, is_due)

    def stored(self, partition, is_due):
        database = self.folder / "box.sqlite"
        for ending in ["", "-wal"]:
            database.with_name(database.name + ending).unlink(missing_ok=True)
            run("/sbin/debugfs", "-R", f"dump /lib/jukebox/box.sqlite{ending} {database}{ending}", partition)
        if not database.exists() or not database.stat().st_size:
            if is_due:
                raise Failure("the database is gone")
            return
        with contextlib.closing(sqlite3.connect(database)) as connection:
            answer = connection.execute("pragma integrity_check").fetchone()[0]
            if answer != "ok":
                raise Failure(answer)
            if is_due and (connection.execute("select count(*) from queue").fetchone() != (1,) or connection.execute(
                    "select value from settings where name = 'crossfade_s'").fetchone() != (CROSSFADE,)):
                raise Failure("the setting or the edit of the queue is gone")

    def flashed(self):
        """A newer image: what is in the state comes back."""
        self.card.flash()
        self.start()
        self.board.wait_for_restart(START_SECONDS)
        self.say(OVERLAY in self.card.read("sound.txt") and VOLUME in self.card.read("jukebox.ini"),
                 "a new flash gets jukebox.ini and sound.txt of before, and the box starts again for the sound card")

    def mended(self):
        """A damaged state and a wrong jukebox.ini."""
        self.card.damage_state()
        self.card.write("jukebox.ini", "[player]\r\nstart-volume = loud\r\n")
        self.start()
        self.playing()
        self.say(self.remembers(), "e2fsck mends the state: the setting is there", self.board.status())
        self.say(VOLUME in self.board.run("cat /etc/jukebox.ini"), "a jukebox.ini with errors leaves the former settings")
        self.board.cut()
        errors = self.card.read("jukebox.ini-errors.txt")
        self.say(errors and "start-volume" in errors, "its errors are on the card", errors)

    def full(self):
        """No room on the first partition, and none in the state."""
        self.start()
        self.playing()
        # All blocks, also those that only root gets; the last megabytes are written.
        self.board.run("fallocate -l $((($(stat -f -c '%f * %S' /run/state)) - (4 << 20))) /run/state/filling; "
                       "dd if=/dev/zero of=/run/state/rest bs=64k; sync")
        self.board.cut()
        self.fill()
        self.start()
        self.playing()
        self.say(True, "with a full card and a full state the stick plays")
        problem = self.board.run("cat /run/problem")
        self.say("JUKEBOX of the card is full" in problem and "no room for settings" in problem, "both are told", problem)
        self.say(VOLUME in self.board.run("cat /etc/jukebox.ini"), "the settings are whole")
        self.board.cut()
        run("mdel", "-i", self.card.boot, "::/filling")

    def fill(self, left=0):
        """Leaves this many bytes on the first partition."""
        filling = self.folder / "filling"
        with open(filling, "wb") as file:
            free = re.search(r"([\d ]+) bytes free", run("mdir", "-i", self.card.boot, "::/"))
            file.truncate(int(free[1].replace(" ", "")) - left if free else 0)
        run("mcopy", "-i", self.card.boot, filling, "::/filling")

    def small(self):
        """The first start on a card that ends before partition 4, on which a person's files leave little room."""
        self.card.make(SMALL_BYTES)
        self.set_volume()
        self.fill(LITTLE_ROOM)
        self.start()
        self.playing()
        self.say(True, "at the first start on a card that is full and too small the stick plays")
        failed = self.board.run("systemctl --failed --no-legend")
        self.say("●" not in failed, "no unit fails there", failed)
        self.say(self.board.status()["volume"] == "37", "its jukebox.ini counts", self.board.status())
        self.board.cut()
        problem = self.card.read("problem.txt") or ""
        self.say("card is too small" in problem and "JUKEBOX of the card is full" in problem, "problem.txt names both", problem)
        self.card.make()

    def reset(self):
        self.card.write("reset", "")
        self.start()
        self.playing()
        self.say(not self.remembers(), "reset forgets the setting, and the stick plays", self.board.status())
        stored = self.board.run("ls /etc/NetworkManager/system-connections")
        self.say("wifi.txt" not in stored, "reset forgets the network", stored)
        self.board.cut()
        self.say(self.card.read("reset") is None, "reset is done once")


class Network:
    """Wi-Fi of simulated radios: wlan0 is the box, wlan1 a router, wlan2 a phone."""

    def __init__(self, proof):
        self.proof = proof

    def check(self):
        proof = self.proof
        proof.card.write("wifi.txt", f"name = {ROUTER}\r\npassword = short\r\n")
        self.start()
        said = proof.card.read("wifi.txt")
        proof.say(said.startswith("# ERROR: the password"), "a wrong wifi.txt says why", said)
        self.hotspot()
        self.join("No such network", ROUTER_PASSWORD, "absent")
        self.join(ROUTER, "a wrong password", "password")
        self.join(ROUTER, ROUTER_PASSWORD, "")
        proof.board.run("sync")
        proof.board.cut()
        proof.card.write("reset", "")
        proof.card.write("wifi.txt", f"country = de\r\nname = {ROUTER}\r\npassword = {ROUTER_PASSWORD}\r\n")
        self.start()
        wait_for("the router's address", self.address, START_SECONDS, 2)
        proof.say(True, "a right wifi.txt joins")
        proof.say("jukebox-hotspot" not in self.run("nmcli -t -f NAME connection show --active"), "no Wi-Fi of the box's own opens beside it")
        proof.board.cut()

    def run(self, command, seconds=START_SECONDS):
        return self.proof.board.run(command, seconds)

    def start(self):
        """NetworkManager gets one radio; the router has another."""
        self.proof.start()
        self.proof.board.wait_for_shell()
        self.run("mkdir -p /run/NetworkManager/conf.d; printf '[keyfile]\\nunmanaged-devices=interface-name:wlan1;interface-name:wlan2\\n' "
                 ">/run/NetworkManager/conf.d/proof.conf; nmcli general reload conf; modprobe mac80211_hwsim radios=3")
        self.supplicant("wlan1", ROUTER, ROUTER_PASSWORD, "mode=2 frequency=2437 proto=RSN pairwise=CCMP")
        self.run("ip address add 10.9.0.1/24 dev wlan1; dnsmasq --user=root --port=0 --interface=wlan1 --bind-interfaces "
                 "--dhcp-leasefile=/run/leases --dhcp-range=10.9.0.10,10.9.0.20")
        self.proof.playing()

    def supplicant(self, device, name, password, words=""):
        lines = [f"ctrl_interface=/run/wpa_{device}", "network={", f'ssid="{name}"', f'psk="{password}"', "key_mgmt=WPA-PSK", *words.split(), "}"]
        self.run(rf"printf '%s\n' {shlex.join(lines)} >/run/{device}.conf; wpa_supplicant -B -D nl80211 -i {device} -c /run/{device}.conf")

    def address(self):
        return "10.9.0.1" in self.run("ip -4 -o address show dev wlan0")

    def state(self):
        answer = self.run("cat /run/jukebox-network/state")
        return dict(line.split(": ", 1) for line in answer.splitlines() if ": " in line)

    def hotspot(self):
        """It opens by itself; a phone joins it with the password on the card, and sees the page."""
        proof = self.proof
        wait_for("the box's own Wi-Fi", lambda: self.state().get("state") == "open", START_SECONDS, 2)
        proof.say(proof.board.status()["state"] == "play", "music plays while the box opens its own Wi-Fi")
        access = dict(line.split(": ", 1) for line in (proof.card.read("hotspot.txt") or "").splitlines())
        proof.say(access.get("Wi-Fi", "").startswith("Jukebox-"), "the card tells its name and password", access)
        self.supplicant("wlan2", access["Wi-Fi"], access["Password"])
        wait_for("the phone", lambda: "wpa_state=COMPLETED" in self.run("wpa_cli -p /run/wpa_wlan2 -i wlan2 status"), START_SECONDS, 2)
        proof.say(True, "a phone joins it with WPA2")
        page = self.http("GET / HTTP/1.0")
        proof.say(" 200 " in page, "the page answers at 10.42.0.1", page)

    def http(self, head, body=""):
        lines = [head, "Host: 10.42.0.1", *(["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []), "", body]
        text = shlex.quote(r"\r\n".join(lines))
        return self.run(f"exec 5<>/dev/tcp/10.42.0.1/80 && printf %b {text} >&5 && head -n 1 <&5; exec 5>&-")

    def join(self, name, password, error):
        """The form of the page."""
        proof = self.proof
        answer = self.http("POST /api/network HTTP/1.0", json.dumps(["join", name, password]))
        if " 200 " not in answer:
            raise Failure(f"the page takes no network: {answer}")
        if error:
            state = wait_for("the reason", lambda: (found := self.state()).get("error") and found["name"] == name and found, START_SECONDS, 2)
            proof.say(state == {"state": "open", "hotspot": state["hotspot"], "name": name, "error": error},
                      f"a network that can't be joined: {error}", state)
        else:
            wait_for("the end", lambda: self.state()["state"] == "joined", START_SECONDS, 2)
            proof.say(self.address(), "the network of the form is joined")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("image", nargs="?")
    parser.add_argument("--only", choices=["first", "chip", "cuts", "flash", "mend", "reset", "full", "small", "wifi"])
    parser.add_argument("--cuts", type=int, default=100)
    options = parser.parse_args()
    source = options.image or next(iter(sorted((ROOT / ".build-image").glob("jukebox-*.img"))), None)
    if not source:
        raise SystemExit("there is no image: run board/image, or name one")
    tally = Tally()
    with work_folder() as folder:
        proof = Proof(tally, source, folder)
        parts = {"chip": proof.chip, "cuts": lambda: proof.cuts(options.cuts), "flash": proof.flashed, "mend": proof.mended, "reset": proof.reset,
                 "full": proof.full, "small": proof.small, "wifi": Network(proof).check}
        try:
            # These need nothing of it.
            if options.only not in ("small", "wifi"):
                proof.first_start()
            for name, part in parts.items():
                if options.only in (None, name):
                    part()
        finally:
            if proof.board:
                proof.board.cut()
    tally.close()


main()
