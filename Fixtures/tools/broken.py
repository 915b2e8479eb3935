"""Files that are not what they seem. Each has a line in `broken/README`: what a player owes it."""

import struct
import subprocess

import ogg
import tags
from synth import Noise, tones

PLAYS, FAILS, EITHER = "plays", "fails", "either"


def noise(count, seed=99):
    generator = Noise(seed)
    return bytes(int((generator.next() + 1) * 128) & 0xFF for _ in range(count))


def hiss(count):
    generator = Noise(4)
    return [generator.next() for _ in range(count)]


class Broken:
    def __init__(self, maker):
        self.maker = maker
        self.folder = maker.folder("broken")
        self.lines = []

    def write(self, name, data, owed, why):
        (self.folder / name).write_bytes(data)
        self.lines.append(f"{name:36} {owed:7} {why}\n")

    def finish(self):
        head = ("What each file is, and what a player owes it: `plays` (sound comes out), `fails` (a typed error, no\n"
                "sound), `either` (it ends, in bounded time and memory). Made by `Fixtures/make broken`.\n\n")
        (self.folder / "README").write_text(head + "".join(sorted(self.lines)))


def patched(data, at, new):
    return data[:at] + new + data[at + len(new):]


def make(maker):
    out = Broken(maker)
    source = maker.wave("x", 16000, tones(16000, 0.6, 1))
    # oggenc makes pages of a second and more: it takes a longer sound to have several.
    longer = maker.wave("l", 22050, [[a + 0.1 * b for a, b in zip(tones(22050, 4, 1)[0], hiss(88200))]])
    made = {}
    for form, name, command in (
        ("mp3", "b.mp3", ["lame", "--quiet", "-b", "32", source, maker.scratch / "b.mp3"]),
        ("flac", "b.flac", ["flac", "--silent", "--force", "--no-padding", "-b", "576", "-T", "TITLE=Broken", "-o",
                            maker.scratch / "b.flac", source]),
        ("ogg", "b.ogg", ["oggenc", "--quiet", "-q", "0", "--serial", "5", "-o", maker.scratch / "b.ogg", longer]),
        ("opus", "b.opus", ["opusenc", "--quiet", "--bitrate", "24", "--serial", "6", "--max-delay", "100", source,
                            maker.scratch / "b.opus"]),
    ):
        subprocess.run([str(c) for c in command], check=True)
        made[form] = (maker.scratch / name).read_bytes()
    every_format(out, made)
    no_sound(out, made)
    mpeg(out, made["mp3"], maker, source)
    flac(out, made["flac"])
    vorbis(out, made["ogg"])
    opus(out, made["opus"])
    pages(out, made)
    out.finish()


