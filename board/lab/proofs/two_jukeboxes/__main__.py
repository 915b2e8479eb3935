"""A stick goes to and fro between two jukeboxes that run at the same time, each with a state folder and a folder of its own.

It is let go in order or pulled while it is in use; a pulled one is what was on it at that moment. At both ends people edit
what lies on the stick while it is there, and what is theirs meanwhile, also where that names the absent stick. At each
arrival everything is compared with a model: data of songs, cues, stickers, playlists with entries of a volume that
is elsewhere, folders, imports, presets, counts, what was played last, where a story
continues, cards, and the queue by the rule that a box takes over what another box wrote last, and that nothing that sounds is
interrupted.

usage: board/lab/run proofs.two-jukeboxes [VISITS [SEED]]
Default are 8 visits in turn and a random seed, which is printed. It mounts, as root.
"""
import collections
import contextlib
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from lib import Ack, Daemon, Tally, apart, wait_for, work_folder
from lib.material import flac_with_tags
from lib.protocol import values
from lib.userdata import Owner, Song, Volume, command, difference

VISITS = int(sys.argv[1]) if len(sys.argv) > 1 else 8
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
NAME = "stick"
# Seconds; half of it counts.
SHORT = 3
# As long as cues need, and what nobody waits for the end of.
MIDDLE = 8
LONG = 200
FIGURES = collections.Counter()


def sound(work, seconds):
    path = work / f"{seconds}.flac"
    subprocess.run(["sox", "-q", "-R", "-r", "44100", "-n", "-b", "16", "-c", "1", str(path), "synth", str(seconds), "sine",
                    "220", "gain", "-30"], check=True)
    return path.read_bytes()


def fill(volume, songs, files, genre="Rock", artist=None):
    """Adds files, no two of which are the same."""
    for path, template in files:
        number = len(songs)
        target = volume.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        tags = {"TITLE": f"Title {number}", "ARTIST": artist or f"Artist {volume.name}", "GENRE": genre}
        target.write_bytes(flac_with_tags(template, tags))
        songs.append(Song(number, volume, path, anchor=True))


def rows(database, query):
    """The result of a query of a copy of a database, with its log."""
    with work_folder() as copies:
        for path in database.parent.glob(f"{database.name}*"):
            shutil.copy(path, copies)
        connection = sqlite3.connect(copies / database.name)
        try:
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            return connection.execute(query).fetchall()
        finally:
            connection.close()


class Stick:
    """A folder in memory that is mounted where it is plugged in."""

    def __init__(self, work, volume):
        self.volume, self.work, self.copies = volume, work, 0
        self.point = None

    def plug(self, box):
        self.point = box.root / NAME
        self.point.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "--bind", str(self.volume.folder), str(self.point)], check=True)

    def pull(self):
        subprocess.run(["umount", "--lazy", str(self.point)], check=True)
        self.point = None

    def yank(self, box):
        """The box's writes to it from now on come to nothing."""
        self.copies += 1
        copy = self.work / f"stick {self.copies}"
        box.daemon.process.send_signal(signal.SIGSTOP)
        # Asked for, but it takes a moment.
        wait_for("the stop", lambda: stopped(box.daemon.process.pid))
        shutil.copytree(self.volume.folder, copy)
        self.volume.folder = copy
        self.pull()
        box.daemon.process.send_signal(signal.SIGCONT)

    def carried(self):
        """Which box wrote last, the paths that it wrote, and the current one with its place in seconds."""
        database = self.volume.folder / ".jukebox/library.sqlite"
        found = rows(database, "SELECT box, current, position_us FROM carried") if database.exists() else []
        if not found:
            return None, [], None, 0
        entries = rows(database, "SELECT entry, path FROM carried_queue ORDER BY place")
        box, current, position = found[0]
        path = next((path.decode() for entry, path in entries if entry == current), None)
        return box, [path.decode() for _, path in entries], path, position / 1e6


def stopped(process):
    tasks = pathlib.Path(f"/proc/{process}/task").glob("*/stat")
    return all(task.read_text().rsplit(")", 1)[1].split()[0] == "T" for task in tasks)


