"""The part `home` of the proof `radio`: the calls of Home Assistant's and Music Assistant's integrations for MPD, by the library
that both use (python3-mpd), and announcements over music, measured in the samples of the card."""
import asyncio
import contextlib
import subprocess
import time

import mpd
import numpy
from mpd.asyncio import MPDClient

from lib import Daemon, wait_for, work_folder

from .server import Server, Sounds

RATE = 44_100
SPEECH_HERTZ, SPEECH_SECONDS = 1000, 1.5


class HomeAssistant:
    """Each action has a connection of its own; an update every some seconds asks for the state."""

    def __init__(self, socket, password):
        self.socket, self.password, self.picture_of = socket, password, None

    @contextlib.asynccontextmanager
    async def connection(self):
        client = MPDClient()
        await client.connect(self.socket)
        await client.password(self.password)
        try:
            yield client
        finally:
            client.disconnect()

    async def update(self):
        async with self.connection() as client:
            commands = list(await client.commands())
            status = await client.status()
            song = await client.currentsong()
            for each in await client.listplaylists():
                each["playlist"]
            if (file := song.get("file")) != self.picture_of and file:
                self.picture_of = file
                for name in ("readpicture", "albumart"):
                    if name in commands:
                        with contextlib.suppress(mpd.CommandError):
                            await getattr(client, name)(file)
        name, title = song.get("name"), song.get("title")
        return status, ": ".join(filter(None, (name, title))) or song.get("file")

    async def play_media(self, url, is_playlist=False):
        async with self.connection() as client:
            await client.clear()
            await (client.load(url) if is_playlist else client.add(url))
            await client.play()

    async def call(self, name, *arguments):
        async with self.connection() as client:
            return await getattr(client, name)(*arguments)


class MusicAssistant:
    """Two connections: one for commands, and one that listens."""

    def __init__(self):
        self.client, self.listener, self.heard = MPDClient(), MPDClient(), []

    async def connect(self, socket, password):
        for each in (self.client, self.listener):
            await each.connect(socket)
            await each.password(password)
        await self.client.status()
        self.task = asyncio.create_task(self.listen())

    async def listen(self):
        async for names in self.listener.idle():
            if {"player", "mixer", "playlist"} & set(names):
                self.heard.append((time.monotonic(), names, (await self.client.status())["state"]))

    async def play_media(self, url):
        await self.client.clear()
        await self.client.add(url)
        await self.client.play(0)

    async def announce(self, url, volume):
        """As the server does for players without announcements of their own."""
        before = (await self.client.status())["volume"]
        await self.client.stop()
        await self.client.setvol(volume)
        await self.play_media(url)
        began = time.monotonic()
        await self.until("play")
        await self.until("stop")
        await self.client.setvol(int(before))
        return time.monotonic() - began

    async def until(self, state, seconds=20):
        end = time.monotonic() + seconds
        # The library may lose a command that comes just when it goes idle, 0.1 s after the one before.
        while (await asyncio.wait_for(self.client.status(), 10))["state"] != state:
            if time.monotonic() > end:
                raise SystemExit(f"waited {seconds} s for the state {state}")
            await asyncio.sleep(0.02)

    def close(self):
        self.task.cancel()
        self.client.disconnect()
        self.listener.disconnect()


class Card:
    """The samples of the card: frames of the left channel, and where the music's are among them."""

    def __init__(self, path, music):
        self.path, self.music = path, music
        keys = self.keys(music)
        self.order = numpy.argsort(keys)
        self.sorted = keys[self.order]

    def frames(self):
        return (numpy.frombuffer(self.path.read_bytes(), dtype="<i4")[::2] >> 16).astype("<i2")

    @staticmethod
    def keys(frames):
        """Each frame with the three that follow it, as one number."""
        wide = frames.astype("<i8") & 0xFFFF
        return wide[:-3] << 48 | wide[1:-2] << 32 | wide[2:-1] << 16 | wide[3:]

    def runs(self, frames):
        """The parts where the music sounds unchanged: (first frame of the card, of the music, number of frames)."""
        keys = self.keys(frames)
        found = numpy.minimum(numpy.searchsorted(self.sorted, keys), len(self.sorted) - 1)
        shift = numpy.where(self.sorted[found] == keys, self.order[found] - numpy.arange(len(keys)), -1 << 40)
        edges = numpy.flatnonzero(numpy.diff(shift)) + 1
        starts, ends = numpy.concatenate([[0], edges]), numpy.concatenate([edges, [len(shift)]])
        return [(int(a), int(a + shift[a]), int(b - a + 3)) for a, b in zip(starts, ends) if b - a > 1000 and shift[a] != -1 << 40]


def tone(frames):
    """The share of the power that is a tone of the speech's pitch, and what is left without it."""
    phase = 2 * numpy.pi * SPEECH_HERTZ / RATE * numpy.arange(len(frames))
    waves = numpy.stack([numpy.sin(phase), numpy.cos(phase)], axis=1)
    fitted = waves @ numpy.linalg.lstsq(waves, frames.astype(float), rcond=None)[0]
    return float((fitted ** 2).sum() / max(1.0, (frames.astype(float) ** 2).sum())), frames - fitted


