"""A stick without a free byte plays, keeps its files as they are, and its state is kept in the box."""


def run(stage):
    track = stage.track(1, 8)
    for kind in ("vfat", "exfat", "ext4"):
        stick = stage.stick(kind, {"track.flac": track}, name=kind)
        board = stage.board()
        board.plug(stick)
        board.mount(stick)
        folder = board.mounts[kind]
        # Down to the last byte, also what ext4 reserves for root.
        board.attempt(f"dd if=/dev/zero of={folder}/fill bs=64k; dd if=/dev/zero of={folder}/rest bs=512; sync", 120)
        stage.check(not board.holds(f"echo > {folder}/more"), f"{kind}: the stick is full")
        before = board.run(f"cd {folder} && ls -la | sort && md5sum track.flac")
        board.start()
        board.wait_sound(elapsed=2)
        board.ask("seekcur 5")
        board.wait_sound(elapsed=5.5)
        board.ask("pause 1")
        held = float(board.status()["elapsed"])
        board.stop()
        board.start()
        status = board.wait_state("pause")
        stage.check(abs(float(status["elapsed"]) - held) < 0.001, f"{kind}: the place is kept over a restart",
                    (held, status["elapsed"]))
        stage.healthy(board)
        board.stop()
        after = board.run(f"cd {folder} && ls -la | sort && md5sum track.flac")
        kept = [line for line in before.splitlines() if "track.flac" in line or "fill" in line]
        stage.equal([line for line in after.splitlines() if "track.flac" in line or "fill" in line], kept,
                    f"{kind}: the files")
        board.unmount(stick)
        recording = board.power_off()
        stage.silent_joints(recording, [track])
        heard = recording.heard([track])
        stage.check(heard and heard[0].first == 0 and heard[0].frames > 90000, f"{kind}: heard exactly", heard)
