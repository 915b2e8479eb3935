"""QEMU's process and its control sockets: QMP for devices and keys, qtest for lines of the PL061."""
import contextlib
import json
import os
import re
import socket
import subprocess
import time

from .failure import Failure

# In bytes, of what is waited for.
LONGEST_MATCH = 64


class Port:
    """A Unix socket that QEMU listens on, read up to a pattern."""

    def __init__(self, path, process, seconds=30):
        self.process = process
        self.path = path
        self.buffer = bytearray()
        until = time.monotonic() + seconds
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(str(path))
                return
            except OSError as error:
                self.socket.close()
                if process.poll() is not None or time.monotonic() > until:
                    raise Failure(f"QEMU opens no {path.name}: {error}") from error
                time.sleep(0.01)

    def send(self, text):
        try:
            self.socket.sendall(text.encode() + b"\n")
        except OSError as error:
            raise Failure(f"QEMU's {self.path.name} takes nothing: {error}") from error

    def until(self, pattern, seconds, what):
        """The bytes before the first match of `pattern`, which is short, and the match; what lies after it stays for
        the next call."""
        end = time.monotonic() + seconds
        looked = 0
        while True:
            found = re.compile(pattern).search(self.buffer, looked)
            if found:
                before = bytes(self.buffer[:found.start()])
                found = re.search(pattern, found[0])
                self.buffer = self.buffer[len(before) + len(found[0]):]
                return before, found
            looked = max(0, len(self.buffer) - LONGEST_MATCH)
            left = end - time.monotonic()
            if left <= 0:
                raise Failure(f"waited {seconds} s for {what}; there came {bytes(self.buffer[-300:])!r}")
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(1 << 16)
            except socket.timeout:
                continue
            except OSError as error:
                raise Failure(f"QEMU closed {self.path.name} while it was to tell {what}: {error}") from error
            if not data:
                raise Failure(f"QEMU closed {self.path.name} while it was to tell {what}")
            self.buffer += data


class QMP(Port):
    """QEMU's machine protocol."""

    def __init__(self, path, process):
        super().__init__(path, process)
        self.events = []
        self._message(30, "its greeting")
        self.command("qmp_capabilities")

    def _message(self, seconds, what):
        return json.loads(self.until(rb"\n", seconds, what)[0])

    def command(self, name, **arguments):
        arguments = {key.replace("_", "-"): value for key, value in arguments.items()}
        self.send(json.dumps({"execute": name, "arguments": arguments}))
        while True:
            message = self._message(30, f"the answer to {name}")
            if "event" in message:
                self.events.append(message)
            elif "error" in message:
                raise Failure(f"QEMU refuses {name}: {message['error'].get('desc')}")
            else:
                return message.get("return")

    def event(self, name, seconds=30, **wanted):
        """The next event of this name whose data hold what is wanted."""
        end = time.monotonic() + seconds
        while True:
            for message in self.events:
                if message["event"] == name and wanted.items() <= message.get("data", {}).items():
                    self.events.remove(message)
                    return message
            self.events.append(self._message(max(end - time.monotonic(), 0.01), f"the event {name}"))


class QTest(Port):
    """Reads and drives the lines of devices beside the running guest."""

    def __init__(self, path, process):
        super().__init__(path, process)
        self.lines = []

    def command(self, text):
        self.send(text)
        while True:
            line = self.until(rb"\n", 10, f"the answer to {text}")[0].decode()
            if line.startswith("IRQ "):
                self.lines.append(line)
            elif line.startswith("OK"):
                return line
            else:
                raise Failure(f"QEMU refuses {text}: {line}")


def start(command, error_file):
    """The process; a QEMU that is not installed is said."""
    try:
        with open(error_file, "wb") as errors:
            process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=errors)
    except FileNotFoundError as error:
        raise Failure(f"{command[0]} is not installed: run board/setup --board") from error
    # The first thread runs the clocks of the sound card and of USB. Where it is late on a busy machine, the card falls
    # after the processor, which is a thread of its own: that stays as it is.
    with contextlib.suppress(OSError):
        os.sched_setscheduler(process.pid, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    return process
