"""A piece as people would play it: tempo that breathes, dynamics, tuning, voices that come in one by one; bands with drums."""
import math
import random
import zlib

from fit.harmony import QUALITIES
from fit.songs import Note, midi_file

from .pieces import joined

TICKS_TEMPO = 120  # of the file; the notes have times of their own
SECONDS = 45
MELODY, CHORDS, BASS, DRUMS = 0, 1, 2, 9
# Programs of General MIDI for the voices of a piece, from the highest one down; one alone plays all.
ENSEMBLES: dict[str, list[tuple[int, ...]]] = {
    "chorale": [(52,), (48,), (19,), (0,), (73, 68, 71, 70), (56, 60, 57, 58), (40, 41, 42, 42), (53, 52, 52, 53), (20,)],
    "quartet": [(40, 40, 41, 42), (48,), (40, 40, 41, 42)],
    "folk": [(73,), (40,), (21,), (74,), (22,), (53,), (71,), (110,), (0,), (24,)],
}
ENSEMBLES["hymn"] = ENSEMBLES["madrigal"] = ENSEMBLES["chorale"]
# Beats a minute; how deep the tempo breathes.
TEMPI = {"chorale": (54, 88, 0.05), "hymn": (54, 96, 0.05), "madrigal": (66, 132, 0.05), "folk": (80, 140, 0.03),
         "band": (66, 112, 0.002), "quartet": (80, 132, 0.04)}
# A band's own rules: (part of a beat, drum, velocity) of even and of odd beats.
BEATS: list[dict[int, list[tuple[float, int, int]]]] = [
    {0: [(0, 36, 100), (0, 42, 60), (0.5, 42, 50)], 1: [(0, 38, 90), (0, 42, 60), (0.5, 42, 50)]},
    {0: [(0, 36, 96), (0.5, 54, 50)], 1: [(0, 39, 84), (0.5, 54, 50), (0.75, 36, 70)]},
    {0: [(0, 35, 90), (0, 51, 64)], 1: [(0, 37, 80), (0, 51, 64), (0.5, 51, 50)]},
]
LEADS, COMPS, BASSES = (73, 40, 21, 65, 80, 56), (24, 25, 0, 4, 16, 27), (32, 33, 35)


