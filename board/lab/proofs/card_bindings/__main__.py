"""Cards of every kind are bound, moved between the stick and the box, and unbound while the daemon is killed (kill -9); then a
hostile stick with a million rows of cards.

After each kill a number plays what was acknowledged last, or what was asked for when the daemon was killed: never nothing in
between. The hostile stick costs bounded time and memory, has at most a thousand cards, and none of them is an action.

usage: board/lab/run proofs.card-bindings [ROUNDS] [SEED]        (default 20 rounds, a random seed, which is printed)
"""
import contextlib
import pathlib
import random
import sqlite3
import subprocess
import sys
import threading
import time

from lib import Daemon, Tally, wait_for, work_folder
from lib.databases import whole_copies
from lib.material import flac_with_tags
from lib.userdata import command

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 20
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
NUMBERS = [f"{number:010}" for number in range(1, 13)]
KINDS = ("playlist", "folder", "song", "stream", "action")
SONGS = 4
HOSTILE = 1_000_000
MOST = 1000
# Limits of the hostile stick, beside the same start without its rows: seconds, MiB.
MOST_SECONDS, MOST_MEMORY = 3, 24


def targets(songs):
    """Everything that a card may be bound to: kind and target."""
    folders = sorted({song.rsplit("/", 1)[0] for song in songs})
    return [("playlist", "Party"), ("playlist", "Other"), *(("folder", folder) for folder in folders),
            *(("song", song) for song in songs), ("stream", "https://radio.example/live"), ("action", "sleep 30"),
            ("action", "volume +2")]


def songs_of(client):
    """All songs, once they are there."""
    songs = client.values("listall", "file")
    return songs if len(songs) == SONGS else None


def cards_of(client):
    """The binding that counts for each number: kind and target."""
    found = {}
    for card in client.groups("cards", "card"):
        if "hidden" not in card:
            found[card["card"]] = next((kind, card[kind]) for kind in KINDS if kind in card)
    return found


class Binder(threading.Thread):
    """Binds and unbinds until it is cut off; remembers what was acknowledged and what was under way."""

    def __init__(self, client, bound, choices, seed):
        super().__init__()
        self.client, self.bound, self.choices, self.random = client, dict(bound), choices, random.Random(seed)
        self.pending = None
        self.acknowledged = 0

    def run(self):
        with contextlib.suppress(ConnectionError, OSError):
            while True:
                self.step()

    def step(self):
        number = self.random.choice(NUMBERS)
        if number in self.bound and self.random.random() < 0.25:
            self.pending = (number, None)
            self.client.command(command("card", "unbind", number))
            del self.bound[number]
        else:
            kind, target = self.random.choice(self.choices)
            self.pending = (number, (kind, target))
            self.client.command(command("card", "bind", number, kind, target))
            self.bound[number] = (kind, target)
        self.pending = None
        self.acknowledged += 1

    def allows(self, found):
        """Whether these cards are what was acknowledged, or what the cut-off command would have made of it."""
        if found == self.bound:
            return True
        if not self.pending:
            return False
        number, wanted = self.pending
        after = {**self.bound, number: wanted}
        return found == {key: value for key, value in after.items() if value}


def kill_rounds(tally, daemon, music):
    client = daemon.connect()
    songs = wait_for("the songs", lambda: songs_of(client))
    for playlist in ("Party", "Other"):
        client.command(command("playlistadd", playlist, songs[0]))
    client.close()
    choices = targets(songs)
    bound, acknowledged = {}, 0
    for number in range(1, ROUNDS + 1):
        client = daemon.connect()
        binder = Binder(client, bound, choices, RANDOM.randrange(1 << 30))
        binder.start()
        # The cut itself is at a random moment, so this one waits by the clock.
        time.sleep(RANDOM.uniform(0.02, 0.8))
        daemon.kill()
        binder.join()
        with whole_copies(tally, f"round {number}", daemon.folder / "state", music / ".jukebox"):
            pass
        daemon.start()
        with contextlib.closing(daemon.connect()) as looker:
            wait_for("the songs", lambda looker=looker: songs_of(looker))
            wait_for("the cards", lambda looker=looker, binder=binder: binder.allows(cards_of(looker)), 5)
            bound = cards_of(looker)
        tally.check(binder.allows(bound), f"round {number}: cards", f"{bound} for {binder.bound}, {binder.pending}")
        acknowledged += binder.acknowledged
    return acknowledged


