"""Files of the formats that jukebox-decoder decodes, made from one synthesised sound by the encoders of Debian, with tags, a
picture and chapters where the format has a place for them."""
import base64
import dataclasses
import math
import pathlib
import random
import struct

from lib import run
from lib.apt_state import unpacked

RATE = 44100
# No multiple of a block of any codec.
FRAMES = 221777
TAGS = {"title": "Blue Lamp", "artist": "The Makers", "album": "Workshop", "track": "3", "genre": "Jazz", "date": "1999"}
CHAPTERS = [("One", 0.0), ("Two", 1.5), ("Three", 3.25)]
# 1 x 1 pixel.
PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC")


@dataclasses.dataclass
class Coded:
    """frames: what is heard. exact: the samples are the source's. offset: of the source's first sample in what is heard; None is
    not compared."""
    name: str
    frames: int = FRAMES
    exact: bool = False
    tags: bool = True
    picture: bool = False
    chapters: bool = False
    seeks: bool = True
    offset: int = 0
    rate: int = RATE


def ffmpeg(*words):
    run("ffmpeg", "-v", "error", "-y", *words)


def sound(frames=FRAMES, seed=7):
    """Two sweeps with a little noise, 16 bits."""
    chance = random.Random(seed)
    parts = bytearray()
    for index in range(frames):
        t = index / RATE
        left = 0.35 * math.sin(2 * math.pi * (200 + 60 * t) * t) + 0.002 * chance.uniform(-1, 1)
        right = 0.30 * math.sin(2 * math.pi * (500 - 20 * t) * t) + 0.002 * chance.uniform(-1, 1)
        parts += struct.pack("<hh", int(left * 32767), int(right * 32767))
    return bytes(parts)


