"""Every command line of the jukebox in README.md and docs works as written, one page after the other.

usage: board/lab/run proofs.documented-commands [PAGE…]      default: all pages
"""
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time

from lib import ROOT, Daemon, Tally, program, wait_for, work_folder

# Commands that show something until Ctrl-C, also with options: seconds until it is pressed.
LIVE = {"doctor buttons": 1, "watch": 1, "inputs --watch": 1, "pad grid": 1, "chords": 2}
# Commands that are refused here, and why.
REFUSED = {
    "volumes --unmount STICK": "folder",       # a folder of the configuration is always mounted
    "lyrics": "no lyrics",
    "record start": "microphone|capture|device",
    "listen": "microphone|capture|device",
    "tuner": "microphone|capture|device",
    "record stop": "no recording",
    "record notes": "take",
    "doctor": "fault",                         # output is null
    "rooms": "missing|configuration",          # no snapserver runs here
    "analyze --remote": "server for analyses",
    "analysis --source": "server",
    "record analyze": "take",
    "record play": "take",
    "record keep": "take",
}
# Commands that need another machine: only their words are checked.
ELSEWHERE = ("--host raspberrypi.local", "@raspberrypi.local", "//example.org", "//pi.local", " News")
NO_JUKEBOX = 69


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def song(path, seconds, tone, title, artist, album):
    path.parent.mkdir(parents=True, exist_ok=True)
    run("sox", "-D", "-R", "-n", "-r", "44100", "-c", "2", f"{path}.wav", "synth", str(seconds), "pluck", tone, "gain", "-6",
        "repeat", "23")
    run("flac", "-s", "-f", f"--tag=TITLE={title}", f"--tag=ARTIST={artist}", f"--tag=ALBUM={album}", "--tag=GENRE=Jazz",
        "--tag=DATE=1959", "-o", str(path), f"{path}.wav")
    os.unlink(f"{path}.wav")


def library(folder):
    """Two music folders, STICK the second, with what the examples name."""
    first, stick = folder / "music", folder / "STICK"
    song(first / "Miles/So What.flac", 5, "D3", "So What", "Miles Davis", "Kind of Blue")
    song(first / "Miles/Blue in Green.flac", 5, "G3", "Blue in Green", "Miles Davis", "Kind of Blue")
    song(first / "Miles/Freddie Freeloader.flac", 5, "Bb3", "Freddie Freeloader", "Miles Davis", "Kind of Blue")
    song(first / "Beats/Hello.flac", 5, "A3", "Hello", "The Beatniks", "Hello")
    song(first / "Monk/Epistrophy.flac", 5, "F3", "Epistrophy", "Thelonious Monk", "Monk")
    song(stick / "Bach/Air.flac", 5, "E3", "Air", "Bach", "Suite")
    song(stick / "Speech/Lesson.flac", 5, "C3", "Lesson", "Teacher", "Speech")
    (first / "Miles/cover.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(200))
    (first / "Sounds").mkdir()
    run("sox", "-D", "-R", "-n", "-r", "44100", str(first / "Sounds/bell.wav"), "synth", "0.5", "sine", "880")
    return first, stick


def lines(page):
    """The command lines of the client in the page's indented blocks."""
    found = []
    for line in (ROOT / page).read_text().splitlines():
        match = re.match(r"    ((?:[A-Z_]+=\S+ )*(?:jukebox|jukebox-analyzer) .*|jukebox)$", re.sub(r"\s+# .*", "", line))
        if match:
            found.append(match.group(1).rstrip())
    return found


def on_terminal(command, environment, folder, seconds):
    """The exit status of a command on a terminal, and what it printed; Ctrl-C comes after `seconds`."""
    pid, descriptor = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.chdir(folder)
        os.execvpe("bash", ["bash", "-c", command], environment)
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    text, presses, until = b"", 0, time.monotonic() + seconds
    while True:
        if time.monotonic() > until:
            os.write(descriptor, b"\x03")
            presses, until = presses + 1, time.monotonic() + 5
            if presses > 2:
                os.kill(pid, signal.SIGKILL)
        if select.select([descriptor], [], [], 0.1)[0]:
            try:
                part = os.read(descriptor, 65536)
            except OSError:                # the program has closed its terminal
                break
            if not part:
                break
            text += part
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), text.decode(errors="replace")


def check(tally, page, folder):
    first, stick = library(folder)
    # The programs by their names, as a shell finds them.
    (folder / "bin").mkdir()
    for name in ("jukebox", "jukebox-analyzer"):
        (folder / "bin" / name).symlink_to(program(name))
    here = folder / "here"
    here.mkdir()
    (here / "mix.m3u8").write_text("Miles/So What.flac\nMiles/Blue in Green.flac\n")
    (here / "song.flac").symlink_to(first / "Miles/So What.flac")
    (folder / "jukebox.ini").write_text(f"[library]\nwritable = on\n[output rooms]\ntype = pipe\npath = {folder}/pipe\n")
    with Daemon("--config", str(folder / "jukebox.ini"), "--music", str(first), "--music", str(stick), "--mount-root", "off",
                "--output", "null") as daemon:
        client = daemon.start().connect()
        wait_for("the library", lambda: client.knows("", 7) and client.songs('find "(title == \'So What\')"'))
        for command in ("add Miles", "add Beats", "random 0", "play 0", 'playlistadd New "Beats/Hello.flac"',
                        'playlistadd Party "Miles/So What.flac"', 'analyze ""'):
            client.command(command)
        wait_for("an analysis", lambda: client.pairs('analysis ""')["outcome"] != "none")
        for each in client.songs("listall"):
            client.command(f'analysis set "{each["file"]}" bpm 120')
            client.command(f'analysis set "{each["file"]}" key Am')
        environment = {**os.environ, "JUKEBOX_SOCKET": daemon.socket, "TERM": "xterm-256color",
                       "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
        for line in lines(page):
            if any(each in line for each in ELSEWHERE):
                words = [word for word in shlex.split(line) if "=" not in word and word not in ("--host", "raspberrypi.local")]
                status, text = on_terminal(shlex.join(words), {**environment, "JUKEBOX_SOCKET": "/nonexistent"}, here, 60)
                tally.check(status == NO_JUKEBOX, f"{page}: {line}", f"status {status}: {text.strip()}")
                continue
            words = line.removeprefix("jukebox ")
            refusal = next((why for start, why in REFUSED.items() if words.startswith(start)), None)
            live = next((seconds for start, seconds in LIVE.items() if f"{words} ".startswith(f"{start} ")), None)
            status, text = on_terminal(line, environment, here, live or 60)
            if live:
                good = status in (0, 130, -signal.SIGINT)
            elif refusal:
                good = status == 0 or status == 1 and re.search(refusal, text, re.IGNORECASE)
            else:
                good = status == 0
            tally.check(good, f"{page}: {line}", f"status {status}: {text.strip()}")


def main():
    pages = sys.argv[1:] or ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
    tally = Tally()
    for page in pages:
        if lines(page):
            with work_folder() as folder:
                check(tally, page, folder)
    tally.close()


main()
