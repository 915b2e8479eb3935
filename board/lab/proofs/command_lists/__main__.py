"""Sends command lists of thousands of edits of each kind while the storage is slow, beside MPD.

Each flush of the storage (fdatasync, fsync) takes 0, 20 and 100 ms longer, by strace. Of each kind: a list is done whole,
with few flushes however long it is; where one command in its middle is refused, all before it is done and nothing after
it, also after kill -9. A queue that was cleared for a URL is there again, with its song and place. Times beside MPD, which
has no slow storage, are printed.

usage: board/lab/run proofs.command-lists [EDITS] [MILLISECONDS…]     (default 20000, and 0 20 100)
"""
import contextlib
import re
import shutil
import sys
import time

from lib import Ack, Daemon, Tally, wait_for, work_folder
from lib.material import flac_with_tags, tone
from lib.mpd import MPD

EDITS = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
DELAYS = [int(word) for word in sys.argv[2:]] or [0, 20, 100]
SONGS = 1_000
# A list's own, one that it may find under way, and those of the position and of what is written by itself meanwhile.
MOST_FLUSHES = 6
# On a volume each edit is a commit, and the log moves into the database (two flushes) whenever it holds 8 MiB.
EDITS_PER_FLUSH = 100
# Stickers that MPD is given: it flushes after each.
MPD_STICKERS = 1_000
# Entries that stored playlists of MPD hold by default, less some.
PLAYLIST = 16_000


def fill(folder):
    template = tone(folder, 1)
    for number in range(SONGS):
        path = folder / f"a{number // 20:02}" / f"{number:04}.flac"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(flac_with_tags(template, [("TITLE", f"T{number}"), ("ARTIST", f"A{number % 50}")]))
    return [f"a{number // 20:02}/{number:04}.flac" for number in range(SONGS)]


class Slow(Daemon):
    """The jukebox over storage whose flushes take longer, and are counted."""

    def __init__(self, music, delay):
        super().__init__("--music", str(music), "--output", "null")
        self.flushes = self.folder / "flushes"
        self.prefix = ["strace", "-D", "-f", "-q", "--seccomp-bpf", "-o", str(self.flushes), "-e", "trace=fdatasync,fsync"]
        if delay:
            self.prefix += ["-e", f"inject=fdatasync,fsync:delay_enter={delay * 1000}"]

    def rest(self):
        """Waits until what is written after a scan or an edit, by itself, has been."""
        seen, since = self.count, time.monotonic()
        while time.monotonic() - since < 3:
            time.sleep(0.05)
            if self.count != seen:
                seen, since = self.count, time.monotonic()

    @property
    def count(self):
        return len(re.findall(r"f(?:data)?sync\(", self.flushes.read_text())) if self.flushes.exists() else 0


def send(client, lines):
    """The answer's lines to a list, and the seconds that it took; an ACK is the last line."""
    text = "command_list_ok_begin\n" + "\n".join(lines) + "\ncommand_list_end\n"
    begin = time.perf_counter()
    client.file.write(text.encode())
    client.file.flush()
    answer = []
    while True:
        line = client.file.readline().decode().rstrip("\n")
        if not line:
            raise ConnectionError(f"closed; the last lines were {answer[-3:]}")
        answer.append(line)
        if line == "OK" or line.startswith("ACK"):
            return answer, time.perf_counter() - begin


def ids(client):
    return list(map(int, client.values("plchangesposid 0", "Id")))


def files(client):
    return [line.split("file: ", 1)[1] for line in client.command("playlist")]


class Kind:
    """One kind of edit: what a list of it needs before, its lines, one that is refused, and how often it took effect."""

    def __init__(self, name, lines, wrong, effect, before="empty", count=EDITS):
        self.name, self.lines, self.wrong, self.effect, self.before = name, lines, wrong, effect, before
        self.count = count