def every_format(out, made):
    for form, data in made.items():
        half, size = len(data) // 2, len(data)
        out.write(f"empty.{form}", b"", FAILS, "no byte at all")
        out.write(f"four-bytes.{form}", data[:4], FAILS, "the first four bytes")
        out.write(f"cut-in-head.{form}", data[:60], FAILS, "cut off within the head")
        out.write(f"cut-in-half.{form}", data[:half], PLAYS, "cut off in the middle")
        out.write(f"cut-at-end.{form}", data[:-7], PLAYS, "the last seven bytes are missing")
        # Ogg's head holds the tables without which nothing decodes.
        keep = {"ogg": 3400, "opus": 1000}.get(form, 600)
        out.write(f"head-then-noise.{form}", data[:keep] + noise(6000), EITHER, "sound for a moment, then noise")
        out.write(f"hole.{form}", data[:max(half, keep)] + data[max(half, keep) + size // 8:], EITHER,
                  "an eighth is missing in the middle")
        zeroed = patched(data, max(half, keep), bytes(size // 8))
        out.write(f"zeros-inside.{form}", zeroed, EITHER, "an eighth is zeros")
        flipped = bytearray(data)
        generator = Noise(7)
        for _ in range(40):
            at = keep + int((generator.next() + 1) / 2 * (size - keep - 1))
            flipped[at] ^= 1 << (at % 8)
        out.write(f"bit-flips.{form}", bytes(flipped), EITHER, "40 bits are flipped behind the head")
        head_flipped = bytearray(data)
        for at in range(5, min(300, size), 23):
            head_flipped[at] ^= 0x10
        out.write(f"bit-flips-in-head.{form}", bytes(head_flipped), EITHER, "bits are flipped in the head")
        out.write(f"twice.{form}", data + data, PLAYS, "the file twice, one copy after the other")
    out.write("really-flac.mp3", made["flac"], PLAYS, "FLAC by content")
    out.write("really-mp3.flac", made["mp3"], PLAYS, "MP3 by content")
    out.write("really-opus.ogg", made["opus"], PLAYS, "Opus by content")
    out.write("really-vorbis.opus", made["ogg"], PLAYS, "Vorbis by content")


def no_sound(out, made):
    out.write("zeros.mp3", bytes(20000), FAILS, "zeros")
    out.write("ones.mp3", b"\xff" * 20000, FAILS, "0xFF throughout: a sync word everywhere")
    out.write("noise.mp3", noise(30000), FAILS, "noise")
    out.write("text.mp3", b"This is a shopping list: bread, milk, eleven candles.\n" * 60, FAILS, "text")
    out.write("page.flac", b"<!doctype html><title>Not found</title>\n" * 20, FAILS, "a web page")
    out.write("tag-only.mp3", tags.id3v2(3, tags.frame("TIT2", b"\0Alone", 3)), FAILS, "a tag without sound")
    out.write("wave.mp3", b"RIFF\x24\x10\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0data" + noise(4000),
              PLAYS, "a WAVE file")
    out.write("mpeg4.mp3", b"\0\0\0\x20ftypM4A \0\0\0\0" + noise(4000), FAILS, "an MPEG-4 file")
    adts = b"\xff\xf1\x50\x80\x02\x1f\xfc" + bytes(9)
    out.write("aac.mp3", adts * 100, FAILS, "AAC in ADTS")
    out.write("speex.ogg", ogg.join([ogg.Page(2, 0, 9, 0, [80], b"Speex   1.2" + bytes(69))]), FAILS, "Speex")
    del made


def mpeg(out, data, maker, source):
    huge = b"\x7f\x7f\x7f\x7f"
    out.write("id3-absurd-size.mp3", b"ID3\3\0\0" + huge + data, PLAYS, "a tag that claims 256 MiB")
    frame = b"TIT2" + struct.pack(">I", 0x7FFFFFF0) + b"\0\0\0Lost"
    out.write("id3-absurd-frame.mp3", tags.id3v2(3, frame) + data, PLAYS, "a frame larger than its tag")
    out.write("id3-many.mp3", tags.id3v2(3, b"", padding=0) * 200 + data, PLAYS, "200 empty tags")
    out.write("id3-unsynchronised-ones.mp3", tags.id3v2(3, b"\xff\0" * 3000, 0x80) + data, PLAYS, "0xFF 0x00 throughout")
    out.write("id3-bad-text.mp3", tags.id3v2(4, tags.frame("TIT2", b"\3\xff\xfe\xc0\x80\xed\xa0\x80", 4)
                                             + tags.frame("TPE1", b"\1\xff\xfe\x00\xd8\x41", 4)
                                             + tags.frame("TALB", b"\x09what", 4)) + data, PLAYS, "text that is no UTF")
    out.write("id3-long-text.mp3", tags.id3v2(4, tags.frame("TIT2", b"\3" + "ü".encode() * 40000, 4)) + data, PLAYS,
              "a title of 80 KB")
    items = struct.pack("<II", 0xFFFFFFF0, 0) + b"Title\0" + b"x" * 40
    foot = b"APETAGEX" + struct.pack("<IIII", 2000, len(items) + 32, 0xFFFFFFFF, 0) + bytes(8)
    out.write("ape-absurd.mp3", data + items + foot, PLAYS, "an APE item of 4 GiB, of 4 milliard")
    xing = data.find(b"Info") if b"Info" in data else data.find(b"Xing")
    out.write("xing-frames-absurd.mp3", patched(data, xing + 8, b"\xff\xff\xff\xff"), PLAYS, "4 milliard frames promised")
    out.write("xing-no-frames.mp3", patched(data, xing + 8, bytes(4)), PLAYS, "no frame promised")
    lame = xing + 120
    out.write("lame-absurd-delay.mp3", patched(data, lame + 21, b"\xff\xff\xff"), PLAYS, "4095 samples of delay and padding")
    free = maker.scratch / "free.mp3"
    subprocess.run(["lame", "--quiet", "--freeformat", "-b", "200", str(source), str(free)], check=True)
    out.write("free-format.mp3", free.read_bytes()[:6000], EITHER, "a bit rate of its own")
    one, two = (maker.scratch / f"alt{i}.mp3" for i in range(2))
    subprocess.run(["lame", "--quiet", "-t", "-b", "32", "--resample", "16", str(source), str(one)], check=True)
    subprocess.run(["lame", "--quiet", "-t", "-b", "32", "--resample", "22.05", str(source), str(two)], check=True)
    a, b = one.read_bytes(), two.read_bytes()
    mixed = b"".join(a[i * 576:(i + 1) * 576] + b[i * 400:(i + 1) * 400] for i in range(6))
    out.write("rates-alternate.mp3", mixed, EITHER, "pieces of two rates by turns")


def flac(out, data):
    out.write("bad-md5.flac", patched(data, 26, noise(16)), PLAYS, "the MD5 is wrong")
    out.write("total-absurd.flac", patched(data, 21, bytes((data[21] | 15,)) + b"\xff\xff\xff\xff"), PLAYS,
              "2^36 frames promised")
    out.write("total-too-few.flac", patched(data, 22, struct.pack(">I", 100)), EITHER, "100 frames promised")
    out.write("rate-0.flac", patched(data, 18, b"\0\0" + bytes((data[20] & 15,))), FAILS, "a rate of 0")
    out.write("rate-absurd.flac", patched(data, 18, b"\xff\xff" + bytes((data[20] | 0xF0,))), FAILS,
              "a rate beyond what a frame can say")
    out.write("block-size-0.flac", patched(data, 8, bytes(4)), EITHER, "blocks of 0 frames")
    out.write("block-size-lies.flac", patched(data, 8, b"\x00\x10\x00\x10"), EITHER, "blocks of 16 frames promised")
    out.write("metadata-absurd.flac", data[:42] + b"\x04\xff\xff\xff" + data[46:], FAILS, "a metadata block of 16 MiB")
    out.write("metadata-endless.flac", data[:4] + bytes((data[4] & 0x7F,)) + data[5:42] + b"\1\0\0\0" * 3000, FAILS,
              "metadata without an end")
    out.write("no-streaminfo.flac", b"fLaC" + data[42:], FAILS, "STREAMINFO is missing")
    start = 4
    while not data[start] & 0x80:
        start += 4 + int.from_bytes(data[start + 1:start + 4], "big")
    start += 4 + int.from_bytes(data[start + 1:start + 4], "big")
    points = b"".join(struct.pack(">QQH", i * 1000, 0xFFFFFFFF00 - i, 576) for i in range(20))
    head = data[:4] + b"\0" + data[5:42] + b"\x83" + len(points).to_bytes(3, "big") + points
    out.write("seek-table-lies.flac", head + data[start:], PLAYS, "seek points far behind the end")
    comments = struct.pack("<I", 0xFFFFFFF0) + b"vendor"
    block = b"\x84" + len(comments).to_bytes(3, "big") + comments
    out.write("comments-absurd.flac", data[:4] + b"\0" + data[5:42] + block + data[start:], PLAYS, "a vendor of 4 GiB")


def split_vorbis(data):
    all_pages = ogg.pages(data)
    return all_pages[0], all_pages[1:]


def vorbis(out, data):
    first, rest = split_vorbis(data)

    def head(at, new):
        page = ogg.Page(first.flags, first.granule, first.serial, first.sequence, first.lacing, patched(first.body, at, new))
        return ogg.join([page] + rest)
    out.write("channels-0.ogg", head(11, b"\0"), FAILS, "no channel")
    out.write("channels-200.ogg", head(11, b"\xc8"), FAILS, "200 channels")
    out.write("rate-0.ogg", head(12, bytes(4)), FAILS, "a rate of 0")
    out.write("rate-absurd.ogg", head(12, b"\xff\xff\xff\x7f"), FAILS, "2^31 Hz")
    out.write("blocks-absurd.ogg", head(28, b"\xff"), EITHER, "blocks of 32,768 frames")
    packet = b"\x03vorbis" + struct.pack("<I", 4) + b"mine" + struct.pack("<II", 1, 0xFFFFFFF0) + b"TITLE=x\1"
    out.write("comment-4-gib.ogg", comment_page(first, rest, packet), EITHER, "a comment of 4 GiB")
    packet = b"\x03vorbis" + struct.pack("<I", 4) + b"mine" + struct.pack("<I", 0xFFFFFFFF) + b"\1"
    out.write("comments-4-milliard.ogg", comment_page(first, rest, packet), EITHER, "4 milliard comments")
    bad = b"TITLE=\xff\xfe\xc0"
    packet = b"\x03vorbis" + struct.pack("<I", 4) + b"mine" + struct.pack("<II", 2, len(bad)) + bad
    packet += struct.pack("<I", 5) + b"=\0\0\0=\1"
    plain = b"\x03vorbis" + bytes(8) + b"\1"
    setup = absurd_setup()
    lacing = ogg.lace(plain) + ogg.lace(setup)
    sound = [p for p in rest if p.granule > 0]
    out.write("tables-absurd.ogg", ogg.join([first, ogg.Page(0, 0, first.serial, 1, lacing, plain + setup)] + sound),
              FAILS, "tables of gigabytes in 2 KB")
    for name, log, owed, why in (("a-million", 20, FAILS, "one table of a million words in 80 bytes"),
                                 ("16384", 14, FAILS, "one table of more words than the stack has room for"),
                                 ("8192", 13, EITHER, "the largest table that is taken")):
        one = small_setup(log)
        page = ogg.Page(0, 0, first.serial, 1, ogg.lace(plain) + ogg.lace(one), plain + one)
        out.write(f"table-of-{name}.ogg", ogg.join([first, page] + sound), owed, why)
    links = []
    for i in range(60):
        one = small_setup(13, 800 + i)
        links += [ogg.Page(2, 0, 100 + i, 0, first.lacing, first.body),
                  ogg.Page(0, 0, 100 + i, 1, ogg.lace(plain) + ogg.lace(one), plain + one),
                  ogg.Page(4, 64, 100 + i, 2, [1, 1], bytes(2))]
    out.write("tables-differ-in-links.ogg", ogg.join([first] + rest + links), FAILS,
              "60 chained streams, each with large tables of its own")
    chained = ogg.join([ogg.Page(p.flags, p.granule, 66, p.sequence, p.lacing, p.body)
                        for p in [first, ogg.Page(0, 0, 0, 1, lacing, plain + setup)] + sound])
    out.write("tables-absurd-in-link.ogg", ogg.join([first] + rest) + chained, FAILS, "the same in a chained stream")
    out.write("comment-bad-text.ogg", comment_page(first, rest, packet), PLAYS, "text that is no UTF-8")


class Bits:
    """Least significant bit first, as Vorbis packs them."""

    def __init__(self):
        self.value, self.count = 0, 0

    def put(self, number, width):
        self.value |= number << self.count
        self.count += width

    def bytes(self):
        return self.value.to_bytes((self.count + 7) // 8, "little")


def absurd_setup():
    """200 codebooks of four million entries each, in 12 bytes a book."""
    bits = Bits()
    bits.put(199, 8)
    for _ in range(200):
        for number, width in ((0x564342, 24), (1, 16), (1 << 22, 24), (1, 1), (21, 5), (1 << 22, 23), (0, 4)):
            bits.put(number, width)
    return b"\x05vorbis" + bits.bytes()


def small_setup(log, dimensions=1):
    """One codebook of 2^log entries, and the least of the rest (Vorbis I 4.2.4)."""
    bits = Bits()
    for number, width in (
            (0, 8), (0x564342, 24), (dimensions, 16), (1 << log, 24), (1, 1), (log - 1, 5), (1 << log, log + 1),
            *([(1, 4), (0, 32), (0, 32), (0, 4), (0, 1), (0, 1)] if dimensions > 1 else [(0, 4)]),
            (0, 6), (0, 16),
            (0, 6), (1, 16), (0, 5), (0, 2), (0, 4),
            (0, 6), (0, 16), (0, 24), (0, 24), (0, 24), (0, 6), (0, 8), (0, 3), (0, 1),
            (0, 6), (0, 16), (0, 1), (0, 1), (0, 2), (0, 8), (0, 8), (0, 8),
            (0, 6), (0, 1), (0, 16), (0, 16), (0, 8), (1, 1)):
        bits.put(number, width)
    return b"\x05vorbis" + bits.bytes()


def comment_page(first, rest, packet):
    """Replaces the comment packet: it begins the second page, the setup packet follows it."""
    body = b"".join(p.body for p in rest)
    setup = body[body.index(b"\x05vorbis"):]
    head_pages = 0
    while rest[head_pages].granule <= 0:
        head_pages += 1
    sound = rest[head_pages:]
    setup = setup[:len(setup) - sum(len(p.body) for p in sound)]
    lacing, whole = ogg.lace(packet) + ogg.lace(setup), packet + setup
    made, sequence, continued = [first], 1, 0
    while lacing:
        part, lacing = lacing[:255], lacing[255:]
        made.append(ogg.Page(continued, 0, first.serial, sequence, part, whole[:sum(part)]))
        whole = whole[sum(part):]
        continued = 1 if part[-1] == 255 else 0
        sequence += 1
    for page in sound:
        made.append(ogg.Page(page.flags, page.granule, page.serial, sequence, page.lacing, page.body))
        sequence += 1
    return ogg.join(made)


def opus(out, data):
    all_pages = ogg.pages(data)
    first, rest = all_pages[0], all_pages[1:]

    def head(at, new, more=b""):
        body = patched(first.body, at, new) + more
        return ogg.join([ogg.Page(first.flags, first.granule, first.serial, 0, ogg.lace(body), body)] + rest)
    out.write("channels-0.opus", head(9, b"\0"), FAILS, "no channel")
    out.write("mapping-9-channels.opus", head(9, b"\x09", b""), FAILS, "nine channels without a table")
    out.write("mapping-points-nowhere.opus", head(18, b"\1", b"\1\0\7"), FAILS, "a channel from a stream that isn't there")
    out.write("mapping-255.opus", head(18, b"\xff", b"\1\0\0"), PLAYS, "channels without a meaning")
    out.write("version-16.opus", head(8, b"\x10"), FAILS, "a version of the future")
    out.write("gain-absurd.opus", head(16, b"\xff\x7f"), PLAYS, "a gain of 128 dB")
    out.write("skip-everything.opus", head(10, b"\xff\xff"), EITHER, "more is skipped than there is")
    packet = b"OpusTags" + struct.pack("<I", 0xFFFFFFF0) + b"mine"
    tagged = ogg.Page(0, 0, first.serial, 1, ogg.lace(packet), packet)
    out.write("vendor-4-gib.opus", ogg.join([first, tagged] + rest[1:]), EITHER, "a vendor of 4 GiB")
    last = rest[-1]
    wrong = ogg.Page(last.flags, last.granule, last.serial, last.sequence, [1] * 40, b"\x03" * 40)
    out.write("packets-of-nothing.opus", ogg.join([first] + rest[:-1] + [wrong]), EITHER, "packets without frames")


def pages(out, made):
    for form in ("ogg", "opus"):
        all_pages = ogg.pages(made[form])
        heads = [p for p in all_pages if p.granule <= 0]
        sound = [p for p in all_pages if p.granule > 0]
        out.write(f"page-loop.{form}", ogg.join(heads + sound[:1] * 12), EITHER, "the same page 12 times")
        chaos = [ogg.Page(p.flags, p.granule, 1000 + i, p.sequence, p.lacing, p.body) for i, p in enumerate(sound)]
        out.write(f"serials-chaos.{form}", ogg.join(heads + chaos), EITHER, "every page of another stream")
        for name, granule, why in (("huge", 2 ** 63 - 1, "a last time stamp of 2^63"), ("negative", -5, "a last time stamp below 0")):
            last = sound[-1]
            end = ogg.Page(last.flags, granule, last.serial, last.sequence, last.lacing, last.body)
            out.write(f"granule-{name}.{form}", ogg.join(heads + sound[:-1] + [end]), EITHER, why)
        for name, granules, missing, why in (
            # The first time stamp is beyond what the packets before it amount to: only the library tells the length.
            ("ages", {0: 10 ** 6, len(sound) - 1: 5 * 10 ** 10 * 48_000}, None, "a length of over 1,500 years"),
            ("huge-before-hole", {1: 2 ** 63 - 1}, 2, "a time stamp of 2^63 before a hole"),
        ):
            # Not marked as the last: of the last page no library takes the time.
            stamped = [ogg.Page(p.flags & ~4, granules.get(i, p.granule), p.serial, p.sequence, p.lacing, p.body)
                       for i, p in enumerate(sound) if i != missing]
            out.write(f"granule-{name}.{form}", ogg.join(heads + stamped), EITHER, why)
        back = [ogg.Page(p.flags, 100_000 - p.granule // 2, p.serial, p.sequence, p.lacing, p.body) for p in sound]
        out.write(f"granules-backwards.{form}", ogg.join(heads + back), EITHER, "time runs backwards")
        if form == "ogg":
            out.write("marks-only.ogg", ogg.join(all_pages) + b"\1vorbis" * 8_000, EITHER,
                      "8,000 beginnings of heads behind the sound")
        unsummed = b"".join(p.bytes(0x12345678) for p in all_pages)
        out.write(f"checksums-wrong.{form}", unsummed, FAILS, "every checksum is wrong")
        many = [ogg.Page(2, 0, 50 + i, 0, heads[0].lacing, heads[0].body) for i in range(40)]
        out.write(f"beginnings-only.{form}", ogg.join(many), FAILS, "40 streams begin and none goes on")
        empty = [ogg.Page(0, -1, heads[0].serial, 2 + i, b"", b"") for i in range(400)]
        out.write(f"empty-pages.{form}", ogg.join(heads[:1] + empty + heads[1:] + empty + sound), EITHER, "800 empty pages")
        link = made[form]
        out.write(f"second-link-cut.{form}", link + link[:200], EITHER, "a chained stream cut off in its head")
        out.write(f"noise-between-pages.{form}", heads[0].bytes() + noise(500) + ogg.join(heads[1:]) + noise(500, 3)
                  + b"".join(p.bytes() + noise(100, 4) for p in sound), EITHER, "noise between the pages")
