"""The queue when volumes come, go and change the jukebox: several daemons on the same folders.

usage: board/lab/run proofs.volumes      (as root it also mounts and unmounts volumes; else it says that it does not)
"""
import pathlib
import shutil
import subprocess

from lib import ROOT, Daemon, Tally, apart, wait_for, work_folder

ALBUM = ROOT / "Fixtures/album"


def sound(path, seconds, note):
    subprocess.run(["sox", "-q", "-r", "44100", "-n", "-b", "16", "-c", "2", str(path), "synth", str(seconds), "sine",
                    str(note), "gain", "-20"], check=True)


def jukebox(*arguments):
    return Daemon("--output", "null", "--volume", "60", *map(str, arguments))


def playing(client, title=None):
    def check():
        status = client.status()
        song = client.pairs("currentsong")
        return status["state"] == "play" and float(status.get("elapsed", 0)) > 0.2 and (
            title is None or song.get("file", "").endswith(title)) and (status, song)
    return wait_for(f"{title or 'something'} to play", check)


def known(client, count):
    wait_for("the end of the scan", lambda: client.knows("", count) and not client.is_scanning())


def fills(tally, work):
    music = work / "fill"
    music.mkdir()
    for name, note in (("10 last.flac", 300), ("2 middle.flac", 350), ("1 first.flac", 400)):
        sound(music / name, 20, note)
    with jukebox("--music", music, "--mount-root", "off") as box:
        client = box.start().connect()
        playing(client, "1 first.flac")
        known(client, 3)
        tally.check(client.queue() == ["1 first.flac", "2 middle.flac", "10 last.flac"], "a new folder fills the queue",
                    client.queue())
        client.command("seekcur 7")
        tally.check(box.stop() == 0, "ends in order")
        client = box.start().connect()
        status, _ = playing(client, "1 first.flac")
        tally.check(7 <= float(status["elapsed"]) < 10, "goes on where it was", status["elapsed"])


def travels(tally, work):
    music = work / "travel"
    music.mkdir()
    for number in range(1, 6):
        sound(music / f"{number}.flac", 20, 200 + 50 * number)
    with jukebox("--music", music, "--mount-root", "off") as a, jukebox("--music", music, "--mount-root", "off") as b:
        client = a.start().connect()
        known(client, 5)
        wait_for("the queue", lambda: len(client.queue()) == 5)
        client.command("move 4 0")
        client.command("play 2")
        client.command("seekcur 9")
        client.command("delete 4")
        order = client.queue()
        playing(client)
        tally.check(a.stop() == 0, "the first box ends in order")

        client = b.start().connect()
        status, song = playing(client)
        tally.check(client.queue() == order, "the second box takes the queue over", client.queue())
        tally.check(song["file"] == order[2] and 9 <= float(status["elapsed"]) < 12, "and the position in it",
                    (song["file"], status["elapsed"]))
        tally.check(b.stop() == 0, "the second box ends in order")
        client = b.start().connect()
        status, _ = playing(client)
        tally.check(client.queue() == order, "the second box keeps what it wrote itself")
        client.command("delete 0")
        client.command("play 1")
        client.command("seekcur 3")
        playing(client)
        tally.check(b.stop() == 0, "and ends in order once more")

        client = a.start().connect()
        _, song = playing(client)
        tally.check(client.queue() == order[1:], "the first box takes over what the second made of it", client.queue())
        tally.check(song["file"] == order[2], "and its current entry", song["file"])
        client.command("clear")
        client.command("add 3.flac")
        client.command("play 0")
        client.command("seekcur 19")
        wait_for("the end", lambda: client.status()["state"] == "stop")
        tally.check(a.stop() == 0, "the first box ends with a queue that has come to its end")
        client = b.start().connect()
        _, song = playing(client)
        tally.check(song["file"] == "3.flac", "the second box plays a queue that had come to its end", song["file"])
        tally.check(b.stop() == 0, "ends in order")
    with jukebox("--music", music, "--mount-root", "off", "--autoplay", "all") as c:
        client = c.start().connect()
        playing(client, "1.flac")
        known(client, 5)
        wait_for("the whole folder", lambda: len(client.queue()) == 5)
        tally.check(True, "`all` takes nothing over")


