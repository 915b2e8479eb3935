"""Questions to a music library, made from a seed."""
import dataclasses
import re

TAGS = [
    "Artist", "ArtistSort", "Album", "AlbumArtist", "AlbumArtistSort", "Title", "Track", "Genre", "Date", "Composer",
    "Disc", "Conductor", "Label", "MUSICBRAINZ_ALBUMID", "TitleSort", "AlbumSort", "Mood", "Comment", "Work", "Name",
]
USUAL = ["Artist", "Album", "AlbumArtist", "Title", "Genre", "Date", "Composer", "Track", "Disc"]
# Parts of filters that MPD reads since 0.24 alone.
NEW_OPERATORS = [
    "starts_with", "!starts_with", "contains_cs", "contains_ci", "!contains_ci", "eq_cs", "eq_ci", "!eq_ci",
    "starts_with_cs", "starts_with_ci", "!starts_with_ci", "!contains_cs", "!eq_cs", "!starts_with_cs",
]

# Wrong filters, or nearly wrong ones.
RAW = r'''
find
search
list
count
findadd
find artist
find Artist x y
find (
find "("
find "()"
find "(Artist)"
find "(Artist == )"
find "(Artist == 'x)"
find "(Artist == 'x'"
find "(Artist = 'x')"
find "(Artist == 'x') "
find "(Artist == 'x')x"
find "((Artist == 'x') AND)"
find "((Artist == 'x') OR (Artist == 'y'))"
find "((Artist == 'x') (Artist == 'y'))"
find "(!Artist == 'x')"
find "(nosuch == 'x')"
find nosuch x
find "(Artist contains x)"
find "(Artist containsx 'x')"
find "(base nosuch)"
find base ''
find base ""
find base /
find base ..
find artist x sort
find artist x sort -
find artist x sort --Date
find artist x window
find artist x window ''
find artist x window ""
find artist x window 1 2
find artist x sort Date sort Title
find artist x window 0:1 sort Date
find window 0:1
find sort Date
list nosuch
list title x
list album x
list album x y
list album x y z
list album group
list album group nosuch
list album group album
list album group artist group artist
list artist group album group artist
count group
count group nosuch
count artist
count artist x group
count nosuch x
count artist x group genre group date
lsinfo a b
lsinfo ''
listall nosuch
listallinfo nosuch/deeper
find "(prio >= 1)"
find "(prio >= 300)"
find "(AudioFormat == '*:*:*')"
find "(AudioFormat !~ '44100:*:*')"
find "(Artist =~ x)"
find "(Artist =~ '(')"
find "(Artist !~ '[a')"
search "(any =~ '*')"
list album "(Artist =~ 'a\\\\')"
count "(Artist =~ '(?<=a*)b')"
find "(base =~ 'x')"
find modified-since x
find artist '' window 0:3
search any ''
find "(Title == \"x\")"
find "(Title == 'a\\'b')"
find "(\tArtist   ==   'x'  )"
findadd nosuch x
searchadd
findadd artist x position 99999
findadd artist nobody position +0
find "(BASE 'x')"
search artist x window 0:1 window 0:1
find<TAB>artist<TAB>x
'''.strip().replace("<TAB>", "\t").splitlines()


def quoted(text, mark='"'):
    return mark + text.replace("\\", "\\\\").replace(mark, "\\" + mark) + mark


