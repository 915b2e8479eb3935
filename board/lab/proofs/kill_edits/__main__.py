"""kill -9 at random moments while two clients edit all that people add, and a third one listens and fills a mix.

Edits of songs, cues, stickers, playlists, their folders and pictures, mix slots, presets, imports and folders that continue, on
a folder and a stick, several of each client under way at a time, are made in a model as well; files are renamed, moved and
taken away between the runs, scans are killed, too. After each kill, on a copy of the files: every database passes
integrity_check. After the restart: what was acknowledged is there, and of what was under way the first few edits, each
of them wholly. Also for backups that are restored. An edit that concerns both volumes is one step on each.

usage: board/lab/run proofs.kill-edits [ROUNDS] [SEED]        (default 50 rounds, a random seed, which is printed)
"""
import collections
import contextlib
import copy
import random
import subprocess
import sys
import threading
import time

from lib import Ack, Daemon, Tally, wait_for, work_folder
from lib.databases import whole_copies
from lib.material import flac_with_tags
from lib.protocol import values
from lib.userdata import Edit, Owner, Song, Volume, command, difference, entry, new_list, touch

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 50
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
# For each volume and client.
SONGS, ANCHORS = 8, 4
# For the listener, on each volume: songs, and parts of a story.
HEARD, PARTS = 4, 3
# How much later than it happened a place may have been saved, in seconds, and a little for the machine.
SLACK = 6
FIGURES = collections.Counter()


def sound(work, seconds):
    path = work / f"{seconds}.flac"
    subprocess.run(["sox", "-q", "-R", "-r", "44100", "-n", "-b", "16", "-c", "1", str(path), "synth", str(seconds), "sine",
                    "220", "gain", "-30"], check=True)
    return path.read_bytes()


class Music:
    """Two volumes full of files, no two of which are the same."""

    def __init__(self, work):
        self.volumes = [Volume("fixed", work / "fixed", ""), Volume("stick", work / "stick", "stick/")]
        self.songs = []
        short, long = sound(work, 8), sound(work, 200)
        for volume in self.volumes:
            for who in "ab":
                for number in range(SONGS):
                    anchor = number < ANCHORS
                    self.add(volume, f"{'stays' if anchor else 'moves'}/{who}{len(self.songs)}.flac", short, anchor, "Rock",
                             f"Artist {volume.name} {who}")
            for number in range(HEARD):
                self.add(volume, f"heard/{number}.flac", long, True, "Pop", "Heard")
            for number in range(PARTS):
                self.add(volume, f"story/{number}.flac", long, True, "Audiobook", "Told")

    def add(self, volume, path, template, anchor, genre, artist):
        target = volume.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        number = len(self.songs)
        tags = {"TITLE": f"Title {number}", "ARTIST": artist, "GENRE": genre}
        target.write_bytes(flac_with_tags(template, tags))
        self.songs.append(Song(number, volume, path, anchor))

    def of(self, volume, *starts):
        return [song for song in self.songs if song.volume is volume and song.path.startswith(starts)]

    def move(self, owners, away, under_way):
        """Renames, moves and hides files, and brings others back; the daemon need not notice which of it came through."""
        for song in self.songs:
            if song.anchor or any(f'"{song.uri}"' in line for line in under_way):
                continue
            place = song.volume.folder / song.path
            if song in away:
                if RANDOM.random() < 0.5:
                    away.pop(song).rename(place)
                    FIGURES["files back"] += 1
                continue
            kind = RANDOM.random()
            if kind < 0.08:
                song.former.append(song.uri)
                song.path = f"moves{RANDOM.choice(['', '/deeper', '/elsewhere'])}/{song.number} {len(song.former)}.flac"
                (song.volume.folder / song.path).parent.mkdir(exist_ok=True)
                place.rename(song.volume.folder / song.path)
                FIGURES["files moved"] += 1
            elif kind < 0.11:
                away[song] = song.volume.folder.with_name(f"away {song.number}")
                place.rename(away[song])
                FIGURES["files away"] += 1
            else:
                continue
            for owner in owners:
                owner.unsettled.add(song.number)


