"""Measures jukeboxd; called by board/bench, which builds it first."""
import argparse
import pathlib
import random
import shutil
import subprocess
import tempfile
import time

from lib import ROOT, Daemon, material, program, wait_for, work_folder
from lib.mpd import MPD, version
from lib.process import Busy, cpu_milliseconds, cpu_milliseconds_of, memory

from .additions import additions
from .analyses import analyses
from .answers import queries
from .library import library
from .report import Report, machine, median, percentile
from .soundboard import soundboard
from .stages import stages

NAMES = {"mp3": "MP3", "ogg": "Vorbis", "flac": "FLAC", "opus": "Opus"}
# At most so much of MPD's time, and of the raw decoder's.
DECODE_GOALS = {"mp3": (0.6, 1.6), "ogg": (0.6, 1.4), "flac": (0.9, 1.4), "opus": (0.9, 1.1)}
RAW = {
    "mp3": ["mpg123", "-q", "-t"], "ogg": ["oggdec", "-Q", "-o", "/dev/null"], "flac": ["flac", "-s", "-t"],
    "opus": ["opusdec", "--quiet"],
}


def jukebox(music, *more, folder=None):
    return Daemon("--music", str(music), "--mount-root", "off", *more, folder=folder)


def play_to_the_end(client, process):
    """The processor time from `play` to the end of the queue, in milliseconds."""
    before = cpu_milliseconds(process)
    client.command("play 0")
    while True:
        client.command("idle player")
        if client.status()["state"] == "stop":
            return cpu_milliseconds(process) - before


def ours(path):
    with jukebox(material.alone(path), "--output", "file:/dev/null", "--autoplay", "off", "--volume", "100") as daemon:
        client = daemon.start().connect()
        wait_for("the track", lambda: client.songs("listall"))
        wait_for("the end of the scan", lambda: not client.is_scanning())
        # The folder carries the queue of the jukebox of the round before.
        client.command("clear")
        client.command("add /")
        return play_to_the_end(client, daemon.process.pid)


def theirs(path):
    with MPD(material.alone(path)) as mpd:
        mpd.update()
        mpd.client.command(f'add "{path.name}"')
        return play_to_the_end(mpd.client, mpd.process.pid)


def raw(path):
    command = RAW[path.suffix[1:]] + [path]
    return cpu_milliseconds_of(command + ["/dev/null"] if path.suffix == ".opus" else command)


def decode(report, quick):
    rounds = 3 if quick else 7
    report.section(f"decode and convert {material.SECONDS} s: processor time in ms, median of {rounds} rounds in turn")
    sounds = material.sounds()
    times = {(ending, who): [] for ending in sounds for who in (ours, theirs, raw)}
    for _ in range(rounds):
        for ending, path in sounds.items():
            for who in (ours, theirs, raw):
                times[ending, who].append(who(path))
    for ending in sounds:
        mine, mpd, bare = (median(times[ending, who]) for who in (ours, theirs, raw))
        report.line(NAMES[ending], f"jukebox {mine:7.0f}   MPD {mpd:7.0f}   {RAW[ending][0]} {bare:7.0f}")
        most_mpd, most_raw = DECODE_GOALS[ending]
        report.goal(f"{NAMES[ending]}, of MPD's", mine / mpd, most_mpd)
        report.goal(f"{NAMES[ending]}, of {RAW[ending][0]}'s", mine / bare, most_raw)


def stamp(client, key):
    return int(client.pairs("engine").get(key, 0))


def start(report, quick):
    rounds = 5 if quick else 20
    report.section(f"process start to first frame of music: resume, {material.TRACKS:,} tracks in library and queue, "
                   f"{rounds} rounds, in ms")
    work = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-bench."))
    # ALSA's null PCM: what is measured is the jukebox, not a card.
    arguments = ["--output", "alsa", "--device", "null"]
    try:
        with jukebox(material.library(), *arguments, "--autoplay", "off", folder=work) as daemon:
            client = daemon.start().connect()
            wait_for("the scan", lambda: int(client.pairs("stats").get("songs", 0)) > material.TRACKS
                     and not client.is_scanning(), seconds=600, pause=0.2)
            client.command("add /")
            wait_for("the queue", lambda: int(client.status()["playlistlength"]) > material.TRACKS, seconds=60)
            client.command("play 0")
            time.sleep(2)
            daemon.stop()
        first, opening, answers = [], [], []
        for _ in range(rounds):
            with jukebox(material.library(), *arguments, "--autoplay", "resume", folder=work) as daemon:
                begin = time.monotonic_ns()
                client = daemon.start().connect()
                answers.append((time.monotonic_ns() - begin) / 1e6)
                engine = wait_for("sound", lambda: (pairs := client.pairs("engine"))
                                  and int(pairs.get("first_start_ns", 0)) and pairs, seconds=10, pause=0.005)
                first.append((int(engine["first_start_ns"]) - begin) / 1e6)
                opening.append(float(engine["opening"]) * 1000)
                daemon.stop()
        report.line("first answer on the socket, median", f"{median(answers):9.1f} ms")
        report.line("of it, opening the PCM, median", f"{median(opening):9.1f} ms")
        report.goal("first frame handed to the device, median", median(first), 50, " ms", 1)
        report.line("first frame handed to the device, worst", f"{max(first):9.1f} ms")
    except SystemExit as problem:
        report.missing("first frame handed to the device", problem)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def skips(count):
    """From sending `next` to its first frame handed to the device, in ms."""
    times = []
    with jukebox(material.mixed(), "--output", "alsa", "--device", "null", "--autoplay", "off") as daemon:
        client = daemon.start().connect()
        wait_for("the tracks", lambda: len(client.songs("listall")) == 40)
        wait_for("the end of the scan", lambda: not client.is_scanning(), seconds=60)
        client.command("add /")
        client.command("repeat 1")
        client.command("play 0")
        wait_for("sound", lambda: stamp(client, "starts") > 0, seconds=5)
        chance = random.Random(1)
        for _ in range(count):
            time.sleep(chance.uniform(0.05, 0.25))
            before = stamp(client, "starts")
            begin = time.monotonic_ns()
            client.command("next")
            wait_for("the next track", lambda: stamp(client, "starts") > before, seconds=5, pause=0.002)
            times.append((stamp(client, "latest_start_ns") - begin) / 1e6)
    return times


