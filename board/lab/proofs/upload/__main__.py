"""Files that visitors send onto a volume through jukebox-web while music plays: cut off and continued, under any name, onto a
full stick, a stick that is pulled and one that is unmounted; nothing half remains.

usage: board/lab/run proofs.upload [--megabytes N]   (as root, since it mounts sticks; else only a folder is sent to)
"""
import argparse
import hashlib
import http.client
import json
import pathlib
import random
import shutil
import subprocess
import time
import urllib.parse

from lib import ROOT, Daemon, Tally, apart, program, wait_for, work_folder
from lib.gateway import Gateway

CHUNK = 256 * 1024
SONG = (ROOT / "Fixtures/album/2-01 Solder.flac").read_bytes()


def wave(size, seed):
    """A WAV file of `size` bytes: noise, which no layer below can compress."""
    sound = random.Random(seed).randbytes(size - 44)
    return (b"RIFF" + (size - 8).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
            + bytes([1, 0, 2, 0]) + (44100).to_bytes(4, "little") + (176400).to_bytes(4, "little") + bytes([4, 0, 16, 0])
            + b"data" + (size - 44).to_bytes(4, "little") + sound)


class Visitor:
    """A visitor of jukebox-web."""

    def __init__(self, gateway):
        self.port = gateway.port

    def open(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    @staticmethod
    def address(volume, path):
        return f"/upload/{urllib.parse.quote(volume, safe='')}/{urllib.parse.quote(path)}"

    def ask(self, method, target, body=None, headers=None):
        connection = self.open()
        try:
            connection.request(method, target, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        finally:
            connection.close()

    def received(self, volume, path, size):
        return self.ask("GET", f"{self.address(volume, path)}?size={size}")

    def send(self, volume, path, data, begin=0, until=None, cut=None):
        """Sends bytes from `begin` on; with `cut` it hangs up at that place."""
        until = len(data) if until is None else until
        connection = self.open()
        connection.putrequest("PUT", self.address(volume, path))
        connection.putheader("Content-Length", str(until - begin))
        if (begin, until) != (0, len(data)):
            connection.putheader("Content-Range", f"bytes {begin}-{until - 1}/{len(data)}")
        connection.endheaders()
        try:
            for start in range(begin, until if cut is None else cut, CHUNK):
                connection.send(memoryview(data)[start:min(start + CHUNK, until if cut is None else cut)])
            if cut is not None:
                return None
        except (BrokenPipeError, ConnectionResetError):
            pass                      # It was refused: the answer says why.
        finally:
            if cut is not None:
                connection.close()
        try:
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()


def arrived(visitor, volume, path, size, bytes):
    """Waits for all that was sent before a visitor hung up."""
    wait_for(f"{bytes} bytes", lambda: visitor.received(volume, path, size)[1]["received"] == bytes, 120, pause=0.2)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def leftovers(folder):
    return [path.name for path in (pathlib.Path(folder) / ".jukebox").glob("upload-*")]


def names(check, visitor, folder, volume):
    rows = [
        ('a<b>c:"d|e?f*g.flac', 'a_b_c__d_e_f_g.flac'), ("Dots... /Song.flac", "Dots/Song.flac"),
        (".hidden/.song.flac", "_hidden/_song.flac"), ("CON/nul.flac", "_CON/_nul.flac"),
        ("Ä ö 🎵 שלום/日本.flac", "Ä ö 🎵 שלום/日本.flac"), ("x" * 300 + ".flac", "x" * 250 + ".flac"),
        ("🎵" * 80 + ".flac", "🎵" * 62 + ".flac"), ("a\\b.flac", "a_b.flac"), ("end .flac", "end .flac")]
    for sent, stored in rows:
        status, answer = visitor.send(volume, sent, SONG)
        check(status == 201 and (folder / stored).is_file(), f"the name {sent[:40]}", (status, answer))
    for path in ("../x.flac", "a/../../x.flac", "a//x.flac", "./x.flac", "/x.flac"):
        status, answer = visitor.send(volume, path, SONG)
        check(status == 409 and answer["key"] == "bad-file-name", f"the path {path} is refused", (status, answer))
    status, answer = visitor.send(volume, "program.sh", SONG)
    check(status == 409 and answer["key"] == "unsupported-file" and "flac" in answer["text"], "a program is refused", answer)
    check(visitor.send("Nowhere", "x.flac", SONG)[1]["key"] == "no-such-volume", "a volume that is not there is refused")


def twice(check, visitor, folder, volume):
    status, answer = visitor.send(volume, "Twice/Song.flac", SONG)
    check((status, answer["file"].split("/")[-1]) == (201, "Song.flac"), "a file is sent", answer)
    status, answer = visitor.send(volume, "Twice/Song.flac", SONG)
    check(status == 200 and answer["known"] == "1", "the same file is there already", (status, answer))
    other = SONG[:-1] + bytes([SONG[-1] ^ 1])
    status, answer = visitor.send(volume, "Twice/Song.flac", other)
    check(status == 201 and answer["file"].endswith("Song (2).flac"), "another of its name gets a number", answer)
    check((folder / "Twice/Song.flac").read_bytes() == SONG, "the first one is as it was")
    check((folder / "Twice/Song (2).flac").read_bytes() == other, "the second one is whole")


def resumed(check, visitor, client, folder, volume, data):
    """Cut off at half, continued; the library has it, the sound had no gap."""
    half = len(data) // 2
    began = time.monotonic()
    visitor.send(volume, "New/Long.wav", data, cut=half)
    arrived(visitor, volume, "New/Long.wav", len(data), half)
    place = half
    check(not (folder / "New").exists(), "nothing of it can be seen")
    status, answer = visitor.send(volume, "New/Long.wav", data, begin=place + 1)
    check(status == 409 and answer["key"] == "upload-out-of-step" and answer["about"] == str(place), "a gap is refused", answer)
    # In two requests, as a page does that wants to stop between.
    status, answer = visitor.send(volume, "New/Long.wav", data, begin=place, until=place + 1000)
    check((status, answer.get("received")) == (200, place + 1000), "a part of the rest", (status, answer))
    status, answer = visitor.send(volume, "New/Long.wav", data, begin=place + 1000)
    took = time.monotonic() - began
    check(status == 201, "the rest", (status, answer))
    check(digest((folder / "New/Long.wav").read_bytes()) == digest(data), "sha256 is equal")
    check(not leftovers(folder), "no part is left", leftovers(folder))
    wait_for("the library", lambda: client.knows(answer["file"].rsplit("/", 1)[0], 1))
    print(f"{len(data) >> 20} MiB in {took:.1f} s, {len(data) / took / 1e6:.1f} MB/s, with the cut", flush=True)


def stopped(check, visitor, folder, volume):
    visitor.send(volume, "Stopped.flac", SONG, cut=len(SONG) // 2)
    arrived(visitor, volume, "Stopped.flac", len(SONG), len(SONG) // 2)
    check(leftovers(folder), "a part is there")
    check(visitor.ask("DELETE", f"{visitor.address(volume, 'Stopped.flac')}?size={len(SONG)}")[0] == 200, "it is discarded")
    check(not leftovers(folder), "nothing is left of it", leftovers(folder))
    check(visitor.received(volume, "Stopped.flac", len(SONG))[1]["received"] == 0, "nor is it known")


def mount(place, *options):
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", *options, str(place)], check=True)


def sticks(check, visitor, client, daemon, media):
    """Full, pulled, unmounted, read-only, FAT."""
    volumes = lambda: [line[8:] for line in client.command("volumes") if line.startswith("volume: ")]
    small = media / "SMALL"
    mount(small, "-t", "tmpfs", "-o", "size=24m", "tmpfs")
    wait_for("the stick", lambda: "SMALL" in volumes())
    data = wave(12 << 20, 1)
    status, answer = visitor.send("SMALL", "big.wav", data)
    check(status == 409 and answer["key"] == "volume-full", "a full stick refuses before the first byte", (status, answer))
    check(visitor.received("SMALL", "big.wav", len(data))[1]["key"] == "volume-full", "and to one that asks first")
    # It fills up meanwhile.
    visitor.send("SMALL", "song.wav", data[:6 << 20], cut=1 << 20)
    arrived(visitor, "SMALL", "song.wav", 6 << 20, 1 << 20)
    with open(small / "filler", "wb") as filler:
        try:
            while True:
                filler.write(bytes(1 << 16))
        except OSError:
            pass
    status, answer = visitor.send("SMALL", "song.wav", data[:6 << 20], begin=1 << 20)
    check(status == 409 and answer["key"] == "volume-full", "one that fills up ends the transfer", (status, answer))
    check(not leftovers(small), "nothing is left of it", leftovers(small))
    (small / "filler").unlink()

    visitor.send("SMALL", "song.wav", data[:6 << 20], cut=1 << 20)
    arrived(visitor, "SMALL", "song.wav", 6 << 20, 1 << 20)
    client.command('unmount "SMALL"')
    check(not leftovers(small), "unmount ends a transfer", leftovers(small))
    check(visitor.received("SMALL", "song.wav", 6 << 20)[1]["key"] == "no-such-volume", "nobody continues it")
    subprocess.run(["umount", str(small)], check=True)

    pulled = media / "PULLED"
    source = media.parent / "pulled"
    mount(source, "-t", "tmpfs", "-o", "size=64m", "tmpfs")
    pulled.mkdir()
    subprocess.run(["mount", "--bind", str(source), str(pulled)], check=True)
    wait_for("the stick", lambda: "PULLED" in volumes())
    visitor.send("PULLED", "song.wav", data, cut=1 << 20)
    arrived(visitor, "PULLED", "song.wav", len(data), 1 << 20)
    check(leftovers(source), "a part is there")
    upload = client.pairs(f"uploadbegin PULLED song.wav {len(data)}")
    subprocess.run(["umount", "--lazy", str(pulled)], check=True)
    wait_for("the stick to leave", lambda: "PULLED" not in volumes())
    refusal = client.refusal(f"uploadpart {upload['upload']} {upload['received']} Zm9v")
    check("ACK [52" in refusal, "a pulled stick ends the transfer", refusal)
    subprocess.run(["mount", "--bind", str(source), str(pulled)], check=True)
    wait_for("the stick", lambda: "PULLED" in volumes())
    wait_for("the end of the part", lambda: not leftovers(source))
    check(visitor.received("PULLED", "song.wav", len(data))[1]["received"] == 0, "it begins again")
    check(not (source / "song.wav").exists(), "nothing half is there")
    for place in (pulled, source):
        subprocess.run(["umount", "--lazy", str(place)], check=True)

    reading = media / "READING"
    mount(reading, "-t", "tmpfs", "-o", "size=8m,ro", "tmpfs")
    wait_for("the stick", lambda: "READING" in volumes())
    status, answer = visitor.send("READING", "song.flac", SONG)
    check(status == 409 and answer["key"] == "read-only-volume", "a read-only stick is refused", (status, answer))
    subprocess.run(["umount", "--lazy", str(reading)], check=True)
    fat(check, visitor, volumes, media)


def fat(check, visitor, volumes, media):
    image = media.parent / "fat.img"
    if not shutil.which("mkfs.vfat"):
        return print("no mkfs.vfat: no FAT stick", flush=True)
    with open(image, "wb") as file:
        file.truncate(128 << 20)
    subprocess.run(["mkfs.vfat", "-F", "32", str(image)], check=True, stdout=subprocess.DEVNULL)
    place = media / "FAT"
    place.mkdir()
    options = "loop,utf8,flush,iocharset=utf8"
    if subprocess.run(["mount", "-o", options, str(image), str(place)], check=False, stderr=subprocess.DEVNULL).returncode:
        return print("no right to mount a FAT stick", flush=True)
    wait_for("the stick", lambda: "FAT" in volumes())
    check(visitor.send("FAT", "Album/Song.flac", SONG)[0] == 201, "a song goes onto FAT")
    other = SONG[:-1] + bytes([SONG[-1] ^ 1])
    status, answer = visitor.send("FAT", "ALBUM/SONG.flac", other)
    check(status == 201 and answer["file"].endswith("SONG (2).flac"), "another case is the same name there", answer)
    check(visitor.received("FAT", "long.wav", 4 << 30)[1]["key"] == "file-too-large", "4 GiB are too much for FAT")
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=64, help="size of the long file")
    options = parser.parse_args()
    tally = Tally()
    with work_folder() as work:
        music, media = work / "music", work / "media"
        music.mkdir()
        media.mkdir()
        shutil.copytree(ROOT / "Fixtures/album", music / "album")
        mounted = str(media) if MAY_MOUNT else "off"
        with Daemon("--music", str(music), "--mount-root", mounted, "--output", "null", "--autoplay", "off") as daemon:
            daemon.start()
            client = daemon.connect()
            wait_for("the library", lambda: int(client.pairs("stats")["songs"]) > 2 and not client.is_scanning())
            for line in ('add "album"', "repeat 1", "play"):
                client.command(line)
            gateway = Gateway(daemon.socket, daemon.folder / "web.log")
            try:
                visitor = Visitor(gateway)
                twice(tally.check, visitor, music, "music")
                names(tally.check, visitor, music, "music")
                stopped(tally.check, visitor, music, "music")
                resumed(tally.check, visitor, client, music, "music", wave(options.megabytes << 20, 2))
                memory = next(line for line in pathlib.Path(f"/proc/{gateway.process.pid}/status").read_text().splitlines()
                              if line.startswith("VmHWM")).split()[1]
                tally.check(int(memory) <= 24 << 10 or "debug" in program(), "jukebox-web has at most 24 MiB", memory)
                engine = client.pairs("engine")
                tally.check(engine["underruns"] == "0", "no gap in the sound", engine)
                tally.check(client.status()["state"] == "play", "the music plays")
                if MAY_MOUNT:
                    sticks(tally.check, visitor, client, daemon, media)
            finally:
                gateway.close()
    tally.close()


MAY_MOUNT = apart("--mount", as_user=False)
main()
