"""Podcasts: feeds as playlists, episodes that resume and can be searched through, and downloads.

A server in this process has a feed of 50 episodes and sends any part of them. Shown are: the playlist, the first sound, the length,
seeks, a start in the middle, a restart with kill -9, connections that break, what was heard, new episodes, a button that plays what
is new, servers without parts, feeds that are none, and downloads that are cut off.

usage: board/lab/run proofs.podcasts [--quick]
"""
import email.utils
import http.server
import os
import pathlib
import socketserver
import subprocess
import sys
import threading
import time

from lib import Daemon, Tally, wait_for, work_folder

QUICK = "--quick" in sys.argv[1:]
EPISODES = 50
MINUTES = 10
# A tone for each second: the pitch gives the place.
LENGTH = MINUTES * 60


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def log_message(self, *_):
        pass

    def answer(self, body, kind, status=200, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        limit = self.server.cut if kind.startswith("audio/") else None
        sent = 0
        while sent < len(body):
            part = body[sent:sent + 16384]
            if limit is not None and sent + len(part) > limit:
                self.close_connection = True
                return self.connection.close()
            self.wfile.write(part)
            sent += len(part)

    def do_GET(self):
        server = self.server
        server.requests.append((self.path, self.headers.get("Range")))
        name = self.path.split("?")[0]
        if name == "/redirect.xml":
            return self.answer(b"", "text/plain", 302, [("Location", "/feed.xml")])
        if name == "/page.html":
            return self.answer(b"<html><body>no feed</body></html>", "text/html")
        if name in server.texts:
            text = server.texts[name]
            return self.answer(text.encode() if isinstance(text, str) else text, "application/rss+xml")
        if not name.startswith("/e/"):
            return self.answer(b"", "text/plain", 404)
        body = server.sound
        if "plain" in self.path:
            return self.answer(body, "audio/mpeg")
        wanted = self.headers.get("Range")
        parts = [("Accept-Ranges", "bytes")]
        if not wanted:
            return self.answer(body, "audio/mpeg", 200, parts)
        first = int(wanted.split("=")[1].split("-")[0])
        if first >= len(body):
            return self.answer(b"", "text/plain", 416)
        parts.append(("Content-Range", f"bytes {first}-{len(body) - 1}/{len(body)}"))
        return self.answer(body[first:], "audio/mpeg", 206, parts)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def __init__(self, sound):
        super().__init__(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server_address[1]}"
        self.sound, self.requests, self.texts, self.cut = sound, [], {}, None
        self.list(EPISODES)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request, client_address):
        pass

    def item(self, number, query=""):
        date = email.utils.formatdate(1_700_000_000 + number * 86400, usegmt=True)
        return f"""<item><title>Episode {number} &amp; more</title><guid>id-{number}</guid><pubDate>{date}</pubDate>
          <itunes:duration>{MINUTES}:00</itunes:duration>
          <enclosure url="{self.base}/e/{number}.mp3{query}" type="audio/mpeg" length="1"/></item>"""

    def list(self, count, query=""):
        # Feeds are mostly in this order; here they are not, so that the dates decide.
        items = "".join(self.item(number, query) for number in range(1, count + 1))
        self.texts["/feed.xml"] = f"""<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
          <channel><title>The Test/Podcast</title><item><title>without sound</title></item>{items}</channel></rss>"""
        self.texts["/plain.xml"] = self.texts["/feed.xml"].replace(".mp3", ".mp3?plain").replace("The Test", "Plain")
        self.texts["/atom.xml"] = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title><entry><id>a</id>
          <title>One</title><published>2024-01-01T00:00:00Z</published>
          <link rel="enclosure" type="audio/mpeg" href="/e/7.mp3"/></entry></feed>"""


def sound(folder):
    """Ten minutes of MP3 at a variable bit rate; each second has a frequency of its own."""
    path = folder / "episode.mp3"
    expression = "0.3*sin(2*PI*(200+floor(t)*10)*t)*if(lt(mod(t\\,20)\\,10)\\,1\\,0.01)"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"aevalsrc={expression}:s=44100:d={LENGTH}", "-c:a", "libmp3lame",
                    "-q:a", "5", path], check=True)
    return path.read_bytes()


def sounds(client, seconds=10):
    began = time.monotonic()
    before = float(client.status().get("elapsed", 0))
    wait_for("sound", lambda: float(client.status().get("elapsed", 0)) > before + 0.05 and client.status()["state"] == "play", seconds)
    return time.monotonic() - began


def processes(daemon):
    """Descriptors of the daemon, and its children."""
    pid = daemon.process.pid
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return len(os.listdir(f"/proc/{pid}/fd")), len(children)


def feed(tally, client, server):
    answer = client.pairs(f'playlistsubscribe "{server.base}/redirect.xml"')
    name = "The Test-Podcast"
    tally.check(answer == {"playlist": name, "added": str(EPISODES)}, "a feed becomes a playlist with its title", answer)
    again = client.pairs(f'playlistsubscribe "{server.base}/redirect.xml"')
    tally.check(again["added"] == "0", "subscribing once more adds nothing", again)
    entries = client.songs(f'playlistentries "{name}"')
    tally.check([entries[0]["Title"], entries[-1]["Title"]] == [f"Episode {EPISODES} & more", "Episode 1 & more"],
                "the newest episode is the first", entries[0])
    first = entries[0]
    tally.check((first["Artist"], first["Date"], first["Time"], first["plays"]) == ("The Test/Podcast", "2024-01-03", f"{LENGTH}", "0"),
                "title, podcast, date and length of an episode are listed", first)
    tally.check("no podcast" in client.refusal(f'playlistsubscribe "{server.base}/page.html"'), "a page is no podcast", "")
    tally.check("404" in client.refusal(f'playlistsubscribe "{server.base}/none.xml"'), "a missing feed is refused with the reason", "")
    atom = client.pairs(f'playlistsubscribe "{server.base}/atom.xml" Other')
    tally.check(atom == {"playlist": "Other", "added": "1"}, "Atom, with a name of one's own and a relative URL", atom)
    return name


def shapes(tally, client, server):
    """Feeds in other orders, encodings and forms, and broken ones."""
    def item(number, title, other="", url=None):
        return (f"<item><title>{title}</title>{other}<guid>s{number}</guid>"
                f'<enclosure url="{url or server.base + f"/e/s{number}.mp3"}" type="audio/mpeg"/></item>')

    def subscribe(name, text, *, url=None):
        server.texts[f"/{name}.xml"] = text
        client.command(f'playlistsubscribe "{url or f"{server.base}/{name}.xml"}" {name}')
        return [entry.get("Title") for entry in client.songs(f"playlistentries {name}")]

    def rss(items, head="<?xml version='1.0'?>"):
        return f"{head}<rss><channel><title>P</title>{items}</channel></rss>"

    def dated(number):
        return item(number, f"E{number}", f"<pubDate>{email.utils.formatdate(1_000_000_000 + number * 3600, usegmt=True)}</pubDate>")

    count = 2100
    titles = subscribe("many", rss("".join(dated(number) for number in range(count))))
    tally.check(titles[0] == f"E{count - 1}" and len(titles) == 2000, "of an old podcast, oldest first, the newest episodes are listed",
                (titles[:1], len(titles)))
    head = "<?xml version='1.0' encoding='%s'?>"
    for encoding, title in (("koi8-r", "Выпуск"), ("iso-8859-2", "Kotě"), ("shift_jis", "日本"), ("utf-16", "Käse")):
        name = encoding.replace("-", "").replace("_", "")
        titles = subscribe(name, rss(item(1, title), head % encoding).encode(encoding))
        tally.check(titles == [title], f"a feed in {encoding}", titles)
    titles = subscribe("wrong", rss(item(1, "Käse"), head % "iso-8859-1").encode())
    tally.check(titles == ["Käse"], "UTF-8 that claims to be Latin-1", titles)
    broken = item(1, "a < b \x1e") + "<item><title>R&D<description>x<br>y</p></description>" + item(2, "<![CDATA[<b>Two</b> &amp; more]]>")[6:]
    titles = subscribe("broken", rss(broken + item(3, "Three")[:-7]))
    tally.check(len(titles) == 3 and titles[0] == "a < b" and titles[2] == "Three", "a broken feed has all its episodes", titles)
    titles = subscribe("cut", rss(item(1, "One") + item(2, "Two"))[:-60])
    problem = [one.get("problem") for one in client.groups("podcasts", "playlist") if one["playlist"] == "cut"]
    tally.check(titles == ["One"] and "damaged" in (problem[0] or ""), "of a feed that is cut the whole episodes, and a word about it",
                (titles, problem))
    server.texts["/home.html"] = '<html><head><link rel="alternate" type="application/rss+xml" href="linked.xml"></head></html>'
    titles = subscribe("linked", rss(item(1, "One")), url=f"{server.base}/home.html")
    tally.check(titles == ["One"], "a page leads to its feed", titles)
    bomb = "<!DOCTYPE rss [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
        f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(9)) + "]>"
    titles = subscribe("bomb", rss(item(1, "T &j; &x;"), bomb))
    tally.check(titles == ["T &j; &x;"], "entities that expand to others are not expanded", titles)
    titles = subscribe("shared", rss("".join(item(1, f"E{n}", url=f"{server.base}/e/x{n}.mp3") for n in range(6))))
    tally.check(len(titles) == 6, "one guid for all episodes: each is listed", titles)
    subscribe("other", rss(item(1, "One")))
    titles = subscribe("other", rss(item(2, "One", url=f"{server.base}/e/s1.mp3")))
    tally.check(titles == ["One"], "another guid for the same URL: the episode stays one", titles)
    words = client.refusal(f'playlistsubscribe "{server.base}/other.xml" Third')
    tally.check("subscribed already" in words and "other" in words, "a second name for a feed is refused", words)


def playing(tally, client, server, name):
    client.command("clear")
    client.command(f'load "{name}"')
    began = time.monotonic()
    client.command("play 0")
    sounds(client)
    took = time.monotonic() - began
    print(f"  an episode sounds after {took:.2f} s", flush=True)
    tally.check(took < 1.5, f"an episode sounds after {took:.2f} s", "")
    length = wait_for("its length", lambda: client.status().get("duration"))
    tally.check(abs(float(length) - LENGTH) < 0.1, f"its length is {length} s", "")
    worst = 0
    for place in ((300, 42.5, 590) if QUICK else (300, 42.5, 590, 5, 599, 120)):
        began = time.monotonic()
        client.command(f"seekcur {place}")
        wait_for("the place", lambda place=place: place <= float(client.status()["elapsed"]) < place + 2)
        sounds(client)
        worst = max(worst, time.monotonic() - began)
    print(f"  seeks sound after at most {worst:.2f} s", flush=True)
    tally.check(worst < 1.5, f"seeks sound after at most {worst:.2f} s", "")


def resuming(tally, daemon, client, name):
    client.command("play 2")
    sounds(client)
    client.command("seekcur 250")
    wait_for("the place", lambda: float(client.status()["elapsed"]) > 251)
    client.command("play 5")
    sounds(client)
    client.command("play 2")
    sounds(client)
    elapsed = float(client.status()["elapsed"])
    tally.check(250 < elapsed < 256, f"an episode that was left resumes at {elapsed:.1f} s", "")
    entry = client.songs(f'playlistentries "{name}" 2:3')[0]
    tally.check(250 < float(entry["left"]) < 256, "the list has its place", entry)
    client.command("seekcur 400")
    wait_for("the place is stored", lambda: float(client.songs(f'playlistentries "{name}" 2:3')[0]["left"]) > 400, 12)
    daemon.kill()
    daemon.start()
    client = daemon.connect()
    wait_for("playing", lambda: client.status()["state"] == "play", 20)
    sounds(client)
    elapsed = float(client.status()["elapsed"])
    tally.check(399 < elapsed < 412, f"after kill -9 it resumes at {elapsed:.1f} s", "")
    # Not the current one: also then.
    client.command("play 7")
    sounds(client)
    client.command("play 2")
    sounds(client)
    tally.check(float(client.status()["elapsed"]) > 399, "and so it does later", client.status()["elapsed"])
    return client


def cuts(tally, client, server):
    server.cut = 80_000 if QUICK else 300_000
    before = len(server.requests)
    client.command("play 9")
    sounds(client)
    client.command("speed 2")
    wait_for("the place", lambda: float(client.status()["elapsed"]) > (15 if QUICK else 60), 60)
    server.cut = None
    client.command("speed 1")
    count = len(server.requests) - before
    tally.check(count > 2, f"an episode plays on over connections that break ({count})", "")
    # The error of the last broken connection ends with the next try.
    wait_for("the end of the last error", lambda: "error" not in client.status(), 5)


def heard(tally, client, server, name):
    client.command("play 0")
    sounds(client)
    # Half of it, or four minutes, at twice the speed.
    client.command("seekcur 1")
    client.command("speed 2")
    wait_for("it counts as played", lambda: client.songs(f'playlistentries "{name}" 0:1')[0]["plays"] == "1", 150)
    client.command("seekcur 596")
    wait_for("the next one", lambda: client.status().get("song") == "1", 20)
    entry = client.songs(f'playlistentries "{name}" 0:1')[0]
    tally.check(entry["plays"] == "1" and "left" not in entry, "an episode that was heard counts once", entry)
    client.command("speed 1")
    podcast = next(one for one in client.groups("podcasts", "playlist") if one["playlist"] == name)
    tally.check(podcast["unheard"] == str(EPISODES - 1), "podcasts counts what is not heard", podcast)


def renewal(tally, client, server, name):
    client.command("clear")
    client.command(f'load "{name}"')
    client.command("play 4")
    sounds(client)
    client.command("seekcur 200")
    wait_for("the place", lambda: float(client.status()["elapsed"]) > 200)
    client.command("stop")
    server.list(EPISODES + 2, "?token=2")
    answer = client.pairs(f'playlistsubscribe "{server.base}/redirect.xml"')
    tally.check(client.songs("playlistinfo")[4]["file"].endswith("?token=2"), "the queue has the new URLs", client.songs("playlistinfo")[4])
    client.command("clear")
    client.command(f'load "{name}"')
    client.command("play 6")
    sounds(client)
    elapsed = float(client.status()["elapsed"])
    tally.check(199 < elapsed < 212, f"an episode under another URL resumes at {elapsed:.1f} s", "")
    client.command("stop")
    entries = client.songs(f'playlistentries "{name}"')
    tally.check(answer["added"] == "2" and entries[0]["Title"].startswith(f"Episode {EPISODES + 2}"),
                "new episodes come first", answer)
    tally.check(all(entry["file"].endswith("?token=2") for entry in entries) and len(entries) == EPISODES + 2,
                "episodes under other URLs stay the same episodes", entries[-1])
    client.command(f'playlistdelete "{name}" 0')
    client.pairs(f'playlistsubscribe "{server.base}/redirect.xml"')
    count = len(client.songs(f'playlistentries "{name}"'))
    tally.check(count == EPISODES + 1, "an episode that was removed does not come back", count)
    client.command(f'presetset 3 "{name}"')
    client.command("preset 3")
    sounds(client)
    left = client.songs("playlistinfo")
    tally.check(len(left) == count - (0 if QUICK else 1), "a preset plays what is not heard", len(left))
    server.texts["/feed.xml"] = "<html>"
    tally.check("no podcast" in client.refusal(f'playlistsubscribe "{server.base}/redirect.xml"'), "a broken feed is refused", "")
    podcast = next(one for one in client.groups("podcasts", "playlist") if one["playlist"] == name)
    tally.check("problem" in podcast and len(client.songs(f'playlistentries "{name}"')) == count,
                "and its episodes stay; podcasts has the reason", podcast)
    server.list(EPISODES + 2, "?token=2")


def elsewhere(tally, client, name, done):
    """An episode that is fetched to another volume than the podcast's stays new until it is heard."""
    def unheard():
        return next(one for one in client.groups("podcasts", "playlist") if one["playlist"] == name)["unheard"]

    before = unheard()
    client.command(f'playlistfetch "{name}" 6:7 second')
    found = wait_for("the download", done, 60)
    tally.check([one["state"] for one in found] == ["done"], "an episode is fetched to another volume", found)
    entry = wait_for("the entry is a file", lambda: not (one := client.songs(f'playlistentries "{name}" 6:7')[0])["file"].startswith("http")
                     and one)
    tally.check(entry.get("plays") == "0" and unheard() == before, "it is new as before", (entry, before, unheard()))
    client.command("clear")
    client.command(f'load "{name}" 6:7')
    client.command("play")
    sounds(client)
    client.command("seekcur 1")
    client.command("speed 2")
    wait_for("it counts as played", lambda: client.songs(f'playlistentries "{name}" 6:7')[0].get("plays") == "1", 180)
    client.command("speed 1")
    tally.check(int(unheard()) == int(before) - 1, "and heard when it was heard", (before, unheard()))