class Editor(threading.Thread):
    """Edits what is its owner's until it is cut off, with some edits under way."""

    def __init__(self, owner, client):
        super().__init__(daemon=True)
        self.owner, self.client, self.stopping = owner, client, False
        self.ahead = copy.deepcopy(owner.said)
        self.pending = collections.deque()
        self.wrong = None

    def run(self):
        try:
            while not self.stopping and not self.wrong:
                self.send(self.owner.random.randint(1, 5))
                while self.pending and not self.wrong:
                    self.hear()
        except (ConnectionError, OSError):
            pass

    def send(self, count):
        for _ in range(count):
            edit = self.owner.edit(self.ahead)
            if edit is None:
                continue
            edit.apply(self.ahead)
            self.pending.append(edit)
            for line in edit.lines:
                self.client.file.write(line.encode() + b"\n")
        self.client.file.flush()

    def hear(self):
        edit = self.pending[0]
        try:
            for _ in edit.lines:
                found = self.client.lines()
        except Ack as refusal:
            self.wrong = f"{edit.lines[-1]}: {refusal}"
            return
        edit.apply(self.owner.said)
        self.pending.popleft()
        FIGURES["edits"] += 1
        trouble = edit.check and edit.check(found)
        if trouble:
            self.wrong = f"{edit.lines[-1]}: {trouble}"

    def end(self):
        self.stopping = True
        self.join()
        try:
            self.client.close()
        except OSError:
            pass                       # Unsent lines.

    def may_be(self):
        """The possible states after a cut, and how many edits of those under way that takes."""
        said = self.owner.said
        yield 0, said
        for number, edit in enumerate(self.pending, 1):
            if len(edit.steps) > 1:
                for step in edit.steps:
                    part = copy.deepcopy(said)
                    step(part)
                    yield number - 0.5, part
            said = copy.deepcopy(said)
            edit.apply(said)
            yield number, said