class Box:
    """A jukebox with a folder of its own, and somebody who edits what is there."""

    def __init__(self, work, name, songs, sounds):
        self.name, self.root = name, work / f"media {name}"
        self.root.mkdir()
        self.home = Volume(f"home-{name}", work / f"home-{name}", "")
        fill(self.home, songs, [(f"of {name}/{number}.flac", sounds[MIDDLE]) for number in range(6)])
        self.songs = [song for song in songs if song.volume is self.home]
        fill(self.home, songs, [(f"long {name}/home.flac", sounds[LONG])])
        self.long = songs[-1]
        self.presets = {}
        self.daemon = Daemon("--music", str(self.home.folder), "--mount-root", str(self.root), "--output", "null",
                             "--autoplay", "resume")

    def start(self):
        self.client = self.daemon.start().connect()
        wait_for("its own songs", lambda: self.client.knows("", len(self.songs) + 1) and self.is_idle())
        self.client.command("stop")
        self.client.command("clear")
        self.identity = rows(self.daemon.folder / "state/box.sqlite", "SELECT identity FROM box")[0][0]

    def is_idle(self):
        return not self.client.is_scanning()

    def owns(self, stick_songs, slot):
        self.owner = Owner(self.name, random.Random(RANDOM.randrange(1 << 30)), [self.home], self.songs, slots=[slot],
                           presets=range(1, 5), artists=[(f"Artist {self.home.name}", self.home)])
        self.owner.shelf = self.home
        self.owner.known = self.songs + stick_songs

    def queue(self):
        return self.client.queue()

    def elapsed(self):
        return float(self.client.status().get("elapsed", 0))

    def plays_at(self, seconds):
        wait_for(f"{seconds} s to be heard", lambda: self.elapsed() >= seconds)

    def edit(self, owner, count):
        """Random edits, all of them acknowledged."""
        for _ in range(count):
            edit = owner.edit(owner.said)
            if edit is None:
                continue
            try:
                for line in edit.lines:
                    found = self.client.command(line)
            except Ack as refusal:
                raise SystemExit(f"box {self.name}: {edit.lines[-1]}: {refusal}")
            edit.apply(owner.said)
            trouble = edit.check and edit.check(found)
            if trouble:
                raise SystemExit(f"box {self.name}: {edit.lines[-1]}: {trouble}")
            FIGURES["edits"] += 1

    def edit_queue(self, songs, count):
        for _ in range(count):
            here = self.queue()
            kind = RANDOM.choice(["add", "add", "move", "delete"])
            if kind == "add" or len(here) < 3:
                self.client.command(command("add", RANDOM.choice(songs).uri, RANDOM.randint(0, len(here))))
            elif kind == "move":
                self.client.command(f"move {RANDOM.randrange(len(here))} {RANDOM.randrange(len(here))}")
            else:
                self.client.command(f"delete {RANDOM.randrange(len(here))}")
            FIGURES["edits of queues"] += 1


