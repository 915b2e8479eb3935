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
# The parts of a row, as TonalSpectrum, TempoCandidate and KeyEstimator have them.
NOTES, TEMPOS, KEYS = 84, 91, 3
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
    """A song, and its features by Tests/Fit: a row a frame, a candidate for the tempo, a key."""

    def __init__(self, song, font, program):
        self.song = song
        with work_folder() as folder:
            file = render(song, font, folder)
            values = np.frombuffer(run(program, file), "<f4")
        tables = []
        for width in (NOTES, TEMPOS, KEYS, NOTES):
            count = int(values[0])
            tables.append(values[1:1 + count].reshape(-1, width))
            values = values[1 + count:]
        self.notes, self.tempos, self.keys, self.live = tables


def gather(seeds, count, program, keep=None):
    """The evidence of `count` songs for each seed. Files in the folder `keep` are used again."""
    def one(place):
        file = keep and keep / f"{place[0]}-{place[1]}.pickle"
        if file and file.exists():
            return pickle.loads(file.read_bytes())
        evidence = Evidence(Song(*place), FONTS[place[1] % 2], program)
        if file:
            file.write_bytes(pickle.dumps(evidence))
        return evidence

    places = [(seed, number) for seed in seeds for number in range(count)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, evidence in enumerate(pool.map(one, places), 1):
            if done % 50 == 0:
                print(f"  {done} of {len(places)} songs", flush=True)
            yield evidence
