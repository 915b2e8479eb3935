"""A folder of sounds is changed by a file manager and by two jukeboxes in turn, and each sees what the other did.

Between two visits files are moved, renamed, added, deleted and brought back; at each box somebody sets, removes and adds
pads. At each arrival every pad is compared with a model: its name, folder, settings, whether it is absent, and that what was
removed stays away. Then sounds are announced beside mpc: the music pauses, or is softer, and continues where it was.

usage: board/lab/run proofs.soundboard [VISITS [SEED]]
Default are 8 visits in turn and a random seed, which is printed.
"""
import contextlib
import pathlib
import random
import subprocess
import sys
import time

from lib import Daemon, Tally, wait_for, work_folder

VISITS = int(sys.argv[1]) if len(sys.argv) > 1 else 8
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
SETTINGS = {"volume": ("25", "50"), "speed": ("0.5", "2"), "loops": ("-1", "3"), "mode": ("toggle", "layer", "hold"),
            "duck": ("6", "20"), "colour": ("FF8800", "0000FF"), "favourite": ("1",), "bass": ("-3", "6")}
PLAIN = {"volume": "100", "mode": "once"}


def sound(path, hertz, seconds=0.3):
    """A file that no other is the same as."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["sox", "-q", "-R", "-n", "-r", "44100", "-b", "16", "-c", "1", str(path), "synth", str(seconds), "sine",
                    str(hertz), "gain", "-20"], check=True)


class Pad:
    """The data of one sound: where its file is, and its settings. A sound without settings goes with its
    file, the others stay as absent."""

    def __init__(self, path):
        self.path, self.values, self.name, self.is_removed, self.kept = path, {}, None, False, None
        self.is_known, self.seen = False, None


class Shelf:
    """The stick: its files, and the model of its pads."""

    def __init__(self, root):
        self.root, self.pads, self.count = root, [], 0
        for _ in range(6):
            self.add()

    def place(self):
        self.count += 1
        folder = RANDOM.choice(["", "Animals/", "Bells/"])
        ending = RANDOM.choice(["wav", "aiff", "flac"])
        return f"Sounds/{folder}sound {self.count}.{ending}"

    def add(self):
        pad = Pad(self.place())
        sound(self.root / pad.path, 200 + 7 * self.count)
        self.pads.append(pad)

    def change(self):
        """One change by a file manager."""
        pad = RANDOM.choice(self.pads)
        kind = RANDOM.choice(["add", "move", "move", "delete", "back"])
        if kind == "add":
            self.add()
        elif kind == "back" and pad.kept:
            pad.kept.rename(self.root / pad.path)
            pad.kept = None
        elif kind == "move" and not pad.kept:
            target = str(pathlib.Path(self.place()).with_suffix(pathlib.Path(pad.path).suffix))
            (self.root / target).parent.mkdir(parents=True, exist_ok=True)
            (self.root / pad.path).rename(self.root / target)
            pad.path = target
        elif kind == "delete" and not pad.kept:
            pad.kept = self.root.parent / f"bin {id(pad)}"
            (self.root / pad.path).rename(pad.kept)

    def expected(self):
        """{path: its answer of `pads`}."""
        told = {}
        for pad in self.pads:
            # An absent one is where a box saw it last.
            pad.seen = pad.seen if pad.kept else pad.path
            if pad.is_removed or (pad.kept and not pad.is_known):
                continue
            path = pathlib.PurePath(pad.seen)
            folder = "/".join(path.parts[1:-1])
            told[pad.seen] = {"pad": pad.name or path.stem, **({"folder": folder} if folder else {}), **PLAIN, **pad.values,
                              **({"absent": "1"} if pad.kept else {})}
        return told


def told_pads(client):
    """{path: its pairs}, and the ids."""
    found, ids, about = {}, {}, None
    for line in client.command("pads"):
        key, value = line.split(": ", 1)
        if key == "pad":
            about = {}
        about[key] = value
        if key == "file":
            found[value] = about
    for path, about in found.items():
        ids[path] = about.pop("id")
        for key in ("file", "number", "duration", "presses", "playing", "problem"):
            about.pop(key, None)
    return found, ids


def visit(shelf, box, tally, when):
    client = box.connect()
    wait_for("the scan", lambda: client.songs("listall") and not client.is_scanning())
    wanted = shelf.expected()
    with contextlib.suppress(SystemExit):
        wait_for("the pads", lambda: told_pads(client)[0] == wanted, seconds=5)
    found, ids = told_pads(client)
    for path in sorted(set(found) | set(wanted)):
        tally.check(found.get(path) == wanted.get(path), f"{when}: {path}", f"{found.get(path)} for {wanted.get(path)}")
    for _ in range(6):
        pad = RANDOM.choice([pad for pad in shelf.pads if pad.is_known or not pad.kept])
        pad.is_known = True
        if pad.is_removed:
            if not pad.kept and RANDOM.random() < 0.5:
                client.command(f'padadd "{pad.path}"')
                pad.is_removed = False
                ids = told_pads(client)[1]
        elif RANDOM.random() < 0.15:
            client.command(f"padremove {ids[pad.seen]}")
            pad.is_removed = True
        elif RANDOM.random() < 0.3:
            pad.name = f"Name {RANDOM.randrange(100)}"
            client.command(f'padset {ids[pad.seen]} name "{pad.name}"')
        else:
            key = RANDOM.choice(sorted(SETTINGS))
            value = RANDOM.choice(SETTINGS[key])
            client.command(f"padset {ids[pad.seen]} {key} {value}")
            pad.values[key] = value
    wanted, (found, _) = shelf.expected(), told_pads(client)
    for path in sorted(set(found) | set(wanted)):
        tally.check(found.get(path) == wanted.get(path), f"{when}, edited: {path}",
                    f"{found.get(path)} for {wanted.get(path)}")
    tally.check(not any(song["file"].startswith("Sounds/") for song in client.songs("listallinfo")),
                f"{when}: sounds are no music")
    client.close()


def two_boxes(work, tally):
    root = work / "stick"
    sound(root / "music.flac", 440, 2)
    shelf = Shelf(root)
    for number in range(VISITS):
        state = work / f"box {number % 2}"
        state.mkdir(exist_ok=True)
        with Daemon("--music", str(root), "--mount-root", "off", "--output", "null", "--autoplay", "off", folder=state) as box:
            visit(shelf, box.start(), tally, f"visit {number + 1}")
            tally.check(box.stop() == 0, "it ends in order", box.tail(5))
        for _ in range(4):
            shelf.change()


def mpc(box, *words):
    return subprocess.run(["mpc", "--host", box.socket, *words], check=True, capture_output=True, text=True).stdout


def announcements(work, tally):
    """An automation announces by a line of the protocol, and somebody looks with mpc meanwhile."""
    root = work / "house"
    sound(root / "music.flac", 440, 60)
    sound(root / "Sounds/door bell.wav", 880, 1.5)
    with Daemon("--music", str(root), "--mount-root", "off", "--output", "null", "--autoplay", "off") as box:
        client = box.start().connect()
        wait_for("the music", lambda: len(client.songs("listall")) == 1)
        wait_for("the bell", lambda: client.command("pads"))
        mpc(box, "add", "music.flac")
        mpc(box, "play")
        wait_for("some music", lambda: float(client.status().get("elapsed", 0)) > 0.5)
        before = float(client.status()["elapsed"])
        began = time.monotonic()
        client.command('announce "Sounds/door bell.wav" volume 80')
        wait_for("the pause", lambda: "[paused]" in mpc(box, "status"), seconds=5)
        held = float(client.status()["elapsed"])
        wait_for("the music", lambda: "[playing]" in mpc(box, "status"), seconds=10)
        took = time.monotonic() - began
        tally.check(1.4 < took < 4, "the music waits as long as the announcement lasts", f"{took:.2f} s")
        tally.check(before <= held < before + 1, "it waits at once", f"{before} then {held}")
        now = float(client.status()["elapsed"])
        tally.check(held - 0.1 <= now < held + 1, "it goes on where it was", f"{held} then {now}")
        client.command('announce "Sounds/door bell.wav" duck 20')
        time.sleep(0.5)
        tally.check("[playing]" in mpc(box, "status"), "a ducked announcement lets the music play")
        # Who is paused stays so, and an announcement does not begin the music.
        time.sleep(2)
        mpc(box, "pause")
        client.command('announce "Sounds/door bell.wav"')
        time.sleep(2.5)
        tally.check("[paused]" in mpc(box, "status"), "music that was paused stays so")
        for line in ('announce "none.wav"', 'announce "Sounds/door bell.wav" volume 101', "announce"):
            tally.check(client.refusal(line), f"{line} is refused")
        tally.check(client.status()["volume"] == mpc(box, "volume").split(":")[1].strip(" %\n"), "the volume is as it was")
        tally.check(box.stop() == 0, "it ends in order", box.tail(5))


def main():
    print(f"soundboard: {VISITS} visits, seed {SEED}", flush=True)
    tally = Tally()
    with work_folder(ignore_cleanup_errors=True) as work:
        two_boxes(work, tally)
        announcements(work, tally)
    tally.close()


main()
