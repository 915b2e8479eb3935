"""Stations of a server that behaves well and badly, and announcements as Home Assistant makes them.

A server in this process sends tones as live streams. Shown are: the first sound with and without a burst, titles, a cut, a stall
(in full only), a long pause (in full only), lists of stations, redirects, a certificate of another name, broken answers, tags of
clients, kill -9, announcements over music, and that descriptors do not grow.

usage: board/lab/run proofs.radio [--quick | --part NAME]

Parts, which the full form has as well: formats (AAC, HLS, WAVE), kinds (songs of one kind after the other in a stream, files of every
kind by URL), ends (stations and files that end), mpd (beside MPD), icecast
(needs the package icecast2), network (servers that say nothing; local songs beside them), cuts (a station that is cut off; 10
minutes with --part, 1 in the full form), slow (lines that are too slow), home (the calls of Home Assistant and Music Assistant;
needs python3-mpd and python3-numpy), lies (servers that do not keep what they promise).
"""
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import time
from typing import Any

from lib import Daemon, Tally, wait_for, work_folder

from .home import home
from .kinds import kinds
from .lies import lies
from .parts import begin, beside_mpd, cuts, ends, formats, icecast, network, plays, slow
from .server import Server, Sounds

QUICK = "--quick" in sys.argv[1:]
PARTS: dict[str, Any] = {"formats": formats, "kinds": kinds, "ends": ends, "mpd": beside_mpd, "icecast": icecast, "network": network, "cuts": cuts,
         "home": home, "lies": lies, "slow": slow}
# Format, limit in seconds until the first sound, and the server's burst in seconds.
CODECS = [("mp3", 1.0, 2), ("mp3", 2.0, 0)]
if not QUICK:
    CODECS[1:1] = [("ogg", 1.0, 2), ("opus", 1.0, 2), ("flac", 1.0, 2)]