def tags(tally, work):
    music = work / "tags"
    music.mkdir()
    shutil.copy(ALBUM / "1-01 Kettle Waltz.flac", music / "song.flac")
    with jukebox("--music", music, "--mount-root", "off") as box:
        client = box.start().connect()
        client.command("repeat 1")
        playing(client)
        wait_for("the title", lambda: client.pairs("currentsong").get("Title") == "Kettle Waltz")
        subprocess.run(["metaflac", "--remove-tag=TITLE", "--set-tag=TITLE=Kettle Polka", str(music / "song.flac")],
                       check=True)
        client.command("update")
        wait_for("the new title", lambda: client.pairs("currentsong").get("Title") == "Kettle Polka")
        tally.check(client.status()["state"] == "play", "a changed tag is told while the song plays")


def long_file(tally, work):
    music = work / "long"
    music.mkdir()
    part = (ROOT / "Fixtures/formats/vbr-no-xing.mp3").read_bytes()
    # Some 17 minutes.
    (music / "long.mp3").write_bytes(part * 700)
    arguments = ["--music", music, "--mount-root", "off"]
    with jukebox(*arguments) as box:
        client = box.start().connect()
        playing(client)
        client.command("seekcur 900")
        wait_for("the place", lambda: float(client.status().get("elapsed", 0)) > 900.1)
        # Without an index the place is an estimate at first, which the decode thread makes exact.
        wait_for("an exact place", lambda: client.pairs("engine").get("position") == "exact")
        tally.check(box.stop() == 0, "ends in order")
    # Once it was read whole, every seek is exact, also in another jukebox.
    with jukebox(*arguments, "--output", "file:/dev/null", "--autoplay", "off") as box:
        client = box.start().connect()
        known(client, 1)
        client.command("clear")
        client.command("add /")
        client.command("play 0")
        # A debug build decodes no faster than some thirty times.
        wait_for("the end", lambda: client.status()["state"] == "stop", seconds=300)
        tally.check(box.stop() == 0, "ends in order")
    with jukebox(*arguments, "--autoplay", "all") as box:
        client = box.start().connect()
        playing(client)
        client.command("seekcur 900")
        wait_for("the place", lambda: float(client.status().get("elapsed", 0)) > 900.1)
        tally.check(client.pairs("engine")["position"] == "exact", "and exact once its frames are known")


def copies(tally, work):
    """An original and a copy, database and all: the one that opens later gets a new identity, and keeps it."""
    original, copy = work / "original", work / "copy"
    original.mkdir()
    for number in range(1, 9):
        sound(original / f"{number}.flac", 0.2, 200 + 50 * number)
    with jukebox("--mount-root", "off", "--autoplay", "off") as box:
        client = box.start("--music", original).connect()
        known(client, 8)
        client.command('add "1.flac"')
        client.command('rate "1.flac" 7')
        client.command('playlistadd "Mine" "1.flac"')
        wait_for("the queue", lambda: client.queue() == ["1.flac"])
        tally.check(box.stop() == 0, "ends in order")
        subprocess.run(["cp", "-a", original, copy], check=True)

        def names(*order):
            """Starts with volumes in this order; their names by their paths, and the queue."""
            client = box.start(*(word for place in order for word in ("--music", str(place)))).connect()

            def all_open():
                paths, told = {}, None
                for line in client.command("volumes"):
                    key, value = line.split(": ", 1)
                    told = value if key == "volume" else told
                    if key == "path":
                        paths[pathlib.Path(value)] = told
                return len(paths) == len(order) and client.knows("", 8 * len(order)) and paths
            found = wait_for("all volumes", all_open, 30)
            wait_for("the end of the scans", lambda: not client.is_scanning())
            queue = client.queue()
            tally.check(box.stop() == 0, "ends in order")
            return found, queue

        found, queue = names(copy)
        tally.check(found == {copy: "original"} and queue == ["1.flac"], "a copy alone is taken for the original", (found, queue))
        found, queue = names(copy, original)
        # Both open at the same time: either may be the first.
        kept, new = (copy, original) if found[copy] == "original" else (original, copy)
        renamed = found[new]
        tally.check(found[kept] == "original" and renamed.startswith("original~"),
                    "of two with one identity the one that opens later gets a new one", found)
        for order in [(copy, original), (original, copy)] * 3:
            found, queue = names(*order)
            tally.check(found == {kept: "original", new: renamed}, "both keep their identity in any order", found)
            tally.check(queue == ["1.flac" if order[0] == kept else "original/1.flac"], "the queue stays with the first", (order, queue))
        found, queue = names(new)
        tally.check(found == {new: renamed} and queue == ["original/1.flac"], "alone, the other one is a volume of its own", (found, queue))


