"""ID3 and APE tags in all their forms, written byte by byte, so that no tagger's habits decide what is tested."""

import struct

LATIN1, UTF16, UTF16BE, UTF8 = 0, 1, 2, 3
NAMES = {
    "TITLE": ("TT2", "TIT2"), "ARTIST": ("TP1", "TPE1"), "ALBUM": ("TAL", "TALB"), "ALBUMARTIST": ("TP2", "TPE2"),
    "GENRE": ("TCO", "TCON"), "COMPOSER": ("TCM", "TCOM"),
}


def synchsafe(n):
    return bytes((n >> s) & 0x7F for s in (21, 14, 7, 0))


def unsynchronise(data):
    out = bytearray()
    for i, byte in enumerate(data):
        out.append(byte)
        if byte == 0xFF and (i + 1 == len(data) or data[i + 1] >= 0xE0 or data[i + 1] == 0):
            out.append(0)
    return bytes(out)


def text(value, encoding):
    if encoding == LATIN1:
        return b"\0" + value.encode("latin-1", "replace")
    if encoding == UTF16:
        return b"\1\xff\xfe" + value.encode("utf-16-le")
    if encoding == UTF16BE:
        return b"\2" + value.encode("utf-16-be")
    return b"\3" + value.encode("utf-8")


def frame(name, body, version, flags=0):
    if version == 2:
        return name.encode() + len(body).to_bytes(3, "big") + body
    size = synchsafe(len(body)) if version == 4 else struct.pack(">I", len(body))
    return name.encode() + size + struct.pack(">H", flags) + body


def frames(facts, version, encoding):
    """The frames for Vorbis-style facts."""
    column, made = (0 if version == 2 else 1), b""
    for key, names in NAMES.items():
        if key in facts:
            made += frame(names[column], text(facts[key], encoding), version)
    for key, total, names in (("TRACKNUMBER", "TRACKTOTAL", ("TRK", "TRCK")), ("DISCNUMBER", "DISCTOTAL", ("TPA", "TPOS"))):
        if key in facts:
            value = facts[key] + ("/" + facts[total] if total in facts else "")
            made += frame(names[column], text(value, encoding), version)
    if "DATE" in facts:
        name = {2: "TYE", 3: "TYER", 4: "TDRC"}[version]
        made += frame(name, text(facts["DATE"], encoding), version)
    return made


def id3v2(version, body, flags=0, padding=64, footer=False, size=None):
    if footer:
        flags, padding = flags | 0x10, 0
    body += bytes(padding)
    length = synchsafe(len(body)) if size is None else size
    head = bytes((version, 0, flags)) + length
    return b"ID3" + head + body + (b"3DI" + head if footer else b"")


def id3v1(title, artist, album, year, track, genre):
    def field(value, width):
        return value.encode("latin-1")[:width].ljust(width, b"\0")
    return (b"TAG" + field(title, 30) + field(artist, 30) + field(album, 30) + field(year, 4)
            + field("", 28) + bytes((0, track, genre)))


def ape(items, header=True):
    body = b"".join(struct.pack("<II", len(v.encode()), 0) + k.encode() + b"\0" + v.encode() for k, v in items)
    def end(flags):
        return b"APETAGEX" + struct.pack("<IIII", 2000, len(body) + 32, len(items), flags) + bytes(8)
    return (end(0xA0000000) if header else b"") + body + end(0x80000000 if header else 0)


def prepend(path, data):
    path.write_bytes(data + path.read_bytes())


FACTS = {"TITLE": "Grüße aus Łódź", "ARTIST": "Ålesund Quartett", "ALBUM": "Tag Sampler", "ALBUMARTIST": "Various Hands",
         "DATE": "1999", "GENRE": "Jazz", "COMPOSER": "A. N. Other", "TRACKNUMBER": "7", "TRACKTOTAL": "12",
         "DISCNUMBER": "2", "DISCTOTAL": "3"}
PLAIN = dict(FACTS, TITLE="Grüße aus Köln")


