"""Further parts of the proof `radio`: each takes its tally, prints its figures, and has a daemon of its own."""
import base64
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

from lib import Daemon, program, wait_for
from lib.mpd import MPD

from .server import Segments, Server, Sounds

# Seconds of the part `cuts`; its own run is longer.
CUT_SECONDS = 60


def plays(client, what="sound", seconds=10):
    """Waits until the stream sounds; the time that took."""
    began = time.monotonic()
    wait_for(what, lambda: (status := client.status()).get("stream") == "playing" and float(status["elapsed"]) > 0, seconds)
    return time.monotonic() - began


def begin(client, url):
    client.command("clear")
    client.command(f'add "{url}"')
    client.command("play")


class Box:
    """A jukebox with some songs, and a jukebox-decoder."""

    def __init__(self, *arguments, songs=("a.flac",), seconds=60):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-proof."))
        (self.folder / "music").mkdir()
        for number, name in enumerate(songs):
            subprocess.run(["sox", "-q", "-n", "-r", "44100", "-c", "2", str(self.folder / "music" / name), "synth", str(seconds),
                            "sine", str(300 + number)], check=True)
        self.helper = subprocess.Popen([program("jukebox-decoder"), "--listen", str(self.folder / "decoder")],
                                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.daemon = Daemon("--music", str(self.folder / "music"), "--mount-root", "off", "--output", "null", "--autoplay", "off",
                             *arguments, environment={"JUKEBOX_DECODER": str(self.folder / "decoder")})
        self.songs = songs

    def __enter__(self):
        wait_for("jukebox-decoder", (self.folder / "decoder").exists)
        self.client = self.daemon.start().connect()
        wait_for("the library", lambda: self.client.knows("", len(self.songs)))
        return self.client

    def __exit__(self, *_):
        self.daemon.close()
        self.helper.kill()
        self.helper.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def formats(tally):
    """First sounds of what jukebox-decoder decodes, of WAVE, and of streams that say nothing of themselves."""
    server = Server()
    for codec in ("aac", "wav", "mp3"):
        Sounds.get(codec)
    for kind in ("ts", "mp4"):
        Segments.get(kind)
    with Box() as client:
        for name, path, limit in (
                ("AAC", "live.aac", 1.5), ("AAC without a burst", "live.aac?burst=0", 2.5),
                ("AAC within a frame, no type", "live.aac?type=none&skip=777", 1.5), ("WAVE", "live.wav?chunked=1", 1.5),
                ("MP3 within a frame, no type", "live.mp3?type=none&skip=777", 1.5),
                ("HLS, MPEG-TS, live window", "hls/ts/live.m3u8", 3), ("HLS, fragmented MP4", "hls/mp4/live.m3u8", 3),
                ("HLS, master playlist", "hls/ts/master.m3u8", 3)):
            begin(client, f"{server.base}/{path}")
            took = plays(client, name, 15)
            wait_for(f"{name} to go on", lambda: float(client.status()["elapsed"]) > 1, 10)
            tally.check(took < limit, f"{name}: first sound after {took:.2f} s", f"limit {limit}")
            print(f"  {name:34} first sound {took:.2f} s")
        elapsed, began = float(client.status()["elapsed"]), time.monotonic()
        time.sleep(12)
        gone = float(client.status()["elapsed"]) - elapsed - (time.monotonic() - began)
        tally.check(abs(gone) < 0.3, "HLS plays 12 s on without a gap", f"{gone:+.2f} s")
        begin(client, f"{server.base}/hls/ts/ends.m3u8")
        plays(client, "HLS", 15)
        began = time.monotonic()
        wait_for("its end", lambda: client.status()["state"] == "stop", 20)
        tally.check(4 < time.monotonic() - began < 8, "HLS with EXT-X-ENDLIST ends after its 6 s", time.monotonic() - began)
        tally.check("error" not in client.status(), "without an error", client.status())


def ends(tally):
    """A station that ends is reconnected, a file that ends is followed by the next entry."""
    server = Server()
    with Box() as client:
        for name, query in (("closed", "ends=2"), ("in chunks", "ends=2&chunked=1")):
            begin(client, f"{server.base}/live.mp3?burst=1&{query}")
            client.command("add a.flac")
            plays(client)
            count = len(server.requests)
            wait_for(f"a reconnection, {name}", lambda: len(server.requests) > count + 1, 15)
            gaps = [b[0] - a[0] for a, b in zip(server.requests[count - 1:], server.requests[count:])]
            plays(client)
            tally.check(client.status()["song"] == "0", f"a station that ends, {name}, is no end", client.status())
            print(f"  a station that ends after 2 s, {name:10} requests {', '.join(f'{gap:.2f}' for gap in gaps)} s apart")
        for name, query in (("of a media server, with ICY headers", "chunked=1&dlna=1"), ("in chunks, without any", "chunked=1&plain=1")):
            begin(client, f"{server.base}/live.mp3?burst=10&fast=1.1&sound=3&{query}")
            client.command("add a.flac")
            count = len(server.requests)
            plays(client)
            began = time.monotonic()
            wait_for("the next song", lambda: client.status()["song"] == "1", 10)
            tally.check(len(server.requests) <= count + 1, f"a stream {name}, ends", server.requests[count:])
            print(f"  a stream of 3 s {name:36} next song {time.monotonic() - began:.2f} s after its first sound")
        # The last one stops, also with repeat on: clients of Music Assistant wait for that.
        begin(client, f"{server.base}/file.mp3?seconds=1.5")
        plays(client)
        wait_for("its end", lambda: client.status()["state"] == "stop", 10)
        tally.check("error" not in client.status(), "a file by URL ends", client.status())


def beside_mpd(tally):
    """Name, Title and idle of the same station at the same time."""
    server = Server()
    url = f"{server.base}/live.mp3?every=2&interval=1024"
    with Box() as client, tempfile.TemporaryDirectory() as music, MPD(music, paced=True) as mpd:
        seen = {}
        for name, connection, watcher in (("jukebox", client, None), ("MPD", mpd.client, mpd.connect())):
            watcher = watcher or type(client)(client.socket.getpeername())
            events, titles = [], []
            begin(connection, url)
            wait_for(f"sound of {name}", lambda c=connection: "Title" in c.pairs("currentsong"), 15)
            until = time.monotonic() + 9
            watcher.command("idle player") if name == "MPD" else None
            while time.monotonic() < until:
                watcher.send("idle player")
                watcher.socket.settimeout(max(0.05, until - time.monotonic()))
                try:
                    events.append(watcher.lines())
                except TimeoutError:
                    break
                titles.append(connection.pairs("currentsong").get("Title"))
            song = connection.pairs("currentsong")
            seen[name] = {key: song.get(key) for key in ("file", "Name", "Pos")} | {"Time": "Time" in song}
            distinct = list(dict.fromkeys(titles))
            print(f"  {name:8} idle player {len(events)} times in 9 s, titles {distinct}, status {connection.status().get('audio')}")
            tally.check(3 <= len(distinct) <= 6 and all(each == ["changed: player"] for each in events),
                        f"{name}: idle player at each new title", f"{events} {titles}")
            connection.command("stop")
        tally.check(seen["jukebox"] == seen["MPD"], "currentsong as MPD", seen)


class Icecast:
    """Debian's icecast2 on a port of its own."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" if os.geteuid() == 0 else ""
        os.chmod(folder, 0o777)
        (folder / "icecast.xml").write_text(f"""<icecast>
<limits><sources>4</sources><burst-size>65535</burst-size></limits>
<authentication><source-password>word</source-password><admin-user>admin</admin-user><admin-password>word</admin-password></authentication>
<hostname>localhost</hostname><listen-socket><port>{self.port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
<paths><logdir>{folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
<logging><errorlog>error.log</errorlog><loglevel>3</loglevel></logging>
<security><chroot>0</chroot>{owner}</security></icecast>""")
        self.process = subprocess.Popen(["icecast2", "-c", str(folder / "icecast.xml")], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{self.port}"
        wait_for("icecast2", self.answers, 10, 0.05)

    def answers(self):
        try:
            return urllib.request.urlopen(f"{self.base}/status-json.xsl").status == 200
        except OSError:
            return False

    def source(self, mount, *codec):
        """ffmpeg, which sends a tone in real time."""
        process = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-re", "-f", "lavfi", "-i", "sine=f=440:r=44100", "-ac", "2", *codec, "-ice_name", "Radio Ice",
             "-content_type", "audio/mpeg" if mount.endswith("mp3") else "application/ogg",
             f"icecast://source:word@127.0.0.1:{self.port}/{mount}"], stdin=subprocess.DEVNULL)
        wait_for(f"the mount {mount}", lambda: mount in urllib.request.urlopen(f"{self.base}/status-json.xsl").read().decode(), 20, 0.1)
        return process

    def title(self, mount, text):
        query = urllib.parse.urlencode({"mount": f"/{mount}", "mode": "updinfo", "song": text})
        words = base64.b64encode(b"admin:word").decode()
        urllib.request.urlopen(urllib.request.Request(f"{self.base}/admin/metadata?{query}", headers={"Authorization": f"Basic {words}"}))


def icecast(tally):
    """Stations of Debian's Icecast: titles, and a source that goes and comes back."""
    if not shutil.which("icecast2"):
        raise SystemExit("icecast2 is not installed: apt-get install --no-install-recommends icecast2")
    sources = []
    with Box() as client, tempfile.TemporaryDirectory() as folder:
        server = Icecast(pathlib.Path(folder))
        try:
            for mount, codec in (("live.mp3", ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"]),
                                 ("live.ogg", ["-c:a", "libvorbis", "-b:a", "128k", "-f", "ogg"])):
                sources.append(server.source(mount, *codec))
                time.sleep(3)                     # Icecast has a burst once it has gathered one
                begin(client, f"{server.base}/{mount}")
                client.command("add a.flac")
                took = plays(client, mount, 15)
                print(f"  icecast {mount:9} first sound {took:.2f} s")
                tally.check(took < 1.5 and client.pairs("currentsong").get("Name") == "Radio Ice", f"icecast: {mount} sounds and has its name",
                            f"{took:.2f} s, {client.pairs('currentsong')}")
                if mount.endswith("mp3"):
                    for title in ("Jürgen – Lied", "It's \"two\"; StreamUrl"):
                        server.title(mount, title)
                        began = time.monotonic()
                        wait_for(f"the title {title}", lambda t=title: client.pairs("currentsong").get("Title") == t, 15)
                        print(f"  icecast title heard {time.monotonic() - began:.2f} s after the change")
                    tally.check(True, "icecast: titles change as the admin says")
                sources[-1].kill()
                sources[-1].wait()
                wait_for("the source to be missed", lambda: client.status().get("stream") == "waiting", 30)
                error = client.status().get("error", "")
                time.sleep(5)
                tally.check(client.status()["song"] == "0", f"icecast: source gone, the station is waited for: {error}", client.status())
                sources.append(server.source(mount, *codec))
                began = time.monotonic()
                wait_for("sound again", lambda: client.status().get("stream") == "playing", 40)
                print(f"  icecast {mount:9} source back, sound again after {time.monotonic() - began:.2f} s")
                tally.check(time.monotonic() - began < 20, "icecast: source back, it sounds", time.monotonic() - began)
        finally:
            for process in (*sources, server.process):
                process.kill()
                process.wait()


def network(tally):
    """Servers that say nothing, or too slowly; local songs beside them."""
    server = Server()
    with Box("--volume", "50", songs=("a.flac", "b.flac", "c.flac")) as client:
        def skips():
            """The median time from `next` to its first frame."""
            for _ in range(40):
                starts = client.pairs("engine")["starts"]
                client.command("next")
                wait_for("a skip", lambda s=starts: client.pairs("engine")["starts"] != s, 10, 0.01)
            return int(client.pairs("engine")["command_latency_p50_us"]) / 1000
        client.command("clear")
        client.command("add /")
        client.command("repeat 1")
        client.command("play")
        wait_for("music", lambda: float(client.status().get("elapsed", 0)) > 0.2)
        alone = skips()
        waiting = [type(client)(client.socket.getpeername()) for _ in range(6)]
        for number, each in enumerate(waiting):
            each.send(f'announce "{server.base}/silent/{number}.mp3"' if number % 2 else f'load "{server.base}/silent/{number}.m3u"')
        wait_for("their requests", lambda: sum("silent" in path for _, path in server.requests) >= 3)
        beside = skips()
        engine = client.pairs("engine")
        print(f"  skips of local songs: {alone:.1f} ms alone, {beside:.1f} ms beside six fetches from a dead server")
        tally.check(engine["underruns"] == "0" and beside <= alone + 5, "local songs play and skip beside a dead network",
                    f"{engine['underruns']} underruns, {alone:.1f} and {beside:.1f} ms")
        for path, least, most, reason in (("loris", 7, 20, "no data"), ("silent", 18, 25, "no answer"), ("slow", 18, 25, "no answer")):
            begin(client, f"{server.base}/{path}")
            began = time.monotonic()
            wait_for(f"{path} to be given up", lambda: client.status().get("error"), 40)
            took, status = time.monotonic() - began, client.status()
            tally.check(least < took < most and reason in status["error"], f"/{path} is given up after {took:.1f} s: {status['error']}", status)
            print(f"  /{path:7} given up after {took:.1f} s: {status['error']}")
            began = time.monotonic()
            client.command("clear")
            client.command("add a.flac")
            client.command("play")
            wait_for("local music", lambda: float(client.status().get("elapsed", 0)) > 0, 5)
            tally.check(time.monotonic() - began < 0.5, f"after /{path} a song plays at once", time.monotonic() - began)


def cuts(tally, seconds=CUT_SECONDS):
    """A station that is cut off every 20 s, or 6 s in a short run: memory, descriptors and children stay as they are."""
    server = Server()
    every = 20 if seconds > 120 else 6
    box = Box()
    with box as client:
        begin(client, f"{server.base}/live.mp3?ends={every}&burst=2&every=3")
        plays(client)
        process = pathlib.Path(f"/proc/{box.daemon.process.pid}")

        def look():
            memory = next(int(line.split()[1]) for line in (process / "status").read_text().splitlines() if line.startswith("VmRSS"))
            children = len((process / f"task/{process.name}/children").read_text().split())
            return memory, len(os.listdir(process / "fd")), children, len(os.listdir(process / "task"))
        time.sleep(every)
        measured, silent, polls, until = [], 0, 0, time.monotonic() + seconds
        while time.monotonic() < until:
            time.sleep(0.5)
            polls += 1
            status = client.status()
            silent += status.get("stream") != "playing"
            if status.get("stream") == "playing" and polls % 4 == 0:
                measured.append(look())
            if status["song"] != "0" or status["state"] != "play":
                tally.check(False, "the station stays", status)
                break
        third = len(measured) // 3
        first, last = ([statistics.median(each[part] for each in some) for part in range(4)]
                       for some in (measured[:third], measured[-third:]))
        connections = len(server.requests)
        print(f"  {connections} connections in {seconds + every} s; from the first to the last third: memory {first[0] / 1024:.1f} to "
              f"{last[0] / 1024:.1f} MiB, descriptors {first[1]:.0f} to {last[1]:.0f}, children {first[2]:.0f} to {last[2]:.0f}, threads "
              f"{first[3]:.0f} to {last[3]:.0f}; silent at {silent} of {polls} looks; underruns {client.pairs('engine')['underruns']}")
        tally.check(last[0] <= first[0] * 1.03 + 512 and last[1:] == first[1:], "cuts: memory, descriptors, children and threads stay",
                    f"{first} {last}")
        tally.check(connections >= seconds / (every + 3), "cuts: each is followed by a connection", connections)


def slow(tally):
    """Lines that are too slow for their station: few long waits, each with its reason, instead of a gap each second."""
    server = Server()
    with Box() as client:
        for fast in (0.95, 0.75, 0.25):
            begin(client, f"{server.base}/live.mp3?burst=0&fast={fast}")
            plays(client)
            waits, reasons, state, end = 0, 0, "playing", time.monotonic() + 30
            while time.monotonic() < end:
                status = client.status()
                if state == "playing" and status["stream"] == "buffering":
                    waits += 1
                    reasons += "too slowly" in status.get("error", "")
                state = status["stream"]
                time.sleep(0.05)
            tally.check(1 <= waits <= 4 and reasons == waits, f"a line of {fast:.0%} of the rate: {waits} waits in 30 s, {reasons} with a reason", "")
