"""Every media key acts; a keyboard may leave with a key down and come back; of a storm of presses none is lost.

The storm is 1,000 presses at 200 a second through uinput. Each counts once; where the kernel says that it dropped some,
the state is right again afterwards.
"""

KEY_VOLUMEDOWN, KEY_VOLUMEUP = 114, 115
SONGS = 3


def song(board):
    return int(board.status().get("song", -1))


def media_keys(stage, board):
    board.key("audionext")
    board.wait("the next song", lambda: song(board) == 1)
    board.key("audionext")
    board.wait("the one after it", lambda: song(board) == 2)
    board.key("audioprev")
    board.wait("the previous song", lambda: song(board) == 1)
    board.key("audioplay")
    board.wait_state("pause")
    board.key("audioplay")
    board.wait_state("play")
    board.key("audiostop")
    board.wait_state("stop")
    board.key("audioplay")
    board.wait_state("play")
    before = int(board.status()["volume"])
    board.key("volumedown")
    lower = int(board.wait("a lower volume", lambda: board.status() if int(board.status()["volume"]) < before else None)
                ["volume"])
    board.key("volumeup")
    board.wait("the volume of before", lambda: int(board.status()["volume"]) == before)
    stage.check(before - lower <= 5, "a press of a volume key is a small step", (before, lower))
    # The recording shows it: silence while the song goes on.
    board.key("audiomute")
    place = float(board.status()["elapsed"])
    board.wait_sound(elapsed=place + 1)
    board.key("audiomute")
    board.wait_sound(elapsed=place + 2)


def keyboard_leaves(stage, board):
    board.qmp.command("device_add", driver="usb-kbd", id="second", bus="usb.0", port="5")
    board.wait("the second keyboard", "grep -q 'QEMU USB Keyboard' /proc/bus/input/devices")
    board.wait("jukeboxd to listen to it", lambda: "QEMU USB Keyboard" in board.log())
    volume = int(board.status()["volume"])
    # Of two keyboards QEMU gives the keys to the one that came last.
    board.key_event("volumedown", True)
    board.wait("a lower volume", lambda: int(board.status()["volume"]) < volume)
    board.qmp.command("device_del", id="second")
    board.qmp.event("DEVICE_DELETED", device="second")
    board.wait("jukeboxd to let it go", "! grep -q 'QEMU USB Keyboard' /proc/bus/input/devices")
    left = int(board.status()["volume"])
    board.run("usleep 1500000")
    stage.equal(int(board.status()["volume"]), left, "a key of a keyboard that has left is no longer down")

    board.qmp.command("device_add", driver="usb-kbd", id="third", bus="usb.0", port="5")
    board.wait("the keyboard's return", "grep -q 'QEMU USB Keyboard' /proc/bus/input/devices")
    board.wait("jukeboxd to listen again", lambda: board.log().count("(QEMU QEMU USB Keyboard): listening") == 2)
    board.key("volumeup")
    board.wait("a key of the new keyboard", lambda: int(board.status()["volume"]) > left)
    board.qmp.command("device_del", id="third")
    board.qmp.event("DEVICE_DELETED", device="third")


def storm(stage, board):
    board.write("/etc/jukebox.ini", board.configuration + "[key KEY_1]\npress = next\n")
    board.run(f"kill -HUP {board.daemon}")
    board.ask("repeat 1", "play 0")
    heard = board.log().count("storm): listening")
    board.run("board-tool storm 2 1000 200 2 /run/go > /run/storm 2>&1 &")
    board.wait("jukeboxd to listen to the storm", lambda: board.log().count("storm): listening") > heard)
    keys = int(board.pairs("engine")["keys"])
    board.run("touch /run/go")
    began, ended = board.wait("the storm's end", lambda: board.attempt("cat /run/storm")[1].split(), 60)
    stage.note("storm", (int(ended) - int(began)) / 1e9)
    board.run("rm /run/go")
    if "storm: the kernel dropped events" not in board.log():
        board.wait("a thousand presses", lambda: song(board) == 1000 % SONGS, 20)
        counted = int(board.pairs("engine")["keys"]) - keys
        stage.check(counted >= 1000, "each press is counted", counted)
    stage.note("key p99 ms", int(board.pairs("engine")["key_latency_p99_us"]) / 1e3)
    board.key("audiostop")
    board.wait_state("stop")


def run(stage):
    tracks = [stage.track(number, 20) for number in range(1, SONGS + 1)]
    stick = stage.stick("vfat", {f"{number} song.flac": track for number, track in enumerate(tracks, 1)})
    board = stage.board()
    board.plug(stick)
    board.mount(stick)
    board.start()
    board.wait_sound()
    board.wait("the whole queue", lambda: board.status()["playlistlength"] == str(SONGS))
    media_keys(stage, board)
    keyboard_leaves(stage, board)
    calm = board.recorded_frames()
    storm(stage, board)
    stage.healthy(board)
    recording = board.power_off()
    pieces = recording.pieces(tracks, calm)
    muted = [silence for before, silence, after in neighbours(pieces) if before.track is after.track
             and abs((after.first - before.end) - (after.at - before.at - before.frames)) < 10]
    stage.equal(len(muted), 1, "stretches of silence while a song went on, for the key that mutes")
    stage.silent_joints(recording, tracks, calm)


def neighbours(pieces):
    """Each longer silence with what is heard of tracks before and after it."""
    for index, silence in enumerate(pieces):
        if silence.kind == "silence" and silence.frames > 24000:
            before = [piece for piece in pieces[:index] if piece.kind == "track"]
            after = [piece for piece in pieces[index:] if piece.kind == "track"]
            if before and after:
                yield before[-1], silence, after[0]
