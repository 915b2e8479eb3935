"""A stick of 1 MB/s: plays at once beside its own first scan, without a gap, and keys act at once."""

BYTES_PER_SECOND = 1000000
FILES = 1000


def run(stage):
    track, other = stage.track(1, 15), stage.track(2, 15)
    small = {f"album {number // 100:02}/{number:04}.flac": stage.track(3, 1) for number in range(FILES)}
    stick = stage.stick("vfat", {"0 first.flac": track, "1 second.flac": other, **small}, megabytes=256)
    board = stage.board()
    board.start()
    board.qmp.command("object-add", qom_type="throttle-group", id="slow", limits={
        "bps-total": BYTES_PER_SECOND, "iops-total": 400})
    board.qmp.command("blockdev-add", node_name="slow-stick", driver="throttle", throttle_group="slow",
                      file={"driver": "raw", "file": {"driver": "file", "filename": str(stick.path)}})
    board.plug(stick, node="slow-stick")
    mounted = board.mount(stick, seconds=60)
    board.wait_sound()
    began = int(board.pairs("engine")["first_start_ns"])
    stage.note("mount to sound", (began - mounted) / 1e9)
    board.wait_sound(elapsed=2)
    stage.check(board.is_scanning(), "the scan goes on behind the music")
    board.key("audionext")
    board.wait_sound(elapsed=6, file="1 second.flac")
    stage.within("key", int(board.pairs("engine")["key_latency_p99_us"]) / 1e6, 0.1)
    board.wait("the end of the scan", lambda: not board.is_scanning(), 180)
    stage.equal(len([line for line in board.ask("listall") if line.startswith("file: ")]), FILES + 2, "tracks found")
    stage.equal(board.pairs("engine")["underruns"], "0", "underruns")
    stage.check("too slow" not in board.log(), "the ring never ran dry", board.log_tail())
    stage.healthy(board)
    recording = board.power_off()
    heard = recording.heard([track, other])
    stage.equal([piece.track for piece in heard[:2]], [track, other], "heard without a gap")
    stage.check(all(recording.begins(piece) for piece in heard[:2]), "both are heard from their beginning", heard[:2])
    stage.silent_joints(recording, [track, other, stage.track(3, 1)])
