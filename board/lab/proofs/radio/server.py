"""A radio server that behaves well or badly, as the path of each URL says; for the proof `radio`.

Sound is a tone whose pitch says which stream it is. A live path sends it in real time, after a burst of `burst` seconds; titles
count up with the seconds since the server began.
"""
import http.server
import socketserver
import subprocess
import threading
import time
import urllib.parse

from lib import work_folder

CODECS = {
    "mp3": (["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"], "audio/mpeg"),
    "flac": (["-c:a", "flac", "-f", "flac"], "audio/flac"),
    "ogg": (["-c:a", "libvorbis", "-b:a", "128k", "-f", "ogg"], "audio/ogg"),
    "opus": (["-c:a", "libopus", "-b:a", "96k", "-f", "ogg"], "application/ogg"),
    "aac": (["-c:a", "aac", "-b:a", "96k", "-f", "adts"], "audio/aac"),
    "wav": (["-c:a", "pcm_s16le", "-f", "wav"], "audio/wav"),
}
SECONDS = 60


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, context=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.port = self.server_address[1]
        self.base = f"{'https' if context else 'http'}://127.0.0.1:{self.port}"
        if context:
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.began = time.monotonic()
        # Paths of all requests, with their times.
        self.requests = []
        # While set, connections are refused with 503, and live streams end.
        self.is_down = False
        self.gone = set()
        self.files = {}
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request, client_address):
        pass


class Sounds:
    """Encoded tones, made once."""
    made = {}
    lock = threading.Lock()

    @classmethod
    def get(cls, codec, hertz=440, seconds=SECONDS):
        with cls.lock:
            key = (codec, hertz, seconds)
            if key not in cls.made:
                options, _ = CODECS[codec]
                cls.made[key] = subprocess.run(
                    ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"sine=f={hertz}:r=44100:d={seconds}", "-ac", "2", "-af",
                     "volume=8", *options, "-"], check=True, stdout=subprocess.PIPE).stdout
            return cls.made[key]


