"""The configuration from outside: a wrong one ends the daemon with status 78 and the line at fault; what `--check`
prints is a configuration; HUP reads it again, and a wrong one then changes nothing.

usage: board/lab/run proofs.configuration
"""
import os
import signal
import subprocess

from lib import Daemon, Tally, program, wait_for, work_folder


def check(*arguments):
    return subprocess.run([program(), *arguments, "--check"], capture_output=True, text=True, check=False)


def reread(tally, file, port):
    text = ("[player]\nmax-volume = {volume}\nautoplay = off\n[control]\ntcp = 127.0.0.1:{port}\n"
            "password = {password}\n[library]\nmount-root = off\n[audio]\noutput = null\n")
    file.write_text(text.format(volume=80, port=port, password="old"))
    with Daemon("--config", str(file)) as daemon:
        client = daemon.start().connect()
        client.command("setvol 100")
        tally.check(client.status()["volume"] == "80", "the ceiling", client.status()["volume"])
        file.write_text(text.format(volume=30, port=port, password="new"))
        daemon.process.send_signal(signal.SIGHUP)
        wait_for("the new ceiling", lambda: client.status()["volume"] == "30")
        tally.check("max-volume changed" in daemon.tail(), "the change is logged", daemon.tail())
        file.write_text("[player]\nmax-volume = loud\n")
        daemon.process.send_signal(signal.SIGHUP)
        wait_for("the refusal", lambda: "max-volume = loud; expected 0 to 100" in daemon.tail())
        tally.check(client.status()["volume"] == "30", "a wrong file changes nothing")
        tally.check(daemon.stop() == 0, "ends in order", daemon.tail())
        tally.check(not os.path.exists(daemon.socket), "the socket's name is gone")


tally = Tally()
with work_folder() as work:
    file = work / "jukebox.ini"
    file.write_text("[audio]\nrate = 48k\n")
    wrong = subprocess.run([program(), "--config", str(file)], capture_output=True, text=True, check=False)
    tally.check(wrong.returncode == 78, "status of a wrong value", wrong.returncode)
    tally.check(f"{file}:2: rate = 48k; expected 8000 to 384000 (Hz)" in wrong.stderr, "its message", wrong.stderr)
    flag = check("--musik", "/")
    tally.check(flag.returncode == 78 and "--musik" in flag.stderr, "a wrong flag", flag.stderr)
    right = check("--music", "/srv/music", "--rate", "96000", "--autoplay", "off")
    file.write_text(right.stdout)
    again = check("--config", str(file))
    tally.check(right.returncode == 0 and again.stdout == right.stdout, "--check reads back", again.stderr)
    tally.check("rate = 96000" in right.stdout, "--check shows flags", right.stdout)
    reread(tally, file, 20_000 + os.getpid() % 20_000)
tally.close()