def picture(version, size):
    body = b"\0image/png\0\3\0" + b"\x89PNG" + bytes((i * 73) & 0xFF for i in range(size))
    if version == 2:
        return frame("PIC", b"\0PNG\3\0" + body[13:], 2)
    return frame("APIC", body, version)


def make(maker):
    from synth import tones
    import subprocess
    folder = maker.folder("tags")
    source = maker.wave("t", 44100, tones(44100, 0.5, 2))
    bare = maker.scratch / "bare.mp3"
    subprocess.run(["lame", "--quiet", "-b", "64", source, bare], check=True)
    sound = bare.read_bytes()

    def write(name, before=b"", after=b""):
        (folder / f"{name}.mp3").write_bytes(before + sound + after)

    write("none")
    write("v1", after=id3v1("Old Title", "Old Artist", "Old Album", "1987", 9, 8))
    write("v22", id3v2(2, frames(PLAIN, 2, LATIN1) + picture(2, 500)))
    write("v23-latin1", id3v2(3, frames(PLAIN, 3, LATIN1)))
    write("v23-utf16", id3v2(3, picture(3, 3000) + frames(FACTS, 3, UTF16)))
    body = frames(FACTS, 3, UTF16) + picture(3, 600)
    write("v23-unsynchronised", id3v2(3, unsynchronise(body), 0x80))
    write("v23-extended-header", id3v2(3, struct.pack(">IHI", 6, 0, 0) + frames(FACTS, 3, UTF16), 0x40))
    write("v24-utf8", id3v2(4, frames(FACTS, 4, UTF8)))
    write("v24-utf16be", id3v2(4, frames(FACTS, 4, UTF16BE)))
    write("v24-footer", id3v2(4, frames(FACTS, 4, UTF8), footer=True))
    write("v24-extended-header", id3v2(4, synchsafe(6) + b"\1\0" + frames(FACTS, 4, UTF8), 0x40))
    plain = unsynchronise(text("Grüße aus Łódź", UTF16))
    length = frame("TIT2", synchsafe(len(text("Grüße aus Łódź", UTF16))) + plain, 4, 0x0003)
    rest = frames({k: v for k, v in FACTS.items() if k != "TITLE"}, 4, UTF8)
    write("v24-unsynchronised", id3v2(4, length + rest, 0x80))
    big = frame("PRIV", bytes(300), 4)
    wrong = b"APIC" + struct.pack(">I", 20000) + b"\0\0" + b"\0image/png\0\3\0" + bytes(20000 - 13)
    write("v24-plain-sizes", id3v2(4, big + wrong + frames(FACTS, 4, UTF8)))
    write("v24-many-values", id3v2(4, frame("TIT2", text("One\0Two", UTF8), 4) + frame("TPE1", text("Ann\0Ben\0Cem", UTF8), 4)
                                   + frame("TCON", text("17\0(8)\0Polka Core", UTF8), 4)
                                   + frame("TXXX", b"\3ALBUM ARTIST\0Hidden", 4)))
    write("v23-genre", id3v2(3, frame("TIT2", text("Genre", LATIN1), 3) + frame("TCON", text("(8)(4)Free Form", LATIN1), 3)
                             + frame("TYER", text("2003", LATIN1), 3) + frame("TDAT", text("2411", LATIN1), 3)))
    write("two-tags", id3v2(3, frame("TALB", text("First", LATIN1), 3)) + id3v2(4, frames(FACTS, 4, UTF8)))
    write("utf8-in-latin1", id3v2(3, frame("TIT2", b"\0" + "Żółć".encode(), 3)))
    write("ape", after=ape([("Title", "Ape Title"), ("Artist", "Ape\0Artist"), ("Album", "Ape Album"), ("Year", "2011"),
                            ("Track", "3/9"), ("Genre", "Polka"), ("Album Artist", "Ape Band")]))
    write("ape-and-v1", after=ape([("Title", "A Title That Is Longer Than Thirty Bytes"), ("Artist", "Ape Artist")], False)
          + id3v1("A Title That Is Longer Than Th", "Ape Artist", "V1 Album", "1987", 9, 8))
    write("huge-picture", id3v2(3, frames(FACTS, 3, UTF16)[:0] + picture(3, 120_000) + frames(FACTS, 3, UTF16)))
    write("full-v23", id3v2(3, everything(3, UTF16)))
    write("full-v24", id3v2(4, everything(4, UTF8)))
    write("nul-padded", id3v2(3, frame("TIT2", b"\0Padded\0\0\0\0", 3)), bytes(5000))
    vorbis_comments(maker, folder, bare)


