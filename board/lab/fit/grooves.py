"""Rhythms: what the drums, the chords and the bass do within a bar."""
import dataclasses

KICK, RIM, SNARE, CLAP, BRUSH, CLOSED, PEDAL, OPEN = 36, 37, 38, 39, 40, 42, 44, 46
CRASH, RIDE = 49, 51


@dataclasses.dataclass
class Groove:
    """Drums have a character a step: X loud, x softer, . nothing; at their end they begin again."""
    beats: int  # of a bar
    steps: int  # of a beat
    tempi: tuple  # in beats a minute: where a listener's foot taps
    drums: dict
    weight: int = 1
    basses: tuple = ("pulse",)
    swings: tuple = ()  # where in the beat its second half begins; straight where there is none
    is_jazz: bool = False  # with the chords, voicings and bass lines of jazz


GROOVES = [
    Groove(4, 2, (82, 180), {KICK: "X...X...X...Xx..", SNARE: "..X...X.", CLOSED: "XxXxXxXx"}, 5,
           ("pulse", "driving")),
    Groove(4, 4, (76, 122), {KICK: "X.....x.X.......", SNARE: "....X.......X...",
                             CLOSED: "X.x.X.x.X.x.X.xx"}, 1),
    Groove(4, 2, (104, 142), {KICK: "X.X.X.X.", CLAP: "..X...X.", OPEN: ".X.X.X.X",
                              CLOSED: "xxxxxxxx"}, 3, ("octaves", "driving")),
    Groove(4, 2, (60, 94), {KICK: "X....x..", SNARE: "....X...", CLOSED: "XxXxXxXx"}, 2),
    Groove(4, 2, (158, 184), {KICK: "X....X..", SNARE: "..X...X.", CLOSED: "xxxxxxxx"}, 2,
           ("octaves", "held")),
    Groove(4, 2, (108, 190), {RIDE: "X.XxX.Xx", PEDAL: "..X...X."}, 3, ("walking",), (0.6, 0.67)),
    Groove(4, 2, (88, 132), {KICK: "X...X...", SNARE: "..X...X.", CLOSED: "XxXxXxXx"}, 1,
           ("walking",), (0.62, 0.67)),
    Groove(4, 2, (90, 130), {KICK: "X..XX..X", RIM: "X..X..X...X..X..", CLOSED: "xxxxxxxx"}, 2,
           ("dotted", "pulse")),
    Groove(3, 2, (96, 192), {KICK: "X.....", RIM: "..x.x.", CLOSED: "..X.X."}, 3, ("oom",)),
    Groove(2, 3, (52, 104), {KICK: "X.....", SNARE: "...X..", CLOSED: "XxxXxx"}, 2,
           ("held", "pulse")),
    Groove(5, 2, (130, 180), {KICK: "X.....X...", SNARE: "....x.....", RIDE: "X.XxX.X.X."}, 1),
    Groove(7, 2, (150, 200), {KICK: "X...X...X..x..", SNARE: "..X...X.....X.",
                              CLOSED: "XxXxXxXxXxXxXx"}),
    # Jazz.
    Groove(4, 2, (108, 224), {RIDE: "X.XxX.Xx", PEDAL: "..X...X."}, 5, ("line",), (0.58, 0.67),
           True),
    Groove(4, 2, (60, 150), {SNARE: "x.X.x.X.", BRUSH: "x.xxx.xx", PEDAL: "..X...X."}, 3,
           ("line", "line", "two"), (0.58, 0.67), True),
    Groove(3, 2, (110, 200), {RIDE: "X.Xxx.", PEDAL: "..x..."}, 1, ("line", "oom"), (0.6, 0.67),
           True),
    Groove(4, 2, (110, 150), {KICK: "X..XX..X", RIM: "X..X..X...X..X..", CLOSED: "xxxxxxxx"}, 1,
           ("dotted",), (), True),
    Groove(4, 2, (80, 200), {}, 3, ("line", "line", "two"), (0.58, 0.67), True),
    # Without drums.
    Groove(4, 2, (58, 152), {}, 6, ("held", "held", "pulse")),
    Groove(3, 2, (80, 150), {}, 2, ("held", "oom")),
    Groove(2, 3, (50, 80), {}, 1, ("held",)),
]
# How chords are played, by the steps of a beat: of arpeggios each X is the next note.
CHORDS = {
    "held": None, "beats": {2: "X.x.", 3: "X..x.."}, "offbeats": {2: ".X", 3: ".x."},
    "waltz": {2: "..X.X."}, "jazz": {2: "X..x....", 3: "X..x.."},
    "strum": {2: "X.xx.xXx", 3: "X.xX.x"}, "arpeggio": {2: "XX", 3: "XXX", 4: "XXXX"},
    "fast": {2: "XX", 3: "XXX"},
}
BASSES = {
    "pulse": {2: "X..xX.x.", 3: "X.xX.x"}, "driving": {2: "XxXx", 3: "XxxXxx"},
    "octaves": {2: "Xx", 3: "Xxx"}, "dotted": {2: "X..xX..x", 3: "X..X.x"},
    "oom": {2: "X.....", 3: "X....."}, "walking": {2: "X.X.", 3: "X..X.."}, "held": None,
    "line": {2: "X.X."}, "two": {2: "X...X..."},
}
# Four beats of an accompanist of jazz; each chord begins another one.
COMPS = ["X..x....", ".x..X...", "...X...x", "X....x..", "..X...X.", "Xx....X.", "...x....",
         "X.......", "X.x.X.x.", "x.X.x.X.", ".x.x..x.", "X..x..x."]


def pattern(table, name, steps):
    """If a beat has four steps, that of two goes at half the pace."""
    patterns = table[name]
    return patterns.get(steps) or ".".join(patterns[2]) + "."


# Sounds of General MIDI, by what they are good for.
PADS = [16, 17, 18, 19, 21, 48, 49, 50, 51, 52, 54, 61, 62, 63, 88, 89, 90, 91, 92, 94, 95]
KEYS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 46]
GUITARS = [15, 24, 25, 26, 27, 28, 29, 30, 104, 105, 106, 107]
JAZZ_KEYS = [0, 0, 0, 0, 1, 2, 4, 5, 11, 16, 17, 24, 26, 26, 26]
JAZZ_BASSES = [32, 32, 32, 32, 33, 35, 43]
BASS_SOUNDS = [32, 33, 34, 35, 36, 37, 38, 39, 43, 58, 70, 87]
LEADS = [0, 22, 26, 40, 41, 42, 52, 53, 56, 57, 59, 60, 64, 65, 66, 67, 68, 69, 71, 72, 73, 74,
         75, 78, 80, 81, 82, 84, 85, 110]


def sounds(texture):
    if texture == "strum":
        return GUITARS * 2 + KEYS
    if texture in ("arpeggio", "fast"):
        return KEYS + GUITARS + ([] if texture == "fast" else PADS)
    return PADS + KEYS + GUITARS if texture == "held" else KEYS + GUITARS + PADS
