"""Debian's python3-mpd and mpc drive the jukebox while it plays: every command that they have, once well and, where it
takes arguments, once badly. What comes with later work must be refused as a command that isn't known.

usage: board/lab/run proofs.mpd-clients [SOCKET | HOST:PORT]

Without an argument it starts a jukeboxd of its own on the null output, with a few songs made for it. With one it
drives the jukebox there, whose queue and modes it changes; that one needs at least 4 songs of 5 s or more.
"""
import inspect
import os
import pathlib
import select
import subprocess
import sys
import threading
import time

import mpd

from lib import Daemon, Tally, wait_for

UNKNOWN = 5
ARGUMENT = 2
PASSWORD = 3
PERMISSION = 4
NO_EXIST = 50
PLAYER_SYNC = 55
EXIST = 56

# Commands of python-mpd2 that later work brings, with arguments that MPD would take.
LATER = {
    "delpartition": ("x",), "newpartition": ("x",), "outputvolume": ("0", "5"),
    "umount": ("x",),
}

# Parts of python-mpd2's client that are no commands of the protocol, and `kill`, for whose answer it does not wait.
NO_COMMANDS = {
    "NOOP", "add_command", "remove_command", "connect", "disconnect", "fileno", "idletimeout", "timeout",
    "use_unicode", "close", "noidle", "idle", "command_list_ok_begin", "command_list_end",
    "kill",
}


def connect(address):
    client = mpd.MPDClient()
    client.timeout = 20
    if address.startswith("/"):
        client.connect(address)
    else:
        host, port = address.rsplit(":", 1)
        client.connect(host, int(port))
    return client


class Python:
    """Runs commands of python-mpd2, and notes which ones have been run."""

    def __init__(self, address, tally):
        self.client = connect(address)
        self.tally = tally
        self.seen = set()

    def good(self, name, *arguments, where=lambda answer: True):
        self.seen.add(name)
        text = f"python {name} {' '.join(map(str, arguments))}".strip()
        try:
            answer = getattr(self.client, name)(*arguments)
            self.tally.check(where(answer), text, f"unexpected answer {answer!r}")
            return answer
        except Exception as error:
            self.tally.check(False, text, repr(error))
            return None

    def bad(self, code, name, *arguments):
        self.seen.add(name)
        text = f"python {name} {' '.join(map(str, arguments))} is refused".strip()
        try:
            answer = getattr(self.client, name)(*arguments)
            # Binary and database answers are read when they are looked at.
            answer = list(answer) if inspect.isgenerator(answer) else answer
        except mpd.CommandError as error:
            self.tally.check(str(error).startswith(f"[{code}@0]"), text, str(error))
        except Exception as error:
            self.tally.check(False, text, repr(error))
        else:
            self.tally.check(False, text, f"answered {answer!r}")