# What each tag says in the files that have all of them, and the frames of ID3v2.3 and 2.4 that say it; a name in
# brackets is that of a TXXX frame.
EVERYTHING = {
    "TITLE": ("Full Title", "TIT2"), "ARTIST": ("Full Artist", "TPE1"), "ALBUM": ("Full Album", "TALB"),
    "ALBUMARTIST": ("Full Band", "TPE2"), "DATE": ("2021-03-04", "TDRC"), "ORIGINALDATE": ("1971", "TDOR"),
    "GENRE": ("Polka", "TCON"), "COMPOSER": ("Full Composer", "TCOM"), "CONDUCTOR": ("Full Conductor", "TPE3"),
    "GROUPING": ("Full Group", "TIT1"), "LABEL": ("Full Label", "TPUB"), "MOOD": ("Full Mood", "[MOOD]"),
    "BPM": ("127.6", "TBPM"), "INITIALKEY": ("F#m", "TKEY"),
    "WORK": ("Full Work", "[WORK]"), "MOVEMENT": ("Full Movement", "MVNM"), "MOVEMENTNUMBER": ("2/4", "MVIN"),
    "SHOWMOVEMENT": ("1", "[SHOWMOVEMENT]"), "ENSEMBLE": ("Full Ensemble", "[ENSEMBLE]"),
    "LOCATION": ("Full Hall", "[LOCATION]"), "TITLESORT": ("Title, Full", "TSOT"),
    "ARTISTSORT": ("Artist, Full", "TSOP"), "ALBUMSORT": ("Album, Full", "TSOA"),
    "ALBUMARTISTSORT": ("Band, Full", "TSO2"), "COMPOSERSORT": ("Composer, Full", "TSOC"),
    "MUSICBRAINZ_ARTISTID": ("11111111-aaaa", "[MusicBrainz Artist Id]"),
    "MUSICBRAINZ_ALBUMID": ("22222222-aaaa", "[MusicBrainz Album Id]"),
    "MUSICBRAINZ_ALBUMARTISTID": ("33333333-aaaa", "[MusicBrainz Album Artist Id]"),
    "MUSICBRAINZ_RELEASETRACKID": ("44444444-aaaa", "[MusicBrainz Release Track Id]"),
    "MUSICBRAINZ_RELEASEGROUPID": ("55555555-aaaa", "[MusicBrainz Release Group Id]"),
    "MUSICBRAINZ_WORKID": ("66666666-aaaa", "[MusicBrainz Work Id]"),
    "REPLAYGAIN_TRACK_GAIN": ("-6.50 dB", "[replaygain_track_gain]"),
    "REPLAYGAIN_TRACK_PEAK": ("0.988", "[replaygain_track_peak]"),
    "REPLAYGAIN_ALBUM_GAIN": ("+1,25 dB", "[replaygain_album_gain]"),
    "REPLAYGAIN_ALBUM_PEAK": ("1.02", "[replaygain_album_peak]"), "COMPILATION": ("1", "TCMP"),
}
MUSICBRAINZ_TRACK = "77777777-aaaa"