class Performance:
    """Has what `fit.songs.Song` has. `number` counts the performances of a piece."""
    is_clicks = is_jazz = False

    def __init__(self, piece, number):
        self.piece, self.name = piece, f"{piece.name} {number}"
        self.seed = zlib.crc32(self.name.encode())
        self.chance = chance = random.Random(self.seed)
        low, high, self.depth = TEMPI[piece.kind]
        steps = sorted(after - before for (before, _), (after, _) in zip(piece.beats, piece.beats[1:]))
        self.beat = steps[len(steps) // 2]
        self.pace = low * (high / low) ** chance.random()
        self.cents = chance.uniform(-32, 23)
        self.gain = chance.choice([0.3, 0.5, 0.8])
        self.reverb = chance.choice([20, 60, 100, 127])
        self.spoilt = chance.choice([None] * 5 + ["mp3"])
        self.lead_in = chance.choice([0, 0.3, 0.8])
        self.breathe()
        quarters = next((at for at in self.beats_until() if self.at(at) > SECONDS), piece.beats[-1][0] + self.beat)
        self.duration = self.at(quarters) + 0.5
        during = [(self.at(at), first) for at, first in piece.beats if at < quarters]
        self.beats, self.downbeats = [at for at, _ in during], [at for at, first in during if first]
        spans = sorted(after - before for before, after in zip(self.beats, self.beats[1:]))
        self.tempo = 60 / spans[len(spans) // 2]
        self.chords = self.timed(piece.chords, quarters)
        self.keys = self.timeline(quarters)
        self.key = self.longest_key()
        self.notes, self.programs = [], {}
        (self.arrange if piece.kind == "band" else self.sing)(quarters)

    def beats_until(self):
        return [at for at, first in self.piece.beats if first]

    def breathe(self):
        """The time of each eighth of a quarter: slow waves, fermatas, and a slower end."""
        chance, piece = self.chance, self.piece
        waves = [(chance.uniform(6, 30), chance.uniform(0, 7), self.depth * chance.uniform(0.3, 1)) for _ in range(3)]
        end = max(offset + length for offset, length, *_ in piece.notes)
        held = {round(8 * (hold + part / 8)) for hold in piece.holds for part in range(8)}
        slower = chance.uniform(1.1, 1.6)
        self.times, now = [], self.lead_in
        for step in range(round(8 * end) + 65):
            self.times.append(now)
            at = step / 8
            factor = 1 + sum(depth * math.sin(2 * math.pi * at / length + phase) for length, phase, depth in waves)
            if self.depth > 0.01:
                factor *= slower if step in held else 1 + 0.4 * max(0, 1 - (end - at) / 4)
            now += factor * 60 / self.pace / self.beat / 8

    def at(self, quarter):
        place = min(max(quarter * 8, 0), len(self.times) - 2)
        index = int(place)
        return self.times[index] + (place - index) * (self.times[index + 1] - self.times[index])

    def timed(self, chords, quarters):
        """The chords in seconds. One of unknown quality has no root, and is not judged."""
        return [(self.at(start), self.at(min(end, quarters)), root if quality >= 0 else None, quality, bass)
                for start, end, root, quality, bass in chords if start < quarters]

    def timeline(self, quarters):
        """The keys as (start, end, key), in seconds."""
        starts = [start for start, _ in self.piece.keys] + [quarters]
        # The first one counts from the beginning on.
        return [(self.at(start) if index else 0, self.at(min(end, quarters)), key)
                for index, ((start, key), end) in enumerate(zip(self.piece.keys, starts[1:])) if start < quarters]

    def longest_key(self):
        lasting = {}
        for start, end, key in self.keys:
            lasting[key] = lasting.get(key, 0) + end - start
        return max(lasting, key=lasting.get) if lasting else None

    def play(self, channel, offset, length, pitch, velocity, legato=0.97):
        chance = self.chance
        start = self.at(offset) + chance.gauss(0, 0.008)
        end = self.at(offset + length * legato)
        velocity = min(max(round(velocity + chance.gauss(0, 5)), 20), 127)
        self.notes.append(Note(max(start, 0), max(end, start + 0.05), pitch, velocity, channel))

    def sing(self, quarters):
        chance, piece = self.chance, self.piece
        ensemble = chance.choice(ENSEMBLES[piece.kind])
        voices = sorted({part for *_, part in piece.notes})
        for voice in voices:
            self.programs[voice] = ensemble[min(voice, len(ensemble) - 1)]
        apart = chance.random() < 0.2 and len(voices) > 2
        enters = {voice: 4 * voice * apart for voice in voices}
        strong = {offset for offset, first in piece.beats if first}
        waves = chance.uniform(8, 20)
        turn = chance.choice([0, 0, -2, 3, 5]) if piece.kind == "folk" else 0
        self.keys = [(start, end, (key + turn) % 12 + 12 * (key > 11)) for start, end, key in self.keys]
        self.key = self.longest_key()
        for offset, length, pitch, part in piece.notes:
            if enters[part] <= offset < quarters:
                loud = 76 + 12 * math.sin(2 * math.pi * offset / waves) + 8 * (offset in strong) + 4 * (part == 0)
                self.play(part, offset, length, pitch + turn, loud)

    def arrange(self, quarters):
        """A tune with its chords: comping on beats or off them, a bass of roots and fifths, drums. Chords between beats are
        not played."""
        chance, piece = self.chance, self.piece
        self.programs = {MELODY: chance.choice(LEADS), CHORDS: chance.choice(COMPS), BASS: chance.choice(BASSES)}
        for offset, length, pitch, part in piece.notes:
            if offset < quarters and part == 0:
                self.play(MELODY, offset, length, pitch, 84, 0.9)
        drums, late = chance.choice(BEATS), chance.choice([0, 0, 0.5])
        count, low, played = 0, chance.randint(50, 56), []
        for offset, first in piece.beats:
            if offset >= quarters:
                break
            count = 0 if first else count + 1
            for part, drum, velocity in drums[count % 2]:
                self.play(DRUMS, offset + part * self.beat, 0.1, drum, velocity)
            sounding = [chord for chord in piece.chords if chord[0] <= offset < chord[1]]
            if not sounding:
                continue
            _, _, root, quality, above = sounding[0]
            played.append((offset, root, quality, above))
            steps = QUALITIES[quality] if quality >= 0 else (0, 7)
            begins = sounding[0][0] == offset
            deep = (root + (above if begins or count % 2 == 0 else steps[2 % len(steps)])) % 12
            self.play(BASS, offset, self.beat * 0.9, 36 + (deep - 36) % 12, 88)
            for step in steps:
                self.play(CHORDS, offset + late * self.beat, self.beat * (0.9 - late), low + (root + step - low) % 12, 70)
        self.chords = self.timed(joined(played, quarters), quarters)

    def midi(self):
        bend = 8192 + round(self.cents / 200 * 8192)
        events = []
        for channel, program in self.programs.items():
            events.append((0, 0, bytes([0xC0 | channel, program])))
            events += [(0, 0, bytes([0xB0 | channel, *control])) for control in ((7, 100), (91, self.reverb), (10, 40 + 10 * (channel % 5)))]
            events.append((0, 0, bytes([0xE0 | channel, bend & 127, bend >> 7])))
        return midi_file(events, self.notes, TICKS_TEMPO)
