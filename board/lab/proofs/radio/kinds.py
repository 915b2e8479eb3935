"""The part `kinds` of the proof `radio`: stations whose songs are of one kind after the other, and files of every kind by URL. What
sounds is read from a further output, and its pitch says which song it is."""
import array
import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time

from lib import Daemon, program, wait_for

from .server import Server

RATE, SECONDS = 44_100, 4
# Name, ffmpeg's options, rate and channels of each song of a station.
LINKS = [
    ("Vorbis", ["-c:a", "libvorbis", "-f", "ogg"], 44_100, 2), ("FLAC, mono", ["-c:a", "flac", "-f", "ogg"], 48_000, 1),
    ("Opus", ["-c:a", "libopus", "-f", "ogg"], 48_000, 2), ("FLAC", ["-c:a", "flac", "-f", "ogg"], 44_100, 2),
    ("FLAC again", ["-c:a", "flac", "-f", "ogg"], 44_100, 2), ("Vorbis, 22 kHz", ["-c:a", "libvorbis", "-f", "ogg"], 22_050, 1),
]
BARE = [
    ("MP3", ["-c:a", "libmp3lame", "-f", "mp3"], 44_100, 2), ("AAC", ["-c:a", "aac", "-f", "adts"], 44_100, 2),
    ("MP3, mono", ["-c:a", "libmp3lame", "-f", "mp3"], 22_050, 1), ("Vorbis", ["-c:a", "libvorbis", "-f", "ogg"], 44_100, 2),
    ("AC-3", ["-c:a", "ac3", "-f", "ac3"], 48_000, 2), ("FLAC", ["-c:a", "flac", "-f", "flac"], 44_100, 2),
    ("AAC, 32 kHz", ["-c:a", "aac", "-f", "adts"], 32_000, 2),
]
FILES = {
    "end.m4a": ["-c:a", "aac"], "front.m4a": ["-c:a", "aac", "-movflags", "+faststart"], "alac.m4a": ["-c:a", "alac"], "t.aac": [],
    "t.mka": ["-c:a", "libmp3lame"], "t.webm": ["-c:a", "libopus"], "t.wma": [], "t.wv": [], "t.tta": [], "t.flac": [], "t.oga":
    ["-c:a", "flac", "-f", "ogg"], "t.opus": [], "t.ogg": ["-c:a", "libvorbis"], "t.mp3": ["-c:a", "libmp3lame"], "t.aiff": [],
}
LIES = [("MP3 as audio/aac", "t.mp3", "audio/aac"), ("MP3 as audio/aacp", "t.mp3", "audio/aacp"), ("AAC as audio/mpeg", "t.aac",
        "audio/mpeg"), ("Ogg as audio/mpeg", "t.ogg", "audio/mpeg"), ("FLAC as audio/ogg", "t.flac", "audio/ogg"),
        ("MP3 as video/mp2t", "t.mp3", "video/mp2t"), ("Opus as text/plain", "t.opus", "text/plain")]


def sound(hertz, seconds, options, rate=RATE, channels=2, title=None, name=None):
    """An encoded tone."""
    words = ["-metadata", f"title={title}", "-metadata", "artist=Somebody"] if title else []
    command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"sine={hertz}:d={seconds}:r={rate}", "-ac", str(channels), "-af",
               "volume=6", *options, *words, name or "-"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


