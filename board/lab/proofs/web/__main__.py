"""jukebox-web from outside, by raw sockets: hostile requests, each with its refusal and without an effect at the jukebox;
then a full house beside music: 50 listeners and all indexes of 100,000 songs.

usage: board/lab/run proofs.web [--quick | --only PART]

A part is the name of one of the functions in PARTS, or `house`. --quick: 2,000 songs, and no visitor who is slow for longer than
15 s. Visitors come from 127.0.0.1, 127.0.0.2 and so on, each one a machine of its own for the limits. The bound of the memory
holds for the release build.
"""
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time

from lib import Daemon, Tally, program, wait_for, work_folder
from lib.gateway import Gateway
from lib.recorder import Recorder
from lib.tiny_songs import base_flac, library_of, tiny_flac

QUICK = "--quick" in sys.argv
LISTENERS = 50
MOST_RESIDENT_KIB = 24 * 1024
MOST_PROGRAM_BYTES = 15_000_000
# 99 of 100 commands, from their arrival to the first frame with their effect, on a shared machine.
MOST_LATENCY_US = 50_000

POLICY = ("default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; "
          "require-trusted-types-for 'script'; trusted-types worker")
ALWAYS = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
          "cross-origin-resource-policy": "same-origin"}
JSON = {"content-type": "application/json", "cache-control": "no-store"}

tally = Tally()
check = tally.check


class Answer:
    """A response as it came."""

    def __init__(self, raw):
        self.raw = raw
        head, _, self.body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        words = lines[0].split(" ", 2)
        self.status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            self.headers[name.lower()] = value

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def key(self):
        try:
            return self.json.get("key")
        except (ValueError, AttributeError):
            return None


