"""People's additions to a library, as a model: random edits of it as commands, and the answers that a jukebox owes."""
import base64
import copy
import os
import re
from collections.abc import Callable
from typing import Any

from .protocol import Ack, Client, quoted, values

COLOURS = ["FF8000", "00FF00", "123456"]
WORDS = ["dawn", "kék", "two words", "a'b\"c\\d", "100 %", "late", "Lied"]
STICKERS = ["mood", "two words", "ü", "count"]
# Song stickers that are what the jukebox keeps itself.
OWN = {"rating": 10, "like": 2, "playCount": 1000, "skipCount": 1000, "lastPlayed": 1 << 31}
CUE_TYPES = ["marker", "intro", "verse", "chorus", "drop", "outro", "loop", "solo"]
MOST_LISTS = 8
Step = Callable[["Said"], None]


def command(*words: object) -> str:
    return " ".join([str(words[0]), *map(quoted, words[1:])])


class Song:
    """A file that people say something of, wherever it lies on its volume."""

    def __init__(self, number: int, volume: Any, path: Any, anchor: Any = False) -> None:
        self.number, self.volume, self.path = number, volume, path
        # Whether it stays where it is.
        self.anchor = anchor
        self.former: list[str] = []

    @property
    def uri(self) -> str:
        return self.volume.prefix + self.path


class Volume:
    """A folder with songs, and what its URIs begin with."""

    def __init__(self, name: str, folder: Any, prefix: Any) -> None:
        self.name, self.folder, self.prefix = name, folder, prefix

    def __deepcopy__(self, _: Any) -> Any:
        return self


class Edit:
    """Lines to send, and what they change once the last of them is acknowledged: one step for each volume, which may
    be cut apart from each other. `check` gets the answer, and returns what is wrong with it."""

    def __init__(self, lines: Any, *steps: Any, check: Any = None) -> None:
        self.lines = [lines] if isinstance(lines, str) else lines
        self.steps, self.check = steps, check

    def apply(self, said: "Said") -> None:
        for step in self.steps:
            step(said)


class Said:
    """The state of one owner's edits so far."""

    def __init__(self) -> None:
        self.songs: dict[Any, Any] = {}
        self.cues: dict[Any, Any] = {}
        self.stickers: dict[Any, Any] = {}
        self.lists: dict[Any, Any] = {}
        self.folders: dict[Any, Any] = {}
        self.presets: dict[Any, Any] = {}
        self.marks: dict[Any, Any] = {}

    def song(self, number: Any) -> dict[str, Any]:
        return self.songs.setdefault(number, {})

    def slot(self, slot: Any) -> Any:
        return next((key for key, one in self.lists.items() if one["slot"] == slot), None)

    def has_doubles(self) -> bool:
        """Whether playlists of two volumes have one name or slot, so that one of them has another in answers."""
        names = [one["name"] for one in self.lists.values()]
        slots = [one["slot"] for one in self.lists.values() if one["slot"]]
        return len(set(names)) < len(names) or len(set(slots)) < len(slots)

    def restore(self, before: "Said", volume: Volume, songs: list[Song]) -> None:
        """The data of a volume becomes as it was before."""
        ours = {song.number for song in songs if song.volume is volume}
        for mine, theirs in ((self.songs, before.songs), (self.cues, before.cues)):
            for number in ours:
                mine.pop(number, None)
                if number in theirs:
                    mine[number] = copy.deepcopy(theirs[number])
        for mine, theirs in ((self.stickers, before.stickers), (self.lists, before.lists), (self.marks, before.marks)):
            for key in [key for key, one in mine.items() if one["volume"] is volume]:
                del mine[key]
            for key, one in theirs.items():
                if one["volume"] is volume:
                    mine[key] = copy.deepcopy(one)
        self.folders[volume] = set(before.folders.get(volume, ()))


def entry(song: Any) -> dict[str, Any]:
    return {"song": song, "start": 0.0, "end": None, "gain": 0.0, "crossfade": None, "notes": ()}


