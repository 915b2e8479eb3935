"""A running jukeboxd under test."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import IO, Any, Self

from .protocol import Client

ROOT = pathlib.Path(__file__).resolve().parents[3]

# A proof says in its doc comment what it shows and what it takes.
if {"-h", "--help"} & set(sys.argv[1:]) and "argparse" not in sys.modules and sys.modules["__main__"].__doc__:
    print(sys.modules["__main__"].__doc__.strip())
    sys.exit(0)


def program(name: str = "jukeboxd") -> str:
    """The program under test: $JUKEBOX_BIN/NAME, else the release build, else the debug build."""
    folders = [os.environ.get("JUKEBOX_BIN"), ROOT / ".build/release", ROOT / ".build/debug"]
    for folder in folders:
        if folder and (pathlib.Path(folder) / name).exists():
            return str(pathlib.Path(folder) / name)
    raise SystemExit(f"{name} is not built: run `swift build -c release --static-swift-stdlib` first")


class Daemon:
    """Starts jukeboxd on a private state folder and socket; `close` ends it and removes the folder."""

    process: subprocess.Popen[bytes]

    def __init__(self, *arguments: str, folder: str | pathlib.Path | None = None, environment: dict[str, str] | None = None) -> None:
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="jukebox-proof."))
        self.owned = folder is None
        self.arguments = list(arguments)
        self.environment = {**os.environ, **(environment or {})}
        self.socket = str(self.folder / "socket")
        self.log = self.folder / "log"
        # Words before the program, such as strace -D.
        self.prefix: list[str] = []
        self.is_started = False
        # Locked by the one daemon that has the library in the folder of its songs.
        self.lock: IO[str] | None = None

    def start(self, *more: str) -> Self:
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, program(), "--state", str(self.folder / "state"), "--socket", self.socket, *self.arguments, *more],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)
        self.is_started = True
        return self

    def connect(self, seconds: float = 20) -> Client:
        """A client, once the daemon answers."""
        until = time.monotonic() + seconds
        while True:
            if self.process.poll() is not None:
                raise SystemExit(f"jukeboxd ended with {self.process.returncode}:\n{self.tail()}")
            try:
                return Client(self.socket)
            except (FileNotFoundError, ConnectionRefusedError):
                if time.monotonic() > until:
                    raise SystemExit(f"jukeboxd does not answer:\n{self.tail()}")
                time.sleep(0.002)

    def tail(self, lines: int = 30) -> str:
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self, seconds: float = 20) -> int | None:
        """Ends the daemon in order; its exit status."""
        if not self.is_started:
            return None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill()
                raise SystemExit(f"jukeboxd did not end within {seconds} s of TERM:\n{self.tail()}")
        return self.process.returncode

    def close(self) -> None:
        if self.is_started and self.process.poll() is None:
            self.kill()
        if self.owned:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
