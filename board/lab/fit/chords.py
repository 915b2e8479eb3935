"""The network that says which chord, lowest note and pitch classes sound: ChordWeights.swift.

It has one hidden layer of rectified units, and sees each frame from each of the twelve possible
roots on, with the same weights. It learns by Adam (Kingma & Ba, 2015) with decay apart from the
slope (Loshchilov & Hutter, 2019) and softened answers (Szegedy et al., 2016)."""
import re

import numpy as np

from .harmony import QUALITIES

STEP = 1024 / 11025  # seconds from one frame to the next
NOTES, SEEN, REACH = 84, 72, 86  # as ChordNetwork has them
# The low notes, and the frames before and after that they are averaged over.
LOW, NEAREST, FARTHEST = 36, 6, 16
KINDS = len(QUALITIES)
NONE = 12 * KINDS
UNITS, OUTPUTS = 96, 16
PASSES, BATCH, RATE, DECAY, SOFTNESS = 12, 256, 2e-3, 1e-3, 0.02
# When earlier weights learn further: how much the earlier network's answers to songs count beside the truth, and the
# share of what was learned in the result.
FURTHER_RATE, KEPT, NEW = 3e-4, 0.7, 0.7
# Weights of the lowest note and the pitch classes beside the chord.
BASS, PITCHES = 0.5, 0.15
# The notes that each root sees, the low ones, and the pitch classes.
SIGHT = np.arange(12)[:, None] + np.arange(SEEN)
DEPTH = np.arange(12)[:, None] + np.arange(LOW)
TURN = (np.arange(12)[:, None] + np.arange(12)) % 12


def contexts(notes):
    """Each frame itself, what was shortly before and what comes shortly after, and the averages
    of longer before and after."""
    count = len(notes)
    sums = np.pad(notes, ((FARTHEST + 1, FARTHEST), (0, 0))).cumsum(0, dtype=np.float64)

    def mean(first, last):
        end = FARTHEST + 1 + last
        start = FARTHEST + first
        return (sums[end:end + count] - sums[start:start + count]) / (last - first + 1)

    now = 0.5 * notes + 0.25 * (mean(-1, -1) + mean(1, 1))
    return np.stack([now, mean(-5, -2), mean(2, 5), mean(-FARTHEST, -NEAREST),
                     mean(NEAREST, FARTHEST)], 1).astype(np.float32)


def classes(notes):
    """How much of each pitch class sounds around each frame, by the loudest of them."""
    sums = np.pad(notes.reshape(len(notes), -1, 12).sum(1), ((REACH + 1, REACH), (0, 0))).cumsum(0)
    around = sums[2 * REACH + 1:] - sums[:-2 * REACH - 1]
    return (around / np.maximum(around.max(1, keepdims=True), 1e-6)).astype(np.float32)


def inputs(contexts, classes, whole=3):
    """By frame and root; the first contexts are seen as a whole, the others in their low notes."""
    def turned(contexts, sight):
        return contexts[:, :, sight].transpose(0, 2, 1, 3).reshape(len(contexts), 12, -1)
    return np.concatenate([turned(contexts[:, :whole], SIGHT), classes[:, TURN],
                           turned(contexts[:, whole:], DEPTH)], 2)


class View:
    """The input of the network for whole songs."""
    whole, width = 3, 3 * SEEN + 12 + 2 * LOW
    # When earlier weights learn further: one of this number of frames of pieces and of songs counts.
    passes, every = 15, (1, 1)
    contexts, classes = staticmethod(contexts), staticmethod(classes)

    @staticmethod
    def notes(evidence):
        return evidence.notes

    @staticmethod
    def times(frames):
        return np.arange(frames) * STEP


def truth(song, times):
    """Each frame's chord state (-1 where it is unknown) and lowest pitch class (-1 where there is none), and
    which pitch classes sound."""
    frames = len(times)
    states, basses = np.full(frames, NONE), np.full(frames, -1)
    for start, end, root, quality, bass in song.chords:
        during = (times >= start) & (times < end)
        if quality < 0:
            states[during] = -1
        elif root is not None:
            states[during], basses[during] = root * KINDS + quality, (root + bass) % 12
    pitches = np.zeros((frames, 12), np.float32)
    for note in song.notes:
        if note.channel != 9:
            # Strings and rooms sound on for a while.
            pitches[(times >= note.start - 0.03) & (times < note.end + 0.1), note.pitch % 12] = 1
    return states, basses, pitches


