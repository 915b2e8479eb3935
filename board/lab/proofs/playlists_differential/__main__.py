"""Does the same to the stored playlists of MPD and of the jukebox, compares every answer, and lists why some differ.

  board/lab/run proofs.playlists-differential [--quick] [--commands N] [--seed N] [--show] [--debian RELEASE] [--mpd COMMAND…]

Commands of MPD 0.24 are compared with what its manual says where the MPD at hand is older. --quick sends 300
commands, else 2,000; --show prints every command with its reason; --mpd takes the rest of the line as the MPD to ask. A
difference that no reason explains is printed, and the command fails.
"""
import re

from lib import quoted, work_folder
from lib.containers import SOUNDS, encode
from lib.differential import Comparison, Refused, ask, options, pair
from lib.material import flac_with_tags

REASONS = {
    "newer": "this MPD is older than 0.24 and refuses what 0.24 answers; the answer is what its manual says",
    "moved": "the jukebox's entries follow files that were renamed or moved",
    "gone": "`load` keeps entries whose files are gone; MPD leaves them out",
    "names": "the jukebox refuses control characters in names",
    "long names": "both refuse names of more than 251 bytes, MPD in its file system's words",
    "says more": "of a URL the jukebox says what it plays instead",
    "two faults": "both refuse a command with two faults, each for one of them",
    "schemes": "with a position, MPD takes any URI of any scheme; the jukebox plays files only",
    "nothing": "the jukebox refuses a bad name also where nothing is found that could be added",
    "empty window": "MPD takes an empty window of `searchplaylist` for one without an end",
    "time": "the jukebox keeps no time of a change while the system's clock is not known to be right",
}

NAMES = ["Party", "Träume", "two words", "a'b\"c\\d", "-.5", "x.m3u", "音楽"]
BAD_NAMES = ["a/b", ""]
# Songs, folder by folder, in an order that is the tree's, the shelf's and that of their names.
ALBUMS = [("Ann", 1999, "Dawn"), ("Ann", 2003, "Dusk"), ("Béla", 1971, "Kék"), ("Zoë", 2010, "Last")]
PER_ALBUM = 5
# These are renamed and removed on the way.
MOVED = "Ann/2003 Dusk/02 Dusk 2.flac"
MOVED_TO = "Zoë/2010 Last/99 elsewhere.flac"
GONE = "Béla/1971 Kék/04 Kék 4.flac"


def make_tree(folder):
    folder.mkdir()
    with work_folder() as work:
        sound = encode(work, "flac", *SOUNDS["flac"][0])
    for artist, year, album in ALBUMS:
        for number in range(1, PER_ALBUM + 1):
            path = folder / artist / f"{year} {album}" / f"{number:02} {album} {number}.flac"
            path.parent.mkdir(parents=True, exist_ok=True)
            # In the order in which both tell them.
            path.write_bytes(flac_with_tags(sound, [
                ("ARTIST", artist), ("ALBUM", album), ("ALBUMARTIST", artist), ("TITLE", f"{album} {number}"),
                ("TRACKNUMBER", str(number)), ("DATE", str(year))]))