@dataclasses.dataclass(frozen=True)
class Query:
    """One command; what is in it stands apart, so that it can be asked in other ways."""
    command: str
    # The words before the filter: the tag of `list`, the folder of `lsinfo`.
    head: tuple = ()
    # Words of a filter: pairs of tag and text, and expressions.
    filter: tuple = ()
    groups: tuple = ()
    sort: str = None
    window: str = None
    # Sent as it is: what can't be taken apart.
    raw: str = None

    FOLDERS = ("lsinfo", "listall", "listallinfo")

    @property
    def kind(self):
        if self.raw is not None:
            return "raw"
        if self.command in self.FOLDERS:
            return "folder"
        kinds = {"find": "songs", "search": "songs", "findadd": "added", "searchadd": "added"}
        return kinds.get(self.command, "values")

    def line(self):
        if self.raw is not None:
            return self.raw
        words = [*self.head, *self.filter]
        for group in self.groups:
            words += ["group", group]
        if self.sort is not None:
            words += ["sort", self.sort]
        if self.window is not None:
            words += ["window", self.window]
        return " ".join([self.command, *(quoted(word) for word in words)])

    def without_window(self):
        return dataclasses.replace(self, window=None)

    def respelled(self, pattern, replacement):
        return dataclasses.replace(self, filter=tuple(re.sub(pattern, replacement, word) for word in self.filter))

    def where(self, expressions):
        """The same of those songs only that pass these filters, too."""
        words = self.filter
        if self.command == "list" and len(words) == 1 and not words[0].startswith("("):
            words = ("artist", *words)
        return dataclasses.replace(self, filter=(*words, *expressions))


# Correct filters, though only just.
EDGES = [
    *(Query("find", filter=(text,)) for text in (
        "((Artist == 'x'))", "(!(Artist == 'x'))", "(FILE == 'x')", "(ANY == 'x')")),
    *(Query("find", filter=(text,), window="0:3") for text in (
        "(base '/')", "(base '')", "(Artist != '')", "(Artist == '')", "(modified-since '2009-02-13T23:31:30Z')",
        "(AUDIOFORMAT == '44100:16:2')")),
    Query("find", filter=("artist", ""), window="0:3"), Query("count", filter=("any", "")),
    Query("list", ("album",), groups=("artist",)), Query("list", ("file",), window="0:1"),
    Query("list", ("artist",), window="0:2"), Query("count", groups=("artist",)), Query("lsinfo", ("",)),
]