def examples(evidences, every, view):
    """One of `every` frames of all songs."""
    tables = []
    for evidence in evidences:
        notes = view.notes(evidence)
        parts = (view.contexts(notes), view.classes(notes),
                 *truth(evidence.song, view.times(len(notes))))
        known = np.flatnonzero(parts[2] >= 0)[::every]
        tables.append([part[known] for part in parts])
    return [np.concatenate(column) for column in zip(*tables)]


def log_shares(scores):
    scores = scores - scores.max(1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(1, keepdims=True))


def forward(weights, seen):
    hidden_weights, hidden_offsets, output_weights, output_offsets = weights
    hidden = np.maximum(seen.reshape(-1, seen.shape[2]) @ hidden_weights + hidden_offsets, 0)
    return hidden, (hidden @ output_weights + output_offsets).reshape(-1, 12, OUTPUTS)


def states_of(answers):
    """The scores of all chords by root and quality, and of none."""
    chords = answers[:, :, :KINDS].reshape(len(answers), -1)
    return np.concatenate([chords, answers[:, :, 15].mean(1, keepdims=True)], 1)


def softened(states):
    """The answers that are wanted for chord states, by state."""
    wanted = np.full((len(states), NONE + 1), SOFTNESS / (NONE + 1), np.float32)
    wanted[np.arange(len(states)), states] += 1 - SOFTNESS
    return wanted


def slopes(weights, seen, wanted, basses, pitches):
    hidden, answers = forward(weights, seen)
    rows = np.arange(len(seen))
    chord = np.exp(log_shares(states_of(answers))) - wanted
    bass = np.exp(log_shares(answers[:, :, 13]))
    bass[rows, basses] -= 1
    bass[basses < 0] = 0
    pull = np.zeros_like(answers)
    pull[:, :, :KINDS] = chord[:, :NONE].reshape(-1, 12, KINDS)
    pull[:, :, 13] = BASS * bass
    pull[:, :, 14] = PITCHES * (1 / (1 + np.exp(-answers[:, :, 14])) - pitches)
    pull[:, :, 15] = chord[:, NONE:] / 12
    pull = pull.reshape(-1, OUTPUTS) / len(seen)
    back = (pull @ weights[2].T) * (hidden > 0)
    return [seen.reshape(len(back), -1).T @ back, back.sum(0), hidden.T @ pull, pull.sum(0)]


def fit(evidences, held, view=View):
    table = examples(evidences, 2, view)
    chance = np.random.default_rng(1)
    weights = [chance.normal(0, 2 / np.sqrt(view.width), (view.width, UNITS)), np.zeros(UNITS),
               chance.normal(0, 0.1, (UNITS, OUTPUTS)), np.zeros(OUTPUTS)]
    weights = [part.astype(np.float32) for part in weights]
    learn(weights, table, lambda rows, _: softened(table[2][rows]), (PASSES, RATE, chance), view, held)
    return weights


def further(earlier, pieces, songs, held, view=View):
    """Weights that know `pieces` as well: the mean of the earlier ones and of those that learned on from them."""
    tables = [examples(some, every, view) for some, every in zip((pieces, songs), view.every)]
    kept = np.repeat([0, KEPT], [len(table[0]) for table in tables])[:, None]
    table = [np.concatenate(column) for column in zip(*tables)]

    def wanted(rows, seen):
        answers = np.exp(log_shares(states_of(forward(earlier, seen)[1])))
        return (1 - kept[rows]) * softened(table[2][rows]) + kept[rows] * answers
    weights = [part.copy() for part in earlier]
    learn(weights, table, wanted, (view.passes, FURTHER_RATE, np.random.default_rng(1)), view, held)
    return [((1 - NEW) * before + NEW * after).astype(np.float32) for before, after in zip(earlier, weights)]


