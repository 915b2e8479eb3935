"""Sound files and pictures that claim what they are not, each beside a good song."""
import os
import shutil
import struct
import zlib

from .stick import GOOD, GOOD_MP3, GOOD_OGG, ROOT, kind

REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def flac_with(*blocks, padding=b""):
    """The good song with further metadata blocks, (kind, declared length or None, content)."""
    content = GOOD.read_bytes()
    body = content[:4] + bytes([0]) + content[5:42]
    for number, length, block in blocks:
        body += bytes([number]) + (len(block) if length is None else length).to_bytes(3, "big") + block
    # After STREAMINFO the sound begins at the first frame's sync code, after an empty block that says it is the last.
    place = 4
    while True:
        last, length = content[place] & 0x80, int.from_bytes(content[place + 1:place + 4], "big")
        place += 4 + length
        if last:
            break
    return body + b"\x81\0\0\0" + padding + content[place:]


def synchsafe(size):
    return bytes((size >> shift) & 0x7F for shift in (21, 14, 7, 0))


def id3(version, flags, frames, size=None):
    body = b"".join(frames)
    return b"ID3" + bytes([version, 0, flags]) + synchsafe(len(body) if size is None else size) + body


def frame(name, content, version=3, size=None, flags=0):
    size = len(content) if size is None else size
    if version == 2:
        return name + size.to_bytes(3, "big") + content
    return name + (synchsafe(size) if version == 4 else size.to_bytes(4, "big")) + flags.to_bytes(2, "big") + content


def mp3(*tags, tail=b""):
    return b"".join(tags) + GOOD_MP3.read_bytes() + tail


def comments(entries, count=None, vendor=b"x"):
    body = struct.pack("<I", len(vendor)) + vendor + struct.pack("<I", len(entries) if count is None else count)
    return body + b"".join(struct.pack("<I", len(entry)) + entry for entry in entries)


def picture(content, declared=None, kind=3, width=60_000, height=60_000, mime=b"image/png"):
    return struct.pack(">II", kind, len(mime)) + mime + struct.pack(">I", 0) + struct.pack(
        ">IIIII", width, height, 24, 0, len(content) if declared is None else declared) + content


