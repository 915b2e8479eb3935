"""Sound files as the world has them: cut and shifted without encoding, chained, never finished, beyond 4 GB, with large
pictures, of formats with options that few use. Made from synthesised sounds by the tools that make them."""
import base64
import pathlib
import random
import struct
import subprocess

SECONDS = 3
LONG = 30
FOUR_GIB = 1 << 32


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout


def ffmpeg(*words):
    return run("ffmpeg", "-v", "error", "-y", *words)


def chunk(name, body, size=None):
    return name + struct.pack("<I", len(body) if size is None else size) + body + bytes(len(body) & 1)


FORMAT = chunk(b"fmt ", struct.pack("<HHIIHH", 1, 2, 44100, 176400, 4, 16))


def wave(sound, size=None, riff=None, form=b"RIFF", before=b"", after=b""):
    inner = b"WAVE" + before + FORMAT + chunk(b"data", sound, size) + after
    return form + struct.pack("<I", len(inner) if riff is None else riff) + inner


def ds64(size):
    return chunk(b"ds64", struct.pack("<QQQI", size + 100, size, size // 4, 0))


class Maker:
    """`made`: by its name, how long each file plays, in seconds; None for what is not to be listed."""

    def __init__(self, work, music, quick):
        self.work, self.music, self.quick = pathlib.Path(work), pathlib.Path(music), quick
        self.made = {}

    def put(self, name, data, seconds=SECONDS):
        (self.music / name).write_bytes(data)
        self.made[name] = seconds

    def make(self, name, *words, seconds=SECONDS):
        """Has a program write the file, whose name is `OUT` among the words."""
        run(*[self.music / name if word == "OUT" else word for word in words])
        self.made[name] = seconds

    def sources(self):
        """Plucked strings for 3 s, noise for 30."""
        work = self.work
        for rate in (44100, 48000):
            run("sox", "-q", "-R", "-r", rate, "-n", "-c", 2, "-b", 16, work / f"{rate}.wav", "synth", SECONDS,
                "pluck", "A3", "pluck", "C4", "gain", "-6")
        run("sox", "-q", "-R", "-r", 44100, "-n", "-c", 1, "-b", 16, work / "long.wav", "synth", LONG, "pinknoise", "gain",
            "-20")
        run("opusenc", "--quiet", work / "48000.wav", work / "s.opus")
        run("opusenc", "--quiet", work / "long.wav", work / "long.opus")
        run("oggenc", "-Q", "-o", work / "s.ogg", work / "44100.wav")
        run("oggenc", "-Q", "-o", work / "long.ogg", work / "long.wav")

    def all(self):
        self.sources()
        self.waves()
        self.ogg()
        self.mpeg()
        if not self.quick:
            self.more_waves()
            self.more_ogg()
            self.more_mpeg()
            self.pictures()
            self.others()
        return self.made

    def read(self, name):
        return (self.work / name).read_bytes()

    def sparse(self, name, head, size):
        """Sound at both ends of a hole, which costs no storage."""
        with open(self.music / name, "wb") as file:
            file.write(head + self.sound)
            file.seek(len(head) + size - len(self.sound))
            file.write(self.sound)
        self.made[name] = size / 176400

    def waves(self):
        self.sound = run("sox", self.work / "44100.wav", "-t", "raw", "-")
        five = 5 << 30

        def head(form, size, before=b""):
            return form + struct.pack("<I", size) + b"WAVE" + before + FORMAT + b"data" + struct.pack("<I", size)
        self.put("wav unfinished, sizes 0.wav", wave(self.sound, 0, 0))
        self.put("wav unfinished, sound 0.wav", wave(self.sound, 0))
        self.put("wav without sound.wav", wave(b""), None)
        self.put("wav bw64.wav", wave(self.sound, 0xFFFFFFFF, 0xFFFFFFFF, b"BW64", ds64(len(self.sound))))
        self.sparse("wav 5 GiB rf64.wav", head(b"RF64", 0xFFFFFFFF, ds64(five)), five)
        self.sparse("wav 5 GiB bw64.wav", head(b"BW64", 0xFFFFFFFF, ds64(five)), five)
        self.sparse("wav 5 GiB wrapped.wav", head(b"RIFF", five - FOUR_GIB), five)
        self.head = head

    def more_waves(self):
        source = self.work / "44100.wav"
        self.put("wav plain.wav", wave(self.sound))
        self.put("wav to a pipe, FFFFFFFF.wav", wave(self.sound, 0xFFFFFFFF, 0xFFFFFFFF))
        self.put("wav to a pipe, ffmpeg.wav", ffmpeg("-i", source, "-f", "wav", "-"))
        self.put("wav to a pipe, sox.wav", run("sox", source, "-t", "wav", "-"))
        self.put("wav cut short.wav", wave(self.sound)[:-len(self.sound) // 3], SECONDS * 2 / 3)
        self.put("wav unfinished, rf64.wav", wave(self.sound, 0xFFFFFFFF, 0xFFFFFFFF, b"RF64", ds64(0)))
        self.put("wav unfinished, bw64.wav", wave(self.sound, 0xFFFFFFFF, 0xFFFFFFFF, b"BW64", ds64(0)))
        self.put("wav bw64 of 32 bits.wav", wave(self.sound, form=b"BW64", before=chunk(b"JUNK", bytes(28))))
        self.sparse("wav 4 GiB wrapped to a little.wav", self.head(b"RIFF", 4000), FOUR_GIB + 4000)
        self.sparse("wav 5 GiB unfinished.wav", self.head(b"RIFF", 0), 5 << 30)
        self.sparse("wav 5 GiB FFFFFFFF.wav", self.head(b"RIFF", 0xFFFFFFFF), 5 << 30)
        self.sparse("wav 3 GiB.wav", self.head(b"RIFF", 3 << 30), 3 << 30)
        for codec in ("pcm_f32le", "pcm_alaw", "adpcm_ms"):
            self.make(f"wav {codec}.wav", "ffmpeg", "-v", "error", "-i", source, "-c:a", codec, "OUT")
        self.make("wav rf64 by ffmpeg.wav", "ffmpeg", "-v", "error", "-i", source, "-rf64", "always", "OUT")
        run("sox", source, self.work / "s.aiff")
        data = bytearray(self.read("s.aiff"))
        for name, place in ((b"SSND", 4), (b"COMM", 10), (b"FORM", 4)):
            at = data.find(name) + place
            data[at:at + 4] = bytes(4)
        self.put("aiff unfinished.aiff", bytes(data))

    def cuts(self, form, source):
        # ffmpeg takes 0.3 s before the cut, with times below 0, so that decoders have something to begin with.
        for name, words, seconds in (("cut", ("-ss", "20.3", "-t", "5"), 5), ("cut to the end", ("-ss", "20.3"), LONG - 20.3)):
            self.make(f"{form} {name}.{form}", "ffmpeg", "-v", "error", *words, "-i", source, "-c", "copy", "OUT",
                      seconds=seconds)

    def ogg(self):
        opus, vorbis = self.read("s.opus"), self.read("s.ogg")
        self.cuts("opus", self.work / "long.opus")
        self.make("opus family 255.opus", "ffmpeg", "-v", "error", "-i", self.work / "48000.wav", "-c:a", "libopus",
                  "-mapping_family", 255, "OUT")
        self.put("chain, opus vorbis.ogg", opus + vorbis, 2 * SECONDS)
        self.put("chain, vorbis opus.ogg", vorbis + opus, 2 * SECONDS)
        self.put("opus without its head.opus", self.read("long.opus")[100000:], None)

    def more_ogg(self):
        opus, vorbis = self.read("s.opus"), self.read("s.ogg")
        self.cuts("ogg", self.work / "long.ogg")
        for form in ("opus", "ogg"):
            # Shifted back, 2 of 5 s lie after position 0.
            for name, offset, seconds in (("late", 100, 5), ("early", -3, 2)):
                self.make(f"{form} {name}.{form}", "ffmpeg", "-v", "error", "-i", self.work / f"long.{form}", "-t", 5, "-c",
                          "copy", "-output_ts_offset", offset, "OUT", seconds=seconds)
        run("ffmpeg", "-v", "error", "-i", self.work / "long.opus", "-c", "copy", self.work / "long.webm")
        self.make("opus from webm.opus", "ffmpeg", "-v", "error", "-ss", 10, "-i", self.work / "long.webm", "-c", "copy",
                  "OUT", seconds=LONG - 10)
        run("sox", "-q", "-R", "-r", 48000, "-n", "-c", 6, "-b", 16, self.work / "six.wav", "synth", SECONDS,
            *"sine 300 sine 400 sine 500 sine 60 sine 700 sine 800".split(), "gain", "-9")
        self.make("opus family 1, six channels.opus", "opusenc", "--quiet", self.work / "six.wav", "OUT")
        self.make("opus family 255, six channels.opus", "ffmpeg", "-v", "error", "-i", self.work / "six.wav", "-c:a",
                  "libopus", "-mapping_family", 255, "OUT")
        run("flac", "-s", "-f", "--ogg", "--serial-number=77", "-o", self.work / "s.oga", self.work / "44100.wav")
        flac = self.read("s.oga")
        run("oggenc", "-Q", "--serial", 5, "-o", self.work / "48.ogg", self.work / "48000.wav")
        self.put("chain, opus opus.opus", opus + self.read("long.opus"), SECONDS + LONG)
        self.put("chain, vorbis of two rates.ogg", vorbis + self.read("48.ogg"), 2 * SECONDS)
        self.put("chain, vorbis opus vorbis.ogg", vorbis + opus + self.read("48.ogg"), 3 * SECONDS)
        self.put("chain, vorbis flac.ogg", vorbis + flac, 2 * SECONDS)
        self.put("chain, flac vorbis.oga", flac + vorbis, 2 * SECONDS)

    def mpeg(self):
        for rate in (400, 640):
            self.make(f"mp3 free format {rate}.mp3", "lame", "--quiet", "--freeformat", "-b", rate, self.work / "44100.wav",
                      "OUT")

    def more_mpeg(self):
        source = self.work / "44100.wav"
        for name, words in (("mono 330", ("-b", 330, "-m", "m")), ("150 at 22 kHz", ("-b", 150, "--resample", "22.05")),
                            ("with a tag", ("-b", 400, "--tt", "T", "--add-id3v2"))):
            self.make(f"mp3 free format {name}.mp3", "lame", "--quiet", "--freeformat", *words, source, "OUT")
        run("lame", "--quiet", "-V2", "-t", self.work / "long.wav", self.work / "long.mp3")
        self.put("mp3 without its head.mp3", self.read("long.mp3")[1000:], LONG)
        self.make("mp2.mp2", "ffmpeg", "-v", "error", "-i", source, "-c:a", "mp2", "OUT")
        self.make("wav with mp3.wav", "ffmpeg", "-v", "error", "-i", source, "-c:a", "libmp3lame", "OUT")

    def pictures(self):
        import mutagen.flac
        import mutagen.id3
        import mutagen.oggopus
        import mutagen.oggvorbis
        picture = mutagen.flac.Picture()
        picture.type, picture.mime, picture.data = 3, "image/jpeg", random.Random(1).randbytes(12 << 20)
        text = base64.b64encode(picture.write()).decode()
        for source, kind, name in (("s.ogg", mutagen.oggvorbis.OggVorbis, "picture of 12 MB.ogg"),
                                   ("s.opus", mutagen.oggopus.OggOpus, "picture of 12 MB.opus")):
            self.put(name, self.read(source))
            file = kind(self.music / name)
            file["metadata_block_picture"] = [text]
            file.save()
        self.make("picture of 12 MB.flac", "flac", "-s", "-o", "OUT", self.work / "44100.wav")
        file = mutagen.flac.FLAC(self.music / "picture of 12 MB.flac")
        file.add_picture(picture)
        file.save()
        self.make("picture of 12 MB.mp3", "lame", "--quiet", "-V2", self.work / "44100.wav", "OUT")
        tag = mutagen.id3.ID3()
        tag.add(mutagen.id3.APIC(3, "image/jpeg", 3, "", picture.data))
        tag.save(self.music / "picture of 12 MB.mp3")

    def others(self):
        self.put("flac to a pipe.flac", ffmpeg("-i", self.work / "44100.wav", "-f", "flac", "-"))
        self.put("opus cut off.opus", self.read("long.opus")[:200000], 28)
        self.put("text.ogg", b"no sound\n" * 1000, None)
