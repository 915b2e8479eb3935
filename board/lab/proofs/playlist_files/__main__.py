"""Imports playlist files that other programs wrote, lists them beside MPD, and compares what came of them.

  board/lab/run proofs.playlist-files

MPD saves playlists with relative and with absolute paths, cmus one of its own, ffmpeg a list of segments, metaflac a cue
sheet. Each is taken over in place, from another folder and, where it has names that say enough, after the tree was moved;
the songs have to be those that the program had. Every file is exported as M3U8 and XSPF and comes back the same. What MPD
lists of the files on the tree is compared with what the jukebox lists.
"""
import base64
import os
import pathlib
import pty
import subprocess
import sys
import threading

from lib import Daemon, Tally, program, wait_for, work_folder
from lib.containers import SOUNDS, encode
from lib.mpd import MPD

NAMES = ["Björk/Homogenic/01 Jóga.flac", "Björk/Homogenic/02 Bachelorette & more.flac", "Miles Davis/#1's/So What.flac",
         "Miles Davis/Kind of Blue/So What.flac", "音楽/100% 歌.flac"]


def make_tree(folder):
    with work_folder() as work:
        for number, name in enumerate(NAMES):
            rate, bits, channels, _ = SOUNDS["flac"][0]
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(encode(work, "flac", rate, bits, channels, 1 + number))


def run(*words, **more):
    return subprocess.run(list(words), check=True, capture_output=True, text=True, **more).stdout


def saved_by_mpd(music, absolute):
    mpd = MPD(str(music), settings=f'save_absolute_paths_in_playlists "{"yes" if absolute else "no"}"')
    try:
        mpd.client.command("update")
        wait_for("MPD's update", lambda: not mpd.client.is_scanning())
        for name in NAMES:
            mpd.client.command('add "%s"' % name.replace("\\", "\\\\").replace('"', '\\"'))
        mpd.client.command("save mine")
        return (mpd.folder / "playlists" / "mine.m3u").read_bytes()
    finally:
        mpd.stop()


def saved_by_cmus(music, work):
    """cmus wants a terminal, and a key where it has no sound."""
    address, target = work / "cmus.socket", work / "cmus.m3u"
    environment = {**os.environ, "CMUS_HOME": str(work / "cmus"), "TERM": "xterm", "HOME": str(work)}
    (work / "cmus").mkdir()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe("cmus", ["cmus", "--listen", str(address)], environment)
    threading.Thread(target=drain, args=(terminal,), daemon=True).start()
    try:
        def remote(*words):
            try:
                return subprocess.run(["cmus-remote", "--server", str(address), *words], capture_output=True, timeout=2,
                                      check=False, env=environment).returncode == 0
            except subprocess.TimeoutExpired:
                return False

        def ready():
            os.write(terminal, b"\n")
            return address.exists() and remote("-C", "status")
        wait_for("cmus", ready, pause=0.2)
        for name in NAMES:
            remote("-C", f"add -q {music / name}")

        def save():
            remote("-C", f"save -q {target}")
            return target.exists() and len(target.read_text().split("\n")) > len(NAMES)
        wait_for("cmus's playlist", save)
        remote("-C", "quit -i")
        return target.read_bytes()
    finally:
        os.close(terminal)


def drain(terminal):
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass


def segments_of_ffmpeg(music):
    folder = music / "segments"
    folder.mkdir()
    run("ffmpeg", "-v", "error", "-i", str(music / NAMES[4]), "-f", "segment", "-segment_time", "1", "-c:a", "libmp3lame",
        "-segment_list", str(folder / "list.m3u8"), str(folder / "part %02d.mp3"))
    return folder / "list.m3u8"


def sheet_of_metaflac(music):
    path = music / NAMES[3]
    sheet = path.with_suffix(".txt")
    # Imported places have to lie on CD frames.
    sheet.write_text('FILE "x" FLAC\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    INDEX 01 00:02:00\n')
    run("metaflac", f"--import-cuesheet-from={sheet}", str(path))
    sheet.unlink()
    target = path.parent / "exported.cue"
    run("metaflac", f"--export-cuesheet-to={target}", str(path))
    return target


class Proof:
    def __init__(self, music, tally):
        self.music = music
        self.tally = tally
        self.daemon = Daemon("--music", str(music), "--output", "null", "--autoplay", "off", "--mount-root", "off").start()
        self.client = self.daemon.connect()
        wait_for("the volume", lambda: self.client.command("volumes"))

    def scan(self):
        self.client.command("update")
        wait_for("the scan", lambda: not self.client.is_scanning())

    def take(self, what, content, expected, path=None, unmatched=0):
        """Imports `content` as a file that lies at `path`."""
        self.client.command('importpart ""')
        for start in range(0, len(content), 9000):
            self.client.command("importpart " + base64.b64encode(content[start:start + 9000]).decode())
        place = ['path "%s"' % str(path).replace('"', '\\"')] if path else []
        answer = self.client.command(" ".join(["importsent name Proof", *place]))
        name = next(line[10:] for line in answer if line.startswith("playlist: "))
        found = self.client.values(f'listplaylist "{name}"', "file")
        missing = [line[11:] for line in answer if line.startswith("unmatched: ")]
        self.tally.check(f"{what}: {len(expected)} songs", found == expected and len(missing) == unmatched,
                         f"{found} instead of {expected}; {missing}")
        for ending in ["m3u8", "xspf"]:
            self.round_trip(what, name, found, ending)
        self.client.command(f'rm "{name}"')

    def round_trip(self, what, name, expected, ending):
        file = self.daemon.folder / f"export.{ending}"
        run(program("jukebox"), "export", name, "-o", str(file), "--force", "--format", ending, "--socket", self.daemon.socket)
        run(program("jukebox"), "import", str(file), "--name", "Again", "--socket", self.daemon.socket)
        found = self.client.values("listplaylist Again", "file")
        self.tally.check(f"{what}: the same through {ending}", found == expected, f"{found} instead of {expected}")
        self.client.command("rm Again")