def png(width, height):
    """A picture whose pixels would take gigabytes, in a few kilobytes."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    lines = zlib.compress(bytes(10_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
        b"IDAT", lines) + chunk(b"IEND", b"")


def ogg_pages(packets, serial, sequence=0):
    """Pages that hold the packets, each packet beginning a page."""
    pages = []
    for packet in packets:
        place, first = 0, True
        while first or place <= len(packet):
            piece = packet[place:place + 255 * 255]
            lacing = [255] * (len(piece) // 255) + ([] if len(piece) == 255 * 255 else [len(piece) % 255])
            page = b"OggS" + bytes([0, 0 if first else 1]) + struct.pack("<qIII", 0, serial, sequence + len(pages), 0) + bytes(
                [len(lacing)]) + bytes(lacing) + piece
            register = zlib.crc32(page.translate(REVERSED), 0xFFFFFFFF) ^ 0xFFFFFFFF
            check = int(f"{register:032b}"[::-1], 2)
            pages.append(page[:22] + struct.pack("<I", check) + page[26:])
            place, first = place + 255 * 255, False
            if len(piece) < 255 * 255:
                break
    return b"".join(pages)


def ogg_with(packet):
    """The good Vorbis song with another comment packet: what follows it is out of step, but begins rightly."""
    content = GOOD_OGG.read_bytes()
    serial = struct.unpack("<I", content[14:18])[0]
    first = 27 + content[26] + sum(content[27:27 + content[26]])
    return content[:first] + ogg_pages([packet], serial, 1) + content[first:]


@kind()
def picture_bombs(stick):
    """PNGs of 60,000 by 60,000 pixels, in songs and beside them, and one that says 4,294,967,295"""
    bomb = png(60_000, 60_000)
    stick.write("a.flac", flac_with((6, None, picture(bomb))))
    stick.write("b.mp3", mp3(id3(3, 0, [frame(b"APIC", b"\0image/png\0\x03\0" + bomb)])))
    stick.write("cover.png", png(0xFFFFFFFF, 0xFFFFFFFF))
    stick.write("in/cover.jpg", b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03" + bytes(1000))
    stick.song("in/song.flac")


@kind()
def pictures_of_gigabytes(stick):
    """covers of 200 MB and of a terabyte, and one that is a pipe"""
    stick.sparse("cover.jpg", 200 << 20, b"\xff\xd8\xff\xe0" + bytes(100))
    stick.sparse("in/folder.png", 1 << 40, b"\x89PNG\r\n\x1a\n")
    stick.song("in/song.flac")
    stick.song("pipe/song.flac")
    os.mkfifo(stick.path / "pipe/cover.jpg")


@kind()
def pictures_that_lie(stick):
    """pictures in songs whose lengths say gigabytes, or end before they begin"""
    small = b"\x89PNG\r\n\x1a\n" + bytes(100)
    stick.write("a.flac", flac_with((6, None, picture(small, declared=0xFFFFFFFF))))
    stick.write("b.flac", flac_with((6, None, struct.pack(">II", 3, 0xFFFFFFFF) + small)))
    stick.write("c.flac", flac_with((6, 0xFFFFFF, picture(small))))
    stick.write("d.mp3", mp3(id3(4, 0, [frame(b"APIC", b"\0image/png\0\x03\0" + small, 4, size=0xFFFFFFF)])))
    stick.write("e.mp3", mp3(id3(2, 0, [frame(b"PIC", b"\0PNG", 2, size=0xFFFFFF)], size=0xFFFFFFF)))
    stick.write("f.flac", flac_with((4, None, comments([b"METADATA_BLOCK_PICTURE=" + b"A" * 10_000_000, b"COVERART=" + b"=" * 100,
                                                        b"METADATA_BLOCK_PICTURE=!!!!"]))))
    stick.write("g.ogg", ogg_with(b"\x03vorbis" + comments([b"METADATA_BLOCK_PICTURE=" + b"A" * 20_000_000]) + b"\1"))


@kind()
def id3_of_256_megabytes(stick):
    """ID3v2 tags that say 256 MB, in short files, in files with such a hole, one after the other"""
    stick.write("a.mp3", id3(4, 0, [frame(b"TIT2", b"\3x", 4)], size=0xFFFFFFF) + GOOD_MP3.read_bytes())
    stick.sparse("b.mp3", 300 << 20, id3(3, 0, [frame(b"TIT2", b"\0" + b"x" * 100, size=0x7FFFFFFF)], size=0xFFFFFFF))
    stick.sparse("c.mp3", 300 << 20, id3(4, 0, [frame(b"TIT2", b"\3", 4, size=0xFFFFFFF)], size=0xFFFFFFF))
    stick.write("d.mp3", mp3(*[id3(3, 0, [frame(b"TIT2", b"\0x")])] * 100_000))
    stick.write("e.mp3", b"ID3\x04\0\x40" + synchsafe(0xFFFFFFF) + b"\x7f\x7f\x7f\x7f" + bytes(100) + GOOD_MP3.read_bytes())


@kind()
def id3_frames_by_the_million(stick):
    """ID3v2 tags with millions of frames, of none or one byte each, and of one text with a million values"""
    stick.write("a.mp3", mp3(id3(3, 0, [frame(b"TXXX", b"\0") * 2_000_000])))
    stick.write("b.mp3", mp3(id3(4, 0, [frame(b"TPE1", b"\0" + b"a\0" * 1_000_000, 4)])))
    stick.write("c.mp3", mp3(id3(2, 0, [frame(b"COM", b"", 2) * 3_000_000])))
    stick.write("d.mp3", mp3(id3(4, 0, [frame(b"TXXX", b"\3" + b"k%d\0v" % number, 4) for number in range(200_000)])))


@kind()
def id3_unsynchronised(stick):
    """ID3v2 tags that grow or shrink to nothing when unsynchronisation is taken back, 100 MB of them"""
    stick.write("a.mp3", mp3(id3(3, 0x80, [frame(b"TIT2", b"\0" + b"\xff\0" * (25 << 20))])))
    stick.write("b.mp3", mp3(id3(4, 0x80, [frame(b"TIT2", b"\0" + b"\xff\0" * (25 << 20), 4, flags=2)])))
    stick.write("c.mp3", mp3(id3(4, 0x80, [frame(b"TIT2", b"\0\xff", 4, flags=3) * 100_000])))


@kind()
def id3_compressed(stick):
    """ID3v2 frames that are compressed, a megabyte to some kilobytes, and say that they become 4 GiB"""
    bomb = zlib.compress(bytes(100_000_000), 9)
    stick.write("a.mp3", mp3(id3(3, 0, [frame(b"TIT2", struct.pack(">I", 0xFFFFFFFF) + bomb, flags=0x80)])))
    stick.write("b.mp3", mp3(id3(4, 0, [frame(b"TIT2", b"\x0f\x7f\x7f\x7f" + bomb, 4, flags=0x09)])))
    stick.write("c.mp3", mp3(id3(3, 0, [frame(b"APIC", struct.pack(">I", 0xFFFFFFFF) + bomb, flags=0xC0)])))


@kind()
def flac_lengths_that_lie(stick):
    """FLAC comment blocks whose counts and lengths say gigabytes"""
    stick.write("a.flac", flac_with((4, None, comments([b"TITLE=x"], count=0xFFFFFFFF))))
    stick.write("b.flac", flac_with((4, None, struct.pack("<I", 0xFFFFFFFF) + b"x" * 100)))
    stick.write("c.flac", flac_with((4, None, comments([]) + b"\xff\xff\xff\xff")))
    stick.write("d.flac", flac_with((4, 0xFFFFFF, comments([b"TITLE=x"] * 10))))
    stick.write("e.flac", flac_with(*[(1, None, b"")] * 500_000))
    stick.write("f.flac", flac_with((5, None, b"\xff" * 500), (5, None, bytes(396)), (3, None, b"\xff" * 18 * 100_000)))


@kind(quick=True)
def flac_comments_by_the_million(stick):
    """FLAC comment blocks with two million comments, and with one of 16 MB"""
    stick.write("a.flac", flac_with((4, None, comments([b"A=b"] * 2_000_000))))
    stick.write("b.flac", flac_with((4, None, comments([b"ARTIST=" + b"x" * 16_000_000]))))
    stick.write("c.flac", flac_with((4, None, comments([b"GENRE=%d" % number for number in range(700_000)]))))
    stick.write("d.flac", flac_with((4, None, comments([b""] * 4_000_000))))


@kind()
def ogg_comments_of_64_megabytes(stick):
    """Ogg comment packets of 64 MB over a thousand pages, and one that says 4 GiB"""
    stick.write("a.ogg", ogg_with(b"\x03vorbis" + comments([b"TITLE=" + b"x" * (64 << 20)]) + b"\1"))
    stick.write("b.ogg", ogg_with(b"\x03vorbis" + comments([b"A=b"] * 8_000_000) + b"\1"))
    stick.write("c.ogg", ogg_with(b"\x03vorbis" + struct.pack("<I", 0xFFFFFFFF) + bytes(1000)))
    stick.write("d.ogg", ogg_with(b"\x03vorbis" + comments([b"TITLE=x"], count=0xFFFFFFFF) + b"\1"))
    head = b"OpusHead\1\2\0\0\x80\xbb\0\0\0\0\0"
    stick.write("e.opus", ogg_pages([head, b"OpusTags" + comments([b"TITLE=" + b"x" * (64 << 20)])], 1))
    stick.write("f.opus", ogg_pages([head, b"OpusTags" + comments([b"A=b"] * 4_000_000)], 1))


@kind()
def ogg_of_empty_pages(stick):
    """Ogg files of a million pages that are empty, or belong to a million streams"""
    start = GOOD_OGG.read_bytes()[:58]
    stick.write("a.ogg", start + ogg_pages([b""], 1) * 1_000_000)
    stick.write("b.ogg", start + b"OggS\0\2" * 3_000_000)
    stick.write("c.ogg", b"".join(ogg_pages([b"\x01vorbis" + bytes(23)], number) for number in range(50_000)))


@kind()
def ape_items_by_the_milliard(stick):
    """APEv2 tags with four milliards of items, sizes of gigabytes, and keys without an end"""
    def footer(size, count):
        return b"APETAGEX" + struct.pack("<IIII", 2000, size, count, 0) + bytes(8)
    item = struct.pack("<II", 1, 0) + b"Title\0x"
    stick.write("a.mp3", mp3(tail=item + footer(len(item) + 32, 0xFFFFFFFF)))
    stick.write("b.mp3", mp3(tail=item + footer(0xFFFFFFFF, 1)))
    stick.write("c.mp3", mp3(tail=struct.pack("<II", 0xFFFFFFFF, 0) + b"Title\0x" + footer(50, 1)))
    stick.write("d.mp3", mp3(tail=struct.pack("<II", 1, 0) + b"T" * 5_000_000 + footer(5_000_040, 1)))
    stick.write("e.mp3", mp3(tail=item * 1_000_000 + footer(len(item) * 1_000_000 + 32, 1_000_000)))
    stick.write("f.mp3", mp3(tail=struct.pack("<II", 40_000_000, 0) + b"Cover Art (Front)\0x.png\0" + bytes(40_000_000) +
                             footer(40_000_060, 1)))
    stick.write("g.mp3", mp3(tail=footer(32, 0) * 100_000))


@kind()
def files_of_terabytes(stick):
    """songs of a terabyte that are one hole, with and without a beginning"""
    for number, head in enumerate((b"", GOOD_MP3.read_bytes()[:4000], b"fLaC\0\0\0\x22" + GOOD.read_bytes()[8:42])):
        for ending in ("mp3", "flac", "ogg", "opus"):
            stick.sparse(f"{number}.{ending}", 1 << 40, head)
    stick.sparse("most.mp3", (1 << 43) - 4096, b"\xff\xfb\x90\x00")


@kind()
def files_of_sync_words(stick):
    """50 MB of MP3 sync words, of FLAC frames that begin and of Ogg pages that do"""
    stick.write("a.mp3", b"\xff\xfb" * (25 << 20))
    stick.write("b.mp3", b"\xff\xff\xff\xff" * (12 << 20))
    stick.write("c.flac", GOOD.read_bytes()[:42] + b"\xff\xf8" * (25 << 20))
    stick.write("d.ogg", b"OggS" * (12 << 20))
    stick.write("e.mp3", b"ID3\x03" * (12 << 20))
    stick.write("f.flac", b"fLaC" * (12 << 20))


@kind()
def text_that_grows(stick):
    """tags full of characters that grow when they are folded, and of marks upon marks"""
    ligature, mark = "\ufdfa", "\u0315\u0300\u05ae"
    for number, text in enumerate((ligature * 1000, "a" + mark * 500, "\u1e9e" * 1500, "\u202e" * 1000, "\U000e0041" * 700)):
        tags = [f"{key}={text}".encode() for key in ("TITLE", "ARTIST", "ALBUM", "ALBUMARTIST", "GENRE", "COMPOSER", "COMMENT")]
        stick.write(f"{number}.flac", flac_with((4, None, comments(tags * 16))))


@kind()
def tags_that_are_commands(stick):
    """tags and names that are protocol, terminal sequences, SQL and searches"""
    evil = ["x\nOK\nfile: /etc/passwd", "\x1b]0;x\x07\x1b[2J", "'; DROP TABLE tracks; --", '" OR title : * NEAR(', "%s%n%x", "../../x",
            "a\0b", "\x1f1\x1f"]
    for number, text in enumerate(evil):
        tags = [f"{key}={text}".encode() for key in ("TITLE", "ARTIST", "ALBUM", "GENRE", "DATE", "TRACKNUMBER", "DISCNUMBER")]
        stick.write(f"{number}.flac", flac_with((4, None, comments(tags))))
    for odd in ("-1", "9" * 400, "0x7fffffff", "1e999", "٣", "18446744073709551617/-9"):
        tags = [f"{key}={odd}".encode() for key in ("TRACKNUMBER", "DISCNUMBER", "DATE", "TRACKTOTAL", "REPLAYGAIN_TRACK_GAIN",
                                                       "REPLAYGAIN_TRACK_PEAK", "COMPILATION")]
        stick.write(f"n{zlib.crc32(odd.encode())}.flac", flac_with((4, None, comments(tags))))


@kind()
def broken_fixtures(stick):
    """every broken file of this project's fixtures"""
    for path in sorted((ROOT / "Fixtures/broken").iterdir()):
        if path.suffix:
            (stick.path / "broken").mkdir(exist_ok=True)
            shutil.copy(path, stick.path / "broken" / path.name)


