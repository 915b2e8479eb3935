"""A socket between a client and the daemon that notes each line the client sends."""
import contextlib
import os
import socket
import threading
from collections.abc import Iterator


def carried(source: socket.socket, sink: socket.socket) -> Iterator[bytes]:
    """Passes on what comes, and yields it; the end of one side ends both."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
            yield data
    for end in (source, sink):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    source.close()


class Recorder:
    """Listens at the Unix socket `path` and passes everything on to the daemon's socket `target`."""

    def __init__(self, path: object, target: object) -> None:
        self.path, self.target = str(path), str(target)
        self.noted: list[str] = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(32)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            daemon = socket.socket(socket.AF_UNIX)
            try:
                daemon.connect(self.target)
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.note, args=(client, daemon), daemon=True).start()
            threading.Thread(target=self.answer, args=(daemon, client), daemon=True).start()

    def note(self, client: socket.socket, daemon: socket.socket) -> None:
        rest = b""
        for data in carried(client, daemon):
            *lines, rest = (rest + data).split(b"\n")
            self.noted += [line.decode("utf-8", "replace") for line in lines]

    def answer(self, daemon: socket.socket, client: socket.socket) -> None:
        for _ in carried(daemon, client):
            pass

    def lines(self) -> list[str]:
        """The lines sent since the last call."""
        noted, self.noted = self.noted, []
        return noted

    def close(self) -> None:
        self.listener.close()
        os.unlink(self.path)
