"""Times of jukeboxd beside MPD, on one board and in one run; board/latency starts it."""
import argparse
import contextlib
import fcntl
import pathlib
import random
import shutil
import statistics
import sys
import tempfile
import wave

from . import initramfs, sticks, workplace
from .board import CLOCK, CLOCK_WITHOUT_REST, Board
from .bounds import KEPT_MS, MEDIAN_MS, WORST_MS
from .failure import Failure
from .heard import Recording, effects
from .kernel import Kernel
from .numbered import Places, Track
from .packages import CACHE, Archive, run
from .players import MPD, RECORDED, CardJukebox, EqualisedJukebox, Jukebox, PadJukebox, Player, ShapedJukebox, TunedMPD, tool

TRACK_SECONDS = 90
MORE_TRACKS = 500
# The number of presses that fit into a track, whatever is pressed.
SEGMENT = 30
RECORDING_BYTES = 512 << 20
# From a pad's press to its first sample, in the median.
PAD_MS = 15


def tracks_on_stick():
    """The numbered tracks, and the files of the stick: {name: path}."""
    tracks = [Track(number, TRACK_SECONDS) for number in (1, 2, 3)]
    source = (initramfs.HERE / "numbered.py").read_bytes()
    files = {f"{track.number}.flac": initramfs.made(
        f"numbered-{track.number}.flac", [source, TRACK_SECONDS], track.write) for track in tracks}
    small = initramfs.made("numbered-small.flac", [source], Track(9, 1).write)
    # A person's stick holds more than three tracks.
    for number in range(MORE_TRACKS):
        files[f"more/{number // 50}/{number}.flac"] = small
    files["Sounds/beep.wav"] = initramfs.made("beep.wav", [1], beep)
    return tracks, files


