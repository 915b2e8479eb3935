"""Tags are written and songs go to the trash and back while the power may go: each song is there, old or new, its sound the same.

All writes to a stick are logged while a person tags, removes and restores songs, and replayed up to each flush and to random
points between. At each point every song is at its path or in the trash, with the tags of before or after, and the same frames;
what was acknowledged by then is done. Between two flushes FAT, which has no journal, may lose one of two names.
"""
import random

from harness.failure import ShortChain
from harness.images import take
from harness.writelog import WriteLog
from lib import work_folder

KINDS = ("vfat", "ext4")
SONGS, SECONDS = 8, 3
SETTINGS = "autoplay = off\n[library]\nwritable = on\n"
TRASH = ".jukebox/trash"


def run(stage):
    chance = random.Random()
    files = {f"{number}.flac": stage.track(number, SECONDS) for number in range(1, SONGS + 1)}
    looked = torn = cut = 0
    for kind in KINDS:
        look = replay(stage, stage.stick(kind, files, name=f"logged-{kind}"), chance)
        looked, torn, cut = looked + look.looked, torn + look.torn, cut + look.cut
    stage.notes = [("points of the logs", looked), ("amid an edit", cut), ("torn between flushes", torn)]


def replay(stage, stick, chance):
    log = WriteLog(stage, stick.path, stick.kind)
    board = stage.board(devices=log.devices)
    stage.notes.clear()
    board.plug(stick, node="logged")
    board.mount(stick)
    board.start(SETTINGS)
    board.wait("the songs", lambda: sum(line.startswith("file: ") for line in board.ask("listall")) == SONGS, 60)
    folder = board.mounts[stick.name]
    name = folder.rpartition("/")[2]
    look = Look(stage, stick)
    for number in range(1, SONGS + 1):
        song = f"{number}.flac"
        for title in ("First", "Second " + "x" * 900):
            look.edit(log, song, title=title, do=lambda title=title, song=song: board.ask(f'tag "{name}/{song}" title "{title}"'))
        if number % 2:
            look.edit(log, song, trashed=True, do=lambda song=song: board.ask(f'remove "{name}/{song}"'))
            look.trash[song] = board.run(f"cd {folder} && find {TRASH} -name {song}").strip()
        if number % 4 == 3:
            look.edit(log, song, trashed=False, do=lambda song=song: board.ask(f'trash restore "{name}/{song}"'))
    stage.healthy(board)
    board.power_off()
    log.replay(chance, look)
    stage.check(look.cut > SONGS, f"{stick.kind}: points amid edits", look.cut)
    return look


class Look:
    """Checks all songs at points of a log, in their order."""

    def __init__(self, stage, stick):
        self.stage, self.kind = stage, stick.kind
        self.edits = {f"{number}.flac": [(0, 0, None, False)] for number in range(1, SONGS + 1)}
        self.trash, self.frames = {}, {}
        self.looked = self.torn = self.cut = 0

    def edit(self, log, song, do, title=None, trashed=None):
        """Notes how long the log was before and after an edit, and what the song is then."""
        begin = log.length
        do()
        last = self.edits[song][-1]
        self.edits[song].append((begin, log.length, title or last[2], last[3] if trashed is None else trashed))

    def __call__(self, length, image, is_flush):
        words = f"{self.kind} after write {length}"
        self.looked += 1
        with work_folder(dir=self.stage.folder) as work:
            for song, edits in self.edits.items():
                done = [each for each in edits if each[1] <= length]
                begun = [each for each in edits if each[1] > length and each[0] <= length]
                self.cut += bool(begun)
                try:
                    found = self.find(image, song, work, is_flush)
                except ShortChain as error:
                    self.lose(is_flush, f"{words}: {song} has all clusters", error)
                    continue
                good = [(title, trashed) for _, _, title, trashed in [done[-1], *begun]]
                if not found:
                    self.lose(is_flush, f"{words}: {song} is there", good)
                    continue
                for state in found:
                    # If there are two names of one file, one is what it was, or will be.
                    is_good = state in good if len(found) == 1 else state[0] in [title for title, _ in good]
                    self.stage.check(is_good, f"{words}: {song} is as before or after the edit", (state, good))

    def lose(self, is_flush, words, got):
        """FAT writes the entries of a folder in any order until the next flush."""
        self.stage.check(self.kind == "vfat" and not is_flush, words, got)
        self.torn += 1

    def find(self, image, song, work, is_flush):
        """The title, and whether it is in the trash, of each file that is the song."""
        found = []
        for trashed, path in ((False, song), (True, self.trash.get(song))):
            file = path and take(self.kind, image, f"/{path}", work)
            if not file:
                continue
            title, frames = read(file.read_bytes())
            file.unlink()
            expected = self.frames.setdefault(song, frames)
            if frames == expected:
                found.append((title, trashed))
            else:
                self.lose(is_flush, f"{self.kind}: the sound of {path} is the same", len(frames))
        return found


def read(data):
    """The title of a FLAC file (None without one), and all that follows its metadata blocks."""
    title, place, is_last = None, 4, False
    while not is_last and place + 4 <= len(data):
        is_last, kind = data[place] >> 7, data[place] & 0x7F
        size = int.from_bytes(data[place + 1:place + 4], "big")
        block = data[place + 4:place + 4 + size]
        start = block.upper().find(b"TITLE=") if kind == 4 else -1
        if start >= 0:
            length = int.from_bytes(block[start - 4:start], "little")
            title = block[start + 6:start + length].decode(errors="replace")
        place += 4 + size
    return title, data[place:]
