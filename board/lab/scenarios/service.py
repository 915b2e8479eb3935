"""A Debian with systemd and udev, the jukebox installed in it by board/install: from power on to power off by a key.

It boots with a stick in and a network that never comes. udev's rules mount sticks; the service runs as a user of its
own, is started again when it crashes or hangs, stops in time, and may switch the board off, which others may not.
"""
import functools
import itertools
import re
import time

from harness.debian import DebianBoard
from harness.lines import lines_of
from harness.recording import FADE_FRAMES
from harness.tracks import RATE

CONFIGURATION = """
[audio]
rate = 48000
[control]
tcp = 0.0.0.0:6600
[player]
start-volume = 100
shutdown-command = systemctl poweroff
[key KEY_F1]
press = shutdown
[button next]
line = 5
press = next
"""
LINE, RELEASED = 5, 1
# In place of Debian's, which needs avahi-daemon.
PUBLISHER = "/usr/bin/avahi-publish"
LEAST_OPTIONS = {"nosuid", "nodev", "noexec", "noatime", "rw"}
OPTIONS = {"vfat": {"utf8", "tz=UTC", "flush", "errors=remount-ro", "fmask=0022", "dmask=0022"},
           "exfat": {"iocharset=utf8", "errors=remount-ro", "fmask=0022", "dmask=0022"},
           "ext4": {"errors=remount-ro"}}
HOSTILE = {"vfat": "$(reboot)", "exfat": "`reboot`;x", "ext4": "../../etc"}
MOST_STOP_SECONDS = 2.0
MOST_EXPOSURE = 2.0
# How old the position is at most that a jukebox without a chance to save it has saved.
MOST_SAVED_SECONDS = 5
# The buffer of latency `normal` in the card, a few periods more, and a fade.
MOST_AGAIN_SECONDS = 0.065


def run(stage):
    tracks = [stage.track(number, 20) for number in (1, 2, 3)]
    music = stage.stick("vfat", {f"{track.number}.flac": track for track in tracks}, "music")
    board = stage.board(make=functools.partial(DebianBoard, configuration=CONFIGURATION))
    # On amd64 this makes the chip: the service takes a line that comes after it.
    lines = lines_of(board)
    lines.set(LINE, RELEASED)
    board.plug(music)
    board.wait("the sound card", "test -e /dev/snd/controlC0")
    board.run("board-tool loud 0")

    starts_early(stage, board)
    folder = board.wait_mounted(music)
    # A busy machine's board takes long until udev has gone through all that was there at the boot.
    board.wait_sound(seconds=120)
    stage.note("boot to sound", int(board.pairs("engine")["first_start_ns"]) / 1e9)
    # Whatever sticks come and go, one song is heard repeatedly.
    board.ask("repeat 1", "single 1")
    acts_on_a_line(stage, board, lines)
    has_rights(stage, board)
    mounts(stage, board, music, folder)
    for kind, label in HOSTILE.items():
        hostile_label(stage, board, kind, label)
    usb_disk(stage, board)
    # The following is about the stick that stays; what played may have been on another.
    board.ask("delete 3:", "play 0")
    board.wait_sound(elapsed=1)
    feeds_watchdog(stage, board)
    board.hear_on()
    calm = board.recorded_frames()
    board.write(PUBLISHER, "#!/bin/sh\nsleep infinity\nexit 1\n")
    board.run(f"chmod 755 {PUBLISHER}")
    is_restarted(stage, board, "KILL", "signal", 10)
    is_announced(board)
    is_restarted(stage, board, "STOP", "watchdog", 30)
    board.hear_on()
    pulled = board.recorded_frames()
    board.hear_on()
    is_pulled(stage, board, music)
    stops(stage, board)
    exposure = re.search(r"exposure level for jukeboxd.service: ([0-9.]+)",
                         board.run("systemd-analyze security --no-pager jukeboxd"))
    stage.check(float(exposure[1]) <= MOST_EXPOSURE, "systemd-analyze security", exposure[0])
    # It starts before the kernel has found the card.
    stage.healthy(board, possible=["sound device lost", "button next", "completes the index"])
    refuses_configuration(stage, board, CONFIGURATION)
    stage.healthy(board, expected=["loudness"])
    powers_off(stage, board)

    is_heard(stage, board.recording(), tracks, calm, pulled)


