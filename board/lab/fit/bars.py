"""Which beats begin bars: BarFinder.swift. Fitted to pieces and songs together."""
import re

import numpy as np

from . import choice

STREAMS = 5  # as BarFinder has them, after the time of each beat
LENGTHS = (2, 3, 4)
LEAST = 8
RIDGE = 0.03
# In seconds: a beat is that of the truth.
NEAR = 0.07
# Bars are right if this share of their beginnings is, and nearly as many as of any others.
ENOUGH, BEST = 0.4, 0.95


def table(evidence):
    """A row of features for all bars of one length and place, and which rows are right."""
    times, streams = evidence.bars[:, 0].astype(float), evidence.bars[:, 1:].astype(float)
    seen = (streams - streams.mean(0)) / np.maximum(streams.std(0), 1e-9)
    rows, rates = [], []
    for length in LENGTHS:
        for first in range(length):
            thirds = seen[(first + 2) % 4::4] if length == 4 else seen[:0]
            sums = [part.sum(0) / np.sqrt(max(len(part), 1)) for part in (seen[first::length], thirds)]
            rows.append([*sums[0], *sums[1], length == 3, length == 4, length > 2 and first <= 1])
            rates.append(agreement(times[first::length], np.array(evidence.song.downbeats)))
    best = max(rates)
    return np.array(rows, float), np.array([rate > ENOUGH and rate >= BEST * best for rate in rates])


def agreement(found, true):
    """Twice the number of beginnings that agree, of those of both."""
    if not len(found) or not len(true):
        return 0.0
    near = (np.abs(found[:, None] - true) <= NEAR).any(1).sum()
    return 2 * near / (len(found) + len(true))


def read(_):
    """Nothing: earlier weights do not count."""


def further(_, pieces, songs, held):
    tables, others = ([table(one) for one in some if len(one.bars) >= LEAST and not one.song.is_clicks]
                      for some in (pieces + songs, held))
    weights = choice.fit(tables, RIDGE)
    choice.tell(tables, others, weights)
    return weights


def write(weights, file):
    """Puts the numbers where others stand."""
    text = file.read_text()
    pairs = iter(zip(weights[:STREAMS], weights[STREAMS:2 * STREAMS]))
    text = re.sub(r"\(-?[\d.]+, -?[\d.]+\),  //", lambda _: "({:.2f}, {:.2f}),  //".format(*next(pairs)), text, count=STREAMS)
    numbers = "[(2, 0), (3, {:.2f}), (4, {:.2f})]".format(*weights[2 * STREAMS:])
    text = re.sub(r"(bonus: Float\)\] = )\[.*\]", rf"\g<1>{numbers}", text)
    text = re.sub(r"(static let start: Float = ).*", rf"\g<1>{weights[-1]:.2f}", text)
    file.write_text(text)