def drive_python(address, tally):
    python = Python(address, tally)
    good, bad, client = python.good, python.bad, python.client
    tally.check(tuple(map(int, client.mpd_version.split(".")))[:2] >= (0, 24), "version", client.mpd_version)

    files = [entry["file"] for entry in client.listall() if "file" in entry][:4]
    folders = [entry["directory"] for entry in client.listall() if "directory" in entry]
    if not tally.check(len(files) == 4, "the library has songs", f"{len(files)} of 4"):
        return

    good("ping")
    good("sticker_set", "song", files[0], "mood", "calm = 1")
    good("sticker_get", "song", files[0], "mood", where=lambda answer: answer == "calm = 1")
    good("sticker_list", "song", files[0], where=lambda answer: answer == {"mood": "calm = 1"})
    good("sticker_find", "song", "", "mood", where=lambda answer: [entry["file"] for entry in answer] == files[:1])
    good("sticker_delete", "song", files[0], "mood")
    bad(NO_EXIST, "sticker_get", "song", files[0], "mood")
    bad(NO_EXIST, "sticker_set", "song", "no/such", "mood", "calm")
    number = good("addid", files[0])
    good("rangeid", number, "0.1:0.3")
    good("playlistid", number, where=lambda answer: answer[0]["range"] == "0.100-0.300")
    bad(ARGUMENT, "rangeid", number, "3:1")
    good("clear")
    for uri in files:
        good("add", uri)
    # Right after `clear` a refused one would bring the queue back.
    for name in ("add", "addid"):
        bad(NO_EXIST, name, "no/such")
        bad(ARGUMENT, name, files[0], "99")
    first = good("playlistinfo", where=lambda songs: [song["file"] for song in songs] == files)
    if first is None:
        return
    last = good("addid", files[0], where=lambda id: int(id) > int(first[-1]["id"]))
    good("deleteid", last)
    bad(NO_EXIST, "deleteid", last)

    # Modes and levels.
    for name in ("repeat", "random", "consume"):
        good(name, 1)
        good("status", where=lambda status, name=name: status[name] == "1")
        good(name, 0)
        bad(ARGUMENT, name, "x")
    for value in ("1", "oneshot", "0"):
        good("single", value)
        good("status", where=lambda status, value=value: status["single"] == value)
    bad(ARGUMENT, "single", "3")
    good("setvol", 40)
    good("status", where=lambda status: status["volume"] == "40")
    good("volume", -5)
    good("status", where=lambda status: status["volume"] == "35")
    bad(ARGUMENT, "setvol", 101)
    bad(ARGUMENT, "volume", "x")
    good("crossfade", 3)
    good("mixrampdb", -17.5)
    good("mixrampdelay", 2)
    good("status", where=lambda status: (status["xfade"], status["mixrampdb"], status["mixrampdelay"])
         == ("3", "-17.5", "2"))
    good("crossfade", 0)
    good("mixrampdb", 0)
    good("mixrampdelay", "nan")
    bad(ARGUMENT, "crossfade", -1)
    bad(ARGUMENT, "mixrampdb", "x")
    bad(ARGUMENT, "mixrampdelay", "x")
    good("replay_gain_mode", "album")
    good("replay_gain_status", where=lambda mode: "album" in str(mode))
    good("replay_gain_mode", "off")
    bad(ARGUMENT, "replay_gain_mode", "x")

    # Playing.
    good("stop")
    bad(PLAYER_SYNC, "next")
    bad(PLAYER_SYNC, "previous")
    bad(PLAYER_SYNC, "seekcur", 1)
    bad(ARGUMENT, "play", 99)
    bad(NO_EXIST, "playid", 999999)
    good("play", 1)
    wait_for("a song to sound", lambda: float(client.status().get("elapsed", 0)) > 0)
    good("currentsong", where=lambda song: song["file"] == files[1])
    good("status", where=lambda status: status["state"] == "play" and status["song"] == "1"
         and status["nextsong"] == "2" and status["partition"] == "default" and ":" in status["audio"])
    good("next")
    good("currentsong", where=lambda song: song["file"] == files[2])
    good("previous")
    good("currentsong", where=lambda song: song["file"] == files[1])
    good("playid", first[0]["id"])
    good("pause", 1)
    good("status", where=lambda status: status["state"] == "pause")
    good("pause", 0)
    good("pause")
    good("status", where=lambda status: status["state"] == "pause")
    good("play")
    good("seek", 0, 2)
    good("seekid", first[0]["id"], 1)
    good("seekcur", "+1")
    good("seekcur", 1.5)
    wait_for("the seek to be heard", lambda: float(client.status().get("elapsed", 0)) >= 1.5)
    bad(ARGUMENT, "seek", 99, 0)
    bad(NO_EXIST, "seekid", 999999, 0)
    bad(ARGUMENT, "seekcur", "x")
    bad(ARGUMENT, "pause", "x")

    # The queue, while it plays.
    version = client.status()["playlist"]
    good("move", 3, 1)
    good("playlistinfo", where=lambda songs: [song["file"] for song in songs]
         == [files[0], files[3], files[1], files[2]])
    good("moveid", first[3]["id"], 3)
    good("swap", 1, 2)
    good("swapid", first[1]["id"], first[2]["id"])
    good("playlistinfo", where=lambda songs: [song["file"] for song in songs] == files)
    good("playlistinfo", "1:3", where=lambda songs: len(songs) == 2)
    good("playlistid", first[2]["id"], where=lambda songs: songs[0]["pos"] == "2")
    good("playlist", where=lambda songs: len(songs) == 4)
    good("plchanges", version, where=lambda songs: len(songs) >= 3)
    good("plchanges", 0, where=lambda songs: len(songs) == 4)
    good("plchangesposid", version, where=lambda places: {"cpos", "id"} <= set(places[0]))
    good("playlistfind", "file", files[2], where=lambda songs: len(songs) == 1)
    good("playlistsearch", "file", files[2].upper(), where=lambda songs: len(songs) == 1)
    good("playlistfind", f"(file == '{files[1]}')", where=lambda songs: len(songs) == 1)
    good("prio", 9, 1)
    good("prioid", 7, first[2]["id"])
    good("playlistinfo", where=lambda songs: [song.get("prio") for song in songs] == [None, "9", "7", None])
    good("shuffle", "1:4")
    good("shuffle")
    good("delete", "3:")
    good("delete", 2)
    good("status", where=lambda status: status["playlistlength"] == "2")
    for name, code in (("move", ARGUMENT), ("swap", ARGUMENT), ("moveid", NO_EXIST), ("swapid", NO_EXIST)):
        bad(code, name, 999999, 0)
    bad(ARGUMENT, "delete", 99)
    bad(ARGUMENT, "prio", 256, 0)
    bad(NO_EXIST, "prioid", 1, 999999)
    bad(ARGUMENT, "shuffle", "99:")
    bad(ARGUMENT, "playlistinfo", 99)
    bad(NO_EXIST, "playlistid", 999999)
    bad(ARGUMENT, "playlistfind", "artist")
    bad(ARGUMENT, "playlistsearch", "nonsense", "x")
    bad(ARGUMENT, "plchanges", "x")
    bad(ARGUMENT, "plchangesposid", "x")
    good("clearerror")

    # The library.
    good("lsinfo", where=lambda entries: len(entries) > 0)
    good("lsinfo", files[0], where=lambda entries: entries[0]["file"] == files[0])
    good("listall", where=lambda entries: len(entries) >= 4)
    good("listallinfo", where=lambda entries: any("duration" in entry for entry in entries))
    if folders:
        good("listall", folders[0], where=lambda entries: len(entries) > 0)
    for name in ("lsinfo", "listall", "listallinfo"):
        bad(NO_EXIST, name, "no/such")
    good("find", "file", files[1], where=lambda songs: [song["file"] for song in songs] == [files[1]])
    good("find", f"(file == '{files[1]}')", where=lambda songs: [song["file"] for song in songs] == [files[1]])
    good("search", "file", files[1].upper(), where=lambda songs: files[1] in [song["file"] for song in songs])
    good("count", "file", files[1], where=lambda count: count["songs"] == "1")
    good("list", "artist", where=lambda artists: len(artists) > 0)
    good("list", "album", "group", "artist", where=lambda albums: all("artist" in album for album in albums))
    good("findadd", "file", files[1])
    good("searchadd", "file", files[1].upper())
    good("playlistfind", "file", files[1], where=lambda songs: len(songs) >= 2)
    for name in ("find", "search", "findadd", "searchadd", "count"):
        bad(ARGUMENT, name, "nonsense", "x")
    bad(ARGUMENT, "list", "nonsense")
    bad(NO_EXIST, "find", "base", "no/such")
    folder, name = files[1].rsplit("/", 1) if "/" in files[1] else ("", files[1])
    good("listfiles", folder, where=lambda entries: any(
        entry.get("file") == name and int(entry["size"]) > 0 and entry["last-modified"] for entry in entries))
    good("readcomments", files[1], where=lambda comments: isinstance(comments, dict))
    bad(NO_EXIST, "listfiles", "no/such")
    bad(NO_EXIST, "readcomments", "no/such")
    # For a song without a picture, MPD answers one of them with nothing and refuses the other.
    good("readpicture", files[1], where=lambda picture: picture == {})
    for command in ("albumart", "readpicture"):
        bad(NO_EXIST, command, "no/such")
    bad(NO_EXIST, "albumart", files[1])
    bad(ARGUMENT, "mount", "x", "/no/such")
    good("listmounts", where=lambda mounts: mounts[0]["mount"] == "" and mounts[0]["storage"])
    good("listneighbors", where=lambda neighbors: neighbors == [])
    good("stats", where=lambda stats: int(stats["songs"]) >= 4)
    good("update", where=lambda job: int(job) > 0)
    good("rescan", where=lambda job: int(job) > 0)
    bad(ARGUMENT, "update", "../x")
    bad(ARGUMENT, "rescan", "../x")

    # Stored playlists.
    def listed(name):
        return [song["file"] for song in client.listplaylistinfo(name)]

    for name in [entry["playlist"] for entry in client.listplaylists()]:
        if name.startswith("proof"):
            client.rm(name)
    good("playlistadd", "proof", files[0])
    bad(NO_EXIST, "playlistadd", "proof", "no/such")
    good("searchaddpl", "proof", "file", files[1])
    bad(ARGUMENT, "searchaddpl", "proof", "nonsense", "x")
    good("listplaylist", "proof", where=lambda uris: uris == files[:2])
    bad(NO_EXIST, "listplaylist", "proof 2")
    good("listplaylistinfo", "proof", where=lambda songs: [song["file"] for song in songs] == files[:2])
    bad(NO_EXIST, "listplaylistinfo", "proof 2")
    good("listplaylists", where=lambda lists: "proof" in [entry["playlist"] for entry in lists])
    good("playlistmove", "proof", 0, 1)
    tally.check(listed("proof") == [files[1], files[0]], "python playlistmove moves", listed("proof"))
    bad(ARGUMENT, "playlistmove", "proof", 9, 0)
    good("playlistdelete", "proof", 0)
    tally.check(listed("proof") == files[:1], "python playlistdelete deletes", listed("proof"))
    bad(ARGUMENT, "playlistdelete", "proof", 99)
    good("save", "proof 2")
    bad(EXIST, "save", "proof 2")
    tally.check(listed("proof 2") == [song["file"] for song in client.playlistinfo()], "python save saves")
    bad(EXIST, "rename", "proof", "proof 2")
    good("playlistclear", "proof 2")
    bad(NO_EXIST, "playlistclear", "proof 3")
    good("rename", "proof 2", "proof 3")
    before = int(client.status()["playlistlength"])
    good("load", "proof")
    bad(NO_EXIST, "load", "proof 2")
    tally.check(int(client.status()["playlistlength"]) == before + 1, "python load loads")
    client.delete(before)
    good("rm", "proof")
    good("rm", "proof 3")
    bad(NO_EXIST, "rm", "proof 3")

    # Outputs and the rest.
    good("outputs", where=lambda outputs: outputs[0]["outputid"] == "0")
    good("disableoutput", 0)
    good("outputs", where=lambda outputs: outputs[0]["outputenabled"] == "0")
    good("toggleoutput", 0)
    good("enableoutput", 0)
    good("outputs", where=lambda outputs: outputs[0]["outputenabled"] == "1")
    for name in ("disableoutput", "enableoutput", "toggleoutput"):
        bad(NO_EXIST, name, 99)
    good("listpartitions", where=lambda partitions: partitions == [{"partition": "default"}])
    good("partition", "default")
    bad(NO_EXIST, "partition", "x")
    bad(NO_EXIST, "moveoutput", "x")
    song = client.playlistinfo()[0]["id"]
    for name, arguments in (("addtagid", ("Title", "x")), ("cleartagid", ())):
        bad(NO_EXIST, name, 99999, *arguments)
        bad(PERMISSION, name, song, *arguments)
    good("commands", where=lambda commands: {"play", "status", "engine"} <= set(commands))
    good("notcommands", where=lambda commands: "ping" not in commands)
    good("tagtypes", where=lambda tags: {"Artist", "Album", "Title", "Track"} <= set(tags))
    good("tagtypes", "clear")
    good("currentsong", where=lambda song: "file" in song)
    good("tagtypes", "all")
    bad(ARGUMENT, "tagtypes", "enable", "nonsense")
    good("urlhandlers")
    good("decoders", where=lambda decoders: {"flac", "mp3", "ogg", "opus"}
         <= {suffix for decoder in decoders for suffix in
             (decoder["suffix"] if isinstance(decoder["suffix"], list) else [decoder["suffix"]])})
    if address.startswith("/"):
        # The answer of `config` is one value to this client, whatever its form.
        good("config", where=bool)
    else:
        bad(PERMISSION, "config")
    bad(PASSWORD, "password", "certainly wrong")
    good("subscribe", "proof")
    bad(EXIST, "subscribe", "proof")
    good("channels", where=lambda channels: "proof" in channels)
    good("sendmessage", "proof", "hello")
    good("readmessages", where=lambda messages: messages == [{"channel": "proof", "message": "hello"}])
    good("unsubscribe", "proof")
    bad(NO_EXIST, "unsubscribe", "proof")
    bad(NO_EXIST, "sendmessage", "proof", "hello")

    for name, arguments in LATER.items():
        if hasattr(client, name):
            bad(UNKNOWN, name, *arguments)

    # Lists and waiting.
    client.command_list_ok_begin()
    client.status()
    client.playlistinfo()
    answers = client.command_list_end()
    tally.check(len(answers) == 2 and "state" in answers[0], "python command list", repr(answers)[:200])
    heard = []
    waiting = connect(address)
    thread = threading.Thread(target=lambda: heard.extend(waiting.idle("options")))
    thread.start()
    until = time.monotonic() + 20
    while thread.is_alive() and time.monotonic() < until:
        client.repeat(1)
        client.repeat(0)
        thread.join(0.2)
    tally.check(heard == ["options"], "python idle", repr(heard))
    waiting.close()
    client.close()

    commands = {name for name in dir(mpd.MPDClient) if not name.startswith("_")} - NO_COMMANDS
    tally.check(commands <= python.seen, "every command of python-mpd2 was run", sorted(commands - python.seen))


