"""jukebox-web under test."""
import pathlib
import socket
import subprocess
import urllib.request

from .checks import wait_for
from .daemon import ROOT, program


class Gateway:
    """jukebox-web on a free port, for the daemon at `path`; `guests` is the role of visitors, `extra` a line of [web]."""

    process: subprocess.Popen[bytes]

    def __init__(self, path: str, log: object, guests: str = "control", page: pathlib.Path = ROOT / "page",
                 extra: str = "", state: pathlib.Path | None = None) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = open(str(log), "ab")
        config = pathlib.Path(f"{log}.{guests}.ini")
        config.write_text(f"[web]\nguests = {guests}\n{extra}\n")
        self.words = [program("jukebox-web"), "--config", str(config), "--socket", path, "--listen", f"127.0.0.1:{self.port}",
                      "--page", str(page), *(["--state", str(state)] if state else [])]
        self.address = f"http://jukebox.local:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        wait_for("the gateway", self.answers, 20)

    def answers(self) -> bool:
        if self.process.poll() is not None:
            raise SystemExit(f"jukebox-web ended with {self.process.returncode}:\n{pathlib.Path(self.log.name).read_text()}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=2):
                return True
        except OSError:
            return False

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        self.log.close()
