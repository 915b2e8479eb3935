"""Plays short songs with a real daemon, and looks at what is counted across pauses, skips, jumps and kill -9.

A song counts once whatever happens while it plays, and what was jumped over does not count as heard; repeats count
again. A folder of spoken word resumes where it was left, also after kill -9 and on a second jukebox that takes the
same folder; music starts over. What is loved becomes a playlist.

usage: board/lab/run proofs.listening [KILLS [SEED]]        (default 10 kills in mid-song, a random seed, which is printed)
"""
import json
import random
import subprocess
import sys
import time

from lib import Ack, Daemon, Tally, program, wait_for, work_folder

KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 10
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
# Seconds; half of them count.
SONG = 8
# How much later than it happened a position may have been saved, and a little for the machine.
SLACK = 5


def tone(path, seconds, *comments):
    path.parent.mkdir(parents=True, exist_ok=True)
    words = [word for comment in comments for word in ("--add-comment", comment)]
    subprocess.run(["sox", "-q", "-r", "44100", "-n", "-b", "16", "-c", "1", *words, str(path), "synth", str(seconds),
                    "sine", "220", "gain", "-30"], check=True)


def make_music(folder):
    # The first one plays as soon as the folder is there.
    for number in range(8):
        tone(folder / "songs" / f"{number}.flac", SONG, f"TITLE=Song {number}", "GENRE=Pop")
    for number in range(1, 4):
        tone(folder / "stories" / f"{number}.flac", 240, f"TITLE=Part {number}", "GENRE=Hörspiel")


class Box:
    """A jukebox and its client."""

    def __init__(self, music):
        self.daemon = Daemon("--music", str(music), "--output", "null", "--autoplay", "resume")
        self.start()

    def start(self):
        self.daemon.start()
        self.client = self.daemon.connect()
        wait_for("the library", lambda: self.client.knows("", 11))

    def kill(self):
        self.client.close()
        self.daemon.kill()
        self.start()

    def stop(self):
        self.client.close()
        self.daemon.stop()

    def do(self, *lines):
        for line in lines:
            self.client.command(line)

    def status(self):
        return self.client.status()

    def elapsed(self):
        return float(self.status().get("elapsed", 0))

    def plays_at(self, seconds):
        wait_for(f"{seconds} s to be heard", lambda: self.elapsed() >= seconds)

    def ends(self):
        wait_for("the end", lambda: self.status()["state"] == "stop")

    def heard(self, song):
        found = self.client.pairs(f'listening "songs/{song}.flac"')
        return {key: int(found[key]) for key in ("plays", "skips", "seekstoend", "playings")} | {
            "seconds": float(found["heard"])}

    def counts(self, song, **wanted):
        """Waits a moment for the counts: they are written beside the sound."""
        try:
            wait_for("the counts", lambda: all(self.heard(song)[key] == value for key, value in wanted.items()), 5)
            return True
        except SystemExit:
            return False

    def play(self, *songs):
        self.do("clear", *(f'add "songs/{song}.flac"' for song in songs), "play")
        wait_for("sound", lambda: self.elapsed() > 0.05)


def counting(box, tally):
    box.play(1)
    box.plays_at(2)
    box.do("pause 1")
    time.sleep(3)
    tally.check(box.heard(1)["plays"] == 0, "a pause is not heard", box.heard(1))
    box.do("pause 0")
    box.plays_at(SONG / 2 + 1)
    tally.check(box.counts(1, plays=1, playings=0), "half of a song counts at once", box.heard(1))
    box.do("pause 1", "pause 0")
    box.ends()
    tally.check(box.counts(1, plays=1, skips=0, playings=1), "and once", box.heard(1))
    tally.check(abs(box.heard(1)["seconds"] - SONG) < 0.5, "all of it was heard", box.heard(1))

    box.play(2, 3)
    box.plays_at(1)
    box.do("next")
    tally.check(box.counts(2, plays=0, skips=1), "what is left by hand is skipped", box.heard(2))
    box.plays_at(1)
    box.do("stop")
    tally.check(box.counts(3, plays=0, skips=0, playings=1), "what is stopped is not", box.heard(3))

    box.play(4)
    box.do(f"seekcur {SONG * 0.75}")
    box.ends()
    tally.check(box.counts(4, plays=0, skips=0, playings=1), "what is jumped over is not heard", box.heard(4))
    box.play(4)
    box.do(f"seekcur {SONG - 0.2}")
    box.ends()
    tally.check(box.counts(4, plays=0, seekstoend=1, playings=2), "a jump to the end is told", box.heard(4))

    box.do("repeat 1", "single 1")
    box.play(5)
    wait_for("two rounds", lambda: box.heard(5)["playings"] >= 2)
    box.do("repeat 0", "single 0", "stop")
    tally.check(box.heard(5)["plays"] == 2, "each repeat counts", box.heard(5))


