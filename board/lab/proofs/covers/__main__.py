"""Thumbnails, and covers of playlists: collages, drawings, and pictures that are made to do harm.

Albums have covers of one colour each, as JPEG and PNG. FFmpeg decodes what `playlistcover` answers: 512 by 512
pixels, whose parts have the colours of the albums. Hostile pictures (65,535 by 65,535 pixels, cut off, no picture)
are left out; all else is drawn without them. A program in the place of jukebox-pictures counts how often it runs: once
for each cover, also over a restart, and again when a playlist has other pictures. Thumbnails have the picture's colour and the
sides that were asked for, of WebP too; hostile pictures have none, or are sent as they are if they are small.

usage: board/lab/run proofs.covers [--quick]
"""
import base64
import os
import shutil
import struct
import subprocess

from harness.pictures import Picture, plain_png, png
from lib import ROOT, Ack, Daemon, Tally, program, wait_for, work_folder

COLOURS = {"A": (200, 30, 40), "B": (20, 160, 60), "C": (40, 60, 210), "D": (230, 200, 30), "E": (120, 20, 140)}
PLAYLIST_COLOUR = (0x33, 0x66, 0xCC)


def plain_jpeg(colour, size):
    return subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i",
                           f"color=c=0x{bytes(colour).hex()}:s={size}", "-frames:v", "1", "-f", "mjpeg", "-"],
                          check=True, capture_output=True).stdout


def webp(size):
    return subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", f"testsrc2=s={size},noise=alls=20", "-frames:v", "1",
                           "-c:v", "libwebp", "-f", "image2pipe", "-"], check=True, capture_output=True).stdout


