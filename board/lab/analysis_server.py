#!/usr/bin/env python3
"""A server that analyses songs for other jukeboxes: an example for `[analysis] remote`.

It wraps jukebox-analyzer, so that a strong machine can analyse for a weak board:

    board/lab/analysis_server.py --listen 0.0.0.0 --port 8080

and on the board in /etc/jukebox.ini:

    [analysis]
    remote = http://192.0.2.5:8080/analyze

It takes POST /analyze with the sound as the field `file` of a multipart form, and answers JSON as
docs/analysis.md describes it. It has no password: let only your own network reach it. Files are not
kept. At most --jobs analyses run at a time; further ones are answered 503, and the jukebox tries again.
"""
import argparse
import contextlib
import email.parser
import email.policy
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
FAULTS = ("slow", "drop", "500", "500-once", "413", "415", "400", "garbage", "too-large", "wrong-type", "html", "deep", "drip")


def find_analyzer():
    folders: list[str | pathlib.Path | None] = [os.environ.get("JUKEBOX_BIN"), ROOT / ".build/release", ROOT / ".build/debug"]
    found = [pathlib.Path(folder) / "jukebox-analyzer" for folder in folders if folder]
    return next((str(path) for path in found if path.exists()), None) or shutil.which("jukebox-analyzer")


class Refused(Exception):
    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def analyse(analyzer, path):
    """The output of jukebox-analyzer, in the form of the answer."""
    done = subprocess.run([analyzer, "--json", "--notes", path], capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.strip().removeprefix(f"jukebox-analyzer: {path}: ")
        raise Refused(422 if why in ("silent", "too-short", "too-long") else 415, f"the file has no analysis: {why}")
    found = json.loads(done.stdout)
    answer = {name: found[name] for name in ("duration", "tempo", "tempo_confidence", "beats", "downbeats",
                                             "key_confidence") if name in found}
    if "key" in found:
        answer["key"], mode = found["key"].split(":")
        answer["mode"] = {"maj": "major", "min": "minor"}[mode]
    answer["chords"] = [{"start": start, "end": end, "chord": chord, "confidence": confidence}
                        for start, end, chord, confidence in found.get("chords", [])]
    answer["notes"] = [{"start": start, "end": end, "pitch": pitch, "velocity": velocity, "confidence": confidence}
                       for start, end, pitch, velocity, confidence in found.get("notes", [])]
    return answer


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "jukebox-analysis"
    server: "Server"

    def log_message(self, *words):
        if not self.server.options.quiet:
            super().log_message(*words)

    def answer(self, status, content, kind="application/json"):
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if status >= 300:
            # Unread bytes of the request must not become the next one.
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(405, {"error": "POST a sound file to /analyze"})

    def do_POST(self):
        try:
            self.server.posts += 1
            if self.path != "/analyze":
                raise Refused(404, "POST to /analyze")
            fault = self.server.options.fault
            with tempfile.TemporaryDirectory() as folder:
                path = self.receive(folder)
                if not fault or (fault == "500-once" and self.server.posts > 1):
                    if not self.server.places.acquire(blocking=False):
                        raise Refused(503, "all places are taken")
                    try:
                        self.answer(200, analyse(self.server.options.analyzer, path))
                    finally:
                        self.server.places.release()
                else:
                    self.fail(fault)
        except Refused as why:
            self.answer(why.status, {"error": str(why)})
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def receive(self, folder):
        """Writes the field `file` into a folder; its path."""
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 < length <= self.server.options.limit << 20:
            # Who is still sending when the connection closes may not read the answer.
            for _ in range(min(length, 1 << 30) >> 16):
                self.rfile.read(1 << 16)
            raise Refused(413, f"at most {self.server.options.limit} MiB are taken, with their length")
        boundary = self.headers.get_param("boundary", header="Content-Type")
        if not isinstance(boundary, str):
            raise Refused(400, "a multipart form is expected")
        body = self.rfile.read(length)
        for part in body.split(b"--" + boundary.encode()):
            head, _, content = part.partition(b"\r\n\r\n")
            fields = email.parser.BytesHeaderParser(policy=email.policy.HTTP).parsebytes(head.lstrip(b"\r\n"))
            disposition = fields.get("Content-Disposition")
            if disposition and disposition.params.get("name") == "file":
                suffix = pathlib.PurePath(disposition.params.get("filename") or "").suffix
                path = os.path.join(folder, "sound" + (suffix if re.fullmatch(r"\.\w{1,8}", suffix) else ""))
                self.server.sizes.append(len(content) - 2)
                pathlib.Path(path).write_bytes(content[:-2])
                return path
        raise Refused(400, "the form has no field named file")

    def fail(self, fault):
        """Errors on purpose, for tests."""
        if fault == "slow":
            time.sleep(self.server.options.slowness)
            self.answer(200, {"tempo": 120})
        elif fault == "drop":
            self.close_connection = True
            self.connection.close()
        elif fault in ("500", "500-once"):
            raise Refused(500, "the analysis crashed")
        elif fault == "413":
            raise Refused(413, "at most 1 MiB here")
        elif fault == "415":
            raise Refused(415, "this format is not known here")
        elif fault == "400":
            raise Refused(400, "the file is silent\nand more")
        elif fault == "garbage":
            self.answer(200, b'{"tempo": 12\x00\xff')
        elif fault == "too-large":
            self.answer(200, b'{"chords": [' + b" " * (9 << 20) + b"]}")
        elif fault == "wrong-type":
            self.answer(200, {"tempo": "fast", "chords": {}})
        elif fault == "html":
            self.answer(200, b"<!DOCTYPE html><html>Welcome</html>", "text/html")
        elif fault == "deep":
            self.answer(200, b'{"chords": ' + b"[" * 1_000_000)
        elif fault == "drip":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            for _ in range(int(self.server.options.slowness * 10)):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.1)
            self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        if not self.options.quiet:
            super().handle_error(request, client_address)

    def __init__(self, options):
        super().__init__((options.listen, options.port), Handler)
        self.options = options
        self.places = threading.Semaphore(options.jobs)
        self.posts = 0
        self.sizes = []


def parse(words=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", default="127.0.0.1", metavar="ADDRESS", help="default: this machine alone")
    parser.add_argument("--port", type=int, default=8080, help="default 8080; 0: any free one")
    parser.add_argument("--analyzer", default=find_analyzer(), metavar="PROGRAM", help="path of jukebox-analyzer")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: one per processor")
    parser.add_argument("--limit", type=int, default=512, metavar="MIB", help="of a file; default 512")
    parser.add_argument("--quiet", action="store_true", help="no line for each request")
    parser.add_argument("--fault", choices=FAULTS, help="for tests: fail like this")
    parser.add_argument("--slowness", type=float, default=30, metavar="S", help="seconds of the fault slow")
    options = parser.parse_args(words)
    if not options.analyzer:
        parser.error("jukebox-analyzer is not installed: --analyzer names it")
    return options


def main():
    server = Server(parse())
    print(f"listening on http://{server.options.listen}:{server.server_port}/analyze", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