def fetching(tally, client, server, name, music):
    server.cut = 900_000
    client.command(f'playlistfetch "{name}" 3:5')

    def done():
        found = client.groups("playlistfetch", "url")
        return found if all(one["state"] in ("done", "failed") for one in found) else None
    found = wait_for("the downloads", done, 60)
    server.cut = None
    tally.check([one["state"] for one in found] == ["done", "done"], "two episodes are fetched, though connections break", found)
    whole = all((music / one["file"].split("/", 1)[-1] if not (music / one["file"]).exists() else music / one["file"]).read_bytes()
                == server.sound for one in found)
    tally.check(whole, "byte for byte", found)
    wait_for("the entries are files", lambda: not client.songs(f'playlistentries "{name}" 3:4')[0]["file"].startswith("http"))
    entry = wait_for("the scan", lambda: (one := client.songs(f'playlistentries "{name}" 3:4')[0]).get("Time") and one)
    tally.check("Podcasts/The Test-Podcast/" in entry["file"], "the entry is the file", entry)
    client.pairs(f'playlistsubscribe "{server.base}/redirect.xml"')
    tally.check(len(client.songs(f'playlistentries "{name}"')) == EPISODES + 1, "and the feed does not bring it again", "")
    if not QUICK:
        elsewhere(tally, client, name, done)
    client.command("clear")
    client.command(f'load "{name}" 3:4')
    client.command("play")
    sounds(client)
    tally.check(client.status()["state"] == "play", "the file plays", "")


