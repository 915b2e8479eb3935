"""The order that docs/protocol-library.md promises, reckoned from answers alone and in another way than the jukebox does."""
import functools
import re
import unicodedata
from typing import Any

# A song's values by their tags.
Tags = dict[str, list[str]]
STAND_INS = {
    "AlbumArtist": ["Artist"], "ArtistSort": ["Artist"], "AlbumArtistSort": ["AlbumArtist", "ArtistSort", "Artist"],
    "AlbumSort": ["Album"], "TitleSort": ["Title"], "ComposerSort": ["Composer"],
}


@functools.cache
def folded(name: str) -> tuple[tuple[int, int], ...]:
    """Case and accents aside, and numbers by their value."""
    text = "".join(mark for mark in unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
                   if not unicodedata.combining(mark))
    # A number stands where its first digit does among letters.
    return tuple((ord("0"), int(part)) if part.isdigit() else (ord(part), 0)
                 for part in re.findall(r"[0-9]+|[^0-9]", text, re.DOTALL))


def natural(name: str) -> tuple[Any, bytes]:
    return folded(name), name.encode("utf-8", "surrogateescape")


def first(song: Tags, tag: str) -> str:
    for name in [tag, *STAND_INS.get(tag, [])]:
        if song.get(name):
            return song[name][0]
    return ""


def first_digits(text: str) -> str:
    return text[: len(text) - len(text.lstrip("0123456789"))]


def leading_number(text: str) -> int | None:
    digits = first_digits(text)
    return int(digits) if digits else None


def in_folder(song: Tags) -> tuple[Any, ...]:
    """The place of a song among those of its folder."""
    name = song["file"][0].rsplit("/", 1)[-1]
    digits = leading_number(name)
    if len(first_digits(name)) > 3:
        digits = None
    stem = name.rsplit(".", 1)[0]
    track = leading_number(first(song, "Track"))
    if not track:
        track = 0xFFFF if digits is None else digits
    return (folded(first(song, "Album")), leading_number(first(song, "Disc")) or 1, track, folded(stem),
            name.encode("utf-8", "surrogateescape"))


PLACES: dict[str, list[Any]] = {}


def in_tree(song: Tags) -> list[Any]:
    """The place of a song in the tree: a folder's own songs come before its subfolders."""
    uri = song["file"][0]
    if uri not in PLACES:
        PLACES[uri] = place_in_tree(song)
    return PLACES[uri]


def place_in_tree(song: Tags) -> list[Any]:
    folders = song["file"][0].split("/")[:-1]
    return [(1, natural(name)) for name in folders] + [(0, in_folder(song))]


def by_tag(song: Tags, word: str) -> Any:
    """The value that `sort` compares."""
    tag = word.removeprefix("-")
    if tag == "Last-Modified":
        return first(song, "Last-Modified")
    if tag.lower() in ("track", "disc"):
        return leading_number(first(song, tag.capitalize())) or 0
    names = {name.lower(): name for name in song} | {name.lower(): name for name in STAND_INS}
    return first(song, names.get(tag.lower(), tag)).encode()


# Those that the configuration has where nobody names others.
ARTICLES = ("the", "a", "an")


def on_shelf(song: Tags) -> tuple[Any, ...]:
    """The place of a song among all, whatever its folder is; a song without a name comes last."""
    def name(text: str) -> tuple[int, Any]:
        parts = folded(text)
        for article in ARTICLES:
            begin = folded(article + " ")
            if parts[:len(begin)] == begin and len(parts) > len(begin):
                return (0, parts[len(begin):])
        return (0, parts) if text else (1, ())

    years = [digits for date in song.get("Date", []) + song.get("OriginalDate", [])
             for digits in (date[:4], date[-4:]) if re.fullmatch("[0-9]{4}", digits)]
    track = leading_number(first(song, "Track"))
    title = first(song, "TitleSort") or song["file"][0].rsplit("/", 1)[-1]
    return (name(first(song, "AlbumArtistSort")), years[0] if years else "", name(first(song, "AlbumSort")),
            leading_number(first(song, "Disc")) or 1, 0xFFFF if track is None else track, name(title))


def shelved(songs: list[Tags]) -> list[Tags]:
    return sorted(sorted(songs, key=in_tree), key=on_shelf)


def ordered(songs: list[Tags], sort: str | None = None) -> list[Tags]:
    """These songs in the order in which they are to be told."""
    songs = sorted(songs, key=in_tree)
    if sort is not None:
        songs.sort(key=lambda song: by_tag(song, sort), reverse=sort.startswith("-"))
    return songs
