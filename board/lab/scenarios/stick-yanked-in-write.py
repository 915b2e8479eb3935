"""A stick is pulled while its database is written: the database is whole at its return, and so is the queue."""
from harness.databases import check_databases

PULLS = 3


def run(stage):
    track, small = stage.track(1, 30), stage.track(2, 1)
    files = {"0 first.flac": track, **{f"more {number:02}.flac": small for number in range(40)}}
    for kind in ("vfat", "exfat", "ext4"):
        stick = stage.stick(kind, files, name=kind)
        board = stage.board()
        board.start()
        length = 0
        for pull in range(PULLS):
            before = len(board.log())
            board.plug(stick, port=2 + pull)
            board.mount(stick)
            if pull:
                stage.check(check_databases(stage, board, f"{kind}, pull {pull}", board.mounts[kind]) > 0,
                            f"{kind}: its database is there")
            board.wait_sound()
            board.wait("the end of the scan", lambda: not board.is_scanning(), 60)
            if pull:
                stage.equal(board.status()["playlistlength"], str(length), f"{kind}, pull {pull}: entries of the queue")
            else:
                length = int(board.status()["playlistlength"])
            # New entries are written to the stick too, within two seconds; the scan that is asked for writes as well.
            board.ask("rescan", *[f'add "{line[6:]}"' for line in board.ask("listall") if line.startswith("file: ")][:30])
            length += 30
            # In the midst of it: some pages are on their way, and more are to come.
            written = board.written(stick)
            # A FAT that was cut may be found broken by the kernel, which lets nobody write to it then.
            refused = kind != "ext4" and "read-only: its database" in board.log()[before:]
            if not refused:
                board.wait("writes to the stick", lambda: board.written(stick) > written + pull * 8192, 20)
            board.yank(stick)
            board.unmount(stick, 10)
            board.wait_state("stop")
        board.plug(stick)
        board.mount(stick)
        stage.check(check_databases(stage, board, f"{kind}, at last", board.mounts[kind]) > 0, f"{kind}: its database is there")
        board.wait_sound()
        board.wait("the end of the scan", lambda: not board.is_scanning(), 60)
        stage.equal(board.status()["playlistlength"], str(length), f"{kind}: entries of the queue")
        stage.check("set aside" not in board.log(), f"{kind}: no database was set aside", board.log_tail())
        stage.healthy(board, possible=["the scan was aborted", "too slow", "completes the index", "stay as they are"])
        recording = board.power_off()
        stage.silent_joints(recording, [track, small])
        heard = recording.heard([track, small])
        stage.check(len(heard) > 1 and recording.begins(heard[0]), f"{kind}: it is heard, and goes on", heard)
