"""The Debian package with systemd and udev: installed, upgraded while music plays and a client edits, removed, purged.

It boots with a stick plugged in and without the jukebox. dpkg installs a lower version of the package, which mounts and
plays the stick, then the version itself while the music plays and a client adds songs. Its service tags a song and makes a
cover.
"""
import functools
import itertools

from harness.board import SOCKET
from harness.debian import DebianBoard, other_version, package
from harness.pictures import Picture, plain_png
from harness.recording import FADE_FRAMES
from harness.tracks import RATE

MOST_SILENCE_SECONDS = 2.0
# The buffer of latency `normal` in the card, a few periods more, and a fade.
MOST_AGAIN_SECONDS = 0.065
LOWER = "0.0.1"
COLOUR = (40, 60, 210)


def run(stage):
    tracks = [stage.track(number, 60) for number in (1, 2)]
    files = {f"{track.number}.flac": track for track in tracks} | {"cover.png": plain_png(COLOUR, 600)}
    stick = stage.stick("vfat", files, "music")
    file = package(stage.arch, stage.folder)
    lower = other_version(file, LOWER)
    board = stage.board(make=functools.partial(DebianBoard, packages=[file, lower]))
    board.plug(stick)
    board.device(stick)
    board.wait("the sound card", "test -e /dev/snd/controlC0")
    board.run("board-tool loud 0")

    installs(stage, board, stick, lower)
    board.ask("setvol 100", "repeat 1", "seekcur 5")
    board.wait_sound(elapsed=6)
    begun = board.recorded_frames()
    upgrades(stage, board, file)
    board.hear_on()
    ended = board.recorded_frames()
    is_heard(stage, board, tracks, begun, ended)
    queue = board.ask("playlist")
    removes(stage, board, stick)
    board.run(f"dpkg --install /root/{file.name}", 300)
    board.wait_active()
    board.wait_sound()
    stage.equal(board.ask("playlist"), queue, "the queue after it was removed and installed again")
    changes_files(stage, board, stick)
    stays_stopped(stage, board, file)
    purges(stage, board, stick)


def installs(stage, board, stick, file):
    """It creates its user, starts, plays what is plugged in, and the last two lines are the song and the way to reach it."""
    printed = board.run(f"dpkg --install /root/{file.name}", 300).splitlines()
    stage.check(printed[-2].startswith("Jukebox: playing ") and "1" in printed[-2], "the song is printed", printed[-2:])
    stage.check(printed[-1].startswith("Control it: ") and "sudo usermod" in printed[-1], "how to reach it is printed",
                printed[-2:])
    board.wait_active()
    board.wait_mounted(stick)
    board.wait_sound()
    stage.equal(board.pairs("engine")["version"], board.run("jukeboxd --version").split()[1], "the version that it answers")
    stage.equal(board.run("stat -c '%a %U %G' /etc/jukebox.ini"), "640 root jukebox", "the rights of the configuration")
    stage.equal(board.run("systemctl is-enabled jukeboxd"), "enabled", "it starts at each boot")
    stage.equal(board.run(f"stat -c '%U' /proc/{board.daemon}"), "jukebox", "its user")


def upgrades(stage, board, file):
    """A client adds songs until the upgrade has ended: none whose answer was OK is lost."""
    song = board.pairs("currentsong")
    before = int(board.status()["playlistlength"])
    board.run("rm -f /run/edits /run/upgraded; (while [ ! -e /run/upgraded ]; do "
              f"if board-tool ask {SOCKET} 'add \"{song['file']}\"'; then echo >> /run/edits; fi; sleep 0.05; "
              "done; touch /run/ended) > /dev/null 2>&1 &")
    board.wait("the first edits", "test -s /run/edits")
    process = board.daemon
    printed = board.run(f"dpkg --install /root/{file.name}", 300)
    during = int(board.run("wc -l < /run/edits"))
    board.wait("edits after the upgrade", lambda: int(board.run("wc -l < /run/edits")) > during + 3)
    board.run("touch /run/upgraded")
    board.wait("the client to end", "test -e /run/ended")
    stage.check(board.wait_active() != process, "another process plays")
    stage.check("Configuration file" not in printed, "dpkg asks nothing", printed)
    stage.check(printed.splitlines()[-2].startswith("Jukebox: playing "), "the song is printed", printed)
    board.wait_sound()
    after = board.pairs("currentsong")
    stage.equal((after["file"], after["Id"]), (song["file"], song["Id"]), "the song after the upgrade")
    added, edits = int(board.status()["playlistlength"]) - before, int(board.run("wc -l < /run/edits"))
    # The last edit before the stop may be stored without an answer.
    stage.check(edits <= added <= edits + 1, "songs that were added", f"{added} in the queue, {edits} answered with OK")