def speech_in(frames):
    """First and last frame of the speech, in steps of 10 ms."""
    step = RATE // 100
    heard = [at for at in range(0, len(frames) - step, step) if tone(frames[at:at + step])[0] > 0.7]
    return (heard[0], heard[-1] + step) if heard else (0, 0)


def around(runs, frame):
    """The runs of music before and after this frame."""
    return [each for each in runs if each[0] + each[2] <= frame][-1], next(each for each in runs if each[0] >= frame)


async def over_music(tally, server, home, client, card):
    """Speech of Home Assistant, and `announce` with a duck."""
    await home.play_media("music.flac")
    wait_for("music", lambda: float(client.status().get("elapsed", 0)) > 1)
    # The first call makes the picture known.
    await home.update()
    server.files["/api/tts_proxy/abc.mp3"] = ("audio/mpeg", Sounds.get("mp3", SPEECH_HERTZ, SPEECH_SECONDS))
    before, since, began = client.status(), len(card.frames()), time.monotonic()
    await home.play_media(f"{server.base}/api/tts_proxy/abc.mp3")
    called = time.monotonic() - began
    status, _ = await home.update()
    tally.check(status["playlistlength"] == "1" and status["songid"] == before["songid"], "Home Assistant: the queue is back at once", status)
    wait_for("the speech's end", lambda: "announcement" not in client.status())
    wait_for("the music", lambda: client.status()["state"] == "play")
    time.sleep(1)
    frames = card.frames()[since:]
    first, last = speech_in(frames)
    runs = card.runs(frames)
    one, other = around(runs, (first + last) // 2)
    missing = other[1] - one[1] - one[2]
    silent = numpy.abs(tone(frames[first + 2205:last - 2205])[1]).max() / 32768
    print(f"  Home Assistant's speech: calls {called * 1000:.0f} ms, heard {first / RATE:.2f} s after them for {(last - first) / RATE:.2f} s; the "
          f"music stops {(first - one[0] - one[2]) / RATE * 1000:.0f} ms before and continues {(other[0] - last) / RATE * 1000:.0f} ms "
          f"after, {missing / RATE * 1000:+.0f} ms of it from where it was, between the ends of the fades")
    tally.check(abs((last - first) / RATE - SPEECH_SECONDS) < 0.12, "the speech is whole", f"{(last - first) / RATE:.2f} s")
    tally.check(silent < 0.02, "no music under it", f"{silent:.3f}")
    tally.check(abs(missing) < RATE / 20, "the music continues where it was, but for the fades", missing)
    tally.check(float(client.status()["elapsed"]) > float(before["elapsed"]), "and its time", client.status())

    since = len(card.frames())
    client.command(f'announce "{server.base}/file.mp3?hertz={SPEECH_HERTZ}&seconds={SPEECH_SECONDS}" duck 15')
    wait_for("the announcement's end", lambda: "announcement" not in client.status())
    time.sleep(1)
    frames = card.frames()[since:]
    first, last = speech_in(frames)
    one, other = around(card.runs(frames), (first + last) // 2)
    shift = one[1] - one[0]
    inner = slice(first + RATE // 4, last - RATE // 4)
    source = card.music[inner.start + shift:inner.stop + shift].astype(float)
    gain = 20 * numpy.log10((tone(frames[inner])[1] * source).sum() / (source ** 2).sum())
    print(f"  announce with duck 15: heard for {(last - first) / RATE:.2f} s over music at {gain:.1f} dB; the music is softer for "
          f"{(other[0] - one[0] - one[2]) / RATE:.2f} s and not a frame is lost or repeated: {other[1] - other[0] == shift}")
    tally.check(abs(gain + 15) < 0.5, "music under an announcement is softer by 15 dB", f"{gain:.1f} dB")
    tally.check(other[1] - other[0] == shift, "the music goes on without a frame lost", f"{other} {one}")


async def play_media(tally, server, home, client):
    """Home Assistant's other calls."""
    await home.play_media(f"{server.base}/live.mp3")
    wait_for("a station", lambda: client.status().get("stream") == "playing", 10)
    wait_for("its title", lambda: "Title" in client.pairs("currentsong"), 10)
    status, title = await home.update()
    tally.check(status["state"] == "play" and title.startswith("Radio Test: Song "), "Home Assistant: a station has its title", title)
    server.files["/s.m3u"] = ("audio/x-mpegurl", f"#EXTM3U\n#EXTINF:-1,One\n{server.base}/live.mp3\n".encode())
    await home.play_media(f"{server.base}/s.m3u", is_playlist=True)
    wait_for("its station", lambda: client.status().get("stream") == "playing", 10)
    for name, arguments in (("pause", (1,)), ("pause", (0,)), ("setvol", (30,)), ("setvol", (0,)), ("setvol", (30,)), ("repeat", (1,)),
                            ("single", (1,)), ("single", (0,)), ("repeat", (0,)), ("random", (1,)), ("random", (0,)), ("stop", ()),
                            ("play", ()), ("stop", ())):
        await home.call(name, *arguments)
    tally.check((await home.update())[0]["state"] == "stop", "Home Assistant: its buttons act")
    try:
        await home.play_media(f"{server.base}/api/tts_proxy/none.mp3")
        tally.check(False, "Home Assistant: speech that can't be had is an error")
    except mpd.CommandError as error:
        tally.check("404" in str(error) and client.status()["playlistlength"] == "1",
                    f"Home Assistant: speech that can't be had is an error: {error}", client.status())


async def flow(tally, server, socket, password):
    """Music Assistant: its flow stream and its announcement end, and `stop` follows, whatever is set."""
    music = MusicAssistant()
    await music.connect(socket, password)
    stream = "chunked=1&dlna=1&burst=10&fast=1.1&interval=16384&name=Music%20Assistant"
    for name, ending, repeat in (("MP3", "mp3", 0), ("MP3 with repeat", "mp3", 1), ("WAVE", "wav", 0), ("FLAC", "flac", 0)):
        await music.client.repeat(repeat)
        count, music.heard = len(server.requests), []
        began = time.monotonic()
        await music.play_media(f"{server.base}/live.{ending}?sound=6&{stream}")
        await music.until("play")
        while float((await music.client.status()).get("elapsed", 0)) == 0:
            await asyncio.sleep(0.02)
        sounds = time.monotonic() - began
        if ending == "mp3":
            song = await music.client.currentsong()
            tally.check(song["name"] == "Music Assistant", "Music Assistant: the flow's name", song)
        await music.client.pause(1)
        await asyncio.sleep(0.5)
        await music.client.pause(0)
        await music.until("stop")
        await asyncio.sleep(0.2)
        took = time.monotonic() - began
        stopped = [at - began for at, _, state in music.heard if state == "stop"]
        print(f"  Music Assistant's flow of 6 s, {name:16} first sound {sounds:.2f} s, stop after {took - 0.2:.2f} s, which includes a pause of 0.5 s")
        tally.check(len(server.requests) == count + 1 and stopped and 6 < took < 8.5, f"Music Assistant: a flow of {name} ends once, and idle says so",
                    f"{len(server.requests) - count} requests, {stopped}, {took:.2f} s")
    await music.client.setvol(40)
    took = await music.announce(f"{server.base}/live.mp3?sound=1.5&plain=1&chunked=1&dlna=1", 60)
    status = await music.client.status()
    print(f"  Music Assistant's announcement of 1.5 s: {took:.2f} s from play to stop")
    tally.check(1.4 < took < 3 and status["volume"] == "40", "Music Assistant: its announcement ends", f"{took:.2f} s, {status}")
    try:
        await music.client.seekcur(5)
        tally.check(False, "a seek in nothing is an error")
    except mpd.CommandError:
        pass
    music.close()


def home(tally):
    """Home Assistant and Music Assistant."""
    server = Server()
    with work_folder() as work:
        (work / "music").mkdir()
        song = work / "music/music.flac"
        subprocess.run(["sox", "-q", "-R", "-D", "-r", str(RATE), "-n", "-b", "16", "-c", "2", str(song), "synth", "120", "whitenoise",
                        "gain", "-20"], check=True)
        raw = subprocess.run(["flac", "-d", "-s", "-c", "--force-raw-format", "--endian=little", "--sign=signed", str(song)], check=True,
                             capture_output=True).stdout
        recorded = work / "card.raw"
        (work / "asound.conf").write_text(f'pcm.recorder {{ type file slave.pcm "null" file "{recorded}" format "raw" perm 438 }}\n'
                                          "pcm.null { type null }\n")
        (work / "jukebox.ini").write_text("[control]\npassword = word\n")
        card = Card(recorded, numpy.frombuffer(raw, dtype="<i2")[::2].copy())
        with Daemon("--config", str(work / "jukebox.ini"), "--music", str(work / "music"), "--mount-root", "off", "--volume", "100",
                    "--autoplay", "off", "--output", "alsa", "--device", "recorder",
                    environment={"ALSA_CONFIG_PATH": str(work / "asound.conf")}) as daemon:
            client = daemon.start().connect()
            wait_for("the song", lambda: client.knows("", 1))
            wait_for("the device", lambda: client.pairs("engine").get("device"))
            assistant = HomeAssistant(daemon.socket, "word")
            asyncio.run(over_music(tally, server, assistant, client, card))
            asyncio.run(play_media(tally, server, assistant, client))
            asyncio.run(flow(tally, server, daemon.socket, "word"))
            tally.check(client.pairs("engine")["underruns"] == "0", "no underruns", client.pairs("engine"))