class Commands:
    """Draws commands, some of them wrong."""

    def __init__(self, chance, songs):
        self.chance = chance
        self.songs = songs
        self.folders = sorted({song.rsplit("/", 1)[0] for song in songs} | {artist for artist, _, _ in ALBUMS})

    def name(self):
        return quoted(self.chance.choice(NAMES if self.chance.random() < 0.95 else BAD_NAMES))

    def uri(self):
        return quoted(self.chance.choices(
            [self.chance.choice(self.songs), self.chance.choice(self.folders), "/", "no/such", "foo://bar", "Ann/"],
            [10, 6, 0.3, 1, 0.5, 0.5])[0])

    def place(self):
        return str(self.chance.choices([self.chance.randrange(8), self.chance.randrange(60), 9999, -1, "z"],
                                       [12, 6, 1, 0.3, 0.3])[0])

    def range(self, most=30):
        begin = self.chance.randrange(most)
        return self.chance.choices(
            [str(begin), f"{begin}:{begin + self.chance.randrange(4)}", f"{begin}:", f"{begin + 2}:{begin}", "z", "-1"],
            [6, 8, 2, 0.5, 0.5, 0.3])[0]

    def filter(self):
        artist, year, album = self.chance.choice(ALBUMS)
        number = self.chance.randint(1, PER_ALBUM)
        return self.chance.choice([
            f"artist {quoted(artist)}", f"album {quoted(album)} track {number}", "title nosuch", "any d",
            quoted(f"(date == '{year}')"), quoted(f"((artist == '{artist.lower()}') AND (title contains '{number}'))"),
            "nosuch x", f"file {quoted(album.lower())}"])

    def draw(self):
        kind = self.chance.choices(list(self.KINDS), list(self.KINDS.values()))[0]
        return kind, getattr(self, kind)()

    KINDS = {
        "listplaylists": 3, "listplaylist": 8, "listplaylistinfo": 6, "playlistlength": 4, "searchplaylist": 5, "load": 8,
        "save": 8, "playlistadd": 22, "playlistdelete": 10, "playlistmove": 12, "playlistclear": 1, "rename": 4, "rm": 3,
        "searchaddpl": 8, "delete": 3,
    }

    def listplaylists(self):
        return ""

    def listplaylist(self):
        return self.name() + (f" {self.range()}" if self.chance.random() < 0.4 else "")

    listplaylistinfo = listplaylist

    def playlistlength(self):
        return self.name()

    def searchplaylist(self):
        artist, year, _ = self.chance.choice(ALBUMS)
        expression = self.chance.choice([f"(artist == '{artist.lower()}')", f"(date >= '{year}')", "(title contains ' 2')"])
        if ">=" in expression:
            expression = f"(date == '{year}')"
        window = f" window {self.range(5)}" if self.chance.random() < 0.4 else ""
        return f"{self.name()} {quoted(expression)}{window}"

    def load(self):
        words = [self.name()]
        if self.chance.random() < 0.5:
            words.append(self.range())
            if self.chance.random() < 0.4:
                words.append(self.place())
        return " ".join(words)

    def save(self):
        return self.name() + self.chance.choice(["", "", " create", " append", " replace", " nonsense"])

    def playlistadd(self):
        return f"{self.name()} {self.uri()}" + (f" {self.place()}" if self.chance.random() < 0.5 else "")

    def playlistdelete(self):
        return f"{self.name()} {self.range()}"

    def playlistmove(self):
        source = self.range() if self.chance.random() < 0.5 else str(self.chance.randrange(20))
        return f"{self.name()} {source} {self.place()}"

    def playlistclear(self):
        return self.name()

    def rename(self):
        return f"{self.name()} {self.name()}"

    rm = playlistclear

    def searchaddpl(self):
        words = [self.name(), self.filter()]
        if self.chance.random() < 0.3:
            words.append(f"sort {self.chance.choice(['Title', '-Title', 'Date', 'nonsense'])}")
        if self.chance.random() < 0.3:
            words.append(f"window {self.chance.randrange(3)}:{self.chance.randint(3, 6)}")
        if self.chance.random() < 0.3:
            words.append(f"position {self.place()}")
        return " ".join(words)

    def delete(self):
        """All songs. After `clear`, MPD keeps the queue empty where an `add` is refused; the jukebox brings it back."""
        return "0:"


def split(line):
    """The words of a line as the protocol cuts them."""
    return [re.sub(r"\\(.)", r"\1", quotedword) if mark else plain
            for mark, quotedword, plain in re.findall(r'(")((?:[^"\\]|\\.)*)"|(\S+)', line)]


class Expected:
    """The answers and changes of MPD 0.24 where an older one knows the command, or a form of it, not at all: by the playlists
    that the jukebox had before."""

    def __init__(self, client, seconds):
        self.client = client
        self.seconds = seconds
        self.lists = {}
        self.queue = []

    def remember(self):
        names = self.client.values("listplaylists", "playlist")
        self.lists = {name: self.client.values(f"listplaylist {quoted(name)}", "file") for name in names}
        self.queue = self.client.queue()

    def parsed(self, text):
        """A range, or the ACK about it."""
        if text == "-1":
            return range(10 ** 9), None
        match = re.fullmatch(r"(\d+)(:(\d*))?", text)
        if not match:
            return None, f"Integer or range expected: {text}"
        begin = int(match[1])
        end = begin + 1 if match[2] is None else int(match[3]) if match[3] else 10 ** 9
        return (None, f"Malformed range: {text}") if end < begin else (range(begin, end), None)

    def answer(self, kind, words):
        """The lines of the answer and the playlist as it is then, or a Refused."""
        name = words[0]
        known = self.lists.get(name)

        def refused(code, text):
            return Refused(f"ACK [{code}@0] {{{kind}}} {text}"), known

        if kind == "save":
            if words[1] not in ("create", "append", "replace"):
                return refused(2, "Unrecognized save mode, expected one of 'create', 'append', 'replace'")
            if not name or "/" in name:
                return refused(2, "Bad playlist name")
            if words[1] == "create":
                return refused(56, "Playlist already exists") if known is not None else ([], list(self.queue))
            if known is None:
                return refused(50, "No such playlist")
            return [], (known if words[1] == "append" else []) + self.queue
        if kind == "playlistmove":
            span, fault = self.parsed(words[1])
            if fault:
                return refused(2, fault)
            if span.stop == 10 ** 9:
                return refused(2, "Open-ended range not supported")
            if not words[2].isdigit():
                return refused(2, f"{'Number too large' if words[2] == '-1' else 'Integer expected'}: {words[2]}")
            target = int(words[2])
            if not span or span.start == target:
                return [], known
            if not name or "/" in name:
                return refused(2, "Bad playlist name")
            if known is None:
                return refused(50, "No such playlist")
            if span.stop > len(known) or target > len(known) - len(span):
                return refused(2, "Bad range")
            rest = known[:span.start] + known[span.stop:]
            return [], rest[:target] + known[span.start:span.stop] + rest[target:]
        if kind == "listplaylist":
            span, fault = self.parsed(words[1])
            if fault:
                return refused(2, fault)
            if known is None:
                return refused(50, "No such playlist")
            return [f"file: {uri}" for uri in known[span.start:span.stop]], known
        if known is None:
            return refused(50, "No such playlist")
        length = sum(self.seconds.get(uri, 0) for uri in known)
        return [f"songs: {len(known)}", f"playtime: {int(length + 0.5)}"], known


