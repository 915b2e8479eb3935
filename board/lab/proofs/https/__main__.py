"""The page by HTTPS, with certificates of an authority that the box makes for itself.

`certificate` runs as before the service; `openssl` and Python's TLS look at what it made. jukebox-web serves HTTP and HTTPS at one
port: a client that trusts the authority is served by every name and private address, and no other one is; the authority can vouch for
no public name. Long answers, files that are sent, events, and clients that speak nonsense or hang up in a handshake. The
certificate is kept by a second start, and made again for other names. FILE, and a file that is none, which leaves HTTP.

usage: board/lab/run proofs.https
"""
import json
import os
import socket
import ssl
import subprocess
import urllib.request

from lib import ROOT, Daemon, Tally, program, work_folder
from lib.gateway import Gateway

HOST = os.uname().nodename.split(".")[0]
SCRIPT = ROOT / "board/system/jukebox-web.certificate"


def make(folder, config):
    """Runs what the service runs before it starts."""
    subprocess.run([SCRIPT, folder, config, program("jukeboxd")], check=True, timeout=30)


def openssl(*words):
    return subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, check=False, timeout=30)


def get(gateway, path, authority=None, name="localhost", data=None, method=None):
    context = ssl.create_default_context(cafile=authority) if authority else None
    scheme = "https" if authority else "http"
    request = urllib.request.Request(f"{scheme}://{name}:{gateway.port}{path}", data=data, method=method)
    with urllib.request.urlopen(request, context=context, timeout=20) as answer:
        return answer.headers, answer.read()


def check_certificates(tally, folder, config):
    make(folder, config)
    authority, page = folder / "ca.crt", folder / "page.pem"
    made = page.read_bytes(), authority.read_bytes()
    tally.check((folder / "authority").stat().st_mode & 0o77 == 0 and page.stat().st_mode & 0o77 == 0, "nobody else reads the keys")
    for name in (HOST, f"{HOST}.local", "localhost", "music.lan"):
        tally.check(openssl("verify", "-CAfile", authority, "-verify_hostname", name, page).returncode == 0, f"it is that of {name}")
    tally.check(openssl("verify", "-CAfile", authority, "-verify_ip", "127.0.0.1", page).returncode == 0, "and of an address")
    make(folder, config)
    tally.check((page.read_bytes(), authority.read_bytes()) == made, "a second start keeps it")
    config.write_text(config.read_text().replace("music.lan", "songs.lan"))
    make(folder, config)
    tally.check(authority.read_bytes() == made[1]
                and openssl("verify", "-CAfile", authority, "-verify_hostname", "songs.lan", page).returncode == 0,
                "another name needs another certificate, by the same authority")
    config.write_text(config.read_text().replace("songs.lan", "songs.example"))
    make(folder, config)
    tally.check(openssl("verify", "-CAfile", authority, "-verify_hostname", f"{HOST}.local", page).returncode == 0
                and openssl("verify", "-CAfile", authority, "-verify_hostname", "songs.example", page).returncode != 0,
                "a later name of another kind is left out")
    # A certificate for a public name that the authority signs is worth nothing.
    key, wrong = folder / "wrong.key", folder / "wrong.crt"
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
    (folder / "wrong.cnf").write_text("subjectAltName=DNS:bank.example\n")
    openssl("req", "-new", "-key", key, "-subj", "/CN=x", "-config", "/dev/null", "-out", folder / "wrong.csr")
    openssl("x509", "-req", "-in", folder / "wrong.csr", "-CA", authority, "-CAkey", folder / "authority/ca.key", "-set_serial", 7,
            "-extfile", folder / "wrong.cnf", "-out", wrong)
    refusal = openssl("verify", "-CAfile", authority, wrong)
    tally.check(refusal.returncode != 0 and "permitted subtree violation" in refusal.stderr, "it vouches for no public name",
                refusal.stderr)


