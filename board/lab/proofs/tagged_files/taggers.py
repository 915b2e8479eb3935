"""Short sounds, tagged by as many programs as Debian has, and what each of them wrote: for `tagged-files`."""
import base64
import os
import pathlib
import shutil
import struct
import subprocess

import mutagen.apev2
import mutagen.asf
import mutagen.flac
import mutagen.id3 as id3
import mutagen.monkeysaudio
import mutagen.mp4
import mutagen.oggopus
import mutagen.oggvorbis
import mutagen.wavpack
import taglib

from fixture_tools import tags as by_hand

CASES = []


def case(program, suffix, base=None):
    """Registers a way to tag a file. It gets the file (a copy of `base`, or none where it makes it itself) and gives
    what is to be read of it."""
    def register(make):
        CASES.append((make.__name__.replace("_", "-"), program, suffix, base, make))
        return make
    return register


def run(*arguments, **more):
    return subprocess.run([str(argument) for argument in arguments], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)


class Material:
    """The sounds that are tagged, made once."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.wave = self.folder / "sound.wav"
        run("sox", "-q", "-D", "-r", "44100", "-n", "-b", "16", "-c", "2", self.wave, "synth", "1", "sine", "330", "gain", "-12")
        self.wave48 = self.folder / "sound48.wav"
        run("sox", "-q", "-D", "-r", "48000", "-n", "-b", "16", "-c", "2", self.wave48, "synth", "1", "sine", "330", "gain", "-12")
        self.cover = self.folder / "cover.png"
        self.cover.write_bytes(by_hand.png())
        self.bases = {suffix: self.folder / f"bare.{suffix}" for suffix in ("mp3", "flac", "ogg", "opus", "m4a", "wma", "wv", "ape")}
        run("lame", "--quiet", "-b", "128", self.wave, self.bases["mp3"])
        run("flac", "--silent", "-o", self.bases["flac"], self.wave)
        run("oggenc", "--quiet", "-q", "0", "-o", self.bases["ogg"], self.wave)
        run("opusenc", "--quiet", "--bitrate", "32", self.wave48, self.bases["opus"])
        for suffix, codec in (("m4a", "aac"), ("wma", "wmav2"), ("wv", "wavpack")):
            run("ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-i", self.wave, "-c:a", codec, self.bases[suffix])
        self.bases["ape"].write_bytes(self.monkey())

    @staticmethod
    def monkey():
        """Monkey's Audio of 1 s, which no program of Debian writes: its heads alone, before what could be sound."""
        descriptor = b"MAC " + struct.pack("<HHIIIIIII", 3990, 0, 52, 24, 0, 0, 50_000, 0, 0) + bytes(16)
        head = struct.pack("<HHIIIHHI", 2000, 0, 73_728, 44_100, 1, 16, 2, 44_100)
        return descriptor + head + bytes(50_000)


M = None


def make_all(material, music):
    """Makes every file; the cases with what is to be read."""
    global M
    M = material
    made = []
    for name, program, suffix, base, make in CASES:
        path = music / f"{name}.{suffix}"
        if base:
            shutil.copy(M.bases[base], path)
        expected = make(path)
        # In these formats all of everything() stands in comments.
        expected["comments"] = expected.pop("everything", False) and suffix not in ("mp3", "wv", "ape")
        made.append((path.name, program, expected))
    return made


# Tags that most programs write; the names are the protocol's. Further ones are added where a program can.
PLAIN = {"Title": ["Zażółć gęślą"], "Artist": ["Ålesund Quartett"], "Album": ["Größe"], "AlbumArtist": ["Various Händs"],
         "Date": ["2021-03-04"], "Genre": ["Polka"], "Composer": ["Bj Örk"], "Track": ["7"], "Disc": ["2"],
         "Comment": ["Made by a test"]}
TOTALS = {"track_total": 12, "disc_total": 3}
LATIN = dict(PLAIN, Title=["Grüße aus Köln"])

