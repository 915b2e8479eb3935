"""A socket between a client and the daemon that notes each line the client sends."""
import os
import socket
import threading


class Recorder:
    """Listens at the Unix socket `path` and passes everything on to the daemon's socket `target`."""

    def __init__(self, path, target):
        self.path, self.target = str(path), str(target)
        self.noted = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(32)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
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
            threading.Thread(target=self.carry, args=(daemon, client), daemon=True).start()

    def note(self, source, sink):
        rest = b""
        for data in self.carry(source, sink, passes=True):
            *lines, rest = (rest + data).split(b"\n")
            self.noted += [line.decode("utf-8", "replace") for line in lines]

    def carry(self, source, sink, passes=False):
        def parts():
            try:
                while data := source.recv(65536):
                    sink.sendall(data)
                    yield data
            except OSError:
                pass
            for end in (source, sink):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
            source.close()
        if passes:
            return parts()
        for _ in parts():
            pass
        return None

    def lines(self):
        """What was sent since the last call."""
        noted, self.noted = self.noted, []
        return noted

    def close(self):
        self.listener.close()
        os.unlink(self.path)
