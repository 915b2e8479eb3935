"""The USB sound card is unplugged in mid-track and plugged back: it continues by itself from where it was heard last."""
from harness.recording import Recording

# Heard again is at most what the card had not played when it told last: what jukeboxd keeps in it, and USB's queue.
MOST_AGAIN = 4800
# QEMU's card swallows up to 32 packets of a millisecond and loses them; a real one has a few.
MOST_LOST = 32 * 48


def left_out(arguments):
    return None if arguments.sound == "usb" else "an HDA controller can't be unplugged"


def run(stage):
    track = stage.track(1, 20)
    stick = stage.stick("vfat", {"track.flac": track})
    board = stage.board()
    board.plug(stick)
    board.mount(stick)
    board.start()
    board.wait_sound(elapsed=2)
    board.unplug_sound()
    board.wait("jukeboxd to miss its card", lambda: "sound device lost" in board.log())
    held = float(board.status()["elapsed"])
    board.run("usleep 1000000")
    stage.equal(float(board.status()["elapsed"]), held, "the position while the card is gone")
    stage.equal(board.status()["state"], "play", "the state while the card is gone")
    stage.equal(board.open_files("/dev/snd"), [], "what is open of the card that left")

    board.plug_sound()
    plugged = board.now()
    board.wait("the card's return", lambda: " is back" in board.log())
    stage.note("plug to back", (board.now() - plugged) / 1e9)
    board.wait_sound(elapsed=held + 2)
    stage.healthy(board, ["sound device lost", "is back"])

    listen(stage, board.power_off(), Recording(board.spare_file), track)


def listen(stage, before, after, track):
    """Up to its end the first card was given the track and no more; the second one, faded in, what comes then."""
    first, second = before.heard([track]), after.heard([track])
    if not stage.equal((len(first), len(second)), (1, 1), f"pieces before and after, {first} and {second}"):
        return
    stage.equal(first[0].first, 0, "heard from the beginning")
    stage.equal([piece.kind for piece in before.pieces([track])], ["silence", "track"],
                "the first card was given silence, then the track to the end")
    stage.silent_joints(before, [track], words="no click while the card leaves")
    good, faded = after.fades_in(second[0])
    stage.check(good and faded > 0, "the sound fades in on the card that came", (faded, after.pieces([track])))
    stage.silent_joints(after, [track], words="no click on the card that came")
    again = first[0].end - (second[0].first - faded)
    stage.note("heard again", again / 48000)
    stage.check(-MOST_LOST <= again <= MOST_AGAIN, "goes on where it was heard last", f"{first} then {second}")