def beep(path):
    """A tenth of a second that is loud from its first frame on."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(44_100)
        file.writeframes((8000).to_bytes(2, "little") * 2 * 4410)


def disk(arch):
    """The image of what is run beside jukeboxd: Debian's MPD and mpc in a root of their own, and the tools."""
    archive = Archive(Kernel(arch).release, arch)
    root = archive.closure("mpd", "mpc")
    press, record = tool(arch, "press"), tool(arch, "pcm-record")

    def make(path):
        with tempfile.TemporaryDirectory(prefix="jukebox-disk.", dir=path.parent) as work:
            folder = pathlib.Path(work, "root")
            run("cp", "-a", root, folder)
            for name in ("usr/share/doc", "usr/share/man", "usr/share/locale"):
                shutil.rmtree(folder / name, ignore_errors=True)
            (folder / "tools").mkdir()
            shutil.copy(press, folder / "tools/press")
            shutil.copy(record, folder / "tools/pcm-record")
            used = sum(entry.lstat().st_size for entry in folder.rglob("*"))
            with open(path, "wb") as file:
                file.truncate((used // (1 << 20) * 3 // 2 + 64) << 20)
            run("/sbin/mkfs.ext4", "-q", "-E", "root_owner=0:0", "-d", folder, path)

    packages = sorted(stamp.name for stamp in (root / ".packages").iterdir())
    return initramfs.made(f"latency-{arch}.img", [1, *packages, press, record], make)


class Bench:
    """A board with both players, the loopback card and its recorder."""

    def __init__(self, folder, arch, image, stick, plugged=False, clock=CLOCK):
        folder.mkdir()
        self.folder = folder
        self.sound = folder / "sound"
        with open(self.sound, "wb") as file:
            file.truncate(RECORDING_BYTES)
        copy = folder / "disk"
        run("cp", "--sparse=always", image, copy)
        devices = ["-drive", f"file={self.sound},format=raw,if=none,id=sound", "-device",
                   "virtio-blk-pci,drive=sound"]
        if plugged:
            devices += ["-drive", f"file={stick.path},format=raw,if=none,id=boot", "-device",
                        "usb-storage,bus=usb.0,drive=boot,serial=boot"]
            stick.serial = "boot"
        self.board = Board(folder / "board", arch, sound=None, memory=1024, devices=devices, disk=copy,
                           clock=clock)
        self.board.run("mkdir -p /mpd && mount -t ext4 /dev/vda /mpd")
        self.board.run("mkdir -p /run/mpd")
        self.recorder = None

    def record(self):
        """Begins a recording; the loopback card takes what suits the recorder from then on."""
        told = self.board.run(f"/mpd/tools/pcm-record {RECORDED} /dev/vdb /run/stamps > /run/recorder.log 2>&1 & "
                              "echo $!")
        self.recorder = int(told)
        self.board.wait("the recorder to run", "grep -q RUNNING /proc/asound/card7/pcm1c/sub0/status")

    def recorded(self, places):
        """Ends the recording and gives it."""
        self.board.run(f"kill -TERM {self.recorder}")
        self.board.wait("the recorder to end", f"! kill -0 {self.recorder} 2> /dev/null")
        said = self.board.attempt("cat /run/recorder.log")[1]
        if said:
            raise Failure(said)
        self.board.run("sync")
        stamps = self.board.run("cat /run/stamps")
        frames = int(stamps.split()[-1])
        with open(self.sound, "rb") as file:
            return Recording(file.read(min(frames * 4, RECORDING_BYTES)), stamps, places)

    def press(self, player, actions, randomness):
        """Presses in turn, each when the last was heard; [(nanoseconds, action)]. Of several lines the last one is the press."""
        lines, last = ["wait 1200000"], []
        for action in actions:
            last.append(player.press(action).splitlines()[-1])
            lines += [player.press(action), f"wait {int((player.patience + randomness.random() * 0.1) * 1e6)}"]
        self.board.write("/run/presses", "".join(line + "\n" for line in lines))
        told = self.board.run(f"/mpd/tools/press /run/presses {player.socket} 2> /run/press.log", 600)
        said = self.board.run("cat /run/press.log")
        if said:
            raise Failure(f"{player.name}: {said}")
        times = [int(line.split()[0]) for line in told.splitlines() if line.split(maxsplit=1)[1] in last]
        if len(times) != len(actions):
            raise Failure(f"{player.name}: {len(actions)} presses, of which {len(times)} were made: {told[-300:]}")
        return list(zip(times, ("volume" if action in ("up", "down") else action for action in actions)))

    def close(self):
        self.board.cut()


def queue(bench, player):
    """Plays the three numbered tracks repeatedly."""
    if isinstance(player, MPD):
        bench.board.run(player.client("update --wait"), 300)
    bench.board.wait("the scan to end", lambda: not player.is_scanning() and
                     int(player.pairs("stats")["songs"]) >= MORE_TRACKS, 300)
    folder = player.values("lsinfo", "directory")[0]
    player.ask("stop", "clear", *(f'add "{folder}/{number}.flac"' for number in (1, 2, 3)), "repeat 1")


def sounding(bench, player):
    """Waits for sound, and then for as long as any buffer lasts."""
    def elapsed():
        status = player.status()
        return float(status.get("elapsed", 0)) if status["state"] == "play" else None

    # A position of before is reported at once, long before it is heard.
    begun = bench.board.wait(f"{player.name} to play", lambda: (lambda now: now is not None and (now,))(elapsed()), 60)[0]
    bench.board.wait(f"{player.name} to go on", lambda: (elapsed() or 0) > begun + 1, 60)


def presses(bench, player, count, places):
    """Hears `count` presses of each kind, and counts the card's underruns meanwhile, where the player reports them."""
    randomness = random.Random(17)
    plan = [*cut(["pause", "resume"] * count), *cut(["next"] * count), *cut(["down", "up"] * (count // 2))]
    bench.record()
    player.prepare()
    player.begin()
    player.wait()
    queue(bench, player)
    told = []
    for actions in plan:
        player.ask("setvol 100", "play 0")
        sounding(bench, player)
        told += bench.press(player, actions, randomness)
    underruns = player.underruns()
    player.stop()
    return effects(bench.recorded(places), told), underruns


def pad_presses(bench, player, count, places):
    """From the press of a pad's key to its first sample, while no music sounds, in ms."""
    randomness = random.Random(17)
    bench.record()
    player.prepare()
    player.begin()
    player.wait()
    bench.board.wait("the pad to be there", lambda: any(line == "pad: beep" for line in player.ask("pads")), 300)
    player.ask("setvol 100")
    told = bench.press(player, ["pad"] * count, randomness)
    underruns = player.underruns()
    player.stop()
    recording = bench.recorded(places)
    return [first(recording, time) for time, _ in told], underruns


def cards(bench, player, count, places):
    """From the last key of a reader to the first sample of its card's song, in ms."""
    bench.record()
    player.prepare()
    player.begin()
    player.wait()
    song = bench.board.wait("the song", lambda: next(
        (line for line in player.values("listall", "file") if line.endswith("/1.flac")), None), 300)
    player.ask("setvol 100", f'card bind 7 song "{song}"')
    told = bench.press(player, ["card"] * count, random.Random(17))
    underruns = player.underruns()
    player.stop()
    recording = bench.recorded(places)
    return [first(recording, time) for time, _ in told], underruns


def soon(arch, goals, words, measured, median_most):
    times, underruns = measured
    print(f"{arch} board: {words}", flush=True)
    median, worst = row(f"{len(times)} presses", times)
    goals.hold("median", median, median_most, " ms")
    goals.hold("worst", worst, KEPT_MS + WORST_MS, " ms")
    goals.hold("underruns", underruns, 0)


def cut(actions):
    return [actions[start:start + SEGMENT] for start in range(0, len(actions), SEGMENT)]


def starts(bench, player, rounds, places):
    """From the start of the process to the first sample, where a queue was playing when it ended; in ms."""
    player.prepare(autoplay="resume")
    player.begin()
    player.wait()
    queue(bench, player)
    player.ask("setvol 100", "play 0")
    sounding(bench, player)
    player.stop()
    times = []
    for _ in range(rounds):
        bench.record()
        begun = player.begin()
        player.wait()
        sounding(bench, player)
        player.stop()
        times.append(first(bench.recorded(places), begun))
    return times


def first(recording, begun):
    """From a time to the first sample that is no silence, in ms."""
    at = recording.frame_at(begun)
    found = recording.first_sound(max(at, 0), len(recording.right))
    if found is None:
        raise Failure("nothing was heard")
    return (found - at) * 1000 / 44_100


def sticks_mounted(bench, player, stick, rounds, places):
    """From the mount of a stick that was never seen to the first sample, in ms."""
    times = []
    for _ in range(rounds):
        bench.board.mount(stick)
        bench.board.run(f"rm -rf {bench.board.mounts[stick.name]}/.jukebox")
        bench.board.unmount(stick)
        bench.record()
        player.prepare(autoplay="resume")
        player.begin()
        player.wait()
        mounted = bench.board.mount(stick)
        play_mounted(bench, player)
        sounding(bench, player)
        player.stop()
        times.append(first(bench.recorded(places), mounted))
        bench.board.unmount(stick)
    bench.board.mount(stick)
    return times


def play_mounted(bench, player):
    if isinstance(player, MPD):
        words = [player.client(word) for word in ("update --wait", "add /", "play")]
        bench.board.run(" && ".join(words), 300)


def boots(folder, arch, image, stick, make_player, rounds, places):
    """From the kernel's begin to the first sample, with a stick in that this player has never seen, in ms of the guest's
    clock. The host sends the board the next step (to mount, to start the player, for MPD to update and play), so its
    round trips are in it, for both players: compare the two, and take neither for what a board needs.
    """
    times = []
    for number in range(rounds):
        bench = Bench(folder / f"boot{number}", arch, image, stick, plugged=True)
        try:
            player = make_player(bench.board)
            bench.record()
            player.prepare(autoplay="resume")
            bench.board.mount(stick)
            bench.board.run(f"rm -rf {bench.board.mounts[stick.name]}/.jukebox")
            player.begin()
            player.wait()
            play_mounted(bench, player)
            sounding(bench, player)
            recording = bench.recorded(places)
            found = recording.first_sound(0, len(recording.right))
            times.append(time_of(recording, found) / 1e6)
        finally:
            bench.close()
    return times


def time_of(recording, frame):
    """When a frame sounded, in the guest's monotonic clock, which begins with its kernel."""
    place = min(range(len(recording.frames)), key=lambda index: abs(recording.frames[index] - frame))
    return recording.times[place] + (frame - recording.frames[place]) * 1e9 / 44_100


def row(words, values, unit="ms"):
    ordered = sorted(values)
    last = ordered[min(len(ordered) - 1, round(0.99 * (len(ordered) - 1)))]
    print(f"  {words:<34} median {statistics.median(ordered):8.1f}   p99 {last:8.1f}   worst {ordered[-1]:8.1f} {unit}",
          flush=True)
    return statistics.median(ordered), ordered[-1]


class Goals:
    """The limits, and whether they were met."""

    def __init__(self):
        self.met = self.missed = 0

    def hold(self, words, value, most, unit=""):
        good = value <= most
        self.met += good
        self.missed += not good
        print(f"  {words:<62} {value:8.2f}{unit}   goal at most {most}{unit}: {'yes' if good else 'NO'}", flush=True)


def report(found, goals, unseen=()):
    medians = {}
    for name, (told, underruns) in found.items():
        print(f"\n{name}: from the press to the first sample that it changes", flush=True)
        hidden = unseen if name == EqualisedJukebox.name else ()
        for action in (word for word in ("pause", "resume", "next", "volume") if word not in hidden):
            values = [effect.latency_ms for effect in told if effect.action == action]
            medians[name, action] = row(f"{action}, {len(values)} presses", values)
        lost = [effect.lost_frames for effect in told if effect.lost_frames is not None]
        if not hidden:
            print(f"  frames lost (above 0) or repeated (below) across pause and resume: median "
                  f"{statistics.median(lost):.0f}, from {min(lost)} to {max(lost)}")
        clicks = {action: sum(effect.click > 0 for effect in told if effect.action == action)
                  for action in ("pause", "resume", "next", "volume")}
        print("  clicks: " + ", ".join(f"{count} at {action}" for action, count in clicks.items()), flush=True)
        for effect in told:
            if effect.click > 0 and name == Jukebox.name:
                print(f"    {effect.action}, {effect.latency_ms:.1f} ms behind the press: {effect.click:.3f} of the peak")
        if underruns is not None:
            print(f"  underruns: {underruns}", flush=True)
        if name == Jukebox.name:
            own_lost, own_clicks = lost, sum(clicks.values())
    print("\ngoals", flush=True)
    for action in ("pause", "resume", "next", "volume"):
        median, worst = medians[Jukebox.name, action]
        goals.hold(f"{action}, median", median, KEPT_MS + MEDIAN_MS, " ms")
        goals.hold(f"{action}, worst", worst, KEPT_MS + WORST_MS, " ms")
    for action in ("next", "volume"):
        own = medians[Jukebox.name, action][0]
        if MPD.name in found:
            goals.hold(f"{action}, of MPD's with its default settings", own / medians[MPD.name, action][0], 0.2)
        if TunedMPD.name in found:
            goals.hold(f"{action}, of MPD's with the same buffer", own / medians[TunedMPD.name, action][0], 1.0)
    for name in (ShapedJukebox.name, EqualisedJukebox.name):
        for action in ("pause", "resume", "next", "volume"):
            if (name, action) in medians:
                goals.hold(f"{action}, {name}, beyond plain", medians[name, action][0] - medians[Jukebox.name, action][0],
                           2 if action == "next" else 5, " ms")
    goals.hold("frames lost across pause and resume, at most", max(0, *own_lost), 0)
    goals.hold("frames repeated beyond the fade-out, at most", max(0, -min(own_lost)), 0)
    goals.hold("clicks", own_clicks, 0)


def parse():
    parser = argparse.ArgumentParser(prog="board/latency", add_help=False)
    parser.add_argument("--arch", choices=("arm64", "amd64"), default="arm64")
    parser.add_argument("--presses", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--shaped", action="store_true")
    parser.add_argument("--pads", action="store_true")
    parser.add_argument("--cards", action="store_true")
    parser.add_argument("--keep", action="store_true")
    return parser.parse_args()


def measure(arguments, folder):
    arch = arguments.arch
    tracks, files = tracks_on_stick()
    places = Places(tracks)
    stick = sticks.Stick("music", "vfat", folder / "stick")
    run("cp", "--sparse=always", sticks.image("vfat", files, 128, "MUSIC"), stick.path)
    image = disk(arch)
    goals = Goals()
    # All of a press is done on the board, so its clock may pass over rests: where the host is late, no card runs dry.
    bench = Bench(folder / "presses", arch, image, stick, clock=CLOCK_WITHOUT_REST)
    try:
        bench.board.plug(stick)
        bench.board.mount(stick)
        if arguments.pads:
            soon(arch, goals, "from the press of a pad to its first sample",
                 pad_presses(bench, PadJukebox(bench.board), arguments.presses, places), PAD_MS)
            return 0 if goals.missed == 0 else 1
        if arguments.cards:
            soon(arch, goals, "from the last key of a reader to the first sample of its card's song",
                 cards(bench, CardJukebox(bench.board), arguments.presses, places), KEPT_MS + WORST_MS)
            return 0 if goals.missed == 0 else 1
        if arguments.shaped:
            shaped = [Jukebox(bench.board), ShapedJukebox(bench.board), EqualisedJukebox(bench.board)]
            report({player.name: presses(bench, player, arguments.presses, places) for player in shaped}, goals,
                   EqualisedJukebox.unseen)
            return 0 if goals.missed == 0 else 1
        mpd = MPD(bench.board)
        players: list[Player] = [Jukebox(bench.board), mpd, TunedMPD(bench.board)]
        version = bench.board.run(mpd.program("--version")).splitlines()[0]
        print(f"{arch} board, Linux {bench.board.run('uname -r')}, beside {version}; {arguments.presses} presses each",
              flush=True)
        report({player.name: presses(bench, player, arguments.presses, places) for player in players}, goals)
    finally:
        bench.close()
    bench = Bench(folder / "starts", arch, image, stick)
    try:
        bench.board.plug(stick)
        bench.board.mount(stick)
        players = [Jukebox(bench.board), MPD(bench.board)]
        print("\nfrom the start of the process, with a queue that was playing, to the first sample", flush=True)
        own, _ = row(Jukebox.name, starts(bench, players[0], arguments.rounds, places))
        other, _ = row(MPD.name, starts(bench, players[1], arguments.rounds, places))
        print(f"  {own / other:.2f} of MPD's")
        bench.board.unmount(stick)
        print(f"\nfrom the mount of a stick of {len(files)} tracks, never seen, to the first sample", flush=True)
        own, _ = row(Jukebox.name, sticks_mounted(bench, players[0], stick, arguments.rounds, places))
        bench.board.unmount(stick)
        other, _ = row(f"{MPD.name}, with update and play", sticks_mounted(bench, players[1], stick,
                                                                          arguments.rounds, places))
        print(f"  {own / other:.2f} of MPD's")
    finally:
        bench.close()
    print("\nfrom the kernel's begin, with that stick in and the host's round trips, to the first sample", flush=True)
    rounds = min(3, arguments.rounds)
    medians = []
    for name, make in ((Jukebox.name, Jukebox), (MPD.name, MPD)):
        own = folder / name
        own.mkdir()
        medians.append(row(name, boots(own, arch, image, stick, make, rounds, places))[0])
    print(f"  {medians[0] / medians[1]:.2f} of MPD's")
    print(f"\n{goals.met} passed, {goals.missed} failed", flush=True)
    return 0 if goals.missed == 0 else 1


def main():
    arguments = parse()
    CACHE.mkdir(parents=True, exist_ok=True)
    folder = workplace.make("jukebox-latency.")
    with open(CACHE / "lock", "w", encoding="utf-8") as lock, contextlib.ExitStack() as stack:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not arguments.keep:
            stack.callback(shutil.rmtree, folder, True)
        try:
            return measure(arguments, folder)
        except Failure as failure:
            print(f"\nFAILED: {failure}", flush=True)
            return 1


sys.exit(main())
