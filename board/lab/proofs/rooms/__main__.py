"""Outputs beside the card: two rooms by Debian's snapserver and snapclient, each in a network of its own, hear the same at
the same time; the card gets the same samples and skips as fast with and without them; snapserver is killed and comes back;
an HTTP stream decoded by ffmpeg is the song, clients that come and go leave nothing, and an output's state is kept.
`jukebox rooms --set-up` sets up a machine and changes nothing the second time.

usage: board/lab/run proofs.rooms [--quick]

The rooms need network namespaces: root, or user namespaces. --quick leaves out the skips, the kill and the set-up.
"""
import array
import concurrent.futures
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time
from typing import Any

from lib import Daemon, Tally, apart, program, wait_for, work_folder

QUICK = "--quick" in sys.argv[1:]
RATE = 44_100
FORMAT = f"{RATE}:16:2"
HTTP = 18_000
# Milliseconds between two rooms.
MOST_APART = 1.0


def ip(line):
    subprocess.run(["ip", *line.split()], check=True)


def song(path, seconds):
    path.parent.mkdir(exist_ok=True)
    subprocess.run(["sox", "-q", "-R", "-D", "-r", str(RATE), "-n", "-b", "16", "-c", "2", str(path), "synth", str(seconds),
                    "pinknoise", "gain", "-3"], check=True)
    return subprocess.run(["flac", "-d", "-s", "-c", "--force-raw-format", "--endian=little", "--sign=signed", str(path)],
                          check=True, capture_output=True).stdout


def holds(raw, expected):
    """Whether `raw` has all of `expected` in one piece."""
    at = raw.find(expected[8000:12_000])
    return at >= 8000 and raw[at - 8000:at - 8000 + len(expected)] == expected


class Room:
    """A snapclient in a network namespace, and what its card would play, with the times at which it was written."""

    def __init__(self, work, number):
        self.name = f"room{number}"
        ip(f"netns add {self.name}")
        ip(f"link add {self.name} type veth peer name b-{self.name}")
        ip(f"link set {self.name} netns {self.name}")
        ip(f"addr add 10.9.{number}.1/24 dev b-{self.name}")
        ip(f"link set b-{self.name} up")
        ip(f"-n {self.name} link set lo up")
        ip(f"-n {self.name} link set {self.name} up")
        ip(f"-n {self.name} addr add 10.9.{number}.2/24 dev {self.name}")
        self.raw = bytearray()
        self.times = []               # (time, bytes before it)
        card = work / f"{self.name}.card"
        os.mkfifo(card)
        threading.Thread(target=self.listen, args=(card,), daemon=True).start()
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.name, "snapclient", "--host", f"10.9.{number}.1", "--hostID", self.name,
             "--player", f"file:filename={card}", "--logsink", "null"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def listen(self, card):
        # It closes it when it loses its server.
        while card.exists():
            with open(card, "rb", buffering=0) as file:
                while data := file.read(1 << 16):
                    self.times.append((time.monotonic(), len(self.raw)))
                    self.raw += data

    def origin(self, since):
        """When its first sample would have been written at a steady rate: the median over all writes since then."""
        return statistics.median(at - place / 4 / RATE for at, place in self.times if at >= since)

    def left(self, origin, start, frames):
        """The left channel from a time on, and the exact time of its first sample."""
        first = round((start - origin) * RATE)
        words = array.array("h", bytes(self.raw[first * 4:(first + frames) * 4]))
        return words[::2], origin + first / RATE


def offsets_between(rooms, since, until, step=1.0):
    """How many milliseconds later the second room plays, for windows of a tenth of a second: by correlation, refined
    between two samples by a parabola."""
    size, reach = RATE // 10, 120
    origins = [room.origin(since) for room in rooms]
    results = []
    start = since
    while start + 0.2 < until:
        one, at_one = rooms[0].left(origins[0], start, size)
        two, at_two = rooms[1].left(origins[1], start - reach / RATE, size + 2 * reach)
        start += step
        if len(two) < size + 2 * reach or not any(one):
            continue
        def match(lag):
            return sum(map(int.__mul__, one, two[lag:lag + size]))
        scores = [match(lag) for lag in range(2 * reach + 1)]
        best = max(range(1, 2 * reach), key=scores.__getitem__)
        a, b, c = scores[best - 1:best + 2]
        energy = sum(map(int.__mul__, one, one))
        if energy == 0 or b < 0.5 * energy:
            results.append(float("inf"))
            continue
        exact = best + (a - c) / (2 * (a - 2 * b + c))
        results.append((at_two + exact / RATE - at_one) * 1000)
    return results


