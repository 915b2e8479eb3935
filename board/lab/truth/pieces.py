"""Pieces whose harmony, metre or key people have written down: the corpus of music21 as plain tables."""
import contextlib
import dataclasses
import itertools
import json
import pathlib
import re
import warnings

from fit.harmony import QUALITIES

# Kinds, and how many pieces of each there are.
COUNTS = {"chorale": 20, "madrigal": 32, "folk": 40, "hymn": 20, "quartet": 8}
KINDS = ["band", *COUNTS]
# Further pieces, for what needs their beats alone.
FURTHER = {"hymn": 60, "folk": 60, "quartet": 14, "madrigal": 24}
QUARTETS = ["haydn/opus74no1/movement2", "haydn/opus74no1/movement3", "mozart/k155/movement1", "mozart/k155/movement2",
            "mozart/k156/movement1", "mozart/k156/movement2", "mozart/k458/movement2", "mozart/k458/movement3",
            "beethoven/opus18no1/movement3"]
# Collections of tunes, and the numbers of the first and last one that is read.
TUNES = [("essenFolksong/altdeu10", 1, 16), ("essenFolksong/boehme10", 1, 16), ("essenFolksong/erk5", 1, 16)]
# Quarters of a piece that are kept.
LONGEST = 160
# A chord of this share of foreign notes, by their lengths, is not aligned with its score.
FOREIGN = 0.45


@dataclasses.dataclass
class Piece:
    """Offsets and lengths are in quarters. `notes` as (offset, length, pitch, part), `chords` as (offset, end, root, quality,
    bass), where quality -1 is one that `QUALITIES` has not; `keys` as (offset, number), minor from 12 on; `beats` as (offset,
    whether a bar begins); `holds` are the offsets of fermatas."""
    name: str
    kind: str
    notes: list
    beats: list
    chords: list
    keys: list
    holds: list

    @property
    def part(self):
        """The use of the piece, which its place among those of its kind decides."""
        number = int(self.name.rpartition(" ")[2])
        return {0: "judge", 1: "choice"}.get(number % 4, "fit")


def pieces(folder):
    """All pieces; read by music21 the first time."""
    found = []
    for kind in COUNTS:
        file = folder / f"{kind}.json"
        if not file.exists():
            file.write_text(json.dumps([dataclasses.asdict(piece) for piece in read(kind)]))
        found += [Piece(**values) for values in json.loads(file.read_text())]
    # A band plays the chorales as well: no package has songs of bands with their chords.
    bands = [dataclasses.replace(piece, kind="band", name=piece.name.replace("chorale", "band"))
             for piece in found if piece.kind == "chorale"]
    return bands + found


def further(folder):
    """Pieces with melodies that no part has; read by music21 the first time. They have no chords."""
    known = {melody(piece) for piece in pieces(folder)}
    found = []
    for kind, count in FURTHER.items():
        file = folder / f"further-{kind}.json"
        if not file.exists():
            file.write_text(json.dumps([dataclasses.asdict(piece) for piece in read_further(kind, count, known)]))
        found += [Piece(**values) for values in json.loads(file.read_text())]
    return found


def melody(piece):
    """The steps of its first notes, those of the highest part."""
    pitches = [-pitch for _, pitch in sorted((offset, -pitch) for offset, _, pitch, part in piece.notes if part == 0)[:25]]
    return tuple(after - before for before, after in itertools.pairwise(pitches))


def read_further(kind, count, known):
    from music21 import converter
    warnings.simplefilter("ignore")
    found = []
    for label, file, *number in further_scores(kind):
        with contextlib.suppress(Exception):
            # Its number is one of the fit part.
            name = f"{kind} {label} {1000 + 4 * len(found) + 2}"
            piece = Piece(name, kind, *tables(kind, converter.parse(file, **dict(number)), None))
            if len(piece.beats) >= 16 and len(piece.notes) >= 24 and melody(piece) not in known:
                found.append(piece)
        if len(found) == count:
            break
    print(f"further {kind}: {len(found)} pieces", flush=True)
    return found


