"""The cost of stored analyses: a library without, and with one of every track, asked in turns.

Analysing all these songs would take a day. So one song of four minutes goes the whole way, through
the daemon; its row and its record, as the program left them, are then written for every track by
SQL, with a tempo, key and loudness of its own.
"""
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time
import zlib

from lib import Daemon, material, wait_for, work_folder
from lib.process import memory

from .library import PATIENCE, at_rest, forget, indexed, scanned
from .report import median

DATABASES = ("library.sqlite", "analysis.sqlite")
# For a song of four minutes.
BEATS, PHRASE = 480, 32
CHORDS = [(0, 4, 7), (9, 12, 16), (5, 9, 12), (7, 11, 14), (2, 5, 9), (4, 7, 11)]
TURNS = 2
# Asked of both. In capitals: SONG, FOLDER and ABOVE, a track's file, its folder and the one above;
# ALBUM, ARTIST and WORD of its tags.
BOTH = [
    'lsinfo', 'lsinfo FOLDER', 'lsinfo SONG', 'listallinfo FOLDER', 'listallinfo ABOVE',
    'list album', 'list artist', 'list album artist ARTIST', 'list album group albumartist',
    'find album ALBUM', 'find artist ARTIST', 'search any WORD window 0:50',
    '''find "((artist == 'ARTIST') AND (album == 'ALBUM'))" sort track''',
    '''search "(title contains 'WORD')" window 0:50''', 'lookup WORD',
    '''find "(genre == 'Jazz')" sort -date window 0:50''',
    'browse albums window 0:50', 'browse artists window 0:50',
    '''browse songs "(genre == 'Jazz')" window 0:50''', 'count genre Jazz', 'stats',
]
# These take long, and are asked seldom.
LONG = ['listallinfo', 'analyze status']
# Asked where there are results.
WITH = [
    'find "(bpm > 120)" window 0:50', 'find "(bpm > 120)" window 20000:20050',
    '''find "(bpm == '120:121')"''', '''find "((key == 'Am') AND (bpm > 120))" window 0:50''',
    'find "(bpm > 120)" sort bpm window 0:50', 'mixable SONG', 'browse tempos', 'browse keys',
    'analysis SONG', 'beats SONG', 'chords SONG', 'waveform SONG',
]
# As quick as before, with what the machine makes of one and the same question, in ms.
MOST_TIMES, SLACK = 1.25, 1
# Answers to a person who waits, in ms.
MOST = {'mixable SONG': 50, 'analysis SONG': 5, 'beats SONG': 5, 'chords SONG': 5,
        'waveform SONG': 15}


# ALSA's null PCM: what is measured is the jukebox, not a card.
CARD = ("--output", "alsa", "--device", "null")


def daemon(music, work, *more):
    """One that analyses nothing by itself."""
    configuration = work / "jukebox.ini"
    configuration.write_text("[analysis]\nwhen = off\n")
    return Daemon("--config", str(configuration), "--music", str(music), "--mount-root", "off", *more,
                  folder=work)


def quiet(music, work):
    return daemon(music, work, "--output", "null", "--autoplay", "off")