@kind(seconds=240)
def tags_as_large_as_may_be(stick):
    """40 songs with every tag as large as a tag may be, 300 KB each"""
    names = ("TITLE", "ARTIST", "ALBUM", "ALBUMARTIST", "GENRE", "DATE", "COMPOSER")
    for number in range(40):
        tags = [f"{key}={value:02}{number:04}".encode() + os.urandom(1533).hex().encode() for key in names for value in range(16)]
        stick.write(f"many/{number}.flac", flac_with((4, None, comments(tags))))


@kind(seconds=240)
def artists_by_the_thousand_and_long(stick):
    """1,200 songs of 16 artists each that no other has, with names of 2,900 bytes"""
    for number in range(1200 // stick.extent):
        frames = [frame(b"TPE1", b"\x03" + b"\0".join(
            f"{number:05} {part}{value} ".encode() + b"x" * 2890 for value in range(4)), version=4) for part in "abcd"]
        stick.write(f"many/{number % 25}/{number}.mp3", mp3(id3(4, 0, frames)))


@kind(seconds=240)
def albums_by_the_thousand_and_long(stick):
    """4,000 songs of one artist on albums that no other has, with names of 11,000 bytes"""
    for number in range(4000 // stick.extent):
        frames = [frame(b"TPE1", b"\x03one", version=4), frame(b"TALB", b"\x03" + f"{number:05} ".encode() + b"y" * 11_000, version=4)]
        stick.write(f"many/{number % 25}/{number}.mp3", mp3(id3(4, 0, frames)))