class Segments:
    """A tone as segments of 2 s, in MPEG-TS or fragmented MP4, made once."""
    made = {}
    lock = threading.Lock()

    @classmethod
    def get(cls, kind):
        """The bytes before the segments, and those."""
        with cls.lock:
            if kind not in cls.made:
                with work_folder() as folder:
                    subprocess.run(
                        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"sine=f=440:r=44100:d={SECONDS}", "-ac", "2", "-c:a",
                         "aac", "-b:a", "96k", "-f", "hls", "-hls_time", "2", "-hls_list_size", "0", "-hls_segment_type",
                         "mpegts" if kind == "ts" else "fmp4", "-hls_fmp4_init_filename", "head", "-hls_segment_filename",
                         str(folder / "%03d.part"), str(folder / "list.m3u8")], check=True)
                    head = (folder / "head").read_bytes() if kind != "ts" else b""
                    cls.made[kind] = head, [each.read_bytes() for each in sorted(folder.glob("*.part"))]
            return cls.made[kind]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *_):
        pass

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(parts.query))
        self.server.requests.append((time.monotonic(), self.path))
        name = parts.path.strip("/").split("/")[0].split(".")[0] or "nothing"
        ending = parts.path.rsplit(".", 1)[-1]
        try:
            if parts.path in self.server.files:
                kind, data = self.server.files[parts.path]
                self.whole(data, kind)
            elif hasattr(self, "send_" + name):
                getattr(self, "send_" + name)(ending, query)
            else:
                self.send_error(404)
        except OSError:
            pass
        self.close_connection = True

    def whole(self, data, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def send_file(self, ending, query):
        self.whole(Sounds.get(ending, int(query.get("hertz", 440)), float(query.get("seconds", 2))), CODECS[ending][1])

    def send_live(self, ending, query):
        """A station: `burst`, `ends` after seconds, `sound` (seconds of it until the end), `interval` (of ICY), `stalls` after seconds,
        `charset`, `fast` (times real time), `chunked`, `dlna` (as Music Assistant), `plain` (no ICY headers), `skip` (bytes)."""
        if self.server.is_down:
            return self.send_error(503)
        data = Sounds.get(ending, int(query.get("hertz", 440)))
        rate = len(data) / SECONDS * float(query.get("fast", 1))
        burst = float(query.get("burst", 2))
        has_titles = self.headers.get("Icy-MetaData") == "1" and ending in ("mp3", "aac") and "plain" not in query
        interval = int(query.get("interval", 4096)) if has_titles else 0
        self.send_response(200)
        if query.get("type") != "none":
            self.send_header("Content-Type", query.get("type", CODECS[ending][1]))
        if "plain" not in query:
            self.send_header("icy-name", query.get("name", "Radio Test"))
            self.send_header("icy-br", "128")
        if interval:
            self.send_header("icy-metaint", str(interval))
        chunked = "chunked" in query
        if "dlna" in query:
            self.send_header("transferMode.dlna.org", "Streaming")
        self.send_header(*(("Transfer-Encoding", "chunked") if chunked else ("Connection", "close")))
        self.end_headers()
        start, sent, left, skip = time.monotonic(), 0, interval, int(query.get("skip", 0))
        most = len(data) / SECONDS * float(query.get("sound", 1e9))
        ends, stalls = float(query.get("ends", 1e9)), float(query.get("stalls", 1e9))

        def write(part):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part) if chunked else part)
        while not self.server.is_down:
            now = time.monotonic() - start
            if now > stalls and "stalled" not in self.server.gone:
                self.server.gone.add("stalled")
                time.sleep(30)
            if now > ends or sent >= most:
                if chunked:
                    self.wfile.write(b"0\r\n\r\n")
                return None
            due = min(int((now + burst) * rate), most)
            while sent < due:
                part = data[(sent + skip) % len(data):][:min(1024, left or 1024)]
                write(part)
                sent += len(part)
                if interval:
                    left -= len(part)
                    if left == 0:
                        left = interval
                        write(self.metadata(query))
            time.sleep(0.02)

    def metadata(self, query):
        text = query.get("title", "Song {}").format(int((time.monotonic() - self.server.began) // float(query.get("every", 1))))
        raw = b"StreamTitle='" + text.encode(query.get("charset", "utf-8")) + b"';StreamUrl='';"
        blocks = (len(raw) + 15) // 16
        if getattr(self, "last_title", None) == raw:
            return b"\0"
        self.last_title = raw
        return bytes([blocks]) + raw.ljust(blocks * 16, b"\0")

    def send_hop(self, ending, query):
        left = int(query["left"])
        self.send_response(302)
        self.send_header("Location", f"/hop?left={left - 1}" if left > 1 else "/live.mp3")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send_elsewhere(self, ending, query):
        self.send_response(302)
        self.send_header("Location", query["to"])
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send_heads(self, ending, query):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            self.wfile.write(b"X-More: " + b"x" * 1000 + b"\r\n")

    def send_hls(self, ending, query):
        """`/hls/KIND/live.m3u8`: a window of 5 segments; `master.m3u8` leads to it, `ends.m3u8` has 3 segments in all."""
        kind = self.path.split("/")[2]
        head, segments = Segments.get(kind)
        name = urllib.parse.urlsplit(self.path).path.rsplit("/", 1)[1]
        if name == "head":
            return self.whole(head, "video/mp4")
        if name == "part":
            return self.whole(segments[int(query["n"]) % len(segments)], "application/octet-stream")
        text = "#EXTM3U\n#EXT-X-VERSION:7\n"
        if name == "master.m3u8":
            text += ('#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.4d401f,mp4a.40.2"\nvideo.m3u8\n'
                     '#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"\nlive.m3u8\n')
        else:
            first, count = (0, 3) if name == "ends.m3u8" else (int((time.monotonic() - self.server.began) / 2), 5)
            text += f"#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:{first}\n" + '#EXT-X-MAP:URI="head"\n' * bool(head)
            text += "".join(f"#EXTINF:2.0,\npart?n={n}\n" for n in range(first, first + count))
            text += "#EXT-X-ENDLIST\n" * (name == "ends.m3u8")
        self.whole(text.encode(), "application/vnd.apple.mpegurl")
        return None

    def send_silent(self, ending, query):
        """A server that takes the request and says nothing."""
        time.sleep(120)

    def send_slow(self, ending, query):
        """A head that never ends, a byte a second."""
        for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 100:
            self.wfile.write(bytes([byte]))
            time.sleep(1)

    def send_loris(self, ending, query):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
        while True:
            self.wfile.write(b"\xff")
            time.sleep(1)

    def send_rubbish(self, ending, query):
        self.whole(bytes(range(1, 256)) * 20_000, "audio/mpeg")

    def send_page(self, ending, query):
        self.whole(b"<html>no sound</html>" * 100, "text/html")

    def send_huge(self, ending, query):
        self.send_response(200)
        self.send_header("Content-Type", "audio/mpeg")
        self.send_header("Connection", "close")
        self.end_headers()
        while True:
            self.wfile.write(bytes(1 << 20))


if __name__ == "__main__":
    server = Server()
    print(server.base, flush=True)
    threading.Event().wait()
