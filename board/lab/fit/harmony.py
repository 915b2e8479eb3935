"""Chords and their successions, as songs have them."""
import re

# In the order of ChordQuality: semitones above the root.
QUALITIES = [
    (0, 4, 7), (0, 3, 7), (0, 4, 7, 10), (0, 4, 7, 11), (0, 3, 7, 10), (0, 4, 7, 9), (0, 3, 7, 9),
    (0, 2, 7), (0, 5, 7), (0, 3, 6), (0, 3, 6, 9), (0, 3, 6, 10), (0, 4, 8),
]
MAJOR, MINOR, SEVENTH, MAJOR7, MINOR7, SIXTH, MINOR6, SUS2, SUS4, DIM, DIM7, HALF, AUG = range(13)
# A chord of another name counts as this quality, and has a note more.
NINTH = {SEVENTH, MAJOR7, MINOR7}
SUFFIXES = {
    "": None, "7": SEVENTH, "M7": MAJOR7, "m7": MINOR7, "6": SIXTH, "2": SUS2, "4": SUS4,
    "o": DIM, "o7": DIM7, "h": HALF, "+": AUG,
}
DEGREES = {"i": 0, "ii": 2, "iii": 4, "iv": 5, "v": 7, "vi": 9, "vii": 11}
SCALES = {False: (0, 2, 4, 5, 7, 9, 11), True: (0, 2, 3, 5, 7, 8, 10)}

# Roman numerals above the tonic's major scale, capitals for major thirds; /N is the bass in
# semitones above the root. Successions that much music is made of.
COMMON = {
    False: [
        "I V vi IV", "I vi IV V", "I IV V IV", "vi IV I V", "I vi iim7 V7", "I IV I V7",
        "IM7 vim7 iim7 V7", "iim7 V7 IM7 IM7", "iim7 V7 IM7 vim7", "IM7 IVM7 iiim7 vim7 iim7 V7",
        "I7 I7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7", "I7 IV7 I7 V7", "I bVII IV I", "I iii IV iv",
        "I V4 V I", "I4 I V4 V", "I IV V4 V", "I V/4 vi I/7 IV I/4 ii V",
        "I IV/7 I V7/4 I ii/3 V7 I", "IM7 IVM7 viio iiim7 vim7 iim7 V7 IM7", "iiim7 vim7 iim7 V7",
        "I I+ I6 I7", "I Io7 iim7 V7", "I I/4 IV V7", "I2 I IV2 IV", "I6 vim7 iim7 V7",
    ],
    True: [
        "i bVI bIII bVII", "i bVII bVI V", "i iv V7 i", "i iv V i", "i bVI iv V", "i iv v i",
        "im7 ivm7 im7 vm7", "im7 ivm7 bVIIM7 bIIIM7", "ivm7 bVII7 bIIIM7 bVIM7 iih V7 i i",
        "iih V7 i i", "iih V7 im7 ivm7", "i V/4 bIII/7 IV/4 bVI i/7 iio V7",
        "i i/3 iv iio/3 i/7 V7", "i iv V4 V", "i v bVI bVII", "i bIII bVII iv", "i i+ bIII IV",
        "i6 iih V7 i6", "i Vo7 V7 i", "i2 i bVI bVII",
    ],
}
# Successions of jazz. Repeated chords are longer ones.
JAZZ = {
    False: [
        "iim7 V7 IM7 IM7", "IM7 VI7 iim7 V7", "I6 vim7 iim7 V7", "iiim7 VI7 iim7 V7",
        "IM7 VI7 iim7 V7 iiim7 VI7 iim7 V7", "IM7 IM7 II7 II7 iim7 V7 IM7 V7",
        "I7 IV7 I7 I7 IV7 bVo7 I7 VI7 iim7 V7 I7 V7", "I7 I7 vm7 I7 IV7 IV7 I7 VI7 iim7 V7 I7 I7",
        "iim7 bII7 IM7 vim7", "IM7 bIIIM7 bVIM7 bIIM7", "IM7 bIIo7 iim7 bIIIo7 iiim7 VI7 iim7 V7",
        "IM7 IM7 vm7 I7 IVM7 bVII7 iiim7 VI7", "III7 III7 VI7 VI7 II7 II7 V7 V7",
        "iim7 V7 IM7 IM7 im7 IV7 bVIIM7 bVIIM7 bviim7 bIII7 bVIM7 V7",
        "IM7 IVM7 viih III7 vim7 II7 iim7 V7", "IM7 ivm7 bVII7 IM7",
        "iim7 iim7 V7 V7 IM7 IM7 I6 I6",
    ],
    True: [
        "iih V7 im7 im7", "i6 i6 iih V7", "im7 IV7", "im7 ivm7", "im7 bVIM7 iih V7",
        "ivm7 bVII7 bIIIM7 bVIM7 iih V7 i6 i6", "im7 bVII7 bVIM7 V7", "im7 vih iih V7",
        "im7 ivm7 im7 im7 ivm7 ivm7 im7 im7 bVI7 V7 im7 V7", "im7 im7 ivm7 ivm7 iih V7 im7 V7",
        "im7 im7 im7 im7 biim7 biim7 im7 im7", "iih V7 im7 IV7 vih bII7 bIIIM7 V7", "im7 bII7",
    ],
}
# The chords on the degrees of a scale: the triad and its seventh chord.
DIATONIC = {
    False: {0: (MAJOR, MAJOR7), 2: (MINOR, MINOR7), 4: (MINOR, MINOR7), 5: (MAJOR, MAJOR7),
            7: (MAJOR, SEVENTH), 9: (MINOR, MINOR7), 11: (DIM, HALF)},
    True: {0: (MINOR, MINOR7), 2: (DIM, HALF), 3: (MAJOR, MAJOR7), 5: (MINOR, MINOR7),
           7: (MAJOR, SEVENTH), 8: (MAJOR, MAJOR7), 10: (MAJOR, SEVENTH)},
}
# Substitutes for a quality.
COLOURS = {
    MAJOR: (SIXTH, AUG, SEVENTH, MAJOR7, SUS2, SUS4, SUS4), MINOR: (MINOR6, MINOR7, SUS2, SUS4),
    SEVENTH: (AUG, SIXTH, SUS4), MAJOR7: (SIXTH, MAJOR), MINOR7: (MINOR6, MINOR), DIM: (DIM7,),
    HALF: (DIM7, MINOR6),
}


