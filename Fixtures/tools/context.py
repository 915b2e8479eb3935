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


def packets(all_pages):
    """The packets of one stream."""
    found, open_ = [], b""
    for page in all_pages:
        at = 0
        for size in page.lacing:
            open_ += page.body[at:at + size]
            at += size
            if size < 255:
                found.append(open_)
                open_ = b""
    return found


def trim_vorbis(path, before, behind):
    """Leaves out the packets before and behind, and dates the others back: what the first and the last page hold
    beyond their time stamps is dropped (Vorbis I, A.2)."""
    pages = ogg.pages(path.read_bytes())
    frames = pages[-1].granule - behind - before
    head, comment, setup, *sound = packets(pages)
    short, long = 1 << (head[28] & 15), 1 << (head[28] >> 4)
    # An encoder's usual two modes: the bit behind the packet's type tells a long block.
    blocks = [long if packet[0] & 2 else short for packet in sound]
    ends = [0]
    for one, next_ in zip(blocks, blocks[1:]):
        ends.append(ends[-1] + (one + next_) // 4)
    assert all(page.granule in ends for page in pages[2:-1] if page.granule > 0)
    # The first packet gives no sound of its own.
    first = max(i for i, end in enumerate(ends) if end <= before)
    last = next(i for i, end in enumerate(ends) if end >= before + frames)
    made = [pages[0]]

    def add(granule, flags, *some):
        made.append(
            ogg.Page(flags, granule, pages[0].serial, len(made), b"".join(map(ogg.lace, some)), b"".join(some)))

    add(0, 0, comment, setup)
    # Decoders drop from the packet that a page's time stamp belongs to, so the first page has one that sounds.
    size = 2
    while first <= last:
        to = min(first + size, last + 1)
        end = to > last
        add(frames if end else ends[to - 1] - before, 4 if end else 0, *sound[first:to])
        first, size = to, 12
    path.write_bytes(ogg.join(made))
