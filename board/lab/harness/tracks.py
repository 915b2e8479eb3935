"""Sound in which each frame identifies itself.

A smooth tone with faint noise in its lowest bits. No two places of it are alike, so a handful of recorded frames name
their place; it is smooth, so a click stands out; and no sample of it is zero, so silence is silence.
"""
import array
import math
import random

from .initramfs import made
from .packages import run

RATE = 48000
AMPLITUDE = 9000


class Track:
    """`seconds` of a tone of its own, in 16 bits, stereo, as samples and as a FLAC file."""

    def __init__(self, number, seconds, rate=RATE):
        self.number = number
        self.seconds = seconds
        self.rate = rate
        self.frames = rate * seconds
        # Whole numbers of Hz over whole seconds: every track begins and ends where its tone passes zero.
        self.tones = (220 + 14 * number, 277 + 18 * number)
        raw = made(f"track-{number}.raw", self.key(), self._make)
        self.samples = raw.read_bytes()
        self.flac = made(f"track-{number}.flac", self.key(), lambda path: run(
            "flac", "--silent", "--force", "--force-raw-format", "--endian=little", "--sign=signed", "--channels=2",
            "--bps=16", f"--sample-rate={rate}", "-o", path, raw))
        self._step = None

    def key(self):
        return [1, self.number, self.seconds, self.rate]

    def _make(self, path):
        noise = random.Random(self.number).randbytes(2 * self.frames)
        samples = array.array("h", bytes(4 * self.frames))
        for channel, tone in enumerate(self.tones):
            angle = 2 * math.pi * tone / self.rate
            # An even number and an odd one: never zero.
            samples[channel::2] = array.array("h", [
                2 * round(AMPLITUDE / 2 * math.sin(angle * frame)) + 2 * (faint & 15) - 15
                for frame, faint in enumerate(noise[channel::2])])
        path.write_bytes(samples.tobytes())

    @property
    def largest_step(self):
        """The largest difference of neighbouring samples."""
        if self._step is None:
            self._step = largest_step(self.samples)
        return self._step

    def __repr__(self):
        return f"track {self.number}"


def short_silence(seconds=0.1):
    """A FLAC file of silence: a track of a hundred bytes, for sticks with many."""
    return made("silence.flac", [seconds], lambda path: run(
        "sh", "-c", f'head -c {int(seconds * RATE) * 4} /dev/zero | flac --silent --force --force-raw-format '
        '--endian=little --sign=signed --channels=2 --bps=16 --no-padding --no-seektable '
        f'--sample-rate={RATE} -o "$0" -', path))


def largest_step(samples):
    """The largest difference of neighbouring samples of stereo PCM in 16 bits, as bytes."""
    values = array.array("h", samples)
    return max((abs(after - before) for before, after in zip(values, values[2:])), default=0)
