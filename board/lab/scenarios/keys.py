"""Every mapped key acts; a keyboard may leave with a key down and come back; of a storm of presses none is lost.

The storm is 1,000 presses at 200 a second through uinput, each of which counts once. Where the kernel drops events, since
nobody reads them, nothing stays down that is up, and keys and sound are right again. What each key does is looked for
in the state, in the log and in what was heard.
"""
from harness.keyboard import Keyboard

SONGS = 3
PRESSES = 1000
VOLUME_DOWN, NEXT, SHUFFLE, FORWARD, REWIND, MUTE, PLAY = 114, 163, 410, 208, 168, 113, 207
# The effect of each of the other keys, and how the state shows it: in an order in which each changes something.
MAPPED = (
    (164, "toggle", "state", "pause"), (PLAY, "play", "state", "play"), (201, "pause", "state", "pause"),
    (200, "play", "state", "play"), (119, "toggle", "state", "pause"), (119, "toggle", "state", "play"),
    (128, "stop", "state", "stop"), (PLAY, "play", "state", "play"), (166, "stop", "state", "stop"),
    (164, "toggle", "state", "play"), (NEXT, "next", "song", "1"), (165, "previous", "song", "0"),
    (SHUFFLE, "shuffle", "random", "1"), (SHUFFLE, "shuffle", "random", "0"),
    (439, "repeat", "repeat", "1"), (439, "repeat", "repeat", "0"),
    (VOLUME_DOWN, "volume -2", "volume", "98"), (115, "volume +2", "volume", "100"))
# Recorded presses, from the begin on.
MEDIA_KEYS = """\
track 1 begins
track 2 begins
track 3 begins
track 2 begins
track 2 goes on
track 2 begins
track 2 went on
track 2 went on
"""
# The song is begun; it moves forth and back, is muted, paused three times and stopped twice; next, previous, a volume.
MAPPED_KEYS = """\
track 1 begins
track 1 moved +5 s
track 1 moved -5 s
track 1 went on
track 1 goes on
track 1 goes on
track 1 goes on
track 1 begins
track 1 begins
track 2 begins
track 1 begins
track 1 went on
"""
# The song is begun, and is louder again after the volume that a key of the keyboard that leaves has lowered.
KEYBOARD_LEAVES = """\
track 1 begins
track 1 went on
"""
# More than the kernel keeps for a reader by far.
TOO_MANY = 1000


def song(board):
    return int(board.status().get("song", -1))


def media_keys(stage, board):
    board.hear_on()
    board.key("audionext")
    board.wait("the next song", lambda: song(board) == 1)
    board.hear_on()
    board.key("audionext")
    board.wait("the one after it", lambda: song(board) == 2)
    board.hear_on()
    board.key("audioprev")
    board.wait("the previous song", lambda: song(board) == 1)
    board.hear_on()
    board.key("audioplay")
    board.wait_state("pause")
    board.key("audioplay")
    board.wait_state("play")
    board.hear_on()
    board.key("audiostop")
    board.wait_state("stop")
    board.key("audioplay")
    board.wait_state("play")
    board.hear_on()
    before = int(board.status()["volume"])
    board.key("volumedown")
    lower = int(board.wait("a lower volume", lambda: board.status() if int(board.status()["volume"]) < before else None)
                ["volume"])
    board.hear_on()
    board.key("volumeup")
    board.wait("the volume of before", lambda: int(board.status()["volume"]) == before)
    board.hear_on()
    stage.check(before - lower <= 5, "a press of a volume key is a small step", (before, lower))
    # The recording shows it: silence while the song continues.
    board.key("audiomute")
    board.hear_on(1)
    board.key("audiomute")
    board.hear_on(1)


def mapped_keys(stage, board, keyboard):
    """All sixteen, each of which acts once; media_keys presses those that QEMU's keyboard has."""
    board.ask("play 0")
    board.wait_sound(elapsed=0.5)
    acted = 0

    def press(key, action):
        nonlocal acted
        acted += 1
        keyboard.press(key)
        board.wait(f"key {key} to act", lambda: board.actions(keyboard.name) >= acted, 10)
        found = board.inputs()[keyboard.name]
        stage.equal((found["actions"], found["last_action"]), (str(acted), action), f"key {key}")

    def place():
        """The time at which the song would have begun, if nobody had moved in it, in seconds of the guest's clock."""
        return board.now() / 1e9 - float(board.status()["elapsed"])

    for key, seconds in ((FORWARD, 5), (REWIND, -5)):
        before = place()
        press(key, f"seek {seconds:+}")
        moved = before - place()
        stage.check(abs(moved - seconds) < 0.5, f"key {key} moves by {seconds} s", moved)
        board.hear_on()
    press(MUTE, "mute")
    board.hear_on(1)
    press(MUTE, "mute")
    board.hear_on(1)
    for key, action, field, value in MAPPED:
        press(key, action)
        board.wait(f"{field} {value} after key {key}", lambda: board.status().get(field) == value, 10)
        if value not in ("pause", "stop"):
            board.hear_on()
    stage.equal(len({key for key, *_ in MAPPED} | {FORWARD, REWIND, MUTE}), 16, "keys that have a meaning by default")