def new_list(name: Any, volume: Any, entries: Any) -> dict[str, Any]:
    return {"name": name, "volume": volume, "entries": entries, "folder": None, "colour": None, "tempo": None,
            "template": None, "slot": None, "notes": (), "cover": None, "stickers": {}}


class Owner:
    """Somebody who edits songs and playlists that nobody else does: a client's, so that its answers are certain."""

    def __init__(self, name: str, chance: Any, volumes: Any, songs: Any, imports: Any = False, covers: Any = False, slots: Any = (),
                 presets: Any = (), marks: Any = (), artists: Any = ()) -> None:
        self.name, self.random, self.volumes, self.songs = name, chance, volumes, songs
        self.imports, self.covers, self.slots, self.presets, self.artists = imports, covers, slots, presets, artists
        self.mark_folders = list(marks)
        # All songs that playlists may name.
        self.known = songs
        # The volume of all playlists that are made; None: that of most of their songs.
        self.shelf = None
        self.said = Said()
        self.count = 0
        # Songs whose files were moved since the last scan that came to its end.
        self.unsettled: set[int] = set()

    # Edits

    def edit(self, said: "Said") -> Any:
        """A random edit of what is said; None where there is nothing for it."""
        kinds = [self.say] * 5 + [self.cue] * 3 + [self.sticker] * 4 + [self.grow] * 3 + [self.change_entries] * 4
        kinds += [self.describe_entry] * 2 + [self.describe] * 4 + [self.rename_or_remove, self.folder, self.folder]
        kinds += [self.preset] if self.presets else []
        kinds += [self.import_file] if self.imports else []
        kinds += [self.mark] if self.mark_folders else []
        return self.random.choice(kinds)(said)

    def some_song(self) -> Any:
        return self.random.choice([song for song in self.songs if song.number not in self.unsettled])

    def text(self) -> str:
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(1, 3)))

    def say(self, said: "Said") -> Any:
        song, kind = self.some_song(), self.random.choice(["favourite", "rate", "colour", "note"])
        number, uri = song.number, song.uri
        if kind == "favourite":
            like = self.random.choice(["", "0", "1"])

            def favour(said: "Said") -> None:
                values = said.song(number)
                on = like == "1" or like == "" and values.get("like") != 2
                values["like"] = 2 if on else None
            return Edit(command("favourite", uri, *([like] if like else [])), favour)
        value = {"rate": self.random.choice([None, *range(11)]), "colour": self.random.choice([None, *COLOURS]),
                 "note": self.random.choice([None, self.text()])}[kind]
        words = [] if value is None else [value]
        if kind == "note" and value and self.random.random() < 0.3:
            words.append(self.text())
        key = {"rate": "rating", "note": "notes"}.get(kind, kind)
        told = (tuple(words) or None) if kind == "note" else value
        return Edit(command(kind, uri, *words), lambda said: said.song(number).__setitem__(key, told))

    def cue(self, said: "Said") -> Any:
        song = self.some_song()
        number, uri = song.number, song.uri
        cues = said.cues.get(number, {})
        kind = self.random.choice(["add", "add", "edit", "rm"])
        start = self.random.randrange(32) / 8
        if kind == "add" and len(cues) < 8 or not cues:
            mark = next(mark for mark in range(1, 99) if mark not in cues)
            cue = {"time": start, "end": None, "type": "marker", "name": None, "colour": None}
            words = ["cueadd", uri, start]
            if self.random.random() < 0.5:
                cue["end"], cue["type"] = start + 1.5, "loop"
                words += ["end", cue["end"]]
            if self.random.random() < 0.5:
                cue["name"] = self.text()
                words += ["name", cue["name"]]
            return Edit(command(*words), lambda said: said.cues.setdefault(number, {}).__setitem__(mark, cue))
        mark = self.random.choice(sorted(cues))
        if kind == "rm":
            return Edit(command("cuerm", uri, mark), lambda said: said.cues[number].pop(mark))
        cue = dict(cues[mark], time=start, end=self.random.choice([start + 2, start + 0.5]),
                   type=self.random.choice(CUE_TYPES), name=self.random.choice([None, self.text()]),
                   colour=self.random.choice([None, *COLOURS]))
        words = [word for key in ("time", "end", "type", "name", "colour") for word in (key, cue[key] or "")]
        words[1] = start
        return Edit(command("cueedit", uri, mark, *words), lambda said: said.cues[number].__setitem__(mark, cue))

    def sticker(self, said: "Said") -> Any:
        """On a song, a playlist, a filter or a tag's value: where, and which values are there."""
        kind = self.random.choice(["song", "song", "playlist", "filter", "Artist"])
        if kind == "song":
            song = self.some_song()
            number, what = song.number, song.uri
            names = STICKERS + list(OWN)

            def place(said: "Said") -> Any:
                return SongStickers(said, number)
        elif kind == "playlist":
            key = self.some_list(said)
            if key is None:
                return None
            what, names = said.lists[key]["name"], STICKERS

            def place(said: "Said") -> Any:
                return said.lists[key]["stickers"]
        else:
            artist, volume = self.random.choice(self.artists)
            what = artist if kind == "Artist" else f"(Artist == '{artist}')"
            names = STICKERS

            def place(said: "Said") -> Any:
                return said.stickers.setdefault((kind, what), {"volume": volume, "values": {}})["values"]
        has = place(said)
        verb, name = self.random.choice(["set", "set", "inc", "dec", "delete", "delete all"]), self.random.choice(names)
        if verb == "delete all":
            if not len(has):
                return None
            return Edit(command("sticker", "delete", kind, what), lambda said: place(said).clear())
        if verb == "delete":
            if name not in has:
                return None
            return Edit(command("sticker", "delete", kind, what, name), lambda said: place(said).pop(name))
        if verb == "set":
            value = str(self.random.randint(0, OWN[name])) if name in OWN else self.random.choice(["7", "-3", self.text()])
            return Edit(command("sticker", "set", kind, what, name, value),
                        lambda said: place(said).__setitem__(name, value))
        if name in OWN and name not in ("playCount", "skipCount"):
            return None
        step = self.random.randint(1, 9)
        before = has.get(name)
        if before is None:
            after = step               # As with MPD, for both.
        else:
            whole = int((re.match(r"-?\d+", before) or ["0"])[0])
            after = whole + step if verb == "inc" else whole - step
        if name in OWN and after < 0:
            return None
        return Edit(command("sticker", verb, kind, what, name, step),
                    lambda said: place(said).__setitem__(name, str(after)))

    # Playlists

    def some_list(self, said: "Said", least: Any = 0) -> Any:
        """One with that many entries, or more."""
        keys = [key for key, one in said.lists.items() if len(one["entries"]) >= least]
        return self.random.choice(keys) if keys else None

    def new_name(self) -> str:
        self.count += 1
        return f"{self.name} {self.count} {self.random.choice(WORDS)}"

    def some_known(self, most: Any) -> Any:
        known = [song for song in self.known if song.number not in self.unsettled]
        return [self.random.choice(known) for _ in range(self.random.randint(1, most))]

    def home(self, songs: Any) -> Any:
        """The volume that most of them lie on, the first of as many."""
        return max(self.volumes, key=lambda volume: sum(song.volume is volume for song in songs))

    def grow(self, said: "Said") -> Any:
        songs = self.some_known(6)
        numbers = [song.number for song in songs]
        key = self.some_list(said)
        if key is None or len(said.lists) < MOST_LISTS and self.random.random() < 0.3:
            if self.shelf:
                songs = [self.some_song() for _ in songs]
                numbers = [song.number for song in songs]
            key, name, volume = f"{self.name}{self.count + 1}", self.new_name(), self.home(songs)
            uris = [song.uri for song in songs]
            return Edit(command("playlistput", name, "uri", *uris),
                        lambda said: said.lists.__setitem__(key, new_list(name, volume, list(map(entry, numbers)))))
        name, count = said.lists[key]["name"], len(said.lists[key]["entries"])
        if count > 30:
            return Edit(command("playlistclear", name), touch(key, lambda one: one["entries"].clear()))
        place = self.random.randint(0, count)
        if self.random.random() < 0.3:
            return Edit(command("playlistadd", name, songs[0].uri, place),
                        touch(key, lambda one: one["entries"].insert(place, entry(numbers[0]))))
        if self.random.random() < 0.3:
            held = {one["song"] for one in said.lists[key]["entries"]}
            numbers = [number for number in dict.fromkeys(numbers) if number not in held]
            if not numbers:
                return None
        words = ["new"] if len(numbers) < len(songs) else []
        what = ["uri", *(song.uri for song in songs)]
        if len(songs) == 1 and self.random.random() < 0.5:
            # A song that is found goes in by its row, not by its path.
            what = ["find", "file", songs[0].uri]
        return Edit(command("playlistput", name, *words, "position", place, *what),
                    touch(key, lambda one: one["entries"].__setitem__(slice(place, place), map(entry, numbers))))

    def change_entries(self, said: "Said") -> Any:
        key = self.some_list(said, 2)
        if key is None:
            return None
        name, count = said.lists[key]["name"], len(said.lists[key]["entries"])
        start = self.random.randrange(count)
        end = self.random.randint(start + 1, min(count, start + 4))
        if self.random.random() < 0.4:
            return Edit(command("playlistdelete", name, f"{start}:{end}"),
                        touch(key, lambda one: one["entries"].__delitem__(slice(start, end))))
        target = self.random.randint(0, count - (end - start))
        if target == start:
            return None

        def move(one: Any) -> None:
            moved = one["entries"][start:end]
            del one["entries"][start:end]
            one["entries"][target:target] = moved
        return Edit(command("playlistmove", name, f"{start}:{end}", target), touch(key, move))

    def describe_entry(self, said: "Said") -> Any:
        key = self.some_list(said, 1)
        if key is None:
            return None
        name, place = said.lists[key]["name"], self.random.randrange(len(said.lists[key]["entries"]))
        field = self.random.choice(["start", "end", "gain", "crossfade", "notes"])
        value = {"start": self.random.choice([None, 0.25, 1.5]), "end": self.random.choice([None, 2.5, 3.125]),
                 "gain": self.random.choice([None, -3.5, 2]), "crossfade": self.random.choice([None, 4, 0.5]),
                 "notes": self.random.choice([None, self.text()])}[field]
        told = {"start": value or 0.0, "gain": float(value or 0) if field == "gain" else 0,
                "notes": (value,) if value else ()}.get(field, value)
        return Edit(command("playlistentryset", name, place, field, *([] if value is None else [value])),
                    touch(key, lambda one: one["entries"][place].__setitem__(field, told)))

    def describe(self, said: "Said") -> Any:
        field = self.random.choice(["notes", "colour", "tempo", "template", "folder", "slot", "cover"])
        key = self.some_list(said)
        if key is None:
            return None
        one = said.lists[key]
        if field == "cover":
            return self.cover(key, one["name"]) if self.covers else None
        value = {"notes": self.random.choice([None, self.text()]), "colour": self.random.choice([None, *COLOURS]),
                 "tempo": self.random.choice([None, 90, 122.5]), "template": self.random.choice([None, "{Album}"]),
                 "folder": self.random.choice([None, *(f"{self.name} folder {n}" for n in range(3))]),
                 "slot": self.random.choice([None, *self.slots])}[field]
        if field == "colour" and value == one["colour"]:
            return None
        told = ((value,) if value else ()) if field == "notes" else value
        steps = [touch(key, lambda one: one.__setitem__(field, told))]
        if field == "folder" and value:
            volume = one["volume"]
            steps = [both(steps[0], lambda said: said.folders.setdefault(volume, set()).add(value))]
        other = said.slot(value) if field == "slot" and value else None
        if other is not None and other != key:
            vacate = lambda said: said.lists[other].__setitem__("slot", None)
            steps = [both(vacate, steps[0])] if said.lists[other]["volume"] is one["volume"] else [vacate, steps[0]]
        return Edit(command("playlistset", one["name"], field, *([] if value is None else [value])), *steps)

    def cover(self, key: Any, name: Any) -> Any:
        if self.random.random() < 0.3:
            return Edit(command("playlistset", name, "cover"), touch(key, lambda one: one.__setitem__("cover", None)))
        picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + os.urandom(self.random.randint(100, 7000))
        half = len(picture) // 2
        lines = [command("playlistcoverset", name, begin, len(picture), base64.b64encode(part).decode())
                 for begin, part in ((0, picture[:half]), (half, picture[half:]))]
        return Edit(lines, touch(key, lambda one: one.__setitem__("cover", picture)))

    def rename_or_remove(self, said: "Said") -> Any:
        key = self.some_list(said)
        if key is None:
            return None
        name = said.lists[key]["name"]
        if self.random.random() < 0.4:
            return Edit(command("rm", name), lambda said: said.lists.pop(key))
        new = self.new_name()
        return Edit(command("rename", name, new), touch(key, lambda one: one.__setitem__("name", new)))

    def folders(self, said: "Said") -> Any:
        """On the volumes that are there."""
        return sorted(set().union(*(said.folders.get(volume, ()) for volume in self.volumes)))

    def folder(self, said: "Said") -> Any:
        has = self.folders(said)
        name = f"{self.name} folder {self.random.randrange(3)}"
        if name not in has:
            return Edit(command("playlistfolder", "make", name),
                        lambda said: said.folders.setdefault(self.volumes[0], set()).add(name))
        free = [f"{self.name} folder {n}" for n in range(4) if f"{self.name} folder {n}" not in has]
        new = self.random.choice([None, *free])

        def change(volume: Volume) -> Step:
            def step(said: "Said") -> None:
                said.folders[volume].remove(name)
                if new:
                    said.folders[volume].add(new)
                for one in said.lists.values():
                    if one["volume"] is volume and one["folder"] == name:
                        one["folder"] = new
            return step
        steps = [change(volume) for volume in self.volumes if name in said.folders.get(volume, ())]
        words = ["rename", name, new] if new else ["remove", name]
        return Edit(command("playlistfolder", *words), *steps)

    def preset(self, said: "Said") -> Any:
        number, key = self.random.choice(self.presets), self.some_list(said)
        if key is None or self.random.random() < 0.2:
            return Edit(command("presetset", number), lambda said: said.presets.pop(number, None))
        return Edit(command("presetset", number, said.lists[key]["name"]),
                    lambda said: said.presets.__setitem__(number, key))

    def mark(self, said: "Said") -> Any:
        volume, folder = self.random.choice(self.mark_folders)
        word = self.random.choice(["on", "off", "auto"])

        def step(said: "Said") -> None:
            said.marks[volume.prefix + folder] = {"volume": volume, "word": word}
        return Edit(command("setresume", volume.prefix + folder, word), step)

    # Imports

    def import_file(self, said: "Said") -> Any:
        if len(said.lists) > 2 * MOST_LISTS:
            return None
        volume = self.shelf or self.random.choice(self.volumes)
        anchors = [song for song in self.songs if song.anchor and song.volume is volume]
        songs = [self.random.choice(anchors) for _ in range(self.random.randint(1, 8))]
        missing = [f"missing {self.random.randrange(9)}.mp3" for _ in range(self.random.randrange(3))]
        key, name = f"{self.name}{self.count + 1}", self.new_name()
        text = "\n".join(["#EXTM3U", *(f"../{song.path}" for song in songs), *missing, ""]).encode()
        if self.random.random() < 0.5:
            path, where = f"Lists/{self.name} {self.count}.m3u8", "Lists/"
            (volume.folder / path).parent.mkdir(exist_ok=True)
            (volume.folder / path).write_bytes(text)
            lines = [command("import", volume.prefix + path, "name", name)]
        else:
            where = ""
            lines = [command("importpart", ""), command("importpart", base64.b64encode(text).decode()),
                     command("importsent", "name", name, "format", "m3u")]
        entries = [song.number for song in songs] + [volume.prefix + where + path for path in missing]

        def step(said: "Said") -> None:
            said.lists[key] = new_list(name, volume, list(map(entry, entries)))

        def check(found: Any) -> Any:
            wanted = {"playlist": [name], "entries": [str(len(entries))], "matched": [str(len(songs))]}
            told = {key: values(found, key) for key in wanted}
            return None if told == wanted else f"{told} instead of {wanted}"
        return Edit(lines, step, check=check)

    # Answers that a jukebox owes

    def told(self, said: "Said | None" = None) -> dict[Any, Any]:
        """Each thing by a key, as `observed` reads it."""
        said = said or self.said
        told: dict[Any, Any] = {}
        for song in self.songs:
            if song.number in self.unsettled:
                continue
            values = said.songs.get(song.number, {})
            told["song", song.number] = {
                "favourite": "1" if values.get("like") == 2 else "0", "rating": text_of(values.get("rating")),
                "colour": values.get("colour"), "notes": values.get("notes") or ()}
            told["stickers", song.number] = dict(SongStickers(said, song.number).items())
            told["cues", song.number] = said.cues.get(song.number, {})
        for artist, _ in self.artists:
            for kind, what in (("Artist", artist), ("filter", f"(Artist == '{artist}')")):
                told[kind, what] = said.stickers.get((kind, what), {}).get("values", {})
        for one in said.lists.values():
            value = {key: one[key] for key in ("entries", "colour", "template", "folder", "notes", "stickers", "cover")}
            value |= {"volume": one["volume"].name, "tempo": one["tempo"], "slot": text_of(one["slot"])}
            value["entries"] = [tuple(line.values()) for line in one["entries"]]
            told["playlist", one["name"]] = value
        told["folders"] = self.folders(said)
        for number in self.presets:
            key = said.presets.get(number)
            name = None if key is None else said.lists[key]["name"] if key in said.lists else "gone"
            told["preset", number] = name
        for volume, folder in self.mark_folders:
            told["mark", volume.prefix + folder] = said.marks.get(volume.prefix + folder, {}).get("word", "auto")
        return told

    def observed(self, client: Client, strict: bool) -> dict[Any, Any]:
        """A jukebox's answers. Unless strict, files may be called as they were before the scan."""
        names: dict[str, int] = {}
        for song in self.known:
            if not strict:
                names |= dict.fromkeys(song.former, song.number)
            names[song.uri] = song.number
        told: dict[Any, Any] = {}
        for song in self.songs:
            if song.number in self.unsettled:
                continue
            pairs = client.command(command("personal", song.uri))
            told["song", song.number] = {
                "favourite": first(pairs, "favourite"), "rating": first(pairs, "rating"),
                "colour": first(pairs, "colour"), "notes": tuple(values(pairs, "note"))}
            told["stickers", song.number] = stickers(client, "song", song.uri)
            told["cues", song.number] = cues(client, song.uri)
        for artist, _ in self.artists:
            for kind, what in (("Artist", artist), ("filter", f"(Artist == '{artist}')")):
                told[kind, what] = stickers(client, kind, what)
        for name in values(client.command("playlists"), "playlist"):
            if self.owns(name):
                told["playlist", name] = playlist(client, name, names)
        told["folders"] = sorted(filter(self.owns, values(client.command("playlistfolders"), "folder")))
        found = client.command("presets")
        bound = {int(found[at][8:]): found[at + 1][10:] if found[at + 2] == "present: 1" else "gone"
                 for at in range(0, len(found), 3)}
        for number in self.presets:
            told["preset", number] = bound.get(number)
        for volume, folder in self.mark_folders:
            found = client.command(command("resume", volume.prefix + folder))
            word = "on" if first(found, "resumes") == "1" else "off"
            told["mark", volume.prefix + folder] = word if first(found, "why") == "marked" else "auto"
        return told

    def owns(self, name: Any) -> bool:
        return name.startswith(self.name + " ")


