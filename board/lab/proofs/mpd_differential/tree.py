"""Some thousand short tracks with tags as people have them, and a few that the two programs read differently."""
import os
import random
import shutil

from lib.containers import sound_file, stable, templates
from lib.material import CACHE, finished, words

# A number in the name of the folder where a tree is kept: a change of the tree increases it.
VERSION = 2
# Tracks that the two programs read differently are all in here, a folder for each reason.
ODD = "Odd"

GENRES = ["Jazz", "Rock", "Folk", "Klassik", "Électronique", "Hip-Hop", "Blues", "Trip Hop", "rock", "Beat & More"]
MOODS = ["calm", "Wild", "Übermütig"]
FORMATS = ["flac", "mp3", "ogg", "opus"]
ID3_FORMS = [(4, "utf8"), (4, "utf16"), (3, "utf16")]
EPOCH = 1_000_000_000


def decorated(chance, name):
    """A name with what makes names hard: accents, case, articles, quotes, numbers, several people."""
    kind = chance.randrange(14)
    accents = str.maketrans("aeiouAEIOU", "äéîöüÄÉÎÖÜ")
    return {
        0: name.translate(accents), 1: name.upper(), 2: name.lower(), 3: f"The {name}", 4: f"{name} & Sons",
        5: f'{name} "Bo" {name[:2]}', 6: f"{name}'s", 7: f"{name} {chance.randint(2, 120)}", 8: f"Die {name}",
        9: f"{name} (Straße)", 10: f"{name}\\Co", 11: f"{name}, 東京",
    }.get(kind, name)


def file_name(text):
    return text.replace("/", "-")


def identifier(text):
    number = stable(text)
    return f"{number:08x}-{number >> 16:04x}-4{number & 0xFFF:03x}-8{number >> 8 & 0xFFF:03x}-{number * 7919:012x}"[:36]


class Artist:
    def __init__(self, chance):
        self.name = decorated(chance, words(chance, 2))
        self.sort = chance.random() < 0.3 and ", ".join(reversed(self.name.split(" ", 1)))
        self.mistyped = chance.random() < 0.2 and self.name.swapcase()


def album_tags(chance, artist, guests):
    """The tracks of one album as lists of pairs."""
    album = decorated(chance, words(chance, 3))
    year = chance.randint(1950, 2024)
    date = chance.choice([str(year), str(year), f"{year}-{chance.randint(1, 12):02}",
                          f"{year}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}", None])
    compilation = chance.random() < 0.08
    discs = chance.choice([0, 0, 0, 1, 2, 3])
    genres = chance.sample(GENRES, chance.choice([0, 1, 1, 1, 2, 3]))
    composer = chance.random() < 0.25 and decorated(chance, words(chance, 2))
    for disc in range(1, max(1, discs) + 1):
        for track in range(1, chance.randint(7, 13)):
            title = decorated(chance, words(chance, 4))
            players = [chance.choice(guests).name] if compilation else [artist.name]
            if artist.mistyped and chance.random() < 0.2 and not compilation:
                players = [artist.mistyped]
            if chance.random() < 0.15:
                players.append(chance.choice(guests).name)
            tags = [("TITLE", title)] + [("ARTIST", name) for name in dict.fromkeys(players)] + [("ALBUM", album)]
            if compilation:
                tags += [("ALBUMARTIST", "Various Artists"), ("COMPILATION", "1")]
            elif chance.random() < 0.6:
                tags.append(("ALBUMARTIST", artist.name))
            tags.append(("TRACKNUMBER", str(track)))
            if discs:
                tags.append(("DISCNUMBER", str(disc)))
            if date:
                tags.append(("DATE", date))
            tags += [("GENRE", genre) for genre in genres]
            if composer:
                tags.append(("COMPOSER", composer))
            if artist.sort:
                tags += [("ARTISTSORT", artist.sort), ("ALBUMARTISTSORT", artist.sort)]
            if chance.random() < 0.1:
                tags.append(("COMMENT", words(chance, 5)))
            if chance.random() < 0.05:
                tags += [("CONDUCTOR", words(chance, 2)), ("LABEL", words(chance, 1))]
            if chance.random() < 0.3:
                tags += [("MUSICBRAINZ_ALBUMID", identifier(album)), ("MUSICBRAINZ_ARTISTID", identifier(artist.name)),
                         ("MUSICBRAINZ_TRACKID", identifier(title))]
            yield disc if discs > 1 else 0, track, title, album, year, tags