def compare_with_mpd(proof, music):
    """The answers of both about the files on the tree."""
    mpd = MPD(str(music))
    try:
        mpd.client.command("update")
        wait_for("MPD's update", lambda: not mpd.client.is_scanning())
        for question in ["listall", "lsinfo Lists", "lsinfo segments"]:
            def playlists(client):
                return sorted(line for line in client.command(question) if line.startswith("playlist: "))
            ours, theirs = playlists(proof.client), playlists(mpd.client)
            proof.tally.check(f"{question}: the playlists that MPD tells", ours == theirs and ours, f"{ours} and {theirs}")
        for name in ["Lists/relative.m3u", "Lists/absolute.m3u", "segments/list.m3u8", "Lists/with.pls", "Lists/of.xspf"]:
            def songs(client):
                return client.values(f'listplaylistinfo "{name}"', "file")
            ours, theirs = songs(proof.client), songs(mpd.client)
            proof.tally.check(f"{name}: the songs that MPD tells", ours == theirs and ours, f"{ours} and {theirs}")
            for client in [proof.client, mpd.client]:
                client.command("clear")
                client.command(f'load "{name}"')
            ours, theirs = [client.queue() for client in (proof.client, mpd.client)]
            proof.tally.check(f"{name}: loaded as by MPD", ours == theirs and ours, f"{ours} and {theirs}")
        name, told = "Lists/disc.cue", ["file", "Range", "Title", "Artist", "Album", "AlbumArtist", "Track", "Date", "Time"]

        def parts(client, question):
            return [{key: song.get(key) for key in told} for song in client.songs(question)]
        for question in [f'listplaylistinfo "{name}"', "playlistinfo", "currentsong"]:
            if question == "playlistinfo":
                for client in [proof.client, mpd.client]:
                    client.command("clear")
                    client.command(f'load "{name}"')
                    client.command("play 1")
            ours, theirs = parts(proof.client, question), parts(mpd.client, question)
            proof.tally.check(f"{name}: {question.split()[0]} tells the parts that MPD tells", ours == theirs and ours,
                              f"{ours} and {theirs}")
    finally:
        mpd.stop()


def main():
    tally = Tally()
    with work_folder() as folder:
        work = folder
        music = work / "music"
        make_tree(music)
        relative, absolute = saved_by_mpd(music, False), saved_by_mpd(music, True)
        cmus = saved_by_cmus(music, work)
        segments = segments_of_ffmpeg(music)
        sheet = sheet_of_metaflac(music)
        parts = sorted(f"segments/{path.name}" for path in segments.parent.glob("*.mp3"))
        lists = music / "Lists"
        lists.mkdir()
        (lists / "absolute.m3u").write_bytes(absolute)
        (lists / "relative.m3u").write_text("".join(f"../{name}\n" for name in NAMES))
        (lists / "with.pls").write_text("[playlist]\n" + "".join(
            f"File{n}=../{name}\n" for n, name in enumerate(NAMES, 1)) + f"NumberOfEntries={len(NAMES)}\nVersion=2\n")
        (lists / "of.xspf").write_text(
            '<?xml version="1.0" encoding="UTF-8"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>'
            + "".join(f"<track><location>../{name.replace('&', '&amp;')}</location></track>" for name in NAMES[:2])
            + "</trackList></playlist>")

        (lists / "disc.cue").write_text(
            f'REM DATE 1999\nPERFORMER "AP"\nTITLE "CA"\nFILE "../{NAMES[3]}" WAVE\n  TRACK 01 AUDIO\n    TITLE "Eins"\n'
            "    PERFORMER PA\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    TITLE Zwei\n    INDEX 01 00:02:00\n")

        proof = Proof(music, tally)
        try:
            proof.scan()
            proof.take("MPD, relative paths", relative, NAMES)
            proof.take("MPD, absolute paths", absolute, NAMES)
            proof.take("cmus", cmus, NAMES)
            proof.take("ffmpeg, in place", segments.read_bytes(), parts, path=segments)
            proof.take("ffmpeg, from elsewhere", segments.read_bytes(), parts, path="/elsewhere/list.m3u8")
            proof.take("metaflac, in place", sheet.read_bytes(), [NAMES[3]] * 2, path=sheet)
            # As another system, and another editor, would have left them.
            windows = absolute.decode().replace(str(music), "D:\\Music").replace("/", "\\").replace("\n", "\r\n")
            proof.take("MPD, as Windows has it", b"\xff\xfe" + windows.encode("utf-16-le"), NAMES)
            proof.take("MPD, in Latin-1", "\n".join(NAMES[:4]).encode("latin-1"), NAMES[:4])
            compare_with_mpd(proof, music)
            # The tree was put in order; songs of the same name in several places differ by their folder.
            for name in NAMES:
                target = music / "sorted" / pathlib.Path(*pathlib.Path(name).parts[-2:])
                target.parent.mkdir(parents=True, exist_ok=True)
                (music / name).rename(target)
            proof.scan()
            moved = [str(pathlib.Path("sorted", *pathlib.Path(name).parts[-2:])) for name in NAMES]
            proof.take("MPD, after the tree was moved", absolute, moved)
            proof.take("cmus, after the tree was moved", cmus, moved)
            gone = music / moved[4]
            gone.unlink()
            proof.scan()
            proof.take("MPD, with a song gone", relative, moved[:4] + [NAMES[4]], unmatched=1)
        finally:
            proof.daemon.close()
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
