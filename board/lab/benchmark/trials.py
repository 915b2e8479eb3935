"""The commands of `additions`: each with what has to be there before it.

In capitals: SONG and OTHER, songs; LIST, one of the playlists; FOLDER, a song's; ALBUM, its album; NEW, a name that no
playlist has; NUMBER, one from 1 to 999; CUE, the number of the cue that was made just before; PART0 to PART2, a picture.
"""
import base64
import dataclasses
import random

PLAYLISTS = 500
# The rows of the table of commands in docs/protocol.md that this is about.
SUBJECTS = {"stored playlists", "personal data of songs", "cues and loops", "stickers", "playlists from files",
            "backups", "listening"}
# Timed as what takes long.
LONG = {"import", "sync", "backup", "restore"}

PICTURE = b"\xff\xd8\xff\xe0\x00\x10JFIF" + random.Random(1).randbytes(30_000)
PART_BYTES = 11_000
COVER_PARTS = {f"PART{number}": f"{number * PART_BYTES} {len(PICTURE)} "
               + base64.b64encode(PICTURE[number * PART_BYTES:][:PART_BYTES]).decode() for number in range(3)}


@dataclasses.dataclass(frozen=True)
class Trial:
    form: str
    # Not timed.
    before: tuple = ()
    after: tuple = ()
    # Whether it may be that there is nothing.
    missing: bool = False


def plain(*forms):
    return [Trial(form) for form in forms]


WINDOWS = ("0:50", "2000:2050")
# Answers that are as long as what was found; told without a goal.
LISTING = {'sticker find song "" energy', "browse mostplayed \"(genre == 'Jazz')\""}
READS = [
    *plain(
        'personal SONG', 'annotations SONG', 'absentfavourites', 'listening SONG', 'listening', 'cues SONG', 'loop', 'sticker list song SONG',
        'sticker get song SONG energy', 'sticker list playlist LIST', 'stickernames', 'stickertypes', 'stickernamestypes',
        'sticker find song "" rating = 10 window 0:50', 'sticker find song "" energy = 500',
        'sticker find song "" energy eq NUMBER', 'sticker find song "" energy gt 990 sort value_int window 0:50',
        'sticker find song "" energy starts_with 99 sort -value window 0:50', 'sticker find song FOLDER energy',
        'sticker find song "" energy',
        'listplaylists', 'playlists', 'playlistget LIST', 'listplaylist LIST', 'listplaylistinfo LIST', 'playlistlength LIST',
        'playlistentries LIST', 'playlistduplicates LIST', 'playlistgroups LIST {Artist}', 'playlistcover LIST',
        "searchplaylist LIST \"(genre == 'Jazz')\"", 'playlistfolders', 'playlistfiles', 'mixes', 'presets', 'resume', 'resume FOLDER',
        'listplaylistinfo "Lovely songs"'),
    Trial('sticker get song SONG rating', missing=True),
    *plain(*(f"browse {kind} window {window}" for kind in
             ("recentlyplayed", "mostplayed", "neverplayed", "forgotten", "ranking") for window in WINDOWS)),
    *plain("browse mostplayed \"(genre == 'Jazz')\""),
]
MAKE = ('playlistadd NEW SONG',)
AWAY = ('rm NEW',)
WRITES = [
    *plain(
        'favourite SONG 1', 'favourite ""', 'rate SONG 7', 'rate SONG', 'colour SONG FF8800', 'note SONG "heard on the radio"',
        'sticker set song SONG mood calm', 'sticker set song SONG rating 8', 'sticker set playlist LIST mood calm',
        'sticker inc song SONG heat 1', 'sticker dec song SONG heat 1'),
    Trial('sticker delete song SONG mood', before=('sticker set song SONG mood calm',)),
    Trial('cueadd SONG 0.05', after=('cuerm SONG CUE',)),
    Trial('cueedit SONG CUE end 0.09 name Da', before=('cueadd SONG 0.05',), after=('cuerm SONG CUE',)),
    Trial('cuerm SONG CUE', before=('cueadd SONG 0.05',)),
    *plain('cueplay "" 2', 'loop 1 20', 'loop off', 'loopcue 1 2', 'cuestep previous', 'mix 1'),
    *plain(
        'playlistadd LIST SONG', 'playlistadd LIST FOLDER', 'playlistmove LIST 3 40', 'playlistdelete LIST 0',
        'playlistset LIST notes "for the evening"', 'playlistset LIST colour FF8800', 'playlistset LIST tempo 120',
        'playlistset LIST template {Artist}', 'playlistset LIST folder Evenings', 'playlistset LIST slot 2',
        'playlistentryset LIST 5 gain -3', 'playlistentryset LIST 5 notes "only the end"',
        "searchaddpl LIST \"(album == 'ALBUM')\"", 'playlistput LIST uri SONG OTHER',
        "playlistput LIST new find \"(album == 'ALBUM')\"", 'playlistput LIST lookup ALBUM'),
    Trial('playlistclear NEW', before=MAKE, after=AWAY),
    Trial('rename NEW "Another name"', before=MAKE, after=('rm "Another name"',)),
    Trial('rm NEW', before=MAKE),
    Trial('rm NEW', before=('save NEW',)),
    Trial('playlistremove NEW', before=MAKE),
    Trial('playlistrestore NEW', before=(*MAKE, 'playlistremove NEW'), after=AWAY),
    Trial('save NEW', after=AWAY),
    Trial('save NEW replace', before=('save NEW',), after=AWAY),
    Trial('load LIST', after=('delete 101:',)),
    Trial('playlistfolder make NEW', after=('playlistfolder remove NEW',)),
    Trial('playlistfolder rename NEW "Another name"', before=('playlistfolder make NEW',),
          after=('playlistfolder remove "Another name"',)),
    Trial('playlistfolder remove NEW', before=('playlistfolder make NEW',)),
    Trial('playlistcoverset LIST PART2', before=('playlistcoverset LIST PART0', 'playlistcoverset LIST PART1')),
    Trial('presetset NUMBER LIST', after=('presetset NUMBER',)),
    *plain('setresume FOLDER on', 'setresume FOLDER auto'),
    Trial('importpart aGVsbG8=', after=('importpart ""',)),
    Trial('importsent name NEW format m3u', before=('importpart TGlzdA==',), after=('rm NEW',)),
    # Plays another queue: last.
    Trial('preset 1', before=('presetset 1 LIST',)),
    Trial('playname LIST'),
]


def timed():
    """The commands that are asked."""
    return {trial.form.split()[0] for trial in READS + WRITES} | LONG