def kinds(songs):
    def song(number):
        return songs[number % len(songs)]

    def length(client):
        return int(client.status()["playlistlength"])

    def gone(client):
        return EDITS - length(client)

    def listed(client):
        try:
            return len(client.command("listplaylist proof"))
        except Ack:
            return 0

    def stickers(client):
        return sum(line.startswith("sticker:") for line in client.command("sticker find song \"\" proof"))

    def raised(client):
        return sum(line.startswith("Prio:") for line in client.command("playlistinfo"))

    return [
        Kind("add", lambda n, _: [f'add "{song(i)}"' for i in range(n)], "add nosuch", length),
        Kind("addid", lambda n, _: [f'addid "{song(i)}"' for i in range(n)], "addid nosuch", length),
        Kind("delete", lambda n, _: ["delete 0"] * n, "delete 99999", gone, "full"),
        Kind("deleteid", lambda n, known: [f"deleteid {i}" for i in known[:n]], "deleteid 4000000000", gone, "full"),
        Kind("move", lambda n, _: [f"move {i * 7919 % EDITS} {i * 104729 % EDITS}" for i in range(n)], "move 99999 0", None,
             "full"),
        Kind("swap", lambda n, _: [f"swap {i * 7919 % EDITS} {i * 104729 % EDITS}" for i in range(n)], "swap 0 99999", None,
             "full"),
        Kind("prio", lambda n, _: [f"prio 5 {i}" for i in range(n)], "prio 5 99999", raised, "full"),
        Kind("prioid", lambda n, known: [f"prioid 5 {i}" for i in known[:n]], "prioid 5 4000000000", raised, "full"),
        Kind("playlistadd", lambda n, _: [f'playlistadd proof "{song(i)}"' for i in range(n)], "playlistadd proof nosuch",
             listed, "list", min(EDITS, PLAYLIST)),
        Kind("sticker set", lambda n, _: [f'sticker set song "{song(i)}" proof {i}' for i in range(n)],
             "sticker set song nosuch proof 1", stickers, "stickers"),
    ]


def prepare(client, kind, songs):
    """The queue, or what else is edited, as it is before; the numbers of the queue's entries."""
    client.command("clear")
    with contextlib.suppress(Ack):
        client.command("rm proof")
    if kind.before == "stickers":
        for line in client.command("sticker find song \"\" proof"):
            if line.startswith("file: "):
                client.command(f'sticker delete song "{line[6:]}" proof')
    if kind.before == "full":
        send(client, [f'add "{songs[i % len(songs)]}"' for i in range(EDITS)])
    return ids(client)


def moved(order, lines):
    """A model of `move` and `swap`."""
    order = list(order)
    for line in lines:
        word, one, other = line.split()
        one, other = int(one), int(other)
        if word == "move":
            order.insert(other, order.pop(one))
        else:
            order[one], order[other] = order[other], order[one]
    return order


def expected(kind, done):
    """How many of `done` edits can be told from outside."""
    return min(done, SONGS) if kind.name == "sticker set" else done