def places(tally, daemon, client, server, music):
    """Each episode has its own place, before it is fetched, as a file, and when the file is deleted."""
    items = "".join(f"<item><title>P{n}</title><guid>p{n}</guid><enclosure url='{server.base}/e/p{n}.mp3' type='audio/mpeg'/></item>"
                    for n in (1, 2))
    server.texts["/places.xml"] = f'<rss version="2.0"><channel><title>Places</title>{items}</channel></rss>'
    client.command(f'playlistsubscribe "{server.base}/places.xml"')

    def entry(number):
        return client.songs(f"playlistentries Places {number}:{number + 1}")[0]

    def left(number):
        return float(entry(number).get("left", 0))

    def play(number, place=None):
        """From the playlist as it is now; to a place, if one is given. Where it began."""
        client.command("clear")
        client.command("load Places")
        client.command(f"play {number}")
        sounds(client)
        began = float(client.status()["elapsed"])
        if place is not None:
            client.command(f"seekcur {place}")
            wait_for("the place", lambda: float(client.status()["elapsed"]) > place)
        client.command("stop")
        wait_for("its place is stored", lambda: left(number) >= (place or began), 12)
        return began

    play(0, 301)
    client.command("playlistfetch Places 0:2")
    wait_for("the downloads", lambda: all(not entry(n)["file"].startswith("http") and entry(n).get("Time") for n in (0, 1)), 60)
    tally.check(300 < left(0) < 310, "an episode that is fetched keeps its place", entry(0))
    began = play(0, 360)
    tally.check(300 < began < 310, f"and plays on there ({began:.1f} s)", "")
    began = play(1, 90)
    tally.check(began < 5, "another one of the same folder begins at its beginning", began)
    began = play(0)
    tally.check(359 < began < 370, f"the first one is where it was left ({began:.1f} s)", "")
    tally.check(89 < left(1) < 99 and 359 < left(0) < 372, "the list has the place of each", (entry(0), entry(1)))
    daemon.kill()
    daemon.start()
    client = daemon.connect()
    wait_for("the library", lambda: "Places" in str(client.command("listplaylists")), 20)
    began = (play(1), play(0))
    tally.check(89 < began[0] < 99 and 359 < began[1] < 375, "so they are after kill -9", began)
    server.texts["/places.xml"] = server.texts["/places.xml"].replace(".mp3", ".mp3?token=3")
    client.command(f'playlistsubscribe "{server.base}/places.xml"')
    began = play(1)
    tally.check(89 < began < 105 and not entry(1)["file"].startswith("http"), "and when the feed has other URLs", (began, entry(1)))
    name = entry(0)["file"]
    next(path for path in music.rglob("*P1.mp3") if path.is_file()).unlink()
    client.command("update")
    wait_for("it is streamed again", lambda: entry(0)["file"].endswith("/e/p1.mp3?token=3"), 30)
    began = play(0)
    tally.check(359 < began < 380, f"an episode whose file was deleted plays on from its server ({began:.1f} s)", (name, entry(0)))
    return client


