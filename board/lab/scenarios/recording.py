"""A microphone leaves while it records, and the box runs full while it records: what there was by then is kept.

Then the microphone is back, the room is back, and the next recording is whole.
"""

from harness import microphone


def recorded(board, seconds):
    """The status, once so much has been recorded."""
    return board.wait(f"{seconds} s to be recorded", lambda: (
        lambda status: status if status["state"] == "recording" and float(status["elapsed"]) >= seconds else None)(
        board.pairs("record status")))


def ended(board):
    return board.wait("the recording to end", lambda: (
        lambda status: status if status["state"] == "take" else None)(board.pairs("record status")))


def run(stage):
    stick = stage.stick("vfat", {"track.flac": stage.track(1, 5)})
    board = stage.board(devices=microphone.DEVICES)
    device, configuration = microphone.find(board)
    board.run("mkdir -p /var/lib/jukebox && mount -t tmpfs -o size=24m none /var/lib/jukebox")
    board.start("autoplay = off\n" + configuration)
    board.plug(stick)
    board.mount(stick)

    board.ask('record start "cut off"')
    recorded(board, 1)
    board.run(f"echo 1 > {device}/remove")
    status = ended(board)
    stage.check(float(status["elapsed"]) >= 0.9, "what was recorded until the microphone left is there", status)
    stage.check("microphone" in status.get("message", ""), "the message says that it left", status)
    kept = board.pairs("record keep")["file"]
    stage.equal(kept.rpartition("/")[2], "cut off.flac", "kept")
    status, words = board.attempt("board-tool ask /run/jukebox/socket 'record start again'")
    stage.check(ended_with_microphone(board, status, words), "without one it says so", (status, words))

    board.run("echo 1 > /sys/bus/pci/rescan")
    board.wait("the microphone", lambda: board.run(microphone.FIND).strip())
    board.ask('record start "full" seconds 600')
    recorded(board, 1)
    board.attempt("dd if=/dev/zero of=/var/lib/jukebox/fill bs=64k count=160")
    status = ended(board)
    stage.check("full" in status.get("message", ""), "the message says that the box is full", status)
    stage.check(float(status["elapsed"]) >= 1, "what there was room for is there", status)
    board.ask("record keep")
    refused, words = board.attempt("board-tool ask /run/jukebox/socket 'record start'")
    stage.check(refused != 0 or "16 MiB" in words, "a full box refuses", words)

    board.run("rm /var/lib/jukebox/fill")
    board.ask("record start whole seconds 2")
    status = ended(board)
    stage.check("message" not in status, "the next one is whole", status)
    stage.check(abs(float(status["elapsed"]) - 2) < 0.001, "it ends at its limit", status)
    board.ask("record keep")
    names = board.wait("the pads", lambda: (lambda found: found if len(found) == 3 else None)(
        sorted(line[5:] for line in board.ask("pads") if line.startswith("pad: "))))
    stage.equal(names, ["cut off", "full", "whole"], "the pads")
    stage.healthy(board, possible=["recording:"])


def ended_with_microphone(board, status, words):
    """Refused at once, or ended at once."""
    return status != 0 or "microphone" in words or "microphone" in board.pairs("record status").get("message", "")