class Server:
    def __init__(self, work, fifo):
        self.words = ["snapserver", "--config", str(work / "snapserver.conf"), "--server.datadir", str(work),
                      "--stream.source", f"pipe://{fifo}?name=jukebox&sampleformat={FORMAT}", "--stream.buffer", "400",
                      "--http.enabled", "false", "--logging.sink", "stderr", "--logging.filter", "*:info"]
        (work / "snapserver.conf").write_text("")
        self.log = work / "snapserver.log"
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            # It keeps its state beside HOME.
            self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env={**os.environ, "HOME": str(self.log.parent)})

    def says(self, text):
        return self.log.exists() and text in self.log.read_text(errors="replace")


def prove_rooms(tally, work):
    fifo = work / "pipe"
    song(work / "music/song.flac", 120)
    (work / "jukebox.ini").write_text(f"[output rooms]\ntype = snapcast\npath = {fifo}\nformat = {FORMAT}\n")
    ends: list[Any] = []
    try:
        with Daemon("--config", str(work / "jukebox.ini"), "--music", str(work / "music"), "--mount-root", "off", "--output", "null",
                    "--volume", "100", "--autoplay", "off") as daemon:
            daemon.start()
            client = daemon.connect()
            wait_for("the pipe", fifo.exists)
            server = Server(work, fifo)
            ends.append(server)
            wait_for("the server", lambda: server.says("playing"))
            rooms = [Room(work, number) for number in (1, 2)]
            ends.extend(rooms)
            wait_for("the song", lambda: client.knows("", 1))
            client.command("add /")
            client.command("play")
            wait_for("sound in both rooms", lambda: all(any(room.raw[-4000:]) for room in rooms))
            # They measure the server's clock first; how many seconds that takes depends on the load of the machine.
            settling, seconds, step = (1.5, 1.5, 0.25) if QUICK else (8, 30, 1.0)
            for _attempt in range(6 if QUICK else 1):
                time.sleep(settling)
                since = time.monotonic()
                time.sleep(seconds)
                offsets = offsets_between(rooms, since, time.monotonic() - 0.3, step)
                in_time = len(offsets) >= 4 and max(map(abs, offsets)) <= MOST_APART
                if in_time:
                    break
            tally.check(in_time, "rooms: in time", ", ".join(f"{each:+.2f}" for each in offsets))
            print(f"  rooms: {len(offsets)} windows, the second {statistics.median(offsets):+.2f} ms after the first in the "
                  f"median, {min(offsets):+.2f} to {max(offsets):+.2f}")
            if QUICK:
                return
            status = client.status()
            before, underruns = float(status["elapsed"]), client.pairs("engine")["underruns"]
            server.process.kill()
            server.process.wait()
            began = time.monotonic()
            time.sleep(3)
            elapsed = float(client.status()["elapsed"]) - before - (time.monotonic() - began)
            tally.check(abs(elapsed) < 0.2, "server killed: the music continues", f"{elapsed:+.2f} s")
            for room in rooms:
                room.raw.clear()
                room.times.clear()
            server.start()
            wait_for("sound in both rooms again", lambda: all(len(room.raw) > 40_000 and any(room.raw[-4000:]) for room in rooms))
            client.command("disableoutput 1")
            time.sleep(1.5)
            tally.check(not any(any(room.raw[-40_000:]) for room in rooms), "disabled: silence in the rooms")
            client.command("enableoutput 1")
            wait_for("sound in both rooms again", lambda: all(any(room.raw[-4000:]) for room in rooms))
            tally.check(client.pairs("engine")["underruns"] == underruns, "no underrun of the card")
            tally.check(daemon.tail(100).count("output rooms:") <= 6, "the log is not flooded", daemon.tail(20))
            tally.check(daemon.stop() == 0, "ends in order", daemon.tail(5))
    finally:
        for end in ends:
            end.process.kill()