def dead(tally, client, server):
    """Episodes whose server is away wait after all others."""
    gone = "http://127.0.0.1:1/gone"
    items = "".join(
        f"<item><title>{title}</title><guid>{title}</guid><enclosure url='{url}' type='audio/mpeg'/></item>"
        for title, url in (("Gone 1", f"{gone}/1.mp3"), ("Gone 2", f"{gone}/2.mp3"), ("Here 1", f"{server.base}/e/here1.mp3"),
                           ("Here 2", f"{server.base}/e/here2.mp3")))
    server.texts["/dead.xml"] = f'<rss version="2.0"><channel><title>Dead</title>{items}</channel></rss>'
    client.command(f'playlistsubscribe "{server.base}/dead.xml"')
    began = time.monotonic()
    client.command("playlistfetch Dead 0:4")

    def here():
        found = [one for one in client.groups("playlistfetch", "url") if "/here" in one["url"]]
        return len(found) == 2 and all(one["state"] == "done" for one in found)
    wait_for("those that can be had", here, 30)
    took = time.monotonic() - began
    print(f"  two episodes behind two dead ones are there after {took:.1f} s", flush=True)
    found = client.groups("playlistfetch", "url")
    tally.check([one["state"] for one in found if "/gone" in one["url"]] in (["fetching", "waiting"], ["waiting", "fetching"]),
                f"dead episodes hold no others ({took:.1f} s), and are tried again", found)
    client.command("playlistfetch stop")
    found = client.groups("playlistfetch", "url")
    tally.check([one["state"] for one in found if "/gone" in one["url"]] == ["failed", "failed"], "until they are stopped", found)


