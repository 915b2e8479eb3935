"""A write-protected stick plays, and not a byte of it changes; what it would carry is kept in the box."""
import hashlib


def run(stage):
    track = stage.track(1, 8)
    for kind in ("vfat", "exfat", "ext4"):
        stick = stage.stick(kind, {"track.flac": track}, name=kind)
        digest = hashlib.sha256(stick.path.read_bytes()).hexdigest()
        board = stage.board()
        board.start()
        board.plug(stick, read_only=True)
        # Without `noload` the kernel refuses an ext4 that it can't write its journal to.
        board.mount(stick, "ro,nosuid,nodev,noexec" + (",noload" if kind == "ext4" else ""))
        board.wait_sound(elapsed=2)
        board.ask("seekcur 5")
        board.wait_sound(elapsed=5.5)
        kept = board.run("find /var/lib/jukebox -name '*.sqlite'")
        stage.check(len(kept.split()) >= 2, f"{kind}: its database is in the box", kept)
        board.ask("pause 1")
        held = float(board.status()["elapsed"])
        board.stop()
        board.start()
        status = board.wait_state("pause")
        stage.check(abs(float(status["elapsed"]) - held) < 0.001, f"{kind}: the place is kept over a restart",
                    (held, status["elapsed"]))
        stage.healthy(board)
        board.stop()
        board.yank(stick)
        board.unmount(stick)
        recording = board.power_off()
        stage.silent_joints(recording, [track])
        heard = recording.heard([track])
        stage.check(heard and heard[0].first == 0 and heard[0].frames > 90000, f"{kind}: heard exactly", heard)
        stage.equal(hashlib.sha256(stick.path.read_bytes()).hexdigest(), digest, f"{kind}: the stick's digest")