class Stick:
    """A volume of its own, in memory."""

    def __init__(self, path):
        self.path = path
        self.source = path.parent.parent / f"source of {path.name}"
        self.source.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(self.source)], check=True)

    def plug_in(self, path=None):
        self.path = path or self.path
        self.path.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "--bind", str(self.source), str(self.path)], check=True)

    def pull(self):
        subprocess.run(["umount", "--lazy", str(self.path)], check=True)

    def close(self):
        subprocess.run(["umount", "--lazy", str(self.path)], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["umount", "--lazy", str(self.source)], check=True)


def sticks(tally, work):
    root = work / "media"
    root.mkdir()
    first, second, stranger = Stick(root / "first"), Stick(root / "second"), Stick(root / "stranger")
    try:
        for number in (1, 2):
            sound(first.source / f"{number}.flac", 30, 200 + 50 * number)
            sound(stranger.source / f"new {number}.flac", 30, 300 + 50 * number)
        sound(second.source / "other.flac", 30, 500)
        with jukebox("--mount-root", root) as box:
            client = box.start().connect()
            tally.check(client.status()["state"] == "stop", "without a stick there is silence")
            first.plug_in()
            playing(client, "1.flac")
            client.command("seekcur 12")
            playing(client, "1.flac")
            second.plug_in()
            wait_for("the second stick", lambda: any("other.flac" in f["file"] for f in client.songs("listall")))
            status, song = playing(client)
            tally.check(song["file"] == "first/1.flac" and float(status["elapsed"]) >= 12,
                        "another stick does not interrupt", song["file"])
            count = len(client.queue())
            first.pull()
            wait_for("the pull", lambda: client.pairs("currentsong").get("file") != "first/1.flac"
                     or client.status()["state"] != "play")
            tally.check(len(client.queue()) == count, "the entries of a pulled stick stay", client.queue())
            second.pull()
            wait_for("silence", lambda: client.status()["state"] != "play")
            first.plug_in(root / "elsewhere")
            status, song = playing(client, "1.flac")
            tally.check(12 <= float(status["elapsed"]) < 20, "back, it goes on where it was", status["elapsed"])
            tally.check(box.stop() == 0, "ends in order")
            # Switched on with another stick, which it has never seen: it waits a little for the one that it knows.
            first.pull()
            stranger.plug_in()
            client = box.start().connect()
            status, song = playing(client)
            tally.check(song["file"] == "stranger/new 1.flac", "a stranger plays after a while", song["file"])
            wait_for("all of it", lambda: [f for f in client.queue() if f.startswith("stranger/")]
                     == ["stranger/new 1.flac", "stranger/new 2.flac"])
            tally.check(box.stop() == 0, "ends in order")
    finally:
        for stick in (first, second, stranger):
            stick.close()


def main():
    tally = Tally()
    with work_folder() as work:
        for part in (fills, travels, tags, long_file, copies):
            part(tally, work)
        if MAY_MOUNT:
            sticks(tally, work)
        else:
            print("no right to mount: no volume is mounted or pulled", flush=True)
    tally.close()


MAY_MOUNT = apart("--mount", as_user=False)
main()
