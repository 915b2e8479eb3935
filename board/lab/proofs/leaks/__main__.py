"""Gives a jukebox each command of its own list many times, then commands by chance, with plausible and with wrong arguments,
and clients that leave in the middle: what it has open, its threads and its memory are as before.

The commands are those that `commands` answers, so that a new one takes part by itself.

usage: board/lab/run proofs.leaks [TIMES [COMMANDS [SEED]]]     (default each command 50 times, then 10,000 by chance, of a random
seed, which is printed; the commands by chance end after ten minutes)
"""
import collections
import contextlib
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time

from lib import ROOT, Ack, Client, Daemon, Tally, quoted, wait_for, work_folder

TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 50
COMMANDS = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
RANDOM = random.Random(SEED)
JOBS: list[int] = []
# The end of patience for what a client left under way: 30 s without a question end a mix.
PATIENCE = 90
LONGEST = 600
# Open for a time only: the file that is opened ahead, a picture, a sound that streams, the analyser.
SLACK = 6
MEMORY = 12 << 20
SONGS = [f"album/{name}" for name in sorted(os.listdir(ROOT / "Fixtures/album"))]

# Values of the words of a command.
WORDS = {
    "SONG": lambda: quoted(RANDOM.choice(SONGS)),
    "DIR": lambda: RANDOM.choice(["album", '""', "album"]),
    "LIST": lambda: RANDOM.choice(["Party", "Quiet", "Long"]),
    "NEW": lambda: f"P{RANDOM.randrange(4)}",
    "TAG": lambda: RANDOM.choice(["Artist", "Album", "Title", "Genre", "Date", "AlbumArtist", "file"]),
    "POS": lambda: str(RANDOM.randrange(5)),
    "ID": lambda: str(RANDOM.randrange(1, 60)),
    "TIME": lambda: f"{RANDOM.uniform(0, 3):.2f}",
    "PAD": lambda: RANDOM.choice(["Bell", "Cow", "Rain"]),
    "BOOL": lambda: RANDOM.choice("01"),
    "PERCENT": lambda: str(RANDOM.randrange(101)),
    "RANGE": lambda: f"{RANDOM.randrange(3)}:{RANDOM.randrange(3, 9)}",
    "FILTER": lambda: RANDOM.choice(['"(Artist == \'The Tinkers\')"', '"(Title contains \'a\')"', "any a"]),
    "WORD": lambda: RANDOM.choice(["kettle", "night", "so", "xyzzy"]),
    "EVENT": lambda: RANDOM.choice(["", "player", "chord record", "database options"]),
    "JOB": lambda: str(JOBS[-1] if JOBS and RANDOM.random() < 0.8 else RANDOM.randrange(1, 9)),
    "OFFSET": lambda: str(RANDOM.choice([0, 1, 4096, 1 << 40])),
    "NAME": lambda: RANDOM.choice("abc"),
}