def is_heard(stage, recording, tracks, calm, pulled):
    """One track until the button, the next one until a command, then the first again, each in full or cut there; from
    the first restart on what is heard continues where it was."""
    first, second, *_ = tracks
    heard = recording.heard(tracks)
    before = [piece for piece in heard if piece.at < calm]
    restarts = [piece for piece in heard if calm <= piece.at < pulled]
    after = restarts[-1:] + [piece for piece in heard if piece.at >= pulled]
    stage.equal([track for track, _ in itertools.groupby(before, lambda piece: piece.track)], [first, second, first],
                "the tracks that are heard before the first restart")
    stage.equal([piece for piece in before if not recording.begins(piece)], [],
                "what doesn't begin at a track's first frame")
    whole = [piece for piece in before if piece.end == piece.track.frames]
    stage.equal(len(before) - len(whole), 3, "pieces that are cut: by the button, by a command, and by the restart")
    gaps = [(piece, later) for piece, later in itertools.pairwise(before)
            if piece in whole and piece.at + piece.frames != later.at]
    stage.equal(gaps, [], "gaps behind a whole track")
    # A seek comes before each restart, which makes no gap.
    apart = [(piece, later) for piece, later in itertools.pairwise(restarts)
             if later.at - piece.at - piece.frames > 2 * FADE_FRAMES]
    stage.equal(len(apart), 2, f"gaps of two restarts in {restarts}")
    for piece, later in apart:
        again = (piece.end - later.first) / RATE
        stage.check(piece.track is later.track and 0 <= again <= MOST_SAVED_SECONDS, "the position after a restart",
                    f"{piece} then {later}")
    stage.check(len(after) >= 3, "pieces before and after two stops", after)
    for piece, later in itertools.pairwise(after):
        # The card's buffer at a stop is heard again, with the fade.
        again = (piece.end - (later.first - FADE_FRAMES)) / RATE
        stage.check(piece.track is later.track and 0 <= again <= MOST_AGAIN_SECONDS, "goes on where it stopped",
                    f"{piece} then {later}")
    # A daemon that is killed in mid-sound can't fade.
    stage.silent_joints(recording, tracks, 0, calm)
    stage.silent_joints(recording, tracks, pulled)


def acts_on_a_line(stage, board, lines):
    """A GPIO line is the service's own user's, by its group alone, and a press does what it is there for."""
    # udev may give the service its lines after the service has begun; it tries again.
    board.wait("the button's line", lambda: board.inputs()["next"]["works"] == "1", 60)
    stage.equal(board.run("stat -c '%a %U %G' /dev/gpiochip0"), "660 root gpio", "whose the lines are")
    before = int(board.status()["song"])
    board.hear_on()
    lines.press(LINE)
    board.wait("the button to act", lambda: board.actions("next") == 1)
    stage.equal(int(board.status()["song"]), before + 1, "the song after a press of the button")


def starts_early(stage, board):
    board.wait_active()
    ready = board.show("jukeboxd", "ActiveEnterTimestampMonotonic")
    stage.note("boot to ready", int(ready) / 1e6)
    for target in ("network-online", "multi-user"):
        stage.check(not board.holds(f"systemctl is-active --quiet {target}.target"),
                    f"jukeboxd is there before {target}.target, which never comes here")
    stage.equal(board.show("jukeboxd", "Type", "NotifyAccess", "WatchdogUSec"),
                {"Type": "notify", "NotifyAccess": "main", "WatchdogUSec": "10s"}, "what systemd expects of it")


def has_rights(stage, board):
    process = board.daemon
    stage.equal(board.run(f"stat -c '%U %G' /proc/{process}"), "jukebox jukebox", "whose process it is")
    status = dict(line.split(":\t", 1) for line in board.run(f"cat /proc/{process}/status").splitlines())
    stage.equal((status["CapEff"], status["NoNewPrivs"], status["Seccomp"]), ("0" * 16, "1", "2"),
                "capabilities, no new privileges, system-call filter")
    stage.check(int(status["VmLck"].split()[0]) > 0, "its memory is locked")
    policies = board.run(f"for task in /proc/{process}/task/*; do sed 's/.*) //' $task/stat | cut -d' ' -f38,39; done")
    stage.check({"10 1", "40 1"} <= set(policies.splitlines()), "real-time threads: priority and policy", policies)
    stage.equal(board.run("stat -c '%a %U %G' /etc/jukebox.ini"), "640 root jukebox", "who may read the configuration")
    opened = board.run(f"for file in /proc/{process}/fd/*; do readlink $file || true; done").splitlines()
    # The kernel calls what libgpiod 1 and 2 have of a line by two names.
    for start in ("/dev/snd/pcmC0", "/dev/input/event", "anon_inode:gpio-"):
        stage.check([name for name in opened if name.startswith(start)], f"{start}… is open", opened)
    stage.equal(board.attempt(f"nsenter -t {process} -m touch /etc/x /media/x /var/lib/jukebox/x; "
                              "ls /etc/x /media/x /var/lib/jukebox/x 2> /dev/null")[1].splitlines()[-2:],
                ["/media/x", "/var/lib/jukebox/x"], "what is writable where it runs")