class Listener(Editor):
    """Goes about in the queue, and fills a mix. What it heard is what has to be there."""

    def __init__(self, owner, client, queue, counts, skipped):
        super().__init__(owner, client)
        self.queue, self.counts, self.skipped, self.places = queue, counts, skipped, []
        # Whether it was sent elsewhere and not told yet where it is.
        self.is_moving = False

    def send(self, count):
        kind = self.owner.random.choice(["next", "next", "seek", "pause", "mix", "mix", "mark", "look", "say"])
        # A song that began by itself since the last look is left by some of these.
        song = self.look()
        self.is_moving = kind in ("next", "seek")
        if kind == "next":
            self.skipped[song.number] += 1
            self.client.command("next")
        elif kind == "seek":
            self.client.command(f"seekcur {self.owner.random.uniform(5, 60):.3f}")
        elif kind == "pause":
            self.client.command("pause 1")
            self.client.command("pause 0")
        elif kind == "look":
            song = self.owner.random.choice(self.queue)
            self.counts[song.number] = int(self.client.pairs(command("listening", song.uri))["skips"])
        else:
            edit = self.mix(self.ahead, song) if kind == "mix" else self.other(kind)
            if edit:
                edit.apply(self.ahead)
                self.pending.append(edit)
                self.client.send(edit.lines[0])
            return
        self.look()
        self.is_moving = False

    def look(self):
        """The song that plays; notes how far it has come."""
        status = self.client.status()
        song = self.queue[int(status["song"])]
        self.places.append((time.monotonic(), song, float(status["elapsed"])))
        return song

    def other(self, kind):
        if kind == "mark":
            return self.owner.mark(self.ahead)
        key = self.ahead.slot(3)
        if key is None:
            return None
        name = self.ahead.lists[key]["name"]
        if self.owner.random.random() < 0.5:
            return Edit(command("playlistset", name, "slot"), touch(key, lambda one: one.__setitem__("slot", None)))
        if name == "Mix 3":
            new = self.owner.new_name()
            return Edit(command("rename", name, new), touch(key, lambda one: one.__setitem__("name", new)))
        return Edit(command("rm", name), lambda said: said.lists.pop(key))

    def mix(self, said, song):
        # Who gets the slot loses nothing.
        has_slot = said.slot(3) is not None
        key = said.slot(3) or next((key for key, one in said.lists.items() if one["name"] == "Mix 3"), None)
        if key is None:
            self.owner.count += 1
        new = key is None and f"p{self.owner.count}"
        name = said.lists[key]["name"] if key else "Mix 3"
        held = key is not None and any(one["song"] == song.number for one in said.lists[key]["entries"])

        def step(said):
            if new:
                said.lists[new] = new_list("Mix 3", song.volume, [])
            one = said.lists[new or key]
            one["slot"] = 3
            if held and has_slot:
                one["entries"] = [line for line in one["entries"] if line["song"] != song.number]
            elif not held:
                one["entries"].append(entry(song.number))

        def check(found):
            told = [values(found, key) for key in ("playlist", "file", "done", "taken")]
            wanted = [[name], [song.uri], ["added" if not held else "removed" if has_slot else "kept"],
                      [] if has_slot else ["new" if new else "existing"]]
            return None if told == wanted else f"{told} instead of {wanted}"
        return Edit("mix 3", step, check=check)

    def check_heard(self, tally, name, client, killed):
        """The place where the story on each volume continues, and what was skipped."""
        for volume in sorted({song.volume for song in self.queue}, key=lambda volume: volume.name):
            places = [place for place in self.places if place[1].volume is volume and place[1].path.startswith("story/")]
            allowed = [place for place in places if place[0] > killed - SLACK] or places[-1:]
            allowed += [place for place in places if place[0] <= killed - SLACK][-1:]
            if not allowed or self.is_moving:
                continue
            told = client.pairs(command("resume", f"{volume.prefix}story"))
            good = "song" in told and any(song.uri == told["song"] and -1 < float(told["elapsed"]) - elapsed < SLACK
                                          for _, song, elapsed in allowed)
            if not good and "song" in told and self.places and float(told["elapsed"]) < SLACK:
                # The song before it in the queue came to its end, and nobody looked since.
                place = self.queue.index(self.places[-1][1]) + 1
                good = any(song.uri == told["song"] for song in self.queue[place:place + 1])
            # A song that was met for the first time just now may not be there yet.
            if places[0][0] < killed - SLACK or "song" in told:
                tally.check(good, f"{name}: place in the story on {volume.name}",
                            f"{told}; heard {[(song.uri, elapsed) for _, song, elapsed in allowed[-5:]]}")
        for song in self.queue:
            least, most = self.counts.get(song.number, 0), self.counts.get(song.number, 0) + self.skipped[song.number]
            found = int(client.pairs(command("listening", song.uri))["skips"])
            tally.check(least <= found <= most, f"{name}: skips of {song.uri}", f"{found}, told {least}, at most {most}")
            self.counts[song.number] = found
        self.skipped.clear()


