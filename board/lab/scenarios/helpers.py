"""Helpers of the service that flood, lie or take all memory: each one ends, its command is refused, the music continues.

Debian with systemd; programs of the jukebox are replaced in turn. The kernel ends one that takes more memory than the service
may have (MemoryMax), and `OOMPolicy=continue` keeps the service; jukebox-fetch is ended by limits of its own before.
"""
import functools
import shlex

from harness.board import SOCKET
from harness.debian import DebianBoard

CONFIGURATION = """
[audio]
rate = 48000
[library]
writable = on
[analysis]
when = off
[player]
start-volume = 100
"""
FOLDER = "/usr/local/bin"
KINDS = {
    "floods": "exec cat /dev/zero",
    "lies": "head -c 300000 /dev/urandom; head -c 3000 /dev/urandom >&2",
    "takes memory": "exec dd if=/dev/zero of=/dev/null bs=400M count=1",
    "crashes": "kill -SEGV $$",
}
# Commands that run each program; `{}` is a song.
COMMANDS = {
    "jukebox-fetch": ["load http://127.0.0.1:1/list.m3u", "playlistsubscribe http://127.0.0.1:1/feed",
                      "announce http://127.0.0.1:1/a.mp3"],
    "jukebox-tagger": ['tag "{}" title "Another"'],
}
# Seconds of the guest; the jukebox gives jukebox-fetch 60 s.
MOST_ANSWER_SECONDS = 30


def run(stage):
    track, other = stage.track(1, 240), stage.track(2, 3)
    stick = stage.stick("vfat", {"1.flac": track, "2.flac": other}, "music", megabytes=128)
    board = stage.board(make=functools.partial(DebianBoard, configuration=CONFIGURATION))
    board.plug(stick)
    board.wait("the sound card", "test -e /dev/snd/controlC0")
    board.run("board-tool loud 0")
    process = board.wait_active()
    folder = board.wait_mounted(stick)
    board.wait_sound(seconds=120)
    songs = board.wait("the library", lambda: (lambda found: found if len(found) == 2 else None)(
        [line.removeprefix("file: ") for line in board.ask("listall") if line.endswith(".flac")]))
    song = next(each for each in songs if each.endswith("2.flac"))
    content = board.run(f"md5sum < {folder}/2.flac")
    stage.equal(board.show("jukeboxd", "OOMPolicy"), "continue", "the policy of the service")
    for program, commands in COMMANDS.items():
        board.run(f"mv {FOLDER}/{program} {FOLDER}/{program}.real")
        for kind, script in KINDS.items():
            board.write(f"{FOLDER}/{program}", f"#!/bin/sh\n{script}\n")
            board.run(f"chmod 755 {FOLDER}/{program}")
            for command in commands:
                answers(stage, board, command.format(song), f"where {program} {kind}", kind != "lies")
            board.wait(f"the end of {program} that {kind}", lambda: not board.run(f"cat /proc/{process}/task/*/children").strip())
            stage.equal(int(board.show("jukeboxd", "MainPID")), process, f"the process after {program} {kind}")
            board.hear_on(0.5)
        board.run(f"mv {FOLDER}/{program}.real {FOLDER}/{program}")
    killed = board.run("dmesg | grep -c 'Memory cgroup out of memory' || true")
    stage.check(int(killed) >= 1, "the kernel ended a program for its memory", killed)
    stage.equal(board.run(f"md5sum < {folder}/2.flac"), content, "the song whose tags were asked for")
    stage.equal(board.show("jukeboxd", "NRestarts", "ActiveState"), {"NRestarts": "0", "ActiveState": "active"}, "the service")
    board.ask(f'tag "{song}" title "Another"')
    stage.equal(board.pairs("engine")["underruns"], "0", "underruns")
    recording = board.power_off()
    # The music makes room for an announcement until that is known to be no sound.
    stage.equal(recording.story([track, other]), ["track 1 begins", "track 1 goes on"], "heard: one song, of which nothing is lost")


def answers(stage, board, command, words, is_refused):
    """A command is answered soon; a lie may be taken for an answer."""
    begun = board.now()
    status, answer = board.attempt(f"board-tool ask {SOCKET} {shlex.quote(command)}", 60)
    stage.check(status != 0 or not is_refused, f"{command} is refused {words}", answer)
    stage.check(board.now() - begun < MOST_ANSWER_SECONDS * 10**9, f"{command} is answered soon {words}", answer)
