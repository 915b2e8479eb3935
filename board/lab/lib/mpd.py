"""Debian's MPD on a private folder, for comparison."""
import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from typing import Self

from .checks import wait_for
from .protocol import Client


def version(command: Sequence[str] = ("mpd",)) -> str:
    text = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    return text.splitlines()[0].strip() if text else "not installed"


def of_debian(release: str) -> list[str]:
    """The command for a Debian release's MPD in a root of its own, which its own loader finds the libraries of."""
    from harness.packages import Archive
    from harness.players import OWN_FOLDERS

    root = Archive(release, "amd64").closure("mpd")
    folder = root / "usr/lib/x86_64-linux-gnu"
    libraries = [str(folder), *(str(folder / name) for name in OWN_FOLDERS)]
    return [str(root / "lib64/ld-linux-x86-64.so.2"), "--library-path", ":".join(libraries), str(root / "usr/bin/mpd")]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which MPD to ask: `chosen` reads it."""
    parser.add_argument("--debian", metavar="RELEASE",
                        help="that release's MPD, in a root of its own, such as trixie (MPD 0.24)")
    parser.add_argument("--mpd", nargs=argparse.REMAINDER, default=["mpd"], help="the rest of the line as the MPD to ask")


def chosen(options: argparse.Namespace) -> list[str]:
    return of_debian(options.debian) if options.debian else options.mpd


class MPD:
    """Plays into the null output: as fast as it can, or in real time. It converts to the same format, by the same
    resampler at the same quality, as the jukebox."""

    def __init__(self, music: object, paced: bool = False, command: Sequence[str] = ("mpd",), settings: str = "") -> None:
        """`settings` are further lines of the configuration."""
        self.command = command
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-bench-mpd."))
        self.socket = str(self.folder / "socket")
        (self.folder / "playlists").mkdir()
        configuration = self.folder / "mpd.conf"
        configuration.write_text(f"""
music_directory "{music}"
playlist_directory "{self.folder}/playlists"
db_file "{self.folder}/database"
state_file "{self.folder}/state"
log_file "{self.folder}/log"
bind_to_address "{self.socket}"
auto_update "no"
{settings}
max_playlist_length "100000"
max_output_buffer_size "65536"
resampler {{
  plugin "soxr"
  quality "high"
}}
audio_output {{
  type "null"
  name "null"
  sync "{'yes' if paced else 'no'}"
  format "44100:32:2"
}}
""")
        self.configuration = configuration
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen([*self.command, "--no-daemon", str(self.configuration)], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.client = self.connect()

    def restart(self) -> float:
        """From the start of the process, with the database that it has, to its first answer, in ms."""
        self.stop()
        begin = time.monotonic_ns()
        self.start()
        self.client.command("lsinfo")
        return (time.monotonic_ns() - begin) / 1e6

    def connect(self) -> Client:
        until = time.monotonic() + 20
        while True:
            if self.process.poll() is not None:
                raise SystemExit(f"mpd ended with {self.process.returncode}: {self.folder}/log")
            try:
                return Client(self.socket, timeout=300)
            except (FileNotFoundError, ConnectionRefusedError):
                if time.monotonic() > until:
                    raise SystemExit("mpd does not answer") from None
                time.sleep(0.01)

    def update(self) -> None:
        self.client.command("update")
        wait_for("mpd's update", lambda: not self.client.is_scanning(), seconds=300, pause=0.1)

    def __enter__(self) -> Self:
        return self

    def stop(self) -> None:
        self.client.close()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
        pathlib.Path(self.socket).unlink(missing_ok=True)

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
