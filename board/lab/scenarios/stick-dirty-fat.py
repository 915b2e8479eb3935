"""A FAT that was pulled while it was written: what is longer than its data is skipped, be it a track, the log of
the stick's database or that itself; the rest plays."""
import struct


def damage(path, name, keep_clusters, folder_name=None):
    """Marks the file system dirty and cuts the chain of a file after its first clusters; the file lies in the root
    folder, or in a folder there, where that is named."""
    with open(path, "r+b") as file:
        file.seek(1 << 20)
        boot = file.read(512)
        sector, per_cluster, reserved, fats = struct.unpack_from("<HBHB", boot, 11)
        fat_sectors, = struct.unpack_from("<I", boot, 36)
        root, = struct.unpack_from("<I", boot, 44)
        fat = (1 << 20) + reserved * sector
        data = fat + fats * fat_sectors * sector

        def entry(cluster):
            file.seek(fat + 4 * cluster)
            return struct.unpack("<I", file.read(4))[0] & 0x0FFFFFFF

        def put(cluster, value):
            for number in range(fats):
                file.seek(fat + number * fat_sectors * sector + 4 * cluster)
                file.write(struct.pack("<I", value))

        def find(folder, name):
            """The first cluster of what a folder has under an 8.3 name."""
            listing = b""
            while 2 <= folder < 0x0FFFFFF8:
                file.seek(data + (folder - 2) * per_cluster * sector)
                listing += file.read(per_cluster * sector)
                folder = entry(folder)
            at = next(at for at in range(0, len(listing), 32) if listing[at:at + 11] == name)
            high, = struct.unpack_from("<H", listing, at + 20)
            low, = struct.unpack_from("<H", listing, at + 26)
            return high << 16 | low

        cluster = find(find(root, folder_name) if folder_name else root, name)
        for _ in range(keep_clusters - 1):
            cluster = entry(cluster)
        put(cluster, 0x0FFFFFFF)
        # Dirty: what a kernel sets at the mount and clears at the unmount.
        file.seek((1 << 20) + 0x41)
        file.write(b"\x01")
    return keep_clusters * per_cluster * sector


def run(stage):
    first, second, third = stage.track(1, 10), stage.track(2, 5), stage.track(3, 20)
    stick = stage.stick("vfat", {"1CUT.FLA": first, "2WHOLE.FLA": second})
    size = first.flac.stat().st_size
    kept = damage(stick.path, b"1CUT    FLA", size // 2 // 512)
    stage.check(kept < size, "the chain is cut", (kept, size))
    board = stage.board()
    board.start()
    board.plug(stick)
    board.mount(stick)
    board.wait("the kernel's word", "dmesg | grep -qi 'not properly unmounted'")
    board.wait_sound(elapsed=1, file="2WHOLE.FLA", seconds=60)
    board.wait("the end", lambda: board.status()["state"] == "stop")
    stage.healthy(board, ["1CUT.FLA: Input/output error"])
    recording = board.power_off()
    heard = recording.heard([first, second])
    whole = [piece for piece in heard if piece.track is second]
    stage.equal([(piece.first, piece.frames) for piece in whole], [(0, second.frames)], "heard of the whole track")
    stage.silent_joints(recording, [first, second])

    board = stage.board()
    # Two names that are alike in the first eight letters and the first three after the dot.
    for name, short, clusters in (("log", b"LIBRAR~2SQL", 2), ("database", b"LIBRAR~1SQL", 4)):
        cut_database(stage, board, stage.stick("vfat", {"song.flac": third}, name=name), short, clusters)
    heard = board.power_off().heard([third])
    stage.check(len([piece for piece in heard if piece.frames > 0]) >= 4, "heard before and after each cut", heard)


def cut_database(stage, board, stick, short, clusters):
    """A stick whose database or log was cut is played, and gets a new database."""
    board.run("rm -rf /var/lib/jukebox")
    board.start()
    board.plug(stick)
    board.mount(stick)
    board.wait_sound(elapsed=1)
    board.wait("the end of the scan", lambda: not board.is_scanning())
    log = f"{board.mounts[stick.name]}/.jukebox/library.sqlite-wal"
    board.wait("something in the database's log", f"[ $(stat -c %s {log}) -gt 1024 ]")
    # Killed, so that the log stays as it is.
    board.kill()
    board.unmount(stick)
    board.yank(stick)
    damage(stick.path, short, clusters, b"JUKEBO~1   ")
    board.start()
    board.plug(stick)
    board.mount(stick)
    board.wait_sound(elapsed=1)
    board.wait("the library", lambda: any(line.startswith("file: ") for line in board.ask("listall")))
    stage.healthy(board, possible=["library.sqlite", "became read-only"])
    board.stop()
    board.unmount(stick)
    board.yank(stick)