class House:
    """A gateway, the socket that notes what it asks, and visitors."""

    def __init__(self, folder, daemon_socket, **options):
        self.recorder = Recorder(folder / "noted", daemon_socket)
        self.gateway = Gateway(self.recorder.path, folder / "web.log", **options)
        self.port = self.gateway.port

    def close(self):
        self.gateway.close()
        self.recorder.close()

    def connect(self, machine=1, buffer=None):
        visitor = socket.socket()
        if buffer:
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        visitor.settimeout(20)
        visitor.bind((f"127.0.0.{machine}", 0))
        visitor.connect(("127.0.0.1", self.port))
        return visitor

    def raw(self, data, machine=1):
        """The bytes until the server hangs up."""
        with self.connect(machine) as visitor:
            try:
                visitor.sendall(data if isinstance(data, bytes) else data.encode())
            except OSError:
                pass                   # It hung up before it had all.
            return read_all(visitor)

    def ask(self, target, method="GET", headers=(), body=None, host="jukebox.local", machine=1):
        lines = [f"{method} {target} HTTP/1.1", *([f"Host: {host}"] if host is not None else []), *headers, "Connection: close"]
        if body is not None:
            if not any(line.lower().startswith("content-type:") for line in headers):
                lines.append("Content-Type: application/json")
            lines.append(f"Content-Length: {len(body)}")
        return Answer(self.raw("\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + (body or b""), machine))

    def harmful(self):
        """The lines to the jukebox that do more than look, since the last call."""
        looks = ("log ", "protocol ", "restrict ", "commands", "idle", "noidle", "status", "currentsong", "scan", "currentchord", "ping",
                 "password ", "binarylimit ", "readpicture ", "playlistcover ", "waveform ", "find ", "browse ")
        return [line for line in self.recorder.lines() if not line.startswith(looks)]


    def descriptors(self):
        """Those of visitors; beside them the program has a few, and at most ten connections to the jukebox."""
        pid = self.gateway.process.pid
        links = []
        for number in os.listdir(f"/proc/{pid}/fd"):
            quiet(lambda number=number: links.append(os.readlink(f"/proc/{pid}/fd/{number}")))
        with open("/proc/net/unix", encoding="utf-8", errors="replace") as table:
            local = {f"socket:[{line.split()[6]}]" for line in table.readlines()[1:]}
        return len([link for link in links if link not in local])


def read_all(visitor):
    data = b""
    try:
        while part := visitor.recv(65536):
            data += part
    except OSError:
        pass
    return data


def refused(house, name, answer, status, key=None):
    check(answer.status == status and (key is None or answer.key == key), f"{name}: {status} {key or ''}",
          f"{answer.status} {answer.raw[:300]!r}")
    harmful = house.harmful()
    check(not harmful, f"{name}: nothing reaches the jukebox", harmful)


# MARK: Attacks

def traversal(house, client):
    for target in ("/../socket", "/a/-/../secret.txt", "/a/-/../../etc/passwd", "/a/-/%2e%2e/secret.txt", "/a/-/%2e%2e%2fsecret.txt",
                   "/a/-/%252e%252e/secret.txt", "/a/-/..%5csecret.txt", "/a/-//etc/passwd", "/a/-/js/../../secret.txt", "/etc/passwd",
                   "//etc/passwd", "/a/-/.secret.txt", "/a/-/%2e/secret.txt", "/index.html/../../secret.txt"):
        answer = house.ask(target)
        refused(house, f"traversal {target}", answer, 404)
        check(b"SECRET" not in answer.raw and b"root:" not in answer.raw, f"no foreign file: {target}")
    for target in ("/cover/../../../etc/passwd", "/cover/song/..%2f..%2f..%2fetc%2fpasswd", "/cover/%2fetc%2fpasswd",
                   "/wave/../../../etc/passwd", "/cover/playlist/..%2f..%2fetc%2fpasswd"):
        answer = house.ask(target)
        refused(house, f"traversal {target}", answer, 404 if answer.status == 404 else 409)
        check(b"root:" not in answer.raw, f"no foreign file: {target}")
    for target in ("secret.txt", "http://evil.example/", "*", "\\secret.txt"):
        check(house.ask(target).status in (400, 404), f"no such form of address: {target}")


def symlinks(house, client):
    for name in ("linked.txt", "linked/passwd", "linked", "texts/linked.txt"):
        refused(house, f"link {name}", house.ask(f"/a/-/{name}"), 404)
    check(house.ask("/a/-/plain.txt").body == b"plain", "a file of the page's folder")


def line_breaks(house, client):
    for code in ("%0A", "%0a", "%0D", "%0D%0A", "%00", "%1F", "%7x", "%", "%zz", "%ff", "%c0%8a", "%ed%a0%80"):
        for method in ("GET", "POST"):
            refused(house, f"{method} argument with {code}", house.ask(f"/api/add/x{code}clear", method), 400, "bad-request")
        refused(house, f"query with {code}", house.ask(f"/wave/x?n={code}"), 400, "bad-request")
    for body in (b'["x\\nclear"]', b'["x\\rclear"]', b'["\\u0000"]', b'["x\nclear"]', b'["\\ud800"]', b'["\\udc00\\ud800"]'):
        refused(house, f"body {body!r}", house.ask("/api/add", "POST", body=body), 400, "bad-request")
        refused(house, f"list {body!r}", house.ask("/api/batch", "POST", body=b'[["add",' + body[1:-1] + b"]]"), 400, "bad-request")
    # Line breaks that are none of the protocol stay in their argument.
    answer = house.ask("/api/find/%28Title%20%3D%3D%20%22%E2%80%A8%C2%85%22%29")
    check(answer.status == 200 and answer.json == [], "other line breaks are text", answer.raw[:200])


def hosts(house, client):
    for host in ("evil.example", "jukebox.local.evil.example", "evil.example:80", "local", "localhost.evil.example", "10.9.8.7",
                 "[::1]", "127.0.0.1.evil.example", "2130706433", "0x7f000001", "evil.example#.local", "jukebox.local@evil.example"):
        answer = house.ask("/api/clear", "POST", host=host)
        refused(house, f"Host {host}", answer, answer.status if answer.status in (400, 421) else 421)
        check(house.ask("/", host=host).status in (400, 421), f"no page for Host {host}")
    refused(house, "no Host", house.ask("/api/clear", "POST", host=None), 400)
    refused(house, "two Hosts", house.ask("/api/clear", "POST", ["Host: evil.example"]), 400)
    refused(house, "Host of HTTP/1.0", Answer(house.raw("POST /api/clear HTTP/1.0\r\n\r\n")), 400)
    # DNS rebinding: the foreign page's own name leads here.
    refused(house, "rebinding", house.ask("/api/clear", "POST", ["Origin: http://evil.example"], host="evil.example"), 421, "foreign-host")


def forgery(house, client):
    form = ["Content-Type: application/x-www-form-urlencoded"]
    text = ["Content-Type: text/plain"]
    for name, headers in (("form", form), ("text form", text), ("parts", ["Content-Type: multipart/form-data; boundary=x"])):
        refused(house, f"CSRF by {name}", house.ask("/api/add", "POST", headers, b'["x"]'), 415, "not-json")
        refused(house, f"CSRF by {name} with Origin", house.ask("/api/add", "POST", [*headers, "Origin: http://evil.example"], b'["x"]'), 403)
    for origin in ("http://evil.example", "null", "http://jukebox.local.evil.example", "http://jukebox.local:81", "file://"):
        for method in ("GET", "POST", "DELETE"):
            refused(house, f"{method} of a page at {origin}", house.ask("/api/clear", method, [f"Origin: {origin}"]), 403, "foreign-origin")
        refused(house, f"login by {origin}", house.ask("/login", "POST", [f"Origin: {origin}"], b'{"password":"x"}'), 403, "foreign-origin")
        refused(house, f"events for {origin}", house.ask("/events", headers=[f"Origin: {origin}"]), 403, "foreign-origin")
    for site in ("cross-site", "same-site"):
        refused(house, f"a fetch {site}", house.ask("/api/clear", "POST", [f"Sec-Fetch-Site: {site}", "Sec-Fetch-Mode: no-cors"]), 403)
        refused(house, f"a picture {site}", house.ask("/api/status", headers=[f"Sec-Fetch-Site: {site}", "Sec-Fetch-Dest: image"]), 403)
    answer = house.ask("/", headers=["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"])
    check(answer.status == 200, "a link on another page leads here", answer.status)


def preflight(house, client):
    for origin in ("http://evil.example", "null"):
        answer = house.ask("/api/clear", "OPTIONS", [f"Origin: {origin}", "Access-Control-Request-Method: POST",
                                                     "Access-Control-Request-Headers: content-type",
                                                     "Access-Control-Request-Private-Network: true"])
        refused(house, f"preflight of {origin}", answer, 403, "foreign-origin")
        check(not any(name.startswith("access-control") for name in answer.headers), "no CORS header", answer.headers)
    refused(house, "OPTIONS", house.ask("/api/clear", "OPTIONS"), 405, "not-allowed")
    for method in ("PUT", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get", "EVIL"):
        answer = house.ask("/api/clear", method)
        refused(house, method, answer, answer.status if answer.status in (400, 405) else 405)


def smuggling(house, client):
    host = "Host: jukebox.local\r\n"
    kind = host + "Content-Type: application/json\r\n"
    inner = f"POST /api/clear HTTP/1.1\r\n{host}\r\n"
    begin = "POST /api/setvol/20 HTTP/1.1\r\n"
    cases = {
        "length and chunks": f"{begin}{kind}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{inner}",
        "chunks and length": f"{begin}{kind}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n{inner}",
        "two lengths": f"{begin}{kind}Content-Length: 0\r\nContent-Length: {len(inner)}\r\n\r\n{inner}",
        "a list of lengths": f"{begin}{kind}Content-Length: 0, {len(inner)}\r\n\r\n{inner}",
        "a negative length": f"{begin}{kind}Content-Length: -1\r\n\r\n{inner}",
        "a signed length": f"{begin}{kind}Content-Length: +0\r\n\r\n{inner}",
        "a length in base 16": f"{begin}{kind}Content-Length: 0x0\r\n\r\n{inner}",
        "a huge length": f"{begin}{kind}Content-Length: 18446744073709551616\r\n\r\n{inner}",
        "a blank before the colon": f"{begin}{kind}Content-Length : 0\r\n\r\n{inner}",
        "a folded header": f"{begin}{kind}X: y\r\n Content-Length: 4\r\n\r\n{inner}",
        "a folded length": f"{begin}{kind}Content-Length:\r\n 0\r\n\r\n{inner}",
        "an unknown coding": f"{begin}{kind}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{inner}",
        "two codings": f"{begin}{kind}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n{inner}",
        "a coding in tabs": f"{begin}{kind}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n{inner}",
        "a chunk of no number": f"{begin}{kind}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n{inner}",
        "a chunk too large": f"{begin}{kind}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n{inner}",
        "a bare line feed in a header": f"{begin}{host}X: y\nContent-Length: 4\r\n\r\n{inner}",
        "a bare carriage return": f"{begin}{host}X: y\rContent-Length: 4\r\n\r\n{inner}",
        "a NUL in a header": f"{begin}{host}X: y\0z\r\n\r\n{inner}",
        "a name of no token": f"{begin}{host}X y: z\r\n\r\n{inner}",
        "no version": "POST /api/setvol/20\r\n\r\n",
        "another version": f"POST /api/setvol/20 HTTP/3.7\r\n{host}\r\n{inner}",
        "a binary start": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    }
    for name, text in cases.items():
        with house.connect() as visitor:
            visitor.sendall(text.encode("latin-1"))
            answer = Answer(read_all(visitor))
        harmful = house.harmful()
        check(answer.status == 400 and not harmful, f"smuggling by {name}: 400 and nothing else", f"{answer.raw[:200]!r} {harmful}")
        check(answer.raw.count(b"HTTP/1.1 ") == 1, f"smuggling by {name}: one answer", answer.raw[:400])
    # After a change of the protocol nothing that follows is a request.
    for name, text in {"upgrade": f"GET /health HTTP/1.1\r\n{host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n{inner}",
                       "CONNECT": f"CONNECT jukebox.local:80 HTTP/1.1\r\n{host}\r\n{inner}"}.items():
        with house.connect() as visitor:
            visitor.settimeout(1)
            visitor.sendall(text.encode())
            answer = read_all(visitor)
        harmful = house.harmful()
        check(not harmful or answer.count(b"HTTP/1.1 ") == 2, f"smuggling by {name}", f"{answer[:400]!r} {harmful}")
        client.command("setvol 30")


def oversized(house, client):
    json_type = ["Content-Type: application/json"]
    refused(house, "a head of 17 KiB", house.ask("/api/clear", "POST", [f"X: {'x' * 17_000}"]), 400)
    refused(house, "many headers", house.ask("/api/clear", "POST", [f"X{n}: {'x' * 1000}" for n in range(20)]), 400)
    refused(house, "10,000 headers", house.ask("/api/clear", "POST", [f"X{n}: x" for n in range(10_000)]), 400)
    refused(house, "an address of 17 KiB", house.ask("/api/clear/" + "x" * 17_000, "POST"), 400)
    refused(house, "a body of 64 KiB and 1", house.ask("/api/add", "POST", body=b" " * 65_537), 413, "too-large")
    refused(house, "a length of 10 MB", Answer(house.raw("POST /api/add HTTP/1.1\r\nHost: jukebox.local\r\n" + json_type[0]
            + "\r\nContent-Length: 10000000\r\n\r\n")), 413, "too-large")
    chunk = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    refused(house, "chunks of 96 KiB", Answer(house.raw(b"POST /api/add HTTP/1.1\r\nHost: jukebox.local\r\n" + json_type[0].encode()
            + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk * 3)), 413, "too-large")
    deep = b"[" * 30_000 + b"]" * 30_000
    for body in (deep, b"[" * 60_000, b'{"a":' * 10_000, b'[["add",["x"]]]', b'[["add",[["x"]]]]', b"[" * 5 + b'"x"' + b"]" * 5, b'"x"',
                 b"1e999", b"nul", b'["x"', b'["x",]', b'{"a":1,"a":2}', b"\xef\xbb\xbf[]", b"[][]", b'["\xff"]', b'["\xed\xa0\x80"]'):
        refused(house, f"JSON {body[:20]!r}… of {len(body)} bytes", house.ask("/api/batch", "POST", body=body), 400, "bad-request")
    refused(house, "501 commands", house.ask("/api/batch", "POST", body=json.dumps([["clear"]] * 501).encode()), 400, "bad-request")
    refused(house, "too many points", house.ask("/wave/x?n=99999999999999999999"), 400, "bad-request")
    client.command("clear")


def wrong_passwords(house, client):
    for number in range(5):
        refused(house, f"wrong password {number}", house.ask("/login", "POST", body=b'{"password":"guess%d"}' % number, machine=40), 401, "bad-password")
        if number == 0:
            answer = house.ask("/login", "POST", body=b'{"password":"owner"}', machine=40)
            check(answer.status == 429 and answer.headers.get("retry-after") == "1", "a password right after a wrong one", answer.raw[:200])
        # The pause of the jukebox for this machine.
        time.sleep(0.25 * 2 ** number + 0.05)
    refused(house, "the sixth password", house.ask("/login", "POST", body=b'{"password":"owner"}', machine=40), 429, "too-many")
    for target in ("/api/status", "/cover/x", "/index/albums", "/wave/x", "/events"):
        refused(house, f"the sixth by a header at {target}", house.ask(target, headers=["Authorization: Bearer owner"], machine=40), 429, "too-many")
    for cookie in ("0" * 32, "", "../../x", "a" * 8000):
        answer = house.ask("/api/record", "POST", [f"Cookie: jukebox={cookie}"], b'["start"]')
        check(answer.status == 403 and answer.key == "no-permission", f"an invented cookie gives nothing: {cookie[:10]}", answer.raw[:200])
    guessers = [threading.Thread(target=house.ask, args=("/login", "POST"), kwargs={
        "body": b'{"password":"x%d"}' % number, "machine": 42 + number % 4}) for number in range(24)]
    for guesser in guessers:
        guesser.start()
    began = time.monotonic()
    check(house.ask("/api/status", machine=47).status == 200, "a guest is served amid wrong passwords")
    check(house.ask("/login", "POST", body=b'{"password":"owner"}', machine=48).status == 200, "the right one is taken amid wrong ones")
    check(time.monotonic() - began < 0.5, "at once", f"{time.monotonic() - began:.2f} s")
    for guesser in guessers:
        guesser.join()
    house.harmful()
    answer = house.ask("/login", "POST", body=b'{"password":"owner"}', machine=41)
    check(answer.status == 200 and answer.json == {"role": "all"}, "another machine gives the right one", answer.raw[-200:])
    cookie = answer.headers.get("set-cookie", "")
    check(cookie.startswith("jukebox=") and cookie.endswith("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict") and len(cookie.split(";")[0]) == 40,
          "the cookie", cookie)
    mine = [f"Cookie: {cookie.split(';')[0]}"]
    check(house.ask("/api/log/1", "POST", mine, machine=41).status == 200, "the password raises what a visitor may do")
    house.ask("/login", "DELETE", mine, machine=41)
    check(house.ask("/api/log/1", "POST", mine, machine=41).status == 403, "a cookie that ended gives nothing")
    house.harmful()


def floods(house, client):
    """Streams, connections and requests beyond the limits; visitors of other machines are served meanwhile."""
    before = house.descriptors()
    stream = b"GET /events HTTP/1.1\r\nHost: jukebox.local\r\n\r\n"
    streams = []
    for _ in range(16):
        visitor = house.connect(50)
        visitor.sendall(stream)
        check(visitor.recv(65536).startswith(b"HTTP/1.1 200"), "a stream of events")
        streams.append(visitor)
    refused(house, "the 17th stream of a machine", house.ask("/events", machine=50), 429, "too-many")
    # All connections of a machine, 16 of them streams.
    more = [house.connect(50) for _ in range(64)]
    for visitor in more:
        visitor.sendall(b"GET /health HTTP/1.1\r\nHost: jukebox.local\r\n\r\n")
        check(visitor.recv(65536).startswith(b"HTTP/1.1 200"), "80 connections of a machine")
    refused(house, "the 81st connection of a machine", house.ask("/health", machine=50), 503, "too-many")
    full = house.ask("/", headers=["Accept: text/html"], machine=50)
    check(full.status == 503 and b"as many visitors" in full.body, "a full house is a page", full.raw[:200])
    check(house.ask("/health", machine=51).status == 200, "another machine is served")
    for visitor in more + streams:
        visitor.close()
    wait_for("the machine may come again", lambda: house.ask("/health", machine=50).status == 200, 10)

    crowd = []
    for machine in range(60, 74):
        for _ in range(24):
            try:
                visitor = house.connect(machine)
            except OSError:
                continue
            crowd.append(visitor)
    answers = []
    for visitor in crowd:
        try:
            visitor.sendall(b"GET /health HTTP/1.1\r\nHost: jukebox.local\r\n\r\n")
            answers.append(Answer(visitor.recv(65536)).status)
        except OSError:
            answers.append(503)
    check(answers.count(200) == 320 and answers.count(503) == len(crowd) - 320, "320 of 336 connections are served",
          {status: answers.count(status) for status in set(answers)})
    for visitor in crowd:
        visitor.close()
    wait_for("visitors after the crowd", lambda: house.ask("/health", machine=51).status == 200, 10)

    with house.connect(71) as visitor:
        visitor.sendall(b"GET /api/status HTTP/1.1\r\nHost: jukebox.local\r\n\r\n" * 399
                        + b"GET /api/status HTTP/1.1\r\nHost: jukebox.local\r\nConnection: close\r\n\r\n")
        data = read_all(visitor)
    served, refusals = data.count(b"HTTP/1.1 200"), data.count(b"HTTP/1.1 429")
    check(served + refusals == 400 and 200 <= served <= 399 and data.count(b"Retry-After: 1") == refusals, "400 requests at once",
          f"{served} served, {refusals} refused")
    with house.connect(71) as visitor:
        visitor.sendall(b"GET /a/-/plain.txt HTTP/1.1\r\nHost: jukebox.local\r\n\r\n" * 299
                        + b"GET /cover/x HTTP/1.1\r\nHost: jukebox.local\r\nConnection: close\r\n\r\n")
        data = read_all(visitor)
    check(data.count(b"HTTP/1.1 200") == 299 and data.count(b"HTTP/1.1 429") == 0, "files and covers are not counted")
    wait_for("no descriptor stays open", lambda: house.descriptors() <= before, 10)
    house.harmful()


def slow(house, client):
    """Those who send or take slowly, side by side. The server gives them the times in docs/web.md, and a little is added."""
    found = {}

    def drip(name, first, piece, most, machine):
        with house.connect(machine) as visitor:
            visitor.sendall(first)
            began = time.monotonic()
            visitor.settimeout(0.25)
            while time.monotonic() - began < most + 5:
                try:
                    visitor.sendall(piece)
                    if not visitor.recv(4096):
                        break
                except TimeoutError:
                    continue
                except OSError:
                    break
            found[name] = (time.monotonic() - began, most)

    head = b"POST /api/clear HTTP/1.1\r\nHost: jukebox.local\r\n"
    jobs = [
        ("a slow head", head, b"X", 10, 80), ("a head of many slow headers", head, b"X: y\r\n", 10, 80),
        ("a slow body", head + b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n", b" ", 10, 80),
        ("slow chunks", head + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", 10, 80),
        ("a slow line of a chunk", head + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"x", 10, 80),
        ("a connection without a request", b"", b"", 10, 81),
    ]
    if not QUICK:
        jobs += [("a head after a request", b"GET /health HTTP/1.1\r\nHost: jukebox.local\r\n\r\nG", b"", 30, 81)]
    threads = [threading.Thread(target=drip, args=job) for job in jobs]
    for thread in threads:
        thread.start()

    # A visitor who takes nothing of its events; each change of the volume is one.
    reader = house.connect(82, buffer=4096)
    reader.sendall(b"GET /events HTTP/1.1\r\nHost: jukebox.local\r\n\r\n")
    pid = house.gateway.process.pid
    begun = resident(pid)

    def is_cut():
        for volume in range(10, 60):
            client.command(f"setvol {volume}")
        with open("/proc/net/tcp", encoding="ascii") as table:
            local = f":{reader.getsockname()[1]:04X}"
            return not any(line.split()[2].endswith(local) and line.split()[3] == "01" for line in table.readlines()[1:])
    wait_for("a reader who takes nothing is cut", is_cut, 60)
    check(resident(pid) - begun < 2048, "what such a reader costs", f"{resident(pid) - begun} KiB")
    reader.close()
    for thread in threads:
        thread.join()
    for name, (seconds, most) in found.items():
        check(seconds < most + 3, f"{name} ends after {most} s", f"{seconds:.1f} s")
    house.harmful()


def content(house, client):
    """Names, tags and pictures that would be more in a page than text."""
    evil = "</script><script>alert(1)</script>\"'\u2028\u2029\u202e<img src=x onerror=alert(1)>"
    answer = house.ask("/api/browse/songs/%28Artist%20%3D%3D%20%22Evil%22%29")
    check(answer.headers.get("content-type") == "application/json", "JSON", answer.headers)
    songs = [song for song in answer.json if "file" in song]
    check([song["Title"] for song in songs].count(evil) == 1, "hostile tags come as they are", songs[:1])
    check(not any(byte < 0x20 for byte in answer.body), "no control character in JSON")
    answer.body.decode("utf-8")
    check(any("\ufffd" in song["Title"] or "Latin" in song["Title"] for song in songs), "a tag of other bytes is UTF-8", [song["Title"] for song in songs])
    file = next(song["file"] for song in songs if song["Title"] == evil)
    client.command("clear")
    client.command(f'add "{file}"')
    client.command("play 0")
    with house.connect() as visitor:
        visitor.sendall(b"GET /events HTTP/1.1\r\nHost: jukebox.local\r\n\r\n")
        data = b""
        while not (found := re.search(rb"event: state\ndata: (.*onerror.*)\n\n", data)):
            data += visitor.recv(65536)
    check(json.loads(found[1])["song"]["Title"] == evil, "hostile tags in an event", found[1][:300])
    client.command("clear")
    for name in ("html.flac", "svg.flac", "lying.flac"):
        answer = house.ask(f"/cover/{name}")
        check(answer.status == 204 and not answer.body, f"picture of {name}", answer.raw[:200])
    answer = house.ask("/cover/honest.flac")
    check(answer.status == 200 and answer.headers.get("content-type") == "image/png" and answer.headers.get("x-content-type-options") == "nosniff",
          "an honest picture", answer.headers)
    house.harmful()


def headers(house, client):
    """To the letter."""
    def same(name, answer, wanted, status=200):
        dropped = {"connection", "content-length"}
        found = {key: value for key, value in answer.headers.items() if key not in dropped}
        check(answer.status == status and found == {**ALWAYS, **wanted}, f"headers of {name}", f"{answer.status} {found}")
    page = house.ask("/")
    tag = page.headers.get("etag", "")
    same("the page", page, {"content-type": "text/html; charset=utf-8", "cache-control": "no-cache", "etag": tag})
    same("a page that is known", house.ask("/", headers=[f"If-None-Match: {tag}"]),
         {"content-type": "text/html; charset=utf-8", "cache-control": "no-cache", "etag": tag}, 304)
    same("an answer", house.ask("/api/status"), JSON)
    same("a refusal", house.ask("/api/nonsense"), JSON, 404)
    same("a foreign host", house.ask("/", host="evil.example"), JSON, 421)
    same("a wrong method", house.ask("/", "POST"), {**JSON, "allow": "GET, HEAD"}, 405)
    same("health", house.ask("/health"), JSON)
    cover = house.ask("/cover/honest.flac?v=1")
    same("a cover", cover, {"content-type": "image/png", "cache-control": "public, max-age=31536000, immutable", "etag": cover.headers.get("etag")})
    index = house.ask("/index/albums", headers=["Accept-Encoding: gzip"])
    same("an index", index, {"content-type": "application/json", "cache-control": "no-cache", "etag": index.headers.get("etag"),
                             "content-encoding": "gzip", "vary": "Accept-Encoding"})
    with house.connect() as visitor:
        visitor.sendall(b"GET /events HTTP/1.1\r\nHost: jukebox.local\r\n\r\n")
        same("events", Answer(visitor.recv(65536).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"),
             {"content-type": "text/event-stream", "cache-control": "no-store", "transfer-encoding": "chunked"})
    check("server" not in page.headers and "date" not in page.headers, "nothing of the program")
    house.harmful()


def commands_of(client, *restriction):
    if restriction:
        client.command("restrict " + " ".join(f'"{word}"' for word in restriction))
    return {line.split(": ", 1)[1] for line in client.command("commands")}


def escalation(folder, daemon):
    """Each role × each command: one that needs more than the role has is refused, and so is each by GET that does more than look."""
    everything = commands_of(daemon.connect())
    reads = commands_of(daemon.connect(), "read")
    here = {"albumart", "binarylimit", "close", "command_list_begin", "command_list_end", "command_list_ok_begin", "idle", "noidle", "password",
            "protocol", "readmessages", "readpicture", "restrict", "subscribe", "tagtypes", "thumbnail", "unsubscribe", "uploadbytes", "importpart"}
    for guests, bits in (("look", ["read"]), ("add", ["read", "add"]), ("control", ["read", "add", "player", "control"])):
        (folder / guests).mkdir()
        house = House(folder / guests, daemon.socket, guests=guests)
        try:
            allowed = commands_of(daemon.connect(), *bits)
            machine, count = 100, 0
            for method, may in (("POST", allowed), ("GET", reads)):
                for command in sorted(everything - may):
                    count += 1
                    if count % 50 == 0:
                        machine += 1   # Each machine may send 60 requests at once.
                    answer = house.ask(f"/api/{command}", method, machine=machine)
                    wanted = "not-here" if command in here else "no-permission"
                    check(answer.status == 403 and answer.key == wanted, f"{guests}: {method} {command}: 403", f"{answer.status} {answer.body[:200]}")
            print(f"{guests}: {len(everything - allowed)} of {len(everything)} commands are refused")
        finally:
            house.close()
    (folder / "off").mkdir()
    house = House(folder / "off", daemon.socket, guests="off")
    try:
        for target in ("/api/status", "/events", "/index/albums", "/cover/x", "/wave/x", "/api/batch"):
            answer = house.ask(target)
            check(answer.status == 401 and answer.key == "login", f"off: {target}", answer.raw[:200])
        # The answer to somebody with the password is kept, and is nothing for others.
        zipped = "Accept-Encoding: gzip"
        for number, target in enumerate(["/events", *(f"/index/{kind}" for kind in ("albums", "artists", "folders", "genres", "years"))]):
            if number:
                check(house.ask(target, headers=["Authorization: Bearer owner", zipped], machine=180).status == 200, f"off: {target} with the password")
            answer = house.ask(target, headers=["Authorization: Bearer wrong", zipped], machine=190 + number)
            check(answer.status == 401 and answer.key == "bad-password", f"off: {target} with a wrong password", answer.raw[:200])
        check(not house.harmful(), "off: nothing reaches the jukebox")
    finally:
        house.close()


def lying_jukebox(folder):
    """A jukebox whose answers are wrong: none of them is somebody else's, and the gateway continues."""
    (folder / "lying").mkdir()
    path = folder / "lying/socket"
    answers = {b"stats": b"OK\nsecret: 1\nOK\n", b"replay_gain_status": b"replay_gain_mode: \xff\xfe\xed\xa0\x80<\nOK\n",
               b"outputs": b"binary: 99999999999\nOK\n", b"getvol": b"volume\nOK\n", b"urlhandlers": b"ACK nonsense\n",
               b"decoders": b"x" * 5_000_000 + b"\nOK\n", b"partition": b"", b"count \"x\"": b"total: 1\r\nX-Evil: 1\nOK\n",
               b"find \"x\"": b"total: 1\r\nX-Evil: 1\nfile: x\nOK\n"}

    def serve(client):
        file = client.makefile("rwb")
        file.write(b"OK MPD 0.24.0\n")
        file.flush()
        while line := file.readline().rstrip(b"\n"):
            if line.startswith(b"idle"):
                continue
            if line == b"partition":
                break
            usual = b"".join(b"command: %s\n" % name for name in (b"find", b"stats", b"outputs", b"decoders")) if line == b"commands" else b""
            file.write(answers.get(line, usual + b"OK\n"))
            file.flush()
        client.close()

    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen(32)

    def accept():
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=lambda: quiet(serve, client), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    gateway = Gateway(str(path), folder / "lying/web.log")
    house = House.__new__(House)
    house.gateway, house.port = gateway, gateway.port
    try:
        for _ in range(5):
            check(house.ask("/api/stats").status == 200, "an answer too many")
            answer = house.ask("/api/ping", "POST")
            check(answer.status == 200 and answer.body == b"{}", "the next question gets its own answer", answer.body)
        answer = house.ask("/api/replay_gain_status")
        check(answer.status == 200 and "\ufffd" in answer.body.decode("utf-8"), "bytes that are no UTF-8", answer.body)
        for name, status in (("outputs", 503), ("decoders", 409), ("partition", 503)):
            answer = house.ask(f"/api/{name}")
            check(answer.status == status, f"a wrong answer: {name}", answer.raw[-200:])
        house.ask("/api/urlhandlers")
        house.ask("/api/getvol")
        answer = house.ask("/api/find/x")
        check("x-evil" not in answer.headers and b"X-Evil: 1\r\n" not in answer.raw, "no header by an answer", answer.raw)
        check(house.ask("/health").status == 200 and gateway.process.poll() is None, "the gateway goes on")
    finally:
        gateway.close()
        listener.close()


def quiet(action, *arguments):
    with contextlib.suppress(OSError):
        action(*arguments)


def idle_end(folder, daemon_socket, found):
    """A listening socket as systemd hands it over: the program ends 5 minutes after the last visitor, and the next one starts it."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    port = listener.getsockname()[1]
    words = ["sh", "-c", 'exec 3<&"$0"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', str(listener.fileno()), program("jukebox-web"), "--socket",
             daemon_socket, "--page", str(folder / "page")]

    def visit():
        with socket.create_connection(("127.0.0.1", port), 20) as visitor:
            visitor.settimeout(20)
            visitor.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return Answer(read_all(visitor)).status

    def start():
        with open(folder / "idle.log", "ab") as log:
            return subprocess.Popen(words, pass_fds=[listener.fileno()], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    for turn in range(2):
        process = start()
        found.append(("a visitor starts it", visit() == 200))
        last = time.monotonic()
        if turn == 0:
            try:
                status = process.wait(320)
            except subprocess.TimeoutExpired:
                status = None
            found.append(("it ends 5 minutes after the last visitor", status == 0 and time.monotonic() - last >= 300))
        process.terminate()
        process.wait(10)
    listener.close()


# MARK: A full house

def resident(pid, field="VmRSS"):
    """KiB of memory; VmHWM: the most so far."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(f"{field}:"))


def house_full(folder):
    """LISTENERS visitors with events, all indexes, covers and searches beside music."""
    songs = 2_000 if QUICK else 100_000
    with library_of(songs) as daemon:
        client = daemon.connect()
        client.command('add "000"')
        client.command("repeat 1")
        client.command("play 0")
        house = House(folder, daemon.socket)
        try:
            pid = house.gateway.process.pid
            idle = resident(pid)
            descriptors = house.descriptors()
            visitors = []
            for number in range(LISTENERS):
                visitor = house.connect(10 + number // 4)
                visitor.sendall(b"GET /events HTTP/1.1\r\nHost: jukebox.local\r\n\r\n")
                visitors.append(visitor)
            for visitor in visitors:
                check(visitor.recv(65536).startswith(b"HTTP/1.1 200"), "a listener")
            listening = resident(pid)
            heard = [threading.Thread(target=quiet, args=(drain, visitor), daemon=True) for visitor in visitors]
            for thread in heard:
                thread.start()
            times = {}
            for kind in ("albums", "artists", "folders", "genres", "years"):
                for zipped in (True, False):
                    began = time.monotonic()
                    answer = house.ask(f"/index/{kind}", headers=["Accept-Encoding: gzip"] if zipped else [])
                    times[kind, zipped] = time.monotonic() - began
                    check(answer.status == 200 and len(answer.body) > 20, f"index {kind}", answer.raw[:200])
            loaded = resident(pid)
            at_once = [threading.Thread(target=house.ask, args=(f"/index/{kind}",), kwargs={"machine": 80 + number}) for number, kind in
                       enumerate(("albums", "artists", "folders", "genres", "years"))]
            for thread in at_once:
                thread.start()
            for number in range(200):
                client.command(f"setvol {20 + number % 40}")
                if number % 10 == 0:
                    house.ask("/api/lookup/song/window/0:50", machine=90 + number // 40)
                if number % 20 == 0:
                    client.command("next")
                time.sleep(0.02)
            for thread in at_once:
                thread.join()
            after = resident(pid)
            print(f"resident: {idle} KiB idle, {listening} KiB with {LISTENERS} listeners, {loaded} KiB after all indexes, {after} KiB after load, "
                  f"{resident(pid, 'VmHWM')} KiB at most")
            print("indexes (ms): " + ", ".join(f"{kind}{'' if zipped else ' plain'} {seconds * 1000:.0f}" for (kind, zipped), seconds in times.items()))
            released = "release" in os.path.realpath(program("jukebox-web")) or "-O" in os.environ.get("JUKEBOX_BUILD", "")
            check(max(idle, listening, loaded, after) <= MOST_RESIDENT_KIB or not released, "resident memory of at most 24 MiB", max(loaded, after))
            if songs > 50_000:
                answer = house.ask("/api/listallinfo", machine=99)
                check(answer.status == 409 and answer.key == "too-large", "an answer that is too large is not held", answer.raw[:200])
                print(f"resident: {resident(pid)} KiB after an answer that is too large")
            engine = client.pairs("engine")
            check(engine.get("underruns") == "0", "no underrun", engine)
            latency = int(engine.get("command_latency_p99_us", 0))
            print(f"commands: {engine.get('commands')} measured, median {engine.get('command_latency_p50_us')} µs, 99 % {latency} µs")
            check(latency <= MOST_LATENCY_US, "latency of commands", latency)
            for visitor in visitors:
                visitor.close()
            wait_for("no descriptor stays open", lambda: house.descriptors() <= descriptors, 30)
            print(f"descriptors: {descriptors} before and after, without those to the jukebox")
            if released:
                stripped = folder / "stripped"
                subprocess.run(["strip", "-o", str(stripped), program("jukebox-web")], check=True)
                print(f"jukebox-web: {stripped.stat().st_size} bytes stripped")
                check(stripped.stat().st_size <= MOST_PROGRAM_BYTES, "size of the program", stripped.stat().st_size)
        finally:
            house.close()


def drain(visitor):
    while visitor.recv(65536):
        pass


# MARK: The whole

def hostile_music(folder):
    """Songs with tags and pictures that would be more than that in a page."""
    folder.mkdir()
    base = base_flac(folder.parent)
    evil = "</script><script>alert(1)</script>\"'\u2028\u2029\u202e<img src=x onerror=alert(1)>"
    (folder / "evil.flac").write_bytes(tiny_flac(base, {"TITLE": evil, "ARTIST": "Evil", "ALBUM": evil}))
    (folder / "bytes.flac").write_bytes(tiny_flac(base, {"TITLE": b"Latin \xe9\xff\xed\xa0\x80", "ARTIST": "Evil"}))
    pixel = (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xff"
             b"\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82")
    for name, kind, data in (("html", "text/html", b"<!doctype html><script>alert(1)</script>"), ("svg", "image/svg+xml", b"<svg onload='alert(1)'/>"),
                             ("lying", "image/png", b"<html><script>alert(1)</script>"), ("honest", "text/html", pixel)):
        (folder / f"{name}.flac").write_bytes(tiny_flac(base, {"TITLE": name, "ARTIST": "Evil"}, picture=(kind, data)))


def make_page(folder):
    folder.mkdir()
    (folder / "texts").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>x</title>")
    (folder / "plain.txt").write_text("plain")
    (folder / ".secret.txt").write_text("SECRET")
    (folder.parent / "secret.txt").write_text("SECRET")
    (folder / "linked.txt").symlink_to("/etc/passwd")
    (folder / "texts/linked.txt").symlink_to("../../secret.txt")
    (folder / "linked").symlink_to("/etc")


PARTS = [traversal, symlinks, line_breaks, hosts, forgery, preflight, smuggling, oversized, wrong_passwords, content, headers, floods, slow]


def main():
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
    with work_folder(ignore_cleanup_errors=True) as folder:
        config = folder / "jukebox.ini"
        config.write_text("[control]\npassword = owner\n")
        ended, idle = [], None
        if only != "house":
            hostile_music(folder / "music")
            make_page(folder / "page")
            with Daemon("--config", str(config), "--music", str(folder / "music"), "--output", "null", "--autoplay", "off",
                        "--mount-root", "off") as daemon:
                daemon.start()
                client = daemon.connect()
                wait_for("the library", lambda: client.pairs("stats").get("songs") == "6", 30)
                if not QUICK and only in (None, "idle_end"):
                    # It waits for minutes: beside the rest.
                    idle = threading.Thread(target=idle_end, args=(folder, daemon.socket, ended))
                    idle.start()
                house = House(folder, daemon.socket, page=folder / "page")
                try:
                    for part in PARTS:
                        if only in (None, part.__name__):
                            began = time.monotonic()
                            machine = house.ask
                            # The parts share the limit of a machine.
                            house.ask = pacing(machine, part.__name__)
                            part(house, client)
                            house.ask = machine
                            check(house.gateway.process.poll() is None and house.ask("/health", machine=200).status == 200, f"alive after {part.__name__}")
                            print(f"{part.__name__}: {time.monotonic() - began:.1f} s")
                finally:
                    house.close()
                if only in (None, "escalation"):
                    escalation(folder, daemon)
            if only in (None, "lying_jukebox"):
                lying_jukebox(folder)
        if only in (None, "house"):
            house_full(folder)
        if idle:
            idle.join()
            for name, good in ended:
                check(good, name)
    tally.close()


def pacing(ask, name):
    """Requests without a machine come from a new one each 40: the rate is a check of its own."""
    state = {"count": 0}

    def paced(*arguments, **options):
        state["count"] += 1
        options.setdefault("machine", 110 + state["count"] // 40 % 80)
        return ask(*arguments, **options)
    return paced


main()
