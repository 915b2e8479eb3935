"""A small library for the proof of the page: synthesised songs, painted covers, names that are hard to show."""
import array
import math
import os
import pathlib
import struct
import subprocess
import wave
import zlib

# Album, artist, year, genre, whether it has a cover, titles. All names are invented.
ALBUMS = [
    ("Kitchen Radio", "The Kettles", 1994, "Pop", True,
     ["Kettle On", "Two Cups", "Steam and Steel", "Blue Enamel", "Late Breakfast"]),
    ("Harbour Lights", "Ingrid Solberg", 2007, "Jazz", True,
     ["First Ferry", "Lanterns", "Ropes and Rain", "The Pilot's Waltz"]),
    ("Night Bus", "Nova Parade", 2016, "Electronic", True,
     ["Depot", "Upper Deck", "Orange Sodium", "Last Stop"]),
    ("Paper Planets", "Milo & the Orbit", 2019, "Indie", True,
     ["Cardboard Saturn", "Glue", "Small Gravity", "Paper Moon Landing"]),
    ("Winter Garden", "Quartet Lindenhof", 1988, "Classical", True,
     ["Allegro im Schnee", "Andante", "Menuett der Amseln", "Finale"]),
    ("Copper Wire", "June Harlow", 1972, "Folk", True,
     ["Copper Wire", "Fence Post Song", "Miles of Wheat"]),
    ("Low Tide", "Salt & Static", 2021, "Ambient", True, ["Ebb", "Slack Water", "Flood"]),
    ("Brass Kitchen", "Bandula Five", 1965, "Jazz", True, ["Hot Plate", "Spoon Solo", "Tin Roof"]),
    ("Ordinary Weather", "The Tall Ships", 2012, "Indie", True, ["Drizzle", "Cirrus", "Front Moving In"]),
    ("Polaroid Summer", "Lola Marín", 2003, "Pop", True, ["Polaroid", "Bicicleta Roja", "Agosto"]),
    ("אור ראשון", "נועה ברק", 2010, "Folk", True, ["שיר הבוקר", "גשם על הגג", "דרך חדשה"]),
    ("🌈 Party Songs for Robots 🤖", "DJ Zahnrad", 2020, "Electronic", True, ["🎉 Oil Change", "Beep ❤️ Boop"]),
    ("First & <b>Bold</b>", "The \"Quotes\"", 1999, "Rock", False, ["<script>alert(1)</script>", "50 % Off & More"]),
    ("The Extraordinarily Long and Winding Chronicle of a Snail Who Crossed the Motorway at Night",
     "The Philharmonic Society of Unnecessarily Verbose Ensemble Names", 1977, "Rock", False,
     ["Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
      "In Which Nothing Whatsoever Happens for a Remarkably Long Time Until It Finally Does"]),
    ("Untitled Demos", "June Harlow", 1971, "Folk", False, ["Demo 1", "Demo 2"]),
    ("Zebra Crossing", "Bandula Five", 1967, "Jazz", True, ["Amber", "Green", "Walk, Don't Walk"]),
]

PADS = ["Big Bell", "Applause", "Duck", "Drum Roll", "Air Horn", "Rooster", "Door", "Rain"]

# Palettes of the covers: ground, three colours.
PALETTES = [
    ("1f3a4d", "f2a65a", "f7d9a8", "d1495b"), ("0b2545", "13a89e", "f4d35e", "ee964b"),
    ("241734", "ff5d8f", "ffb454", "5b8def"), ("f3e9d2", "c6553a", "2a6f77", "e6a93c"),
    ("dfe9ec", "27474e", "7d9d9c", "c98b4e"), ("2d1e17", "d98e4a", "f1c27d", "7a4b2a"),
    ("0e3b43", "65c7c0", "e8f1e4", "1d6a73"), ("7a1f1f", "f2b134", "f6e3b4", "c2452d"),
    ("5b7c99", "e9edf0", "b9cad6", "31475c"), ("f7c6a3", "ef6f6c", "fff1d6", "3d8a8a"),
]


