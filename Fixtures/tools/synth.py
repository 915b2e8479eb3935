"""Small instruments in plain Python: the same input gives the same samples on every machine."""

import math
import struct
import wave

TABLE = 2048


def table(partials):
    """One cycle of a wave with the given (number, amplitude) partials, at unit peak."""
    cycle = [sum(a * math.sin(2 * math.pi * n * i / TABLE) for n, a in partials) for i in range(TABLE)]
    peak = max(abs(v) for v in cycle)
    return [v / peak for v in cycle]


PLUCK = table([(1, 1.0), (2, 0.45), (3, 0.25), (4, 0.1), (5, 0.06)])
REED = table([(1, 1.0), (3, 0.4), (5, 0.22), (7, 0.1)])
BELL = table([(1, 1.0), (4, 0.3), (9, 0.12)])
ROUND = table([(1, 1.0), (2, 0.12)])


class Noise:
    """A linear congruential generator: noise that is equal everywhere."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return self.state / 0x3FFFFFFF - 1


def frequency(note):
    """Of a MIDI note number."""
    return 440.0 * 2 ** ((note - 69) / 12)


class Stereo:
    """A piece of sound that notes are added to."""

    def __init__(self, rate, seconds):
        self.rate = rate
        self.frames = round(rate * seconds)
        self.left = [0.0] * self.frames
        self.right = [0.0] * self.frames

    def note(self, wave_table, note, start, length, level, pan=0.5, half_life=0.25, attack=0.006):
        step = frequency(note) * TABLE / self.rate
        first = round(start * self.rate)
        count = min(round(length * self.rate), self.frames - first)
        rise = max(1, round(attack * self.rate))
        fall = max(1, min(round(0.03 * self.rate), count))
        decay = 0.5 ** (1 / (half_life * self.rate))
        left, right = level * math.cos(pan * math.pi / 2), level * math.sin(pan * math.pi / 2)
        phase, gain = 0.0, 1.0
        for i in range(count):
            edge = min(1.0, i / rise, (count - i) / fall)
            value = wave_table[int(phase)] * gain * edge
            self.left[first + i] += value * left
            self.right[first + i] += value * right
            gain *= decay
            phase += step
            if phase >= TABLE:
                phase -= TABLE

    def brush(self, start, length, level, seed, pan=0.5):
        noise, first = Noise(seed), round(start * self.rate)
        count = min(round(length * self.rate), self.frames - first)
        left, right = level * math.cos(pan * math.pi / 2), level * math.sin(pan * math.pi / 2)
        previous = 0.0
        for i in range(count):
            previous = 0.6 * previous + 0.4 * noise.next()
            value = previous * (1 - i / count) ** 3
            self.left[first + i] += value * left
            self.right[first + i] += value * right


def tune(rate, seconds, beat, scale, root, melody, chords, lead, seed):
    """A small arrangement: melody in eighths (None rests), one chord per four beats, bass and brushes."""
    sound = Stereo(rate, seconds)

    def degree(n):
        octave, step = divmod(n, len(scale))
        return root + 12 * octave + scale[step]

    half = beat / 2
    for i in range(int(seconds / half)):
        start, n = i * half, melody[i % len(melody)]
        if n is not None:
            sound.note(lead, degree(n) + 12, start, min(1.2, seconds - start), 0.3, 0.42, 0.18)
        chord = chords[(i // 8) % len(chords)]
        if i % 2 == 0:
            sound.note(ROUND, degree(chord) - 12, start, beat, 0.28, 0.5, 0.3)
            sound.brush(start, 0.09, 0.10 if i % 4 else 0.16, seed + i, 0.62)
        if i % 8 == 0:
            for k, pan in ((0, 0.25), (2, 0.5), (4, 0.75)):
                sound.note(ROUND, degree(chord + k), start, beat * 4, 0.10, pan, 1.5, 0.05)
    out = round(0.35 * rate)
    for i in range(min(out, sound.frames)):
        sound.left[-1 - i] *= i / out
        sound.right[-1 - i] *= i / out
    return [sound.left, sound.right]


def continuous(rate, seconds):
    """A sound without any silence or edge, for cutting: slow chords of pure tones that never stop."""
    frames = round(rate * seconds)
    left, right = [0.0] * frames, [0.0] * frames
    for f, level, drift, pan in (
        (220.0, 0.2, 0.31, 0.3), (277.18, 0.15, 0.47, 0.7), (329.63, 0.13, 0.23, 0.4),
        (554.37, 0.08, 0.71, 0.6), (1318.5, 0.04, 0.53, 0.8), (2637.0, 0.02, 0.91, 0.2),
    ):
        turn, slow = 2 * math.pi * f / rate, 2 * math.pi * drift / rate
        a, b = level * math.cos(pan * math.pi / 2), level * math.sin(pan * math.pi / 2)
        for i in range(frames):
            value = math.sin(turn * i) * (0.75 + 0.25 * math.sin(slow * i))
            left[i] += a * value
            right[i] += b * value
    return [left, right]


def tones(rate, seconds, channels):
    """One tone per channel, each of its own pitch, so that a swapped channel is seen."""
    frames = round(rate * seconds)
    return [
        [0.4 * math.sin(2 * math.pi * 200 * (c + 1) * i / rate) * min(1, i / 200, (frames - i) / 200)
         for i in range(frames)]
        for c in range(channels)
    ]


def write_wave(path, rate, channels, bits=16):
    """Writes a WAVE file; more than two channels or bits are written in the extensible form."""
    peak = 2 ** (bits - 1) - 1
    count, width = len(channels), (bits + 7) // 8
    shift = width * 8 - bits
    data = bytearray()
    for frame in zip(*channels):
        for value in frame:
            sample = max(-peak - 1, min(peak, round(value * peak))) << shift
            if width == 1:
                data.append(sample + 128)
            else:
                data += sample.to_bytes(width, "little", signed=True)
    mask = {1: 4, 2: 3, 3: 7, 4: 0x33, 5: 0x37, 6: 0x3F, 7: 0x70F, 8: 0x63F}[count]
    form = struct.pack("<HHIIHH", 0xFFFE, count, rate, rate * count * width, count * width, width * 8)
    form += struct.pack("<HHI", 22, bits, mask)
    form += bytes.fromhex("0100000000001000800000AA00389B71")
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 36 + 24 + len(data)) + b"WAVEfmt ")
        file.write(struct.pack("<I", 40) + form + b"data" + struct.pack("<I", len(data)) + data)