# Arguments that a command takes; of one that is not here, words are given by chance.
TAKES = {
    "absentfavourites": [""], "add": ["SONG", "DIR"], "addid": ["SONG", "SONG POS"], "addtagid": ["ID Title x"],
    "albumart": ["SONG OFFSET"], "analysis": ["SONG", "set SONG bpm 120", "set SONG key Am", "set SONG bpm off"],
    "analyze": ["SONG", "cancel", "status", "SONG force"], "announce": ["SONG", "SONG volume PERCENT", "SONG duck 12"],
    "artwork": ["SONG"], "backup": [""], "balance": ["0", "PERCENT"], "beats": ["SONG"], "binarylimit": ["8192", "64"],
    "browse": ["artists", "albums", "folders", "recent", "songs group {Artist}", "ranking", "years", "tempos", "keys"],
    "channels": ["", "stereo", "mono"], "chapters": ["SONG"], "chords": ["SONG"], "clear": [""], "cleartagid": ["ID"],
    "colour": ["SONG FF8000", "SONG"], "count": ["FILTER", "group TAG"], "cueadd": ["SONG TIME", "SONG TIME name NAME"],
    "cueedit": ["SONG POS name NAME"], "cueplay": ["SONG POS"], "cuerm": ["SONG POS"], "cues": ["SONG"],
    "cuestep": ["next", "previous"], "delete": ["POS", "RANGE"], "deleteid": ["ID"], "disableoutput": ["0"],
    "enableoutput": ["0"], "eq": ["", "3 0 -2", "off"], "favourite": ["SONG", "SONG BOOL"], "find": ["FILTER"],
    "findadd": ["FILTER"], "idle": ["EVENT"], "list": ["TAG", "TAG group TAG"], "listall": ["DIR"],
    "library": ["sources", "folders WORD"], "listallinfo": ["DIR"], "listening": ["SONG"], "listfiles": ["DIR"], "listplaylist": ["LIST"],
    "listplaylistinfo": ["LIST"], "load": ["LIST", "LIST RANGE"], "lookup": ["WORD", "WORD WORD"],
    "loop": ["", "0.1 0.9", "off"], "loopcue": ["POS"], "lsinfo": ["DIR", ""], "mix": ["1", "2"], "mixable": ["SONG"],
    "move": ["POS POS"], "moveid": ["ID POS"], "note": ["SONG text", "SONG"], "notes": ["SONG"],
    "outputset": ["0 a b"], "pad": ["PAD", "PAD wait"], "padadd": ["SONG", "SONG NAME"],
    "padfolder": ["NAME", "NAME colour FF0000"], "padfolderrm": ["NAME"], "padmove": ["PAD 1"], "padremove": ["3"],
    "pads": ["", "sort name"], "padset": ["PAD volume 0.5", "PAD loops 1", "PAD speed 1.2"], "padtrim": ["Rain 0 0.3"],
    "padwaveform": ["PAD", "PAD 20"], "partition": ["default"], "password": ["x"], "pause": ["BOOL", ""],
    "personal": ["SONG"], "play": ["POS", ""], "playid": ["ID"], "playlistadd": ["LIST SONG"],
    "playlistclear": ["NEW"], "playlistcover": ["LIST", "LIST OFFSET"], "playlistcoverset": ["LIST 0 4 AAAA"],
    "playlistdelete": ["LIST 0"], "playlistduplicates": ["LIST"], "playlistentries": ["LIST"],
    "playlistentryset": ["LIST 0 gain -3", "LIST 0 start 0.1"], "playlistfiles": [""], "playlistfind": ["FILTER"],
    "playlistfolder": ["make NAME", "remove NAME"], "playlistget": ["LIST"], "playlistgroups": ["LIST"],
    "playlistid": ["ID", ""], "playlistinfo": ["", "POS", "RANGE"], "playlistlength": ["LIST"],
    "playlistmove": ["LIST 0 1"], "playlistorder": ["LIST flow", "LIST undo"], "playlistput": ["LIST uri SONG"],
    "playlistsearch": ["FILTER"], "playlistset": ["LIST notes text"], "plchanges": ["0"], "plchangesposid": ["0"],
    "preset": ["1"], "presetset": ["1 LIST", "1"], "prio": ["PERCENT POS"], "prioid": ["PERCENT ID"],
    "random": ["BOOL", "albums"], "rangeid": ["ID 0.1:0.5", "ID :"], "rate": ["SONG 8", "SONG"],
    "readcomments": ["SONG"], "readpicture": ["SONG OFFSET"], "readmessages": [""],
    "thumbnail": ["SONG 96 OFFSET", "SONG 320 0", "SONG 7 0"],
    "record": ["start seconds 1", "stop", "status", "play", "keep NAME", "discard", "analyze"],
    "listen": ["start", "stop", "", "status 442"],
    "rename": ["NEW NEW"], "renderbegin": ["uri SONG", "playlist LIST", "format wav uri SONG", "pad PAD"],
    "renderend": ["JOB"], "renderread": ["JOB OFFSET"], "renderstatus": ["JOB"], "repeat": ["BOOL"],
    "replay_gain_mode": ["off", "track", "auto"], "rescan": ["DIR"], "restore": ["m"], "resume": ["", "SONG"],
    "rm": ["NEW"], "save": ["NEW", "Long replace"], "search": ["FILTER"], "searchadd": ["FILTER"],
    "searchaddpl": ["LIST FILTER"], "searchcount": ["FILTER"], "searchplaylist": ["LIST FILTER"], "seek": ["POS TIME"],
    "seekcur": ["TIME", "+1"], "seekid": ["ID TIME"], "sendmessage": ["NAME text"], "setresume": ["album on", "album auto"],
    "setvol": ["PERCENT"], "shuffle": [""], "single": ["BOOL", "oneshot"], "sleep": ["", "10", "off"],
    "speed": ["1", "1.25"], "sticker": ["get song SONG rating", "set song SONG x y", "find song album x", "list song SONG"],
    "stickernamestypes": ["", "song"], "subscribe": ["NAME"], "swap": ["POS POS"], "swapid": ["ID ID"],
    "sync": [""], "tagtypes": ["", "all", "clear"], "toggleoutput": ["0"], "unsubscribe": ["NAME"],
    "update": ["", "DIR"], "uploadbytes": ["NAME 0 4"], "volume": ["+1", "-1"], "waveform": ["SONG 20"], "crossfade": ["0", "1"], "consume": ["BOOL"],
    "mixrampdb": ["0"], "mixrampdelay": ["nan"], "mute": ["", "BOOL"], "protocol": ["", "all", "clear"],
    "import": ["m NAME"], "getvol": [""], "moveoutput": ["x"],
}
WRONG = ['""', "-1", "999999999999", "x", '"a b"', "../..", "nan", "1:0", "0", '"\\"\'"', "äöü", "a" * 3000]
# Only these last for long by themselves, or take what the others need.
NEVER = {"kill", "unmount", "mount", "restart", "shutdown"}


