"""Songs by chance, with what is true of them: General MIDI, of which the seed alone decides."""
import dataclasses
import math
import random
import struct

from .grooves import BASS_SOUNDS, BASSES, BRUSH, CHORDS, COMPS, CRASH, GROOVES, JAZZ_BASSES, JAZZ_KEYS, KICK, LEADS, SNARE, pattern, sounds
from .harmony import NINTH, QUALITIES, SCALES, jazz_voicing, succession

TICKS = 480  # of a beat
SECONDS = 40
CHORD, BASS, LEAD, DRUMS = 0, 1, 2, 9
LOUD = {"X": 92, "x": 72}
BRUSHES = 40  # the drum kit
LOWEST, HIGHEST = 28, 52  # pitches of a walking bass


@dataclasses.dataclass
class Note:
    start: float  # in seconds, as all times
    end: float
    pitch: int
    velocity: int
    channel: int


class Song:
    """`tempo` in beats a minute; `key` as MusicalKey's numbers; `chords` as (start, end, root,
    quality, bass), the bass above the root, None for the root where nothing is pitched."""

    def __init__(self, seed, number):
        self.seed = seed * 100_000 + number
        self.chance = random.Random(self.seed)
        chance = self.chance
        self.is_clicks = chance.random() < 0.07
        self.is_hard = chance.random() < 0.4
        self.groove = chance.choices(GROOVES, [groove.weight for groove in GROOVES])[0]
        low, high = self.groove.tempi
        if self.is_clicks:
            low, high = 56, 192
        self.tempo = low * (high / low) ** chance.random()
        self.swing = chance.uniform(*self.groove.swings) if self.groove.swings else 0.5
        self.tonic, self.is_minor = chance.randrange(12), chance.random() < 0.5
        self.key = self.tonic + (12 if self.is_minor else 0)
        self.keys = [(0, math.inf, self.key)]
        self.cents = chance.uniform(-50, 50) if chance.random() < 0.35 else chance.uniform(-15, 15)
        self.gain = chance.choice([0.25, 0.35, 0.8, 1.0])
        self.spoilt = chance.choice([None] * 6 + ["noise", "mp3"])
        self.lead_in = chance.choice([0, 0, 0, chance.uniform(0.2, 1)])
        self.looseness = 0.018 if self.is_hard else 0.006
        self.notes, self.chords, self.beats = [], [], 0
        self.compose()
        self.duration = self.at(self.beats)

    @property
    def is_jazz(self):
        return self.groove.is_jazz and not self.is_clicks

    @property
    def downbeats(self):
        return [self.at(beat) for beat in range(0, self.beats, self.groove.beats)]

    def at(self, beat):
        """When that is, swing apart."""
        return self.lead_in + beat * 60 / self.tempo

    def swung(self, beat):
        whole = math.floor(beat + 1e-6)
        part = beat - whole
        if self.swing == 0.5:
            return beat
        late = part / 0.5 * self.swing if part < 0.5 else 1 - (1 - part) / 0.5 * (1 - self.swing)
        return whole + late

    def play(self, channel, beat, length, pitch, velocity, after=0):
        """- after: seconds, as of a strummed chord's strings."""
        chance = self.chance
        start = self.at(self.swung(beat)) + chance.uniform(-1, 1) * self.looseness / 2 + after
        end = self.at(self.swung(beat + length)) - 0.01
        velocity = min(max(int(velocity + chance.uniform(-7, 7)), 1), 127)
        self.notes.append(Note(max(start, 0), max(end, start + 0.05), pitch, velocity, channel))

    def steps(self, rhythm, beats, offset, steps=None):
        """(beat, loudness, beats until the next) of a rhythm that is `offset` beats old."""
        steps = steps or self.groove.steps
        count = round(beats * steps)
        first = round(offset * steps)
        hits = [(index, rhythm[(first + index) % len(rhythm)]) for index in range(count)]
        hits = [(index, sign) for index, sign in hits if sign != "."]
        ends = [index for index, _ in hits[1:]] + [count]
        return [(index / steps, LOUD[sign], (end - index) / steps)
                for (index, sign), end in zip(hits, ends)]

    def compose(self):
        chance, groove = self.chance, self.groove
        if self.is_clicks:
            return self.clicks()
        bar = groove.beats
        lengths = {2: [2, 2, 4], 4: [4, 4, 2, 8] if self.tempo > 90 else [4, 2]}.get(bar, [bar])
        self.length = chance.choice(lengths)
        textures = [name for name in CHORDS if name not in ("waltz", "fast")]
        textures += ["waltz"] * 4 * (bar == 3) + ["fast"] * (self.tempo <= 130)
        if groove.swings:
            textures += ["jazz"] * 4
        if groove.is_jazz:
            textures = ["comp"] * 6 + ["held", "jazz", "beats"]
        self.texture = chance.choice(textures)
        self.programs = {
            CHORD: chance.choice(JAZZ_KEYS if groove.is_jazz else sounds(self.texture)),
            BASS: chance.choice(BASS_SOUNDS) if chance.random() < 0.8 else None,
            LEAD: chance.choice(LEADS) if chance.random() < 0.55 else None,
        }
        if groove.is_jazz:
            self.programs[BASS] = chance.choice(JAZZ_BASSES)
            self.voicing = chance.choice(["full", "shell", "ninths", "rootless", "rootless"])
            self.anticipates = chance.choice([0, 0, 0.3])
            self.deep = chance.randint(33, 43)
        self.bass_style = chance.choice(groove.basses)
        progression = succession(chance, self.is_minor, groove.is_jazz)
        intro = chance.choice([1, 2]) if groove.drums and chance.random() < 0.12 else 0
        self.rest(intro * bar)
        pause = chance.randrange(3, 9) if groove.drums and chance.random() < 0.12 else None
        self.top, index = 69, 0
        while self.at(self.beats) < SECONDS or self.beats % bar:
            if index == pause and self.beats % bar == 0:
                self.rest(bar)
            above, quality, lowest = progression[index % len(progression)]
            index += 1
            self.chord(above, quality, lowest, progression[index % len(progression)])
        self.length = bar
        self.chord(0, 1 if self.is_minor else 0, 0, None)
        self.drum(bar)

    def rest(self, beats):
        if beats:
            self.chords.append((self.at(self.beats), self.at(self.beats + beats), None, 0, 0))
        self.beats += beats

    def clicks(self):
        """A metronome, which may tell the bars."""
        chance = self.chance
        self.programs = {}
        self.beats = int(SECONDS * self.tempo / 60)
        self.chords.append((0, self.at(self.beats), None, 0, 0))
        kinds = [(76, 77), (37, 38), (31, 34), (56, 56), (42, 36), (75, 75)]
        plain, accented = chance.choice(kinds)
        bar = chance.choice([0, 3, 4, 4])
        for beat in range(self.beats):
            is_first = bar and beat % bar == 0
            self.play(DRUMS, beat, 0.2, accented if is_first else plain, 110 if is_first else 80)

    def drum(self, last):
        drums, until = self.groove.drums, self.beats - last
        if not drums:
            return
        for sound, rhythm in drums.items():
            for beat, loud, _ in self.steps(rhythm, until, 0):
                self.play(DRUMS, beat, 0.2, sound, loud + {KICK: 12, SNARE: 8}.get(sound, -14))
        self.play(DRUMS, until, 0.5, KICK, 100)
        self.play(DRUMS, until, 1, CRASH, 88)

    def voices(self, root, quality, low):
        """Pitches from `low` up, in one of the chord's positions."""
        chance = self.chance
        if self.groove.is_jazz and self.voicing != "full":
            pitches = [low + chance.choice((-2, 0, 2))]
            for step in jazz_voicing(chance, self.voicing, quality):
                pitches.append(pitches[-1] + (root + step - pitches[-1] - 1) % 12 + 1)
            return pitches[1:]
        classes = [(root + step) % 12 for step in QUALITIES[quality]]
        if quality in NINTH and chance.random() < 0.15:
            classes.append((root + 2) % 12)
        if self.is_hard and len(classes) > 3 and chance.random() < 0.5:
            classes.remove((root + QUALITIES[quality][2]) % 12)
        elif self.is_hard and quality < 2 and chance.random() < 0.3:
            classes.append((root + 2) % 12)
        pitches = sorted(low + (pitch - low) % 12 for pitch in classes)
        for _ in range(chance.choice([0, 0, 1, 1, 2])):
            pitches = sorted(pitches[1:] + [pitches[0] + 12])
        return pitches

    def chord(self, above, quality, lowest, following):
        """One chord, which all play for `length` beats; nothing follows the last."""
        root, beats = (self.tonic + above) % 12, self.length
        start, bass = self.beats, (root + lowest) % 12
        self.beats += beats
        self.chords.append((self.at(start), self.at(self.beats), root, quality, lowest))
        low = self.voices(root, quality, 50 + (self.programs[CHORD] in (48, 50, 89)) * 4)
        has_bass = self.programs[BASS] is not None
        deep = (36 + (bass - 36) % 12) if has_bass else (40 + (bass - 40) % 12)
        is_last = following is None
        texture = "held" if is_last else self.texture
        if texture == "comp":
            self.comp(low, following, start, beats)
        else:
            self.accompany(texture, low, None if has_bass else deep, start, beats)
        if has_bass and self.bass_style == "line" and not is_last:
            goal = (self.tonic + following[0] + following[2]) % 12
            self.walk(bass, root, quality, goal, start, beats)
        elif has_bass:
            self.bass("held" if is_last else self.bass_style, deep, root, quality, start, beats)
        if self.programs[LEAD] is not None:
            self.sing(root, quality, start, 1 if is_last else beats)

    def comp(self, voices, following, start, beats):
        """Another rhythm for each chord; some strokes are short, some chords early."""
        chance = self.chance
        for beat, loud, length in self.steps(chance.choice(COMPS), beats, 0, 2):
            length = min(length, 2) * chance.choice((0.4, 0.6, 0.95))
            if beat > 0 and beat == beats - 0.5 and chance.random() < self.anticipates:
                voices = self.voices((self.tonic + following[0]) % 12, following[1], 50)
            for pitch in voices:
                self.play(CHORD, start + beat, length, pitch, loud - 12)

    def walk(self, bass, root, quality, goal, start, beats):
        """A note on each beat: from the root by notes of the chord and of the scale to a neighbour
        of the next chord's lowest note."""
        chance = self.chance
        chord = {(root + step) % 12 for step in QUALITIES[quality]}
        scale = chord | {(self.tonic + step) % 12 for step in SCALES[self.is_minor]}
        direction = chance.choice((-1, 1))

        def near(classes, reach):
            """The pitches of these classes within reach of the last one."""
            return [pitch for pitch in range(LOWEST, HIGHEST + 1) if pitch % 12 in classes
                    and 0 < abs(pitch - self.deep) <= reach]
        for beat in range(int(beats)):
            if beat == 0:
                classes = {bass} if chance.random() < 0.88 else chord
                choice = near(classes, 7) or near(classes, 12)
            elif beat == beats - 1 and chance.random() < 0.75:
                steps = chance.choice(((-1, 1), (-1, 1), (-2, 2), (7,)))
                choice = near({(goal + step) % 12 for step in steps}, 9)
            else:
                choice = near(chord, 9) if chance.random() < 0.6 else near(scale, 2)
                onwards = [pitch for pitch in choice if (pitch - self.deep) * direction > 0]
                choice = onwards if onwards and chance.random() < 0.7 else choice
                if chance.random() < 0.1:
                    choice = [self.deep]
            self.deep = chance.choice(choice or near(chord, 12))
            self.play(BASS, start + beat, chance.choice((0.75, 0.9, 0.98)), self.deep, 90)
            if chance.random() < 0.06:
                self.play(BASS, start + beat + 0.5, 0.3, self.deep, 66)

    def accompany(self, texture, voices, deep, start, beats):
        every = ([deep] if deep else []) + voices
        if CHORDS[texture] is None:
            for pitch in every:
                self.play(CHORD, start, beats, pitch, 76)
            return
        steps = self.groove.steps * (2 if texture == "fast" else 1)
        rhythm = pattern(CHORDS, texture, self.groove.steps)
        if deep and texture in ("offbeats", "waltz"):
            self.play(CHORD, start, 1, deep, 80)
        if texture in ("arpeggio", "fast"):
            round_trip = every + every[-2:0:-1]
            for index, (beat, loud, _) in enumerate(self.steps(rhythm, beats, 0, steps)):
                length = min(2.5 / steps, beats - beat)
                pitch = round_trip[index % len(round_trip)]
                self.play(CHORD, start + beat, length, pitch, loud - (10 if index else 0))
            return
        if texture == "strum":
            every = every + [voices[0] + 12]
        strings = 0.012 if texture == "strum" else 0
        share = 0.6 if texture in ("jazz", "offbeats") else 0.9
        for beat, loud, length in self.steps(rhythm, beats, start % self.groove.beats):
            length = min(length, 1) * share
            for index, pitch in enumerate(every):
                self.play(CHORD, start + beat, length, pitch, loud - 8, index * strings)

    def bass(self, style, deep, root, quality, start, beats):
        chance = self.chance
        if BASSES[style] is None:
            self.play(BASS, start, beats * 0.97, deep, 84)
        else:
            hits = self.steps(pattern(BASSES, style, self.groove.steps), beats, 0)
            for index, (beat, loud, length) in enumerate(hits):
                pitch = deep
                if style == "octaves" and beat % 1:
                    pitch += 12
                elif style == "two" and index % 2:
                    pitch += QUALITIES[quality][2] - 12 * (deep > 43)
                elif style == "walking" and index:
                    pitch = 36 + (root + chance.choice(QUALITIES[quality]) - 36) % 12
                self.play(BASS, start + beat, min(length, 1.3) * 0.95, pitch, loud)
        if self.is_hard and beats >= 2 and chance.random() < 0.5:
            self.play(BASS, start + beats - 0.5, 0.5, deep + chance.choice([-1, 1]), 84)

    def sing(self, root, quality, start, beats):
        chance, beat = self.chance, 0
        chord = {(root + step) % 12 for step in QUALITIES[quality]}
        scale = {(self.tonic + step) % 12 for step in SCALES[self.is_minor]}
        lengths = [0.5, 0.5, 1, 1, 1.5] if self.groove.steps != 3 else [1 / 3, 1 / 3, 2 / 3, 1]
        while beat < beats - 0.01:
            length = min(chance.choice(lengths), beats - beat)
            is_strong = abs(beat - round(beat)) < 0.01
            of_chord = is_strong and not (self.is_hard and chance.random() < 0.4)
            choice = [pitch for pitch in range(64, 85) if abs(pitch - self.top) < 8
                      and pitch % 12 in (chord if of_chord else scale)]
            self.top = chance.choice(choice or [72])
            if chance.random() > 0.12:
                self.play(LEAD, start + beat, length * 0.95, self.top, 84)
            beat += length

    def midi(self):
        volumes = {CHORD: 78 if self.is_hard else 96, BASS: 104, LEAD: 118 if self.is_hard else 90}
        bend = 8192 + round(self.cents / 200 * 8192)
        reverb = 100 if self.is_hard else self.chance.choice([20, 40, 60])
        events = [(0, 0, bytes([0xB9, 7, 120 if self.is_hard else 98]))]
        if self.is_jazz and BRUSH in self.groove.drums:
            events.append((0, 0, bytes([0xC9, BRUSHES])))
        for channel, program in self.programs.items():
            if program is None:
                continue
            place = {CHORD: 48, BASS: 64, LEAD: 80}[channel]
            controls = [(7, volumes[channel]), (10, place), (91, reverb)]
            if self.is_hard and channel == LEAD:
                controls.append((1, 64))
            events.append((0, 0, bytes([0xC0 | channel, program])))
            events += [(0, 0, bytes([0xB0 | channel, *control])) for control in controls]
            events.append((0, 0, bytes([0xE0 | channel, bend & 127, bend >> 7])))
        return midi_file(events, self.notes, self.tempo)


def midi_file(events, notes, tempo):
    """A file of one track, a beat to `TICKS`.

    - events: (tick, place among those of the same tick, message)
    """
    def ticks(seconds):
        return max(round(seconds * tempo / 60 * TICKS), 0)
    for note in notes:
        start = ticks(note.start)
        events.append((start, 2, bytes([0x90 | note.channel, note.pitch, note.velocity])))
        end = max(ticks(note.end), start + 1)
        events.append((end, 1, bytes([0x80 | note.channel, note.pitch, 0])))
    track = b"\0\xff\x51\x03" + struct.pack(">I", round(60e6 / tempo))[1:]
    now = 0
    for tick, _, message in sorted(events, key=lambda event: event[:2]):
        track += length_of(tick - now) + message
        now = tick
    track += b"\0\xff\x2f\0"
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS)
            + b"MTrk" + struct.pack(">I", len(track)) + track)


def length_of(number):
    """As MIDI files write it: seven bits a byte."""
    parts = [number & 127]
    while number := number >> 7:
        parts.append(number & 127 | 128)
    return bytes(reversed(parts))
