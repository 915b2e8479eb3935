"""strace on the audio thread, by its name, while the daemon plays, skips, seeks, pauses and changes the volume
through an ALSA PCM, which is lost twice and comes back: it makes the PCM's calls and its wake-up, and no other, beside a further output too.

usage: board/lab/run proofs.audio-thread-calls
"""
import collections
import os
import pathlib
import re
import subprocess
import time

from lib import Daemon, Tally, wait_for, work_folder

# Calls of ALSA's `null` and `file` plug-ins and of the pacing of a PCM without its own clock, and the wake-up
# (an eventfd). A real card adds ioctl and the mapped ring's poll.
ALLOWED = {
    "write": "the `file` plug-in's file, and the wake-up",
    "read": "the wake-up",
    "poll": "waiting for the PCM", "ppoll": "waiting for the PCM",
    "ioctl": "the PCM",
    "clock_nanosleep": "pacing a PCM that has no clock",
    "restart_syscall": "poll gone on with after a stop", "lseek": "the `file` plug-in's file",
}


def thread_named(process, name):
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        if (task / "comm").read_text().strip() == name:
            return int(task.name)
    return None


class Recorder:
    """Reads what the PCM writes into a named pipe. Without a reader the PCM fails: the sound device is gone."""

    def __init__(self, pipe):
        self.pipe = pipe
        os.mkfifo(pipe)
        self.process = None
        self.plug_in()

    def plug_in(self):
        # Open for both, so that it reads on where the daemon has closed the PCM and opens it again.
        ends = os.open(self.pipe, os.O_RDWR)
        self.process = subprocess.Popen(["cat"], stdin=ends, stdout=subprocess.DEVNULL)
        os.close(ends)

    def pull(self):
        self.process.kill()
        self.process.wait()


def main():
    tally = Tally()
    with work_folder() as work:
        music = work / "music"
        music.mkdir()
        for number in range(4):
            subprocess.run(["sox", "-q", "-r", "44100", "-n", "-b", "16", "-c", "2", str(music / f"{number}.flac"),
                            "synth", "20", "sine", str(220 * (number + 1)), "gain", "-20"], check=True)
        recorder = Recorder(work / "pipe")
        configuration = work / "asound.conf"
        configuration.write_text(
            f'pcm.recorder {{ type file slave.pcm "null" file "{recorder.pipe}" format "raw" perm 438 }}\n'
            "pcm.null { type null }\n")
        # A further output adds no call.
        (work / "jukebox.ini").write_text(f"[output tape]\ntype = pipe\npath = {work}/tape\n")
        with Daemon("--config", str(work / "jukebox.ini"), "--music", str(music), "--output", "alsa", "--device", "recorder", "--volume", "80",
                    "--autoplay", "off", environment={"ALSA_CONFIG_PATH": str(configuration)}) as daemon:
            daemon.start()
            client = daemon.connect()
            wait_for("the tracks", lambda: client.knows("", 4))
            client.command("add /")
            client.command("play")
            wait_for("playback", lambda: float(client.status().get("elapsed", 0)) > 0.3)
            thread = wait_for("the audio thread", lambda: thread_named(daemon.process.pid, "audio"))
            trace = work / "trace"
            strace = subprocess.Popen(["strace", "-q", "-p", str(thread), "-o", str(trace)],
                                      stderr=subprocess.DEVNULL)
            wait_for("strace", lambda: trace.exists() and trace.stat().st_size > 0)
            for step in range(12):
                for command in ("next", "seekcur 5", "pause 1", "pause 0", f"setvol {30 + step * 5}", "previous",
                                "seekcur +1", "play 0"):
                    client.command(command)
                    # strace slows the thread down: let it live a few periods under each command.
                    time.sleep(0.05)
                if step in (3, 7):
                    recorder.pull()
                    wait_for("the loss", lambda: daemon.tail().count("sound device lost") == 1 + (step == 7))
                    client.command("next")
                    recorder.plug_in()
                    wait_for("the device", lambda: daemon.tail().count("recorder is back") == 1 + (step == 7))
                    before = float(client.status()["elapsed"])
                    wait_for("sound", lambda: float(client.status()["elapsed"]) > before + 0.1)
            strace.terminate()
            strace.wait()
            calls = collections.Counter(
                match.group(1) for line in trace.read_text(errors="replace").splitlines()
                if (match := re.match(r"(\w+)\(", line)))
            tally.check(sum(calls.values()) > 100, "the thread was traced", str(calls))
            for call, count in calls.most_common():
                print(f"  {count:7} {call}: {ALLOWED.get(call, 'NOT ALLOWED')}")
                tally.check(call in ALLOWED, f"audio thread calls {call}", f"{count} times")
            tally.check(any("EPIPE" in line for line in trace.read_text(errors="replace").splitlines()),
                        "the loss was on the traced thread")
            tally.check(daemon.stop() == 0, "ends in order", daemon.tail(5))
        recorder.pull()
    tally.close()


main()
