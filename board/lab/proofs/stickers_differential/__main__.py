"""Does the same to the stickers of MPD and of the jukebox, compares every answer, and lists why some differ.

  board/lab/run proofs.stickers-differential [--quick] [--commands N] [--seed N] [--show] [--debian RELEASE] [--mpd COMMAND…]

Commands of MPD 0.24 are compared with what its manual says where the MPD at hand is older. --quick sends 400
commands, else 3,000; --show prints every command with its reason; --mpd takes the rest of the line as the MPD to ask. A
difference that no reason explains is printed, and the command fails.
"""
import collections
import re

from lib import quoted, work_folder
from lib.containers import SOUNDS, encode
from lib.differential import Comparison, Refused, ask, options, pair
from lib.material import flac_with_tags

REASONS = {
    "newer": "this MPD is older than 0.24 and refuses what 0.24 answers; the answer is what its manual says",
    "words": "this MPD is older than 0.24, whose sentence names what was wrong",
    "own values": "ratings and the like are the jukebox's own values: other texts are refused, numbers told plainly",
    "root": "`/` is the root of the tree to the jukebox, and a folder that isn't there to MPD's `sticker find`",
    "integer": "MPD counts on by what is no number as by 0; the jukebox refuses it",
    "numbers": "the jukebox compares numbers with what is no number as with 0, MPD as with a text",
    "quotes": "MPD 0.24 puts backslashes before quotes in its sentence",
    "crash": "MPD 0.24 ended at this command, and was started anew",
    "moved": "the jukebox's stickers follow files that were renamed or moved",
}

ALBUMS = [("Ann", "Dawn"), ("Ann", "Dusk"), ("Béla", "Kék")]
PER_ALBUM = 4
MOVED, MOVED_TO = "Ann/Dusk/2.flac", "Béla/Kék/9 elsewhere.flac"
NAMES = ["mood", "two words", "ü", "a'b\"c\\d", "%", "rating", "like", "playCount", "lastPlayed", "skipCount"]
OWN = {"rating": range(11), "like": range(3), "playCount": range(1 << 62), "skipCount": range(1 << 62),
       "lastPlayed": range(1 << 62)}
VALUES = ["calm", "Calmer", "wild", "7", "12", "-3", "007", "", "ä ö", "100%", "a_b", "2", "0", "10", "1700000000"]
PLAYLISTS = ["Party", "Träume"]
TAGS = ["Artist", "Album", "AlbumArtist", "Title", "Genre", "Composer", "Performer", "Conductor", "Work", "Ensemble",
        "Location", "Label", "MUSICBRAINZ_ARTISTID", "MUSICBRAINZ_ALBUMID", "MUSICBRAINZ_ALBUMARTISTID",
        "MUSICBRAINZ_RELEASETRACKID", "MUSICBRAINZ_WORKID"]


def make_tree(folder):
    folder.mkdir()
    with work_folder() as work:
        sound = encode(work, "flac", *SOUNDS["flac"][0])
    for artist, album in ALBUMS:
        for number in range(1, PER_ALBUM + 1):
            path = folder / artist / album / f"{number}.flac"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(flac_with_tags(sound, [
                ("ARTIST", artist), ("ALBUM", album), ("TITLE", f"{album} {number}"), ("TRACKNUMBER", str(number))]))


def send(client, words):
    return ask(client, " ".join([words[0], *map(quoted, words[1:])]))


def refused(code, text, command="sticker"):
    return Refused(f"ACK [{code}@0] {{{command}}} {text}")


def number(text):
    """As SQLite casts."""
    match = re.match(r"\s*([+-]?\d+)", text)
    return int(match[1]) if match else 0


def pairs(lines):
    """The result of `sticker find`, in no order."""
    return sorted(zip(lines[::2], lines[1::2])) if not isinstance(lines, Refused) else lines


