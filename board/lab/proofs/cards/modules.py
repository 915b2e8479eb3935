"""Readers as their programs see them: modules on pseudo terminals, and a card of vsmartcard-vpcd."""
import contextlib
import os
import pathlib
import pty
import socket
import struct
import threading
import time
import tty


class Line:
    """A serial line at a stable path; `unplug` and `plug` take its device away and bring another one."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.module = -1
        self.plug()

    def plug(self) -> None:
        self.module, end = pty.openpty()
        tty.setraw(end)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(end))
        os.close(end)

    def unplug(self) -> None:
        self.path.unlink()
        # Nobody writes to another file of this number.
        module, self.module = self.module, -1
        os.close(module)

    def write(self, data: bytes) -> None:
        # Nobody has opened the other end yet, or it was closed.
        with contextlib.suppress(OSError):
            os.write(self.module, data)


class RDM6300(Line):
    """Repeats the frame of its tag each 65 ms."""

    PERIOD = 0.065

    def __init__(self, path: pathlib.Path) -> None:
        self.tag: bytes | None = None
        super().__init__(path)
        threading.Thread(target=self.send, daemon=True).start()

    @staticmethod
    def frame(tag: bytes) -> bytes:
        check = 0
        for byte in tag:
            check ^= byte
        return b"\x02" + (tag + bytes([check])).hex().upper().encode() + b"\x03"

    def send(self) -> None:
        while True:
            if self.tag is not None:
                self.write(self.frame(self.tag))
            time.sleep(self.PERIOD)

    @staticmethod
    def number(tag: bytes) -> str:
        return f"{int.from_bytes(tag[1:]):010}"


class PN532(Line):
    """Answers the commands of jukebox-cards; `card` is the identity of the card in its field."""

    ACKNOWLEDGE = bytes.fromhex("0000ff00ff00")

    def __init__(self, path: pathlib.Path) -> None:
        self.card: bytes | None = None
        self.is_mute = False
        super().__init__(path)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        arrived = b""
        while True:
            try:
                arrived += os.read(self.module, 256)
            except OSError:
                arrived = b""
                time.sleep(0.01)
                continue
            while (start := arrived.find(b"\x00\xff")) >= 0 and len(arrived) >= start + 5 + arrived[start + 2]:
                length = arrived[start + 2]
                content = arrived[start + 4:start + 4 + length]
                arrived = arrived[start + 5 + length:]
                if not self.is_mute:
                    self.write(self.ACKNOWLEDGE + self.frame(bytes([0xD5, content[1] + 1]) + self.answer(content[1])))

    def answer(self, code: int) -> bytes:
        if code == 0x02:
            return bytes.fromhex("32010607")
        if code != 0x4A:
            return b""
        card = self.card
        return b"\x00" if card is None else bytes([1, 1, 0x00, 0x44, 0x00, len(card)]) + card

    @staticmethod
    def frame(content: bytes) -> bytes:
        return b"\x00\x00\xff" + bytes([len(content), -len(content) & 0xFF]) + content + bytes([-sum(content) & 0xFF, 0])


class VirtualCard:
    """A card on the reader of vsmartcard-vpcd, for as long as it is connected to its port."""

    PORT = 35963
    ATR = bytes.fromhex("3b8f8001804f0ca000000306030001000000006a")

    def __init__(self, identity: bytes, answer: bytes | None = None) -> None:
        self.answer = identity + b"\x90\x00" if answer is None else answer
        self.socket = socket.create_connection(("127.0.0.1", self.PORT))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with contextlib.suppress(OSError):
            file = self.socket.makefile("rb")
            while head := file.read(2):
                request = file.read(struct.unpack(">H", head)[0])
                # One byte is for the reader: power off, power on, reset, or the answer to reset.
                if len(request) > 1:
                    self.send(self.answer)
                elif request == b"\x04":
                    self.send(self.ATR)

    def send(self, data: bytes) -> None:
        self.socket.sendall(struct.pack(">H", len(data)) + data)

    def leave(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