def whole(daemon, client, kind, songs, tally, what):
    known = prepare(client, kind, songs)
    lines = kind.lines(kind.count, known)
    daemon.rest()
    before = daemon.count
    answer, seconds = send(client, lines)
    flushes = daemon.count - before
    tally.check(answer[-1] == "OK", f"{what}: the list is done", answer[-1])
    on_volume = kind.before in ("list", "stickers")
    most = MOST_FLUSHES + (kind.count // EDITS_PER_FLUSH if on_volume else 0)
    tally.check(flushes <= most, f"{what}: few flushes", flushes)
    if kind.effect:
        count = kind.effect(client)
        tally.check(count == expected(kind, kind.count), f"{what}: every edit", count)
    else:
        tally.check(ids(client) == moved(known, lines), f"{what}: the same order")
    if kind.name == "addid":
        told = [int(line.split(": ")[1]) for line in answer if line.startswith("Id: ")]
        tally.check(told == ids(client), f"{what}: every number is told")
    return seconds, flushes


def refused(daemon, client, kind, songs, tally, what):
    """One line in the middle is wrong; the daemon is killed at its ACK."""
    known = prepare(client, kind, songs)
    half = kind.count // 2
    lines = kind.lines(kind.count, known)
    answer, _ = send(client, lines[:half] + [kind.wrong] + lines[half:])
    daemon.kill()
    tally.check(answer[-1].startswith("ACK") and f"@{half}]" in answer[-1], f"{what}: refused at its place", answer[-1])
    tally.check(answer.count("list_OK") == half, f"{what}: those before are answered", answer.count("list_OK"))
    daemon.start()
    client = opened(daemon)
    if kind.effect:
        count = kind.effect(client)
        tally.check(count == expected(kind, half), f"{what}: all before the error and nothing behind it", count)
    else:
        tally.check(ids(client) == moved(known, lines[:half]), f"{what}: all before the error and nothing behind it")
    return client


def cleared(daemon, client, songs, tally, what):
    """A client clears the queue for what can't be added, and the power goes."""
    for lines in (["clear", "add gopher://radio.example/tts.mp3"], ["clear", "load nosuch"]):
        client.command("clear")
        send(client, [f'add "{song}"' for song in songs[:50]] + ["play 7", "pause 1", "seekcur 0.5"])
        before = ids(client), {key: client.status().get(key) for key in ("state", "song", "songid", "elapsed")}
        client.command(lines[0])
        tally.check(client.refusal(lines[1]), f"{what}: {lines[1]} is refused")
        daemon.kill()
        daemon.start()
        client = opened(daemon)
        status = wait_for("the song", lambda: (lambda told: told.get("state") == "pause" and told)(client.status()))
        after = ids(client), {key: status.get(key) for key in ("state", "song", "songid", "elapsed")}
        tally.check(after == before, f"{what}: {lines[1]} leaves all as before", (after[1], before[1]))
    return client


def opened(daemon):
    client = daemon.connect()
    client.socket.settimeout(600)
    wait_for("the songs", lambda: client.knows("", SONGS), 120)
    wait_for("the scan", lambda: not client.is_scanning(), 120)
    return client


def beside(music, songs, times, tally):
    with work_folder() as work, MPD(music, settings=f'max_command_list_size "8192"\nsticker_file "{work}/stickers"') as mpd:
        mpd.update()
        print(f"{'a list of':24} {'jukebox':>9} {'MPD':>9}   (seconds; flushes as fast as they are)")
        for kind in kinds(songs):
            known = prepare(mpd.client, kind, songs)
            count = min(kind.count, MPD_STICKERS) if kind.before == "stickers" else kind.count
            answer, seconds = send(mpd.client, kind.lines(count, known))
            tally.check(answer[-1] == "OK", f"MPD's {kind.name}", answer[-1])
            note = f"   (MPD: {count})" if count < kind.count else ""
            print(f"{kind.count:8} {kind.name:15} {times[kind.name]:9.3f} {seconds:9.3f}{note}")


def main():
    tally = Tally()
    with work_folder() as work:
        music = work / "music"
        music.mkdir()
        songs = fill(music)
        for delay in DELAYS:
            shutil.rmtree(music / ".jukebox", ignore_errors=True)
            times = {}
            with Slow(music, delay) as daemon:
                daemon.start()
                client = opened(daemon)
                for kind in kinds(songs):
                    what = f"{delay} ms, {kind.name}"
                    times[kind.name], flushes = whole(daemon, client, kind, songs, tally, what)
                    print(f"{delay:4} ms {kind.count:8} {kind.name:12} {times[kind.name]:8.3f} s {flushes:3} flushes", flush=True)
                    client = refused(daemon, client, kind, songs, tally, what)
                cleared(daemon, client, songs, tally, f"{delay} ms")
            if delay == 0:
                shutil.rmtree(music / ".jukebox", ignore_errors=True)
                beside(music, songs, times, tally)
    tally.close()


main()