# Everything that there is, by its Vorbis comment.
COMMENTS = {
    "TITLE": ["Zażółć gęślą"], "ARTIST": ["Ann", "Bén"], "ALBUM": ["Größe"], "ALBUMARTIST": ["Various Händs", "Others"],
    "DATE": ["2021-03-04"], "ORIGINALDATE": ["1971-02-01"], "GENRE": ["Polka", "Jazz"], "COMPOSER": ["Bj Örk"],
    "CONDUCTOR": ["Con Ductor"], "PERFORMER": ["Vio Linist", "Drum Mer"], "ENSEMBLE": ["En Semble"], "WORK": ["Opus 1"],
    "MOVEMENTNAME": ["Allegro"], "MOVEMENTNUMBER": ["2"], "SHOWMOVEMENT": ["1"], "GROUPING": ["Group"], "MOOD": ["Glad"],
    "LOCATION": ["Hall"], "LABEL": ["Own Label"], "COMMENT": ["Made by a test"], "TITLESORT": ["Zazolc"],
    "ARTISTSORT": ["Ann, A."], "ALBUMSORT": ["Groesse"], "ALBUMARTISTSORT": ["Haends, Various"], "COMPOSERSORT": ["Oerk, Bj"],
    "MUSICBRAINZ_ARTISTID": ["11111111-aaaa"], "MUSICBRAINZ_ALBUMID": ["22222222-aaaa"],
    "MUSICBRAINZ_ALBUMARTISTID": ["33333333-aaaa"], "MUSICBRAINZ_TRACKID": ["44444444-aaaa"],
    "MUSICBRAINZ_RELEASETRACKID": ["55555555-aaaa"], "MUSICBRAINZ_RELEASEGROUPID": ["66666666-aaaa"],
    "MUSICBRAINZ_WORKID": ["77777777-aaaa"],
    "TRACKNUMBER": ["7"], "TRACKTOTAL": ["12"], "DISCNUMBER": ["2"], "DISCTOTAL": ["3"], "COMPILATION": ["1"],
    "CHAPTER001": ["00:00:00.000"], "CHAPTER001NAME": ["First ö"], "CHAPTER002": ["00:00:00.250"],
    "CHAPTER002NAME": ["Second"],
}
# By the names that Picard gives them.
MUSICBRAINZ = {"Artist Id": "MUSICBRAINZ_ARTISTID", "Album Id": "MUSICBRAINZ_ALBUMID",
               "Album Artist Id": "MUSICBRAINZ_ALBUMARTISTID", "Track Id": "MUSICBRAINZ_TRACKID",
               "Release Track Id": "MUSICBRAINZ_RELEASETRACKID", "Release Group Id": "MUSICBRAINZ_RELEASEGROUPID",
               "Work Id": "MUSICBRAINZ_WORKID"}
GAINS = {"REPLAYGAIN_TRACK_GAIN": "-6.50 dB", "REPLAYGAIN_TRACK_PEAK": "0.988000", "REPLAYGAIN_ALBUM_GAIN": "+1.25 dB",
         "REPLAYGAIN_ALBUM_PEAK": "1.020000"}
READ_GAINS = {"track_gain": -6.5, "track_peak": 0.988, "album_gain": 1.25, "album_peak": 1.02}
CHAPTERS = [("0.000", "First ö"), ("0.250", "Second")]

PROTOCOL = {
    "TITLE": "Title", "ARTIST": "Artist", "ALBUM": "Album", "ALBUMARTIST": "AlbumArtist", "DATE": "Date",
    "ORIGINALDATE": "OriginalDate", "GENRE": "Genre", "COMPOSER": "Composer", "CONDUCTOR": "Conductor",
    "PERFORMER": "Performer", "ENSEMBLE": "Ensemble", "WORK": "Work", "MOVEMENTNAME": "Movement",
    "MOVEMENTNUMBER": "MovementNumber", "SHOWMOVEMENT": "ShowMovement", "GROUPING": "Grouping", "MOOD": "Mood",
    "LOCATION": "Location", "LABEL": "Label", "COMMENT": "Comment", "TITLESORT": "TitleSort", "ARTISTSORT": "ArtistSort",
    "ALBUMSORT": "AlbumSort", "ALBUMARTISTSORT": "AlbumArtistSort", "COMPOSERSORT": "ComposerSort", "TRACKNUMBER": "Track",
    "DISCNUMBER": "Disc",
}


def everything(without=(), **more):
    """The expected tags of a file with all of COMMENTS but some."""
    tags = {}
    for key, values in COMMENTS.items():
        name = PROTOCOL.get(key, key if key.startswith("MUSICBRAINZ_") else None)
        if name and key not in without:
            tags[name] = values
    return {"tags": tags, "columns": {**TOTALS, "compilation": 1}, "chapters": CHAPTERS, "everything": True, **more}


def pairs(comments=None):
    return [(key, value) for key, values in (comments or COMMENTS).items() for value in values]


def options(option, comments=None, join="="):
    return [word for key, value in pairs(comments) for word in (option, f"{key}{join}{value}")]


# MARK: Encoders

@case("lame", "mp3")
def lame_utf16(path):
    run("lame", "--quiet", "-b", "128", "--id3v2-only", "--id3v2-utf16", "--tt", PLAIN["Title"][0], "--ta", PLAIN["Artist"][0],
        "--tl", PLAIN["Album"][0], "--ty", "2021", "--tn", "7/12", "--tg", "Polka", "--tc", PLAIN["Comment"][0],
        "--tv", f"TPE2={PLAIN['AlbumArtist'][0]}", "--tv", f"TCOM={PLAIN['Composer'][0]}", "--tv", "TPOS=2/3",
        "--tv", "TCMP=1", "--tv", "TXXX=replaygain_track_gain=-6.50 dB", "--ti", M.cover, M.wave, path)
    return {"tags": dict(PLAIN, Date=["2021"]), "columns": {**TOTALS, "compilation": 1, "track_gain": -6.5}, "picture": True}


