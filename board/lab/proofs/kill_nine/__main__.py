"""kill -9 at random moments while the daemon plays, scans, and edits the queue and a playlist.

After each kill, on a copy of the files: every database passes integrity_check. After the restart: nothing
acknowledged is missing, and playback resumes within 5 s of where it was.

usage: board/lab/run proofs.kill-nine [ROUNDS] [SEED]        (default 50 rounds, a random seed, which is printed)
"""
import os
import random
import subprocess
import sys
import threading
import time

from lib import Ack, Daemon, Tally, wait_for, work_folder
from lib.databases import whole_copies

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 50
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
SECONDS = 900
LONG = 8
SMALL = 3000
KEPT = "kept"


def make_music(folder):
    """Eight long quiet tones to play, and thousands of small files in folders that keep the scan busy."""
    first = folder / "a-long" / "0.flac"
    first.parent.mkdir(parents=True)
    subprocess.run(["sox", "-q", "-r", "44100", "-n", "-b", "16", "-c", "2", str(first),
                    "synth", str(SECONDS), "sine", "220", "gain", "-30"], check=True)
    for number in range(1, LONG):
        os.link(first, first.with_name(f"{number}.flac"))
    seed = folder / "b-small" / "0" / "0.flac"
    seed.parent.mkdir(parents=True)
    subprocess.run(["sox", "-q", "-r", "44100", "-n", "-b", "16", "-c", "1", str(seed),
                    "synth", "0.2", "sine", "440", "gain", "-30"], check=True)
    for number in range(1, SMALL):
        target = folder / "b-small" / str(number % 60) / f"{number}.flac"
        target.parent.mkdir(exist_ok=True)
        os.link(seed, target)


def queue_of(client):
    return [(int(song["Id"]), song["file"]) for song in client.songs("playlistinfo")]


def kept_of(client):
    """The playlist that is edited, as soon as its volume is there."""
    wait_for("the volume", lambda: client.command("volumes"))
    try:
        return client.values(f"listplaylist {KEPT}", "file")
    except Ack:
        return []


class Editor(threading.Thread):
    """Edits the queue and a playlist, and asks for the position until it is cut off; remembers what was acknowledged."""

    def __init__(self, client, queue, kept, seed):
        super().__init__()
        self.client, self.queue, self.random = client, list(queue), random.Random(seed)
        self.kept = list(kept)
        self.kept_pending = None       # what the playlist may also be
        self.pending = None            # what the queue may also be, if the cut-off command got through
        self.heard = None              # (id, elapsed, when) of the last status
        self.acknowledged = 0

    def run(self):
        try:
            while True:
                self.edit()
                status = self.client.status()
                if status.get("state") == "play" and "elapsed" in status:
                    self.heard = (int(status["songid"]), float(status["elapsed"]), time.monotonic())
        except (ConnectionError, OSError):
            pass

    def edit_playlist(self):
        kind = self.random.choice(["add", "add", "move", "delete"])
        after = list(self.kept)
        if kind == "add" or len(after) < 4:
            uri, place = f"a-long/{self.random.randrange(LONG)}.flac", self.random.randint(0, len(after))
            after.insert(place, uri)
            command = f'playlistadd {KEPT} "{uri}" {place}'
        elif kind == "move":
            source, target = (self.random.randrange(len(after)) for _ in range(2))
            after.insert(target, after.pop(source))
            command = f"playlistmove {KEPT} {source} {target}"
        else:
            place = self.random.randrange(len(after))
            del after[place]
            command = f"playlistdelete {KEPT} {place}"
        self.kept_pending = after
        self.client.command(command)
        self.kept, self.kept_pending = after, None
        self.acknowledged += 1

    def edit(self):
        if self.random.random() < 0.4:
            self.edit_playlist()
            return
        kind = self.random.choice(["add", "add", "move", "delete"])
        playing = self.heard[0] if self.heard else None
        if kind == "add" or len(self.queue) < 4:
            uri = f"a-long/{self.random.randrange(LONG)}.flac"
            self.pending = ("add", uri)
            number = int(self.client.pairs(f'addid "{uri}"')["Id"])
            self.queue.append((number, uri))
        elif kind == "move":
            source, target = (self.random.randrange(len(self.queue)) for _ in range(2))
            after = list(self.queue)
            after.insert(target, after.pop(source))
            self.pending = ("exact", after)
            self.client.command(f"move {source} {target}")
            self.queue = after
        else:
            choices = [entry for entry in self.queue if entry[0] != playing]
            entry = self.random.choice(choices)
            after = [other for other in self.queue if other != entry]
            self.pending = ("exact", after)
            self.client.command(f"deleteid {entry[0]}")
            self.queue = after
        self.pending = None
        self.acknowledged += 1

    def allows_kept(self, kept):
        return kept in (self.kept, self.kept_pending)

    def allows(self, queue):
        if queue == self.queue:
            return True
        if not self.pending:
            return False
        if self.pending[0] == "exact":
            return queue == self.pending[1]
        return queue[:-1] == self.queue and bool(queue) and queue[-1][1] == self.pending[1]