class Maker:
    def __init__(self, work, music):
        self.work, self.music = pathlib.Path(work), pathlib.Path(music)
        self.raw = self.work / "source.raw"
        self.raw.write_bytes(sound())
        self.wave = self.work / "source.wav"
        ffmpeg(*self.source(), self.wave)
        (self.work / "cover.png").write_bytes(PICTURE)
        marks = [*CHAPTERS, ("", FRAMES / RATE)]
        (self.work / "chapters").write_text(";FFMETADATA1\n" + "".join(
            f"[CHAPTER]\nTIMEBASE=1/1000\nSTART={int(begin * 1000)}\nEND={int(after * 1000)}\ntitle={name}\n"
            for (name, begin), (_, after) in zip(marks, marks[1:])))
        self.made = []

    def source(self):
        return ["-f", "s16le", "-ar", RATE, "-ac", 2, "-i", self.raw]

    def encode(self, name, *words, before=(), **facts):
        if not self.wanted(name):
            return
        tags = [word for key, value in TAGS.items() for word in ("-metadata", f"{key}={value}")]
        ffmpeg(*self.source(), *before, "-map", "0:a", *words, *tags, self.music / name)
        self.made.append(Coded(name, **facts))

    def wanted(self, name):
        return self.only is None or name in self.only

    def all(self, only=None):
        """All of them, or those of these names."""
        self.only = only
        cover = ["-map", 1, "-c:v", "copy", "-disposition:v", "attached_pic"]
        picture = ["-i", self.work / "cover.png"]
        chapters = ["-i", self.work / "chapters", "-map_chapters", 1]
        # Noise of the encoder's own (PNS) is another one after a seek.
        aac = ["-c:a", "aac", "-aac_pns", 0, "-b:a", "160k"]
        self.encode("aac.m4a", *cover, *aac, before=picture, picture=True)
        self.encode("aac index first.m4a", *aac, "-movflags", "+faststart")
        self.encode("book.m4b", *aac, "-f", "mp4", before=chapters, chapters=True)
        self.encode("fragments.mp4", *aac, "-movflags", "frag_keyframe+empty_moov+default_base_moof", "-frag_duration", 1000000,
                    frames=None, offset=1024)
        if self.wanted("itunes.m4a"):
            self.itunes()
        self.fraunhofer()
        self.encode("alac.m4a", *cover, "-c:a", "alac", before=picture, exact=True, picture=True)
        self.encode("alac 24.m4a", "-c:a", "alac", "-sample_fmt", "s32p", exact=True)
        self.encode("stream.aac", *aac, tags=False, frames=None, offset=1024)
        self.encode("windows.wma", "-c:a", "wmav2", "-b:a", "192k", frames=None, offset=None)
        self.encode("packed.wv", "-c:a", "wavpack", exact=True)
        self.encode("true.tta", "-c:a", "tta", tags=False, exact=True)
        self.encode("flac.mka", "-c:a", "flac", exact=True)
        self.encode("opus.webm", "-c:a", "libopus", "-ar", 48000, frames=math.ceil(FRAMES * 480 / 441), rate=48000, offset=None)
        self.encode("vorbis.mka", "-c:a", "libvorbis", frames=None, seeks=False)
        self.encode("chapters.mka", "-c:a", "flac", before=chapters, exact=True, chapters=True)
        self.encode("dolby.ac3", "-c:a", "ac3", "-b:a", "192k", tags=False, frames=None, seeks=False, offset=256)
        self.encode("dolby.eac3", "-c:a", "eac3", "-b:a", "192k", tags=False, frames=None, seeks=False, offset=256)
        self.encode("layer two.mp2", "-c:a", "mp2", "-b:a", "256k", "-f", "mp2", tags=False, frames=None, offset=481, seeks=False)
        if self.wanted("muse.mpc"):
            run("mpcenc", "--silent", "--overwrite", "--quality", 7, self.wave, self.music / "muse.mpc")
            self.made.append(Coded("muse.mpc", tags=False))
        if self.wanted("super.dsf"):
            self.dsd("super.dsf", 2_822_400, 2)
        if self.wanted("super 128.dsf"):
            self.dsd("super 128.dsf", 5_644_800, 1)
        return self.made

    def itunes(self):
        """As iTunes writes it: 2,112 frames of delay, told by iTunSMPB alone."""
        from mutagen.mp4 import MP4, MP4FreeForm
        silent = self.work / "later.raw"
        # libavcodec's own delay is 1,024.
        silent.write_bytes(bytes(4 * 1088) + self.raw.read_bytes())
        target = self.music / "itunes.m4a"
        ffmpeg("-f", "s16le", "-ar", RATE, "-ac", 2, "-i", silent, "-c:a", "aac", "-aac_pns", 0, "-b:a", "160k",
               "-use_editlist", 0, *(word for key, value in TAGS.items() for word in ("-metadata", f"{key}={value}")), target)
        file = MP4(target)
        blocks = -(-(2112 + FRAMES) // 1024)
        words = f" 00000000 {2112:08X} {blocks * 1024 - 2112 - FRAMES:08X} {FRAMES:016X}" + " 00000000" * 8
        file.tags["----:com.apple.iTunes:iTunSMPB"] = MP4FreeForm(words.encode())
        file.save()
        self.made.append(Coded("itunes.m4a"))

    def fraunhofer(self):
        """AAC and HE-AAC by Fraunhofer's encoder, which states its delay by an edit list and by iTunSMPB."""
        kinds = [("fdk.m4a", ["--profile", 2, "--bitrate", 160000]), ("fdk he.m4a", ["--profile", 5, "--bitrate", 64000])]
        for name, words in kinds:
            if not self.wanted(name):
                continue
            root = unpacked("fdkaac", "contrib non-free", "fdkaac", "libfdk-aac2")
            library = next(root.glob("usr/lib/*/libfdk-aac.so.2")).parent
            tags = [word for key, value in TAGS.items() for word in (f"--{key}", value)]
            run("env", f"LD_LIBRARY_PATH={library}", root / "usr/bin/fdkaac", "--silent", *words, "--gapless-mode", 2, *tags,
                "-o", self.music / name, self.wave)
            # HE-AAC counts pairs of frames, and halves the rate with a delay of half of a frame.
            he = "he" in name
            self.made.append(Coded(name, frames=FRAMES + (FRAMES % 2 if he else 0), offset=-1 if he else 0, seeks=not he))

    def dsd(self, name, rate, seconds):
        """A sine of 1 kHz by a modulator of second order, as Sony's DSF (2006)."""
        blocks = rate * seconds // 8 // 4096
        bits = bytearray()
        first = second = 0.0
        out = 1.0
        for byte in range(blocks * 4096):
            value = 0
            for bit in range(8):
                level = 0.3 * math.sin(2 * math.pi * 1000 * (byte * 8 + bit) / rate)
                first += level - out
                second += first - out
                out = 1.0 if second >= 0 else -1.0
                value |= (out > 0) << bit
            bits.append(value)
        samples = len(bits) * 8
        data = b"".join(bytes(bits[at:at + 4096]) * 2 for at in range(0, len(bits), 4096))
        body = (b"fmt " + struct.pack("<QIIIIIIQII", 52, 1, 0, 2, 2, rate, 1, samples, 4096, 0)
                + b"data" + struct.pack("<Q", 12 + len(data)) + data)
        (self.music / name).write_bytes(b"DSD " + struct.pack("<QQQ", 28, 28 + len(body), 0) + body)
        # The rate of DSD64 as PCM.
        self.made.append(Coded(name, frames=samples // (rate // 352_800), tags=False, rate=352_800, offset=None, seeks=False))