def keyboard_leaves(stage, board):
    """The volumes that must have been heard, and the stretch of the recording."""
    board.ask("play 0")
    board.wait_sound(elapsed=1)
    begin = board.recorded_frames()
    board.hear_on()
    board.qmp.command("device_add", driver="usb-kbd", id="second", bus="usb.0", port="5")
    board.wait("the second keyboard", "grep -q 'QEMU USB Keyboard' /proc/bus/input/devices")
    board.wait("jukeboxd to listen to it", lambda: "QEMU USB Keyboard" in board.log())
    volume = int(board.status()["volume"])
    # If there are two keyboards, QEMU gives the keys to the one that came last.
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
    stage.equal(int(board.status()["volume"]), left + 2, "the volume after a key of the new keyboard")
    board.hear_on()
    board.qmp.command("device_del", id="third")
    board.qmp.event("DEVICE_DELETED", device="third")
    board.ask("setvol 100")
    board.hear_on()
    end = board.recorded_frames()
    board.hear_on()
    # How often the held key acted is the emulator's time to pull a keyboard.
    return [*range(100, left - 1, -2), *sorted({left + 2, 100})], begin, end


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
    board.hear_on()
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
    # The card ran dry of silence meanwhile.
    stage.healthy(board, [f"{keyboard.name}: the kernel dropped events"], possible=["underrun of the sound device"])
    return sounds_right(stage, board, keyboard)


def sounds_right(stage, board, keyboard):
    """A song is played and the next one: what must be heard of both, and from where in the recording."""
    board.ask("setvol 100")
    begin, dry = board.recorded_frames(), board.pairs("engine")["underruns"]
    keyboard.press(PLAY)
    board.wait_state("play")
    board.wait_sound(elapsed=1)
    first = song(board)
    keyboard.press(NEXT)
    board.wait("the next song", lambda: song(board) == (first + 1) % SONGS)
    board.wait_sound(elapsed=1)
    stage.equal(board.inputs()[keyboard.name]["last_action"], "next", "the last key")
    stage.equal(board.pairs("engine")["underruns"], dry, "underruns once the daemon goes on")
    stage.healthy(board)
    return [f"track {number + 1} begins" for number in (first, (first + 1) % SONGS)], begin


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
    volumes, quieter, louder = keyboard_leaves(stage, board)
    calm = board.recorded_frames()
    storm(stage, board)
    stage.healthy(board)
    stormy = board.recorded_frames()
    afterwards, begin = dropped(stage, board, keyboard)
    recording = board.power_off()
    stage.silent_joints(recording, tracks)
    stage.equal(recording.story(tracks, 0, calm), (MEDIA_KEYS + MAPPED_KEYS + KEYBOARD_LEAVES).splitlines(),
                "what is heard of each key")
    stage.equal(recording.volumes(tracks, quieter, louder), volumes, "the volumes that are heard")
    muted = [silence for before, silence, after in neighbours(recording.pieces(tracks, calm))
             if recording.joint(before, after) == "went on"]
    stage.equal(len(muted), 2, "stretches of silence while a song went on, for the key that mutes")
    stormed = recording.story(tracks, calm, stormy)
    stage.equal({line.split(" ", 2)[2] for line in stormed}, {"begins"}, "each press of the storm begins a song")
    stage.equal(stormed[-1:], [f"track {PRESSES % SONGS + 1} begins"], "what is heard after the storm")
    stage.equal(recording.story(tracks, begin), afterwards, "what is heard once keys were lost")


def neighbours(pieces):
    """Each longer silence with what is heard of tracks before and after it."""
    for index, silence in enumerate(pieces):
        if silence.kind == "silence" and silence.frames > 24000:
            before = [piece for piece in pieces[:index] if piece.kind == "track"]
            after = [piece for piece in pieces[index:] if piece.kind == "track"]
            if before and after:
                yield before[-1], silence, after[0]