def shelf(chance, count):
    """Paths and tags of at least `count` tracks in albums."""
    artists = [Artist(chance) for _ in range(max(4, count // 42))]
    number = 0
    while number < count:
        artist = artists[number * 7 % len(artists)] if chance.random() < 0.9 else chance.choice(artists)
        shape = chance.randrange(5)
        ending = chance.choice(FORMATS)
        for disc, track, title, album, year, tags in album_tags(chance, artist, artists):
            folder = [f"{artist.name}/{album}", f"{artist.name}/{year} {album}",
                      f"By genre/{year // 10}0s/{artist.name}/{album}", f"{artist.name} - {album}",
                      f"{artist.name}/{album}"][shape]
            if disc:
                folder += f"/CD {disc}"
            name = [f"{track:02} {title}", f"{track} - {title}", f"{title}", f"{track:02}. {title}",
                    f"{disc}-{track:02} {title}" if disc else f"{track:03}-{title}"][shape]
            folder = "/".join(file_name(part).rstrip(". ") for part in folder.split("/"))
            yield f"{folder}/{file_name(name)}.{ending}", tags
            number += 1


def loose(chance):
    """Tracks in one folder, all sorts of them, without some of the tags."""
    for _number in range(120):
        tags = [("TITLE", words(chance, 3))]
        for key, text, share in (
            ("ARTIST", decorated(chance, words(chance, 1)), 0.8), ("ALBUM", f"Mixed {chance.randint(1, 6)}", 0.7),
            ("TRACKNUMBER", str(chance.randint(1, 30)), 0.5),
            ("DATE", chance.choice(["12.05.1999", "sometime", "2001"]), 0.4),
            ("GENRE", chance.choice(GENRES), 0.5), ("DISCNUMBER", str(chance.randint(1, 3)), 0.2),
        ):
            if chance.random() < share:
                tags.append((key, text))
        name = chance.choice([
            "{}", " {}", "...{}", ".38 {}", "{}'s", '"{}"', "{}\\n", "{} ", "[{}]", "{}#1", "{}?", "é{}", "É{}",
        ])
        yield f"Loose/{name.format(tags[0][1])} {chance.randint(1, 40)}.{chance.choice(FORMATS)}", tags


def deep():
    for level in range(1, 20):
        folder = "/".join(f"Level {number}" for number in range(1, level + 1))
        yield f"{folder}/{level}.flac", [("TITLE", f"Deep {level}"), ("ARTIST", "Digger"), ("ALBUM", "Shaft"),
                                         ("TRACKNUMBER", str(level))]


COMPLETE = [("TITLE", "Odd Title"), ("ARTIST", "Odd Artist"), ("ALBUM", "Odd Album"), ("TRACKNUMBER", "7")]


def without(*keys):
    return [pair for pair in COMPLETE if pair[0] not in keys]


def special():
    """Odd contents of files."""
    for ending in FORMATS:
        yield f"numbers/padded.{ending}", without("TRACKNUMBER") + [("TRACKNUMBER", "03"), ("DISCNUMBER", "01")]
        yield f"numbers/totals.{ending}", without("TRACKNUMBER") + [("TRACKNUMBER", "3/12"), ("DISCNUMBER", "1/2")]
        yield f"several/several.{ending}", COMPLETE + [("TITLE", "Second Title"), ("DATE", "1999"), ("DATE", "2005")]
    yield "ID3/id3v1.mp3", COMPLETE + [("DATE", "1994")]
    yield "ID3/apev2.mp3", COMPLETE + [("DATE", "1995"), ("GENRE", "Odd Genre")]
    yield "ID3/latin.mp3", COMPLETE + [("GENRE", "Odd Génre")]


def odd():
    """Folder by folder what is read differently, and why (reasons.READING)."""
    for ending in FORMATS:
        yield f"from the path/Pathless/Silence/03 Nothing.{ending}", []
        yield f"from the path/Pathless/Silence/04 Title.{ending}", without("TITLE", "TRACKNUMBER")
        yield f"from the path/name only {ending}.{ending}", without("TITLE")
        yield f"blanks/blanks.{ending}", without("TITLE", "ARTIST") + [
            ("TITLE", "  Blanks "), ("ARTIST", "Odd\tArtist\n")]
        yield f"vinyl/letters.{ending}", without("TRACKNUMBER") + [("TRACKNUMBER", "A1")]
        yield f"movements/movement.{ending}", COMPLETE + [("MOVEMENT", "Allegro"), ("MOVEMENTNUMBER", "2")]
        yield f"other names/other names.{ending}", COMPLETE + [
            ("YEAR", "1980"), ("ALBUM ARTIST", "Odd Others"), ("DISC", "4")]
        for number in range(6):
            yield f"new tags/{number}.{ending}", without("TITLE") + [
                ("TITLE", f"The {number}"), ("TITLESORT", f"{number}, The"), ("MOOD", MOODS[number % 3])]
    yield "numbered genre/numbered genre.mp3", COMPLETE + [("GENRE", "(17)")]
    yield "several in ID3v2.3/several.mp3", COMPLETE + [("GENRE", "Odd Rock"), ("GENRE", "Odd Pop")]
    yield "names/line\nfeed.flac", COMPLETE
    yield "names/invalid \udcff.flac", COMPLETE
    yield "hidden/._double.flac", COMPLETE
    yield "hidden/.trashed-1700000000-song.flac", COMPLETE
    yield "hidden/.Trash-1000/files/deleted.flac", COMPLETE


def form_of(path, tags, chance):
    for form in ("id3v1", "apev2"):
        if path.endswith(f"/{form}.mp3"):
            return form
    if path.endswith("/latin.mp3"):
        return (3, "latin1")
    if "/several in ID3v2.3/" in path:
        return (3, "utf16")
    single = len(dict(tags)) == len(tags) and len(dict(tags).get("DATE", "1999")) == 4
    return chance.choice([form for form in ID3_FORMS if single or form[0] == 4])


def tracks(count):
    chance = random.Random(count)
    yield from shelf(chance, count)
    yield from loose(chance)
    yield from deep()
    for path, tags in special():
        yield f"Special/{path}", tags
    for path, tags in odd():
        yield f"{ODD}/{path}", tags


def make(count):
    """The folder with the tree, which is kept for the next time."""
    folder = CACHE / f"differential-{count}-{VERSION}"
    if finished(folder):
        return folder
    sounds = templates()
    for path, tags in tracks(count):
        ending = path.rsplit(".", 1)[1]
        chance = random.Random(stable(path))
        data = sound_file(chance.choice(sounds[ending]), ending, tags, form_of(path, tags, chance))
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        # Whole seconds, some of them equal.
        time = EPOCH + chance.randrange(5000) * 100_000
        os.utime(target, (time, time))
    (folder / ".complete").touch()
    return folder


def copy(count, target):
    """The tree as links in a folder of its own, so that a jukebox finds no database of an earlier run."""
    shutil.copytree(make(count), target, copy_function=os.link, ignore=shutil.ignore_patterns(".complete", ".jukebox"))
    return target