def play_card(work, extra, skips=0):
    """The recorded card, and the latencies of skips in ms."""
    recorded = work / "card.raw"
    recorded.unlink(missing_ok=True)
    configuration = work / "asound.conf"
    configuration.write_text(f'pcm.recorder {{ type file slave.pcm "null" file "{recorded}" format "raw" perm 438 }}\n'
                             "pcm.null { type null }\n")
    (work / "jukebox.ini").write_text(extra)
    with Daemon("--config", str(work / "jukebox.ini"), "--music", str(work / "music"), "--mount-root", "off", "--volume", "100",
                "--autoplay", "off", "--output", "null" if skips else "alsa", "--device", "recorder",
                environment={"ALSA_CONFIG_PATH": str(configuration)}) as daemon:
        daemon.start()
        client = daemon.connect()
        wait_for("the songs", lambda: client.knows("", 2))
        wait_for("the device", lambda: client.pairs("engine").get("device"))
        client.command("add /" if skips else "add a.flac")
        if skips:
            client.command("repeat 1")
        client.command("play")
        for _ in range(skips):
            starts = client.pairs("engine")["starts"]
            client.command("next")
            wait_for("a skip", lambda: client.pairs("engine")["starts"] != starts, pause=0.05)
        if not skips:
            wait_for("the end", lambda: client.status()["state"] == "stop")
            written = recorded.stat().st_size
            wait_for("silence after the song", lambda: recorded.stat().st_size > written + RATE * 4)
        engine = client.pairs("engine")
        daemon.stop()
        return recorded.read_bytes() if not skips else b"", engine


def prove_card(tally, work):
    expected = song(work / "music/a.flac", 2)
    song(work / "music/b.flac", 2)
    wide = b"".join(b"\0\0" + expected[at:at + 2] for at in range(0, len(expected), 2))
    taps = f"[output rooms]\ntype = pipe\npath = {work}/pipe\n[output browsers]\ntype = http\nlisten = 127.0.0.1:{HTTP}\n"
    reader = subprocess.Popen(["sh", "-c", f"while ! [ -p {work}/pipe ]; do sleep 0.01; done; exec cat {work}/pipe > {work}/read"])
    for name, extra in [("without", "")] * (not QUICK) + [("with", taps)]:
        raw, engine = play_card(work, extra)
        tally.check(holds(raw, wide), f"card {name} further outputs: bit for bit",
                    f"{len(raw) // 8} frames of {engine.get('format')}")
    reader.wait()
    tally.check(holds((work / "read").read_bytes(), expected), "pipe: bit for bit for a reader that takes whatever comes")
    if QUICK:
        return
    latencies = {}
    for name, extra in (("without", ""), ("with", taps)):
        _, engine = play_card(work, extra, skips=60)
        latencies[name] = [int(engine[f"command_latency_{part}_us"]) / 1000 for part in ("p50", "p99")]
    print("  skips: " + ", ".join(f"{name} {a:.1f} ms (p99 {b:.1f})" for name, (a, b) in latencies.items()))
    tally.check(latencies["with"][0] <= latencies["without"][0] + 3, "a skip is as fast", str(latencies))


def prove_http(tally, work):
    expected = song(work / "music/a.flac", 2)
    (work / "jukebox.ini").write_text(f"[output browsers]\ntype = http\nlisten = 127.0.0.1:{HTTP}\nclients = 3\n")
    url = f"http://127.0.0.1:{HTTP}/"
    with Daemon("--config", str(work / "jukebox.ini"), "--music", str(work / "music"), "--mount-root", "off", "--output", "null",
                "--volume", "100", "--autoplay", "off") as daemon:
        daemon.start()
        client = daemon.connect()
        wait_for("the song", lambda: client.knows("", 1))
        process = pathlib.Path(f"/proc/{daemon.process.pid}")

        def state():
            resident = next(line.split()[1] for line in (process / "status").read_text().splitlines() if line.startswith("VmRSS"))
            return len(list((process / "fd").iterdir())), int(resident)

        def connect():
            peer = socket.create_connection(("127.0.0.1", HTTP))
            peer.sendall(b"GET / HTTP/1.1\r\n\r\n")
            answer = peer.recv(4096)
            peer.close()
            return answer.startswith(b"HTTP/1.1 200 OK")

        def is_open():
            with socket.socket() as peer:
                return peer.connect_ex(("127.0.0.1", HTTP)) == 0

        wait_for("the port", is_open)
        ffmpeg = subprocess.Popen(["ffmpeg", "-v", "error", "-y", "-i", url, "-f", "s16le", str(work / "out.raw")],
                                  stdin=subprocess.DEVNULL)
        time.sleep(0.5)
        client.command("add /")
        client.command("play")
        wait_for("the end", lambda: client.status()["state"] == "stop")
        time.sleep(0.5)
        ffmpeg.terminate()
        ffmpeg.wait()
        tally.check(holds((work / "out.raw").read_bytes(), expected), "http: ffmpeg decodes the song bit for bit")
        tally.check(all(connect() for _ in range(3)), "http: clients are served")
        time.sleep(0.1)
        before = state()
        served = 0
        for _ in range(20):
            time.sleep(0.02)
            served += connect()
        time.sleep(0.2)
        after = state()
        tally.check(served == 20 and after[0] == before[0] and after[1] - before[1] < 300, "http: 20 clients leave nothing behind",
                    f"{served} served; descriptors {before[0]} -> {after[0]}, {before[1]} -> {after[1]} KiB")
        print(f"  http: descriptors {before[0]} -> {after[0]}, {before[1]} -> {after[1]} KiB after 20 clients")
        client.command("outputset 1 volume 40")
        client.command("disableoutput 1")
        tally.check(daemon.stop() == 0, "http: ends in order", daemon.tail(5))
        daemon.start()
        outputs = daemon.connect().command("outputs")
        tally.check(outputs[4:] == ["outputid: 1", "outputname: browsers", "plugin: http", "outputenabled: 0",
                                    "attribute: volume=40"], "state and volume survive a restart", str(outputs))
        daemon.stop()


