"""Files that other tools cut, shifted, chained or never finished, larger than 4 GB, with pictures of 12 MB: a listed file
plays from its first to its last second and is as long as its sound; a file that can't be played is not listed, and the log
has the reason. The table shows beside them what MPD lists and plays. Then starts in the middle of an MP3 file of 90 minutes,
whose pitch is the second: without an index, and with the stored one.

usage: board/lab/run proofs.odd-files [--quick] [FOLDER]      (the files stay in FOLDER)
"""
import argparse
import pathlib
import shutil
import struct
import time

from lib import Ack, Daemon, Tally, wait_for, work_folder
from lib.mpd import MPD

from .maker import Maker, ffmpeg, run

# The least that a decoder gives at a time, and how far an estimate from the bit rate may be off.
TOLERANCE = 0.03


class Player:
    """One of the two, by the same commands."""

    def __init__(self, client):
        self.client = client

    def listed(self, name):
        try:
            songs = self.client.songs(f'lsinfo "{name}"')
        except Ack:
            return None
        return float(songs[0].get("duration", "0")) if songs else None

    def wait(self, done, seconds):
        """The last status: once `done` says so, or nothing came in time."""
        until = time.monotonic() + seconds
        while True:
            status = self.client.status()
            if "error" in status or done(status) or time.monotonic() > until:
                return status
            time.sleep(0.01)

    def begins(self, name):
        """Whether something is heard, and the error."""
        self.client.command("clear")
        self.client.command("clearerror")
        try:
            self.client.command(f'add "{name}"')
            self.client.command("play 0")
        except Ack as refusal:
            return False, str(refusal)
        status = self.wait(lambda status: float(status.get("elapsed", "0")) > 0.04, 0.8)
        return float(status.get("elapsed", "0")) > 0, status.get("error", "")

    def ends(self, seconds):
        """How far it is heard, from shortly before its end."""
        last = 0

        def has_ended(status):
            nonlocal last
            last = max(last, float(status.get("elapsed", "0")))
            return status["state"] == "stop"
        self.client.command(f"seek 0 {seconds - 0.25:.3f}")
        status = self.wait(has_ended, 2)
        return last if status["state"] == "stop" and "error" not in status else None


def table(tally, music, made):
    print(f"{'':36}{'sound':>9}   {'MPD':22}jukebox")
    mpd = MPD(str(music), paced=True)
    try:
        mpd.update()
        with Daemon("--music", str(music), "--mount-root", "off", "--output", "null", "--autoplay", "off") as daemon:
            ours, theirs = Player(daemon.start().connect()), Player(mpd.client)
            count = sum(seconds is not None for seconds in made.values())
            wait_for("the first scan", lambda: not ours.client.is_scanning()
                     and len(ours.client.songs("listall")) >= min(count, 1), seconds=60)
            for name, seconds in sorted(made.items()):
                row(tally, name, seconds, theirs, ours)
            log = daemon.log.read_text()
            for name, seconds in made.items():
                if seconds is None:
                    tally.check(f"/{name}: " in log, f"{name}: the log has the reason", log[-500:])
            tally.check("set aside" not in log, "the database is whole", log[-500:])
            tally.check(daemon.stop() == 0, "jukeboxd ends in order")
    finally:
        mpd.stop()


def row(tally, name, seconds, theirs, ours):
    length = theirs.listed(name)
    theirs_text = "not listed" if length is None else f"{length:.2f} {'plays' if theirs.begins(name)[0] else 'plays not'}"
    theirs.client.command("stop")
    length = ours.listed(name)
    if length is None:
        tally.check(seconds is None, f"{name}: listed", "it is not")
        print(f"{name:36}{'' if seconds is None else f'{seconds:.2f}':>9}   {theirs_text:22}not listed", flush=True)
        return
    begins, error = ours.begins(name)
    heard = ours.ends(length) if begins else None
    print(f"{name:36}{'' if seconds is None else f'{seconds:.2f}':>9}   {theirs_text:22}{length:.2f} "
          f"{'plays' if begins else 'plays not'}{'' if heard is None else f' to {heard:.2f}'}", flush=True)
    tally.check(begins, f"{name}: what is listed plays", error)
    tally.check(heard is not None and heard > length - 0.3, f"{name}: to its end", heard)
    if seconds is None:
        tally.check(False, f"{name}: not listed", length)
    else:
        tally.check(abs(length - seconds) < max(TOLERANCE, seconds * 0.005), f"{name}: its length", length)


# MARK: - A start in the middle

RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
PART = 144


def frames(data):
    """The whole frames that make 144 s, less 8 ms."""
    at, found = data.find(b"\xff\xfb"), []
    while at < len(data) - 4 and data[at] == 0xFF:
        size = 144000 * RATES[data[at + 2] >> 4] // 44100 + (data[at + 2] >> 1 & 1)
        found.append(data[at:at + size])
        at += size
    return b"".join(found[:5512])


