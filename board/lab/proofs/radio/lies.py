"""The part `lies` of the proof `radio`: servers that do not keep what they promise, or call things by wrong names. It is heard by the
time that has sounded, or by the reason in status."""
import subprocess
import time

from lib import Ack, wait_for

from .parts import Box, begin, plays
from .server import Handler, Segments, Server, Sounds

SECRET = "user:secretword@"


class Liar(Handler):
    def send_station(self, ending, query):
        """A list, as `type` and without an ending; `body` has `{base}` for the server."""
        self.whole(query["body"].format(base=self.server.base).encode(), query["type"])

    def send_cookie(self, ending, query):
        """It redirects to itself until its cookie comes back."""
        if "seen=1" in self.headers.get("Cookie", ""):
            return self.whole(Sounds.get("mp3", 440, 5), "audio/mpeg")
        self.send_response(302)
        self.send_header("Location", "/cookie")
        self.send_header("Set-Cookie", "seen=1")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None

    def send_parts(self, ending, query):
        """A file whose server promises parts and refuses them with `status`; 200 is all of it, 206 another part."""
        data, status = Sounds.get("mp3", 440, 20), int(query["status"])
        refuses = "Range" in self.headers
        if refuses and status >= 400:
            return self.send_error(status)
        self.send_response(status if refuses else 200)
        if refuses and status == 206:
            self.send_header("Content-Range", f"bytes {len(data) - 10}-{len(data) - 1}/{len(data)}")
            data = data[-10:]
        self.send_header("Content-Type", "audio/mpeg")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        return None

    def send_head(self, ending, query):
        """A head with a line of 200 kB, or with a length below 0."""
        line = b"X-Long: " + b"x" * 200000 if query["with"] == "line" else b"Content-Length: -5"
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n" + line + b"\r\n\r\n")
        self.close_connection = True

    def send_segments(self, ending, query):
        """`/segments/N` of a playlist of six, without the one that is `gone`; `/segments/list.m3u8` begins with a byte order mark."""
        name = self.path.split("?")[0].rsplit("/", 1)[1]
        gone = query["gone"]
        if name == "list.m3u8":
            text = "\ufeff#EXTM3U\n" + "".join(f"#EXTINF:2,\n{n}?gone={gone}\n" for n in range(6)) + "#EXT-X-ENDLIST\n"
            return self.whole(text.encode(), "text/plain")
        if name == gone:
            return self.send_error(404)
        return self.whole(Segments.get("ts")[1][int(name)], "application/octet-stream")

    def send_master(self, ending, query):
        """The best stream is dead."""
        text = ('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"\nnowhere.m3u8\n'
                '#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"\nsegments/list.m3u8?gone=none\n')
        self.whole(text.encode(), "application/vnd.apple.mpegurl")


def lies(tally):
    server = Server()
    server.RequestHandlerClass = Liar
    for codec in (("mp3", 440, 5), ("mp3", 440, 20)):
        Sounds.get(*codec)
    Segments.get("ts")
    box = Box()
    with box as client:
        for name, path in (
                ("M3U as text, without an ending", "station?type=text/plain&body=%23EXTM3U%0A{base}/live.mp3"),
                ("M3U as audio/mpeg", "station?type=audio/mpeg&body=%23EXTM3U%0A{base}/live.mp3"),
                ("M3U as PLS, a blank in the URL", "station?type=audio/x-scpls&body=%23EXTM3U%0A{base}/live.mp3?name=A%20B"),
                ("[Reference]", "station?type=video/x-ms-asf&body=[Reference]%0D%0ARef1={base}/live.mp3"),
                ("a cookie in a redirect", "cookie"), ("a part is answered with 400", "parts?status=400"),
                ("a part is answered with 403", "parts?status=403"), ("a part is answered with 416", "parts?status=416"),
                ("a part is answered with 500", "parts?status=500"), ("a part is answered with all", "parts?status=200"),
                ("a part is answered with another one", "parts?status=206"), ("HLS whose best stream is dead", "master")):
            begin(client, f"{server.base}/{path}")
            took = plays(client, name, 15)
            tally.check("error" not in client.status(), f"{name}: sound after {took:.2f} s", client.status())
        begin(client, f"{server.base}/parts?status=403")
        plays(client)
        client.command("seekcur 15")
        wait_for("the place", lambda: float(client.status()["elapsed"]) > 15.2, 15)
        tally.check(True, "a file of a server that refuses parts is searched through", "")
        for gone in ("2", "0"):
            begin(client, f"{server.base}/segments/list.m3u8?gone={gone}")
            plays(client, "HLS", 15)
            reason = wait_for("the gap to be told", lambda: client.status().get("error"), 10)
            began = time.monotonic()
            wait_for("its end", lambda: client.status()["state"] == "stop", 20)
            tally.check("404" in reason and time.monotonic() - began < 11,
                        f"HLS without its segment {gone} plays the other five once: {reason}", time.monotonic() - began)
        begin(client, f"{server.base}/station?type=text/html&body=nothing%20here")
        wait_for("a reason", lambda: client.status().get("error"), 10)
        tally.check("no sound" in client.status()["error"], "a text is named as such", client.status())
        for name, url, words in (
                ("a line of 200 kB in the head", f"{server.base}/head?with=line", "head is longer than"),
                ("a length below 0", f"{server.base}/head?with=length", "is not HTTP"),
                ("a server without TLS", f"{server.base}/live.mp3".replace("http:", "https:"), "does not answer with TLS"),
                ("a port that there is not", "http://127.0.0.1:99999/live.mp3", "is not valid")):
            begin(client, url)
            reason = wait_for("a reason", lambda: client.status().get("error"), 10)
            tally.check(words in reason, f"{name}: {reason}", words)
        hidden(tally, client, server, box)


def hidden(tally, client, server, box):
    """The name and password of a URL are seen by its server alone."""
    url = f"{server.base}/live.mp3".replace("http://", f"http://{SECRET}")
    begin(client, url)
    plays(client)
    shown = [line for what in ("currentsong", "playlistinfo", "playlist", "status") for line in client.command(what)]
    processes = subprocess.run(["ps", "axo", "args"], capture_output=True, text=True, check=True).stdout
    for line in (f'announce "{url}x"', f'playlistsubscribe "{url}x"', f'load "{url}x"'):
        try:
            shown += client.command(line)
        except Ack as ack:
            shown.append(str(ack))
    shown += client.command("log")
    found = [line for line in [*shown, *(each for each in processes.splitlines() if "jukebox-fetch" in each)] if "secretword" in line]
    tally.check(not found, "no answer, log or list of processes has the password of a URL", found[:3])