def plain(tally, client, server):
    """A server that sends no parts."""
    client.command(f'playlistsubscribe "{server.base}/plain.xml"')
    client.command("clear")
    client.command('load "Plain-Podcast" 0:2')
    client.command("play 0")
    sounds(client)
    tally.check("duration" not in client.status(), "a file of a server without parts has no length", "")
    tally.check("Not seekable" in client.refusal("seekcur 5"), "and a seek is refused", client.status())
    client.command("stop")


def main():
    tally = Tally()
    with work_folder() as folder:
        music = folder / "music"
        music.mkdir()
        second = folder / "second"
        second.mkdir()
        server = Server(sound(folder))
        with Daemon("--music", str(music), "--music", str(second), "--mount-root", "off", "--output", "null") as daemon:
            daemon.start()
            client = daemon.connect()
            wait_for("the library", lambda: client.pairs("stats").get("songs") is not None)
            name = feed(tally, client, server)
            shapes(tally, client, server)
            playing(tally, client, server, name)
            before = processes(daemon)
            playing(tally, client, server, name)
            client = resuming(tally, daemon, client, name)
            cuts(tally, client, server)
            if not QUICK:
                heard(tally, client, server, name)
            renewal(tally, client, server, name)
            fetching(tally, client, server, name, music)
            client = places(tally, daemon, client, server, music)
            dead(tally, client, server)
            plain(tally, client, server)
            after = wait_for("no child is left", lambda: (found := processes(daemon))[1] == 0 and found, 20)
            tally.check(after[0] <= before[0] + 4, f"descriptors: {before[0]} and {after[0]} at the end", "")
    tally.close()


main()
