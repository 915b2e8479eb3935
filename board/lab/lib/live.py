"""Live chords of a sound, as `jukebox-analyzer --live` reports them."""
import pathlib
import subprocess

import numpy

RATE = 48_000
# The seconds within which a display of a change is in time.
IN_TIME = 0.25


def samples_of(file: pathlib.Path | str) -> numpy.ndarray:
    """One channel of a sound file."""
    words = ["sox", str(file), "-r", str(RATE), "-c", "1", "-t", "f32", "-"]
    return numpy.frombuffer(subprocess.run(words, check=True, capture_output=True).stdout, "<f4")


def live(samples: numpy.ndarray, analyzer: str) -> list[list[str]]:
    """The lines about chords and tones, as lists of words."""
    told = subprocess.run([analyzer, "--live", str(RATE)], input=samples.astype("<f4").tobytes(), capture_output=True, check=True)
    return [line.split() for line in told.stdout.decode().splitlines()]


def live_chords(samples: numpy.ndarray, analyzer: str) -> list[tuple[float, int | None, str | None]]:
    """When each chord is shown, its root and the name of its quality, which are None where there is no chord."""
    told = [words for words in live(samples, analyzer) if words[0] == "chord"]
    return [(float(at), None, None) if root == "none" else (float(at), int(root), rest[0]) for _, at, root, *rest in told]