@case("lame", "mp3")
def lame_latin1(path):
    # It takes the words of the command line for ISO 8859-1 where the locale doesn't say otherwise.
    run("lame", "--quiet", "-b", "128", "--id3v2-only", "--id3v2-latin1", "--pad-id3v2-size", "5000", "--tt", LATIN["Title"][0],
        "--ta", LATIN["Artist"][0], "--tl", LATIN["Album"][0], "--ty", "2021", "--tn", "7", "--tg", "A Genre of One's Own",
        M.wave, path, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return {"tags": {"Title": LATIN["Title"], "Artist": LATIN["Artist"], "Album": LATIN["Album"], "Date": ["2021"],
                     "Track": ["7"], "Genre": ["A Genre of One's Own"]}}


@case("lame", "mp3")
def lame_v1(path):
    run("lame", "--quiet", "-b", "128", "--id3v1-only", "--space-id3v1", "--tt", "A Title", "--ta", "An Artist", "--tl", "An Album",
        "--ty", "1987", "--tn", "9", "--tg", "Jazz", "--tc", "A Comment", M.wave, path)
    return {"tags": {"Title": ["A Title"], "Artist": ["An Artist"], "Album": ["An Album"], "Date": ["1987"], "Track": ["9"],
                     "Genre": ["Jazz"], "Comment": ["A Comment"]}}


@case("lame", "mp3")
def lame_without_length(path):
    run("lame", "--quiet", "-t", "-b", "128", "--tt", "No Length", M.wave, path)
    return {"tags": {"Title": ["No Length"]}, "estimated": True}


@case("flac", "flac")
def flac_everything(path):
    run("flac", "--silent", "--picture", f"3||||{M.cover}", *options("-T"), *options("-T", {k: [v] for k, v in GAINS.items()}),
        "-o", path, M.wave)
    return everything(columns={**TOTALS, "compilation": 1, **READ_GAINS}, picture=True)


SHEET = """PERFORMER "Somebody"
TITLE "A Mix"
FILE "sound.wav" WAVE
  TRACK 01 AUDIO
    TITLE "Größe"
    PERFORMER "Ann"
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "Second"
    INDEX 00 00:00:30
    INDEX 01 00:00:45
"""


@case("flac", "flac")
def flac_cue_sheet(path):
    sheet = M.folder / "sheet.cue"
    sheet.write_text(SHEET)
    run("flac", "--silent", f"--cuesheet={sheet}", "-T", "TITLE=Block", "-o", path, M.wave)
    return {"tags": {"Title": ["Block"]}, "chapters": [("0.000", None), ("0.600", None)]}


@case("oggenc", "ogg")
def oggenc_everything(path):
    run("oggenc", "--quiet", "-q", "0", *options("-c"), *options("-c", {k: [v] for k, v in GAINS.items()}), "-o", path, M.wave)
    return everything(columns={**TOTALS, "compilation": 1, **READ_GAINS})


@case("oggenc", "ogg")
def oggenc_options(path):
    run("oggenc", "--quiet", "-q", "0", "-t", PLAIN["Title"][0], "-a", PLAIN["Artist"][0], "-l", PLAIN["Album"][0], "-d", "2021",
        "-N", "07/12", "-G", "Polka", "-o", path, M.wave)
    return {"tags": {"Title": PLAIN["Title"], "Artist": PLAIN["Artist"], "Album": PLAIN["Album"], "Date": ["2021"],
                     "Track": ["7"], "Genre": ["Polka"]}, "columns": {"track_total": 12}}


@case("opusenc", "opus")
def opusenc_everything(path):
    run("opusenc", "--quiet", "--bitrate", "32", *options("--comment"), "--comment", "R128_TRACK_GAIN=-2944",
        "--comment", "R128_ALBUM_GAIN=-960", "--picture", M.cover, M.wave48, path)
    return everything(columns={**TOTALS, "compilation": 1, "track_gain": -6.5, "album_gain": 1.25}, picture=True)


def ffmetadata(name, tags, chapters=True):
    lines = [";FFMETADATA1"] + [f"{key}={value}" for key, value in tags.items()]
    for start, end, title in ((0, 250, "First ö"), (250, 1000, "Second")) if chapters else ():
        lines += ["[CHAPTER]", "TIMEBASE=1/1000", f"START={start}", f"END={end}", f"title={title}"]
    path = M.folder / f"{name}.txt"
    path.write_text("\n".join(lines) + "\n")
    return path


FFMPEG = {"title": PLAIN["Title"][0], "artist": PLAIN["Artist"][0], "album": PLAIN["Album"][0],
          "album_artist": PLAIN["AlbumArtist"][0], "date": "2021-03-04", "genre": "Polka", "composer": PLAIN["Composer"][0],
          "track": "7/12", "disc": "2/3", "comment": PLAIN["Comment"][0]}


def ffmpeg(path, source, *arguments, tags=None, cover=False, chapters=True):
    picture = ["-i", M.cover, "-map", "0:a", "-map", "2:v", "-c:v", "copy", "-disposition:v", "attached_pic"] if cover else []
    metadata = ffmetadata(path.name, tags or FFMPEG, chapters)
    run("ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-i", source, "-i", metadata, *picture, "-map_metadata", "1",
        "-map_chapters", "1", "-c:a", "copy", *arguments, path)


@case("ffmpeg", "mp3")
def ffmpeg_v23(path):
    ffmpeg(path, M.bases["mp3"], "-id3v2_version", "3", cover=True)
    return {"tags": PLAIN, "columns": TOTALS, "chapters": CHAPTERS, "ends": ["0.250", "1.000"], "picture": True}


@case("ffmpeg", "mp3")
def ffmpeg_v24(path):
    ffmpeg(path, M.bases["mp3"], "-id3v2_version", "4", "-write_id3v1", "1")
    return {"tags": PLAIN, "columns": TOTALS, "chapters": CHAPTERS, "ends": ["0.250", "1.000"]}


def chapters_by_ffmpeg(path):
    """Version 5 gives them to Opus only."""
    return CHAPTERS if b"CHAPTER000" in path.read_bytes() else []


@case("ffmpeg", "flac")
def ffmpeg_flac(path):
    ffmpeg(path, M.bases["flac"])
    return {"tags": PLAIN, "columns": TOTALS, "chapters": chapters_by_ffmpeg(path)}


@case("ffmpeg", "ogg")
def ffmpeg_ogg(path):
    ffmpeg(path, M.bases["ogg"])
    return {"tags": PLAIN, "columns": TOTALS, "chapters": chapters_by_ffmpeg(path)}


@case("ffmpeg", "opus")
def ffmpeg_opus(path):
    ffmpeg(path, M.bases["opus"])
    return {"tags": PLAIN, "columns": TOTALS, "chapters": chapters_by_ffmpeg(path)}


@case("sox", "flac")
def sox_flac(path):
    comments = M.folder / "sox.txt"
    comments.write_text("\n".join(f"{key}={value}" for key, value in pairs()) + "\n")
    run("sox", M.wave, "--comment-file", comments, path)
    return everything()


@case("sox", "ogg")
def sox_ogg(path):
    comments = M.folder / "sox.txt"
    comments.write_text("\n".join(f"{key}={value}" for key, value in pairs()) + "\n")
    run("sox", "-D", M.wave, "--comment-file", comments, path)
    return everything()


# MARK: Taggers of ID3

@case("id3v2", "mp3", base="mp3")
def id3v2_v23(path):
    run("id3v2", "-2", "-t", "A Title", "-a", "An Artist", "-A", "An Album", "-y", "1999", "-g", "8", "-T", "7/12", "-c",
        ":A Comment:eng", "--TPE2", "A Band", "--TPOS", "2/3", "--TCOM", "Composer", "--TPE3", "Con Ductor", "--TPUB", "Label",
        "--TIT1", "Group", "--TORY", "1971", "--TDAT", "0403", path)
    return {"tags": {"Title": ["A Title"], "Artist": ["An Artist"], "Album": ["An Album"], "Date": ["1999-03-04"],
                     "Genre": ["Jazz"], "Track": ["7"], "Disc": ["2"], "AlbumArtist": ["A Band"], "Composer": ["Composer"],
                     "Conductor": ["Con Ductor"], "Label": ["Label"], "Grouping": ["Group"], "OriginalDate": ["1971"],
                     "Comment": ["A Comment"]}, "columns": TOTALS}


@case("id3v2", "mp3", base="mp3")
def id3v2_v1(path):
    run("id3v2", "-1", "-t", "A Title", "-a", "An Artist", "-A", "An Album", "-y", "1999", "-g", "17", "-T", "7", path)
    return {"tags": {"Title": ["A Title"], "Artist": ["An Artist"], "Album": ["An Album"], "Date": ["1999"], "Genre": ["Rock"],
                     "Track": ["7"]}}


@case("id3", "mp3", base="mp3")
def id3_v1(path):
    run("id3", "-t", "Thirty Letters Of A Title And More", "-a", "An Artist", "-A", "An Album", "-y", "1999", "-g", "17", "-T", "7",
        "-c", "A Comment", path)
    return {"tags": {"Title": ["Thirty Letters Of A Title And"], "Artist": ["An Artist"], "Album": ["An Album"],
                     "Date": ["1999"], "Genre": ["Rock"], "Track": ["7"], "Comment": ["A Comment"]}}


def eyed3(path, version, encoding, title, *more):
    run("eyeD3", "-Q", "--no-color", "--no-config", "-2", f"--to-v2.{version}", "--encoding", encoding, "-t", title, "-a",
        PLAIN["Artist"][0], "-A", PLAIN["Album"][0], "-b", PLAIN["AlbumArtist"][0], "-n", "7", "-N", "12", "-d", "2", "-D", "3",
        "-G", "Polka", "--composer", PLAIN["Composer"][0], "--publisher", "Own Label", "--add-comment", PLAIN["Comment"][0],
        "--user-text-frame", "REPLAYGAIN_TRACK_GAIN:-6.50 dB", "--user-text-frame", "MusicBrainz Album Id:22222222-aaaa",
        "--unique-file-id", "http\\://musicbrainz.org:44444444-aaaa", "--add-image", f"{M.cover}:FRONT_COVER",
        "--text-frame", "TSOP:Quartett", "--text-frame", "TSO2:Haends", "--text-frame", "TSOA:Groesse",
        "--text-frame", "TCMP:1", *more, path)
    return {"tags": {**PLAIN, "Title": [title], "Label": ["Own Label"], "MUSICBRAINZ_ALBUMID": ["22222222-aaaa"],
                     "MUSICBRAINZ_TRACKID": ["44444444-aaaa"], "ArtistSort": ["Quartett"], "AlbumArtistSort": ["Haends"],
                     "AlbumSort": ["Groesse"]},
            "columns": {**TOTALS, "compilation": 1, "track_gain": -6.5}, "picture": True}


@case("eyeD3", "mp3", base="mp3")
def eyed3_v23_latin1(path):
    return eyed3(path, 3, "latin1", LATIN["Title"][0], "--recording-date", "2021-03-04")


@case("eyeD3", "mp3", base="mp3")
def eyed3_v23_utf16(path):
    return eyed3(path, 3, "utf16", PLAIN["Title"][0], "--recording-date", "2021-03-04")


@case("eyeD3", "mp3", base="mp3")
def eyed3_v24_latin1(path):
    return eyed3(path, 4, "latin1", LATIN["Title"][0], "--recording-date", "2021-03-04")


@case("eyeD3", "mp3", base="mp3")
def eyed3_v24_utf8(path):
    return eyed3(path, 4, "utf8", PLAIN["Title"][0], "--release-date", "2021-03-04")


@case("eyeD3", "mp3", base="mp3")
def eyed3_v24_utf16(path):
    return eyed3(path, 4, "utf16", PLAIN["Title"][0], "--recording-date", "2021-03-04")


@case("eyeD3", "mp3", base="mp3")
def eyed3_v24_utf16_be(path):
    return eyed3(path, 4, "utf16-be", PLAIN["Title"][0], "--recording-date", "2021-03-04")


@case("eyeD3", "mp3", base="mp3")
def eyed3_v1(path):
    run("eyeD3", "-Q", "--no-color", "--no-config", "-1", "-t", "Größe", "-a", "An Artist", "-A", "An Album", "-n", "7", "-G",
        "Polka", "-c", "A Comment", "-Y", "1999", path)
    return {"tags": {"Title": ["Größe"], "Artist": ["An Artist"], "Album": ["An Album"], "Date": ["1999"], "Genre": ["Polka"],
                     "Track": ["7"], "Comment": ["A Comment"]}}


# MARK: Mutagen

def frames(encoding):
    """Every field as frames of ID3v2.4, with several values where there are."""
    def text(name):
        return getattr(id3, name)
    made = []
    for name, key in (("TIT2", "TITLE"), ("TPE1", "ARTIST"), ("TALB", "ALBUM"), ("TPE2", "ALBUMARTIST"), ("TDRC", "DATE"),
                      ("TDOR", "ORIGINALDATE"), ("TCON", "GENRE"), ("TCOM", "COMPOSER"), ("TPE3", "CONDUCTOR"),
                      ("MVNM", "MOVEMENTNAME"), ("MVIN", "MOVEMENTNUMBER"), ("GRP1", "GROUPING"), ("TMOO", "MOOD"),
                      ("TPUB", "LABEL"), ("TSOT", "TITLESORT"), ("TSOP", "ARTISTSORT"), ("TSOA", "ALBUMSORT"),
                      ("TSO2", "ALBUMARTISTSORT"), ("TSOC", "COMPOSERSORT"), ("TCMP", "COMPILATION")):
        made.append(text(name)(encoding=encoding, text=COMMENTS[key]))
    made.append(id3.TRCK(encoding=encoding, text="7/12"))
    made.append(id3.TPOS(encoding=encoding, text="2/3"))
    made.append(id3.TMCL(encoding=encoding, people=[["violin", "Vio Linist"], ["drums", "Drum Mer"]]))
    made.append(id3.COMM(encoding=encoding, lang="eng", desc="", text=COMMENTS["COMMENT"]))
    made.append(id3.COMM(encoding=encoding, lang="eng", desc="iTunNORM", text=" 0000A"))
    made.append(id3.UFID(owner="http://musicbrainz.org", data=b"44444444-aaaa"))
    made.append(id3.UFID(owner="http://example.org", data=b"never"))
    for key in ("ENSEMBLE", "WORK", "SHOWMOVEMENT", "LOCATION"):
        made.append(id3.TXXX(encoding=encoding, desc=key, text=COMMENTS[key]))
    for desc, key in (("Artist", "ARTISTID"), ("Album", "ALBUMID"), ("Album Artist", "ALBUMARTISTID"),
                      ("Release Track", "RELEASETRACKID"), ("Release Group", "RELEASEGROUPID"), ("Work", "WORKID")):
        made.append(id3.TXXX(encoding=encoding, desc=f"MusicBrainz {desc} Id", text=COMMENTS["MUSICBRAINZ_" + key]))
    for key, value in GAINS.items():
        made.append(id3.TXXX(encoding=encoding, desc=key.lower(), text=[value]))
    made.append(id3.APIC(encoding=encoding, mime="image/png", type=3, desc="cover", data=M.cover.read_bytes()))
    made.append(id3.USLT(encoding=encoding, lang="eng", desc="", text="Words"))
    starts = ((0, 250, "First ö"), (250, 1000, "Second"))
    for number, (start, end, title) in enumerate(starts):
        made.append(id3.CHAP(element_id=f"chp{number}", start_time=start, end_time=end, start_offset=0xFFFFFFFF,
                             end_offset=0xFFFFFFFF, sub_frames=[id3.TIT2(encoding=encoding, text=[title])]))
    made.append(id3.CHAP(element_id="hidden", start_time=500, end_time=510, start_offset=0xFFFFFFFF, end_offset=0xFFFFFFFF,
                         sub_frames=[id3.TIT2(encoding=encoding, text=["Hidden"])]))
    made.append(id3.CTOC(element_id="toc", flags=3, child_element_ids=["chp0", "chp1"], sub_frames=[]))
    return made


def save_id3(path, encoding, **how):
    tag = id3.ID3()
    for frame in frames(encoding):
        tag.add(frame)
    if how.get("v2_version") == 3:
        tag.update_to_v23()
    tag.save(path, **how)
    return everything(columns={**TOTALS, "compilation": 1, **READ_GAINS}, ends=["0.250", "1.000"], picture=True)


@case("mutagen", "mp3", base="mp3")
def mutagen_v24_utf8(path):
    return save_id3(path, 3)


@case("mutagen", "mp3", base="mp3")
def mutagen_v24_utf16(path):
    return save_id3(path, 1)


@case("mutagen", "mp3", base="mp3")
def mutagen_v24_utf16_be(path):
    return save_id3(path, 2)


@case("mutagen", "mp3", base="mp3")
def mutagen_v23(path):
    # It joins several values; the year of the original is all that this version knows; musicians have no frame, and
    # what is not of this version goes.
    expected = save_id3(path, 1, v2_version=3, v23_sep=" / ")
    tags = dict(expected["tags"], Artist=["Ann / Bén"], AlbumArtist=["Various Händs / Others"], Genre=["Polka / Jazz"],
                OriginalDate=["1971"])
    for gone in ("Performer", "Mood", "AlbumSort", "ArtistSort", "TitleSort"):
        tags.pop(gone)
    return dict(expected, tags=tags)


@case("mid3v2", "mp3", base="mp3")
def mid3v2_several(path):
    run("mid3v2", "-t", PLAIN["Title"][0], "-A", "Größe", "--TPE1", "Ann", "--TPE1", "Bén", "-y", "2021-03-04", "-g", "Polka", "-T",
        "7/12", "--TPOS", "2/3", "-c", "Made by a test", "--TXXX", "ALBUMARTIST:Various Händs", "-p", M.cover, path)
    return {"tags": {"Title": PLAIN["Title"], "Album": ["Größe"], "Artist": ["Ann", "Bén"], "Date": ["2021-03-04"], "Genre": ["Polka"],
                     "Track": ["7"], "Disc": ["2"], "Comment": ["Made by a test"], "AlbumArtist": ["Various Händs"]},
            "columns": TOTALS, "picture": True}


@case("mutagen", "mp3", base="mp3")
def mutagen_rva2(path):
    tag = id3.ID3()
    tag.add(id3.TIT2(encoding=3, text=["Relative Volume"]))
    tag.add(id3.RVA2(desc="album", channel=1, gain=1.25, peak=0))
    tag.add(id3.RVA2(desc="track", channel=1, gain=-6.5, peak=0))
    tag.save(path)
    return {"tags": {"Title": ["Relative Volume"]}, "columns": {"track_gain": -6.5, "album_gain": 1.25}}


@case("mutagen", "m4a", base="m4a")
def mutagen_mp4(path):
    file = mutagen.mp4.MP4(path)
    for key, name in (("\xa9nam", "TITLE"), ("\xa9ART", "ARTIST"), ("\xa9alb", "ALBUM"), ("aART", "ALBUMARTIST"), ("\xa9day", "DATE"),
                      ("\xa9gen", "GENRE"), ("\xa9wrt", "COMPOSER"), ("\xa9cmt", "COMMENT"), ("\xa9grp", "GROUPING"),
                      ("\xa9wrk", "WORK"), ("\xa9mvn", "MOVEMENTNAME"), ("sonm", "TITLESORT"), ("soar", "ARTISTSORT"),
                      ("soal", "ALBUMSORT"), ("soaa", "ALBUMARTISTSORT"), ("soco", "COMPOSERSORT")):
        file[key] = COMMENTS[name]
    file["trkn"], file["disk"], file["cpil"], file["\xa9mvi"], file["shwm"] = [(7, 12)], [(2, 3)], True, [2], [1]
    for key in ("CONDUCTOR", "MOOD", "LABEL", "ORIGINALDATE", "PERFORMER"):
        file[f"----:com.apple.iTunes:{key}"] = [mutagen.mp4.MP4FreeForm(value.encode()) for value in COMMENTS[key]]
    for key, name in MUSICBRAINZ.items():
        file[f"----:com.apple.iTunes:MusicBrainz {key}"] = [mutagen.mp4.MP4FreeForm(value.encode()) for value in COMMENTS[name]]
    for key, value in GAINS.items():
        file[f"----:com.apple.iTunes:{key.lower()}"] = [mutagen.mp4.MP4FreeForm(value.encode())]
    file["covr"] = [mutagen.mp4.MP4Cover(M.cover.read_bytes(), mutagen.mp4.MP4Cover.FORMAT_PNG)]
    file.save()
    return {"tags": everything(without=("ENSEMBLE", "LOCATION"))["tags"], "columns": {**TOTALS, "compilation": 1, **READ_GAINS},
            "picture": True}


@case("mutagen", "wma", base="wma")
def mutagen_asf(path):
    file = mutagen.asf.ASF(path)
    for key, name in (("Title", "TITLE"), ("Author", "ARTIST"), ("WM/AlbumTitle", "ALBUM"), ("WM/AlbumArtist", "ALBUMARTIST"),
                      ("WM/Year", "DATE"), ("WM/Genre", "GENRE"), ("WM/Composer", "COMPOSER"), ("WM/Conductor", "CONDUCTOR"),
                      ("WM/Publisher", "LABEL"), ("WM/ContentGroupDescription", "GROUPING"), ("WM/Mood", "MOOD"),
                      ("Description", "COMMENT"), ("WM/TitleSortOrder", "TITLESORT"), ("WM/ArtistSortOrder", "ARTISTSORT"),
                      ("WM/AlbumSortOrder", "ALBUMSORT"), ("WM/AlbumArtistSortOrder", "ALBUMARTISTSORT"),
                      ("WM/ComposerSortOrder", "COMPOSERSORT"), ("WM/OriginalReleaseTime", "ORIGINALDATE")):
        file[key] = COMMENTS[name]
    for key, name in MUSICBRAINZ.items():
        file[f"MusicBrainz/{key}"] = COMMENTS[name]
    for key, value in GAINS.items():
        file[key.lower()] = value
    file["WM/TrackNumber"], file["WM/PartOfSet"], file["WM/IsCompilation"] = "7/12", "2/3", "1"
    picture = M.cover.read_bytes()
    file["WM/Picture"] = mutagen.asf.ASFByteArrayAttribute(
        b"\3" + struct.pack("<I", len(picture)) + "image/png\0cover\0".encode("utf-16-le") + picture)
    file.save()
    return {"tags": everything(without=("ENSEMBLE", "LOCATION", "PERFORMER", "WORK", "MOVEMENTNAME", "MOVEMENTNUMBER",
                                        "SHOWMOVEMENT"))["tags"],
            "columns": {**TOTALS, "compilation": 1, **READ_GAINS}, "picture": True, "estimated": True}


@case("mutagen", "wv", base="wv")
def mutagen_wavpack(path):
    return save_apev2(mutagen.wavpack.WavPack(path), path)


@case("mutagen", "ape", base="ape")
def mutagen_monkeysaudio(path):
    return save_apev2(mutagen.monkeysaudio.MonkeysAudio(path), path)


@case("mutagen", "mp3", base="mp3")
def mutagen_apev2(path):
    return save_apev2(mutagen.apev2.APEv2(), path)


def save_apev2(tag, path):
    for key, values in {**COMMENTS, **{key: [value] for key, value in GAINS.items()}}.items():
        if not key.startswith("TRACK") and not key.startswith("DISC"):
            tag[{"DATE": "Year", "ALBUMARTIST": "Album Artist"}.get(key, key.title())] = values
    tag["Track"], tag["Disc"] = "7/12", "2/3"
    picture = b"cover.png\0" + M.cover.read_bytes()
    tag["Cover Art (Front)"] = mutagen.apev2.APEValue(picture, mutagen.apev2.BINARY)
    tag["Cuesheet"] = SHEET
    tag.save(path)
    return everything(columns={**TOTALS, "compilation": 1, **READ_GAINS}, picture=True)


@case("mutagen", "mp3", base="mp3")
def mutagen_cue_sheet(path):
    tag = id3.ID3()
    tag.add(id3.TIT2(encoding=1, text=["Sheet"]))
    tag.add(id3.TXXX(encoding=1, desc="CUESHEET", text=[SHEET]))
    tag.save(path)
    return {"tags": {"Title": ["Sheet"]}, "chapters": [("0.000", "Größe"), ("0.600", "Second")], "performers": ["Ann", None]}


def save_comments(file, picture=True):
    for key, values in COMMENTS.items():
        file[key.lower()] = values
    if picture:
        block = mutagen.flac.Picture()
        block.type, block.mime, block.data = 3, "image/png", M.cover.read_bytes()
        file["metadata_block_picture"] = [base64.b64encode(block.write()).decode()]
    file.save()


@case("mutagen", "ogg", base="ogg")
def mutagen_ogg(path):
    save_comments(mutagen.oggvorbis.OggVorbis(path))
    return everything(picture=True)


@case("mutagen", "opus", base="opus")
def mutagen_opus(path):
    save_comments(mutagen.oggopus.OggOpus(path))
    return everything(picture=True)


@case("mutagen", "flac", base="flac")
def mutagen_flac(path):
    file = mutagen.flac.FLAC(path)
    save_comments(file, picture=False)
    for kind in (4, 3):
        block = mutagen.flac.Picture()
        block.type, block.mime = kind, "image/png"
        block.data = M.cover.read_bytes() if kind == 3 else by_hand.png()[:200]
        file.add_picture(block)
    file["cuesheet"] = [SHEET]
    for chapter in ("chapter001", "chapter002", "chapter001name", "chapter002name"):
        del file[chapter]
    file.save()
    return everything(chapters=[("0.000", "Größe"), ("0.600", "Second")], performers=["Ann", None], picture=True)


# MARK: TagLib

def by_taglib(path):
    file = taglib.File(str(path))
    file.tags = {key: list(values) for key, values in COMMENTS.items()}
    left = file.save()
    file.close()
    return left


@case("TagLib", "mp3", base="mp3")
def taglib_mp3(path):
    by_taglib(path)
    # It writes its WORK as TIT1, which is MPD's and our Grouping, beside GRP1.
    expected = everything()
    expected["tags"].pop("Work")
    expected["tags"]["Grouping"] = {"Opus 1", "Group"}
    return expected


@case("TagLib", "flac", base="flac")
def taglib_flac(path):
    by_taglib(path)
    return everything()


@case("TagLib", "ogg", base="ogg")
def taglib_ogg(path):
    by_taglib(path)
    return everything()


@case("TagLib", "opus", base="opus")
def taglib_opus(path):
    by_taglib(path)
    return everything()


# MARK: Taggers of comments

@case("metaflac", "flac", base="flac")
def metaflac_everything(path):
    comments = M.folder / "metaflac.txt"
    comments.write_text("\n".join(f"{key}={value}" for key, value in pairs()) + "\n")
    run("metaflac", f"--import-tags-from={comments}", f"--import-picture-from=3||||{M.cover}", path,
        env={**os.environ, "LC_ALL": "C.UTF-8"})
    return everything(picture=True)


@case("metaflac", "flac", base="flac")
def metaflac_gain(path):
    run("metaflac", "--set-tag=TITLE=Gain", path)
    run("metaflac", "--add-replay-gain", path)
    return {"tags": {"Title": ["Gain"]}, "has": ["track_gain", "track_peak", "album_gain", "album_peak"]}


@case("vorbiscomment", "ogg", base="ogg")
def vorbiscomment_everything(path):
    run("vorbiscomment", "-R", "-w", path, input=("\n".join(f"{key}={value}" for key, value in pairs()) + "\n").encode())
    return everything()


@case("vorbisgain", "ogg", base="ogg")
def vorbisgain_gain(path):
    run("vorbisgain", "-q", path)
    return {"tags": {"Title": None}, "has": ["track_gain", "track_peak"]}


@case("mp3gain", "mp3", base="mp3")
def mp3gain_apev2(path):
    run("id3v2", "-2", "-t", "Gain", path)
    run("mp3gain", "-q", "-s", "a", path)
    return {"tags": {"Title": ["Gain"]}, "has": ["track_gain", "track_peak"]}


@case("mp3gain", "mp3", base="mp3")
def mp3gain_id3v2(path):
    run("mp3gain", "-q", "-s", "i", path)
    return {"tags": {"Title": None}, "has": ["track_gain", "track_peak"]}


# MARK: ID3v2.2, which no program of these writes: byte by byte

@case("by hand", "mp3", base="mp3")
def by_hand_v22(path):
    facts = dict(by_hand.PLAIN)
    body = by_hand.frames(facts, 2, by_hand.LATIN1)
    for name, value in (("TCP", "1"), ("TS2", "Hands, Various"), ("TDA", "2411"), ("TOR", "1971"), ("TT1", "Group")):
        body += by_hand.frame(name, by_hand.text(value, by_hand.LATIN1), 2)
    body += by_hand.frame("TXX", b"\0REPLAYGAIN_TRACK_GAIN\0-6.50 dB", 2)
    body += by_hand.frame("COM", b"\0eng\0A Comment", 2)
    body += by_hand.frame("PIC", b"\0PNG\3\0" + M.cover.read_bytes(), 2)
    by_hand.prepend(path, by_hand.id3v2(2, body))
    return {"tags": {"Title": [facts["TITLE"]], "Artist": [facts["ARTIST"]], "Album": [facts["ALBUM"]],
                     "AlbumArtist": [facts["ALBUMARTIST"]], "Genre": [facts["GENRE"]], "Composer": [facts["COMPOSER"]],
                     "Date": ["1999-11-24"], "OriginalDate": ["1971"], "Track": ["7"], "Disc": ["2"], "Grouping": ["Group"],
                     "AlbumArtistSort": ["Hands, Various"], "Comment": ["A Comment"]},
            "columns": {**TOTALS, "compilation": 1, "track_gain": -6.5}, "picture": True}


@case("by hand", "mp3", base="mp3")
def by_hand_v22_utf16_unsynchronised(path):
    facts = dict(by_hand.FACTS)
    body = by_hand.unsynchronise(by_hand.frames(facts, 2, by_hand.UTF16))
    by_hand.prepend(path, by_hand.id3v2(2, body, 0x80))
    return {"tags": {"Title": [facts["TITLE"]], "Artist": [facts["ARTIST"]], "Album": [facts["ALBUM"]],
                     "AlbumArtist": [facts["ALBUMARTIST"]], "Genre": [facts["GENRE"]], "Composer": [facts["COMPOSER"]],
                     "Date": ["1999"], "Track": ["7"], "Disc": ["2"]}, "columns": TOTALS}


@case("by hand", "mp3", base="mp3")
def by_hand_wrong_encodings(path):
    def text(name, body):
        return by_hand.frame(name, body, 3)
    body = text("TIT2", b"\0" + "Żółć".encode()) + text("TPE1", b"\0\xff\xfe" + "Łódź".encode("utf-16-le"))
    body += text("TALB", b"\3" + "Größe".encode("latin-1")) + text("TPE2", b"No Encoding")
    body += text("TCOM", b"\0A\x81B") + text("UITS", bytes(40))
    by_hand.prepend(path, by_hand.id3v2(3, body))
    return {"tags": {"Title": ["Żółć"], "Artist": ["Łódź"], "Album": ["Größe"], "AlbumArtist": ["No Encoding"],
                     "Composer": ["A\uf781B"]}}