def everything(version, encoding):
    def nul(value):
        return text(value, encoding) + (b"\0\0" if encoding == UTF16 else b"\0")

    made = b""
    for value, name in EVERYTHING.values():
        if name.startswith("["):
            made += frame("TXXX", nul(name[1:-1]) + text(value, encoding)[1:], version)
        elif name == "TDRC" and version == 3:
            made += frame("TYER", text("2021", LATIN1), 3) + frame("TDAT", text("0403", LATIN1), 3)
        elif name == "TDOR" and version == 3:
            made += frame("TORY", text(value, LATIN1), 3)
        else:
            made += frame(name, text(value, encoding), version)
    note = text("", encoding)[:1] + b"eng" + nul("iTunNORM")[1:] + text(" 00000A", encoding)[1:]
    said = text("", encoding)[:1] + b"eng" + nul("")[1:] + text("Full Comment", encoding)[1:]
    made += frame("COMM", note, version) + frame("COMM", said, version)
    made += frame("UFID", b"http://musicbrainz.org\0" + MUSICBRAINZ_TRACK.encode(), version)
    made += frame("UITS", bytes(40), version)
    if version == 4:
        made += frame("TMCL", text("violin\0Full Violinist\0drums\0Full Drummer", encoding), 4)
    return made


def vorbis_comments(maker, folder, bare):
    from synth import tones
    import subprocess
    source = maker.wave("t", 44100, tones(44100, 0.3, 2))
    comments = ["title=Lower Case Key", "ARTIST=Ann", "ARTIST=Ben", "ALBUM ARTIST=Spaced Key", "DATE=2019-05-04",
                "TRACKNUMBER=03/11", "DISCNUMBER=1", "TOTALDISCS=2", "GENRE=Noise", "COMMENT=" + "x" * 9000]
    picture = "METADATA_BLOCK_PICTURE=" + "QUJD" * 12000
    arguments = [x for c in comments + [picture] for x in ("-c", c)]
    subprocess.run(["oggenc", "--quiet", "--serial", "31", "-q", "0", *arguments, "-o", folder / "comments.ogg", source], check=True)
    arguments = [x for c in comments for x in ("-T", c)]
    cover = maker.scratch / "cover.png"
    cover.write_bytes(png())
    subprocess.run(["flac", "--silent", "--force", "--picture", f"3|image/png|||{cover}", *arguments, "-o",
                    folder / "comments.flac", source], check=True)
    whole = [f"{key}={value}" for key, (value, _) in EVERYTHING.items()]
    whole += ["COMMENT=Full Comment", "PERFORMER=Full Violinist", "PERFORMER=Full Drummer",
              f"MUSICBRAINZ_TRACKID={MUSICBRAINZ_TRACK}"]
    subprocess.run(["flac", "--silent", "--force", *(x for c in whole for x in ("-T", c)), "-o", folder / "full.flac",
                    source], check=True)
    subprocess.run(["oggenc", "--quiet", "--serial", "33", "-q", "0", *(x for c in whole for x in ("-c", c)), "-o",
                    folder / "full.ogg", source], check=True)
    loud = [c for c in whole if not c.startswith("REPLAYGAIN")] + ["R128_TRACK_GAIN=-2944", "R128_ALBUM_GAIN=-960"]
    subprocess.run(["opusenc", "--quiet", "--serial", "34", *(x for c in loud for x in ("--comment", c)), source,
                    folder / "full.opus"], check=True)
    (folder / "full-ape.mp3").write_bytes(bare.read_bytes() + ape([tuple(c.split("=", 1)) for c in whole]))
    arguments = [x for c in comments for x in ("--comment", c)]
    subprocess.run(["opusenc", "--quiet", "--serial", "32", "--picture", str(cover), *arguments, source,
                    folder / "comments.opus"], check=True)
    data = (folder / "comments.flac").read_bytes()
    (folder / "id3-before.flac").write_bytes(id3v2(3, frame("TIT2", text("Not This", LATIN1), 3)) + data)


def png():
    """A grey square; noise in a chunk of its own makes it 40 KB."""
    import zlib
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + bytes([128] * 16) for _ in range(16))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"prVt", bytes((i * 91 + i // 7) & 0xFF for i in range(40000)))
            + chunk(b"IEND", b""))
