"""A picture of a piece: its sound with true beats and ours, its pitch classes, true chords and keys and ours."""
import librosa
import numpy as np
from matplotlib import pyplot

from .faults import alike, faults
from .scores import NAMES, intervals, label, resemblance

RATE = 22050
GOOD, BAD = "#2a9d4a", "#d03030"
# In inches.
SIZE = (24, 11)


def draw(song, found, sound, target):
    """Writes the picture of a piece.

    - found: our analysis.
    - sound: its file.
    - target: the file of the picture.
    """
    figure, (top, middle, bottom) = pyplot.subplots(3, 1, figsize=SIZE, sharex=True, height_ratios=(3, 4, 2), layout="constrained")
    samples = librosa.load(sound, sr=RATE, mono=True)[0]
    wave(top, samples, song, found)
    chroma = librosa.feature.chroma_cqt(y=samples, sr=RATE, tuning=song.cents / 100)
    middle.imshow(chroma, origin="lower", aspect="auto", cmap="magma", extent=(0, len(samples) / RATE, -0.5, 11.5))
    middle.set_yticks(range(12), NAMES)
    lanes(bottom, song, found)
    top.set_xlim(0, song.duration)
    top.set_title(f"{song.name}: " + ("; ".join(words(faults(song, found))) or "no fault"), loc="left")
    figure.savefig(target, dpi=70)
    pyplot.close(figure)


def words(faults):
    return [name if amount == 1 else f"{name} {amount:.0%}" for name, amount in sorted(faults.items(), key=lambda one: -one[1])]


def wave(axes, samples, song, found):
    """True beats from above, ours from below; those of bars are longer."""
    loudest = max(np.abs(samples).max(), 1e-6)
    axes.plot(np.arange(len(samples))[::20] / RATE, samples[::20] / loudest, color="#9aa4b0", linewidth=0.4)
    both = ((song.beats, song.downbeats, 1, GOOD), (found["beats"], found["downbeats"], -1, "#2060d0"))
    for times, firsts, place, colour in both:
        axes.vlines(times, 0, 0.6 * place, color=colour, linewidth=1)
        axes.vlines(firsts, 0, 1.1 * place, color=colour, linewidth=2.4)
    axes.set_yticks([-0.6, 0.6], [f"found ({found['tempo']:.0f})", f"true ({song.tempo:.0f})"])


def lanes(axes, song, found):
    own, other = (intervals(some, song.duration) for some in
                  ([(start, end, label(*chord)) for start, end, *chord in song.chords], found["chords"]))
    if song.chords:
        lane(axes, 3, zip(*own), lambda *_: "#c8d8e8")
        lane(axes, 2, zip(*other), lambda start, end, name: GOOD if alike(named(own, (start + end) / 2), name) else BAD)
    keys = found.get("keys") or [(0, found["key"])]
    true = (((start, end), NAMES[key % 12] + (" minor" if key > 11 else "")) for start, end, key in song.keys)
    lane(axes, 1, true, lambda *_: "#c8d8e8")
    spans = (((start, end), name) for (start, name), (end, _) in zip(keys, [*keys[1:], (song.duration, "")]))
    lane(axes, 0, spans, lambda start, end, name: right_key(song, (start + end) / 2, name))
    axes.set_yticks(range(4), ["key found", "key", "chords found", "chords"])
    axes.set_ylim(-0.5, 3.5)


def named(own, moment):
    return next((name for (start, end), name in zip(*own) if start <= moment < end), "N")


def right_key(song, moment, name):
    own = next((key for start, end, key in song.keys if start <= moment < end), None)
    return GOOD if own is not None and name and resemblance(own, name) == 1 else BAD


def lane(axes, height, spans, colour):
    for (start, end), name in spans:
        axes.barh(height, end - start, left=start, height=0.9, color=colour(start, end, name), edgecolor="white", linewidth=0.8)
        axes.text(start + 0.03, height, (name or "").replace(":maj", ""), fontsize=7, rotation=60, va="center", clip_on=True)