def well(name):
    template = RANDOM.choice(TAKES[name]) if name in TAKES else " ".join(RANDOM.choices(["SONG", "LIST", "POS", "WORD", "TIME"], k=RANDOM.randrange(3)))
    return " ".join([name, *(WORDS[word]() if word in WORDS else word for word in template.split())])


def badly(name):
    return " ".join([name, *RANDOM.choices(WRONG, k=RANDOM.randrange(5))])


def make_music(folder):
    shutil.copytree(ROOT / "Fixtures/album", folder / "album")
    (folder / "Sounds").mkdir()
    for name, seconds in [("Bell", 0.3), ("Cow", 0.5), ("Rain", 12)]:
        subprocess.run(["sox", "-q", "-r", "44100", "-n", "-b", "16", str(folder / "Sounds" / f"{name}.wav"),
                        "synth", str(seconds), "sine", "330", "gain", "-30"], check=True)


class Box:
    def __init__(self, daemon):
        self.daemon = daemon
        self.process = daemon.process.pid
        self.client = None

    def open(self):
        """The kind of each descriptor, as /proc/PID/fd shows it."""
        found = collections.Counter()
        folder = f"/proc/{self.process}/fd"
        for name in os.listdir(folder):
            try:
                target = os.readlink(f"{folder}/{name}")
            except FileNotFoundError:
                continue
            found[target.split(":[")[0] if target.startswith(("socket", "pipe")) else target] += 1
        return found

    def status(self, key):
        for line in pathlib.Path(f"/proc/{self.process}/status").read_text().splitlines():
            if line.startswith(key + ":"):
                return int(line.split()[1])
        raise KeyError(key)

    def children(self):
        return len(pathlib.Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split())

    def usage(self):
        return sum(self.open().values()), self.status("Threads"), self.children()

    def ask(self, line):
        """The answer, or what it was refused with."""
        try:
            if self.client is None:
                self.client = Client(self.daemon.socket, timeout=60)
            command(self.client, line)
        except Ack:
            pass
        except ConnectionError:
            # A line that is no command of the protocol ends the connection.
            self.leave()
        except TimeoutError as error:
            raise TimeoutError(f"no answer within 60 s: {line[:200]}") from error

    def leave(self):
        if self.client:
            self.client.close()
        self.client = None

    def settle(self):
        """Ends running work, so that what is left is what is kept."""
        self.leave()
        client = Client(self.daemon.socket, timeout=60)
        for line in ["stop", "clear", "padstop all", "analyze cancel", "record stop", "record discard", "listen stop", "enableoutput 0",
                     "loop off", "sleep off", "speed 1", "crossfade 0", "random 0", "repeat 0", "single 0", "consume 0"]:
            with contextlib.suppress(Ack):
                client.command(line)
        while JOBS:
            with contextlib.suppress(Ack):
                client.command(f"renderend {JOBS.pop()}")
        wait_for("the scans", lambda: not client.is_scanning(), PATIENCE)
        client.close()

    def limits(self):
        return tuple(count + SLACK for count in self.rest())

    def rest(self):
        """The open descriptors once nothing runs: several times the same."""
        self.settle()
        # A mix whose client has left makes way for another one.
        render(self)
        seen = collections.deque(maxlen=8)
        until = time.monotonic() + PATIENCE
        while len(seen) < 8 or len(set(seen)) > 1:
            if time.monotonic() > until:
                return max(seen)
            time.sleep(0.1)
            seen.append(self.usage())
        return seen[0]


def command(client, line):
    """Says a line and reads its answer, which may hold bytes."""
    client.send(line)
    words = line.split()
    if words[0] == "idle":
        client.send("noidle")
    if words[0] == "uploadbytes" and words[-1].isdigit() and 1 <= int(words[-1]) <= 65_536:
        # The daemon waits for this number of bytes, also for those of a command that it refuses.
        client.file.write(bytes(int(words[-1])))
        client.file.flush()
    while True:
        raw = client.file.readline()
        if not raw.endswith(b"\n"):
            raise ConnectionError("closed")
        if raw.startswith(b"binary: "):
            client.file.read(int(raw[8:]) + 1)
        if raw.startswith(b"job: "):
            JOBS.append(int(raw[5:]))
        if raw.startswith(b"ACK"):
            raise Ack(raw.decode())
        if raw == b"OK\n":
            return


