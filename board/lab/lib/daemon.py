"""A running jukeboxd and a raw protocol client, for the proofs beside this file."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]

# A proof says in its doc comment what it shows and what it takes.
if {"-h", "--help"} & set(sys.argv[1:]) and "argparse" not in sys.modules and sys.modules["__main__"].__doc__:
    print(sys.modules["__main__"].__doc__.strip())
    sys.exit(0)


def program(name="jukeboxd"):
    """The program under test: $JUKEBOX_BIN/NAME, else the release build, else the debug build."""
    folders = [os.environ.get("JUKEBOX_BIN"), ROOT / ".build/release", ROOT / ".build/debug"]
    for folder in folders:
        if folder and (pathlib.Path(folder) / name).exists():
            return str(pathlib.Path(folder) / name)
    raise SystemExit(f"{name} is not built: run `swift build -c release --static-swift-stdlib` first")


class Ack(Exception):
    """The daemon refused a command."""


class Client:
    """Speaks the protocol over the daemon's Unix socket, one command at a time."""

    # What to do about bytes that aren't UTF-8: the jukebox sends none.
    errors = "strict"

    def __init__(self, path, timeout=20):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.file = self.socket.makefile("rwb")
        self.greeting = self.file.readline().decode()
        if not self.greeting.startswith("OK MPD"):
            raise ConnectionError(f"no greeting: {self.greeting!r}")

    def send(self, line):
        self.file.write(line.encode("utf-8", "surrogateescape") + b"\n")
        self.file.flush()

    def lines(self):
        """The answer's lines up to OK; raises Ack where refused and ConnectionError where cut off."""
        answer = []
        while True:
            raw = self.file.readline()
            if not raw.endswith(b"\n"):
                raise ConnectionError("the daemon closed the connection")
            line = raw[:-1].decode("utf-8", self.errors)
            if line == "OK":
                return answer
            if line.startswith("ACK"):
                raise Ack(line)
            answer.append(line)

    def command(self, line):
        self.send(line)
        return self.lines()

    def pairs(self, line):
        return dict(entry.split(": ", 1) for entry in self.command(line))

    def songs(self, line):
        """The answer cut into one dict per `file:`."""
        songs = []
        for entry in self.command(line):
            key, value = entry.split(": ", 1)
            if key == "file":
                songs.append({})
            if songs:
                songs[-1][key] = value
        return songs

    def knows(self, folder, count):
        """Whether the library has so many tracks at and below `folder`."""
        try:
            return len(self.songs(f'listall "{folder}"')) == count
        except Ack:
            return False

    def close(self):
        # The jukebox may have ended the connection: what waits to be sent is lost then.
        with contextlib.suppress(ConnectionError):
            self.file.close()
        self.socket.close()


class Daemon:
    """Starts jukeboxd on a private state folder and socket; `close` ends it and removes the folder."""

    def __init__(self, *arguments, folder=None, environment=None):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="jukebox-proof."))
        self.owned = folder is None
        self.arguments = list(arguments)
        self.environment = {**os.environ, **(environment or {})}
        self.socket = str(self.folder / "socket")
        self.log = self.folder / "log"
        self.prefix = []               # what runs the program, such as strace -D
        self.process = None

    def start(self, *more):
        log = open(self.log, "ab")
        self.process = subprocess.Popen(
            [*self.prefix, program(), "--state", str(self.folder / "state"), "--socket", self.socket,
             *self.arguments, *more],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)
        log.close()
        return self

    def connect(self, seconds=20):
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

    def tail(self, lines=30):
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, seconds=20):
        """Ends the daemon in order; its exit status."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill()
                raise SystemExit(f"jukeboxd did not end within {seconds} s of TERM:\n{self.tail()}")
        return self.process.returncode if self.process else None

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        if self.owned:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def wait_for(what, check, seconds=60, pause=0.01):
    """What `check` gives once it is true; the seconds are the end of patience, not a measure."""
    until = time.monotonic() + seconds
    while True:
        value = check()
        if value:
            return value
        if time.monotonic() > until:
            raise SystemExit(f"waited {seconds} s for {what}")
        time.sleep(pause)


class Tally:
    """Counts checks and prints the closing line."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, good, name, detail=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {name}: {detail}", flush=True)
        return good

    def close(self):
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        raise SystemExit(1 if self.failed or not self.passed else 0)
