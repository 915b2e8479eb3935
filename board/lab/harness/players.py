"""jukeboxd and MPD, started alike in one guest, on one loopback card, for `board/latency`."""
import shlex

from lib.protocol import Requests

from . import initramfs
from .failure import Failure

# The loopback card's two ends: what is played into the first is recorded from the second.
PLAYED = "hw:7,0"
RECORDED = "/dev/snd/pcmC7D1c"
TRIPLES = {"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}
# Folders of libraries that name their folder themselves, or that a link chooses among.
OWN_FOLDERS = ("blas", "lapack", "pulseaudio", "samba")
# Codes of linux/input-event-codes.h.
KEYS = {"toggle": 164, "next": 163, "up": 115, "down": 114}


def tool(arch, name):
    """One of the guest's static programs."""
    return initramfs.helper(arch, name)


class Player(Requests):
    """One program that plays, with one configuration, in the guest."""

    name = ""
    # How long a press may take to be heard, in seconds: the next one waits for longer.
    patience = 0.4
    socket = ""

    def __init__(self, board):
        self.board = board
        self.process = None

    def program(self):
        """The words that start it."""
        raise NotImplementedError

    def begin(self):
        """Starts it without waiting; the guest's clock just before."""
        told = self.board.run(f"board-tool now; {self.program()} > {self.log} 2>&1 & echo $!")
        time, process = told.split()
        self.process = int(process)
        return int(time)

    def wait(self, seconds=60):
        """Returns once it answers."""
        try:
            self.board.wait(f"{self.name} to answer", f"board-tool ask {self.socket} ping", seconds)
        except Failure as failure:
            raise Failure(f"{failure}\n{self.name} said:\n{self.said()}") from failure

    def ask(self, *lines):
        words = " ".join(shlex.quote(line) for line in lines)
        status, output = self.board.attempt(f"board-tool ask {self.socket} {words}")
        if status:
            raise Failure(f"{self.name} answers {lines} with {output}; its log:\n{self.said()}")
        return output.splitlines()

    def command(self, line):
        return self.ask(line)

    def underruns(self):
        """How often the card has run dry; None where the player does not tell."""
        return

    def said(self):
        return self.board.attempt(f"tail -n 20 {self.log}")[1]

    def stop(self):
        self.board.run(f"kill -TERM {self.process}")
        self.board.wait(f"{self.name} to end", f"! kill -0 {self.process} 2> /dev/null", 20)

    @property
    def log(self):
        return f"/run/{self.name.split()[0].lower()}.log"


class Jukebox(Player):
    """jukeboxd, driven by keys of a keyboard."""

    name = "jukeboxd"
    unseen = ()
    socket = "/run/jukebox/socket"

    def prepare(self, autoplay="off"):
        board = self.board
        board.run("rm -rf /var/lib/jukebox; mkdir -p /run/jukebox /var/lib/jukebox")
        board.write("/etc/jukebox.ini", f"""
[audio]
device = {PLAYED}
rate = 44100
[library]
mount-root = /media
state = /var/lib/jukebox
[control]
socket = {self.socket}
[player]
start-volume = 100
autoplay = {autoplay}
""")

    def program(self):
        return "jukeboxd --config /etc/jukebox.ini"

    def underruns(self):
        return int(self.pairs("engine")["underruns"])

    def press(self, action):
        return f"key {KEYS[{'pause': 'toggle', 'resume': 'toggle'}.get(action, action)]}"


class PadJukebox(Jukebox):
    """With a pad on a key."""

    name = "jukeboxd, a pad"

    def prepare(self, autoplay="off"):
        super().prepare(autoplay)
        self.board.run("printf '[key KEY_1]\\npress = pad beep\\n' >> /etc/jukebox.ini")

    def press(self, action):
        return "key 2" if action == "pad" else super().press(action)


class CardJukebox(Jukebox):
    """With a reader of cards that types the number 7 and Enter."""

    name = "jukeboxd, a card"
    # From silence, and not within the half second in which a card counts as lying there.
    patience = 0.8

    def prepare(self, autoplay="off"):
        super().prepare(autoplay)
        self.board.run("printf '[reader door]\\ntype = keys\\ndevice = pressed keys\\n' >> /etc/jukebox.ini")

    def press(self, action):
        return "send stop\nwait 600000\nkey 8\nkey 28" if action == "card" else super().press(action)


class ShapedJukebox(Jukebox):
    """The same with ReplayGain and balance at work: gains, which the tracks' frames are known through."""

    name = "jukeboxd, ReplayGain and balance on"
    shape = "balance = -20"

    def prepare(self, autoplay="off"):
        super().prepare(autoplay)
        self.board.run(f"sed -i 's/^rate = .*/&\\n{self.shape}\\nreplay-gain-missing-preamp = -3/' /etc/jukebox.ini")

    def wait(self, seconds=60):
        super().wait(seconds)
        self.ask("replay_gain_mode track")


class EqualisedJukebox(ShapedJukebox):
    """With the equaliser on, which changes every frame: when a fade-out begins is not seen."""

    name = "jukeboxd, equaliser, ReplayGain and balance on"
    shape = "balance = -20\\neq = 0.2 0.2 0.2"
    unseen = ("pause", "volume")


class MPD(Player):
    """Debian's MPD with its default ALSA settings, driven by `mpc` as button scripts do."""

    name = "MPD"
    socket = "/run/mpd/socket"
    patience = 1.1
    buffer = ""

    def prepare(self, autoplay="off"):
        del autoplay
        board = self.board
        board.run("rm -rf /var/lib/mpd; mkdir -p /run/mpd /var/lib/mpd/playlists")
        # A card that has no volume of its own needs MPD's own; all else is as Debian ships it.
        board.write("/etc/mpd.conf", f"""
music_directory "/media"
playlist_directory "/var/lib/mpd/playlists"
db_file "/var/lib/mpd/tag_cache"
state_file "/var/lib/mpd/state"
bind_to_address "/run/mpd/socket"
audio_output {{
  type "alsa"
  name "card"
  device "{PLAYED}"
  mixer_type "software"
  {self.buffer}
}}
""")

    def environment(self):
        """So that MPD's libraries are found in its own folder, also those that Debian chooses among by links."""
        folder = f"/mpd/usr/lib/{TRIPLES[self.board.arch]}"
        return "LD_LIBRARY_PATH=" + ":".join([folder, *(f"{folder}/{name}" for name in OWN_FOLDERS)])

    def program(self, words="--no-daemon /etc/mpd.conf"):
        return f"{self.environment()} /mpd/usr/bin/mpd {words}"

    def client(self, words):
        return f"{self.environment()} /mpd/usr/bin/mpc -q --host {self.socket} {words}"

    def press(self, action):
        word = {"pause": "pause", "resume": "play", "next": "next", "up": "volume +5", "down": "volume -5"}[action]
        return f"run {self.client(word)}"


class TunedMPD(MPD):
    """MPD with the buffer that jukeboxd keeps at latency `normal`, driven over its socket."""

    name = "MPD tuned"
    patience = 0.4
    buffer = 'buffer_time "40000"\n  period_time "5000"'

    def press(self, action):
        word = {"pause": "pause 1", "resume": "pause 0", "next": "next", "up": "volume 5", "down": "volume -5"}[action]
        return f"send {word}"