def killing(box, tally):
    # Once half was heard, and before.
    box.play(6)
    box.plays_at(SONG / 2 + 1)
    tally.check(box.counts(6, plays=1), "half was heard", box.heard(6))
    box.kill()
    wait_for("sound", lambda: box.elapsed() > 0.05)
    box.ends()
    tally.check(box.counts(6, plays=1, playings=1), "a cut after the half counts it once", box.heard(6))
    plays = 0
    for number in range(KILLS):
        box.play(7)
        for _ in range(RANDOM.randint(1, 3)):
            time.sleep(RANDOM.uniform(0, SONG / 3))
            if box.status()["state"] == "stop":
                break
            box.kill()
            wait_for("it to go on or to be over", lambda: box.elapsed() > 0.05 or box.heard(7)["playings"] > plays)
        wait_for("the end", lambda: box.heard(7)["playings"] > plays)
        plays += 1
        if not tally.check(box.counts(7, plays=plays, skips=0, playings=plays), f"cut song {number}", box.heard(7)):
            plays = box.heard(7)["plays"]


def folders(box, music, tally):
    box.do("clear", "add stories", "play 1")
    box.plays_at(6)
    box.do("seekcur 100")
    box.plays_at(105)
    box.kill()
    told = next(iter(resumes(box)), {})
    tally.check(told.get("song") == "stories/2.flac" and float(told["elapsed"]) >= 105 - SLACK,
                "the place was kept before the cut", told)
    box.do("clear", "add songs", "play")
    wait_for("music", lambda: box.elapsed() > 1)
    box.do("clear", "add songs", "add stories", "play 8")
    tally.check(box.client.pairs("currentsong")["file"] == "stories/2.flac" and box.elapsed() >= 100,
                "the folder goes on", box.status())
    box.do("play 0")
    tally.check(box.elapsed() < 1, "music starts over", box.status())
    box.do("play 8")
    box.plays_at(101)
    box.stop()
    other = Box(music)
    try:
        other.do("clear", "add stories", "play")
        tally.check(other.client.pairs("currentsong")["file"] == "stories/2.flac" and other.elapsed() >= 100,
                    "on another jukebox, too", other.status())
        other.do("stop", "setresume stories off", "play")
        other.do("stop", "clear", "add stories", "play")
        tally.check(other.client.pairs("currentsong")["file"] == "stories/1.flac" and other.elapsed() < 2,
                    "what is to start over does", other.status())
        tally.check(other.counts(1, plays=1), "counts travel, too", other.heard(1))
    finally:
        other.daemon.close()


def resumes(box):
    return box.client.groups("resume", "directory")


def lovely(box, tally):
    box.do("repeat 1", "single 1")
    box.play(5)
    wait_for("four plays", lambda: box.heard(5)["plays"] >= 4)
    box.do("repeat 0", "single 0", "stop")
    tally.check("playlist: Lovely songs" in box.client.command("listplaylists"), "lovely songs are a playlist")
    tally.check("file: songs/5.flac" in box.client.command('listplaylist "Lovely songs"'), "of what is loved")
    try:
        box.do('rm "Lovely songs"')
        tally.check(False, "nobody removes it")
    except Ack as refusal:
        tally.check("made by the jukebox" in str(refusal), "the refusal says why", refusal)
    told = json.loads(subprocess.run([program("jukebox"), "stats", "songs/5.flac", "--json", "--socket", box.daemon.socket],
                                     check=True, capture_output=True, text=True).stdout)
    tally.check(told["lovely"] and told["plays"] >= 4 and told["rank"] == 1, "jukebox stats tells", told)
    most = box.client.values("browse mostplayed", "file")
    tally.check(most and most[0] in ("songs/5.flac", "songs/7.flac"), "and so does browse", most)


def main():
    print(f"seed {SEED}", flush=True)
    tally = Tally()
    with work_folder() as folder:
        music = folder / "music"
        make_music(music)
        box = Box(music)
        try:
            counting(box, tally)
            lovely(box, tally)
            killing(box, tally)
            folders(box, music, tally)
        finally:
            box.daemon.close()
    tally.close()


main()