def walk_out(box, line):
    """A client that leaves while its command runs, with half of a line, or in the middle of a list."""
    client = Client(box.daemon.socket, timeout=60)
    how = RANDOM.randrange(4)
    try:
        if how == 0:
            client.file.write(line.encode()[: max(1, len(line) // 2)])
        elif how == 1:
            client.file.write(f"command_list_begin\n{line}\n".encode())
        elif how == 2:
            client.file.write(f"{line}\n{line}\nlistallinfo\n".encode())
        else:
            client.file.write(f"{line}\n".encode())
        client.file.flush()
        if how == 3:
            # In the middle of the answer, or of what takes longer.
            client.socket.settimeout(0.1)
            client.socket.recv(1)
    except (ConnectionError, TimeoutError):
        pass
    with contextlib.suppress(OSError):
        client.close()


def once(box, name, way):
    if way == 0:
        walk_out(box, well(name))
    elif way == 1:
        box.ask(badly(name))
    else:
        box.ask(well(name))


def render(box):
    """A mix from its beginning to its end, read as a whole, as `jukebox render` does it."""
    client = Client(box.daemon.socket, timeout=60)
    song = quoted(SONGS[0])

    def begin():
        try:
            return client.pairs(f"renderbegin uri {song}")["job"]
        except Ack:
            return None
    job = wait_for("a mix", begin, PATIENCE)
    wait_for("its end", lambda: client.pairs(f"renderstatus {job}")["state"] == "done", PATIENCE)
    size = int(client.pairs(f"renderstatus {job}")["bytes"])
    for offset in range(0, min(size, 50 * 8192), 8192):
        command(client, f"renderread {job} {offset}")
    command(client, f"renderend {job}")
    client.close()


def prepare(box):
    wait_for("the library", lambda: Client(box.daemon.socket).knows("album", len(SONGS)))
    box.client = Client(box.daemon.socket, timeout=60)
    for name in ["Party", "Quiet", "Long"]:
        for song in SONGS[:4]:
            box.client.command(f"playlistadd {name} {quoted(song)}")


def check(tally, name, before, box):
    what = ["descriptors", "threads", "children"]
    after = box.rest()
    if not tally.check(all(now <= most for now, most in zip(after, before)), name,
                       ", ".join(f"{now} {word}, at most {most} expected"
                                 for word, most, now in zip(what, before, after))):
        print(f"open are {box.open().most_common(8)}", flush=True)


def every(box, names, tally):
    """Each command many times: a leak of one of them is reported by its name."""
    # Threads and files that begin with the first use of a thing, and stay.
    for name in names:
        for way in range(3):
            once(box, name, way)
    start = box.limits()
    for name in names:
        before = sum(box.open().values())
        for number in range(TIMES):
            once(box, name, number % 3)
        more = sum(box.open().values()) - before
        # Running work is no leak: the end of it is waited for.
        if more > SLACK and TIMES > SLACK:
            check(tally, f"{TIMES} times {name}", start, box)
    check(tally, f"each of {len(names)} commands {TIMES} times", start, box)


def by_chance(box, names, tally):
    start = box.limits()
    until = time.monotonic() + LONGEST
    done = 0
    memory = []
    while done < COMMANDS and time.monotonic() < until:
        once(box, RANDOM.choice(names), RANDOM.randrange(10))
        done += 1
        if done % max(1, COMMANDS // 20) == 0:
            # People don't fill a stick with playlists all day.
            for name in ["P0", "P1", "P2", "P3", '"Mix 1"', '"Mix 2"', "Mix"]:
                box.ask(f"rm {name}")
            box.settle()
            memory.append(box.status("VmRSS") << 10)
    check(tally, f"{done} commands by chance, seed {SEED}", start, box)
    half = memory[len(memory) // 2:]
    print(f"memory in MiB: {' '.join(str(bytes >> 20) for bytes in memory)}", flush=True)
    tally.check(half[-1] - half[0] < MEMORY, "memory", f"{half[0] >> 20} MiB -> {half[-1] >> 20} MiB, seed {SEED}")


def main():
    tally = Tally()
    print(f"seed {SEED}", flush=True)
    with work_folder() as folder:
        music = folder / "m"
        music.mkdir()
        make_music(music)
        configuration = folder / "jukebox.ini"
        configuration.write_text("[audio]\ncapture-device = null\n")
        with Daemon("--config", str(configuration), "--music", str(music), "--output", "null", "--autoplay", "off") as daemon:
            daemon.start()
            daemon.connect().close()
            box = Box(daemon)
            prepare(box)
            names = [line.split(": ")[1] for line in box.client.command("commands")]
            names = [name for name in names if name not in NEVER]
            every(box, names, tally)
            by_chance(box, names, tally)
            tally.check(daemon.stop() == 0, "an orderly end", daemon.tail())
    tally.close()


if __name__ == "__main__":
    main()