def learn(weights, table, wanted, pace, view, held):
    """Changes the weights in place.

    - wanted: the answers for rows of the table, which are seen so.
    - pace: (passes, rate, what shuffles)
    """
    passes, highest, chance = pace
    means, squares = ([np.zeros_like(part) for part in weights] for _ in range(2))
    batches = len(table[0]) // BATCH
    step, whole = 0, passes * batches
    for number in range(passes):
        order = chance.permutation(len(table[0]))
        for batch in range(batches):
            rows = order[batch * BATCH:(batch + 1) * BATCH]
            around, sums, _, basses, pitches = (column[rows] for column in table)
            seen = inputs(around, sums, view.whole)
            step += 1
            moved = highest * min(1, step / 100) * (0.02 + 0.49 * (1 + np.cos(np.pi * step / whole)))
            for index, slope in enumerate(slopes(weights, seen, wanted(rows, seen), basses, pitches)):
                means[index] += 0.1 * (slope - means[index])
                squares[index] += 0.001 * (slope ** 2 - squares[index])
                move = means[index] / (1 - 0.9 ** step)
                move /= np.sqrt(squares[index] / (1 - 0.999 ** step)) + 1e-8
                decay = DECAY * weights[index] if weights[index].ndim > 1 else 0
                weights[index] -= (moved * (move + decay)).astype(np.float32)
        jazz, plain = (rate(weights, [one for one in held if one.song.is_jazz == is_jazz], view) for is_jazz in (True, False))
        print(f"  pass {number + 1} of {passes}: right in {plain:.1%} of the frames of other songs, in {jazz:.1%} of those of"
              " jazz", flush=True)


def rate(weights, evidences, view):
    """The share of frames whose likeliest chord is right, lowest note aside."""
    if not evidences:
        return float("nan")
    around, sums, states, *_ = examples(evidences, 8, view)
    _, answers = forward(weights, inputs(around, sums, view.whole))
    return (states_of(answers).argmax(1) == states).mean()


def write(weights, file):
    """Puts the numbers where others stand, in bytes that a scale for each column belongs to."""
    hidden, hidden_offsets, output, output_offsets = (part.astype(float) for part in weights)
    hidden, hidden_scales = in_bytes(hidden)
    output, output_scales = in_bytes(output)
    text = file.read_text()
    for name, values in {"hiddenScales": hidden_scales, "hiddenOffsets": hidden_offsets,
                         "outputScales": output_scales, "outputOffsets": output_offsets}.items():
        text = replaced(text, f"static let {name}: [Float] = [\n", "  ]\n", in_lines(values))
    for name, values in {"hidden": hidden, "output": output}.items():
        begin = f'static let {name}: StaticString = """\n'
        text = replaced(text, begin, '    """\n', in_digits(values))
    file.write_text(text)


def read(file):
    """The weights that stand there."""
    text = file.read_text()

    def numbers(name):
        between = re.search(rf"static let {name}: \[Float\] = \[(.*?)\]", text, re.S)
        return np.array([float(word) for word in between[1].split(",") if word.strip()], np.float32)

    def table(name):
        scales = numbers(f"{name}Scales")
        digits = re.search(rf'static let {name}: StaticString = """(.*?)"""', text, re.S)[1]
        values = np.frombuffer(bytes.fromhex(re.sub(r"[\s\\]", "", digits)), np.int8)
        return values.reshape(-1, len(scales)).astype(np.float32) * scales
    return [table("hidden"), numbers("hiddenOffsets"), table("output"), numbers("outputOffsets")]


def replaced(text, begin, end, lines):
    between = re.escape(begin) + ".*?" + re.escape(end)
    return re.sub(between, lambda _: begin + lines + end, text, count=1, flags=re.S)


def in_bytes(table):
    scales = np.abs(table).max(0) / 127
    return np.round(table / scales).astype(int), scales


def in_lines(values):
    lines, line = [], "   "
    for value in values:
        word = f" {value:.5g},"
        if len(line) + len(word) > 104:
            lines.append(line)
            line = "   "
        line += word
    return "\n".join([*lines, line]) + "\n"


def in_digits(values):
    digits = "".join(f"{value & 255:02x}" for value in values.flatten())
    lines = ["    " + digits[at:at + 144] for at in range(0, len(digits), 144)]
    return "\\\n".join(lines) + "\n"
