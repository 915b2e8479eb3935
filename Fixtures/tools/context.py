"""Has the head of a file say that more of its sound is to be dropped in front and behind."""

import struct

import ogg


def checksum16(data):
    """CRC-16 of polynomial 0x8005, reflected: what LAME's tag ends with."""
    sum_ = 0
    for byte in data:
        sum_ ^= byte
        for _ in range(8):
            sum_ = sum_ >> 1 ^ 0xA001 if sum_ & 1 else sum_ >> 1
    return sum_


def trim_mp3(path, before, behind):
    """Adds to the encoder's delay and padding in LAME's tag."""
    data = bytearray(path.read_bytes())
    start = data.index(b"\xff\xfb")
    info = max(data.find(b"Xing"), data.find(b"Info"))
    assert data[info + 7] == 15
    lame = info + 120
    delay = (data[lame + 21] << 4 | data[lame + 22] >> 4) + before
    padding = ((data[lame + 22] & 15) << 8 | data[lame + 23]) + behind
    assert delay < 4096 and padding < 4096
    data[lame + 21:lame + 24] = bytes((delay >> 4, (delay & 15) << 4 | padding >> 8, padding & 255))
    data[lame + 34:lame + 36] = struct.pack(">H", checksum16(data[start:lame + 34]))
    path.write_bytes(data)


def trim_opus(path, before, behind):
    """Adds to the pre-skip, and takes from the last time stamp."""
    pages = ogg.pages(path.read_bytes())
    head = bytearray(pages[0].body)
    head[10:12] = struct.pack("<H", struct.unpack("<H", head[10:12])[0] + before)
    pages[0].body = bytes(head)
    pages[-1].granule -= behind
    path.write_bytes(ogg.join(pages))