def mounts(stage, board, stick, folder):
    """The place where a stick is mounted, how, and that the jukebox sees and writes what is mounted while it runs."""
    device = board.device(stick)
    stage.equal(folder, f"/media/{device}", "where the stick is mounted")
    options = set(board.run(f"findmnt --noheadings --output OPTIONS --source /dev/{device}").split(","))
    stage.check(LEAST_OPTIONS | OPTIONS[stick.kind] <= options, f"{stick.kind} is mounted safely", sorted(options))
    seen = f"nsenter -t {board.daemon} -m findmnt --noheadings --output OPTIONS {folder}"
    board.wait(f"jukeboxd to see {folder}", seen)
    if stick.kind == "ext4":
        # It is root's: what the jukebox remembers of it lies in the state folder.
        stage.check(not board.holds(f"test -e {folder}/.jukebox"), "root's stick stays as it is")
        board.wait("a database in the state folder", "find /var/lib/jukebox -name '*.sqlite' ! -name box.sqlite | grep .")
    else:
        board.wait(f"the database on {stick.kind}", f"test -s {folder}/.jukebox/library.sqlite")
        stage.equal(board.run(f"stat -c '%U %G' {folder}/1.flac"), "jukebox jukebox", "whose the files are")


def hostile_label(stage, board, kind, label):
    """Nothing is made of a label but a name."""
    boot = board.run("cat /proc/sys/kernel/random/boot_id; findmnt --noheadings --output TARGET /etc || true")
    stick = stage.stick(kind, {"1.flac": stage.track(4, 3)}, f"hostile-{kind}", label=label)
    board.plug(stick)
    folder = board.wait_mounted(stick)
    board.wait(f"the track on {label}", lambda: [line for line in board.ask("listall") if line.endswith("/1.flac")])
    mounts(stage, board, stick, folder)
    stage.equal(board.run("cat /proc/sys/kernel/random/boot_id; findmnt --noheadings --output TARGET /etc || true"),
                boot, f"a label {label} does nothing")
    stage.check(not board.holds("systemctl --failed --no-legend | grep ."), "no unit fails")
    board.yank(stick)
    board.wait(f"{folder} to be gone", f"! findmnt {folder}")


def usb_disk(stage, board):
    """A hard disk or SSD at a USB port is no removable medium, and udev takes it for one at an ATA port."""
    # QEMU's disks answer no ATA command, so what udev asks of them by this program is answered in their place.
    program = "/usr/lib/udev/ata_id"
    board.run(f"mv {program} {program}.real")
    board.write(program, "#!/bin/sh\nprintf '%s\\n' ID_ATA=1 ID_TYPE=disk ID_BUS=ata ID_MODEL=Disk ID_SERIAL=Disk_1\n")
    board.run(f"chmod 755 {program}")
    disk = stage.stick("ext4", {"1.flac": stage.track(5, 3)}, "disk")
    board.plug(disk)
    name = board.device(disk)
    stage.equal(board.run(f"cat /sys/block/{name.rstrip('1')}/removable"), "0", "whether the disk is removable")
    folder = board.wait_mounted(disk)
    stage.equal(board.run(f"udevadm info --query=property --property=ID_BUS --value /dev/{name}"), "ata",
                "the bus that udev names")
    mounts(stage, board, disk, folder)
    board.yank(disk)
    board.wait(f"{folder} to be gone", f"! findmnt {folder}")
    board.run(f"mv {program}.real {program}")


