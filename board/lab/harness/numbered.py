"""Tracks whose every frame says which it is, at any volume.

The left side is a tone, so that a click shows. The right side is a random sequence of signs over a level that is never
small: the signs of 48 frames in a row are found in one place of one track only, whatever gain was applied.
"""
import array
import math
import random
import subprocess

from .failure import Failure

RATE = 44_100
TONE_HERTZ = 441
TONE_PEAK = 12_000
LEAST = 6_000
SPREAD = 8_000
# The number of signs in a row that name a place.
KEY_FRAMES = 48
# Each so-many-th place of a track is looked up.
STRIDE = 64
# The most that the tone changes from one sample to the next, as a share of its peak.
TONE_SLOPE = 2 * math.pi * TONE_HERTZ / RATE


class Track:
    """One track of numbered frames."""

    def __init__(self, number, seconds):
        self.number = number
        self.frames = int(seconds * RATE)
        generator = random.Random(7_919 * number)
        bits = generator.getrandbits(self.frames)
        text = bin(bits)[2:].zfill(self.frames)
        levels = generator.choices(range(LEAST, LEAST + SPREAD), k=self.frames)
        self.right = array.array("h", [level if sign == "1" else -level for sign, level in zip(text, levels)])
        self.signs = text.encode()

    def write(self, path):
        """The track as a FLAC file of 16 bits."""
        period = RATE // TONE_HERTZ
        tone = [round(TONE_PEAK * math.sin(2 * math.pi * step / period)) for step in range(period)]
        both = array.array("h", bytes(4 * self.frames))
        both[0::2] = array.array("h", (tone * (self.frames // period + 1))[:self.frames])
        both[1::2] = self.right
        result = subprocess.run(
            ["flac", "--silent", "--force", "--force-raw-format", "--endian=little", "--sign=signed", "--channels=2",
             "--bps=16", f"--sample-rate={RATE}", "-T", f"TITLE=Numbered {self.number}",
             "-T", f"TRACKNUMBER={self.number}", "-o", str(path), "-"],
            input=both.tobytes(), capture_output=True, check=False)
        if result.returncode != 0:
            raise Failure(f"flac: {result.stderr.decode(errors='replace')}")


class Places:
    """Finds where in which track a few frames of a recording come from."""

    def __init__(self, tracks):
        self.tracks = {track.number: track for track in tracks}
        self.known = {}
        for track in tracks:
            for frame in range(0, track.frames - KEY_FRAMES, STRIDE):
                self.known[track.signs[frame:frame + KEY_FRAMES]] = (track.number, frame)

    def find(self, right, at):
        """(track, frame) of the recording's frame `at`; None where nothing known sounds there."""
        window = right[at:at + STRIDE + KEY_FRAMES]
        signs = bytes(49 if value > 0 else 48 for value in window)
        for offset in range(len(signs) - KEY_FRAMES + 1):
            found = self.known.get(signs[offset:offset + KEY_FRAMES])
            if found and found[1] >= offset:
                return found[0], found[1] - offset
        return None

    def value(self, track, frame):
        """The right side of a track's frame at full volume; 0 beyond its end."""
        right = self.tracks[track].right
        return right[frame] if 0 <= frame < len(right) else 0
