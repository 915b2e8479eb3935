"""The choice among candidates for the tempo: TempoWeights.swift."""
import collections
import re

import numpy as np

from . import choice

SOURCES, CORRELATIONS, HARMONICS, LENGTHS = 7, 8, 7, 6  # as TempoCandidate has them
WIDTH = SOURCES * (CORRELATIONS + HARMONICS)
MIDDLE = 110
RIDGE = 0.15
NEAR = 0.04
# For weights that stay near to earlier ones.
FURTHER_RIDGE = 0.03
# Performances of a piece of the fit part of board/truth.
PERFORMANCES = collections.defaultdict(lambda: 2, chorale=4, band=4)


def table(evidence):
    """Each candidate's features and octaves, and which candidates are right."""
    rows = evidence.tempos.astype(float)
    octaves = np.log2(rows[:, 0] / MIDDLE)
    right = np.abs(rows[:, 0] / evidence.song.tempo - 1) < NEAR
    return np.column_stack([rows[:, 1:], octaves, octaves ** 2]), right


def fit(evidences, held):
    songs, others = ([table(evidence) for evidence in some if len(evidence.tempos)]
                     for some in (evidences, held))
    print(f"  no candidate is right in {sum(not right.any() for _, right in songs)} songs")
    weights = choice.fit(songs, RIDGE)
    choice.tell(songs, others, weights)
    return weights


def further(earlier, pieces, songs, held):
    tables, others = ([table(evidence) for evidence in some if len(evidence.tempos)] for some in (pieces + songs, held))
    weights = choice.fit(tables, FURTHER_RIDGE, earlier)
    choice.tell(tables, others, weights)
    return weights


def read(file):
    """The weights that stand there; 0 for features that an earlier version had not."""
    text = file.read_text()
    known = [float(word) for row in re.findall(r"\[([-\d., ]+)\]", text) for word in row.split(",")]
    octaves = re.search(r"octaves: \(Float, Float\) = \((.*)\)", text)[1].split(",")
    return np.array([*known, *[0.0] * (WIDTH + LENGTHS - len(known)), *map(float, octaves)])


def write(weights, file):
    """Puts the numbers where others stand."""
    text = file.read_text()
    groups = weights[:WIDTH].reshape(SOURCES, -1)
    rows = [part for group in groups for part in (group[:CORRELATIONS], group[CORRELATIONS:])]
    rows.append(weights[WIDTH:-2])
    text = re.sub(r"\[[-\d., ]+\]", lambda _: f"[{in_text(rows.pop(0))}]", text)
    text = re.sub(r"(octaves: \(Float, Float\) = )\(.*\)", rf"\g<1>({in_text(weights[-2:])})", text)
    file.write_text(text)


def in_text(values):
    # Without a sign where nothing is left of a number.
    return ", ".join(f"{round(value, 2) + 0.0:.2f}" for value in values)