class Model:
    """The answers of MPD 0.24, with the jukebox's own values, by what was done before."""

    def __init__(self, songs):
        self.songs = songs
        self.kept = collections.defaultdict(dict)

    def subject(self, kind, uri):
        """The key of what is meant, and its type's name; or a Refused."""
        if kind == "song":
            return (kind, uri) if uri in self.songs else refused(50, "No such song")
        if kind == "playlist":
            return (kind, uri) if uri in PLAYLISTS else refused(2, f'no such playlist: "{uri}"')
        if kind == "filter":
            match = re.fullmatch(r"\((\w+) == '([^']*)'\)", uri)
            text = f'({match[1].capitalize()} == "{match[2]}")'
            return (kind, text) if match[2] in {a for pair in ALBUMS for a in pair} else refused(
                2, f'no matches found: "{text}"')
        known = {tag.lower(): tag for tag in [*TAGS, "Track", "Comment"]}.get(kind.lower())
        if known is None:
            return refused(2, f'unknown sticker domain "{kind}"')
        if known not in TAGS:
            return refused(2, f'unsupported tag: "{known}"')
        values = {artist for artist, _ in ALBUMS} if known == "Artist" else {album for _, album in ALBUMS}
        return (known, uri) if uri in values else refused(2, f'no such {known}: "{uri}"')

    def answer(self, words):
        verb, kind, uri, *rest = words[1:]
        if kind not in ("song", "playlist", "filter") and kind.lower() not in [t.lower() for t in [*TAGS, "Track"]]:
            return refused(2, f'unknown sticker domain "{kind}"')
        if verb == "find" and len(rest) >= 1:
            return self.find(kind, uri, *rest)
        if (verb, len(rest)) not in {("get", 1), ("list", 0), ("set", 2), ("inc", 2), ("dec", 2), ("delete", 0),
                                     ("delete", 1)}:
            return refused(2, "bad request")
        if verb in ("set", "inc", "dec") and not rest[0]:
            return refused(2, "empty sticker name")
        if verb in ("inc", "dec") and not re.fullmatch(r"[+-]?\d+", rest[1]):
            return refused(2, f"Integer expected: {rest[1]}")
        subject = self.subject(kind, uri)
        if isinstance(subject, Refused):
            return subject
        kept = self.kept[subject]
        if verb == "list":
            return [f"sticker: {name}={kept[name]}" for name in sorted(kept, key=str.encode)]
        if verb == "delete" and not rest:
            if not kept:
                return refused(50, f'no stickers found: "{uri}"')
            kept.clear()
            return []
        name = rest[0]
        if verb == "get":
            return [f"sticker: {name}={kept[name]}"] if kept.get(name) else refused(50, f'no such sticker: "{name}"')
        if verb == "delete":
            return [] if kept.pop(name, None) is not None else refused(50, f'no such sticker: "{name}"')
        value = rest[1]
        if verb in ("inc", "dec"):
            step = int(value) if verb == "inc" else -int(value)
            value = str(number(kept[name]) + step) if name in kept else str(int(value))
        return self.set(subject, name, value)

    def set(self, subject, name, value):
        if subject[0] == "song" and name in OWN:
            if not re.fullmatch(r"[+-]?\d+", value) or int(value) not in OWN[name]:
                return "refused"
            value = str(int(value))
        self.kept[subject][name] = value
        return []

    def find(self, kind, base, name, *rest):
        rest, window, order = list(rest), None, None
        if len(rest) >= 2 and rest[-2] == "window":
            begin, _, end = rest[-1].partition(":")
            window, rest = slice(int(begin), int(end) if end else None), rest[:-2]
        if len(rest) >= 2 and rest[-2] == "sort":
            order, rest = rest[-1], rest[:-2]
            if order.lstrip("-") not in ("uri", "value", "value_int"):
                return refused(2, f'Unknown sort tag "{order}"')
        if len(rest) not in (0, 2):
            return refused(2, "bad request")
        tests = {
            "=": lambda a, b: a == b, "<": lambda a, b: a.encode() < b.encode(), ">": lambda a, b: a.encode() > b.encode(),
            "eq": lambda a, b: number(a) == number(b), "lt": lambda a, b: number(a) < number(b),
            "gt": lambda a, b: number(a) > number(b), "contains": lambda a, b: b.lower() in a.lower(),
            "starts_with": lambda a, b: a.lower().startswith(b.lower())}
        if rest and rest[0] not in tests:
            return refused(2, f'bad operator "{rest[0]}"')
        kind = {tag.lower(): tag for tag in TAGS}.get(kind.lower(), kind)
        found = []
        for (type_, uri), kept in self.kept.items():
            below = uri.startswith(base + "/") if kind == "song" and base not in ("", "/") else kind == "song" or \
                uri.lower().startswith(base.lower())
            if type_ == kind and below and name in kept and (not rest or tests[rest[0]](kept[name], rest[1])):
                found.append((uri, kept[name]))
        keys = {"uri": lambda item: item[0].encode(), "value": lambda item: item[1].encode(),
                "value_int": lambda item: number(item[1])}
        found.sort(key=lambda item: item[0].encode())
        if order:
            found.sort(key=keys[order.lstrip("-")], reverse=order.startswith("-"))
        if window:
            found = found[window]
        field = "file" if kind == "song" else kind
        return [line for uri, value in found for line in (f"{field}: {uri}", f"sticker: {name}={value}")]

    def names(self):
        return {(kind, name) for (kind, _), kept in self.kept.items() for name in kept}