def check_server(tally, gateway, folder):
    authority = str(folder / "ca.crt")
    tally.check(b"<html" in get(gateway, "/")[1], "HTTP is served")
    headers, page = get(gateway, "/", authority)
    tally.check(b"<html" in page and "worker" in headers["Content-Security-Policy"], "HTTPS is served at the same port")
    headers, offered = get(gateway, "/ca.crt")
    tally.check(offered.decode() == (folder / "ca.crt").read_text() and headers["Content-Type"] == "application/x-x509-ca-cert",
                "the authority is offered", headers)
    tally.check(b"addEventListener('fetch'" in get(gateway, "/worker.js", authority)[1], "the service worker is at the root")
    tally.check(json.loads(get(gateway, "/api/status", authority, "127.0.0.1")[1])["state"] == "stop", "commands, by an address")
    long = get(gateway, "/a/-/icons/app-512.png", authority)[1]
    tally.check(long == (ROOT / "page/icons/app-512.png").read_bytes() and len(long) > 16 * 1024, "an answer of several records", len(long))
    for name, trusted in (("no trust", None), ("another name", authority)):
        try:
            with socket.create_connection(("127.0.0.1", gateway.port), timeout=5) as plain, \
                    ssl.create_default_context(cafile=trusted).wrap_socket(plain, server_hostname="bank.example" if trusted else "localhost"):
                tally.check(False, name)
        except ssl.SSLCertVerificationError as why:
            tally.check(True, f"{name}: {why.verify_message}")
    secure = [get(gateway, "/login", way, method="DELETE")[0].get_all("Set-Cookie") for way in (authority, None)]
    tally.check([("; Secure" in cookie, cookie.split("=")[0]) for cookies in secure for cookie in cookies]
                == [(True, "__Host-jukebox"), (False, "jukebox"), (False, "jukebox")], "the cookie of HTTPS is sent by HTTPS alone", secure)
    check_events(tally, gateway, authority)
    for nonsense in (b"\x16", b"\x16\x03\x01\xff\xff" + bytes(70000), b"\x16\x03\x01\x00\x05hello", b"\x15\x03\x01\x00\x02\x02\x28"):
        with socket.create_connection(("127.0.0.1", gateway.port), timeout=5) as plain:
            plain.sendall(nonsense)
    old = openssl("s_client", "-connect", f"127.0.0.1:{gateway.port}", "-tls1_1", "-CAfile", authority)
    tally.check(old.returncode != 0, "TLS 1.1 is refused")
    tally.check(b"<html" in get(gateway, "/", authority)[1], "after all of these it still serves")


def check_events(tally, gateway, authority):
    with socket.create_connection(("127.0.0.1", gateway.port), timeout=10) as plain, \
            ssl.create_default_context(cafile=authority).wrap_socket(plain, server_hostname="localhost") as encrypted:
        encrypted.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        heard = b""
        while b"\"https\"" not in heard and len(heard) < 65536:
            heard += encrypted.recv(4096)
        tally.check(b'"https":"own"' in heard, "events come, and say how the page is encrypted", heard)


def check_upload(tally, gateway, authority, music):
    content = (ROOT / "Fixtures/album/2-01 Solder.flac").read_bytes() + os.urandom(3_000_000)
    get(gateway, "/upload/Music/Song.flac", authority, data=content, method="PUT")
    tally.check((music / "Song.flac").read_bytes() == content, "a file of 3 MB is sent byte for byte")


def main():
    tally = Tally()
    with work_folder() as folder:
        music, state, config = folder / "Music", folder / "web", folder / "box.ini"
        music.mkdir()
        state.mkdir()
        config.write_text("[web]\ntls = own\nhosts = music.lan\n")
        check_certificates(tally, state, config)
        with Daemon("--music", str(music), "--output", "null", "--autoplay", "off", folder=folder) as daemon:
            daemon.start()
            gateway = Gateway(daemon.socket, folder / "web.log", extra="tls = own", state=state)
            try:
                check_server(tally, gateway, state)
                check_upload(tally, gateway, str(state / "ca.crt"), music)
            finally:
                gateway.close()
            for line, page in ((f"tls = {state}/page.pem", True), (f"tls = {folder}/none.pem", False)):
                gateway = Gateway(daemon.socket, folder / f"{page}.log", extra=line)
                try:
                    served = b"<html" in get(gateway, "/")[1]
                    try:
                        encrypted = b"<html" in get(gateway, "/", str(state / "ca.crt"))[1]
                    except (OSError, ssl.SSLError):
                        encrypted = False
                    tally.check(served and encrypted == page, f"{line.rsplit('/', 1)[1]}: {'HTTPS' if page else 'HTTP alone'}")
                finally:
                    gateway.close()
    tally.close()


main()