def without_times(lines):
    return [line for line in lines if not line.startswith(("Last-Modified: ", "Added: "))]


class Playlists(Comparison):
    def __init__(self, both, options):
        super().__init__(both, options)
        songs = blocks(self.ours.command("listallinfo"))
        self.expected = Expected(self.ours, {uri: float(fields["duration"]) for uri, fields in songs.items()})

    def both(self, line):
        """The same to both, and the same from both."""
        one, other = ask(self.theirs, line), ask(self.ours, line)
        kind = line.split(" ")[0]
        reason = None
        if not isinstance(one, Refused) and not isinstance(other, Refused):
            if kind == "listplaylists":
                told = [sum(entry.startswith("Last-Modified") for entry in lines) for lines in (one, other)]
                reason = "time" if told[0] != told[1] else None
                # MPD's order is its folder's.
                one, other = sorted(without_times(one)), sorted(without_times(other))
            else:
                one, other = without_times(one), without_times(other)
        if one != other:
            reason = self.reason_for(line, one, other) or "NO REASON"
        self.note(line, reason, one, other)
        return other

    def reason_for(self, line, one, other):
        """Why the jukebox refuses what MPD doesn't, or not so, or finds nothing."""
        kind, words = line.split(" ")[0], split(line)[1:]
        if not isinstance(other, Refused):
            window = re.fullmatch(r"(\d+):(\d+)", words[-1]) if kind == "searchplaylist" else None
            return "empty window" if window and window[1] == window[2] and other == [] else None
        if isinstance(one, Refused):
            if other.startswith(f"{one}: "):
                return "says more"
            faults = ("Bad playlist name", "Bad position"), ("No such directory", "this command may take files alone")
            return "two faults" if kind == "playlistadd" and one.endswith(faults[0]) and other.endswith(faults[1]) else None
        if kind == "playlistadd" and "://" in words[1] and len(words) > 2:
            # Both continue alike.
            self.theirs.command(f"playlistdelete {quoted(words[0])} {words[2]}")
            if ask(self.ours, f"listplaylist {quoted(words[0])}") != ask(self.theirs, f"listplaylist {quoted(words[0])}"):
                self.theirs.command(f"rm {quoted(words[0])}")
            return "schemes"
        bad = words[0] in BAD_NAMES and other.endswith("Bad playlist name")
        return "nothing" if kind == "searchaddpl" and bad else None

    def newer(self, kind, line):
        """Commands that this MPD does not know are done by the jukebox alone, and sent to MPD in its own words."""
        self.expected.remember()
        words = split(line)[1:]
        want, left = self.expected.answer(kind, words)
        other = ask(self.ours, line)
        self.expected.remember()
        good = other == want and self.expected.lists.get(words[0]) == left
        self.note(line, "newer" if good else "NO REASON", want, other)
        if kind in ("save", "playlistmove") and not isinstance(other, Refused) and left is not None:
            (self.mpd.folder / "playlists" / f"{words[0]}.m3u").write_text("".join(f"{uri}\n" for uri in left))

    def is_newer(self, kind, line):
        if not self.is_old:
            return False
        words = split(line)
        if kind == "playlistmove":
            return ":" in words[2] or not words[2].isdigit()
        return (kind, len(words) > 2) in {("listplaylist", True), ("save", True)} or kind == "playlistlength"

    def state(self):
        """Every playlist and the queue, of both."""
        names = {line[10:] for line in self.both("listplaylists") if line.startswith("playlist: ")}
        for name in sorted(names):
            self.both(f"listplaylist {quoted(name)}")
            self.both(f"listplaylistinfo {quoted(name)}")
        one, other = (
            [line for line in client.command("playlistinfo") if line.startswith("file: ")] for client in (self.theirs, self.ours))
        self.note("playlistinfo", None if one == other else "NO REASON", one, other)

    def run(self, commands, count):
        for number in range(count):
            kind, rest = commands.draw()
            line = f"{kind} {rest}".rstrip()
            if kind == "searchplaylist" and self.is_old:
                self.search(line)
            elif kind == "listplaylistinfo" and len(split(line)) > 2 and self.is_old:
                continue
            elif self.is_newer(kind, line):
                self.newer(kind, line)
            else:
                self.both(line)
            if number % 100 == 99:
                self.state()

    def search(self, line):
        """Compared with what `search` finds, among the entries."""
        name, expression, *window = split(line)[1:]
        span, fault = self.expected.parsed(window[1]) if window else (range(10 ** 9), None)
        other = ask(self.ours, line)
        entries = ask(self.ours, f"listplaylist {quoted(name)}")
        if fault:
            want = Refused(f"ACK [2@0] {{searchplaylist}} {fault}")
        elif isinstance(entries, Refused):
            want = Refused(entries.replace("{listplaylist}", "{searchplaylist}"))
        else:
            found = {entry for entry in self.theirs.command(f"search {quoted(expression)}") if entry.startswith("file: ")}
            places = [place for place, entry in enumerate(entries) if entry in found][span.start:span.stop]
            want = [part for place in places for part in (entries[place], f"Pos: {place}")]
            other = [entry for entry in other if entry.startswith(("file: ", "Pos: "))]
        self.note(line, "newer" if other == want else "NO REASON", want, other)

    def odd_names(self):
        for name, reason in (("tab\there", "names"), ("x" * 252, "long names")):
            one, other = (ask(client, f"save {quoted(name)}") for client in (self.theirs, self.ours))
            good = other == "ACK [2@0] {save} Bad playlist name" and (one == [] or reason == "long names")
            self.note(f"save {name[:12]}", reason if good else "NO REASON", one, other)
            ask(self.theirs, f"rm {quoted(name)}")
        self.both(f"save {quoted('y' * 251)}")
        self.both(f"rm {quoted('y' * 251)}")

    def files_that_go(self):
        """One song is renamed, one removed."""
        for client in (self.theirs, self.ours):
            ask(client, 'rm "Party"')
            for uri in ("Ann", "Béla"):
                client.command(f'playlistadd "Party" {quoted(uri)}')
            client.command("clear")
        def change(tree):
            (tree / MOVED).rename(tree / MOVED_TO)
            (tree / GONE).unlink()
        self.change(change)
        one, other = (client.command('listplaylist "Party"') for client in (self.theirs, self.ours))
        followed = [line.replace(MOVED, MOVED_TO) for line in one]
        self.note("listplaylist of a moved file", "moved" if other == followed != one else "NO REASON", one, other)
        one, other = (
            list(client.command('listplaylistinfo "Party"')) for client in (self.theirs, self.ours))
        same = {f"file: {GONE}"} <= {*one} & {*other} and blocks(one)[GONE] == blocks(other)[GONE] == {}
        self.note("listplaylistinfo of a file that is gone", None if same else "NO REASON", one, other)
        for client in (self.theirs, self.ours):
            client.command('load "Party"')
        one, other = self.theirs.queue(), self.ours.queue()
        rest = [uri for uri in other if uri not in (GONE, MOVED_TO)]
        self.note("load of a file that is gone", "gone" if one == rest and GONE in other else "NO REASON", one, other)


def blocks(lines):
    """The songs of an answer, by their URIs."""
    found = {}
    for line in lines:
        key, value = line.split(": ", 1)
        if key == "file":
            fields = found.setdefault(value, {})
        elif key not in ("directory", "playlist") and found:
            fields[key] = value
    return found


def main():
    wanted = options(__doc__, quick=300, full=2000)
    with work_folder() as folder:
        trees = (folder / "jukebox", folder / "mpd")
        for tree in trees:
            make_tree(tree)
        with pair(wanted.mpd, trees) as both:
            comparison = Playlists(both, wanted)
            comparison.run(Commands(wanted.random, sorted(comparison.expected.seconds)), wanted.commands)
            comparison.state()
            comparison.odd_names()
            comparison.files_that_go()
    comparison.report(REASONS)


main()
