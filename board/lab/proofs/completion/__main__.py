"""The Tab key in bash, zsh and fish (those that are installed): names with blanks, quotes, umlauts and characters that shells expand
are completed to what they are, and a name that is a command is never run.

usage: board/lab/run proofs.completion [SHELL…]      default: all
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time

from lib import Daemon, Tally, program, wait_for, work_folder

STATIONS = ["Radio Example", "Bob's Radio", "Ke$h Radio", "80's (best)", "Rock & Roll", 'Say "Hi"', "Österreich 1", "$$$", "Back\\slash",
            "Who? *Star*", "Talk: News", "!important", "evil $(touch ran) `touch ran` ${HOME}"]
# The words in front of the Tab key, and the name that is then there.
TYPED = [("Radio\\ E", 0), ("'Radio E", 0), ('"Radio E', 0), ("Bob", 1), ('"Bob', 1), ("'Ke", 2), ("80", 3), ("Ro", 4), ("Say", 5), ("Ö", 6),
         ("'$", 7), ("Back", 8), ("Who", 9), ("Talk", 10), ("'evil", 12), ("Ke", 2), ("\\$", 7), ("evil", 12)]
# Readline leaves a dollar as it is outside of quotation marks: then the name is not right, and still not run.
DOLLARS = {"Ke", "\\$", "evil"}
START = {
    "bash": (["--norc", "--noprofile", "-i"], ["set +o histexpand", "bind 'set enable-bracketed-paste off'",
                                               "source <(jukebox --generate-completion-script bash)"]),
    "zsh": (["-f", "-i"], ["bindkey -e; unset zle_bracketed_paste; autoload -U compinit; compinit -u -D",
                           "source <(jukebox --generate-completion-script zsh)"]),
    "fish": (["-N", "-i"], ["set -g fish_autosuggestion_enabled 0", "source (jukebox --generate-completion-script fish | psub)"]),
}


class Terminal:
    """A shell that a person types to."""

    def __init__(self, shell, environment, folder):
        child, self.terminal = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.execvpe(shell, [shell, *START[shell][0]], environment)
        self.child, self.shown = child, ""
        for line in START[shell][1]:
            self.type(line + "\n")
        self.settle(60)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read(self, seconds):
        if select.select([self.terminal], [], [], seconds)[0]:
            self.shown += os.read(self.terminal, 65536).decode(errors="replace")

    def settle(self, seconds):
        """Waits until the shell has done all that was typed."""
        self.shown = ""
        self.type("echo do''ne\n")
        until = time.monotonic() + seconds
        while "done" not in self.shown and time.monotonic() < until:
            self.read(0.1)

    def complete(self, words):
        """The last word after the Tab key."""
        self.settle(10)
        self.shown = ""
        self.type(f"jukebox {words}\t")
        # The shell redraws the line when the program has answered; nothing else shows when that is.
        until = time.monotonic() + 3
        while time.monotonic() < until:
            before = len(self.shown)
            self.read(0.7)
            if len(self.shown) == before:
                break
        self.type("\x01printf '<%s>' \x05 en''d\n")
        until = time.monotonic() + 10
        while "<end>" not in self.shown and time.monotonic() < until:
            self.read(0.1)
        found = re.findall(r"<([^<>]*)><end>", self.shown)
        if not found:
            self.type("\x03")
        return found[-1] if found else None

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.child, 0)


def main():
    tally = Tally()
    shells = [shell for shell in sys.argv[1:] or START if shutil.which(shell)]
    with work_folder() as folder:
        (folder / "music").mkdir()
        with Daemon("--music", str(folder / "music"), "--mount-root", "off", "--output", "null") as daemon:
            client = daemon.start().connect()
            wait_for("the library", lambda: client.knows("", 0))
            environment = {**os.environ, "JUKEBOX_SOCKET": daemon.socket, "HOME": str(folder), "TERM": "dumb", "PS1": "> ",
                           "LC_ALL": "C.UTF-8", "PATH": f"{os.path.dirname(program('jukebox'))}:{os.environ['PATH']}"}
            for number, name in enumerate(STATIONS):
                subprocess.run([program("jukebox"), "station", "add", "--", name, f"http://127.0.0.1:9/{number}"], env=environment,
                               check=True, stdout=subprocess.DEVNULL)
            for shell in shells:
                terminal = Terminal(shell, environment, folder)
                for typed, number in TYPED:
                    found = terminal.complete(f"station play {typed}")
                    tally.check(found == STATIONS[number] or shell == "bash" and typed in DOLLARS, f"{shell}: {typed} is {STATIONS[number]}", found)
                terminal.close()
                tally.check(not (folder / "ran").exists(), f"{shell}: a name that is a command is not run", os.listdir(folder))
    tally.close()


main()
