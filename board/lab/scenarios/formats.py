"""Songs in MPEG-4 on a board: the first starts the service of jukebox-decoder; skips between FLAC, AAC and ALAC beside keys and a
scan; a process killed in the middle of its song.
"""
import functools
import statistics
import subprocess

from harness.bounds import WORST_MS
from harness.debian import DebianBoard, package

SKIPS = 12
# From `play` to the first frame at the device, with the libraries in memory.
MOST_MS = 150


def encoded(stage, track, name, *options):
    """A track in MPEG-4."""
    source, target = stage.folder / f"{name}.flac", stage.folder / name
    source.write_bytes(track.flac if isinstance(track.flac, bytes) else track.flac.read_bytes())
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(source), *options, str(target)], check=True)
    return target.read_bytes()


def run(stage):
    files = {"1 one.flac": stage.track(1, 60),
             "2 two.m4a": encoded(stage, stage.track(2, 60), "two.m4a", "-c:a", "aac", "-b:a", "160k"),
             "3 three.m4a": encoded(stage, stage.track(3, 60), "three.m4a", "-c:a", "alac")}
    stick = stage.stick("vfat", files, "music")
    debs = [package(stage.arch, stage.folder, name) for name in ("jukebox", "jukebox-formats")]
    board = stage.board(make=functools.partial(DebianBoard, packages=debs))
    board.plug(stick)
    board.wait("the sound card", "test -e /dev/snd/controlC0")
    board.run("board-tool loud 0")
    board.run("dpkg --install " + " ".join(f"/root/{file.name}" for file in debs), 300)
    board.wait_active()
    board.wait_mounted(stick)
    board.wait_sound(file="1 one.flac")
    board.wait("the library", lambda: len([line for line in board.ask("listall") if ".m4a" in line]) == 2)
    stage.check(board.holds("systemctl is-active --quiet jukebox-decoder.socket"), "the socket is there")

    def skip(position, name):
        """Milliseconds from the command to the first frame at the device."""
        before = int(board.run("board-tool now"))
        board.ask(f"play {position}")
        board.wait_sound(file=name)
        return (int(board.pairs("engine")["latest_start_ns"]) - before) / 1e6

    first = skip(1, "2 two.m4a")
    stage.note("first song with the start of the helper", first / 1e3)
    stage.check(board.holds("systemctl is-active --quiet jukebox-decoder.service"), "the first song starts the service")
    underruns = board.pairs("engine")["underruns"]
    taken = {"flac": [], "aac": [], "alac": []}
    for turn in range(SKIPS):
        if turn == SKIPS // 2:
            board.ask("rescan")
        taken["alac"].append(skip(2, "3 three.m4a"))
        taken["flac"].append(skip(0, "1 one.flac"))
        taken["aac"].append(skip(1, "2 two.m4a"))
        board.key("volumedown" if turn % 2 else "volumeup")
    for name, times in taken.items():
        stage.note(f"skip to {name}", statistics.median(times) / 1e3)
    for name in ("aac", "alac"):
        stage.check(statistics.median(taken[name]) <= MOST_MS, f"a skip to {name} takes {MOST_MS} ms", taken[name])
    engine = board.pairs("engine")
    stage.equal(engine["underruns"], underruns, "underruns beside skips, keys and a scan")
    latency = int(engine["key_latency_p99_us"]) / 1e3
    stage.check(latency <= WORST_MS, f"a key acts within {WORST_MS} ms", latency)

    # The queue continues with the next song, whose process is another one.
    main = board.show("jukebox-decoder", "MainPID")
    board.ask("play 1")
    board.wait_sound(file="2 two.m4a")
    board.run(f"set -- $(cat /proc/{main}/task/{main}/children); kill -KILL $1")
    board.wait_sound(file="3 three.m4a")
    stage.check("2 two.m4a" in board.log(), "the log names the song whose decoder was killed", board.log_tail())
    # Memory of the service and its processes, in MiB.
    resident = board.run(f"for p in {main} $(cat /proc/{main}/task/{main}/children); do sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$p/status; done")
    stage.note("resident MiB", sum(int(word) for word in resident.split()) / 1024)
    board.run("dpkg --remove jukebox-formats", 120)
    board.ask("play 1")
    board.wait("the log to name the package", lambda: "needs the package jukebox-formats" in board.log())
    board.ask("play 0")
    board.wait_sound(file="1 one.flac")
