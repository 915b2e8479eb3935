"""ReplayGain in each mode, on files of each format that metaflac, vorbiscomment, opusenc and eyeD3 tag: the level that
comes out is within 0.05 dB of what the tags say, and of what MPD makes of the same files. A crossfade of 2 s makes two
songs shorter by just that. Each song has its level from the first 50 ms on.

usage: board/lab/run proofs.loudness
"""
import math
import struct
import subprocess
import time

from lib import Daemon, Tally, wait_for, work_folder
from lib.mpd import MPD

SECONDS = 4
# Track gain, album gain, and peaks that do not bound them.
GAINS = {"a.flac": (-6.5, -3.25), "b.mp3": (-2.75, -9.0), "c.ogg": (3.0, -4.5), "d.opus": (-5.0, -7.5), "e.flac": (9.0, 6.0)}
PEAKS = {"e.flac": 0.5}
MODES = {"off": None, "track": 0, "album": 1, "auto": 1}


def tag(path, name, text):
    if path.suffix == ".flac":
        subprocess.run(["metaflac", f"--set-tag={name}={text}", path], check=True)
    elif path.suffix == ".ogg":
        subprocess.run(["vorbiscomment", "-a", "-t", f"{name}={text}", path], check=True)
    else:
        subprocess.run(["eyeD3", "-Q", "--user-text-frame", f"{name}:{text}", path], check=True, capture_output=True)


def make(folder):
    folder.mkdir()
    wave = folder.parent / "sound.wav"
    subprocess.run(["sox", "-q", "-R", "-r", "48000", "-n", "-b", "24", "-c", "2", wave, "synth", str(SECONDS), "sine",
                    "997", "gain", "-9"], check=True)
    for name, (track, album) in GAINS.items():
        path = folder / name
        if name.endswith("flac"):
            subprocess.run(["flac", "-s", "-o", path, wave], check=True)
        elif name.endswith("mp3"):
            subprocess.run(["lame", "--quiet", "-b", "320", wave, path], check=True)
        elif name.endswith("ogg"):
            subprocess.run(["oggenc", "-Q", "-q", "9", "-o", path, wave], check=True)
        else:
            # In 256ths against -23 LUFS, where ReplayGain has -18.
            subprocess.run(["opusenc", "--quiet", "--bitrate", "256", "--comment",
                            f"R128_TRACK_GAIN={round((track - 5) * 256)}", "--comment",
                            f"R128_ALBUM_GAIN={round((album - 5) * 256)}", wave, path], check=True)
            continue
        tag(path, "REPLAYGAIN_TRACK_GAIN", f"{track:.2f} dB")
        tag(path, "REPLAYGAIN_ALBUM_GAIN", f"{album:.2f} dB")
        if name in PEAKS:
            tag(path, "REPLAYGAIN_TRACK_PEAK", f"{PEAKS[name]:.6f}")
            tag(path, "REPLAYGAIN_ALBUM_PEAK", f"{PEAKS[name]:.6f}")


def decibels(samples):
    """The loudness of the middle half, both channels."""
    middle = samples[len(samples) // 4:3 * len(samples) // 4]
    return level(middle)


def level(samples):
    return 10 * math.log10(sum(value * value for value in samples) / len(samples) + 1e-20)


def ours(folder, work, name, *commands, songs=1):
    out = work / "ours.wav"
    with Daemon("--music", str(folder), "--mount-root", "off", "--output", f"file:{out}", "--rate", "48000", "--volume",
                "100", "--autoplay", "off") as daemon:
        client = daemon.start().connect()
        wait_for("the tracks", lambda: len(client.songs("listall")) == len(GAINS))
        wait_for("the end of the scan", lambda: not client.is_scanning())
        client.command("clear")
        for _ in range(songs):
            client.command(f'add "{name}"')
        for command in commands:
            client.command(command)
        client.command("play 0")
        wait_for("the end", lambda: client.status()["state"] == "stop", seconds=60, pause=0.05)
        daemon.stop()
    data = out.read_bytes()
    at = data.index(b"data") + 8
    count = (len(data) - at) // 4
    return [value / 2**31 for value in struct.unpack(f"<{count}i", data[at:at + count * 4])]


def theirs(folder, work, name, *commands):
    out = work / "theirs.raw"
    out.unlink(missing_ok=True)
    settings = f'''
audio_output {{
  type "pipe"
  name "file"
  command "cat > {out}"
  format "48000:32:2"
  mixer_type "none"
  replay_gain_handler "software"
}}
replaygain_limit "yes"
'''
    with MPD(folder, settings=settings) as mpd:
        mpd.update()
        client = mpd.client
        client.command("disableoutput 1")
        client.command(f'add "{name}"')
        for command in commands:
            client.command(command)
        client.command("play 0")
        time.sleep(0.5)
        wait_for("the end", lambda: client.status()["state"] == "stop", seconds=60, pause=0.05)
        time.sleep(0.3)
    data = out.read_bytes()
    count = len(data) // 4
    return [value / 2**31 for value in struct.unpack(f"<{count}i", data[:count * 4])]


def main():
    tally = Tally()
    with work_folder() as work:
        make(work / "music")
        for name, gains in GAINS.items():
            plain = {who.__name__: decibels(who(work / "music", work, name, "replay_gain_mode off")) for who in (ours, theirs)}
            for mode, index in MODES.items():
                if index is None:
                    continue
                wanted = gains[index]
                if name in PEAKS:
                    wanted = min(wanted, -20 * math.log10(PEAKS[name]))
                samples = ours(work / "music", work, name, f"replay_gain_mode {mode}")
                mine = decibels(samples) - plain["ours"]
                # Encoders blur the beginning a little.
                start = level(samples[:2 * 2400]) - plain["ours"]
                tally.check(abs(start - mine) < 0.5, f"{name} {mode}: the first 50 ms", start)
                mpd = decibels(theirs(work / "music", work, name, f"replay_gain_mode {mode}")) - plain["theirs"]
                print(f"{name:8}{mode:7}{mine:+8.3f} dB   tags {wanted:+8.3f}   MPD {mpd:+8.3f}", flush=True)
                tally.check(abs(mine - wanted) < 0.05 and abs(mine - mpd) < 0.05, f"{name} {mode}", f"{mine}, {mpd}")
        length = len(ours(work / "music", work, "a.flac", "crossfade 2", songs=2)) // 2
        tally.check(length == 48_000 * (2 * SECONDS - 2), "crossfade of 2 s", f"{length} frames")
    tally.close()


main()
