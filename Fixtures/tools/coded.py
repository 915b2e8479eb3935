"""Files of the formats that jukebox-decoder decodes: half a second of one sound, by ffmpeg and mpcenc."""
import base64
import pathlib
import subprocess
import sys

from synth import continuous

RATE = 44100
# No multiple of a block of any codec.
FRAMES = 22222
TAGS = {"title": "Blue Lamp", "artist": "The Makers", "album": "Workshop", "album_artist": "All of them", "track": "3/9",
        "disc": "1/2", "genre": "Jazz", "date": "1999", "composer": "Ada", "comment": "short"}
CHAPTERS = [("One", 0), ("Two", 150), ("Three", 325)]
# 1 x 1 pixel.
PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC")


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.exit(" ".join(map(str, words)) + "\n" + done.stdout.decode(errors="replace"))


def make(maker):
    folder = maker.folder("coded")
    scratch = pathlib.Path(maker.scratch)
    source = maker.wave("coded", RATE, [channel[:FRAMES] for channel in continuous(RATE, 0.6)])
    cover = scratch / "cover.png"
    cover.write_bytes(PICTURE)
    ends = [start for _, start in CHAPTERS[1:]] + [FRAMES * 1000 // RATE]
    marks = scratch / "chapters"
    marks.write_text(";FFMETADATA1\n" + "".join(
        f"[CHAPTER]\nTIMEBASE=1/1000\nSTART={start}\nEND={end}\ntitle={name}\n"
        for (name, start), end in zip(CHAPTERS, ends)))
    tags = [word for key, value in TAGS.items() for word in ("-metadata", f"{key}={value}")]
    picture = ["-i", cover]
    attached = ["-map", 1, "-c:v", "copy", "-disposition:v", "attached_pic"]
    chapters = ["-i", marks, "-map_chapters", 1]
    aac = ["-c:a", "aac", "-b:a", "64k"]

    def encode(name, *words, before=()):
        run("ffmpeg", "-v", "error", "-y", "-i", source, *before, "-map", "0:a", "-fflags", "+bitexact", "-flags:a", "+bitexact",
            *words, *tags, folder / name)

    encode("aac.m4a", *attached, *aac, before=picture)
    encode("index-first.m4a", *aac, "-movflags", "+faststart")
    encode("book.m4b", *aac, "-f", "mp4", before=chapters)
    encode("fragments.mp4", *aac, "-movflags", "frag_keyframe+empty_moov+default_base_moof", "-frag_duration", 200000)
    encode("alac.m4a", *attached, "-c:a", "alac", before=picture)
    encode("alac-24.m4a", "-c:a", "alac", "-sample_fmt", "s32p")
    encode("flac.mp4", "-c:a", "flac", "-strict", -2)
    encode("ac3.mp4", "-c:a", "ac3", "-b:a", "96k")
    encode("stream.aac", *aac)
    encode("windows.wma", "-c:a", "wmav2", "-b:a", "64k", before=chapters)
    encode("packed.wv", "-c:a", "wavpack")
    encode("true.tta", "-c:a", "tta")
    encode("flac.mka", "-c:a", "flac", "-attach", cover, "-metadata:s:t", "mimetype=image/png", before=chapters)
    encode("opus.webm", "-c:a", "libopus", "-b:a", "48k", "-ar", 48000)
    encode("dolby.ac3", "-c:a", "ac3", "-b:a", "96k")
    encode("dolby.eac3", "-c:a", "eac3", "-b:a", "96k")
    # It takes plain heads only.
    plain = scratch / "plain.wav"
    run("ffmpeg", "-v", "error", "-y", "-i", source, "-c:a", "pcm_s16le", plain)
    run("mpcenc", "--silent", "--overwrite", "--quality", 4, plain, folder / "muse.mpc")