def peak(daemon):
    """MiB."""
    status = pathlib.Path(f"/proc/{daemon.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))) / 1024


def start_time(daemon, count):
    """Seconds until all songs and this number of cards are there, and the peak of the memory."""
    began = time.monotonic()
    daemon.start()
    with contextlib.closing(daemon.connect()) as client:
        wait_for("the songs", lambda: songs_of(client))
        wait_for("the cards", lambda: len(client.values("cards", "card")) >= count, 30)
        return time.monotonic() - began, peak(daemon), client.groups("cards", "card")


def hostile(tally, daemon, music):
    daemon.stop()
    usual = start_time(daemon, 0)
    daemon.stop()
    path = next(path for path in (music / ".jukebox").glob("*.sqlite") if has_cards(path))
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM cards")
        database.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            "INSERT INTO cards (number, name, folder, again, away, play_order) "
            "SELECT 'c' || i, 'action shutdown', CAST('shutdown' AS BLOB), 'shutdown', 'action', 'volume =100' FROM n", (HOSTILE,))
        database.commit()
    seconds, memory, cards = start_time(daemon, 1)
    foreign = [card for card in cards if "storage" in card]
    tally.check(0 < len(foreign) <= MOST, "hostile: a bounded number of cards", str(len(foreign)))
    foreign = [card for card in foreign if "action" in card or "stream" in card]
    tally.check(not foreign, "hostile: no card of the stick is an action", str(foreign[:2]))
    tally.check(seconds - usual[0] < MOST_SECONDS, "hostile: time", f"{seconds:.2f} s, usually {usual[0]:.2f} s")
    tally.check(memory - usual[1] < MOST_MEMORY, "hostile: memory", f"{memory:.1f} MiB, usually {usual[1]:.1f} MiB")
    with contextlib.closing(daemon.connect()) as client:
        number = next(card["card"] for card in cards if "folder" in card)
        client.refusal(command("card", "play", number))
        tally.check(client.status().get("state") == "stop", "hostile: a placed card does nothing")
    return seconds - usual[0], memory - usual[1]


def has_cards(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'cards'").fetchone()[0] == 1


def main():
    print(f"card-bindings: {ROUNDS} rounds, seed {SEED}", flush=True)
    tally, began = Tally(), time.monotonic()
    with work_folder() as folder:
        music = folder / "music"
        sound = folder / "sound.flac"
        subprocess.run(["sox", "-q", "-R", "-r", "44100", "-n", "-b", "16", "-c", "1", str(sound), "synth", "3", "sine", "220",
                        "gain", "-30"], check=True)
        for number, path in enumerate(("a/1.flac", "a/2.flac", "b/1.flac", "b/2.flac")):
            target = music / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(flac_with_tags(sound.read_bytes(), {"TITLE": f"Title {number}"}))
        with Daemon("--music", str(music), "--output", "null", "--autoplay", "off") as daemon:
            daemon.start()
            acknowledged = kill_rounds(tally, daemon, music)
            seconds, memory = hostile(tally, daemon, music)
            tally.check(daemon.stop() == 0, "ends in order on TERM", daemon.tail(5))
    print(f"{ROUNDS} kills, {acknowledged} acknowledged changes; {HOSTILE} hostile rows cost {seconds:.2f} s and "
          f"{memory:.1f} MiB; {time.monotonic() - began:.0f} s")
    tally.close()


main()
