"""The weights of keys: KeyWeights.swift. For the sound without chords, for a tune alone, and for sure chords;
how usual the chords of each degree are in a key, and a tune's steps from one degree to another."""
import collections
import re

import numpy as np

from . import choice
from .harmony import QUALITIES

RIDGE = 0.003
# Performances of each piece with keys.
ROUNDS = collections.Counter(band=5, chorale=5, madrigal=5, folk=5)
# Number of features of the sound, as KeyEvidence has them, and those that count beside chords: its beginning and its end.
SOUND, BESIDE = 5, [1, 2]
# As in KeyHarmony.
LEAST_CONFIDENCE = 0.6
KINDS = [0, 1, 2, 3, 1, 0, 1, 5, 5, 4, 4, 4, 5]
KIND_COUNT = 6
# Share that a second of a song counts beside one of a piece, and seconds that each chord counts as heard before; steps likewise.
SONG, BEFORE, STEPS_BEFORE = 0.5, 2.0, 1.0
MODES = 2
WIDTH = 10


class Heard:
    """A song with its chords as they were found: (start, end, root, quality)."""

    def __init__(self, evidence, counts):
        self.song, self.counts = evidence.song, counts
        self.sound = evidence.keys.astype(float)
        tones = evidence.tune.astype(int).ravel()
        self.steps = np.stack([tones[:-1], tones[1:]])
        rows = evidence.chords.tolist()
        self.chords = [(start, end, int(root), int(quality)) for start, end, root, quality, _ in rows if root >= 0]
        sure = sum((end - start) * confidence for start, end, root, _, confidence in rows if root >= 0)
        self.is_sure = bool(rows) and sure >= LEAST_CONFIDENCE * sum(end - start for start, end, *_ in rows)
        self.right = np.arange(24) == evidence.song.key

    def melody(self, steps):
        """The sound's features and how usual the steps are, as `KeyEvidence.steps`."""
        usual = [steps[key // 12, *(self.steps - key) % 12].sum() / max(self.steps.shape[1], 1) for key in range(24)]
        return np.column_stack([self.sound, usual])

    def harmony(self, degrees):
        """As `KeyHarmony.features`, beside the sound's."""
        rows = []
        seconds = sum(end - start for start, end, *_ in self.chords)
        for key in range(24):
            tonics = [is_tonic(chord, key) for chord in self.chords]
            strong = [root == (key + 7) % 12 and 4 in QUALITIES[quality] for *_, root, quality in self.chords]
            cadences = sum(before and after for before, after in zip(strong, tonics[1:]))
            usual = sum((end - start) * degrees[key // 12, (root - key) % 12, KINDS[quality]]
                        for start, end, root, quality in self.chords)
            rows.append([*self.sound[key, BESIDE], tonics[0], tonics[-1], cadences / len(tonics), usual / seconds])
        return np.array(rows, float)


def is_tonic(chord, key):
    *_, root, quality = chord
    return root == key % 12 and (3 if key > 11 else 4) in QUALITIES[quality]


def learned(songs):
    """How often chords of each kind stand on each degree of major and minor, as logarithms."""
    counts = np.full((MODES, 12, KIND_COUNT), BEFORE)
    for one in songs:
        for start, end, root, quality in one.chords:
            middle = (start + end) / 2
            key = next((key for _, until, key in one.song.keys if middle < until), one.song.keys[-1][2])
            counts[key // 12, (root - key) % 12, KINDS[quality]] += one.counts * (end - start)
    return np.log(counts / counts.sum((1, 2), keepdims=True)).round(2)


def learned_steps(tunes):
    """How often tunes step from one degree to another in major and minor, as logarithms."""
    counts = np.full((MODES, 12, 12), STEPS_BEFORE)
    for one in tunes:
        np.add.at(counts, (one.song.key // 12, *(one.steps - one.song.key) % 12), 1)
    return np.log(counts / counts.sum((1, 2), keepdims=True)).round(2)


def fit(evidences, held, performed):
    pieces, songs, others = ([Heard(one, counts) for one in some if len(one.keys) and one.song.key is not None
                              and not one.song.is_clicks]
                             for some, counts in ((performed, 1), (evidences, SONG), (held, SONG)))
    degrees = learned([one for one in pieces if one.song.chords] + songs)
    steps = learned_steps([one for one in pieces if not one.song.chords])
    weights = {}
    for name, belongs, table in (
            ("sound", lambda one: True, lambda one: (one.melody(steps), one.right)),
            ("tune", lambda one: not one.is_sure, lambda one: (one.melody(steps), one.right)),
            ("harmony", lambda one: one.is_sure, lambda one: (one.harmony(degrees), one.right))):
        print(f"  {name}", flush=True)
        tables = [table(one) for one in pieces + songs if belongs(one)]
        weights[name] = choice.fit(tables, RIDGE)
        choice.tell(tables, [table(one) for one in others if belongs(one)] or tables, weights[name])
    whole = np.zeros(SOUND + 4)
    whole[BESIDE], whole[SOUND:] = weights["harmony"][:2], weights["harmony"][2:]
    return {**weights, "harmony": whole, "degrees": degrees.ravel(), "steps": steps.ravel()}


def write(weights, file):
    text = file.read_text()
    for name, values in weights.items():
        words = [f"{round(value, 2) + 0.0:.2f}" for value in values]
        lines = [", ".join(words[start:start + WIDTH]) for start in range(0, len(words), WIDTH)]
        body = lines[0] if len(lines) == 1 else "\n    " + ",\n    ".join(lines) + ",\n  "
        text = re.sub(rf"(static let {name}: \[Double\] = )\[[^]]*\]", rf"\g<1>[{body}]", text)
    file.write_text(text)
