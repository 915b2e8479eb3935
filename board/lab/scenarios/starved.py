"""Four busy loops and a storm of disk reads beside the music: not a gap, and a key still acts at once.

Its processor never rests, so the guest's clock goes by what it has done alone, and the bound for controls holds as it
is.
"""
from harness.bounds import KEPT_MS
from harness.tracks import RATE


def run(stage):
    track, other = stage.track(1, 20), stage.track(2, 20)
    stick = stage.stick("vfat", {"1 first.flac": track, "2 second.flac": other})
    noise = stage.stick("ext4", {"noise": bytes(8 << 20)}, name="noise")
    board = stage.board()
    board.plug(noise)
    board.mount(noise, "ro")
    board.plug(stick)
    board.mount(stick)
    board.start()
    board.wait_sound(elapsed=3)
    board.run(f"board-tool busy 4 {board.mounts['noise']}/noise > /dev/null 2>&1 &")
    board.wait_sound(elapsed=12)
    began = int(board.pairs("engine").get("keys", 0))
    board.key("audionext")
    board.wait_sound(elapsed=2, file="2 second.flac")
    board.key("audioplay")
    board.wait_state("pause")
    board.key("audioplay")
    board.wait_state("play")
    board.hear_on(2)
    engine = board.pairs("engine")
    board.run("killall board-tool")
    stage.equal(int(engine["keys"]) - began, 3, "keys that are counted")
    stage.note("underruns", int(engine["underruns"]))
    stage.equal(engine["underruns"], "0", "underruns")
    # As much as at latency `normal` from the beginning: it was never widened for want of time.
    stage.equal(int(engine["kept_frames"]), KEPT_MS * RATE // 1000, "frames kept in the card")
    stage.prompt(board)
    stage.healthy(board)
    recording = board.power_off()
    stage.equal(recording.story([track, other]), ["track 1 begins", "track 2 begins", "track 2 goes on"],
                "heard: a track, the next one, and a pause in it that loses nothing")
    stage.silent_joints(recording, [track, other])
