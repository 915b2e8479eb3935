"""Every mapped key acts; a keyboard may leave with a key down and come back; of a storm of presses none is lost.

The storm is 1,000 presses at 200 a second through uinput, each of which counts once. Where the kernel drops events, since
nobody reads them, nothing stays down that is up.
"""
from harness.keyboard import Keyboard

SONGS = 3
PRESSES = 1000
VOLUME_DOWN, NEXT, SHUFFLE, FORWARD, REWIND, MUTE = 114, 163, 410, 208, 168, 113
# What each of the other keys does, and how the state tells it: in an order in which each changes something.
MAPPED = (
    (164, "toggle", "state", "pause"), (207, "play", "state", "play"), (201, "pause", "state", "pause"),
    (200, "play", "state", "play"), (119, "toggle", "state", "pause"), (119, "toggle", "state", "play"),
    (128, "stop", "state", "stop"), (207, "play", "state", "play"), (166, "stop", "state", "stop"),
    (164, "toggle", "state", "play"), (NEXT, "next", "song", "1"), (165, "previous", "song", "0"),
    (SHUFFLE, "shuffle", "random", "1"), (SHUFFLE, "shuffle", "random", "0"),
    (439, "repeat", "repeat", "1"), (439, "repeat", "repeat", "0"),
    (VOLUME_DOWN, "volume -2", "volume", "98"), (115, "volume +2", "volume", "100"))
# More than the kernel keeps for a reader by far.
TOO_MANY = 1000


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


def mapped_keys(stage, board, keyboard):
    """All sixteen, each of which acts once; media_keys presses those that QEMU's keyboard has."""
    board.ask("play 0")
    board.wait_sound()
    acted = 0

    def press(key, action):
        nonlocal acted
        acted += 1
        keyboard.press(key)
        board.wait(f"key {key} to act", lambda: board.actions(keyboard.name) >= acted, 10)
        found = board.inputs()[keyboard.name]
        stage.equal((found["actions"], found["last_action"]), (str(acted), action), f"key {key}")

    def place():
        """Where the song would have begun, if nobody had moved in it, in seconds of the guest's clock."""
        return board.now() / 1e9 - float(board.status()["elapsed"])

    for key, seconds in ((FORWARD, 5), (REWIND, -5)):
        before = place()
        press(key, f"seek {seconds:+}")
        moved = before - place()
        stage.check(abs(moved - seconds) < 0.5, f"key {key} moves by {seconds} s", moved)
    press(MUTE, "mute")
    board.wait_sound(elapsed=float(board.status()["elapsed"]) + 1)
    press(MUTE, "mute")
    board.wait_sound(elapsed=float(board.status()["elapsed"]) + 1)
    for key, action, field, value in MAPPED:
        press(key, action)
        board.wait(f"{field} {value} after key {key}", lambda: board.status().get(field) == value, 10)
    stage.equal(len({key for key, *_ in MAPPED} | {FORWARD, REWIND, MUTE}), 16, "keys that have a meaning by default")


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
    board.run(f"board-tool storm 2 {PRESSES} 200 2 /run/go > /run/storm 2>&1 &")
    board.wait("jukeboxd to listen to the storm", lambda: "storm): listening" in board.log())
    board.run("touch /run/go")
    began, ended = board.wait("the storm's end", lambda: board.attempt("cat /run/storm")[1].split(), 60)
    stage.note("storm", (int(ended) - int(began)) / 1e9)
    if "storm: the kernel dropped events" not in board.log():
        board.wait("a thousand presses", lambda: board.actions("storm") >= PRESSES, 20)
        # None comes late.
        board.run("usleep 500000")
        stage.equal(board.actions("storm"), PRESSES, "actions of a storm of presses")
        stage.equal(song(board), PRESSES % SONGS, "the song after a storm of presses")
    board.run("rm /run/go")
    stage.note("key p99 ms", int(board.pairs("engine")["key_latency_p99_us"]) / 1e3)
    board.key("audiostop")
    board.wait_state("stop")


def dropped(stage, board, keyboard):
    """The daemon stands still while more is typed than the kernel keeps, and a key is let go in what is lost."""
    volume = int(board.status()["volume"])
    keyboard.send(f"{VOLUME_DOWN} 1")
    board.wait("the held key to act", lambda: int(board.status()["volume"]) < volume)
    random = board.status()["random"]
    board.run(f"kill -STOP {board.daemon}")
    keyboard.send(f"{VOLUME_DOWN} 0", f"{NEXT} x {TOO_MANY}", f"{SHUFFLE} 1")
    board.run(f"kill -CONT {board.daemon}")
    board.wait("the log to tell of it", lambda: f"{keyboard.name}: the kernel dropped events" in board.log())
    board.wait("the key that went down in what was lost", lambda: board.status()["random"] != random)
    volume, actions = int(board.status()["volume"]), board.actions(keyboard.name)
    # A volume key that is held acts five times a second.
    board.run("usleep 1000000")
    stage.equal(int(board.status()["volume"]), volume, "the volume once the key is up, unseen")
    stage.equal(board.actions(keyboard.name), actions, "actions while no key is pressed")
    keyboard.send(f"{SHUFFLE} 0")
    keyboard.press(SHUFFLE)
    board.wait("the next press", lambda: board.status()["random"] == random)
    stage.equal(board.actions(keyboard.name), actions + 1, "a press afterwards acts once")


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
    keyboard = Keyboard(board, "typist", sorted({key for key, *_ in MAPPED} | {FORWARD, REWIND, MUTE}))
    mapped_keys(stage, board, keyboard)
    keyboard_leaves(stage, board)
    calm = board.recorded_frames()
    storm(stage, board)
    stage.healthy(board)
    # While the daemon stands still its card runs dry, which the log tells as well.
    dropped(stage, board, keyboard)
    stage.check(board.alive(), "jukeboxd lives", board.log_tail())
    recording = board.power_off()
    pieces = recording.pieces(tracks, calm)
    muted = [silence for before, silence, after in neighbours(pieces) if before.track is after.track
             and abs((after.first - before.end) - (after.at - before.at - before.frames)) < 10]
    stage.equal(len(muted), 2, "stretches of silence while a song went on, for the key that mutes")
    stage.silent_joints(recording, tracks, calm)


def neighbours(pieces):
    """Each longer silence with what is heard of tracks before and after it."""
    for index, silence in enumerate(pieces):
        if silence.kind == "silence" and silence.frames > 24000:
            before = [piece for piece in pieces[:index] if piece.kind == "track"]
            after = [piece for piece in pieces[index:] if piece.kind == "track"]
            if before and after:
                yield before[-1], silence, after[0]