class Ear:
    """A jukebox with a further output whose samples are stored."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-proof."))
        (self.folder / "music").mkdir()
        self.samples, self.pipe = array.array("h"), self.folder / "recorder"
        (self.folder / "c.ini").write_text(f"[output recorder]\ntype = pipe\npath = {self.pipe}\nformat = {RATE}:16:2\n")
        self.helper = subprocess.Popen([program("jukebox-decoder"), "--listen", str(self.folder / "decoder")],
                                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.daemon = Daemon("--music", str(self.folder / "music"), "--mount-root", "off", "--output", "null", "--autoplay", "off",
                             "--config", str(self.folder / "c.ini"), environment={"JUKEBOX_DECODER": str(self.folder / "decoder")})

    def __enter__(self):
        wait_for("jukebox-decoder", (self.folder / "decoder").exists)
        self.client = self.daemon.start().connect()
        wait_for("the recorder's pipe", self.pipe.exists)
        threading.Thread(target=self.listen, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.daemon.close()
        self.helper.kill()
        self.helper.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def listen(self):
        rest = b""
        with open(self.pipe, "rb", buffering=0) as pipe:
            while data := pipe.read(65536):
                data = rest + data
                whole = len(data) // 4 * 4
                rest = data[whole:]
                self.samples.frombytes(data[:whole])

    def begin(self, url):
        self.client.command("clear")
        time.sleep(0.3)
        self.start = len(self.samples)
        self.client.command(f'add "{url}"')
        self.client.command("play")

    def pitches(self):
        """In Hz, of each half second since the beginning; 0 for silence."""
        left = self.samples[self.start::2]
        found = []
        for start in range(0, len(left) - RATE // 2, RATE // 2):
            part = left[start:start + RATE // 2]
            crossings = sum(a < 0 <= b for a, b in zip(part, part[1:]))
            found.append(0 if max(part) < 300 else 2 * crossings)
        return found

    def songs(self):
        """The pitches, rounded, with the number of half seconds of each."""
        return [(pitch, sum(1 for _ in same)) for pitch, same in itertools.groupby(round(each / 100) * 100 for each in self.pitches())]


def station(server, path, songs, kind, burst=2):
    """One song after the other, in real time, for ever."""
    def send(handler, _ending, _query):
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("icy-name", "Radio Kinds")
        handler.send_header("Connection", "close")
        handler.end_headers()
        start = time.monotonic()
        for number, song in enumerate(itertools.cycle(songs)):
            for piece in range(40):
                handler.wfile.write(song[len(song) * piece // 40:len(song) * (piece + 1) // 40])
                time.sleep(max(0, number * SECONDS + piece / 10 - burst - (time.monotonic() - start)))
    setattr(server.RequestHandlerClass, "send_" + path, send)


def changes(tally, ear, server):
    """Stations whose songs are of one kind after the other."""
    titles = []

    def watch(client):
        while not titles or titles[-1] is not None:
            song = client.pairs("currentsong")
            if (words := (song.get("Artist"), song.get("Title"))) not in titles:
                titles.append(words)
            time.sleep(0.1)
    for name, kinds, cut in (("links of an Ogg station", LINKS, 0), ("kinds without a container", BARE, 0),
                             ("kinds that are cut within a frame", BARE, 333)):
        songs = [sound(300 + 100 * number, SECONDS, options, rate, channels, f"Song {number}")
                 for number, (_, options, rate, channels) in enumerate(kinds)]
        station(server, "kinds", [song[:len(song) - cut] for song in songs], "audio/mpeg")
        ear.begin(f"{server.base}/kinds")
        titles.clear()
        watcher = threading.Thread(target=watch, args=(type(ear.client)(ear.client.socket.getpeername()),), daemon=True)
        watcher.start()
        time.sleep(SECONDS * len(kinds) + 0.5)
        titles.append(None)
        watcher.join()
        status, heard = ear.client.status(), ear.songs()
        clear = {pitch: count for pitch, count in heard if count > 1}
        wanted = {300 + 100 * number for number in range(len(kinds))}
        print(f"  {name}: {' '.join(f'{pitch}x{count}' for pitch, count in heard)}")
        tally.check(wanted <= set(clear) | {0} and set(clear) <= wanted | {0} and clear.get(0, 0) <= 2 and "error" not in status,
                    f"{name}: each sounds, and nothing else", f"{heard} {status.get('error')}")
        if kinds is LINKS:
            found = [words for words in titles if words and words[1]]
            tally.check([("Somebody", f"Song {number}") for number in range(len(kinds))] == found[:len(kinds)],
                        "comments of links are Artist and Title", found)


def files(tally, ear, server, folder):
    """Files by URL, from a server that sends parts, and from one that does not."""
    made = {}
    for name, options in FILES.items():
        sound(440, 20, options, name=str(folder / name))
        made[name] = (folder / name).read_bytes()

    def send_parts(handler, _ending, query):
        data, first = made[query["of"]], 0
        wanted = handler.headers.get("Range") if "whole" not in query else None
        if wanted:
            first = int(wanted.removeprefix("bytes=").split("-")[0])
        handler.send_response(206 if wanted else 200)
        if wanted:
            handler.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        if "whole" not in query:
            handler.send_header("Accept-Ranges", "bytes")
        handler.send_header("Content-Type", query.get("type", "application/octet-stream"))
        handler.send_header("Content-Length", str(len(data) - first))
        handler.end_headers()
        handler.wfile.write(data[first:])
    server.RequestHandlerClass.send_parts = send_parts
    for name in FILES:
        for query in ("", "&whole=1"):
            ear.begin(f"{server.base}/parts?of={name}{query}")
            wait_for(f"{name} or a reason", lambda: (status := ear.client.status()).get("error")
                     or float(status.get("elapsed", 0)) > 1, 10)
            status = ear.client.status()
            if query and name in ("end.m4a", "alac.m4a"):
                tally.check("index" in status.get("error", ""), f"{name} without parts says why: {status.get('error')}", status)
                continue
            length = float(status.get("duration", 0))
            good = "error" not in status and (query or abs(length - 20) < 0.1)
            if not query and good:
                ear.client.command("seekcur 15")
                wait_for("the place", lambda: 15 <= float(ear.client.status()["elapsed"]) < 18, 10)
            print(f"  {name:10} {'whole' if query else 'parts'}: duration {length}")
            tally.check(good, f"{name} {'in order' if query else 'in parts, with its length and a seek'} plays", status)

    def send_list(handler, _ending, query):
        inner = f"{server.base}/list" if "deep" in query else f"{server.base}/parts?of=t.mp3"
        text = (f"#EXTM3U\n{inner}\n" if "deep" in query else f"[playlist]\nFile1={inner}\nNumberOfEntries=1\n").encode()
        handler.send_response(416 if handler.headers.get("Range") else 200)
        handler.send_header("Content-Type", "audio/x-scpls")
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)
    server.RequestHandlerClass.send_list = send_list
    for name, query in (("a list", ""), ("a list that a list names", "?deep=1")):
        ear.begin(f"{server.base}/list{query}")
        wait_for(f"{name} or a reason", lambda: (status := ear.client.status()).get("error")
                 or float(status.get("elapsed", 0)) > 1, 10)
        status = ear.client.status()
        good = "error" not in status and abs(float(status.get("duration", 0)) - 20) < 0.1
        if good:
            ear.client.command("seekcur 15")
            wait_for("the place", lambda: 15 <= float(ear.client.status()["elapsed"]) < 18, 10)
        tally.check(good, f"the file of {name} plays, with its length and a seek", status)
    ear.begin(f"{server.base}/parts?of=t.mp3".replace("127.0.0.1", "münchen.localhost"))
    wait_for("sound or a reason", lambda: (status := ear.client.status()).get("error")
             or float(status.get("elapsed", 0)) > 1, 10)
    tally.check("error" not in ear.client.status(), "a server's name may have any letters", ear.client.status())
    for name, file, kind in LIES:
        ear.begin(f"{server.base}/parts?of={file}&whole=1&type={kind}")
        wait_for(name, lambda: float(ear.client.status().get("elapsed", 0)) > 1.5, 10)
        heard = [pitch for pitch, count in ear.songs() if count > 1]
        tally.check(heard == [400], f"{name} plays", heard)


def kinds(tally):
    server = Server()
    with Ear() as ear:
        changes(tally, ear, server)
        files(tally, ear, server, ear.folder)
        tally.check(ear.client.pairs("engine")["underruns"] == "0", "no underruns", os.getpid())