def drive_mpc(address, tally):
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    if address.startswith("/"):
        environment["MPD_HOST"] = address
    else:
        environment["MPD_HOST"], environment["MPD_PORT"] = address.rsplit(":", 1)
    seen = set()

    def run(*words, seconds=20):
        return subprocess.run(["mpc", *words], env=environment, capture_output=True, text=True, timeout=seconds)

    def good(*words, where=lambda text: True):
        seen.add(words[0])
        result = run(*words)
        text = result.stdout.strip()
        tally.check(result.returncode == 0 and where(text), f"mpc {' '.join(words)}",
                    f"status {result.returncode}, {text!r} {result.stderr.strip()!r}")
        return text

    def bad(*words, saying=""):
        seen.add(words[0])
        result = run(*words)
        tally.check(result.returncode != 0 and saying in result.stderr, f"mpc {' '.join(words)} is refused",
                    f"status {result.returncode}, {result.stdout.strip()!r} {result.stderr.strip()!r}")

    good("version", where=lambda text: "0.24" in text)
    files = good("listall", where=lambda text: len(text.splitlines()) >= 4).splitlines()[:4]
    if len(files) < 4:
        return
    good("clear")
    good("add", *files)
    good("ls", where=bool)
    good("playlist", "-f", "%file%", where=lambda text: text.splitlines() == files)
    good("play", "2", where=lambda text: "[playing]" in text)
    wait_for("a song to sound", lambda: "[playing]" in run("status").stdout)
    good("status", where=lambda text: "#2/4" in text)
    good("current", "-f", "%file%", where=lambda text: text == files[1])
    good("queued", "-f", "%file%", where=lambda text: text == files[2])
    good("next", where=lambda text: "#3/4" in text)
    good("prev", where=lambda text: "#2/4" in text)
    good("seek", "+1")
    good("seek", "50%")
    good("seekthrough", "+0:01")
    good("cdprev")
    good("pause", where=lambda text: "[paused]" in text)
    bad("pause-if-playing")
    good("toggle", where=lambda text: "[playing]" in text)
    good("pause-if-playing", where=lambda text: "[paused]" in text)
    good("insert", files[3])
    good("move", "5", "1")
    good("del", "1")
    good("prio", "5", "2")
    good("shuffle")
    good("volume", "30", where=lambda text: "30%" in text)
    good("volume", "+5", where=lambda text: "35%" in text)
    for mode in ("repeat", "random", "consume"):
        good(mode, "on", where=lambda text, mode=mode: f"{mode}: on" in text)
        good(mode, "off", where=lambda text, mode=mode: f"{mode}: off" in text)
    good("single", "once", where=lambda text: "single: once" in text)
    good("single", "off")
    good("crossfade", "4")
    good("crossfade", where=lambda text: "4" in text)
    good("crossfade", "0")
    good("mixrampdb", "-10")
    good("mixrampdb", where=lambda text: "-10" in text)
    good("mixrampdb", "0")
    good("mixrampdelay", "3")
    good("mixrampdelay", where=lambda text: "3" in text)
    good("mixrampdelay", "nan")
    good("replaygain", "track")
    good("replaygain", where=lambda text: "track" in text)
    good("replaygain", "off")
    good("clearerror")
    good("outputs", where=lambda text: "Output 1" in text)
    good("disable", "1", where=lambda text: "disabled" in text)
    good("toggleoutput", "1", where=lambda text: "enabled" in text)
    good("enable", "1", where=lambda text: "enabled" in text)
    bad("outputset", "1", "a=b")
    good("stats", where=lambda text: "Songs:" in text)
    good("update")
    good("rescan")
    good("channels")
    bad("sendmessage", "proof", "hello", saying="nobody is subscribed")
    good("search", "filename", files[0], where=lambda text: text == files[0])
    good("find", "filename", files[1], where=lambda text: text == files[1])
    good("searchadd", "filename", files[0])
    good("findadd", "filename", files[1])
    good("list", "artist", where=bool)
    good("mount", where=bool)
    good("listneighbors")
    good("searchplay", "filename", files[0])
    good("crop")
    good("playlist", where=lambda text: len(text.splitlines()) == 1)
    good("stop", where=lambda text: "[playing]" not in text)

    # Commands that wait: something makes them continue.
    for words, stir in ((["idle", "mixer"], ["volume", "33"]), (["waitmessage", "proof"], ["sendmessage", "proof", "x"])):
        seen.add(words[0])
        waiting = subprocess.Popen(["mpc", *words], env=environment, stdout=subprocess.PIPE, text=True)

        def stirred(waiting=waiting, stir=stir):
            run(*stir)
            run("volume", "34")
            time.sleep(0.05)
            return waiting.poll() is not None
        wait_for(f"mpc {words[0]}", stirred)
        tally.check(waiting.returncode == 0, f"mpc {' '.join(words)}", waiting.stdout.read())
    for listener in (["idleloop"], ["subscribe", "proof"]):
        seen.add(listener[0])
        # Written to a pipe, mpc's lines would come when there are many.
        waiting = subprocess.Popen(["stdbuf", "-oL", "mpc", *listener], env=environment, stdout=subprocess.PIPE, text=True)
        stirs = [["volume", "31"], ["volume", "32"]] if listener == ["idleloop"] else [["sendmessage", "proof", "hello"]]

        def heard(waiting=waiting, stirs=stirs):
            for line in stirs:
                run(*line)
            return bool(select.select([waiting.stdout], [], [], 0.1)[0])
        wait_for(f"mpc {listener[0]}", heard)
        answer = waiting.stdout.readline()
        tally.check(bool(answer.strip()), f"mpc {' '.join(listener)}", answer)
        waiting.kill()
        waiting.wait()

    good("clear")
    good("add", *files[:2])
    run("rm", "proof")
    good("save", "proof")
    bad("save", "proof", saying="Playlist already exists")
    good("lsplaylists", where=lambda text: "proof" in text.splitlines())
    good("playlist", "-f", "%file%", "proof", where=lambda text: text.splitlines() == files[:2])
    good("load", "proof")
    good("playlist", "-f", "%file%", where=lambda text: text.splitlines() == 2 * files[:2])
    good("rm", "proof")
    bad("load", "proof", saying="No such playlist")
    bad("rm", "proof", saying="No such playlist")
    good("sticker", files[0], "set", "mood", "calm")
    good("sticker", files[0], "get", "mood", where=lambda text: text.strip() == "mood=calm")
    good("sticker", files[0], "list", where=lambda text: "mood=calm" in text.split())
    good("sticker", "", "find", "mood", where=lambda text: text.strip() == f"{files[0]}: mood=calm")
    good("sticker", files[0], "delete", "mood")
    bad("sticker", files[0], "get", "mood", saying="no such sticker")
    bad("sticker", "no/such", "list", saying="No such song")
    bad("albumart", "x", saying="No file exists")
    bad("readpicture", "x", saying="No such file")
    bad("mount", "x", "/no/such", saying="Unrecognized storage URI")
    bad("unmount", "x", saying="Not a mount point")
    bad("add", "no/such", saying="No such directory")
    bad("play", "99")
    bad("del", "99")
    good("clear")

    listed = subprocess.run(["mpc", "help"], env=environment, capture_output=True, text=True, check=True).stdout
    commands = {line.split()[1] for line in listed.splitlines() if line.startswith("  mpc ") and len(line.split()) > 1}
    commands = {name for name in commands if name.replace("-", "").isalpha() and name.islower()}
    tally.check(commands <= seen, "every command of mpc was run", sorted(commands - seen))