def main():
    print(f"kill-nine: {ROUNDS} rounds, seed {SEED}", flush=True)
    tally = Tally()
    behind, edits, scanning, began, restarted = [], 0, 0, time.monotonic(), 0.0
    with work_folder() as folder:
        music = folder
        make_music(music)
        with Daemon("--music", str(music), "--output", "null", "--autoplay", "resume", "--volume", "100") as daemon:
            daemon.start()
            client = daemon.connect()
            wait_for("the long tracks", lambda: client.knows("a-long", LONG))
            client.command("clear")
            client.command("add a-long")
            client.command("repeat 1")
            client.command("play 0")
            queue, kept = queue_of(client), []
            client.close()
            last = None
            for round_number in range(1, ROUNDS + 1):
                client = daemon.connect()
                if last is not None:
                    found = queue_of(client)
                    tally.check(last.allows(found), f"round {round_number}: queue",
                                f"{len(found)} entries, acknowledged {len(last.queue)}, pending {last.pending and last.pending[0]}; "
                                f"found {found[-3:]}, acknowledged {last.queue[-3:]}")
                    queue = found
                    kept = kept_of(client)
                    tally.check(last.allows_kept(kept), f"round {round_number}: playlist",
                                f"{len(kept)} entries, acknowledged {len(last.kept)}")
                    status = wait_for("playback", lambda: (lambda s: s if "elapsed" in s else None)(
                        client.status()))
                    since = time.monotonic() - restarted
                    same = int(status["songid"]) == last.heard[0]
                    lag = last.heard[1] - (float(status["elapsed"]) - since)
                    behind.append(last.heard[1] - float(status["elapsed"]))
                    tally.check(status["state"] == "play" and same and -1.0 <= lag <= 5.0 + since,
                                f"round {round_number}: position",
                                f"{status['state']}, entry {status['songid']} for {last.heard[0]}, {lag:.2f} s behind")
                    edits += last.acknowledged
                if RANDOM.random() < 0.3:
                    client.command(f"seekcur {RANDOM.uniform(10, SECONDS / 2):.3f}")
                if RANDOM.random() < 0.5:
                    # Fresh files, so that the scan writes: nothing is asked of them but a whole database.
                    extra = music / "c-fresh" / str(round_number)
                    extra.mkdir(parents=True)
                    for number in range(400):
                        os.link(music / "b-small" / "0" / "0.flac", extra / f"{number}.flac")
                    client.command("update")
                    scanning += 1
                editor = Editor(client, queue, kept, RANDOM.randrange(1 << 30))
                editor.start()
                wait_for("a position", lambda: editor.heard)
                # The cut itself is at a random moment, so this one waits by the clock.
                time.sleep(RANDOM.uniform(0.02, 2.5))
                daemon.kill()
                editor.join()
                with whole_copies(tally, f"round {round_number}", daemon.folder / "state", music / ".jukebox"):
                    pass
                last = editor
                restarted = time.monotonic()
                daemon.start()
            client = daemon.connect()
            found = queue_of(client)
            tally.check(last.allows(found), "last round: queue", f"{len(found)} of {len(last.queue)}")
            tally.check(last.allows_kept(kept_of(client)), "last round: playlist")
            client.close()
            tally.check(daemon.stop() == 0, "ends in order on TERM", daemon.tail(5))
    print(f"{ROUNDS} kills, {edits} acknowledged edits, {scanning} with a scan; position behind by at most "
          f"{max(behind, default=0):.2f} s; {time.monotonic() - began:.0f} s")
    tally.close()


main()