class Stickers(Comparison):
    def __init__(self, both, options):
        super().__init__(both, options)
        self.model = Model(set(self.ours.values("listall", "file")))

    def is_newer(self, words):
        if not self.is_old:
            return False
        verb, kind = words[1], words[2]
        if verb in ("inc", "dec") or kind != "song" or verb == "set" and not words[4]:
            return True
        return verb == "find" and (len(words) not in (5, 7) or words[5:6] and words[5] not in ("=", "<", ">", "like")
                                   or len(words) == 7 and words[5] in ("sort", "window"))

    def sticker(self, words):
        before = dict(self.model.kept.get(("song", words[3]), {}))
        want = self.model.answer(words)
        other = send(self.ours, words)
        isfind = words[1:2] == ["find"] and "sort" not in words and "window" not in words
        if want == "refused":
            good = isinstance(other, Refused) and f'"{words[4]}" is ' in other
        elif isfind:
            good = pairs(other) == pairs(want)
        elif words[1:2] == ["find"] and "sort" not in words and not isinstance(want, Refused):
            # A window without an order: the right number of lines, and none that is not there.
            good = len(other) == len(want) and set(pairs(other)) <= set(pairs(self.model.answer(words[:-2])))
        else:
            good = other == want
        if not good:
            return self.note(words, "NO REASON", want, other)
        if self.is_newer(words):
            self.note(words, "newer")
        else:
            try:
                self.compare(words, send(self.theirs, words), other, want)
            except ConnectionError:
                self.mpd.process.wait(10)
                self.mpd.start()
                self.note(words, "crash")
        # Both continue alike.
        if words[2] == "song" and words[1] in ("set", "inc", "dec", "delete") and words[3] in self.model.songs:
            after = self.model.kept.get(("song", words[3]), {})
            for name in {*before, *after, words[4] if len(words) > 4 else "mood"}:
                if not name:
                    continue
                if name in after:
                    send(self.theirs, ["sticker", "set", "song", words[3], name, after[name]])
                else:
                    send(self.theirs, ["sticker", "delete", "song", words[3], name])

    def compare(self, words, one, other, want):
        if words[1:2] == ["find"]:
            one, other = pairs(one), pairs(other)
        if one == other:
            return self.note(words, None)
        if want == "refused" and not isinstance(one, Refused):
            return self.note(words, "own values")
        if isinstance(other, Refused) and other.endswith("Integer expected: x"):
            return self.note(words, "integer")
        if isinstance(one, Refused) and re.sub(r"\\(.)", r"\1", one) == other:
            return self.note(words, "quotes")
        if isinstance(one, Refused) and isinstance(other, Refused):
            said = re.sub(r'(: )?".*"$', "", other).replace(" ", "")
            known = one.replace(" ", "") == said or "nosuchsticker" in one.replace(" ", "") and "nosticker" in said
            return self.note(words, "words" if known and self.is_old else "NO REASON", one, other)
        if words[1:2] == ["find"] and set(words) & {"eq", "lt", "gt"} and not re.match(r"[+-]?\d", words[6]):
            return self.note(words, "numbers")
        if words[1:2] == ["find"] and words[3] == "/" and one == []:
            return self.note(words, "root")
        own = len(words) > 4 and words[4] in OWN
        self.note(words, "own values" if own else "NO REASON", one, other)

    def over_all(self):
        def check(words, want):
            other = send(self.ours, words)
            if other != want:
                self.note(words, "NO REASON", want, other)
            elif self.is_old:
                self.note(words, "newer")
            else:
                self.compare(words, send(self.theirs, words), other, want)

        names = self.model.names()
        check(["stickernames"], [f"name: {name}" for name in sorted({name for _, name in names}, key=str.encode)])
        for kind in [None, "song", "playlist", "filter", "Artist", "Album"]:
            wanted = sorted(((name, type_) for type_, name in names if kind in (None, type_)),
                            key=lambda pair: (pair[0].encode(), pair[1]))
            check(["stickernamestypes"] + [kind] * (kind is not None),
                  [line for name, type_ in wanted for line in (f"name: {name}", f"type: {type_}")])
        check(["stickertypes"], [f"stickertype: {name}" for name in ["filter", "playlist", "song", *TAGS]])
        for words, want in ((["stickernamestypes", "artist"], 'no such tag "artist"'),
                            (["stickernamestypes", "Track"], 'unsupported tag "Track"')):
            check(words, refused(2, want, words[0]))

    def moved(self):
        for name, value in (("mood", "moved"), ("rating", "9")):
            self.sticker(["sticker", "set", "song", MOVED, name, value])
        self.change(lambda tree: (tree / MOVED).rename(tree / MOVED_TO))
        one, other = (send(client, ["sticker", "list", "song", MOVED_TO]) for client in (self.theirs, self.ours))
        good = one == [] and {"sticker: mood=moved", "sticker: rating=9"} <= set(other)
        self.note("sticker list of a moved file", "moved" if good else "NO REASON", one, other)