def prove_set_up(tally, work):
    """On this machine's /etc, in a mount namespace, with a systemctl that notes what it is asked."""
    etc = work / "etc"
    shutil.copytree("/etc", etc, symlinks=True, ignore=shutil.ignore_patterns("*.before-rooms"))
    subprocess.run(["mount", "--bind", str(etc), "/etc"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    tools = work / "tools"
    tools.mkdir()
    asked = work / "asked"
    (tools / "systemctl").write_text(
        f'#!/bin/sh\necho "systemctl $*" >>{asked}\n[ "$1" != is-active ] || {{ [ -e {work}/on ] && echo active; exit; }}\n'
        f'[ "$1" != show ] || exit 1\n[ "$2 $3" != "--now snapserver" ] || touch {work}/on\n')
    (tools / "systemd-tmpfiles").write_text("#!/bin/sh\nmkfifo /run/jukebox-rooms\n")
    for tool in tools.iterdir():
        tool.chmod(0o755)
    shutil.copy(program(), tools / "jukeboxd")
    pathlib.Path("/etc/jukebox.ini").write_text("[player]\nmax-volume = 60\n")
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}

    def rooms(*words):
        return subprocess.run([program("jukebox"), "rooms", *words], env=environment, capture_output=True, text=True, check=False)

    shown = rooms()
    tally.check(shown.returncode == 1 and shown.stdout.count("✗") == 4, "set-up: shows what is missing", shown.stdout + shown.stderr)
    tally.check(pathlib.Path("/etc/jukebox.ini").read_text() == "[player]\nmax-volume = 60\n", "set-up: only when asked")
    done = rooms("--set-up")
    tally.check(done.returncode == 0 and "✗" not in done.stdout.split("·")[-1], "set-up: done", done.stdout + done.stderr)
    ini, conf = (pathlib.Path(path).read_text() for path in ("/etc/jukebox.ini", "/etc/snapserver.conf"))
    tally.check(ini.endswith("\n[output rooms]\ntype = snapcast\n") and ini.startswith("[player]\nmax-volume = 60\n"),
                "set-up: the jukebox's file", ini)
    tally.check("\nsource = pipe:///run/jukebox-rooms?name=jukebox&sampleformat=44100:16:2\n" in conf
                and "\n#source = pipe:///tmp/snapfifo?name=default\n" in conf, "set-up: snapserver's file")
    again = rooms("--set-up")
    tally.check(again.returncode == 0 and (pathlib.Path("/etc/jukebox.ini").read_text(), pathlib.Path("/etc/snapserver.conf").read_text())
                == (ini, conf), "set-up: nothing the second time", again.stdout)
    tally.check(asked.read_text().count("restart jukeboxd") == 1, "set-up: the jukebox restarts once", asked.read_text())


def main():
    if not apart("--mount", "--net"):
        raise SystemExit("network namespaces are needed: run it as root, or allow user namespaces")
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    ip("link set lo up")
    tally = Tally()
    def run(part):
        with work_folder(ignore_cleanup_errors=True) as work:
            part(tally, work)

    # Side by side, but for what is measured.
    with concurrent.futures.ThreadPoolExecutor(3 if QUICK else 1) as parts:
        for part in [parts.submit(run, part) for part in (prove_rooms, prove_card, prove_http)]:
            part.result()
    if not QUICK:
        run(prove_set_up)
    tally.close()


if __name__ == "__main__":
    main()