class Generator:
    """Makes queries about songs that there are, and about what there isn't."""

    def __init__(self, chance, songs):
        """`songs` are dicts of tags, with lists of values."""
        self.chance = chance
        self.songs = songs
        # Values of one filter, whose conditions are all about it: drawn apart, most of them together would find nothing.
        self.song = songs[0]

    def value(self, tag):
        """A text to look for: one that the song has, or, seldom, something near it."""
        chance = self.chance
        values = self.song.get(tag, [])
        text = chance.choice(values) if values else "nothing"
        kind = chance.randrange(40)
        if kind == 0:
            return text.swapcase()
        if kind == 1:
            return text[:chance.randint(0, 3)]
        if kind == 2:
            return ""
        if kind == 3:
            return "no such thing"
        return text

    def part(self, tag):
        text = self.value(tag)
        if len(text) < 2 or self.chance.random() < 0.3:
            return text
        begin = self.chance.randrange(len(text) - 1)
        part = text[begin:begin + self.chance.randint(1, 6)]
        plain = part.translate(str.maketrans("äéîöü", "aeiou"))
        return self.chance.choice([part, part, part.lower(), part.upper(), plain])

    def pattern(self, tag):
        """A regular expression that has to do with texts that there are."""
        chance = self.chance
        part, other = (re.escape(self.part(tag)) for _ in range(2))
        return chance.choice([
            part, f"^{part}", f"{part}$", f"^{part}$", f"{part}.*{other}", f"({part}|{other})", f"(?i){part}",
            f"(*UTF)(?i)^{part}", f"(?<a>{part}).*(?&a)", f"(?!{part})^.", part[1:] + "?", part + "+$", "^[A-F].*n", "^.{5}$",
            r"(*UTF)^.{5}$", r"\d{4}", r"\w+ing\b", "[^ -~]", "^(.*)$", "", "(a|b)\\1", r"(?<x>.)\k<x>", f"{part}\\", f"({part}", f"{part}[",
        ])

    def tag(self, share=0.8):
        """A tag to group or to sort by."""
        return self.spelled(self.chance.choice(USUAL if self.chance.random() < share else TAGS))

    def owned(self):
        """A tag to look in: one that the song has, but for some."""
        has = [tag for tag in TAGS if self.song.get(tag)]
        return self.spelled(self.chance.choice(has)) if has and self.chance.random() < 0.95 else self.tag(0)

    def spelled(self, tag):
        return self.chance.choice([tag, tag, tag.lower(), tag.upper()])

    def canonical(self, tag):
        return next((known for known in TAGS if known.lower() == tag.lower()), tag)

    def uri(self):
        return self.song["file"][0]

    def folder(self):
        chance = self.chance
        uri = self.uri()
        kind = chance.randrange(10)
        if kind == 0:
            return chance.choice(["", "/"])
        if kind == 1:
            wrong = ["no such", "/no", "no/", "a//b", "..", ".", "a/../b", uri + "/x", uri.swapcase()]
            return chance.choice(wrong)
        if kind == 2:
            return uri
        parts = uri.split("/")
        return "/".join(parts[:chance.randint(1, max(1, len(parts) - 1))])

    def time(self):
        return self.chance.choice([
            "1100000000", "1400000000", "0", "2010-01-01T00:00:00Z", "2005-06-07T08:09:10Z", "2009-02-13", "2030-01-01",
            "yesterday", "", "2010-13-01", "-5", "20100101T000000Z", "2009-02-13T23:31Z",
        ])

    def comparison(self):
        chance = self.chance
        kind = chance.randrange(24)
        if kind < 4:
            return self.tag_comparison(self.owned(), chance.choice(NEW_OPERATORS))
        if kind < 7:
            return self.tag_comparison(self.owned(), chance.choice(["contains", "!contains"]))
        if kind == 7:
            return f"(base {self.quotes(self.folder())})"
        if kind == 8:
            return f"(modified-since {self.quotes(self.time())})"
        if kind == 9:
            return f"(added-since {self.quotes(chance.choice(['2001-01-01', '2035-01-01', '0']))})"
        if kind == 10:
            form = chance.choice([
                "44100:16:2", "48000:24:2", "44100:*:*", "*:24:*", "44100:16:1", "*:*:1", "x", "44100:16", "0:16:2",
            ])
            return f"(AudioFormat {chance.choice(['==', '=~'])} {self.quotes(form)})"
        if kind == 11:
            return f"(any {chance.choice(['==', 'contains'])} {self.quotes(self.part('Artist'))})"
        if kind == 12:
            return f"(file {chance.choice(['==', 'contains', '!='])} {self.quotes(self.uri())})"
        if kind == 13:
            name, tag = chance.choice([("any", "Title"), ("file", "file")]) if chance.random() < 0.3 else (self.owned(),) * 2
            return f"({name} {chance.choice(['=~', '=~', '!~'])} {self.quotes(self.pattern(self.canonical(tag)))})"
        return self.tag_comparison(self.owned(), chance.choice(["==", "==", "==", "!="]))

    def tag_comparison(self, tag, operator):
        """A filter that the song passes, mostly: a negated one is about another song's text."""
        mine = self.song
        if operator.startswith("!"):
            self.song = self.chance.choice(self.songs)
        text = (self.value if "=" in operator or "eq" in operator else self.part)(self.canonical(tag))
        self.song = mine
        return f"({tag} {operator} {self.quotes(text)})"

    def quotes(self, text):
        return quoted(text, self.chance.choice("'\""))

    def expression(self, depth=0):
        kind = self.chance.randrange(8)
        if kind == 0 and depth < 3:
            return f"(!{self.expression(depth + 1)})"
        if kind < 3 and depth < 3:
            parts = [self.expression(depth + 1) for _ in range(self.chance.randint(1, 3))]
            return "(" + " AND ".join(parts) + ")"
        return self.comparison()

    def filter(self, least=1):
        chance = self.chance
        words = []
        for _ in range(chance.choice([least, 1, 1, 1, 2])):
            if chance.random() < 0.5:
                words.append(self.expression())
                continue
            kind = chance.randrange(10)
            if kind == 0:
                words += ["any", self.part("Title")]
            elif kind == 1:
                words += [chance.choice(["file", "filename"]), chance.choice([self.uri(), self.part("Title")])]
            elif kind == 2:
                words += ["base", self.folder()]
            elif kind == 3:
                words += ["modified-since", self.time()]
            else:
                tag = self.owned()
                words += [tag, chance.choice([self.value, self.part])(self.canonical(tag))]
        return tuple(words)

    def window(self):
        return self.chance.choice([
            "0:1", "0:10", "3:8", "5", "10:10", "0:", "100:", "4000:4100", "100000:100001", "9:3", "x", "-1", "1:x",
            ":", "0:99999999999", "-3:4",
        ])

    def sort(self):
        tag = self.chance.choice([self.tag(0.6), self.tag(0.6), "Last-Modified", "nothing"])
        return self.chance.choice(["", "", "-"]) + tag

    def songs_query(self):
        chance = self.chance
        command = chance.choice(["find", "find", "search", "search"])
        return Query(command, filter=self.filter(), sort=self.sort() if chance.random() < 0.35 else None,
                     window=self.window() if chance.random() < 0.35 else None)

    def list_query(self):
        chance = self.chance
        tag = self.tag(0.7)
        if chance.random() < 0.2:
            tag = chance.choice(["file", "nonsense"])
        words = ()
        if chance.random() < 0.08:
            words = (self.value("Artist"),)
        elif chance.random() < 0.6:
            words = self.filter()
        groups = tuple(self.tag(0.9) for _ in range(chance.choice([0, 0, 0, 1, 1, 2])))
        return Query("list", (tag,), words, groups, window=self.window() if chance.random() < 0.1 else None)

    def count_query(self):
        chance = self.chance
        command = chance.choice(["count", "count", "count", "searchcount"])
        grouped = chance.random() < 0.45
        words = () if grouped and chance.random() < 0.4 else self.filter()
        return Query(command, (), words, (self.tag(0.9),) if grouped else ())

    def folder_query(self):
        chance = self.chance
        command = chance.choice(["lsinfo", "lsinfo", "listall", "listallinfo"])
        return Query(command, () if chance.random() < 0.05 else (self.folder(),))

    def added_query(self):
        chance = self.chance
        command = chance.choice(["findadd", "searchadd"])
        return Query(command, filter=self.filter(), sort=self.sort() if chance.random() < 0.3 else None,
                     window=self.window() if chance.random() < 0.3 else None)

    def edge_query(self):
        return self.chance.choice([*EDGES, *(Query("", raw=line) for line in RAW)])

    def pair_queries(self, count=None):
        """Two conditions for every pair of tags, each in some form; `count` of them, where that is given."""
        chance = self.chance
        pairs = [(one, two) for one in TAGS for two in TAGS if one != two]
        if count is not None:
            pairs = chance.sample(pairs, count)
        for one, two in pairs:
            having = [song for song in self.songs if song.get(one) and song.get(two)]
            self.song = chance.choice(having or self.songs)
            command = chance.choice(["find", "find", "search", "count", "list", "findadd"])
            words = []
            for tag in (one, two):
                if chance.random() < 0.5:
                    words += [self.spelled(tag), chance.choice(self.song.get(tag) or ["nothing"])]
                else:
                    operator = chance.choice(["==", "==", "!=", "contains", "!contains", *NEW_OPERATORS])
                    words.append(self.tag_comparison(self.spelled(tag), operator))
            yield Query(command, ("album",) if command == "list" else (), tuple(words))

    def query(self):
        self.song = self.chance.choice(self.songs)
        make = self.chance.choices(
            [self.songs_query, self.list_query, self.count_query, self.folder_query, self.added_query, self.edge_query],
            [36, 20, 14, 14, 6, 10])[0]
        return make()

    def queries(self, count, pairs=None):
        """`count` different queries, and those of pairs."""
        made = {query.line(): query for query in self.pair_queries(pairs)}
        count += len(made)
        while len(made) < count:
            query = self.query()
            made.setdefault(query.line(), query)
        return list(made.values())