def inside(what, count):
    """The measurements of the benchmark's own program, in ms."""
    answer = subprocess.run([str(ROOT / ".build-bench/release/Bench"), what, str(count)], check=True,
                            capture_output=True, text=True).stdout
    return {key: float(value) / (1 if key == "n" else 1000) for key, value in
            (word.split("=") for word in answer.split())}


def skip(report, quick):
    count = 60 if quick else 300
    report.section(f"skip to first fresh frame handed to the device, {count} skips among four formats, in ms")
    for busy, most in ((0, 10), (4, 25)):
        name = "idle" if not busy else f"{busy} busy processes"
        with Busy(busy):
            floor = inside("wake", count)
            report.line(f"{name}: a bare thread that only wakes", f"p50 {floor['p50']:.2f}   p99 {floor['p99']:.2f}")
            try:
                times = skips(count)
            except SystemExit as problem:
                report.missing(f"{name}: skip", problem)
                continue
        report.line(f"{name}: skip, median", f"{median(times):9.2f} ms")
        report.goal(f"{name}: skip, p99", percentile(times, 99), most, " ms")


def keys(report, quick):
    count = 300 if quick else 2000
    report.section(f"key event to the player's decision, through a pipe in the kernel's form, {count} keys, in ms")
    for busy in (0, 4):
        with Busy(busy):
            times = inside("keys", count)
        name = "idle" if not busy else f"{busy} busy processes"
        report.line(f"{name}: median", f"{times['p50']:9.3f} ms")
        if busy:
            report.line(f"{name}: p99", f"{times['p99']:9.3f} ms")
        else:
            report.goal(f"{name}: p99", times["p99"], 1, " ms", 3)


def resident(report, _):
    report.section(f"resident memory while playing, {material.TRACKS:,} tracks, in MiB")

    def playing(client, process):
        client.command("clear")
        client.command('add "000 Long.flac"')
        client.command("play 0")
        time.sleep(8)
        return memory(process)

    with work_folder(ignore_cleanup_errors=True) as work:
        mine = []
        # Switched on with a new library, and again with one that it knows.
        for _ in range(2):
            with jukebox(material.library(), "--output", "null", "--autoplay", "off", folder=work) as daemon:
                client = daemon.start().connect()
                wait_for("the scan", lambda: int(client.pairs("stats").get("songs", 0)) > material.TRACKS
                         and not client.is_scanning(), seconds=600, pause=0.2)
                mine.append(playing(client, daemon.process.pid))
                daemon.stop()
    with MPD(material.library(), paced=True) as mpd:
        mpd.update()
        other = playing(mpd.client, mpd.process.pid)
    report.line("MPD", f"{other['VmRSS']:9.1f} MiB, of it its own {other['RssAnon']:.1f}")
    report.line("jukebox after the first scan", f"{mine[0]['VmRSS']:9.1f} MiB, of it its own {mine[0]['RssAnon']:.1f}")
    report.line("jukebox later, of it its own", f"{mine[1]['RssAnon']:9.1f} MiB, files {mine[1]['RssFile']:.1f}")
    report.goal("jukebox later", mine[1]["VmRSS"], 16, " MiB", 1)


def size(report, _):
    report.section("binary")
    with work_folder() as folder:
        target = folder / "jukeboxd"
        subprocess.run(["strip", "-o", str(target), program()], check=True)
        report.line("jukeboxd, stripped", f"{target.stat().st_size / 2 ** 20:9.2f} MiB")


SECTIONS = {"decode": decode, "stages": stages, "start": start, "skip": skip, "keys": keys, "memory": resident, "size": size,
            "library": library, "queries": queries, "additions": additions, "analyses": analyses,
            "soundboard": soundboard}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    arguments = parser.parse_args()
    unknown = set(arguments.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"there is no section {', '.join(sorted(unknown))}: {', '.join(SECTIONS)}")
    machine(version())
    print(f"material in {material.CACHE}")
    report = Report()
    for name in arguments.sections or SECTIONS:
        SECTIONS[name](report, arguments.quick)
    report.close()
    raise SystemExit(1 if report.missed or report.unknown else 0)


main()