def colour(text):
    return tuple(int(text[at:at + 2], 16) for at in (0, 2, 4))


def png(path, size, pixel):
    """Writes a picture; `pixel` gives the colour at x, y from 0 to 1."""
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            rows += bytes(pixel((x + 0.5) / size, (y + 0.5) / size))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


def cover(path, number, size):
    """One of five simple posters: sun, hills, rings, stripes, leaves."""
    ground, first, second, third = (colour(text) for text in PALETTES[number % len(PALETTES)])

    def sun(x, y):
        if y > 0.68 + 0.03 * math.sin(9 * x):
            return third if y > 0.84 + 0.03 * math.sin(7 * x + 1) else second
        return first if math.hypot(x - 0.5, y - 0.52) < 0.27 else ground

    def hills(x, y):
        for base, waves, tint in ((0.82, 5, third), (0.66, 7, second), (0.5, 4, first)):
            if y > base + 0.09 * math.sin(waves * x + number):
                return tint
        return second if math.hypot(x - 0.72, y - 0.24) < 0.09 else ground

    def rings(x, y):
        step = int(math.hypot(x - 0.5, y - 0.5) * 15)
        return (first, ground, second, ground, third, ground, first)[step % 7] if step < 7 else ground

    def stripes(x, y):
        at = (x + y * 0.6) * 6 + number
        inside = 0.16 < x < 0.84 and 0.16 < y < 0.84
        return (first, second, third)[int(at) % 3] if inside else ground

    def leaves(x, y):
        column, row = int(x * 3), int(y * 3)
        u, v = x * 3 - column, y * 3 - row
        if (column + row) % 2:
            u = 1 - u
        inside = math.hypot(u, v) < 0.94 and math.hypot(u - 1, v - 1) < 0.94
        return (first, second, third)[(column * 2 + row) % 3] if inside else ground

    png(path, size, (sun, hills, rings, stripes, leaves)[(number + number // 10) % 5])


def sound(path, number, seconds):
    """A song of eight chords, plucked more and less loudly, at 22.05 kHz."""
    roots = [0, 5, 7, 3, 8, 10, 2, 9]
    parts = []
    for beat in range(8):
        root = -12 + roots[(number + beat) % 8]
        part = path.with_suffix(f".{beat}.wav")
        beat_seconds = 0.4 + number % 3 * 0.1
        loud = [0.25, 0.5, 0.4, 0.8, 1.0, 0.6, 0.9, 0.35][(beat + number) % 8]
        subprocess.run(["sox", "-D", "-R", "-r", "44100", "-n", "-b", "16", "-r", "22050", str(part), "synth", f"{beat_seconds}",
                        "pluck", f"%{root}", "pluck", f"%{root + 4}", "pluck", f"%{root + 7}", "remix", "-",
                        "vol", str(loud), "repeat", str(int(seconds / 8 / beat_seconds) - 1)],
                       check=True, stderr=subprocess.DEVNULL)
        parts.append(part)
    swell = ["tremolo", str(0.11 + number * 0.03), "55", "tremolo", str(1.7 + number * 0.4), "35"]
    subprocess.run(["sox", "-D", *map(str, parts), str(path), *swell, "vol", "0.8", "fade", "t", "2", "0", "4"], check=True)
    for part in parts:
        part.unlink()


# The song with known chords: its progressions, two seconds a chord, and its chapters.
VERSE, BRIDGE = ["D", "A", "Bm", "G"], ["Em", "G", "D", "A"]
STAND_CHORDS = VERSE * 3 + BRIDGE * 2 + VERSE * 2 + BRIDGE * 2 + VERSE
STAND = "The Stand/Music for Stands/01 Four Chords and a Bridge.flac"


def chord(name, rate, seconds):
    """Bass and triad of a chord, four strokes, as samples of 16 bits."""
    root = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[name[0]]
    third = 3 if name.endswith("m") else 4
    count = int(rate * seconds / 4)
    stroke = [0.0] * count
    for note, level in ((36 + root, 0.5), *((60 + (root + step) % 12, 0.28) for step in (0, third, 7))):
        for partial in range(1, 5):
            angle = 2 * math.pi * 440 * 2 ** ((note - 69) / 12) * partial / rate
            decay = -3.0 / count * (0.6 + 0.3 * partial)
            for at in range(count):
                stroke[at] += level / partial ** 1.3 * math.sin(angle * at) * math.exp(decay * at)
    samples = array.array("h")
    for loud in (0.5, 0.36, 0.36, 0.36):
        samples.extend(int(max(-1, min(1, value * loud * min(1, at / 60))) * 32000) for at, value in enumerate(stroke))
    return samples


def stand(folder):
    """Writes the song with known chords, with chapters and lyrics."""
    path = folder / STAND
    path.parent.mkdir(parents=True)
    path.with_suffix(".lrc").write_text("".join(f"[00:{at:02}.00]Line {number}\n" for number, at in enumerate(range(4, 60, 4), 1)))
    rate, seconds = 16000, 2
    sounds = {name: chord(name, rate, seconds) for name in set(STAND_CHORDS)}
    plain = path.with_suffix(".wav")
    with wave.open(str(plain), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        for name in STAND_CHORDS:
            file.writeframes(sounds[name].tobytes())
    subprocess.run(["sox", "-D", str(plain), str(path)], check=True)
    plain.unlink()
    tags = [("TITLE", "Four Chords and a Bridge"), ("ARTIST", "The Stand"), ("ALBUM", "Music for Stands"), ("DATE", "2024"),
            ("GENRE", "Pop"), ("TRACKNUMBER", 1)]
    for number, (start, title) in enumerate(((0, "Verse"), (24, "Bridge"), (40, "Verse again")), 1):
        tags += [(f"CHAPTER{number:03}", f"00:00:{start:02}.000"), (f"CHAPTER{number:03}NAME", title)]
    picture = folder / ".cover.png"
    cover(picture, 6, 320)
    subprocess.run(["metaflac", *(f"--set-tag={name}={value}" for name, value in tags), f"--import-picture-from={picture}", str(path)],
                   check=True)
    picture.unlink()


def make(folder, seconds=40, size=320, albums=None):
    """Fills `folder` with the albums and the pads; gives the number of songs."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    bases = []
    for number in range(5):
        base = folder / f".base{number}.flac"
        sound(base, number, seconds + number * 7)
        bases.append(base)
    count = 0
    for number, (album, artist, year, genre, covered, titles) in enumerate(ALBUMS[:albums]):
        place = folder / artist.replace("/", "-")[:60] / album.replace("/", "-")[:60]
        place.mkdir(parents=True, exist_ok=True)
        picture = folder / ".cover.png"
        if covered:
            cover(picture, number, size)
        for track, title in enumerate(titles, 1):
            file = place / f"{track:02} {title.replace('/', '-')[:40]}.flac"
            file.write_bytes(bases[count % 5].read_bytes())
            tags = [f"--set-tag={name}={value}" for name, value in (
                ("TITLE", title), ("ARTIST", artist), ("ALBUMARTIST", artist), ("ALBUM", album), ("DATE", year),
                ("GENRE", genre), ("TRACKNUMBER", track))]
            pictures = [f"--import-picture-from={picture}"] if covered else []
            subprocess.run(["metaflac", *tags, *pictures, str(file)], check=True)
            count += 1
        picture.unlink(missing_ok=True)
    sounds = folder / "Sounds"
    (sounds / "Animals").mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(PADS):
        place = sounds / "Animals" if name in ("Duck", "Rooster") else sounds
        subprocess.run(["sox", "-D", "-R", "-r", "44100", "-n", "-b", "16", str(place / f"{name}.wav"), "synth",
                        str(1.5 + number * 0.5), "pluck", f"%{number * 2}", "fade", "0", "0", "0.5"], check=True)
    for base in bases:
        base.unlink()
    if albums is None:
        stand(folder)
        count += 1
    return count


if __name__ == "__main__":
    import sys
    print(make(sys.argv[1], int(os.environ.get("SECONDS_OF_SONGS", "40"))))
