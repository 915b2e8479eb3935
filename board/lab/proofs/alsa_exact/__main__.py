"""Through a real ALSA PCM (the `file` plug-in over `null`), paced: what comes out at volume 100 is the track, bit
for bit as `flac -d` gives it, framed by digital silence only. 16 and 24 bits.

usage: board/lab/run proofs.alsa-exact
"""
import array
import subprocess

from lib import Daemon, Tally, wait_for, work_folder

SECONDS = 3
SILENCE = 22_050   # frames


def make_track(folder, bits):
    """Noise and a tone at full scale: every bit of a sample is in use."""
    folder.mkdir()
    path = folder / f"{bits}.flac"
    subprocess.run(["sox", "-q", "-R", "-D", "-r", "44100", "-n", "-b", str(bits), "-c", "2", str(path),
                    "synth", str(SECONDS), "pinknoise", "synth", "sine", "mix", "997", "gain", "-1"], check=True)
    return path


def reference(path, bits):
    """The track's samples as `flac -d` gives them, left-aligned in 32 bits."""
    raw = subprocess.run(["flac", "-d", "-s", "-c", "--force-raw-format", "--endian=little", "--sign=signed",
                          str(path)], check=True, capture_output=True).stdout
    width = bits // 8
    return b"".join([bytes(4 - width) + raw[at:at + width] for at in range(0, len(raw), width)])


def trimmed(samples):
    """Without the frames of digital silence before and after, and how many frames those are."""
    words = array.array("i", samples[:len(samples) // 8 * 8])
    first = next((at for at, word in enumerate(words) if word), len(words)) // 2 * 2
    last = next((at for at in range(len(words) - 1, -1, -1) if words[at]), -1) // 2 * 2 + 2
    return words[first:last].tobytes(), first // 2, (len(words) - last) // 2


def prove(tally, bits):
    with work_folder() as work:
        track = make_track(work / "music", bits)
        recorded = work / "out.raw"
        configuration = work / "asound.conf"
        configuration.write_text(
            f'pcm.recorder {{ type file slave.pcm "null" file "{recorded}" format "raw" perm 438 }}\n'
            "pcm.null { type null }\n")
        with Daemon("--music", str(track.parent), "--output", "alsa", "--device", "recorder", "--volume", "100",
                    "--autoplay", "off", environment={"ALSA_CONFIG_PATH": str(configuration)}) as daemon:
            daemon.start()
            client = daemon.connect()
            wait_for("the track", lambda: client.knows("", 1))
            wait_for("the device", lambda: client.pairs("engine").get("device"))
            client.command("add /")
            client.command("play")
            wait_for("the end", lambda: client.status()["state"] == "stop", seconds=SECONDS + 20)
            # The plug-in writes a buffer after what it was given: the silence after the track pushes it out.
            written = recorded.stat().st_size
            wait_for("silence behind the track", lambda: recorded.stat().st_size > written + SILENCE * 8)
            engine = client.pairs("engine")
            print("  " + ", ".join(f"{key} {engine[key]}" for key in sorted(engine)
                                   if key in ("format", "device", "rate", "period", "underruns")))
            tally.check(daemon.stop() == 0, f"{bits} bits: ends in order", daemon.tail(5))
        expected = reference(track, bits)
        played, before, after = trimmed(recorded.read_bytes())
        wanted, silent_before, silent_after = trimmed(expected)
        tally.check(played == wanted, f"{bits} bits: samples",
                    f"{len(played) // 8} frames played, {len(wanted) // 8} wanted, first difference at frame "
                    f"{next((at // 8 for at in range(0, min(len(played), len(wanted)), 8) if played[at:at + 8] != wanted[at:at + 8]), 'none')}")
        print(f"  {bits} bits: {len(wanted) // 8} frames compared (the track has {len(expected) // 8}), silence of "
              f"{before} frames before and {after} behind")


tally = Tally()
for bits in (16, 24):
    prove(tally, bits)
tally.close()
