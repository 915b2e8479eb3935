"""Takes Ogg files apart into pages and puts pages together, with right checksums."""

import struct


def _table():
    out = []
    for i in range(256):
        r = i << 24
        for _ in range(8):
            r = (r << 1 ^ 0x04C11DB7 if r & 0x80000000 else r << 1) & 0xFFFFFFFF
        out.append(r)
    return out


TABLE = _table()


def checksum(data):
    sum_ = 0
    for byte in data:
        sum_ = (sum_ << 8 & 0xFFFFFFFF) ^ TABLE[sum_ >> 24 ^ byte]
    return sum_


class Page:
    def __init__(self, flags, granule, serial, sequence, lacing, body):
        self.flags, self.granule, self.serial, self.sequence = flags, granule, serial, sequence
        self.lacing, self.body = bytes(lacing), bytes(body)

    def bytes(self, sum_=None):
        head = b"OggS\0" + struct.pack("<BqII", self.flags, self.granule, self.serial, self.sequence)
        tail = bytes((len(self.lacing),)) + self.lacing + self.body
        if sum_ is None:
            sum_ = checksum(head + bytes(4) + tail)
        return head + struct.pack("<I", sum_) + tail


def pages(data):
    at, found = 0, []
    while at < len(data):
        assert data[at:at + 4] == b"OggS"
        flags, granule, serial, sequence, _, count = struct.unpack("<BqIIIB", data[at + 5:at + 27])
        lacing = data[at + 27:at + 27 + count]
        size = sum(lacing)
        start = at + 27 + count
        found.append(Page(flags, granule, serial, sequence, lacing, data[start:start + size]))
        at = start + size
    return found


def join(all_pages):
    return b"".join(p.bytes() for p in all_pages)


def lace(packet):
    """The lacing values of one packet that ends on its page."""
    return bytes([255] * (len(packet) // 255) + [len(packet) % 255])
