"""Why two answers may differ: each reason recognises its own difference and no other."""
import dataclasses
import re
from collections import Counter

from lib.differential import Refused
from lib.order import ordered, shelved

from .queries import NEW_OPERATORS
from .tree import ODD

# Folders below ODD, and why their songs are not read alike.
READING = {
    "from the path": "what tags leave out, the jukebox takes from the path",
    "blanks": "the jukebox drops blanks around values",
    "movements": "MPD reads no tags of movements in ID3, and tells one of them wrongly elsewhere",
    "other names": "the jukebox knows further names of fields (YEAR, ALBUM ARTIST, DISC)",
    "new tags": "MPD reads TITLESORT and MOOD since 0.24",
    "several in ID3v2.3": "MPD takes the first of several genres in ID3v2.3",
    "numbered genre": "MPD 0.23 tells some of ID3's genres as numbers",
    "names": "names that are no UTF-8 or hold a line feed: the jukebox escapes them, MPD leaves the latter out",
    "vinyl": "the jukebox reads the sides of vinyl records (A1) as track numbers, MPD drops them",
    "hidden": "the jukebox leaves hidden names out, as systems make them for what was deleted",
}

# Keys that differ in the answers about the same songs and folders, in the same order.
TELLING = {
    "added": "`Added` is when each of them met a song; MPD tells it since 0.24",
    "order of tags": "the tags of a song come in the order of `tagtypes`, in MPD in that of the file",
    "times of folders": "the jukebox tells no `Last-Modified` of folders",
    "lossy": "MP3, Vorbis and Opus: MPD counts what encoders pad, and names its own sample format",
    "comments": "the jukebox looks for comments but does not tell them with each song",
    "format": "where it sorts, MPD tells no `Format`",
}

REASONS = {
    "order of songs": "songs come in the order of docs/protocol-library.md, checked here; MPD compares names by its locale, "
                      "without numbers' values, and `lsinfo` tells songs before folders",
    "blank": "MPD takes no blank behind a filter in two pairs of parentheses",
    "shelf": "what is added without `sort` comes by album artist, year, album, disc and track, checked here",
    "root": "`(base '/')` is the whole tree; in MPD it is nothing",
    "clock": "the jukebox keeps no time of adding while the system's clock is not known to be right",
    "window": "each of them cuts this window out of its own order",
    "identifiers": "`any` looks into MusicBrainz' identifiers for texts of eight letters and more only",
    "sentence": "both refuse, in other words: forms of samples, absolute folders, and operators that MPD 0.23 has another "
                "sentence for",
    "newer": "this MPD is older than 0.24 and refuses what 0.24 answers",
    "list window": "`list` takes a window",
} | READING | TELLING

STARTS = ("file", "directory", "playlist")
LOSSY = (".mp3", ".ogg", ".opus")
IDENTIFIERS = ("MUSICBRAINZ_ALBUMID", "MUSICBRAINZ_ARTISTID", "MUSICBRAINZ_TRACKID")
ROOT = """[(]base ['"]/['"][)]"""
# The most padding of encoders, in seconds.
PADDING = 0.06


def blocks(lines):
    """The answer cut into items: what it is of, and its pairs."""
    items = []
    for line in lines:
        key, value = line.split(": ", 1)
        if key in STARTS:
            items.append(((key, value), []))
        else:
            items[-1][1].append((key, value))
    return items


def song(item):
    """An item as a dict of lists."""
    fields = {"file": [item[0][1]]}
    for key, value in item[1]:
        fields.setdefault(key, []).append(value)
    return fields


class Item:
    """A song or folder of an answer: `same` is what has to be alike, `aside` what differs in the answers about all of its
    kind, by its reason."""

    known = {}

    def __init__(self, pairs):
        kind, uri = pairs[0]
        self.place = pairs[0]
        self.aside = {}
        self.length = float(dict(pairs).get("duration", 0))
        # Below ODD.
        self.folder = uri.split("/")[1] if uri.startswith(f"{ODD}/") else None
        kept = []
        for key, value in pairs:
            if key == "Added":
                self.put("added", value)
            elif key == "Comment":
                self.put("comments", value)
            elif kind == "directory" and key == "Last-Modified":
                self.put("times of folders", value)
            elif uri.endswith(LOSSY) and key in ("Time", "duration"):
                self.put("lossy", value)
            elif uri.endswith(LOSSY) and key == "Format":
                rate, bits, channels = value.split(":")
                self.put("lossy", bits)
                kept.append((key, f"{rate}:*:{channels}"))
            else:
                kept.append((key, value))
        for key, _ in kept:
            self.put("order of tags", key)
        # The values of one tag stay in their order.
        self.same = tuple(sorted(kept, key=lambda pair: pair[0]))
        self.hash = hash(self.same)
        self.has_format = any(key == "Format" for key, _ in kept)

    def put(self, reason, value):
        self.aside.setdefault(reason, []).append(value)

    def without_format(self):
        """The same without its form of samples."""
        return Item([self.place] + [pair for pair in self.same if pair[0] not in (self.place[0], "Format")])

    def __eq__(self, other):
        return self is other or self.hash == other.hash and self.same == other.same

    def __hash__(self):
        return self.hash

    @classmethod
    def all(cls, lines):
        """The items of an answer."""
        items, begin = [], 0
        for end in range(1, len(lines) + 1):
            if end == len(lines) or lines[end].startswith(("file: ", "directory: ", "playlist: ")):
                raw = tuple(lines[begin:end])
                if raw not in cls.known:
                    cls.known[raw] = cls([tuple(line.split(": ", 1)) for line in raw])
                items.append(cls.known[raw])
                begin = end
        return items


