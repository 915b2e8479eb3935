"""Reads files of an exFAT file system as they lie in an image, for no tool does that without a kernel.

The names of what is read are the standard's (Microsoft, exFAT file system specification, 3.1 and 7).
"""
import struct

from .failure import Failure, ShortChain

FILE, STREAM, NAME = 0x85, 0xC0, 0xC1
NO_FAT_CHAIN = 2
LAST_CLUSTER = 0xFFFFFFF7
# A chain that is longer than this runs in a circle.
MOST_CLUSTERS = 1 << 20


class Exfat:
    """The file system that begins at byte `first` of an image."""

    def __init__(self, image, first):
        self.image = image
        self.first = first
        head = self.bytes_at(0, 512)
        if head[3:11] != b"EXFAT   ":
            raise Failure(f"no exFAT lies at byte {first} of {image.name}")
        fat, _, heap, _, self.root = struct.unpack("<IIIII", head[80:100])
        sector = 1 << head[108]
        self.fat_bytes, self.heap_bytes, self.cluster_bytes = fat * sector, heap * sector, sector << head[109]

    def bytes_at(self, at, count):
        self.image.seek(self.first + at)
        return self.image.read(count)

    def clusters(self, first, count, is_chained):
        """The numbers of a file's clusters, `count` of them; of a folder, whose count is None, as the chain has it."""
        cluster, found = first, 0
        while cluster >= 2 and (count is None or found < count) and cluster < LAST_CLUSTER and found < MOST_CLUSTERS:
            yield cluster
            found += 1
            cluster = struct.unpack("<I", self.bytes_at(self.fat_bytes + 4 * cluster, 4))[0] if is_chained \
                else cluster + 1

    def body(self, first, length, is_chained):
        """The bytes of a file, or of a folder without a length, which ends with its chain."""
        count = None if length is None else -(-length // self.cluster_bytes)
        parts = [self.bytes_at(self.heap_bytes + (cluster - 2) * self.cluster_bytes, self.cluster_bytes)
                 for cluster in self.clusters(first, count, is_chained)]
        if count is not None and len(parts) < count:
            raise ShortChain(f"{len(parts)} clusters of {count}")
        return b"".join(parts)[:length]

    def folder(self, first, length, is_chained):
        """{name: (first cluster, length, valid length, is chained)} of a folder."""
        data = self.body(first, length, is_chained)
        entries = [data[at:at + 32] for at in range(0, len(data), 32)]
        found, at = {}, 0
        while at < len(entries) and entries[at][0]:
            entry = entries[at]
            if entry[0] != FILE:
                at += 1
                continue
            others = entries[at + 1:at + 1 + entry[1]]
            name = b"".join(other[2:] for other in others if other[0] == NAME)
            for other in others:
                if other[0] == STREAM:
                    valid, _, cluster, size = struct.unpack("<QIIQ", other[8:32])
                    found[name[:2 * other[3]].decode("utf-16-le", "replace")] = (
                        cluster, size, valid, not other[1] & NO_FAT_CHAIN)
            at += 1 + len(others)
        return found

    def read(self, path):
        """The bytes of the file at a path; None where there is none."""
        place = (self.root, None, True)
        *folders, name = path.strip("/").split("/")
        for part in folders:
            entry = self.folder(*place).get(part)
            if entry is None:
                return None
            place = (entry[0], entry[1], entry[3])
        entry = self.folder(*place).get(name)
        if entry is None:
            return None
        cluster, size, valid, is_chained = entry
        body = self.body(cluster, size, is_chained)
        # Unwritten parts read as zeros.
        return body[:valid].ljust(size, b"\0")