class Trip:
    """The stick, both boxes, and what is known of them."""

    def __init__(self, work, tally):
        self.tally, self.songs = tally, []
        sounds = {seconds: sound(work, seconds) for seconds in (SHORT, MIDDLE, LONG)}
        self.volume = Volume(NAME, work / "stick 0", f"{NAME}/")
        fill(self.volume, self.songs, [(f"said/{number}.flac", sounds[MIDDLE]) for number in range(8)])
        said = list(self.songs)
        fill(self.volume, self.songs, [(f"heard/h{number}.flac", sounds[SHORT]) for number in range(5)])
        self.heard = [song for song in self.songs if song.path.startswith("heard/")]
        fill(self.volume, self.songs, [(f"story/{number}.flac", sounds[LONG]) for number in range(3)], "Audiobook")
        self.story = [song for song in self.songs if song.path.startswith("story/")]
        self.on_stick = list(self.songs)
        self.stick = Stick(work, self.volume)
        self.boxes = [Box(work, name, self.songs, sounds) for name in "ab"]
        for slot, box in enumerate(self.boxes, 2):
            box.owns(said, slot)
        self.owner = Owner("s", random.Random(RANDOM.randrange(1 << 30)), [], said, imports=True, covers=True, slots=[1],
                           marks=[(self.volume, "said")], artists=[(f"Artist {NAME}", self.volume)])
        self.owner.shelf = self.volume
        self.owner.known = said + self.boxes[0].songs + self.boxes[1].songs
        self.counts = {song: {"plays": 0, "skips": 0} for song in self.heard}
        # Songs that a box heard without the stick, the last played one last, and where the story was left.
        self.owed = {box: collections.Counter() for box in self.boxes}
        self.history = []
        self.place = None
        # Cards of the stick: number to kind and target.
        self.cards = {}

    def absent(self, box, is_here):
        """Who names what is not there finds nothing to name."""
        other = next(one for one in self.boxes if one is not box)
        if is_here:
            self.owner.volumes = [box.home, self.volume]
            self.owner.unsettled = {song.number for song in other.songs}
            box.owner.volumes, box.owner.unsettled = [box.home, self.volume], set()
        else:
            box.owner.volumes = [box.home]
            box.owner.unsettled = {song.number for song in self.on_stick}

    # Arriving

    def compare(self, box, owner, when):
        trouble = difference(owner.told(), owner.observed(box.client, strict=True))
        if not self.tally.check(trouble is None, f"{when}: what {owner.name} said", trouble):
            self.tally.close()

    def compare_presets(self, box, when, is_here):
        found = box.client.command("presets")
        told = {int(found[at][8:]): found[at + 1][10:] if found[at + 2] == "present: 1" else None
                for at in range(0, len(found), 3)}
        for number, key in box.presets.items():
            wanted = self.owner.said.lists[key]["name"] if is_here and key in self.owner.said.lists else None
            self.tally.check(told.get(number) == wanted, f"{when}: preset {number}", f"{told.get(number)} for {wanted}")

    def compare_cards(self, box, when):
        def same():
            found = [card for card in box.client.groups("cards", "card") if card.get("storage") == NAME]
            told = {card["card"]: next((kind, card[kind]) for kind in ("folder", "song") if kind in card) for card in found}
            return told == self.cards
        wait_for(f"{when}: the cards of the stick", same, 10)

    def is_listed_as_absent(self, box):
        cards = [card for card in box.client.groups("cards", "card") if card.get("storage") == NAME]
        return len(cards) == len(self.cards) and all(card.get("absent") == "1" for card in cards)

    def play_cards(self, box, when):
        """Each card is placed on a reader, and its song or a song of its folder sounds."""
        for number, (kind, target) in sorted(self.cards.items()):
            box.client.command("stop")
            box.client.command(f"card placed {number} door")
            heard = {}

            def sounds():
                heard.update(box.client.status(), file=box.client.pairs("currentsong").get("file", ""))
                return heard["state"] == "play" and (heard["file"] == target or kind == "folder" and heard["file"].startswith(f"{target}/"))
            with contextlib.suppress(SystemExit):
                wait_for("the card's music", sounds, 10, 0.002)
            self.tally.check(sounds(), f"{when}: the card of {kind} {target} plays", heard)
            wait_for("the sound", lambda: box.elapsed() > 0.05, 10, 0.002)
            FIGURES["cards that play"] += 1
        box.client.command("stop")

    def compare_counts(self, box, when):
        for song, wanted in self.counts.items():
            told = {}

            def same():
                told.update(box.client.pairs(command("listening", song.uri)))
                return all(int(told[key]) == value for key, value in wanted.items())
            with contextlib.suppress(SystemExit):
                wait_for("the counts", same, 3)
            self.tally.check(same(), f"{when}: counts of {song.uri}", f"{told} for {wanted}")
        if box.client.command('browse recentlyplayed'):
            played = box.client.values("browse recentlyplayed", "file")
            wanted = [song.uri for song in dict.fromkeys(reversed(self.history))]
            found = [uri for uri in played if uri.startswith(f"{NAME}/heard/")]
            self.tally.check(found == wanted, f"{when}: what was played last", f"{found} for {wanted}")

    def arrive(self, box, when):
        plays = RANDOM.random() < 0.4
        if plays:
            number = box.client.pairs(command("addid", box.long.uri))["Id"]
            box.client.command(f"playid {number}")
            box.plays_at(0.1)
        else:
            box.client.command("stop")
        before, status = box.queue(), box.client.status()
        writer, carried, current, position = self.stick.carried()
        self.stick.plug(box)
        wait_for("the stick", lambda: NAME in values(box.client.command("volumes"), "volume")
                 and box.client.knows(NAME, len(self.on_stick)) and box.is_idle(), pause=0.002)
        # The queue.
        prefix = f"{NAME}/"
        takes = writer not in (None, box.identity) and not plays
        wanted = before
        if takes:
            wanted = [uri for uri in before if not uri.startswith(prefix)] + [prefix + path for path in carried]
        elif not before and writer is None:
            wanted = None              # A new stick fills a queue.
        found = box.queue()
        what = f"taken over, {len(carried)} entries" if takes else "left as it was"
        FIGURES[f"queues {what.split(',')[0]}"] += 1
        if wanted is not None:
            self.tally.check(found == wanted, f"{when}: the queue, {what}", f"{found} for {wanted}; before {before}")
        if plays:
            now = box.client.status()
            self.tally.check(now["state"] == "play" and now["songid"] == status["songid"], f"{when}: it plays on", now)
        elif takes and current is not None:
            song = box.client.pairs("currentsong").get("file")
            elapsed = box.elapsed()
            self.tally.check(song == prefix + current and position - 0.1 <= elapsed < position + 5,
                             f"{when}: and goes on", f"{song} at {elapsed} for {current} at {position}")
        box.client.command("stop")
        # All else.
        self.absent(box, True)
        self.compare(box, self.owner, when)
        self.compare(box, box.owner, when)
        self.compare_presets(box, when, True)
        self.compare_cards(box, when)
        for song, count in self.owed[box].items():
            self.counts[song]["plays"] += count
            self.history += [song] * count
        self.owed[box].clear()
        self.compare_counts(box, when)
        if self.place:
            self.is_at(box, when, *self.place)

    def is_at(self, box, when, song, least, most):
        told = box.client.pairs(command("resume", f"{NAME}/story"))
        self.tally.check(told.get("song") == song.uri and least - 0.01 <= float(told.get("elapsed", -1)) <= most,
                         f"{when}: place in the story", f"{told} for {song.uri} from {least} to {most}")

    # Staying

    def listen(self, box, when):
        """One song is heard by half and one is skipped; they are no part of the queue then."""
        whole, left, other = RANDOM.sample(self.heard, 3)
        ids = [box.client.pairs(command("addid", song.uri))["Id"] for song in (whole, left, other)]
        box.client.command(f"playid {ids[0]}")
        box.plays_at(SHORT / 2 + 0.1)
        self.counts[whole]["plays"] += 1
        self.history.append(whole)
        box.client.command(f"playid {ids[1]}")
        wait_for("sound", lambda: box.client.status()["songid"] == ids[1] and box.elapsed() > 0.2)
        box.client.command(f"playid {ids[2]}")
        self.counts[left]["skips"] += 1
        box.client.command("stop")
        for number in ids:
            box.client.command(f"deleteid {number}")
        self.compare_counts(box, f"{when}, listened")

    def hear_story(self, box):
        """Goes to a place in the story, and pauses there: until then it is kept."""
        song = RANDOM.choice(self.story)
        # It stays in the queue, and is what plays last.
        number = box.client.pairs(command("addid", song.uri))["Id"]
        box.client.command(f"seekid {number} {RANDOM.uniform(5, 100):.3f}")
        wait_for("sound", lambda: box.client.status().get("state") == "play")
        before = box.elapsed()
        wait_for("more of it", lambda: box.elapsed() > before + 0.1)
        box.client.command("pause 1")
        elapsed = box.elapsed()
        self.place = (song, elapsed - 0.2, elapsed + 0.2)

        def kept():
            told = box.client.pairs(command("resume", f"{NAME}/story"))
            return told.get("song") == song.uri and abs(float(told["elapsed"]) - elapsed) < 0.2
        wait_for("the place to be kept", kept, 10)

    def bind(self, box):
        for number in RANDOM.sample(range(10, 14), 2):
            key = RANDOM.choice(sorted(self.owner.said.lists) or [None])
            if key:
                box.client.command(command("presetset", number, self.owner.said.lists[key]["name"]))
                box.presets[number] = key

    def bind_cards(self, box):
        for number in RANDOM.sample(range(30), 4):
            kind, target = RANDOM.choice(
                [("folder", f"{NAME}/said"), ("folder", f"{NAME}/story"), *(("song", song.uri) for song in self.story)])
            box.client.command(command("card", "bind", number, kind, target))
            self.cards[str(number)] = (kind, target)
        number = RANDOM.choice(sorted(self.cards))
        box.client.command(command("card", "unbind", number))
        del self.cards[number]

    def stay(self, box, other, when):
        box.edit(self.owner, 40)
        box.edit(box.owner, 15)
        box.edit_queue(box.songs + self.on_stick, 6)
        other.edit(other.owner, 15)
        other.edit_queue(other.songs, 4)
        self.bind(box)
        self.bind_cards(box)
        self.listen(box, when)
        self.hear_story(box)

    # Leaving

    def leave(self, box, when):
        how = RANDOM.choice(["let go", "pulled after a while", "pulled at once", "pulled while it plays"])
        FIGURES[how] += 1
        part = [uri[len(NAME) + 1:] for uri in box.queue() if uri.startswith(f"{NAME}/")]
        current = box.client.pairs("currentsong")["file"][len(NAME) + 1:]
        position = box.elapsed()
        if how == "let go":
            box.client.command(f"unmount {NAME}")
            self.stick.pull()
        elif how == "pulled while it plays":
            # Half of the song sounds without the stick: it is counted once the stick is back.
            song = RANDOM.choice(self.heard)
            number = box.client.pairs(command("addid", song.uri))["Id"]
            box.client.command(f"playid {number}")
            box.plays_at(0.3)
            self.stick.yank(box)
            self.owed[box][song] += 1
            wait_for("silence", lambda: box.client.status()["state"] != "play")
        else:
            if how == "pulled after a while":
                # A stick gets the queue 2 s after an edit, of which no answer reports.
                time.sleep(2.5)
            self.stick.yank(box)
        wait_for("the stick to leave", lambda: NAME not in values(box.client.command("volumes"), "volume"))
        if how in ("let go", "pulled after a while"):
            writer, carried, path, place = self.stick.carried()
            self.tally.check(writer == box.identity and carried == part and path == current and abs(place - position) < 0.2,
                             f"{when}, {how}: the queue that the stick carries",
                             f"{carried}, {path} at {place} for {part}, {current} at {position}")
        self.absent(box, False)
        self.compare(box, box.owner, f"{when}, {how}")
        self.compare_presets(box, f"{when}, {how}", False)
        return how

    def run(self):
        for box in self.boxes:
            box.start()
            self.absent(box, False)
        for visit in range(VISITS):
            box, other = self.boxes[visit % 2], self.boxes[1 - visit % 2]
            when = f"visit {visit + 1}, to {box.name}"
            self.arrive(box, when)
            self.stay(box, other, when)
            self.leave(box, when)
        # At last, since what a card plays changes the queue and the counts.
        for box in self.boxes:
            self.stick.plug(box)
            when = f"last visit, to {box.name}"
            self.compare_cards(box, when)
            wait_for("the songs", lambda: box.client.knows(NAME, len(self.on_stick)) and box.is_idle())
            self.play_cards(box, when)
            box.client.command(f"unmount {NAME}")
            self.stick.pull()
            wait_for("the stick to leave", lambda: NAME not in values(box.client.command("volumes"), "volume"))
            self.tally.check(self.is_listed_as_absent(box), f"{when}: a card whose stick left is listed so")
        for box in self.boxes:
            self.tally.check(box.daemon.stop() == 0, "ends in order", box.daemon.tail(5))


def main():
    print(f"two-jukeboxes: {VISITS} visits, seed {SEED}", flush=True)
    tally = Tally()
    began = time.monotonic()
    with work_folder() as work:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", work], check=True)
        trip = None
        try:
            trip = Trip(work, tally)
            trip.run()
        finally:
            for box in trip.boxes if trip else ():
                box.daemon.close()
            if trip and trip.stick.point:
                trip.stick.pull()
            subprocess.run(["umount", "--lazy", work], check=True)
    print("; ".join(f"{count} {what}" for what, count in sorted(FIGURES.items())) + f"; {time.monotonic() - began:.0f} s")
    tally.close()


if not apart("--mount"):
    print("no right to mount: no stick goes anywhere", flush=True)
    raise SystemExit(0)
main()