def small_reasons(theirs, ours):
    """Why the items of two answers differ in what is left aside of them."""
    known = {item.place: item.aside for item in theirs}
    found = set()
    for item in ours:
        other = known.get(item.place)
        if other is not None and other != item.aside:
            found |= {reason for reason in {*item.aside, *other} if item.aside.get(reason) != other.get(reason)}
    return found


def lengths_agree(theirs, ours):
    """Whether lines of `count` differ in playtimes alone, and no more than by padding."""
    if len(theirs) != len(ours):
        return False
    songs = 0
    for one, other in zip(theirs, ours):
        if one.startswith("songs: "):
            songs = int(one.split(": ")[1])
        if one == other:
            continue
        if not (one.startswith("playtime: ") and other.startswith("playtime: ")):
            return False
        difference = int(one.split(": ")[1]) - int(other.split(": ")[1])
        if not -1 <= difference <= PADDING * songs + 1:
            return False
    return True


def cut(items, window):
    """A window's part of the whole, and None for a word that is no window."""
    if window == "-1":
        return items
    match = re.fullmatch(r"(\d+)(:(\d*))?", window)
    if not match:
        return None
    begin = int(match[1])
    end = begin + 1 if match[2] is None else int(match[3]) if match[3] else len(items)
    return items[begin:end]


def places(lines):
    return [item.place for item in Item.all(lines)]


