"""What the sound card was given, taken apart: which frames of which track, in which order, and what lay between.

The recording has no time of its own: where the card is stopped, nothing is recorded. jukeboxd keeps its card running,
so silence between sounds is there in full as long as the daemon is.
"""
import array
import dataclasses
import pathlib
import re
import struct

from .failure import Failure
from .tracks import AMPLITUDE

FRAME = 4  # bytes: two samples of 16 bits
PROBE = 16 * FRAME
# Where nothing matches, this much is passed over at once; a match is then followed back to where it begins.
STRIDE = 32 * FRAME
FADE_FRAMES = 240


@dataclasses.dataclass
class Piece:
    """Frames `first` to `first + frames` of a track, of silence (`track` is None), or of something else ("other")."""

    kind: str
    at: int
    frames: int
    track: object = None
    first: int = 0

    @property
    def end(self):
        return self.first + self.frames

    def __repr__(self):
        if self.kind == "track":
            return f"[{self.at}: {self.track} {self.first}..{self.end}]"
        return f"[{self.at}: {self.frames} {self.kind}]"


def alike(a, at, b, bt):
    """How many bytes of `a` from `at` equal those of `b` from `bt`."""
    count, most = 0, min(len(a) - at, len(b) - bt)
    size = 1 << 16
    while count < most:
        size = min(size, most - count)
        if a[at + count:at + count + size] == b[bt + count:bt + count + size]:
            count += size
            continue
        if size == 1:
            break
        size //= 2
    return count


def alike_before(a, at, b, bt):
    """How many bytes before the two places are equal."""
    count = 0
    while at - count - FRAME >= 0 and bt - count - FRAME >= 0 and \
            a[at - count - FRAME:at - count] == b[bt - count - FRAME:bt - count]:
        count += FRAME
    return count


class Recording:
    """A WAV file that QEMU wrote, also one that it could not finish."""

    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        if len(data) < 44:
            raise Failure(f"{path} holds no recording")
        _, channels, self.rate, _, _, bits = struct.unpack("<HHIIHH", data[20:36])
        if (channels, bits) != (2, 16):
            raise Failure(f"{path} has {channels} channels of {bits} bits, not two of 16")
        self.data = data[44:len(data) - (len(data) - 44) % FRAME]
        self.frames = len(self.data) // FRAME

    def find(self, probe, tracks):
        for track in tracks:
            at = track.samples.find(probe)
            while at >= 0 and at % FRAME:
                at = track.samples.find(probe, at + 1)
            if at >= 0:
                return track, at
        return None

    def pieces(self, tracks, end=None):
        """The recording as pieces, in order; `end` leaves out what comes later, in frames."""
        data, pieces = self.data if end is None else self.data[:end * FRAME], []
        # Found quickest where the last piece ended or the next track begins.
        at = other = 0
        sounding = re.compile(rb"[^\0]")

        def close_other(end):
            if end > other:
                pieces.append(Piece("other", other // FRAME, (end - other) // FRAME))

        while at < len(data):
            found = sounding.search(data, at)
            silent = ((found.start() if found else len(data)) - at) // FRAME * FRAME
            # A frame or two of zeros may be within something else.
            if silent >= STRIDE or (silent and at + silent == len(data)):
                close_other(at)
                pieces.append(Piece("silence", at // FRAME, silent // FRAME))
                at = other = at + silent
                continue
            match = self.find(data[at:at + PROBE], tracks) if at + PROBE <= len(data) else None
            if not match:
                at += STRIDE if any(data[at:at + FRAME]) and not silent else max(silent, FRAME)
                at = min(at, len(data))
                continue
            track, place = match
            back = min(alike_before(data, at, track.samples, place), at - other)
            at, place = at - back, place - back
            close_other(at)
            length = alike(data, at, track.samples, place) // FRAME * FRAME
            pieces.append(Piece("track", at // FRAME, length // FRAME, track, place // FRAME))
            at = other = at + length
        close_other(at)
        return trimmed(pieces, data)

    def heard(self, tracks):
        """The pieces that are frames of tracks."""
        return [piece for piece in self.pieces(tracks) if piece.kind == "track"]

    def clicks(self, tracks):
        """Frames at which the sound jumps by more than the tracks themselves and a fade of 5 ms do."""
        most = max(track.largest_step for track in tracks) + AMPLITUDE // FADE_FRAMES + 16
        values = array.array("h", self.data)
        return [at // 2 for at, (before, after) in enumerate(zip(values, values[2:])) if abs(after - before) > most]


def trimmed(pieces, data):
    """Silence at the edges of `other` pieces counts as silence."""
    result = []
    for piece in pieces:
        if piece.kind == "other":
            body = data[piece.at * FRAME:(piece.at + piece.frames) * FRAME]
            head = (len(body) - len(body.lstrip(b"\0"))) // FRAME
            tail = (len(body) - len(body.rstrip(b"\0"))) // FRAME
            if head == piece.frames:
                piece = Piece("silence", piece.at, piece.frames)
            elif head or tail:
                parts = [Piece("silence", piece.at, head),
                         Piece("other", piece.at + head, piece.frames - head - tail),
                         Piece("silence", piece.at + piece.frames - tail, tail)]
                for part in parts:
                    append(result, part)
                continue
        append(result, piece)
    return result


def append(pieces, piece):
    if not piece.frames:
        return
    if pieces and pieces[-1].kind == piece.kind == "silence":
        pieces[-1].frames += piece.frames
    else:
        pieces.append(piece)