def parse(text):
    """(root above the tonic, quality, bass above the root) of each numeral."""
    chords = []
    for word in text.split():
        flat, numeral, suffix, bass = re.fullmatch(
            r"(b?)([IViv]+?)(M7|m7|o7|[2467oh+]?)(?:/(\d+))?", word).groups()
        quality = SUFFIXES[suffix]
        if quality is None:
            quality = MAJOR if numeral.isupper() else MINOR
        if quality == SIXTH and numeral.islower():
            quality = MINOR6
        chords.append(((DEGREES[numeral.lower()] - len(flat)) % 12, quality, int(bass or 0)))
    return chords


def wandering(chance, is_minor, is_jazz):
    """A succession by chance, most of it from the scale."""
    steps = DIATONIC[is_minor]
    sevenths = 0.95 if is_jazz else chance.random() * 0.9
    inversions = not is_jazz and chance.random() < 0.45
    chords = []
    for index in range(chance.choice([4, 4, 6, 8])):
        root = chance.choice(list(steps)) if index else chance.choice([0, 0, 0, 5])
        quality = steps[root][chance.random() < sevenths]
        kind = chance.random()
        if kind < 0.22:
            quality = chance.choice(COLOURS[quality])
        elif kind < 0.28:
            root, quality = chance.randrange(12), chance.randrange(13)
        bass = 0
        if inversions and quality in (MAJOR, MINOR, SEVENTH, MAJOR7, MINOR7, DIM, HALF):
            bass = chance.choice((0, 0) + QUALITIES[quality][1:])
        if chords and chords[-1] == (root, quality, bass):
            root = (root + 5) % 12
        chords.append((root, quality, bass))
    return chords


def succession(chance, is_minor, is_jazz):
    if chance.random() < (0.7 if is_jazz else 0.5):
        return parse(chance.choice((JAZZ if is_jazz else COMMON)[is_minor]))
    return wandering(chance, is_minor, is_jazz)


def jazz_voicing(chance, style, quality):
    """Semitones above the root from the lowest note up: third and seventh, with tensions or not.
    A chord without a seventh has the sixth in its place, or the fifth."""
    third, fifth, *others = QUALITIES[quality][1:]
    seventh = others[0] if others else 9 if quality in (MAJOR, MINOR) else 0
    if style == "shell":
        steps = [third, seventh]
    else:
        ninth = 0 if quality in (DIM, DIM7, HALF) else 2
        if quality == SEVENTH:
            ninth = chance.choice((2, 2, 2, 1, 3))
            fifth = chance.choice((7, 9, 9, 8))
        steps = [third, seventh, ninth] if style == "ninths" else [third, fifth, seventh, ninth]
    turn = chance.choice((0, len(steps) // 2))
    return steps[turn:] + steps[:turn]
