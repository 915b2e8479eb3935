"""Sectors that can't be read: the track is heard up to them, then the next one plays; the position stays right."""


def run(stage):
    first, second = stage.track(1, 20), stage.track(2, 6)
    stick = stage.stick("vfat", {"1 bad.flac": first, "2 good.flac": second})
    image = stick.path.read_bytes()
    data = first.flac.read_bytes()
    # The file lies in one piece; half of it can't be read.
    begin = image.find(data[:4096])
    stage.check(begin > 0 and image[begin:begin + len(data)] == data, "the file lies in one piece")
    bad = (begin + len(data) // 2) // 4096 * 4096
    board = stage.board()
    board.qmp.command("blockdev-add", node_name="bad-stick", driver="blkdebug", image={
        "driver": "raw", "file": {"driver": "file", "filename": str(stick.path)}},
        **{"inject-error": [{"event": "none", "iotype": "read", "sector": sector, "errno": 5, "once": False}
                            for sector in range(bad // 512, bad // 512 + 64)]})
    board.start()
    board.plug(stick, node="bad-stick")
    board.mount(stick)
    board.wait_sound(elapsed=1, file="1 bad.flac")
    board.wait_sound(elapsed=1, file="2 good.flac", seconds=90)
    stage.healthy(board, ["Input/output error"])
    board.wait_end()
    stage.equal(board.status().get("playlistlength"), "2", "entries of the queue")
    recording = board.power_off()
    heard = recording.heard([first, second])
    if stage.equal([(piece.track, piece.first) for piece in heard], [(first, 0), (second, 0)], "heard"):
        stage.check(8.5 <= heard[0].frames / 48000 <= 11, "heard of the bad track, in seconds",
                    heard[0].frames / 48000)
        stage.equal(heard[1].frames, second.frames, "frames of the good track")
    stage.silent_joints(recording, [first, second])
