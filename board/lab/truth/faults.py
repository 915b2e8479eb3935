"""Names what an analysis got wrong: the kinds of faults, and how much of each there is."""
import mir_eval
import numpy as np

from .scores import DEGREES, NAMES, intervals, label

# In percent: beats and bars of a piece that agree less have a fault.
BEATS, BARS = 75, 75
KEYS = {7: "key: a fifth above", 5: "key: a fourth above"}
MAJOR_THIRD, MINOR_THIRD = "major", "minor"


def faults(song, found):
    """How much of each fault: pieces for beats, bars and the key, shares of the sound for chords."""
    result = {}
    if "tempo" in found:
        result.update({name: 1.0 for name in [*level(song, found), *bars(song, found)]})
    if song.key is not None and found.get("key"):
        result.update({name: 1.0 for name in key(song.key, found["key"])})
    if song.chords and "chords" in found:
        result.update(chords(song, found["chords"]))
    return result


def agreement(own, found):
    return 100 * mir_eval.beat.f_measure(np.array(own, float), np.array(sorted(found), float))


def level(song, found):
    """The level of metre that is counted, and whether beats are where they are at that level."""
    factors = {"tempo: half": 1 / 2, "tempo: double": 2, "tempo: a third": 1 / 3, "tempo: triple": 3}
    ratio = found["tempo"] / song.tempo
    if abs(ratio - 1) > 0.04:
        yield next((name for name, factor in factors.items() if abs(ratio / factor - 1) <= 0.04), "tempo: another")
    elif agreement(song.beats, found["beats"]) < BEATS:
        between = [(before + after) / 2 for before, after in zip(song.beats, song.beats[1:])]
        yield "beats: between the true ones" if agreement(between, found["beats"]) > 50 else "beats: lost in places"


def bars(song, found):
    """Only where beats are right, as bars are made of them."""
    if agreement(song.beats, found["beats"]) < BEATS or agreement(song.downbeats, found["downbeats"]) >= BARS:
        return
    spans = [float(np.median(np.diff(times))) if len(times) > 1 else 0 for times in (song.downbeats, found["downbeats"])]
    if abs(spans[1] / spans[0] - 1) < 0.1:
        yield "bars: right length, another beat begins them"
    elif min(abs(spans[1] / spans[0] / factor - 1) for factor in (2, 1 / 2)) < 0.1:
        yield "bars: half or twice as long"
    else:
        yield "bars: another length"


def key(own, name):
    tonic, mode = name.split(":")
    found = NAMES.index(tonic) + 12 * mode.startswith("min")
    if found == own:
        return
    above, same = (found - own) % 12, found // 12 == own // 12
    if not same and above == 0:
        yield "key: the other mode"
    elif not same and above == (9 if own < 12 else 3):
        yield "key: the relative one"
    elif same and above in KEYS:
        yield KEYS[above]
    else:
        yield "key: a further one"


def chords(song, found):
    """The shares of the sound in which the root or the third is wrong."""
    truth = [(start, end, label(*chord)) for start, end, *chord in song.chords]
    own, other = (intervals(some, song.duration) for some in (truth, found))
    spans, names, ours = mir_eval.util.merge_labeled_intervals(*own, *other)
    result: dict[str, float] = {}
    for (start, end), name, our in zip(spans, names, ours):
        if name not in ("X", "N") and not alike(name, our):
            fault = chord_fault(name, our, beside(own, start))
            result[fault] = result.get(fault, 0) + float(end - start) / song.duration
    return result


def beside(own, moment):
    """The names of the true chords before and after the one at a moment."""
    spans, names = own
    at = int(np.searchsorted(spans[:, 0], moment + 1e-6)) - 1
    return names[max(at - 1, 0)], names[min(at + 1, len(names) - 1)]


def parts(name):
    """(root, third, bass) as numbers; no third where there is none."""
    if name in ("N", "X"):
        return None, None, None
    chord, _, bass = name.partition("/")
    tonic, _, quality = chord.partition(":")
    root, third = NAMES.index(sharp(tonic)), None
    if not quality.startswith("sus"):
        third = 3 if quality.startswith(("min", "dim", "hdim")) else 4
    return root, third, (root + (DEGREES.index(bass) if bass in DEGREES else 0)) % 12


def sharp(tonic):
    return {"C#": "Db", "D#": "Eb", "F#": "Gb", "G#": "Ab", "A#": "Bb"}.get(tonic, tonic)


def alike(name, our):
    (root, third, _), (own_root, own_third, _) = parts(name), parts(our)
    return root == own_root and (third == own_third or third is None)


def chord_fault(name, our, neighbours):
    (root, third, bass), (own_root, own_third, _) = parts(name), parts(our)
    if own_root is None:
        return "chord: none is found"
    if root == own_root:
        return "chord: no third is found" if own_third is None else "chord: the other third"
    if any(alike(one, our) for one in neighbours):
        return "chord: the one before or after it"
    if own_root == bass:
        return "chord: the lowest note as the root"
    above = (own_root - root) % 12
    if above in ((4, 9) if third == 4 else (3, 8)):
        return "chord: a third away, two notes in common"
    return "chord: a fifth away" if above in (5, 7) else "chord: another"


def table(rows):
    """Markdown: how much of each fault, by kind of piece.

    - rows: (kind, faults of all its pieces)
    """
    names = sorted({name for _, some in rows for one in some for name in one})
    lines = ["| | " + " | ".join(f"{kind} ({len(some)})" for kind, some in rows) + " |", "| --- " * (len(rows) + 1) + "|"]
    for name in names:
        sums = [sum(one.get(name, 0) for one in some) for _, some in rows]
        cells = [f"{100 * amount / len(some):.1f} %" if name.startswith("chord") else f"{amount:.0f}"
                 for amount, (_, some) in zip(sums, rows)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