def make_songs(folder):
    """Tones of 20 s with tags, in two folders."""
    for number in range(1, 7):
        path = pathlib.Path(folder) / ("Low" if number < 4 else "High") / f"{number:02} tone.flac"
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["sox", "-q", "-R", "-r", "44100", "-n", "-b", "16", "-c", "2", "--comment", "",
                        "--add-comment", f"TITLE=Tone {number}", "--add-comment", "ARTIST=Sine",
                        "--add-comment", f"ALBUM={path.parent.name}", "--add-comment", f"TRACKNUMBER={number}",
                        str(path), "synth", "20", "sine", str(110 * number), "gain", "-20"], check=True)


def main():
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        raise SystemExit(__doc__.strip())
    tally = Tally()
    if len(sys.argv) == 2:
        drive_python(sys.argv[1], tally)
        drive_mpc(sys.argv[1], tally)
        tally.close()
    with Daemon("--output", "null", "--autoplay", "off") as daemon:
        music = daemon.folder / "music"
        make_songs(music)
        daemon.start("--music", str(music))
        client = daemon.connect()
        wait_for("the scan", lambda: int(client.pairs("stats")["songs"]) == 6)
        client.close()
        drive_python(daemon.socket, tally)
        drive_mpc(daemon.socket, tally)
        code = daemon.stop()
        tally.check(code == 0, "the jukebox ends in order", code)
    tally.close()


main()
