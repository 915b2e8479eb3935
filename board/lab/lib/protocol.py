"""The jukebox's protocol as clients speak it, which is MPD's: a line with a command, then lines of pairs (docs/protocol.md)."""
import contextlib
import socket


class Ack(Exception):
    """The daemon refused a command."""


def quoted(word: object) -> str:
    return '"' + str(word).replace("\\", "\\\\").replace('"', '\\"') + '"'


def values(lines: list[str], key: str) -> list[str]:
    """The values of a key in an answer."""
    return [line[len(key) + 2:] for line in lines if line.startswith(f"{key}: ")]


class Requests:
    """Commands whose answers are read as pairs, by whatever way the lines take."""

    def command(self, line: str) -> list[str]:
        """The answer's lines up to OK; raises an error if the command is refused."""
        raise NotImplementedError

    def pairs(self, line: str) -> dict[str, str]:
        return dict(entry.split(": ", 1) for entry in self.command(line))

    def values(self, line: str, key: str) -> list[str]:
        """The values of a key in the answer."""
        return values(self.command(line), key)

    def groups(self, line: str, first: str) -> list[dict[str, str]]:
        """The answer cut into one dictionary for each pair with the key `first`; pairs before it are left out."""
        found: list[dict[str, str]] = []
        for entry in self.command(line):
            key, value = entry.split(": ", 1)
            if key == first:
                found.append({})
            if found:
                found[-1][key] = value
        return found

    def songs(self, line: str) -> list[dict[str, str]]:
        return self.groups(line, "file")

    def status(self) -> dict[str, str]:
        return self.pairs("status")

    def is_scanning(self) -> bool:
        return "updating_db" in self.status()

    def queue(self) -> list[str]:
        """The paths of the queue's songs."""
        return self.values("playlistinfo", "file")

    def knows(self, folder: str, count: int) -> bool:
        """Whether the library has this number of tracks at and below `folder`."""
        try:
            return len(self.songs(f"listall {quoted(folder)}")) == count
        except Ack:
            return False


class Client(Requests):
    """Speaks the protocol over the daemon's Unix socket, one command at a time."""

    # How bytes are read that aren't UTF-8: the jukebox sends none.
    errors = "strict"

    def __init__(self, path: str, timeout: float = 20) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.file = self.socket.makefile("rwb")
        # The bytes of the last answer that had some, for example of a picture.
        self.content = b""
        self.greeting = self.file.readline().decode()
        if not self.greeting.startswith("OK MPD"):
            raise ConnectionError(f"no greeting: {self.greeting!r}")

    def send(self, line: str) -> None:
        self.file.write(line.encode("utf-8", "surrogateescape") + b"\n")
        self.file.flush()

    def lines(self) -> list[str]:
        """The answer's lines up to OK; raises Ack if it is refused, and ConnectionError if it ends early."""
        answer: list[str] = []
        while True:
            raw = self.file.readline()
            if not raw.endswith(b"\n"):
                raise ConnectionError(f"the daemon closed the connection; the last lines were {answer[-3:]}")
            line = raw[:-1].decode("utf-8", self.errors)
            if line == "OK":
                return answer
            if line.startswith("ACK"):
                raise Ack(line)
            if line.startswith("binary: "):
                self.content = self.file.read(int(line[8:]) + 1)[:-1]
            answer.append(line)

    def command(self, line: str) -> list[str]:
        self.send(line)
        return self.lines()

    def refusal(self, line: str) -> str:
        """The refusal of a command; empty if it is done."""
        try:
            self.command(line)
            return ""
        except Ack as refusal:
            return str(refusal)

    def picture(self, command: str) -> tuple[dict[str, str], bytes]:
        """The pairs of an answer with bytes, and the bytes."""
        self.content = b""
        return self.pairs(command), self.content

    def close(self) -> None:
        # The jukebox may have ended the connection: bytes that wait to be sent are lost then.
        with contextlib.suppress(ConnectionError):
            self.file.close()
        self.socket.close()
