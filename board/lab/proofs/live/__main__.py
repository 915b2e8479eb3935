"""The tuner and the live chords hear what is played: tones and songs whose pitches and chords are known.

Sines, plucked strings (fluidsynth) and voices with vibrato, 300 tones: the error in cents, octave errors, the time until the
right note is shown. Songs of board/fit that no weight was fitted to: the share of the time that shows the right root and
third, beside the analysis of the whole song, and the time from a change to its display. Both are given to `jukebox-analyzer
--live` faster than real time. Then the daemon records from ALSA's `file` plug-in at the pace of a microphone: times until a
client hears of a tone and a chord, a recording is refused meanwhile, nothing is stored.

usage: board/lab/run proofs.live [SONGS [SEED]]    default: 16 songs of seed 9, by fluidsynth (board/setup --fit)
       board/lab/run proofs.live --quick           tones without plucked strings, no songs: seconds
"""
import concurrent.futures
import json
import os
import struct
import subprocess
import sys
import threading
import time

import numpy

from lib import Daemon, Tally, program, wait_for, work_folder
from lib.live import IN_TIME, RATE, live, live_chords, samples_of

QUICK = "--quick" in sys.argv
NUMBERS = [int(word) for word in sys.argv[1:] if word.isdigit()]
SONGS, SEED = (NUMBERS + [16, 9][len(NUMBERS):])[:2]
# Harte's names in the order of ChordQuality.
QUALITIES = ["maj", "min", "7", "maj7", "min7", "maj6", "min6", "sus2", "sus4", "dim", "dim7", "hdim7", "aug"]
FONT = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
MINOR, MAJOR = {"min", "min7", "min6"}, {"maj", "7", "maj7", "maj6"}
NAMES = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]


def hertz(pitch):
    return 440 * 2 ** ((pitch - 69) / 12)


def all_at_once(work, items):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))


# Tones

def sine(pitch, seconds=1.0, level=0.5):
    return level * numpy.sin(2 * numpy.pi * hertz(pitch) * numpy.arange(int(seconds * RATE)) / RATE)


def voice(pitch, formants, seconds=1.5):
    """Partials under formants, with a vibrato of 5.5 Hz and 30 cents, and a little breath."""
    times = numpy.arange(int(seconds * RATE)) / RATE
    phase = 2 * numpy.pi * numpy.cumsum(hertz(pitch) * 2 ** (30 / 1200 * numpy.sin(2 * numpy.pi * 5.5 * times))) / RATE
    sound = numpy.zeros(len(times))
    for number in range(1, int(9000 / hertz(pitch)) + 1):
        gain = sum(1 / (1 + ((hertz(pitch) * number - centre) / 120) ** 2) for centre in formants) + 0.03
        sound += gain / number * numpy.sin(number * phase)
    sound *= numpy.minimum(times / 0.05, 1) * 0.3 / numpy.abs(sound).max()
    return sound + numpy.random.default_rng(pitch).normal(0, 0.002, len(times))