class Run:
    """The daemon, its volumes and owners."""

    def __init__(self, work, tally):
        self.tally = tally
        self.music = Music(work)
        fixed, stick = self.music.volumes
        self.owners = []
        for who, slot in (("a", 1), ("b", 2)):
            songs = [song for volume in self.music.volumes
                     for song in self.music.of(volume, f"stays/{who}", f"moves/{who}")]
            self.owners.append(Owner(
                who, random.Random(RANDOM.randrange(1 << 30)), self.music.volumes, songs, imports=who == "a",
                covers=who == "b", slots=[slot], presets=range(slot, 9, 2),
                artists=[(f"Artist {volume.name} {who}", volume) for volume in self.music.volumes]))
        heard = [song for volume in self.music.volumes for song in self.music.of(volume, "heard/", "story/")]
        self.owners.append(Owner(
            "p", random.Random(RANDOM.randrange(1 << 30)), self.music.volumes, [], slots=[3],
            marks=[(volume, "heard") for volume in self.music.volumes]))
        self.owners[2].owns = lambda name: name.startswith(("p ", "Mix 3"))
        for owner in self.owners:
            owner.known = self.music.songs
        self.queue = RANDOM.sample(heard, len(heard))
        # Skips that were reported, and those that there may be besides.
        self.counts, self.skipped = {}, collections.Counter()
        self.away, self.last = {}, []
        self.daemon = Daemon("--music", str(fixed.folder), "--music", str(stick.folder), "--mount-root", "off", "--output",
                             "null", "--autoplay", "resume")

    def start(self):
        client = self.daemon.start().connect()
        wait_for("both volumes", lambda: len(values(client.command("volumes"), "volume")) == 2)
        return client

    def is_scanned(self, client):
        there = {song.uri for song in self.music.songs if song not in self.away}
        return {song["file"] for song in client.songs('listall ""')} == there and not client.is_scanning()

    def settle(self, client):
        """Lets the scan come to its end; what was moved then counts again."""
        wait_for("the end of the scan", lambda: self.is_scanned(client))
        away = {song.number for song in self.away}
        for owner in self.owners:
            owner.unsettled &= away

    def resolve(self, name, client):
        """Finds which of the edits under way came through."""
        for editor in self.last:
            owner, differences, fitting = editor.owner, [], []
            found = owner.observed(client, strict=False)
            for number, said in editor.may_be():
                trouble = difference(owner.told(said), found)
                differences.append(f"after {number}: {trouble}")
                if trouble is None:
                    fitting.append((number, said))
            if fitting:
                number, owner.said = fitting[0]
                FIGURES["under way, and there"] += int(number)
                FIGURES["under way, and not there"] += len(editor.pending) - int(number)
                # If playlists on two volumes have one mix slot, as one may get it and the other not have lost it yet, one
                # is in answers with it: all of them give it back.
                if any(len(edit.steps) > 1 for edit in editor.pending):
                    for one in owner.said.lists.values():
                        client.command(command("playlistset", one["name"], "slot"))
                        one["slot"] = None
            else:
                under_way = [edit.lines[-1][:200] for edit in editor.pending]
                self.tally.check(False, f"{name}: what {owner.name} said",
                                 "\n  ".join([f"under way: {under_way}", *differences]))
                self.tally.close()
            self.tally.check(True, name)
        self.last = []

    def compare(self, name, client):
        """All that was said, of files by their names now. Playlists follow those of other volumes a moment later."""
        for owner in self.owners:
            trouble = None

            def same():
                nonlocal trouble
                trouble = difference(owner.told(), owner.observed(client, strict=True))
                return trouble is None
            with contextlib.suppress(SystemExit):
                wait_for("playlists to follow", same, 5, 0.1)
            if not self.tally.check(trouble is None, f"{name}: what {owner.name} said, after the scan", trouble):
                self.tally.close()

    def edit(self, name):
        """Starts all clients; killed at the end, or let go."""
        editors = [Editor(owner, self.daemon.connect()) for owner in self.owners[:2]]
        editors.append(Listener(self.owners[2], self.daemon.connect(), self.queue, self.counts, self.skipped))
        for editor in editors:
            editor.start()
        return editors

    def end(self, name, editors):
        for editor in editors:
            editor.end()
            if not self.tally.check(not editor.wrong, f"{name}: an edit of {editor.owner.name}", editor.wrong):
                self.tally.close()

    def kill(self):
        self.daemon.kill()
        return time.monotonic()

    def integrity(self, name):
        with whole_copies(self.tally, name, self.daemon.folder / "state", *(volume.folder / ".jukebox" for volume in self.music.volumes)):
            pass

    def restore(self, name, client):
        """A backup is restored, and that is cut: all is as before it, or as in the backup."""
        client.command("backup")
        before = copy.deepcopy([owner.said for owner in self.owners])
        editors = self.edit(name)
        time.sleep(RANDOM.uniform(0.05, 0.3))
        self.end(name, editors)
        volume = RANDOM.choice(self.music.volumes)
        wanted = copy.deepcopy([owner.said for owner in self.owners])
        for said, old in zip(wanted, before):
            said.restore(old, volume, self.music.songs)
        if any(said.has_doubles() for said in wanted):
            return client
        waiter = Restorer(client, command("restore", volume.name))
        waiter.start()
        time.sleep(RANDOM.choice([0, RANDOM.uniform(0, 0.05), RANDOM.uniform(0, 0.3)]))
        self.kill()
        waiter.join()
        FIGURES["restored" if waiter.is_done else "cut while restored"] += 1
        self.integrity(name)
        client = self.start()
        found = [owner.observed(client, strict=False) for owner in self.owners]
        now = [difference(owner.told(said), one) for owner, said, one in zip(self.owners, wanted, found)]
        then = [difference(owner.told(), one) for owner, one in zip(self.owners, found)]
        if not any(now):
            for owner, said in zip(self.owners, wanted):
                owner.said = said
        if not self.tally.check(not any(now) or not any(then) and not waiter.is_done, f"{name}: restored",
                                f"acknowledged: {waiter.is_done}; beside the backup {now}; beside what was there {then}"):
            self.tally.close()
        self.skipped.clear()
        for song in self.queue:
            self.counts[song.number] = int(client.pairs(command("listening", song.uri))["skips"])
        return client

    def round(self, number, client):
        name = f"round {number}"
        editors = self.edit(name)
        # The cut itself is at a random moment, so this one waits by the clock.
        time.sleep(RANDOM.uniform(0.02, RANDOM.choice([0.1, 0.5, 1.5])))
        killed = self.kill()
        self.end(name, editors)
        self.integrity(name)
        self.music.move(self.owners, self.away,
                        [line for editor in editors for edit in editor.pending for line in edit.lines])
        client = self.start()
        self.last = editors
        self.resolve(name, client)
        editors[2].check_heard(self.tally, name, client, killed)
        if RANDOM.random() < 0.5:
            self.settle(client)
            self.compare(name, client)
            if RANDOM.random() < 0.3:
                client = self.restore(name, client)
        return client


class Restorer(threading.Thread):
    """Sends a command that may be cut off."""

    def __init__(self, client, line):
        super().__init__(daemon=True)
        self.client, self.line, self.is_done = client, line, False

    def run(self):
        try:
            self.client.command(self.line)
            self.is_done = True
        except (ConnectionError, OSError):
            pass


def main():
    print(f"kill-edits: {ROUNDS} rounds, seed {SEED}", flush=True)
    tally = Tally()
    began = time.monotonic()
    with work_folder() as work:
        run = Run(work, tally)
        with run.daemon:
            client = run.start()
            run.settle(client)
            # It plays already, and whatever is left for something else counts as skipped.
            client.command("stop")
            client.command("clear")
            for song in run.queue:
                client.command(command("add", song.uri))
            client.command("repeat 1")
            client.command("play 0")
            for number in range(1, ROUNDS + 1):
                client = run.round(number, client)
            run.settle(client)
            run.compare("in the end", client)
            tally.check(run.daemon.stop() == 0, "ends in order on TERM", run.daemon.tail(5))
    print(f"{ROUNDS} kills; " + "; ".join(f"{count} {what}" for what, count in sorted(FIGURES.items()))
          + f"; {time.monotonic() - began:.0f} s")
    tally.close()


main()
