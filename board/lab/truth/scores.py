"""How right an analysis is, by mir_eval."""
import warnings

import mir_eval
import numpy as np

NAMES = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]
# Harte's, in the order of `fit.harmony.QUALITIES`.
HARTE = ["maj", "min", "7", "maj7", "min7", "maj6", "min6", "sus2", "sus4", "dim", "dim7", "hdim7", "aug"]
DEGREES = ["", "b2", "2", "b3", "3", "4", "b5", "5", "b6", "6", "b7", "7"]
COLUMNS = ["key", "local key", "tempo", "octave", "beats", "downbeats", "root", "majmin", "sevenths", "inversions", "segments"]
CHORDS = {"root": "root", "majmin": "majmin", "sevenths": "sevenths", "inversions": "majmin_inv"}


def label(root, quality, bass):
    if root is None:
        return "X"
    return f"{NAMES[root]}:{HARTE[quality]}" + (f"/{DEGREES[bass]}" if bass else "")


def score(song, found):
    """The sums of what is right and of what counts, by column; columns that the song or the analysis lacks are missing."""
    warnings.simplefilter("ignore")
    result = {}
    if song.key is not None and found.get("key"):
        result["key"] = (resemblance(song.key, found["key"]), 1)
        if song.chords:
            result["local key"] = local_keys(song, found)
    if "tempo" in found:
        for name, factors in (("tempo", [1]), ("octave", [1, 2, 3, 1 / 2, 1 / 3])):
            result[name] = (any(abs(found["tempo"] / song.tempo / factor - 1) <= 0.04 for factor in factors), 1)
    for name, own in (("beats", song.beats), ("downbeats", song.downbeats)):
        if name in found:
            result[name] = (mir_eval.beat.f_measure(np.array(own), np.array(sorted(found[name]), float)), 1)
    if song.chords and "chords" in found:
        result.update(chords(song, found["chords"]))
    return result


def resemblance(own, key):
    tonic, mode = key.split(":")
    return mir_eval.key.weighted_score(f"{NAMES[own % 12]} {'minor' if own > 11 else 'major'}",
                                       f"{tonic} {'minor' if mode.startswith('min') else 'major'}")


def local_keys(song, found):
    """By seconds. A program that finds one key has it everywhere."""
    changes = found.get("keys") or [(0, found["key"])]
    right = 0
    for (start, key), (end, _) in zip(changes, [*changes[1:], (song.duration, None)]):
        right += sum(max(min(end, until) - max(start, since), 0) * resemblance(own, key) for since, until, own in song.keys)
    return right, song.duration


def chords(song, found):
    truth = [(start, end, label(*chord)) for start, end, *chord in song.chords]
    own, other = (intervals(some, song.duration) for some in (truth, found))
    spans, *labels = mir_eval.util.merge_labeled_intervals(*own, *other)
    lengths = spans[:, 1] - spans[:, 0]
    result = {}
    for name, measure in CHORDS.items():
        right = getattr(mir_eval.chord, measure)(*labels)
        result[name] = (float((lengths * right)[right >= 0].sum()), float(lengths[right >= 0].sum()))
    result["segments"] = (changes(other[1]), changes(own[1]))
    return result


def changes(labels):
    return sum(before != after for before, after in zip(labels, labels[1:]))


def intervals(chords, duration):
    """Without gaps, which have no chord."""
    spans, labels, now = [], [], 0.0
    for start, end, name in [*sorted(chord[:3] for chord in chords), (duration, duration + 1, "N")]:
        start, end = max(start, now), min(end, duration)
        if start - now > 1e-3:
            spans.append([now, start])
            labels.append("N")
        else:
            start = now
        if end - start > 1e-6:
            spans.append([start, end])
            labels.append(name)
            now = end
    spans[-1][1] = duration
    return np.array(spans), labels


def table(rows):
    """Markdown, in percent but for the ratio of segments.

    - rows: (name, scores of all pieces)
    """
    columns = [column for column in COLUMNS if any(column in one for _, scores in rows for one in scores)]
    lines = ["| | pieces | " + " | ".join(columns) + " |", "| --- " * (len(columns) + 2) + "|"]
    for name, scores in rows:
        cells = [name, str(len(scores))]
        for column in columns:
            right, whole = (sum(one[column][part] for one in scores if column in one) for part in (0, 1))
            if not whole:
                cells.append("")
            elif column == "segments":
                cells.append(f"{right / whole:.2f}")
            else:
                cells.append(f"{100 * right / whole:.0f}")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