def plucked(instrument, pitches):
    """A note of two seconds for each pitch, in one rendering."""
    def length(ticks):
        parts = [ticks & 127]
        while ticks := ticks >> 7:
            parts.insert(0, ticks & 127 | 128)
        return bytes(parts)
    track = bytes([0, 0xC0, instrument])
    for pitch in pitches:
        track += bytes([0, 0x90, pitch, 96]) + length(1440) + bytes([0x80, pitch, 0]) + length(480) + bytes([0xB0, 120, 0])
    track += bytes([0, 0xFF, 0x2F, 0])
    score = b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(track)) + track
    with work_folder() as path:
        (path / "score.mid").write_bytes(score)
        subprocess.run(["fluidsynth", "-n", "-i", "-q", "-R", "0", "-C", "0", "-r", str(RATE), "-g", "0.8", "-T", "raw", "-O", "s16",
                        "-F", str(path / "sound"), FONT, str(path / "score.mid")], check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        samples = numpy.fromfile(path / "sound", "<i2").reshape(-1, 2).mean(1) / 32768
    # 480 ticks are half a second: a note has 1.5 s, and the next comes after 0.5 s.
    return [samples[2 * RATE * place:2 * RATE * place + int(1.5 * RATE)] for place in range(len(pitches))]


def heard(tone):
    """
    Cents from the pitch of each reading later than 0.2 s after the beginning, their median over time, and when the first right
    one comes. On a busy machine readings are skipped: between two readings the line between them counts.
    """
    pitch, samples = tone
    silence = numpy.zeros(RATE // 2)
    readings = [(float(words[1]) - 0.5, 1200 * numpy.log2(float(words[2]) / hertz(pitch)))
                for words in live(numpy.concatenate([silence, samples]), program("jukebox-analyzer"))
                if words[0] == "tone" and words[2] != "none"]
    times, late = zip(*late) if (late := [reading for reading in readings if reading[0] > 0.2]) else ((), ())
    middle = numpy.median(numpy.interp(numpy.arange(times[0], times[-1], 0.005), times, late)) if len(late) > 1 else None
    return late, middle, next((at for at, cents in readings if abs(cents) < 50), None)


def tones(tally):
    # From B0 (31 Hz) to B7 (3951 Hz).
    wide = [int(round(pitch)) for pitch in numpy.linspace(23, 107, 30)]
    kinds = {"sines": [(pitch, sine(pitch)) for pitch in wide], "soft sines": [(pitch, sine(pitch, level=0.01)) for pitch in wide]}
    vowels = {"a": (800, 1150, 2900), "e": (400, 1600, 2700), "u": (325, 700, 2530)}
    for name, formants in list(vowels.items())[:1 if QUICK else 3]:
        kinds[f"voice, {name}"] = [(pitch, voice(pitch, formants)) for pitch in range(45, 75)]
    if not QUICK:
        for name, instrument, low in (("nylon guitar", 24, 40), ("steel guitar", 25, 40), ("bass guitar", 33, 28),
                                      ("pizzicato", 45, 55), ("harp", 46, 36)):
            kinds[name] = list(zip(range(low, low + 30), plucked(instrument, range(low, low + 30))))
    octaves = count = 0
    for name, sounds in kinds.items():
        sounds = sounds[::3] if QUICK else sounds
        results = all_at_once(heard, sounds)
        wrong = [pitch for (pitch, _), (late, _, _) in zip(sounds, results) if any(abs(cents) > 600 for cents in late)]
        errors = [abs(middle) for _, middle, _ in results if middle is not None]
        spread = [numpy.ptp(late) / 2 for late, _, _ in results if late]
        first = [1000 * at for _, _, at in results if at is not None]
        octaves, count = octaves + len(wrong), count + len(sounds)
        print(f"{name}: {len(sounds)} pitches, cents median {numpy.median(errors):.2f} worst {max(errors):.2f}, "
              f"spread worst {max(spread):.1f}, first reading median {numpy.median(first):.0f} ms worst {max(first):.0f} ms", flush=True)
        tally.check(len(errors) == len(first) == len(sounds), f"{name}: each is heard")
        tally.check(not wrong, f"{name}: no octave errors", wrong)
        if "sines" in name:
            tally.check(max(errors) < 1 and max(spread) < 1, f"{name}: within a cent, and steady", (errors, spread))
            tally.check(max(first) <= 100, f"{name}: within 100 ms", first)
        elif "voice" in name:
            tally.check(max(errors) < 5 and max(spread) < 30, f"{name}: the middle of its vibrato", (errors, spread))
    print(f"octave errors: {octaves} of {count} tones", flush=True)


# Songs

def third(root, quality):
    """The parts of chords that are compared: the root, and the third or the kind."""
    return root, "m" if quality in MINOR else "M" if quality in MAJOR else quality


def chords_at(segments, times):
    """The chord at each time, which is that of the last segment that began; segments are (start, chord)."""
    places = numpy.searchsorted([start for start, _ in segments], times, "right")
    return [segments[place - 1][1] if place else None for place in places]


def shown_chords(samples):
    return [(start, None if root is None else third(root, quality))
            for start, root, quality in live_chords(samples, program("jukebox-analyzer"))]


def compared(truth, found, end):
    """Shares of the time with a major or minor chord that shows it, also if changes count a quarter of a second later; the seconds
    from each change to its display; the number of changes, and how many were missed."""
    times = numpy.arange(0, end, 0.01)
    wanted = chords_at(truth, times)
    counted = [place for place, chord in enumerate(wanted) if chord and chord[1] in ("m", "M")]
    shares = []
    for delay in (0, IN_TIME):
        shown = chords_at(found, times + delay)
        shares.append(sum(shown[place] == wanted[place] for place in counted))
    delays, missed, before = [], 0, None
    for (start, chord), (stop, _) in zip(truth, [*truth[1:], (end, None)]):
        if chord != before and chord and chord[1] in ("m", "M"):
            if chords_at(found, [start])[0] == chord:
                delays.append(0)
            elif first := next((at for at, shown in found if shown == chord and start < at < stop), None):
                delays.append(first - start)
            else:
                missed += 1
        before = chord
    return numpy.array([*shares, len(counted)]), delays, missed


def song(number):
    """As `compared`, of a song live and of its whole analysis."""
    from fit import evidence
    from fit.songs import Song
    made = Song(SEED, number)
    with work_folder() as folder:
        file = str(evidence.render(made, evidence.FONTS[number % 2], folder))
        samples = samples_of(file)
        whole = json.loads(subprocess.run([program("jukebox-analyzer"), "--json", file], check=True, capture_output=True).stdout)
    truth = [(start, None if root is None else third(root, QUALITIES[quality])) for start, _, root, quality, _ in made.chords]
    offline = []
    for start, _, name, _ in whole["chords"]:
        root, _, quality = name.partition(":")
        offline.append((start, third(NAMES.index(root), quality.split("/")[0]) if quality else None))
    found = shown_chords(samples)
    return compared(truth, found, made.duration), compared(truth, offline, made.duration), len(found)


def songs(tally):
    results = all_at_once(song, range(SONGS))
    heard = sum(result[0][0] for result in results)
    whole = sum(result[1][0] for result in results)
    delays = numpy.array(sum((result[0][1] for result in results), []))
    missed = sum(result[0][2] for result in results)
    changes = len(delays) + missed
    print(f"{SONGS} songs, {changes} changes: live right in {heard[0] / heard[2]:.1%} of the time, {heard[1] / heard[2]:.1%} a quarter of "
          f"a second later; the whole song in {whole[0] / whole[2]:.1%}", flush=True)
    print(f"a change is shown after {1000 * numpy.median(delays):.0f} ms (median), {1000 * numpy.percentile(delays, 90):.0f} (90 %), "
          f"{1000 * numpy.percentile(delays, 95):.0f} (95 %); {(delays <= 0.3).sum() / changes:.0%} within 300 ms, {missed / changes:.0%} never; "
          f"{sum(result[2] for result in results)} lines", flush=True)
    tally.check(heard[1] > 0.7 * heard[2], "live chords are mostly right", heard)
    tally.check(missed < 0.1 * changes, "few changes are missed", missed)


# The daemon

def strummed(pitches, seconds=2.0):
    """Notes with partials that fade."""
    times = numpy.arange(int(seconds * RATE)) / RATE
    return sum(0.1 / number * numpy.exp(-times * (1 + number)) * numpy.sin(2 * numpy.pi * hertz(pitch) * number * times + number)
               for pitch in pitches for number in range(1, 11))


BARS = [((40, 52, 59, 64, 68), (4, "M")), ((45, 57, 60, 64, 69), (9, "m")), ((43, 55, 59, 62, 67), (7, "M")), ((48, 60, 64, 67, 72), (0, "M"))]


def strums(tally):
    """Plain chords, faster than real time."""
    found = shown_chords(numpy.concatenate([strummed(notes) for notes, _ in BARS]))
    _, delays, missed = compared([(2 * place, chord) for place, (_, chord) in enumerate(BARS)], found, 8)
    print(f"strummed chords: shown after {', '.join(f'{1000 * delay:.0f}' for delay in delays)} ms", flush=True)
    tally.check(not missed and max(delays) < 0.5, "each strummed chord is shown", (delays, missed))


class Microphone:
    """Writes sound into a pipe at the pace of a card, silence where there is none; notes when each sound began."""

    def __init__(self, path):
        self.path, self.sounds, self.began = path, [], None
        os.mkfifo(path)
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            with open(self.path, "wb", buffering=0) as pipe:
                start, written = time.monotonic(), 0
                try:
                    while True:
                        samples = self.sounds.pop(0) if self.sounds else numpy.zeros(RATE // 100)
                        self.began = time.monotonic()
                        for place in range(0, len(samples), RATE // 100):
                            part = (samples[place:place + RATE // 100] * (2 ** 31 - 1)).astype("<i4")
                            pipe.write(numpy.repeat(part, 2).tobytes())
                            written += len(part)
                            time.sleep(max(0, start + written / RATE - time.monotonic()))
                        if len(samples) > RATE // 100:
                            self.began = None
                except BrokenPipeError:
                    pass

    def play(self, samples):
        """When its first samples are given to the daemon."""
        self.sounds.append(samples)
        wait_for("the sound", lambda: not self.sounds, 5, 0.0005)
        return self.began


def daemon(tally):
    with work_folder() as folder:
        (folder / "music").mkdir()
        microphone = Microphone(folder / "microphone")
        (folder / "asound.conf").write_text(
            f'pcm.mic {{ type file slave.pcm "null" file "/dev/null" infile "{microphone.path}" format "raw" perm 438 }}\n'
            "pcm.null { type null }\n")
        (folder / "jukebox.ini").write_text(f"[audio]\ncapture-device = mic\ncapture-rate = {RATE}\n")
        with Daemon("--config", str(folder / "jukebox.ini"), "--music", str(folder / "music"), "--output", "null",
                    environment={"ALSA_CONFIG_PATH": str(folder / "asound.conf")}) as box:
            client, other = box.start().connect(), box.connect()
            state = sorted(path.name for path in (box.folder / "state").iterdir())
            client.command("listen start")
            for place in range(1 if QUICK else 10):
                at = microphone.play(sine(57 + place, 0.7))
                client.command("idle tuner")
                while abs(float(client.pairs("listen").get("frequency", 0)) / hertz(57 + place) - 1) > 0.01:
                    client.command("idle tuner")
                delay = time.monotonic() - at
                print(f"a tone is told after {1000 * delay:.0f} ms", flush=True)
                tally.check(delay < 0.25, "a tone arrives at the client", delay)
                wait_for("silence", lambda: "frequency" not in client.pairs("listen"), 5)
            for notes, chord in BARS[:1 if QUICK else 4]:
                at = microphone.play(strummed(notes, 1.5))
                name = NAMES[chord[0]] + ("m" if chord[1] == "m" else "")
                while not client.pairs("listen").get("chord", "").startswith(name):
                    client.command("idle listen")
                delay = time.monotonic() - at
                print(f"{name} is told after {1000 * delay:.0f} ms", flush=True)
                tally.check(delay < 1, "a chord arrives at the client", delay)
            refusal = other.refusal("record start")
            tally.check("`listen stop`" in refusal, "a recording is refused with the remedy", refusal)
            client.close()
            wait_for("the end", lambda: other.pairs("listen")["state"] == "off", 5)
            other.command("record start")
            refusal = other.refusal("listen start")
            tally.check("`record stop`" in refusal, "listening is refused with the remedy", refusal)
            other.command("record discard")
            tally.check(sorted(path.name for path in (box.folder / "state").iterdir()) == state, "nothing is stored")
            tally.check(box.stop() == 0, "it ends in order", box.tail(5))


def main():
    tally = Tally()
    tones(tally)
    strums(tally)
    if not QUICK:
        songs(tally)
    daemon(tally)
    tally.close()


main()