def make_music(folder):
    """One song for each album, with its picture beside it."""
    jpeg = plain_jpeg((9, 9, 9), "640x480")
    bomb = bytearray(jpeg)
    size = bomb.find(b"\xff\xc0") + 5
    bomb[size:size + 4] = struct.pack(">HH", 65535, 65535)
    covers = {
        "A/cover.jpg": plain_jpeg(COLOURS["A"], "900x700"), "B/cover.png": plain_png(COLOURS["B"], 600),
        "C/cover.jpg": plain_jpeg(COLOURS["C"], "200x320"), "D/cover.png": plain_png(COLOURS["D"], 64),
        "E/cover.jpg": plain_jpeg(COLOURS["E"], "3000x3000"), "webp/cover.webp": webp("2000x1600"),
        **{f"turned {each}/cover.jpg": turned(each) for each in TURNED},
        "png bomb/cover.png": png(65535, 65535, bytes(20_000_000)), "jpeg bomb/cover.jpg": bytes(bomb),
        "cut jpeg/cover.jpg": jpeg[:len(jpeg) // 2], "cut png/cover.png": plain_png((1, 2, 3), 500)[:900],
        "no picture/cover.jpg": b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40,
        "text/cover.jpg": b"hello, this is no picture", "none/x.txt": b"",
    }
    song = (ROOT / "Fixtures/album/2-01 Solder.flac").read_bytes()
    for name, content in covers.items():
        path = folder / name
        path.parent.mkdir()
        path.write_bytes(content)
        (path.parent / "song.flac").write_bytes(song)
        flac = str(path.parent / "song.flac")
        subprocess.run(["metaflac", "--remove", "--block-type=PICTURE", flac], check=True)
        subprocess.run(["metaflac", "--remove-tag=ALBUM", f"--set-tag=ALBUM={path.parent.name}", flac], check=True)
    return len(covers)


def cover(client, name):
    """The answer of `playlistcover`: keys and bytes."""
    return client.picture(f'playlistcover "{name}" 0')


LEFT_TOP, RIGHT_TOP, LEFT_END, RIGHT_END = (20, 20), (490, 20), (20, 490), (490, 490)


def check_pictures(tally, client, runs):
    def made(name):
        keys, content = cover(client, name)
        tally.check(keys["type"] == "image/jpeg" and int(keys["size"]) == len(content), f"{name} is a JPEG", keys)
        return Picture(content)

    four = made("four")
    tally.check(all(four.has(COLOURS[album], place, (abs(place[0] - 220), abs(place[1] - 220)))
                    for album, place in zip("ABCD", (LEFT_TOP, RIGHT_TOP, LEFT_END, RIGHT_END))), "four albums")
    two = made("two")
    tally.check(two.has(COLOURS["A"], LEFT_TOP, LEFT_END, (240, 250)) and two.has(COLOURS["C"], RIGHT_TOP, RIGHT_END, (270, 250)),
                "two albums")
    three = made("three")
    tally.check(three.has(COLOURS["D"], LEFT_TOP, LEFT_END) and three.has(COLOURS["E"], RIGHT_TOP, (300, 200))
                and three.has(COLOURS["B"], RIGHT_END), "three albums")
    tally.check(made("one").has(COLOURS["E"], LEFT_TOP, RIGHT_END, (256, 256)), "one album")
    tally.check(made("five").pixels == four.pixels and len(runs()) == 4, "the first four of five, which were there", runs())
    for name in ("none", "hostile"):
        drawn = made(name)
        tally.check(drawn.has(PLAYLIST_COLOUR, (2, 2)) and not drawn.has(PLAYLIST_COLOUR, (168, 358)),
                    f"{name} is drawn in the playlist's colour", drawn.pixel(2, 2) if drawn.is_square else "no square")
    mixed = made("mixed")
    tally.check(mixed.has(COLOURS["B"], LEFT_TOP, LEFT_END) and mixed.has(COLOURS["A"], RIGHT_TOP, RIGHT_END),
                "good pictures beside hostile ones")
    tally.check(made("empty").is_square, "an empty playlist is drawn")


def thumbnail(client, album, side):
    """The answer of `thumbnail`: the media type and all bytes."""
    content, size = b"", None
    while size is None or len(content) < size:
        keys, part = client.picture(f'thumbnail "{album}/song.flac" {side} {len(content)}')
        content, size = content + part, int(keys.get("size", 0))
    return keys.get("type"), content


def check_thumbnails(tally, client, music, runs):
    before = len(runs())
    for album, side in (("E", 96), ("E", 320), ("webp", 96), ("webp", 1024)):
        kind, content = thumbnail(client, album, side)
        tally.check(kind == "image/jpeg" and sizes_of(content) == (side, side)
                    and (album == "webp" or colour_of(content, COLOURS[album])), f"{album} of {side} pixels", (kind, sizes_of(content)))
    tally.check(len(runs()) == before + 4, "each is made once", runs()[before:])
    for album, side in (("E", 96), ("E", 320), ("webp", 96), ("webp", 1024)):
        thumbnail(client, album, side)
    tally.check(len(runs()) == before + 4, "the second time nothing is made", runs()[before:])
    check_turned(tally, client)
    tally.check(thumbnail(client, "A", 1024)[1] == (music / "A/cover.jpg").read_bytes(), "a small picture is its own thumbnail")
    before = len(runs())
    for album, file in (("png bomb", "cover.png"), ("jpeg bomb", "cover.jpg"), ("cut jpeg", "cover.jpg"), ("cut png", "cover.png"),
                        ("no picture", "cover.jpg")):
        path = music / album / file
        for _ in range(2):
            content = thumbnail(client, album, 96)[1]
            tally.check(content == (path.read_bytes() if content else b""), f"{album} is sent as it is or not at all", len(content))
    tally.check(len(runs()) <= before + 5, "each hostile picture is tried once", runs()[before:])


TURNED = {3: (0, 1), 6: (1, 1), 8: (0, 0)}


def turned(orientation):
    """A photograph of 900 by 900 pixels, red but for a blue quarter at the right top, with an orientation in its Exif data."""
    jpeg = subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "color=red:s=900x900", "-f", "lavfi", "-i",
                           "color=blue:s=450x450", "-filter_complex", "[0][1]overlay=450:0,noise=alls=12", "-frames:v", "1", "-f", "mjpeg",
                           "-q:v", "2", "-"], check=True, capture_output=True).stdout
    exif = b"Exif\0\0MM" + struct.pack(">HIHHHIHHI", 42, 8, 1, 0x112, 3, 1, orientation, 0, 0)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def check_turned(tally, client):
    for orientation, (column, row) in TURNED.items():
        pixels = subprocess.run(["ffmpeg", "-loglevel", "error", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                                input=thumbnail(client, f"turned {orientation}", 320)[1], capture_output=True, check=True).stdout
        blue = [(x, y) for y in (0, 1) for x in (0, 1) if pixels[((y * 300 + 10) * 320 + x * 300 + 10) * 3 + 2] > 200]
        tally.check(blue == [(column, row)], f"a photograph with orientation {orientation} stands upright", blue)


def sizes_of(content):
    probe = subprocess.run(["ffprobe", "-v", "error", "-f", "image2pipe", "-show_entries", "stream=width,height", "-of", "csv=p=0", "-"],
                           input=content, capture_output=True, check=True).stdout.decode().split()[0]
    return tuple(int(number) for number in probe.strip(",").split(","))


def colour_of(content, colour):
    """Whether the mean colour of a picture is this one."""
    pixel = subprocess.run(["ffmpeg", "-loglevel", "error", "-i", "-", "-vf", "scale=1:1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                           input=content, capture_output=True, check=True).stdout
    return all(abs(a - b) <= 8 for a, b in zip(pixel, colour))


def main():
    tally = Tally()
    with work_folder() as folder:
        programs, music, log = folder / "programs", folder / "Music", folder / "runs"
        programs.mkdir()
        music.mkdir()
        count = make_music(music)
        shutil.copy(program(), programs / "jukeboxd")
        counter = programs / "jukebox-pictures"
        counter.write_text(f'#!/bin/sh\necho "$@" >>"{log}"\nexec "{program("jukebox-pictures")}" "$@"\n')
        counter.chmod(0o755)

        def runs():
            return log.read_text().splitlines() if log.exists() else []

        os.environ["JUKEBOX_BIN"] = str(programs)
        with Daemon("--music", str(music), "--output", "null", "--autoplay", "off", folder=folder) as daemon:
            client = daemon.start().connect()
            client.command("binarylimit 1000000")
            wait_for("the songs", lambda: client.knows("", count))
            playlists = {
                "four": "ABCD", "two": "AC", "three": "DEB", "one": "EE", "five": "ABCDE", "none": ["none"],
                "hostile": ["png bomb", "jpeg bomb", "cut jpeg", "cut png"],
                "mixed": ["png bomb", "B", "no picture", "A"], "empty": [],
            }
            for playlist, albums in playlists.items():
                for album in albums:
                    client.command(f'playlistadd {playlist} "{album}/song.flac"')
                if not albums:
                    client.command(f'playlistadd {playlist} "A/song.flac"')
                    client.command(f"playlistclear {playlist}")
                client.command(f"playlistset {playlist} colour 3366CC")
            check_pictures(tally, client, runs)
            check_thumbnails(tally, client, music, runs)
            before = len(runs())
            first = {each: cover(client, each)[1] for each in playlists}
            tally.check(len(runs()) == before, "the second time nothing is made", runs()[before:])
            tally.check(client.command("playlistcover four") == ["source: albums"] + [f"file: {each}/song.flac" for each in "ABCD"],
                        "clients can arrange the pictures themselves", client.command("playlistcover four"))
            daemon.kill()
            client = daemon.start().connect()
            client.command("binarylimit 1000000")
            wait_for("the songs", lambda: client.knows("", count))
            tally.check({each: cover(client, each)[1] for each in playlists} == first and len(runs()) == before,
                        "nor after a restart", runs()[before:])
            # Another song, another cover.
            client.command("playlistdelete two 0")
            picture = Picture(cover(client, "two")[1])
            tally.check(picture.has(COLOURS["C"], LEFT_TOP, RIGHT_END) and len(runs()) == before + 1, "an edit makes another one")
            client.command("playlistset none colour 993322")
            tally.check(Picture(cover(client, "none")[1]).has((0x99, 0x33, 0x22), (2, 2)), "another colour, too")
            # A damaged cover is made again.
            before = len(runs())
            for file in (folder / "state/pictures").glob("cover-*"):
                file.write_bytes(file.read_bytes()[:-3])
            tally.check(cover(client, "four")[1] == first["four"] and len(runs()) == before + 1, "a damaged one is made again")
            own = plain_png((5, 5, 5), 40)
            client.command(f"playlistcoverset four 0 {len(own)} {base64.b64encode(own).decode()}")
            keys, content = cover(client, "four")
            tally.check(content == own and keys["type"] == "image/png", "an own picture is served as it is", keys)
            tally.check("jukebox-pictures" not in daemon.tail(200), "the log has nothing to complain about", daemon.tail())
            counter.unlink()
            client.command("playlistclear one")
            client.command('playlistadd one "D/song.flac"')
            try:
                tally.check(False, "without the program there is none", cover(client, "one"))
            except Ack as why:
                tally.check("not installed" in str(why), "without the program there is none", why)
    tally.close()


main()