class Comparison:
    """Finds out why the answers to a query differ."""

    # Leaves out the songs that are read differently.
    WITHOUT = (f"(!(base '{ODD}'))",)

    WITHOUT_IDENTIFIERS = tuple(f"({tag} == '')" for tag in IDENTIFIERS)

    def __init__(self, theirs, ours, version, songs):
        """`theirs` and `ours` answer a `Query` with lines or `Refused`; `songs` are all of ours by URI."""
        self.theirs = theirs
        self.ours = ours
        self.version = version
        self.songs = songs
        self.knows_added = any("Added" in fields for fields in songs.values())

    def reasons(self, query):
        """The names of the reasons; an empty set where the answers are alike, and None where there is none."""
        theirs, ours = self.theirs(query), self.ours(query)
        if theirs == ours:
            return set()
        if any(re.search(ROOT, word) for word in query.filter):
            return self.of_root(query, ours)
        if any("added-since" in word for word in query.filter) and self.version >= (0, 24) and not self.knows_added:
            return self.of_clock(query, theirs, ours)
        if isinstance(theirs, Refused) or isinstance(ours, Refused):
            return self.refusal(query, theirs, ours)
        if query.kind in ("songs", "folder"):
            return self.items(query, theirs, ours)
        if query.kind == "added":
            return self.added(query, theirs, ours)
        return self.values(query, theirs, ours)

    def refusal(self, query, theirs, ours):
        line = query.line()
        if isinstance(theirs, Refused):
            if "Word expected" in theirs and re.search(r"\)\) +AND", line):
                return self.without_blanks(query)
            if re.match('list .* "?window"? ', line) and "nknown" in theirs:
                return {"list window"}
            is_new = (any(f" {word} " in line for word in NEW_OPERATORS) or "added-since" in line
                      or line.startswith("searchcount") or re.search("mood|titlesort|prio", line, re.IGNORECASE))
            if self.version < (0, 24) and is_new:
                return {"newer"}
            if isinstance(ours, Refused) and self.is_other_sentence(line, ours):
                return {"sentence"}
        return None

    def of_root(self, query, ours):
        """With the root's other name all has to be alike, and the jukebox answers both the same."""
        named = query.respelled(ROOT, "(base '')")
        reasons = self.reasons(named) if self.ours(named) == ours else None
        return None if reasons is None else reasons | {"root"}

    def of_clock(self, query, theirs, ours):
        """For the jukebox, nothing was ever added then, and for MPD everything now, which is after each file's time."""
        modified = query.respelled("added-since", "modified-since")
        never = query.respelled("added-since (['\"])[^'\"]*", r"modified-since \g<1>2100-01-01")
        if theirs != self.theirs(modified) or ours != self.ours(never):
            return None
        reasons = self.reasons(modified)
        return None if reasons is None else reasons | {"clock"}

    def is_other_sentence(self, line, ours):
        """Whether a refusal of ours is known to be MPD's in other words."""
        if "AudioFormat" in line and "Failed to parse the sample format" in ours:
            return True
        if line.startswith('lsinfo "/') and "No such directory" in ours:
            return True
        return self.version < (0, 24) and "Unknown filter operator" in ours

    def without_blanks(self, query):
        """A query that MPD refuses for a blank after two parentheses, written without it."""
        reasons = None if query.raw is not None else self.reasons(query.respelled(r"(?<=\)\)) +AND", "AND"))
        return None if reasons is None else reasons | {"blank"}

    def items(self, query, theirs, ours):
        theirs, ours = Item.all(theirs), Item.all(ours)
        whole = theirs, ours
        small = small_reasons(theirs, ours)
        if query.sort is not None and ours and not any(item.has_format for item in theirs):
            theirs, ours = [item.without_format() for item in theirs], [item.without_format() for item in ours]
            small.add("format")
        if theirs == ours:
            return small
        if query.window is not None:
            return self.windowed(query, *whole, small)
        found = small | self.read_differently(theirs, ours)
        rest, our_rest = ([item for item in items if item.folder not in found] for items in (theirs, ours))
        if rest == our_rest:
            return found
        if Counter(rest) != Counter(our_rest):
            return self.identifiers(query)
        if not self.in_order(query, ours):
            return None
        return found | {"order of songs"}

    def identifiers(self, query):
        """With `any`, MPD finds more by identifiers: without songs that have some, all is alike."""
        is_done = set(self.WITHOUT_IDENTIFIERS) <= set(query.filter)
        if is_done or query.kind == "folder" or "any" not in query.line().lower():
            return None
        rest = self.reasons(query.where(self.WITHOUT_IDENTIFIERS))
        return None if rest is None else rest | {"identifiers"}

    @staticmethod
    def read_differently(theirs, ours):
        """The folders below ODD of which there are different items."""
        parts = {folder: (Counter(), Counter()) for folder in READING}
        for side, items in enumerate((theirs, ours)):
            for item in items:
                if item.folder in parts:
                    parts[item.folder][side][item] += 1
        return {folder for folder, (one, other) in parts.items() if one != other}

    def windowed(self, query, theirs, ours, small):
        """If a window cuts other parts, both have to be parts of wholes that are alike."""
        whole = query.without_window()
        reasons = self.reasons(whole)
        if not reasons:
            return None
        for ask, part in ((self.theirs, theirs), (self.ours, ours)):
            if cut(Item.all(ask(whole)), query.window) != part:
                return None
        return reasons | small | {"window"}

    def added(self, query, theirs, ours):
        """The songs that would be found are added; where no order is asked for, the jukebox adds in that of a shelf."""
        found = dataclasses.replace(query, command=query.command.removesuffix("add"))
        if places(self.theirs(found)) != places(theirs):
            return None
        if query.sort is not None:
            return self.reasons(found) if places(self.ours(found)) == places(ours) else None
        whole = found.without_window()
        shelf = shelved([self.songs[uri] for _, uri in places(self.ours(whole))])
        if cut([("file", fields["file"][0]) for fields in shelf], query.window or "0:") != places(ours):
            return None
        reasons = self.reasons(whole)
        return None if reasons is None else reasons | {"shelf"}

    def in_order(self, query, items):
        """Whether items of ours stand as they should."""
        uris = [item.place[1] for item in items if item.place[0] == "file"]
        expected = ordered([self.songs[uri] for uri in uris], query.sort)
        return uris == [fields["file"][0] for fields in expected]

    def values(self, query, theirs, ours):
        if query.kind == "values" and query.command in ("count", "searchcount") and lengths_agree(theirs, ours):
            return {"lossy"}
        if query.command == "list" and query.head[0].lower() in ("file", "filename") and sorted(theirs) == sorted(ours):
            items = Item.all(ours)
            return {"order of songs"} if items and self.in_order(query, items) else None
        return self.oddities(query) if query.kind == "values" else None

    def oddities(self, query):
        """Differences that songs below ODD make: without these songs there are none left, and the songs of each folder
        that is named make one by themselves."""
        if self.WITHOUT[0] in query.filter:
            return self.identifiers(query)
        rest = self.reasons(query.where(self.WITHOUT))
        if rest is None:
            return None
        found = set()
        for folder in READING:
            alone = query.where([f"(base '{ODD}/{folder}')"])
            if self.theirs(alone) != self.ours(alone):
                found.add(folder)
        return rest | found if found else None
