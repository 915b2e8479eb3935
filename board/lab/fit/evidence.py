"""Songs made audible, and what the analyser's weights see of them."""
import concurrent.futures
import os
import pickle
import subprocess
import wave

import numpy as np

from lib import work_folder

from .songs import Song

RATE = 44100
FONTS = [f"/usr/share/sounds/sf2/{name}.sf2" for name in ("FluidR3_GM", "TimGM6mb")]
# The parts of a row, as TonalSpectrum, TempoCandidate, KeyEvidence and FeatureVector have them.
NOTES, TEMPOS, KEYS, TUNE, CHORDS, BARS = 84, 112, 5, 1, 5, 6
FADE = RATE // 12


def render(song, font, folder):
    """The file of its sound."""
    score, sound = folder / "song.mid", folder / "song.wav"
    score.write_bytes(song.midi())
    run("fluidsynth", "-n", "-i", "-q", "-r", RATE, "-g", song.gain, "-T", "wav", "-O", "s16",
        "-F", sound, font, score)
    with wave.open(str(sound)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
    # It ends with the last beat.
    samples = samples.reshape(-1, 2)[:round(song.duration * RATE)]
    samples[-FADE:] *= np.linspace(1, 0, FADE)[:, None]
    if song.spoilt == "noise":
        noise = pink(len(samples), song.seed)
        samples += noise * np.sqrt((samples ** 2).mean() / 10)
    with wave.open(str(sound), "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", ""))
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    if song.spoilt != "mp3":
        return sound
    run("lame", "--quiet", "-b", "64", sound, folder / "song.mp3")
    return folder / "song.mp3"


def pink(count, seed):
    """Noise as loud in each octave, with a mean square of 1; its channels differ."""
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(size=(2, count)))
    spectrum[:, 0] = 0
    spectrum[:, 1:] /= np.sqrt(np.arange(1, spectrum.shape[1]))
    noise = np.fft.irfft(spectrum, count).T
    return noise / np.sqrt((noise ** 2).mean())


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


class Evidence:
    """A song, and its features by Tests/Fit: a row a frame, a candidate for the tempo, a key, a tone, a chord, a beat."""

    def __init__(self, song, font, program):
        self.song = song
        with work_folder() as folder:
            file = render(song, font, folder)
            values = np.frombuffer(run(program, file), "<f4")
        tables = []
        for width in (NOTES, TEMPOS, KEYS, TUNE, CHORDS, NOTES, BARS):
            count = int(values[0])
            tables.append(values[1:1 + count].reshape(-1, width))
            values = values[1 + count:]
        self.notes, self.tempos, self.keys, self.tune, self.chords, self.live, self.bars = tables


def song_named(name):
    """The song of a seed and a number, with its soundfont."""
    seed, number = map(int, name.split("-"))
    return Song(seed, number), FONTS[number % 2]


def gather(names, program, keep=None, made=song_named):
    """The evidence of songs. Files in the folder `keep` are used again.

    - made: gives the song of a name, and its soundfont.
    """
    def one(name):
        file = keep and keep / f"{name}.pickle"
        if file and file.exists():
            return pickle.loads(file.read_bytes())
        song, font = made(name)
        evidence = Evidence(song, font, program)
        if file:
            file.write_bytes(pickle.dumps(evidence))
        return evidence

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, evidence in enumerate(pool.map(one, names), 1):
            if done % 50 == 0:
                print(f"  {done} of {len(names)} songs", flush=True)
            yield evidence