def further_scores(kind):
    """The name and file of each; tunes of a collection also have their number in it."""
    from music21 import corpus
    home = pathlib.Path(corpus.__file__).parent
    if kind == "hymn":
        yield from ((file.stem, file) for file in sorted((home / "bach").glob("bwv*.mxl"))[2::4])
    elif kind == "folk":
        for number, (name, *_) in itertools.product(range(17, 60), TUNES):
            yield f"{name.rpartition('/')[2]}-{number}", home / f"{name}.abc", ("number", number)
        yield from ((file.stem, file) for file in sorted((home / "ryansMammoth").glob("*.abc"))[20::40])
    elif kind == "quartet":
        for pattern in ("mozart/**/k*/*.mxl", "haydn/**/*.mxl", "beethoven/**/opus18*/*.mxl"):
            for file in sorted(home.glob(pattern)):
                yield "-".join(file.relative_to(home).with_suffix("").parts), file
    else:
        yield from ((file.stem, file) for file in sorted((home / "monteverdi").glob("*.mxl")))
        yield from ((file.stem, file) for file in sorted((home / "palestrina").glob("*"))[::60])


def read(kind):
    warnings.simplefilter("ignore")
    found = []
    for label, score, analysis in scores(kind):
        with contextlib.suppress(Exception):
            piece = Piece(f"{kind} {label} {len(found)}", kind, *tables(kind, score, analysis))
            if fits(piece):
                found.append(piece)
        if len(found) == COUNTS[kind]:
            break
    print(f"{kind}: {len(found)} pieces", flush=True)
    return found


def scores(kind):
    from music21 import converter, corpus
    home = pathlib.Path(corpus.__file__).parent
    if kind == "chorale":
        for file in sorted((home / "bach/choraleAnalyses").glob("*.rntxt")):
            number = re.search(r"BWV: *(\S+)", file.read_text())
            with contextlib.suppress(Exception):
                yield file.stem[-3:], corpus.parse(f"bwv{number[1]}"), converter.parse(file, format="romanText")
    elif kind == "madrigal":
        for file in sorted((home / "monteverdi").glob("*.rntxt")):
            with contextlib.suppress(Exception):
                yield file.stem, converter.parse(file.with_suffix(".mxl")), converter.parse(file, format="romanText")
    elif kind == "hymn":
        known = {re.search(r"BWV: *(\S+)", file.read_text())[1] for file in (home / "bach/choraleAnalyses").glob("*.rntxt")}
        for file in sorted((home / "bach").glob("bwv*.mxl"))[::4]:
            if file.stem[3:] not in known:
                with contextlib.suppress(Exception):
                    yield file.stem, converter.parse(file), None
    elif kind == "quartet":
        for name in QUARTETS:
            with contextlib.suppress(Exception):
                yield name.replace("/", "-"), corpus.parse(name), None
    else:
        yield from tunes(home)


def tunes(home):
    from music21 import converter, corpus
    for name, first, last in TUNES:
        for number in range(first, last + 1):
            with contextlib.suppress(Exception):
                yield f"{name.rpartition('/')[2]}-{number}", corpus.parse(name, number=number), None
    for file in sorted((home / "ryansMammoth").glob("*.abc"))[::40]:
        with contextlib.suppress(Exception):
            yield file.stem, converter.parse(file), None