def song(path, work):
    """Four minutes of chords and beats: phrases that come again, and some that don't."""
    chance, parts, phrase = random.Random(11), [], []
    for number in range(BEATS):
        if number % PHRASE == 0 and chance.random() < 0.45:
            phrase = []
        if len(phrase) <= number % PHRASE:
            phrase.append(beat(work / f"{number}.wav", chance, CHORDS[number // 4 % len(CHORDS)]))
        parts.append(phrase[number % PHRASE])
    material.run("sox", "-q", *parts, path)


def beat(path, chance, chord):
    tones = [word for tone in chord for word in ("pluck", f"{110 * 2 ** (tone / 12):.2f}")]
    levels = f"1v{chance.uniform(0.1, 0.3):.2f},2v0.2,3v0.2,4v{chance.choice((0.01, 0.02, 0.05))}"
    subprocess.run(["sox", "-q", "-R", "-D", "-r", "44100", "-n", "-b", "16", "-c", "1", str(path),
                    "synth", "0.5", *tones, "pinknoise", "remix", levels,
                    "fade", "l", "0.005", "-0", chance.choice(("0.1", "0.4"))], check=True)
    return path


def analysed():
    """A song's row and record, as the program left them, and the empty database of records."""
    with work_folder() as work:
        music = work / "music"
        music.mkdir()
        song(music / "song.flac", work)
        state = work / "state"
        state.mkdir()
        with quiet(music, state) as running:
            client = running.start().connect()
            wait_for("the song", lambda: client.knows("", 1) and scanned(client))
            client.command("analyze song.flac")
            wait_for("the analysis", seconds=300,
                     check=lambda: client.pairs("analysis song.flac")["outcome"] == "done")
            running.stop()
        library = sqlite3.connect(music / ".jukebox" / "library.sqlite")
        library.row_factory = sqlite3.Row
        row = dict(library.execute("SELECT * FROM analyses").fetchone())
        library.close()
        records = sqlite3.connect(music / ".jukebox" / "analysis.sqlite")
        record = records.execute("SELECT data FROM records").fetchone()[0]
        with records:
            records.execute("DELETE FROM records")
        records.execute("VACUUM")
        records.close()
        return row, record, (music / ".jukebox" / "analysis.sqlite").read_bytes()


def fill(folder, row, record, empty):
    """A result of every track, into the databases of a jukebox that is off."""
    chance = random.Random(6)
    (folder / "analysis.sqlite").write_bytes(empty)
    library, records = (sqlite3.connect(folder / name) for name in DATABASES)
    tracks = [track for track, in library.execute("SELECT id FROM tracks WHERE state = 0")]
    names = list(row)
    insert = (f"INSERT OR REPLACE INTO analyses ({', '.join(names)}) "
              f"VALUES ({', '.join('?' * len(names))})")
    with library, records:
        for track in tracks:
            tempo, key = round(min(220, max(50, chance.gauss(118, 28))), 2), chance.randrange(24)
            own = {**row, "track": track, "found_bpm": tempo, "bpm": tempo, "found_key": key,
                   "music_key": key, "loudness": round(chance.gauss(-11, 3), 2)}
            library.execute(insert, [own[name] for name in names])
            records.execute("INSERT INTO records VALUES (?, ?)", (track, record))
    library.close()
    records.close()


class Questions:
    def __init__(self, client, songs):
        self.client, self.songs = client, songs
        self.times = {}

    def ask(self, form, rounds):
        # The same songs for both.
        chance = random.Random(form)
        for _ in range(rounds):
            one = chance.choice(self.songs)
            folder = one["file"].rpartition("/")[0]
            line = form
            words = {"SONG": one["file"], "FOLDER": folder, "ABOVE": folder.rpartition("/")[0],
                     "ALBUM": one["Album"], "ARTIST": one["Artist"],
                     "WORD": one["Title"].split()[0][:5]}
            for word, text in words.items():
                # Within a filter's quotes a text stands without more of them.
                line = line.replace(word, text if "'" in form else f'"{text}"')
            begin = time.monotonic_ns()
            self.client.command(line)
            self.times.setdefault(form, []).append((time.monotonic_ns() - begin) / 1e6)


def is_plain(one):
    """Whether a song can be asked for without escapes."""
    has_tags = {"Album", "Artist", "Title"} <= one.keys()
    return has_tags and not set("\"'\\") & set("".join(one.values()))


def rest(client):
    """Everything is scanned and indexed."""
    wait_for("the scan", lambda: scanned(client) and indexed(client), seconds=PATIENCE, pause=0.1)


def measure(music, work, forms, rounds, found):
    """Adds the figures of one run: of questions, of a scan that finds nothing, and of memory."""
    with quiet(music, work) as running:
        client = running.start().connect()
        rest(client)
        everything = client.songs("listallinfo")
        questions = Questions(client, list(filter(is_plain, everything)))
        for form in forms:
            questions.ask(form, 1)
        questions.times.clear()
        for form in forms:
            questions.ask(form, 2 if form in LONG else rounds)
        for form, times in questions.times.items():
            found.setdefault(form, []).extend(times)
        begin = time.monotonic()
        client.command("update")
        wait_for("the scan again", lambda: scanned(client), seconds=PATIENCE, pause=0.002)
        found.setdefault("scan again", []).append((time.monotonic() - begin) * 1000)
        found.setdefault("memory", []).append(at_rest(running.process.pid)["VmRSS"])
        found.setdefault("peak", []).append(memory(running.process.pid)["VmHWM"])
        running.stop()


def play(music, work):
    """A queue plays, so that the daemon continues with it when it is switched on."""
    with daemon(music, work, *CARD, "--autoplay", "off") as running:
        client = running.start().connect()
        rest(client)
        first = client.songs("listall")[0]["file"].rpartition("/")[0]
        client.command("clear")
        client.command(f'add "{first}"')
        client.command("repeat 1")
        client.command("play 0")
        time.sleep(2)
        running.stop()


def starts(music, work, rounds, found):
    """From the start of the program to the first frame of music, and to the root's list."""
    for _ in range(rounds):
        with daemon(music, work, *CARD, "--autoplay", "resume") as running:
            begin = time.monotonic_ns()
            client = running.start().connect()
            client.command("lsinfo")
            found.setdefault("start: list", []).append((time.monotonic_ns() - begin) / 1e6)
            sound = wait_for("sound", lambda: int(client.pairs("engine").get("first_start_ns", 0)),
                             seconds=20, pause=0.005)
            found.setdefault("start: sound", []).append((sound - begin) / 1e6)
            running.stop()


def sizes(folder):
    return {path.name: path.stat().st_size for path in folder.iterdir() if path.name in DATABASES}


def analyses(report, quick):
    count = 20_000 if quick else 100_000
    report.section(f"results of analyses: {count:,} tracks without, and with one of each, "
                   f"{TURNS} turns")
    row, record, empty = analysed()
    plain = len(zlib.decompress(record))
    report.line("a record of a song of four minutes",
                f"{len(record):,} bytes, {plain:,} before it is deflated")
    music = material.shelf(count)
    work = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-bench."))
    kept = {name: music.with_name(f"{music.name}-{name}") for name in ("without", "with")}
    rounds = 5 if quick else 12
    found = {"without": {}, "with": {}}
    forget(music)
    try:
        with quiet(music, work) as first:
            client = first.start().connect()
            wait_for("the tracks", lambda: int(client.pairs("stats")["songs"]) == count,
                     seconds=PATIENCE, pause=0.2)
            rest(client)
            first.stop()
        for place in kept.values():
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(music / ".jukebox", place)
        fill(kept["with"], row, record, empty)
        for _ in range(TURNS):
            for name, forms in (("without", BOTH + LONG), ("with", BOTH + LONG + WITH)):
                move(kept[name], music / ".jukebox")
                play(music, work)
                starts(music, work, 5, found[name])
                measure(music, work, forms, rounds, found[name])
                found[name]["sizes"] = sizes(music / ".jukebox")
                move(music / ".jukebox", kept[name])
        tell(report, count, found["without"], found["with"])
    finally:
        for folder in (work, *kept.values()):
            shutil.rmtree(folder, ignore_errors=True)
        forget(music)


def move(source, target):
    """All files, in place of those that are there: another folder would be another volume."""
    for path in target.iterdir():
        path.unlink()
    for path in source.iterdir():
        path.rename(target / path.name)


def tell(report, count, without, with_):
    for name in [*BOTH, *LONG, "scan again", "start: list", "start: sound"]:
        before, after = median(without[name]), median(with_[name])
        report.line(name[:46], f"without {before:9.2f}   with {after:9.2f} ms")
    for forms in (BOTH, LONG):
        apart = {form: (median(with_[form]) - SLACK) / median(without[form]) for form in forms}
        worst = max(apart, key=apart.get)
        report.goal(f"the most of before ({worst[:24]})", apart[worst], MOST_TIMES)
    sound = median(with_["start: sound"]) / median(without["start: sound"])
    report.goal("start to first sound, of before", sound, MOST_TIMES)
    for form in WITH:
        if form in MOST:
            report.goal(form, median(with_[form]), MOST[form], " ms")
        else:
            report.line(form[:46], f"with {median(with_[form]):9.2f} ms")
    for name in ("memory", "peak"):
        report.line(f"resident memory{', at its most' if name == 'peak' else ''}",
                    f"without {median(without[name]):9.1f}   with {median(with_[name]):9.1f} MiB")
    before, after = without["sizes"]["library.sqlite"], with_["sizes"]
    library = after["library.sqlite"] / count
    report.line("library.sqlite, a song",
                f"without {before / count:9.0f}   with {library:9.0f} bytes")
    report.line("analysis.sqlite, a song", f"{after['analysis.sqlite'] / count:9.0f} bytes")
