"""Pictures of one colour, and what FFmpeg decodes of a picture."""
import struct
import subprocess
import zlib

# For a cover that jukebox-pictures makes.
SIDE = 512


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, rows):
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def plain_png(colour, side):
    return png(side, side, (b"\0" + bytes(colour) * side) * side)


class Picture:
    """As FFmpeg decodes it."""

    def __init__(self, content):
        done = subprocess.run(["ffmpeg", "-loglevel", "error", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                              input=content, capture_output=True, check=False)
        self.pixels = done.stdout
        self.is_square = len(self.pixels) == SIDE * SIDE * 3

    def pixel(self, x, y):
        return tuple(self.pixels[(y * SIDE + x) * 3:(y * SIDE + x) * 3 + 3])

    def has(self, colour, *places):
        return self.is_square and all(max(abs(a - b) for a, b in zip(self.pixel(x, y), colour)) <= 6 for x, y in places)