class SongStickers:
    """A song's stickers, of which some are its rating and the like."""

    def __init__(self, said: "Said", number: int) -> None:
        self.own = said.songs.setdefault(number, {})
        place = said.songs[number]
        self.others = place.setdefault("stickers", {})

    def items(self) -> list[tuple[str, str]]:
        return [(name, str(self.own[name])) for name in OWN if self.own.get(name) is not None] + list(self.others.items())

    def __len__(self) -> int:
        return len(self.items())

    def __contains__(self, name: Any) -> bool:
        return name in dict(self.items())

    def get(self, name: Any) -> str | None:
        return dict(self.items()).get(name)

    def __setitem__(self, name: Any, value: Any) -> None:
        if name in OWN:
            self.own[name] = int(value)
        else:
            self.others[name] = value

    def pop(self, name: Any) -> None:
        if name in OWN:
            self.own[name] = None
        else:
            del self.others[name]

    def clear(self) -> None:
        self.others.clear()
        for name in OWN:
            self.own[name] = None


def touch(key: Any, change: Any) -> Step:
    """A change of a playlist."""
    def step(said: "Said") -> None:
        change(said.lists[key])
    return step


def both(*steps: Step) -> Step:
    def step(said: "Said") -> None:
        for one in steps:
            one(said)
    return step


