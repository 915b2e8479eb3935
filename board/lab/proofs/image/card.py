"""The card image over several starts: the first one, a clock chip, power cuts, a new flash, a damaged or full state, a small card."""
import calendar
import contextlib
import random
import re
import shutil
import sqlite3
import time

from harness.failure import Failure
from harness.packages import run
from harness.raspi import START_SECONDS, Card, CardFile, Raspi
from harness.sticks import image
from harness.tracks import Track
from harness.writelog import WriteLog
from lib import wait_for

SONG_SECONDS = 120
NETWORK, PASSWORD = "Proof of Wi-Fi", "a password of a proof"
WIFI = f"country = de\r\nname = {NETWORK}\r\npassword = {PASSWORD}\r\nzone = Europe/Berlin\r\n"
VOLUME = "start-volume = 37"
OVERLAY = "dtoverlay=jukebox-pcm5102a"
# Seconds that are remembered in the state.
CROSSFADE = 7
WAVE_HEAD = 44
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
        wait_for("music", lambda: self.board.status().get("state") == "play", START_SECONDS, 5)

    def no_unit_fails(self, name):
        failed = self.board.run("systemctl --failed --no-legend")
        self.say("●" not in failed, name, failed and failed + self.board.run("journalctl --no-pager --boot --priority warning | tail -n 40"))

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
        print(self.board.run("systemd-analyze time | head -n 1"), flush=True)
        self.no_unit_fails("no unit fails")
        self.store()
        self.board.cut()
        self.say(any(sound.read_bytes()[WAVE_HEAD:]), "the sound card gets sound")
        wifi = self.card.read("wifi.txt")
        self.say(wifi.startswith("# DONE") and PASSWORD not in wifi, "the password leaves the card", wifi)

    def chip(self):
        """The clock chip of a new card's box alone knows the time: an alarm is made, the power goes, and the next start rings."""
        self.card.make()
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
        self.board.cut()
        self.card.make()

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
        """Whether the setting is there that store() made."""
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
        """A damaged state and a wrong jukebox.ini; then a full card."""
        self.card.damage_state()
        self.card.write("jukebox.ini", "[player]\r\nstart-volume = loud\r\n")
        self.start()
        self.playing()
        self.say(self.remembers(), "e2fsck mends the state: the setting is there", self.board.status())
        self.say(VOLUME in self.board.run("cat /etc/jukebox.ini"), "a jukebox.ini with errors leaves the former settings")
        # All blocks, also those that only root gets; the last megabytes are written.
        self.board.run("fallocate -l $((($(stat -f -c '%f * %S' /run/state)) - (4 << 20))) /run/state/filling; "
                       "dd if=/dev/zero of=/run/state/rest bs=64k; sync")
        self.board.cut()
        errors = self.card.read("jukebox.ini-errors.txt")
        self.say(errors and "start-volume" in errors, "its errors are on the card", errors)
        self.full()

    def full(self):
        """No room on the first partition, and none in the state."""
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
        self.no_unit_fails("no unit fails there")
        self.say(self.board.status()["volume"] == "37", "its jukebox.ini counts", self.board.status())
        self.board.cut()
        problem = self.card.read("problem.txt") or ""
        self.say("card is too small" in problem and "JUKEBOX of the card is full" in problem, "problem.txt names both", problem)
        self.card.make()