def is_heard(stage, board, tracks, begun, ended):
    """One gap, after which the same track continues where it was."""
    pieces = [piece for piece in board.recording().heard(tracks) if piece.end and begun <= piece.at + piece.frames and
              piece.at <= ended]
    gaps = [(piece, later) for piece, later in itertools.pairwise(pieces)
            if later.at - piece.at - piece.frames > 2 * FADE_FRAMES]
    if not stage.equal(len(gaps), 1, f"gaps of the upgrade in {pieces}"):
        return
    piece, later = gaps[0]
    stage.within("silence", (later.at - piece.at - piece.frames) / RATE, MOST_SILENCE_SECONDS)
    again = (piece.end - (later.first - FADE_FRAMES)) / RATE
    stage.check(piece.track is later.track and 0 <= again <= MOST_AGAIN_SECONDS, "it continues where it was",
                f"{piece} then {later}")


def removes(stage, board, stick):
    """It stops; configuration and state stay."""
    process = board.daemon
    folder = board.wait_mounted(stick)
    board.run("dpkg --remove jukebox", 120)
    stage.check(not board.holds(f"test -e /proc/{process}"), "it is stopped")
    stage.check(not board.holds(f"findmnt {folder}"), "the stick is unmounted")
    stage.check(not board.holds("command -v jukeboxd || systemctl cat jukeboxd"), "program and unit are removed")
    for place in ("/etc/jukebox.ini", "/var/lib/jukebox/box.sqlite"):
        stage.check(board.holds(f"test -e {place}"), f"{place} stays")
    stage.check(board.holds("getent passwd jukebox"), "the user stays")


def changes_files(stage, board, stick):
    """In the limits of the service its other programs limit themselves further: a song is tagged, a playlist gets a cover."""
    board.run("sed -i 's/^#writable = off/writable = on/' /etc/jukebox.ini && systemctl restart jukeboxd")
    board.wait_active()
    board.wait_sound()
    song = board.pairs("currentsong")["file"]
    board.run(f"jukebox tag '{song}' album=Tagged && jukebox playlist add Covered '{song}'")
    stage.check(board.holds(f"grep -aq ALBUM=Tagged {board.wait_mounted(stick)}/{song.split('/')[-1]}"), "the song is tagged")
    board.run("jukebox playlist cover Covered -o /root/cover.jpg")
    picture = Picture(board.read("/root/cover.jpg"))
    stage.check(picture.has(COLOUR, (20, 20), (490, 490)), "the cover has the album's picture", picture.pixel(20, 20))


def stays_stopped(stage, board, file):
    """An upgrade does not start what the owner has stopped."""
    board.run("systemctl stop jukeboxd")
    printed = board.run(f"dpkg --install /root/{file.name}", 300)
    stage.check("not running" in printed, "it says that it does not run", printed)
    stage.check(not board.holds("systemctl is-active --quiet jukeboxd"), "a stopped jukebox stays stopped")


def purges(stage, board, stick):
    """User, state and configuration are removed; what is on the stick stays."""
    device = board.device(stick)
    digest = board.run(f"cd $(findmnt --noheadings --output TARGET /dev/{device}) && md5sum 1.flac 2.flac")
    board.run("dpkg --purge jukebox", 120)
    for kind in ("passwd", "group"):
        stage.check(not board.holds(f"getent {kind} jukebox"), f"no jukebox in {kind}")
    left = board.run("find / -xdev -name '*jukebox*' ! -path '/root/*' ! -path '/proc/*' ! -path '/sys/*' "
                     "! -path '/var/log/*' ! -path '/run/*' ! -path '/tmp/*' || true")
    stage.equal(left, "", "files that are left")
    stage.equal(board.run("systemctl --failed --no-legend --plain || true"), "", "failed units")
    board.mount(stick)
    folder = board.mounts[stick.name]
    stage.equal(board.run(f"cd {folder} && md5sum 1.flac 2.flac"), digest, "the songs on the stick")
    stage.check(board.holds(f"test -s {folder}/.jukebox/library.sqlite"), "the stick has its data")