def book(work, target):
    """A half with noise, then one without: their bytes differ more than their seconds. The pitch rises by 20 Hz a second
    from 400 Hz on, and begins again each 144 s."""
    halves = []
    run("sox", "-q", "-R", "-r", 44100, "-n", "-c", 1, "-b", 16, work / "tone.wav", "synth", PART, "sine",
        f"400:{400 + 20 * PART}", "gain", "-20")
    run("sox", "-q", "-R", "-r", 44100, "-n", "-c", 1, "-b", 16, work / "noise.wav", "synth", PART, "whitenoise", "gain", "-20")
    run("sox", "-q", "-R", "-m", work / "tone.wav", work / "noise.wav", work / "both.wav")
    for name in ("both", "tone"):
        run("lame", "--quiet", "-V4", "-t", "--nores", work / f"{name}.wav", work / f"{name}.mp3")
        halves.append(frames((work / f"{name}.mp3").read_bytes()) * 19)
    (work / "both halves.mp3").write_bytes(b"".join(halves))
    # ffmpeg writes a header with a table of places.
    ffmpeg("-i", work / "both halves.mp3", "-c", "copy", target)
    return [len(half) for half in halves]


def pitch(path):
    """The pitch of the last 0.1 s in a raw file of two channels of 32 bits, by the crossings of zero."""
    data = path.read_bytes()
    data = data[len(data) // 8 * 8 - 8 * 4410:][:8 * 4410]
    left = struct.unpack("<8820i", data)[::2]
    places = [i for i in range(1, len(left)) if left[i - 1] < 0 <= left[i]]
    return (len(places) - 1) * 44100 / (places[-1] - places[0]) if len(places) > 2 else 0


def start(tally, music, what, seconds, seek):
    with work_folder() as folder:
        raw = folder / "raw"
        (folder / "asound.conf").write_text(
            f'</usr/share/alsa/alsa.conf>\npcm.capture {{ type file slave.pcm "null" file "{raw}" format "raw" }}\n')
        with Daemon("--music", str(music), "--mount-root", "off", "--output", "alsa", "--device", "capture", "--rate", "44100",
                    "--volume", "100", "--autoplay", "off",
                    environment={"ALSA_CONFIG_PATH": str(folder / "asound.conf")}) as daemon:
            client = daemon.start().connect()
            wait_for("the scan", lambda: client.knows("", 1) and not client.is_scanning())
            client.command('add "book.mp3"')
            client.command(f"seek 0 {seconds}")
            if seek == "at once":
                wait_for("sound", lambda: float(client.status().get("elapsed", "0")) > seconds + 0.3)
            else:
                wait_for("sound", lambda: float(client.status().get("elapsed", "0")) > seconds + 0.3
                         and client.pairs("engine")["position"] == "exact", seconds=60)
                # Decoded since then.
                time.sleep(0.5)
            exact = client.pairs("engine")["position"]
            elapsed = float(client.status()["elapsed"])
            heard = (pitch(raw) - 400) / 20
            # A pause stores the index.
            client.command("pause 1")
            time.sleep(0.2)
            daemon.stop()
    # The frames of a part are 8 ms less than 144 s.
    wanted = elapsed * 1.0000555 % PART
    apart = min(abs(heard - wanted), PART - abs(heard - wanted))
    print(f"{what}: elapsed {elapsed:.1f} s, {exact}, heard second {heard:.1f} of {PART}, wanted {wanted:.1f}", flush=True)
    tally.check(exact == "exact" and apart < 1, f"{what}: sound and place are one", f"{heard} and {wanted}, {exact}")


def starts(tally, work):
    music = work / "book"
    music.mkdir()
    sizes = book(work, music / "book.mp3")
    half = 19 * PART
    for seconds in (3000, 4000):
        evenly = seconds / (2 * half) * sum(sizes)
        where = evenly / sizes[0] * half if evenly < sizes[0] else half + (evenly - sizes[0]) / sizes[1] * half
        print(f"evenly spread bytes would put {seconds} s at {where:.0f} s")
        shutil.rmtree(music / ".jukebox", ignore_errors=True)
        start(tally, music, f"without an index, {seconds} s", seconds, "exact")
        start(tally, music, f"with the stored index, {seconds} s", seconds, "at once")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a dozen files, and no book")
    parser.add_argument("folder", nargs="?", help="for the files, which stay there")
    options = parser.parse_args()
    tally = Tally()
    with work_folder() as folder:
        work = folder
        music = pathlib.Path(options.folder) if options.folder else work / "music"
        music.mkdir(parents=True, exist_ok=True)
        table(tally, music, Maker(work, music, options.quick).all())
        if not options.quick:
            starts(tally, work)
    tally.close()


main()
