"""Reads files of a FAT32 file system as they lie in an image, in the way of a kernel: no cluster beyond a file's size
is looked at, so that a chain that was cut while it grew is no harm to what was there before.

The names are those of Microsoft's FAT specification.
"""
import struct

from .failure import Failure, ShortChain

LONG_NAME, DELETED = 0x0F, 0xE5
FIRST_CLUSTER, BAD_CLUSTER = 2, 0x0FFFFFF7
# A folder's chain that is longer than this runs in a circle.
MOST_CLUSTERS = 1 << 16


class FAT32:
    """The file system that begins at byte `first` of an image."""

    def __init__(self, image, first):
        self.image = image
        self.first = first
        head = self.bytes_at(0, 512)
        if head[82:87] != b"FAT32":
            raise Failure(f"no FAT32 lies at byte {first} of {image.name}")
        sector, per_cluster, reserved, tables = struct.unpack("<HBHB", head[11:17])
        length, self.root = struct.unpack("<I4xI", head[36:48])
        self.table_bytes = reserved * sector
        self.data_bytes = (reserved + tables * length) * sector
        self.cluster_bytes = per_cluster * sector

    def bytes_at(self, at, count):
        self.image.seek(self.first + at)
        return self.image.read(count)

    def body(self, cluster, length=None):
        """The bytes of a file, or of a folder, which ends with its chain."""
        count = MOST_CLUSTERS if length is None else -(-length // self.cluster_bytes)
        parts = []
        while len(parts) < count and FIRST_CLUSTER <= cluster < BAD_CLUSTER:
            parts.append(self.bytes_at(self.data_bytes + (cluster - 2) * self.cluster_bytes, self.cluster_bytes))
            cluster = struct.unpack("<I", self.bytes_at(self.table_bytes + 4 * cluster, 4))[0] & 0x0FFFFFFF
        if length is not None and len(parts) < count:
            raise ShortChain(f"{len(parts)} clusters of {count}")
        return b"".join(parts)[:length]

    def folder(self, cluster):
        """{name: (first cluster, size)} of what has a long name in a folder."""
        data = self.body(cluster)
        found, name = {}, b""
        for at in range(0, len(data), 32):
            entry = data[at:at + 32]
            if not entry[0]:
                break
            if entry[0] == DELETED:
                name = b""
            elif entry[11] == LONG_NAME:
                # The last part comes first.
                name = entry[1:11] + entry[14:26] + entry[28:32] + name
            else:
                high, low, size = struct.unpack("<H4xHI", entry[20:32])
                found[name.decode("utf-16-le", "replace").partition("\0")[0]] = (high << 16 | low, size)
                name = b""
        return found

    def read(self, path):
        """The bytes of the file at a path; None where there is none."""
        *folders, name = path.strip("/").split("/")
        cluster = self.root
        for part in folders:
            if part not in (entries := self.folder(cluster)):
                return None
            cluster = entries[part][0]
        found = self.folder(cluster).get(name)
        return None if found is None else self.body(*found)