def text_of(value: Any) -> str | None:
    return None if value is None else str(value)


def first(found: list[str], key: Any) -> str | None:
    return next(iter(values(found, key)), None)


def stickers(client: Client, kind: str, what: str) -> dict[str, str]:
    found = values(client.command(command("sticker", "list", kind, what)), "sticker")
    # No name in use has the mark in it.
    return dict(line.split("=", 1) for line in found)


def cues(client: Client, uri: str) -> dict[int, Any]:
    told: dict[int, Any] = {}
    for cue in client.groups(command("cues", uri), "cue"):
        number = int(cue.pop("cue"))
        told[number] = {"time": None, "end": None, "type": None, "name": None, "colour": None,
                        **{key: float(value) if key in ("time", "end") else value for key, value in cue.items()}}
    return told


def playlist(client: Client, name: Any, names: dict[str, int]) -> dict[str, Any]:
    found = client.command(command("playlistget", name))
    tempo = first(found, "tempo")
    told: dict[str, Any] = {"entries": [], "colour": first(found, "colour"), "template": first(found, "template"),
            "folder": first(found, "folder"), "notes": tuple(values(found, "notes")),
            "stickers": stickers(client, "playlist", name), "cover": None, "volume": first(found, "volume"),
            "tempo": tempo and float(tempo), "slot": first(found, "slot")}
    if first(found, "cover") == "own":
        told["cover"] = cover(client, name)
    for line in client.command(command("playlistentries", name)):
        key, value = line.split(": ", 1)
        if key == "file":
            one = entry(names.get(value, value))
            told["entries"].append(one)
        elif key == "Range":
            start, end = value.split("-")
            one["start"], one["end"] = float(start), float(end) if end else None
        elif key in ("Gain", "Crossfade"):
            one[key.lower()] = float(value)
        elif key == "Notes":
            one["notes"] += (value,)
    told["entries"] = [tuple(one.values()) for one in told["entries"]]
    return told


def cover(client: Client, name: str) -> bytes | str:
    """A playlist's own picture, or the refusal."""
    try:
        return client.picture(command("playlistcover", name, 0))[1]
    except Ack as refusal:
        return str(refusal)


def difference(wanted: dict[Any, Any], found: dict[Any, Any]) -> str | None:
    """A short text of what differs first; None where nothing does."""
    for key in sorted(wanted.keys() | found.keys(), key=str):
        mine, theirs = wanted.get(key), found.get(key)
        if mine == theirs:
            continue
        if isinstance(mine, dict) and isinstance(theirs, dict):
            parts = [part for part in mine.keys() | theirs.keys() if mine.get(part) != theirs.get(part)]
            mine, theirs = ({part: one.get(part) for part in parts} for one in (mine, theirs))
        return f"{key}: {str(theirs)[:400]} instead of {str(mine)[:400]}"
    return None