def draw(chance, songs):
    kind = chance.choices(["song", "playlist", "artist", "Album", "filter", "Track", "nonsense", "Song"],
                          [60, 6, 5, 5, 6, 1, 1, 1])[0]
    uris = {"song": songs + ["no such", "Ann", "Ann//Dawn/1.flac"], "playlist": PLAYLISTS + ["none"],
            "artist": ["Ann", "Béla", "Zoë"], "Album": ["Dawn", "Kék", "none"],
            "filter": ["(artist == 'Ann')", "(album == 'Kék')", "(artist == 'none')"]}.get(kind, ["x"])
    uri, name, value = chance.choice(uris), chance.choice(NAMES), chance.choice(VALUES)
    verb = chance.choices(["set", "get", "list", "delete", "find", "inc", "dec", "frobnicate"],
                          [30, 14, 8, 8, 26, 6, 4, 1])[0]
    words = ["sticker", verb, kind, uri]
    if verb == "find":
        words[3] = chance.choice(["", "", "/", "Ann", "Ann/Dawn", "Béla/", "nosuch", songs[0]] if kind == "song" else
                                 ["", "", "A", "pa", "("])
        words.append(name)
        if chance.random() < 0.6:
            words += [chance.choice(["=", "<", ">", "eq", "lt", "gt", "contains", "starts_with", "like"]),
                      chance.choice(VALUES + ["AL", "1", "w"])]
        if chance.random() < 0.3:
            words += ["sort", chance.choice(["uri", "-uri", "value", "-value", "value_int", "-value_int", "nonsense"])]
        if chance.random() < 0.2:
            begin = chance.randrange(4)
            words += ["window", f"{begin}:{begin + chance.randrange(4)}"]
        return words
    if verb in ("set", "get", "inc", "dec") or verb == "delete" and chance.random() < 0.8 or verb == "frobnicate":
        words.append("" if verb in ("set", "inc") and chance.random() < 0.03 else name)
    if verb == "set":
        words.append(value)
    if verb in ("inc", "dec"):
        words.append(chance.choice(["1", "5", "-2", "x"]))
    if chance.random() < 0.02:
        words.append("toomuch")
    return words


def main():
    wanted = options(__doc__, quick=400, full=3000)
    with work_folder() as folder:
        trees = (folder / "jukebox", folder / "mpd")
        for tree in trees:
            make_tree(tree)
        with pair(wanted.mpd, trees, f'sticker_file "{folder}/stickers"') as both:
            comparison = Stickers(both, wanted)
            for name in PLAYLISTS:
                for each in (both.ours,) if comparison.is_old else (both.ours, both.mpd.client):
                    each.command(f'playlistadd {quoted(name)} "Ann"')
            songs = sorted(comparison.model.songs)
            for _ in range(wanted.commands):
                comparison.sticker(draw(wanted.random, songs))
            comparison.over_all()
            comparison.moved()
    comparison.report(REASONS)


main()
