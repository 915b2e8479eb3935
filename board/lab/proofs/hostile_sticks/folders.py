"""Names, links, folders and other things that are no music."""
import os
import random
import shutil
import socket
import stat

from .stick import GOOD_MP3, LeftOut, kind


def deep(stick, levels, name):
    """A folder `levels` deep with a song in it; made step by step, since no path may be that long."""
    here = os.getcwd()
    os.chdir(stick.path)
    try:
        for _ in range(levels):
            os.mkdir(name)
            os.chdir(name)
        shutil.copy(GOOD_MP3, "song.mp3")
    finally:
        os.chdir(here)


@kind()
def folders_60_deep(stick):
    """a song 60 levels deep, and one where the path is 3,900 bytes long"""
    deep(stick, 60, "d")
    deep(stick, 15, "e" * 255)


@kind(seconds=120)
def paths_of_3800_bytes(stick):
    """4,000 songs whose paths are 3,800 bytes long each"""
    place = stick.path / "/".join("d" * 250 for _ in range(15))
    place.mkdir(parents=True)
    here = os.getcwd()
    os.chdir(place)
    try:
        shutil.copy(stick.path / "good.flac", "0.flac")
        for number in range(1, 4_000 // stick.extent):
            os.link("0.flac", f"{number}.flac")
    finally:
        os.chdir(here)


@kind(says="nested too deep")
def folders_100_deep(stick):
    """a song 100 levels deep, one 2,000 levels deep and one after a path of 100,000 bytes"""
    deep(stick, 100, "d")
    deep(stick, 2000, "e")
    deep(stick, 400, "f" * 250)


@kind(quick=True)
def names_of_255_bytes(stick):
    """names of 255 bytes with line feeds, escape sequences, no UTF-8 and marks upon marks"""
    here = os.fsencode(stick.path)
    parts = [b"\n", b"\x1b[2J", b"\xff\xfe", b"\xc0\xaf", b"\xef\x9c\x80", "\u0300".encode(), b"'", b'"', b"\\", b"%n", b"*?[", b"-",
             "\u202e".encode(), b"\x7f", b"\r", b"\t", "\ufdfa".encode()]
    for part in parts:
        for ending in (b".mp3", b".FLAC"):
            name = (part * 255)[:255 - len(ending)] + ending
            os.link(here + b"/good.flac", here + b"/" + name)
        folder = here + b"/" + (part * 255)[:255]
        os.mkdir(folder)
        os.link(here + b"/good.flac", folder + b"/OK\nACK [5@0] {} x.flac")
    for name in (b" ", b"...", b"-rf", b"~", b"$(reboot)", b"`reboot`", b"con", b"a:b", b"..flac", b" .mp3"):
        os.mkdir(here + b"/" + name)
        os.link(here + b"/good.flac", here + b"/" + name + b"/" + name + b".flac")


@kind(quick=True)
def links_outside(stick):
    """links named like songs to files outside, to memory, to endless devices, and folders that are links"""
    for name, target in (("passwd.flac", "/etc/passwd"), ("canary.flac", stick.canary / "folder/song.flac"), ("zero.mp3", "/dev/zero"),
                         ("memory.flac", "/proc/self/mem"), ("tty.mp3", "/dev/tty"), ("stdin.flac", "/proc/self/fd/0"),
                         ("root.flac", "/proc/self/root/etc/passwd"), ("random.ogg", "/dev/random"), ("cover.jpg", stick.canary / "precious"),
                         (".jukeboxignore", stick.canary / "precious"), (".mpdignore", "/dev/zero"), ("folder", stick.canary / "folder"),
                         ("root", "/"), ("proc", "/proc/self"), ("cwd", "/proc/self/cwd"),
                         ("up.flac", os.path.relpath(stick.canary / "folder/song.flac", stick.path))):
        (stick.path / name).symlink_to(target)


@kind()
def links_in_rings(stick):
    """links that lead to themselves, to each other, to the folder above, and 60 in a row"""
    (stick.path / "self.flac").symlink_to("self.flac")
    (stick.path / "a.mp3").symlink_to("b.mp3")
    (stick.path / "b.mp3").symlink_to("a.mp3")
    (stick.path / "above").mkdir()
    (stick.path / "above/again").symlink_to("..")
    (stick.path / "again").symlink_to(".")
    (stick.path / "n0.flac").symlink_to("good.flac")
    for number in range(1, 60):
        (stick.path / f"n{number}.flac").symlink_to(f"n{number - 1}.flac")
    for number in range(2000):
        (stick.path / f"again{number}").symlink_to(".")


@kind(quick=True, says="are skipped")
def pipes_sockets_and_devices(stick):
    """pipes, sockets and devices with the names of songs, covers and lists of what is skipped"""
    for name in ("a.mp3", "b.flac", ".jukeboxignore", "cover.jpg"):
        os.mkfifo(stick.path / name)
    (stick.path / "s").mkdir()
    here = os.getcwd()
    os.chdir(stick.path / "s")
    try:
        for name in ("a.ogg", ".mpdignore", "folder.png"):
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(name)
    finally:
        os.chdir(here)
    try:
        for name, number in (("zero.mp3", (1, 5)), ("tty.flac", (5, 0)), ("full.ogg", (1, 7)), ("watchdog.opus", (10, 130))):
            os.mknod(stick.path / name, stat.S_IFCHR | 0o666, os.makedev(*number))
        os.mknod(stick.path / "disk.mp3", stat.S_IFBLK | 0o666, os.makedev(8, 0))
    except PermissionError:
        pass


@kind()
def mounts_in_a_ring(stick):
    """the stick mounted in itself, in itself, and a folder in its own subfolder"""
    for name in ("loop", "a/b/c"):
        (stick.path / name).mkdir(parents=True)
    stick.song("a/song.flac")
    stick.mount("--bind", stick.path, stick.path / "loop")
    stick.mount("--rbind", stick.path, stick.path / "loop/loop")
    stick.mount("--rbind", stick.path / "a", stick.path / "a/b/c")


@kind(seconds=180)
def folder_of_100000_files(stick):
    """100,000 files in one folder, a few of them songs"""
    folder = stick.path / "many"
    folder.mkdir()
    for number in range(100_000 // stick.extent):
        path = folder / f"{number}.{'txt' if number % 100 else 'mp3'}"
        if number % 100:
            path.touch()
        else:
            stick.song(f"many/{number}.flac")


@kind(seconds=240)
def empty_songs_by_the_ten_thousand(stick):
    """20,000 songs of no byte in one folder"""
    folder = stick.path / "many"
    folder.mkdir()
    for number in range(20_000 // stick.extent):
        (folder / f"{number}.mp3").touch()


@kind(seconds=180)
def folders_by_the_ten_thousand(stick):
    """10,000 folders in one folder, each with a folder in it"""
    for number in range(10_000 // stick.extent):
        (stick.path / f"many/{number:05}/{'x' * 200}").mkdir(parents=True)


@kind(large=True, seconds=3600)
def a_million_songs(stick):
    """1,000,000 songs in 1,000 folders"""
    for folder in range(1000):
        (stick.path / f"{folder}").mkdir()
        source = stick.path / f"{folder}/0.flac"
        shutil.copyfile(stick.path / "good.flac", source)
        for number in range(1, 1000):
            os.link(source, stick.path / f"{folder}/{number}.flac")


@kind(large=True, seconds=3600, pulled=True)
def a_million_songs_pulled_on_the_way(stick):
    """1,000,000 songs in 1,000 folders, pulled twice while they are scanned for the first time"""
    a_million_songs(stick)


@kind(large=True, seconds=3600)
def a_million_empty_songs(stick):
    """1,000,000 songs of no byte in one folder"""
    folder = stick.path / "many"
    folder.mkdir()
    for number in range(1_000_000):
        (folder / f"{number}.mp3").touch()


def ignoring(stick, patterns, names):
    (stick.path / ".jukeboxignore").write_bytes(b"\n".join(patterns))
    for name in names:
        os.link(os.fsencode(stick.path) + b"/good.flac", os.fsencode(stick.path) + b"/" + name)


@kind(quick=True, says="pattern")
def patterns_that_cost(stick):
    """256 patterns that nearly fit everywhere, and 4,000 names of 245 bytes"""
    ignoring(stick, [b"*" + b"a" * 120 + b"b%d*" % number for number in range(256)],
             [b"a" * 236 + b"%05d.flac" % number for number in range(4_000 // stick.extent)])


@kind(says="not followed")
def patterns_by_the_megabyte(stick):
    """lists of what is skipped of 64 KiB in each of 60 folders, and one of a terabyte"""
    place = stick.path
    for level in range(60):
        place = place / "d"
        place.mkdir()
        (place / ".jukeboxignore").write_bytes(b"".join(b"*%d-%d*x\n" % (level, number) for number in range(6000)))
        os.link(stick.path / "good.flac", place / "song.flac")
    stick.sparse(".mpdignore", 1 << 40, b"*")


@kind()
def lists_that_lie(stick):
    """playlists and cue sheets that name files outside, and continue for ever"""
    outside = f"#EXTM3U\n/etc/passwd\n{stick.canary}/folder/song.flac\n../../../../etc/passwd\nfile:///etc/passwd\nhttp://127.0.0.1:1/\n"
    for name in ("a.m3u", "b.m3u8", "good.m3u", "c.pls"):
        stick.write(name, outside.encode() + b"x\n" * 100_000)
    stick.write("good.cue", f'FILE "{stick.canary}/folder/song.flac" WAVE\n'.encode() + b"  TRACK 01 AUDIO\n    INDEX 01 99:99:99\n" * 50_000)
    stick.sparse("d.m3u", 1 << 40, outside.encode())


@kind()
def lists_that_bloat(stick):
    """playlists of entities, of elements and brackets within each other, of half a million lines, and of names like paths"""
    bomb = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    stick.write("bomb.xspf", f'<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aaaaaaaaaa">{bomb}]><playlist><title>&j;</title>'
                "<trackList><track><location>&j;</location></track></trackList></playlist>".encode())
    stick.write("outside.xspf", f'<!DOCTYPE p [<!ENTITY a SYSTEM "file://{stick.canary}/secret">]><playlist><title>&a;</title></playlist>'.encode())
    stick.write("deep.xspf", b"<playlist>" + b"<a>" * 1_000_000)
    stick.write("long.m3u", b"good.flac\n" * 500_000)
    stick.write("deep.m3u", b"/".join([b"x"] * 100_000) + b"\n" + b"../" * 100_000 + b"etc/passwd\n")
    stick.write("numbers.pls", b"[playlist]\n" + b"".join(b"File%d=good.flac\n" % (10 ** (n % 30)) for n in range(100_000)))
    stick.write("times.cue", b'FILE "good.flac" WAVE\n' + b"TRACK 01 AUDIO\nINDEX 01 599999:59:74\n" * 100_000)
    for number in range(3000):
        stick.write(f"many/{number}.m3u", b"../good.flac\n")


@kind()
def sync_files_that_lie(stick):
    """a file of a desktop program with playlists without end, names that are paths, and brackets within each other"""
    entry = '{"fileName": "../../../../etc/passwd", "path": "/etc/passwd", "gain": 1e308, "startOffset": -1, "endOffset": 1e300, "position": -9e18}'
    lists = [f'{{"name": "a/b\\n{n}", "id": "{n % 7}", "colour": "#-12345", "targetTempo": 1e9, "entries": [{entry}]}}' for n in range(4000)]
    lists.append('{"name": "long", "entries": [' + ", ".join(['{"fileName": "good.flac"}'] * 200_000) + "]}")
    lists.append('{"name": "deep", "x": ' + "[" * 25 + "]" * 25 + ', "entries": []}')
    stick.write("Sync/mixboard-playlists.json", ('{"playlists": [' + ", ".join(lists) + "]}").encode())


@kind(quick=True)
def a_sync_file_of_flags(stick):
    """a file of a desktop program whose texts are one character of a megabyte, and lengths at the ends of 64 bits"""
    stick.used()
    stick.sql("UPDATE tracks SET duration_us = -9223372036854775808;")
    flags = "\U0001F1E9" * 300_000
    entries = [f'{{"fileName": "{name}", "duration": 5, "notes": "{flags}"}}' for name in ("good.flac", "same.flac", "Good.flac")]
    text = f'{{"playlists": [{{"id": "f", "name": "{flags}", "notes": "{flags}", "entries": [{", ".join(entries)}]}}, {{"name": "x", "notes": "{flags}"}}]}}'
    stick.write("Sync/mixboard-playlists.json", text.encode())


@kind()
def a_sync_file_of_nothing(stick):
    """a file of a desktop program with five million playlists of two bytes"""
    stick.write("Sync/mixboard-playlists.json", b'{"playlists": [' + b"{}," * (5_000_000 // stick.extent) + b"{}]}")


@kind()
def a_sync_file_without_end(stick):
    """a file of a desktop program of a terabyte, and links in its place and in the place of the one written beside it"""
    stick.sparse("Sync/mixboard-playlists.json", 1 << 40, b'{"playlists": [')
    (stick.path / "Sync/mixboard-playlists.json.new").symlink_to(stick.canary / "folder" / "song.flac")


@kind()
def backups_that_lie(stick):
    """a backup with rows of any kind beside a broken database"""
    rows = ", ".join('[%d, "../../../etc/passwd%d", 1, 1]' % (n, n) for n in range(1000))
    stick.write(".jukebox/backup.json", ('{"format": "jukebox-backup", "version": 1, "paths": [' + rows + "]}").encode())
    stick.write(".jukebox/library.sqlite", b"no database at all, but as long as one would be" * 100)


@kind()
def a_backup_of_millions(stick):
    """a backup of a million tracks that were never there, with texts out of all bounds"""
    paths = ",".join('[%d,"x/%d.mp3",1,null]' % (n, n) for n in range(200_000))
    notes = "n" * 200_000
    stick.write(".jukebox/backup.json", (
        '{"format": "jukebox-backup", "version": 1, "paths": [' + paths + '], "tables": {"tracks": [[1, 2, 10, 1, "' + notes
        + '", 1, 1, 1]], "playlists": [[1, {"hex": "00"}, "a/b", 1, 1, null, -1, 1e300, null, 99, 99, "{"]]}}').encode())
    stick.write(".jukebox/library.sqlite", b"no database at all, but as long as one would be" * 100)


@kind()
def a_backup_of_prints(stick):
    """a backup of one song with what would tell four million from each other, where no database is"""
    prints = ",".join("[%d,%d]" % (n, -n) for n in range(4_000_000 // stick.extent))
    stick.write(".jukebox/backup.json", (
        '{"format": "jukebox-backup", "version": 1, "paths": [[1, "x.mp3", 1, 1]], "tables": {}, "prints": [' + prints
        + "]}").encode())


@kind()
def a_backup_of_one_text(stick):
    """a backup with a text of a hundred megabytes"""
    stick.write(".jukebox/backup.json", (
        '{"format": "jukebox-backup", "version": 1, "paths": [[1, "x.mp3", 1, 1]], "tables": {"tracks": [[1, 1, 1, 1, "'
        + "n" * (100_000_000 // stick.extent) + '", 1, 1, 1]]}}').encode())


@kind(large=True, seconds=600)
def a_backup_without_end(stick):
    """a backup of more songs than are taken back without being asked for"""
    rows = ",".join('[%d,"x/%d.mp3",1,null]' % (n, n) for n in range(1_200_000))
    stick.write(".jukebox/backup.json", ('{"format": "jukebox-backup", "version": 1, "paths": [' + rows + "]}").encode())


@kind()
def files_that_change(stick):
    """songs that shrink, grow, turn into links, pipes and folders while they are read"""
    dice = random.Random(3)
    for number in range(40):
        stick.write(f"c/{number}.mp3", GOOD_MP3.read_bytes())

    def change():
        path = stick.path / f"c/{dice.randrange(40)}.mp3"
        what = dice.randrange(6)
        try:
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            elif what == 0 and path.is_file() and not path.is_symlink():
                os.truncate(path, dice.randrange(5000))
            else:
                path.unlink(missing_ok=True)
                if what == 1:
                    path.symlink_to(stick.canary / "folder/song.flac")
                elif what == 2:
                    os.mkfifo(path)
                elif what == 3:
                    path.mkdir()
                else:
                    shutil.copyfile(GOOD_MP3, path)
        except OSError:
            pass
    stick.meanwhile(change)


@kind()
def folders_that_change(stick):
    """folders that are swapped for links outside while they are walked"""
    for number in range(30):
        for song in range(10):
            stick.song(f"f{number}/{song}.flac")
    dice = random.Random(4)

    def change():
        path = stick.path / f"f{dice.randrange(30)}"
        away = path.with_name(f"{path.name}.away")
        try:
            if path.is_symlink():
                path.unlink()
                away.rename(path)
            else:
                path.rename(away)
                path.symlink_to(stick.canary / "folder")
        except OSError:
            pass
    stick.meanwhile(change)


@kind()
def box_folder_that_changes(stick):
    """.jukebox swapped for a link outside, repeatedly, while it is in use"""
    stick.used()
    away = stick.path / "away"

    def change():
        try:
            if stick.box.is_symlink():
                stick.box.unlink()
                away.rename(stick.box)
            else:
                stick.box.rename(away)
                stick.box.symlink_to(stick.canary)
        except OSError:
            pass
    stick.meanwhile(change)


@kind()
def nothing_may_be_read(stick):
    """a stick whose files and folders nobody may read"""
    if os.geteuid() == 0:
        # Root may read all the same; its databases must still be taken for what they are.
        stick.used()
    for name in ("closed/a.flac", "closed/b.mp3"):
        stick.song(name)
    os.chmod(stick.path / "closed", 0)


@kind()
def a_file_system_that_is_full(stick):
    """a stick without a byte left"""
    content = (stick.path / "good.flac").read_bytes()
    stick.mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", stick.path)
    (stick.path / "good.flac").write_bytes(content)
    try:
        with open(stick.path / "rest", "wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
    except OSError:
        pass


@kind()
def names_by_other_rules(stick):
    """names that are the same without their case and accents, and the system's own folders full of songs"""
    for name in ("A", "a", "Ä", "A\u0308", "ä", "ａ", "İ", "ı", "ß", "SS", "ẞ", "ſs"):
        stick.song(f"{name}/{name}.flac")
    for name in ("System Volume Information", "$RECYCLE.BIN", ".Trashes", "lost+found", "FOUND.000", "._x"):
        stick.song(f"{name}/song.flac")
        stick.song(f"._{name}.flac") if name != "._x" else None
    if not (stick.path / "Ä").exists():
        raise LeftOut("names are not kept here")