def tables(kind, score, analysis):
    from music21 import key
    score = score.stripTies()
    parts = list(score.parts) or [score]
    notes, holds, bars = [], set(), {}
    for number, part in enumerate(parts):
        for note in part.flatten().notes:
            offset = float(note.offset)
            if "ChordSymbol" in note.classes or not note.quarterLength or offset >= LONGEST:
                continue
            notes += [(offset, float(note.quarterLength), pitch.midi, number) for pitch in note.pitches]
            if any("Fermata" in expression.classes for expression in note.expressions):
                holds.add(offset)
    beats, end = [], max(offset + length for offset, length, *_ in notes)
    for bar in parts[0].getElementsByClass("Measure"):
        metre = bar.timeSignature or bar.getContextByClass("TimeSignature")
        bars.setdefault(bar.number, (float(bar.offset), float(bar.paddingLeft)))
        step, place = float(metre.beatDuration.quarterLength), -float(bar.paddingLeft)
        while place < float(bar.duration.quarterLength) - 1e-6 and bar.offset + place < min(end, LONGEST):
            if place >= 0:
                beats.append((float(bar.offset) + place, place == 0 and bar.paddingLeft == 0))
            place += step
    if analysis:
        chords, keys = numerals(analysis, bars, min(end, LONGEST))
    else:
        chords = []
        signed = list(score.recurse().getElementsByClass(key.Key)) if kind == "folk" else []
        keys = [(0, with_mode(number_of(signed[0]), notes))] if signed else []
    # Bars overlap where a tied note is longer than its own: each beat counts once.
    return notes, sorted(dict(beats).items()), chords, keys, sorted(holds)


def with_mode(key, notes):
    """The tunes' files have the tonic alone: the longer one of the thirds above it decides on the mode."""
    minor, major = (sum(length for _, length, pitch, _ in notes if (pitch - key) % 12 == third) for third in (3, 4))
    return key % 12 + 12 * (minor > major)


def number_of(key):
    return key.tonic.pitchClass + (12 if key.mode == "minor" else 0)


def chord_of(root, bass, pitches):
    """(root, number of its quality or -1, bass above the root)"""
    above = tuple(sorted({(pitch - root) % 12 for pitch in pitches}))
    known = {tuple(sorted(set(quality))): number for number, quality in enumerate(QUALITIES)}
    quality = known.get(above, -1)
    if quality < 0 and len(above) > 4:
        quality = known.get(tuple(step for step in above if step in (0, 3, 4, 7, 10)), -1)
    return root, quality, (bass - root) % 12


def joined(found, end):
    """With the end of each, at the next one's beginning; the same chord again makes it longer."""
    chords = []
    for index, (offset, *chord) in enumerate(found):
        until = found[index + 1][0] if index + 1 < len(found) else end
        if chords and chords[-1][2:] == tuple(chord) and chords[-1][1] == offset:
            offset = chords.pop()[0]
        if until > offset:
            chords.append((offset, until, *chord))
    return chords


def numerals(analysis, bars, end):
    chords, keys = [], []
    for numeral in analysis.recurse().getElementsByClass("RomanNumeral"):
        bar = numeral.getContextByClass("Measure")
        if bar.number not in bars:
            continue
        start, padding = bars[bar.number]
        offset = start + float(numeral.offset) + float(bar.paddingLeft) - padding
        if offset >= end or chords and offset <= chords[-1][0]:
            continue
        pitches = [pitch.pitchClass for pitch in numeral.pitches]
        root, bass = numeral.root().pitchClass, numeral.bass().pitchClass
        if numeral.figure.startswith(("Ger", "It", "Fr", "Sw")):
            root = bass
        chords.append((offset, *chord_of(root, bass, pitches)))
        if not keys or keys[-1][1] != number_of(numeral.key):
            keys.append((offset, number_of(numeral.key)))
    return joined(chords, end), keys


def fits(piece):
    """Whether its tables fit together: chords contain most of the notes during them."""
    if len(piece.beats) < 16 or len(piece.notes) < 24:
        return False
    if piece.kind == "folk":
        return bool(piece.keys)
    if piece.kind not in ("chorale", "madrigal"):
        return True
    within = whole = 0
    for start, end, root, quality, _ in piece.chords:
        for offset, length, pitch, _ in piece.notes:
            common = min(end, offset + length) - max(start, offset)
            if common > 0 and quality >= 0:
                whole += common
                within += common * ((pitch - root) % 12 in QUALITIES[quality])
    return bool(whole) and within > (1 - FOREIGN) * whole
