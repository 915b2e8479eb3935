"""The network that hears chords live: LiveChordWeights.swift. It learns as that of chords.py, but sees nothing of what follows.
A frame is judged by what sounds a little before its end, so that a change is seen soon."""
import numpy as np

from . import chords
from .chords import LOW, SEEN
from .chords import read as read
from .chords import write as write

STEP = 512 / 11025  # seconds from one frame to the next
BEFORE = 0.09  # seconds from what a frame is judged by to its end
# As LiveChordNetwork has them: frames ago, last and first.
VIEWS, LOW_VIEWS = [(0, 0), (1, 1), (3, 2), (8, 4)], [(20, 9), (42, 21)]
MEMORY = 173


class View:
    whole, width = len(VIEWS), len(VIEWS) * SEEN + 12 + len(LOW_VIEWS) * LOW
    passes, every = 6, (1, 4)

    @staticmethod
    def notes(evidence):
        return evidence.live

    @staticmethod
    def times(frames):
        return np.arange(1, frames + 1) * STEP - BEFORE

    @staticmethod
    def contexts(notes):
        sums = np.pad(notes, ((MEMORY + 1, 0), (0, 0))).cumsum(0, dtype=np.float64)

        def mean(first, last):
            end, start = MEMORY + 1 - last, MEMORY - first
            return (sums[end:end + len(notes)] - sums[start:start + len(notes)]) / (first - last + 1)
        return np.stack([mean(*view) for view in VIEWS + LOW_VIEWS], 1).astype(np.float32)

    @staticmethod
    def classes(notes):
        """How much of each pitch class sounded lately in each frame, by the loudest of them."""
        sums = np.pad(notes.reshape(len(notes), -1, 12).sum(1), ((MEMORY, 0), (0, 0))).cumsum(0)
        lately = sums[MEMORY:] - sums[:-MEMORY]
        return (lately / np.maximum(lately.max(1, keepdims=True), 1e-6)).astype(np.float32)


def fit(evidences, held):
    return chords.fit(evidences, held, View)


def further(earlier, pieces, songs, held):
    return chords.further(earlier, [piece for piece in pieces if piece.song.chords], songs, held, View)