def certificate(folder):
    """A server with a certificate that nobody has signed, for another name."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "key.pem", "-out",
                    folder / "cert.pem", "-days", "2", "-subj", "/CN=other.example"], check=True, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


def stations(tally, client, server):
    base = server.base
    for name, limit, burst in CODECS:
        Sounds.get(name)
        begin(client, f"{base}/live.{name}?burst={burst}")
        took = plays(client)
        tally.check(took < limit, f"{name} with a burst of {burst} s sounds after {took:.2f} s", f"limit {limit}")
    song = client.pairs("currentsong")
    tally.check(song.get("Name") == "Radio Test" and "Time" not in song and song["file"].startswith("http"),
                "currentsong has file and Name, and no Time", song)
    watcher_title = song.get("Title")
    wait_for("a new title", lambda: client.pairs("currentsong").get("Title") not in (None, watcher_title), 6)
    tally.check("Not seekable" in client.refusal("seekcur 5"), "a seek is refused", "")
    begin(client, f"{base}/live.mp3?charset=latin-1&title=J%C3%BCrgen%20{{}}")
    plays(client)
    wait_for("a title in Latin-1", lambda: client.pairs("currentsong").get("Title", "").startswith("Jürgen"), 6)
    tally.check(True, "a title in Latin-1 is read", "")

    begin(client, f"{base}/live.mp3?ends=1&burst=1")
    plays(client)
    count = len(server.requests)
    wait_for("a second connection", lambda: len(server.requests) > count, 8)
    plays(client)
    tally.check(client.status()["song"] == "0", "a connection that ends is made again", client.status())

    server.is_down = True
    wait_for("trouble", lambda: "503" in client.status().get("error", ""), 30)
    began = time.monotonic()
    client.command("stop")
    tally.check(time.monotonic() - began < 0.5, "stop acts at once while a station is away", "")
    server.is_down = False

    for path, why in (("none", "404"), ("page", "sound"), ("heads", "64 KiB"), ("hop?left=12", "redirects"),
                      ("elsewhere?to=file:///etc/passwd", "http and https")):
        begin(client, f"{base}/{path}")
        wait_for(f"{path} to be refused", lambda: client.status()["state"] == "stop", 15)
        error = client.status().get("error", "")
        tally.check(why in error, f"/{path} is refused: {error}", why)
    begin(client, f"{base}/hop?left=8")
    tally.check(plays(client) < 3, "eight redirects are followed", "")


def lists(tally, client, server):
    base = server.base
    server.files = {
        "/s.m3u": ("audio/x-mpegurl", f"#EXTM3U\n#EXTINF:-1,One\n{base}/live.mp3\n{base}/live.ogg\n".encode()),
        "/s.pls": ("audio/x-scpls", f"[playlist]\nFile1={base}/live.mp3\nTitle1=One\nFile2={base}/live.ogg\n".encode()),
        "/s.xspf": ("application/xspf+xml", f"<playlist><trackList><track><location>{base}/live.mp3</location><title>One</title>"
                    f"</track><track><location>{base}/live.ogg</location></track></trackList></playlist>".encode()),
        "/s.asx": ("video/x-ms-asf", f'<asx><entry><title>One</title><ref href="{base}/live.mp3"/></entry>'
                   f'<entry><ref href="{base}/live.ogg"/></entry></asx>'.encode()),
    }
    for name in ("m3u", "asx") if QUICK else ("m3u", "pls", "xspf", "asx"):
        client.command("clear")
        client.command(f'load "{base}/s.{name}"')
        found = client.songs("playlistinfo")
        tally.check([each["file"] for each in found] == [f"{base}/live.mp3", f"{base}/live.ogg"], f"load of {name}", found)
        begin(client, f"{base}/s.{name}")
        plays(client)
    client.command("clear")
    number = client.pairs(f'addid "{base}/live.mp3"')["Id"]
    client.command(f'addtagid {number} Artist "Somebody"')
    tally.check(client.songs("playlistinfo")[0].get("Artist") == "Somebody", "addtagid", client.songs("playlistinfo"))
    client.command(f"cleartagid {number}")
    tally.check("Artist" not in client.songs("playlistinfo")[0], "cleartagid", client.songs("playlistinfo"))
    client.command(f'stationadd "My radio" "{base}/live.mp3"')
    tally.check(client.command("stations") == ["station: My radio", f"file: {base}/live.mp3"], "stations", client.command("stations"))
    tally.check(client.command(f'stationadd "My radio" "{base}/live.mp3"') == ["added: 0"], "a station is not added twice", "")
    for number, name in ((3, "Stations"), (4, "My radio")):
        client.command(f'presetset {number} "{name}"')
        client.command(f"preset {number}")
        plays(client)
        song = client.songs("playlistinfo")[0]
        tally.check(song.get("file") == f"{base}/live.mp3", f"preset {number}, {name}, plays the station", song)
        tally.check((song.get("Name"), song.get("serverName")) == ("My radio", "Radio Test"), "by both its names", song)
    begin(client, "My radio")
    plays(client)
    tally.check(client.pairs("currentsong").get("Name") == "My radio", "a station is added by its name", client.pairs("currentsong"))
    ack = client.refusal('rate "" 5')
    tally.check("A stream has no rating" in ack, f"what a stream has not is named: {ack}", "")


def announcements(tally, client, server):
    base = server.base
    begin(client, "music.flac")
    wait_for("music", lambda: float(client.status().get("elapsed", 0)) > 0.2)
    before = client.status()
    server.files["/api/tts_proxy/abc.mp3"] = ("audio/mpeg", Sounds.get("mp3", 1500, 1))
    client.command("clear")
    client.command(f'add "{base}/api/tts_proxy/abc.mp3"')
    client.command("play")
    status = client.status()
    tally.check(status["playlistlength"] == "1" and status["songid"] == before["songid"] and "announcement" in status,
                "Home Assistant's calls announce, and the queue is back", status)
    wait_for("the music again", lambda: (now := client.status())["state"] == "play" and "announcement" not in now)
    tally.check(float(client.status()["elapsed"]) >= float(before["elapsed"]), "the music continues where it was", "")
    client.command("clear")
    ack = client.refusal(f'add "{base}/api/tts_proxy/none.mp3"')
    tally.check("404" in ack and client.status()["playlistlength"] == "1", f"a failed one names the reason: {ack}", "")
    ack = client.refusal(f'announce "{base}/huge"')
    tally.check("larger than" in ack, f"20 MiB are too much: {ack}", "")
    client.command(f'announce "{base}/file.mp3?hertz=900&seconds=0.5" duck 10')
    wait_for("its end", lambda: "announcement" not in client.status())
    if pathlib.Path("/usr/bin/espeak-ng").exists():
        client.command('announce "say:hello"')
        wait_for("speech's end", lambda: "announcement" not in client.status())
    tally.check(client.pairs("engine")["underruns"] == "0", "no underruns", client.pairs("engine")["underruns"])


def main():
    tally = Tally()
    if "--part" in sys.argv[1:-1]:
        name = sys.argv[-1]
        if name not in PARTS:
            raise SystemExit(f"there is no part {name}: {', '.join(PARTS)}")
        cuts(tally, 600) if name == "cuts" else PARTS[name](tally)
        tally.close()
    if not QUICK:
        for name, part in PARTS.items():
            if name == "icecast" and not shutil.which("icecast2"):
                print("icecast: left out, since icecast2 is not installed")
                continue
            print(f"{name}:", flush=True)
            part(tally)
    with work_folder() as folder:
        music = folder / "music"
        music.mkdir()
        subprocess.run(["sox", "-q", "-n", "-r", "44100", "-c", "2", str(music / "music.flac"), "synth", "60", "sine", "300"],
                       check=True)
        server = Server()
        with Daemon("--music", str(music), "--mount-root", "off", "--output", "null") as daemon:
            client = daemon.start().connect()
            wait_for("the library", lambda: client.knows("", 1))
            stations(tally, client, server)
            lists(tally, client, server)
            announcements(tally, client, server)
            tls = Server(certificate(folder))
            begin(client, f"{tls.base}/live.mp3")
            wait_for("the certificate to be refused", lambda: client.status()["state"] == "stop", 15)
            tally.check("certificate" in client.status().get("error", ""), "a wrong certificate is refused",
                        client.status())
            if not QUICK:
                begin(client, f"{server.base}/live.mp3?stalls=1&burst=1")
                plays(client)
                count = len(server.requests)
                wait_for("the stall to be noticed", lambda: len(server.requests) > count, 30)
                plays(client)
                tally.check(True, "a stall is noticed, and the stream continues", "")
                client.command("pause 1")
                time.sleep(20)
                tally.check(client.status().get("stream") == "released", "a long pause closes the connection",
                            client.status())
                client.command("pause 0")
                plays(client)
                seconds = int(time.monotonic() - server.began)
                wait_for("a live title", lambda: seconds - 4 <= int(client.pairs("currentsong")["Title"].split()[1]), 5)
                tally.check(True, "after a long pause the stream is live", "")
            begin(client, f"{server.base}/live.mp3")
            plays(client)
            time.sleep(1.5)                # settings are written within a second
            daemon.kill()
            client = daemon.start().connect()
            tally.check(plays(client) < 5, "after kill -9 the station plays again", "")
            files = f"/proc/{daemon.process.pid}/fd"
            before = len(os.listdir(files))
            for _ in range(3 if QUICK else 30):
                begin(client, f"{server.base}/live.mp3")
                plays(client)
            client.command("clear")
            wait_for("its descriptors to close", lambda: len(os.listdir(files)) <= before + 2, 10)
            tally.check(True, "descriptors do not grow", "")
    tally.close()


main()
