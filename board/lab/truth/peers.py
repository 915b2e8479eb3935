"""Analyses of a sound file by the jukebox and other programs: Essentia, librosa, Chordino and madmom, which run in the lab alone."""
import functools
import json
import os
import pathlib
import subprocess
import sys

from lib.live import IN_TIME, live_chords, samples_of

from .scores import DEGREES, NAMES


def ours(file, program):
    words = [program, "--json", str(file)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=300, check=True)
    found = json.loads(done.stdout)
    beats = found.get("beats", [])
    return {"key": found.get("key"), "keys": found.get("key_changes"), "tempo": found.get("tempo", 0), "beats": beats,
            "downbeats": [beats[index] for index in found.get("downbeats", [])], "chords": found.get("chords", [])}


def live(file, duration, program):
    """Live chords; what is shown in time counts as shown at once."""
    shown = live_chords(samples_of(file), program)
    starts = [start - IN_TIME for start, *_ in shown]
    return {"chords": [(start, end, "N" if root is None else f"{NAMES[root]}:{quality}")
                       for start, end, (_, root, quality) in zip(starts, [*starts[1:], duration], shown)]}


HOP = 2048  # of Essentia's chords, in samples
MADMOM = pathlib.Path(sys.prefix).with_name("truth-madmom")


@functools.cache
def sound(file, rate):
    import librosa
    return librosa.load(file, sr=rate, mono=True)[0]


def essentia(file):
    import essentia.standard
    samples = sound(file, 44100)
    tonic, mode, _ = essentia.standard.KeyExtractor(profileType="shaath")(samples)
    beats = essentia.standard.BeatTrackerDegara()(samples)
    tempo = float(essentia.standard.PercivalBpmEstimator()(samples))
    names = essentia.standard.TonalExtractor()(samples)[4]  # one for each frame
    chords = [(at * HOP / 44100, (at + 1) * HOP / 44100, harte(name)) for at, name in enumerate(names)]
    return {"key": f"{tonic}:{mode[:3]}", "tempo": tempo, "beats": [float(beat) for beat in beats], "chords": chords}


def librosa(file):
    import librosa
    tempo, frames = librosa.beat.beat_track(y=sound(file, 22050), sr=22050)
    return {"tempo": float(tempo[0]), "beats": [float(beat) for beat in librosa.frames_to_time(frames, sr=22050)]}


def chordino(file):
    import chord_extractor
    os.environ["VAMP_PATH"] = str(next(pathlib.Path(chord_extractor.__file__).parent.rglob("nnls-chroma.so")).parent)
    import vamp
    samples = sound(file, 44100)
    found = [(float(one["timestamp"]), one["label"]) for one in vamp.collect(samples, 44100, "nnls-chroma:chordino")["list"]]
    ends = [start for start, _ in found[1:]] + [len(samples) / 44100]
    return {"chords": [(start, end, harte(name)) for (start, name), end in zip(found, ends)]}


QUALITIES = {"": "maj", "m": "min", "7": "7", "maj7": "maj7", "m7": "min7", "6": "maj6", "m6": "min6", "dim": "dim", "dim7": "dim7",
             "m7b5": "hdim7", "aug": "aug"}
STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def harte(name):
    """The notation of Harte for Chordino's, as `Am7/G`."""
    if name == "N":
        return "N"
    chord, _, bass = name.partition("/")
    root = chord[:2] if chord[1:2] in ("b", "#") else chord[:1]
    above = (number(bass) - number(root)) % 12 if bass else 0
    return f"{root}:{QUALITIES[chord[len(root):]]}" + (f"/{DEGREES[above]}" if above else "")


def number(note):
    return (STEPS[note[0]] + note.count("#") - note.count("b")) % 12


def madmom(file):
    """By a Python of its own, whose numpy is older."""
    words = [MADMOM / "bin/python", pathlib.Path(__file__).with_name("madmom_peer.py"), file]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=600, check=True)
    return json.loads(done.stdout)


PEERS = {"Essentia": essentia, "librosa": librosa, "Chordino": chordino, "madmom": madmom}


def kept(name, file, folder):
    """Results of a program, which are the same the next time."""
    stored = folder / f"{file.stem}.{name}.json"
    if not stored.exists():
        part = stored.with_suffix(".part")
        part.write_text(json.dumps(PEERS[name](file)))
        part.rename(stored)
    return json.loads(stored.read_text())
