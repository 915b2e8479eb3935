"""The cost of sounds over the music: memory without a pad and with 64, and the processor's time of a voice."""
import shutil
import subprocess
import time

from lib import Daemon, material, wait_for, work_folder
from lib.process import cpu_milliseconds, memory

PADS = 64
VOICES = 16


def shelf(work, pads):
    root = work / f"with {pads}"
    (root / "Sounds").mkdir(parents=True)
    shutil.copy(material.sounds()["flac"], root / "music.flac")
    for number in range(pads):
        subprocess.run(["sox", "-q", "-R", "-n", "-r", "44100", "-b", "16", "-c", "2", str(root / f"Sounds/{number + 1}.wav"),
                        "synth", "1", "sine", str(200 + 10 * number), "gain", "-30"], check=True)
    return root


def playing(root):
    daemon = Daemon("--music", str(root), "--mount-root", "off", "--output", "null", "--autoplay", "off")
    client = daemon.start().connect()
    wait_for("the music", lambda: client.songs("listall") and not client.is_scanning())
    client.command("add music.flac")
    client.command("repeat 1")
    client.command("play 0")
    return daemon, client


def spent(daemon, seconds):
    before, began = cpu_milliseconds(daemon.process.pid), time.monotonic()
    time.sleep(seconds)
    return (cpu_milliseconds(daemon.process.pid) - before) / (time.monotonic() - began)


def soundboard(report, quick):
    seconds = 5 if quick else 20
    report.section(f"soundboard: memory in MiB, and the processor's time of {VOICES} voices over music, in {seconds} s")
    with work_folder(ignore_cleanup_errors=True) as work:
        daemon, _ = playing(shelf(work, 0))
        with daemon:
            time.sleep(8)
            without = memory(daemon.process.pid)["VmRSS"]
        daemon, client = playing(shelf(work, PADS))
        with daemon:
            # As many as there is room for; the others are decoded when they are pressed.
            def at_rest():
                before = client.pairs("padusage")["loaded"]
                time.sleep(1)
                return int(before) > 0 and before == client.pairs("padusage")["loaded"]
            wait_for("the sounds", at_rest)
            time.sleep(4)
            usage, held = client.pairs("padusage"), memory(daemon.process.pid)["VmRSS"]
            alone = spent(daemon, seconds)
            ids = [line[4:] for line in client.command("pads") if line.startswith("id: ")][:VOICES]
            for pad in ids:
                client.command(f"padset {pad} loops -1")
                client.command(f"pad {pad}")
            wait_for("the voices", lambda: int(client.pairs("padusage")["playing"]) == VOICES)
            time.sleep(1)
            voices = spent(daemon, seconds)
        report.line("no pad", f"{without:9.1f} MiB")
        report.line(f"{PADS} pads of 1 s, {usage['loaded']} in memory", f"{held:9.1f} MiB")
        report.goal("more than the sounds themselves", held - without - int(usage["memory"]) / 2 ** 20, 2, " MiB", 1)
        report.line("music alone, a second", f"{alone:9.2f} ms")
        report.goal("a voice, a second", (voices - alone) / VOICES, 1, " ms")
