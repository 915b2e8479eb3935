"""A disk all of whose writes are logged, and the disk as it was at points of that log: what a power cut leaves of a
disk that loses its own memory with it."""
import struct

from .packages import run

MAGIC = 0x6A736677736872
FLUSH, DISCARD = 1, 4
# The log is a file with holes.
ROOM_BYTES = 1 << 30
# The number of points between flushes that are looked at.
POINTS = 30


class WriteLog:
    """QEMU's log of an image's writes, in the form of the kernel's dm-log-writes; `devices` are the options that give a
    board the block node `logged`."""

    def __init__(self, stage, image_file, name):
        self.path = stage.folder / f"writes-{name}"
        with open(self.path, "wb") as file:
            file.truncate(ROOM_BYTES)
        self.before = stage.folder / f"before-{name}.img"
        run("cp", "--sparse=always", image_file, self.before)
        # This machine keeps its own power: its storage need not have each write at once.
        self.devices = ["-blockdev", f"driver=file,node-name=disk-file,filename={image_file},cache.no-flush=on",
                        "-blockdev", f"driver=file,node-name=log-file,filename={self.path},cache.no-flush=on",
                        "-blockdev", "driver=blklogwrites,node-name=logged,file=disk-file,log=log-file"]
        # For a disk that has no flush, such as an SD card: the log and `length` have each write at once.
        self.devices_without_flush = [*self.devices[:-1], self.devices[-1] + ",log-super-update-interval=1"]
        self.drive = (f"driver=blklogwrites,file.driver=file,file.filename={image_file},file.cache.no-flush=on,"
                      f"log.driver=file,log.filename={self.path},log.cache.no-flush=on,log-super-update-interval=1")

    @property
    def length(self):
        """How many writes lie in it up to its last flush: an acknowledgement comes after one."""
        with open(self.path, "rb") as file:
            return struct.unpack("<QQQI", file.read(28))[2]

    def entries(self):
        """(sector, flags, data) of each write."""
        with open(self.path, "rb") as file:
            magic, _, count, size = struct.unpack("<QQQI", file.read(28))
            if magic != MAGIC:
                raise ValueError(f"{self.path} is no log of writes")
            file.seek(size)
            for _ in range(count):
                sector, sectors, flags, _ = struct.unpack("<QQQQ", file.read(32))
                file.seek(size - 32, 1)
                yield sector, flags, b"" if flags & DISCARD else file.read(sectors * 512)

    def replay(self, chance, check, between=POINTS):
        """Repeats the writes on the image of before, and has `check(how many, image, whether it is a flush)` look at
        it at every flush after a write, at some points `between`, and at the end; how often it did. The log goes."""
        entries = list(self.entries())
        points = set(chance.sample(range(len(entries)), min(between, len(entries))))
        looked, has_changed = 0, False
        with open(self.before, "r+b", buffering=0) as image:
            for number, (sector, flags, data) in enumerate(entries):
                image.seek(sector * 512)
                image.write(data)
                has_changed = has_changed or bool(data)
                if has_changed and (number in points or flags & FLUSH or number == len(entries) - 1):
                    check(number + 1, self.before, bool(flags & FLUSH))
                    looked, has_changed = looked + 1, False
        self.path.unlink()
        self.before.unlink()
        return looked
