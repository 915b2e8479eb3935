"""A FAT that was pulled while it was written: a file that is longer than its data is passed over, the rest plays."""
import struct


def damage(path, name, keep_clusters):
    """Marks the file system dirty and cuts the chain of a file of the root folder behind its first clusters."""
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

        file.seek(data + (root - 2) * per_cluster * sector)
        folder = file.read(per_cluster * sector)
        at = folder.find(name)
        high, = struct.unpack_from("<H", folder, at + 20)
        low, = struct.unpack_from("<H", folder, at + 26)
        cluster = high << 16 | low
        for _ in range(keep_clusters - 1):
            cluster = entry(cluster)
        put(cluster, 0x0FFFFFFF)
        # Dirty: what a kernel sets at the mount and clears at the unmount.
        file.seek((1 << 20) + 0x41)
        file.write(b"\x01")
    return keep_clusters * per_cluster * sector


def run(stage):
    first, second = stage.track(1, 10), stage.track(2, 5)
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