def feeds_watchdog(stage, board):
    """It lives on beyond the watchdog's time."""
    ready = int(board.show("jukeboxd", "ActiveEnterTimestampMonotonic")) * 1000
    board.wait("jukeboxd to have run for longer than the watchdog's 10 s", lambda: board.now() > ready + 12 * 10**9)
    stage.equal(board.show("jukeboxd", "NRestarts", "SubState"), {"NRestarts": "0", "SubState": "running"},
                "restarts within the first 12 s and later")


def is_restarted(stage, board, signal, result, seconds):
    """A jukebox that crashes or hangs is back soon, and continues."""
    # Far from the track's end, which would come meanwhile.
    board.ask("seekcur 2")
    before = board.wait_sound(elapsed=2)
    process, number = board.daemon, int(board.show("jukeboxd", "NRestarts"))
    # Each line is read once by this file, so each call gets what came after the last one.
    journal = "journalctl -b --no-pager -o cat -u jukeboxd --cursor-file=/run/journal-cursor"
    board.run(journal)
    begun = board.now()
    board.run(f"kill -{signal} {process}")
    board.wait("systemd to start another jukeboxd", lambda: int(board.show("jukeboxd", "NRestarts")) > number and
               board.show("jukeboxd", "SubState") == "running", seconds + 20)
    board.wait_active()
    stage.within(f"back after {signal}", (board.now() - begun) / 1e9, seconds)
    said = board.run(journal)
    stage.check(f"Failed with result '{result}'" in said, f"systemd calls it {result}", said)
    after = board.wait_sound()
    stage.equal(after["songid"], before["songid"], f"the song after {signal}")


def is_announced(board):
    """The service starts the program that announces it on the network."""
    board.wait("the announcement", f"grep -qx {PUBLISHER.rsplit('/', 1)[-1]} /proc/[0-9]*/comm")


def is_pulled(stage, board, stick):
    """A stick that is pulled in mid-track is unmounted at once; plugged back, it plays on."""
    board.wait_sound(elapsed=1)
    folder = board.wait_mounted(stick)
    board.yank(stick)
    board.wait(f"{folder} to be gone", f"! findmnt {folder}")
    board.wait("jukeboxd to let go of it", lambda: not board.open_files(folder))
    board.plug(stick)
    board.wait_mounted(stick)
    board.wait_sound()


def stops(stage, board):
    board.wait_sound(elapsed=1)
    process = board.daemon
    begun = board.now()
    board.run("systemctl stop jukeboxd")
    stage.within("stop", (board.now() - begun) / 1e9, MOST_STOP_SECONDS)
    stage.equal(board.show("jukeboxd", "Result", "ExecMainStatus"), {"Result": "success", "ExecMainStatus": "0"},
                "how it ended")
    stage.check(not board.holds(f"test -e /proc/{process}"), "nothing is left of it")
    board.run("systemctl start jukeboxd")
    board.wait_active()
    board.wait_sound()


def refuses_configuration(stage, board, configuration):
    """A configuration that can't be used ends it permanently, with a word."""
    board.write("/etc/jukebox.ini", "[audio]\nloudness = 11\n")
    board.attempt("systemctl restart jukeboxd")
    board.wait("jukeboxd to have failed", "systemctl is-failed --quiet jukeboxd")
    stage.check("loudness" in board.log(), "the log says which key is wrong", board.log_tail())
    stage.equal(board.show("jukeboxd", "Result", "ExecMainStatus", "NRestarts"),
                {"Result": "exit-code", "ExecMainStatus": "78", "NRestarts": "0"}, "a wrong configuration")
    board.write("/etc/jukebox.ini", configuration)
    board.run("systemctl start jukeboxd")
    board.wait_active()
    board.wait_sound()


def powers_off(stage, board):
    """By the service's user through polkit, and by nobody else's."""
    status, said = board.attempt("setpriv --reuid=daemon --regid=daemon --clear-groups systemctl poweroff")
    stage.check(status != 0, "another user may not switch off", said)
    stage.equal(board.run("systemctl list-jobs --no-legend | grep -c poweroff || true"), "0", "jobs of a power off")
    begun = time.monotonic()
    board.key("f1")
    event = board.qmp.event("SHUTDOWN", 60)
    stage.equal(event["data"]["reason"], "guest-shutdown", "the board switches itself off")
    stage.note("power off", time.monotonic() - begun)
    board.process.wait(30)
