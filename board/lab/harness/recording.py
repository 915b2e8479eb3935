"""The samples of the sound card, taken apart: which frames of which track, in which order, and what lay between.

The recording has no time of its own: where the card is stopped, nothing is recorded. jukeboxd keeps its card running,
so silence between sounds is there in full as long as the daemon is.
"""
import array
import dataclasses
import math
import operator
import pathlib
import re
import struct

from .failure import Failure
from .tracks import AMPLITUDE, RATE

FRAME = 4  # bytes: two samples of 16 bits
PROBE = 16 * FRAME
# After a frame without a match, this number is skipped at once; a match is then followed back to where it begins.
STRIDE = 32 * FRAME
FADE_FRAMES = 240
# The gains of jukeboxd's fade-in. Both its ends are flat, and rounding leaves up to this number of frames there exact: the
# beginning of a fade is found by its whole shape.
FADE_IN = [math.sin(math.pi / 2 * step / FADE_FRAMES) ** 2 for step in range(1, FADE_FRAMES + 1)]
ROUNDED = 8
# Rounding and dither are all that a sample may differ by.
TOLERANCE = 4
# The noise of a track comes on top of its tone.
LOUDEST = AMPLITUDE + 16
# Enough frames to find a volume: 10 ms.
WINDOW = 480


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
        self.known = {}

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
        """The pieces that are frames of tracks; looked for once."""
        key = tuple(track.number for track in tracks)
        if key not in self.known:
            self.known[key] = [piece for piece in self.pieces(tracks) if piece.kind == "track"]
        return self.known[key]

    def story(self, tracks, begin=0, end=None):
        """The pieces of tracks heard between two frames of the recording, a line for each piece: how it joins what was
        heard before. A fade and a volume below 100 leave no exact frames: they lie between the pieces.

        - `track 2 begins`: from its frame 0, at its full level or faded in under what fades out (`begins`)
        - `track 2 continues`: at the frame where the fade-out of the piece before began; nothing is lost by a pause
        - `track 2 went on`: without being heard exactly, since a volume or a mute was at work: no frame lost or doubled
        - `track 2 moved +5 s`: a seek
        """
        lines, before = [], None
        for piece in self.heard(tracks):
            if piece.at < begin or (end is not None and piece.at >= end):
                continue
            lines.append(f"{piece.track} {self.joint(before, piece)}")
            before = piece
        return lines

    def joint(self, before, piece):
        """How a piece joins the one that was heard before it: see `story`."""
        if before is None or before.track is not piece.track:
            return "begins" if self.begins(piece) else f"from {piece.first}"
        if piece.first - before.first == piece.at - before.at:
            return "went on"
        gap = piece.first - before.end
        out, back = self.fade_out(before), self.fade_in(piece)
        if abs(gap) < 2 * FADE_FRAMES and out is not None and back is not None:
            return "goes on" if back == out else f"lost {back - out} frames in a pause"
        if self.begins(piece):
            return "begins"
        # A key is heard up to 70 ms late, and by so much a seek from where the song was then falls short.
        seconds = round(gap / RATE)
        if seconds and -0.1 < gap / RATE - seconds < 0.02:
            return f"moved {seconds:+} s"
        return f"lost {gap} frames"

    def begins(self, piece, loudest=LOUDEST):
        """Whether a piece is heard from its track's frame 0: at once, or faded in, so that beside it there is nothing
        but what a fade-out of the same length leaves of the loudest sound before it."""
        if piece.first == 0:
            return True
        begin = piece.at - piece.first
        if begin < 0 or not FADE_FRAMES - ROUNDED <= piece.first <= FADE_FRAMES:
            return False
        heard = array.array("h", self.data[begin * FRAME:(begin + FADE_FRAMES) * FRAME])
        own = array.array("h", piece.track.samples[:FADE_FRAMES * FRAME])
        return all(abs(heard[2 * step + channel] - gain * own[2 * step + channel]) <= loudest * (1 - gain) + TOLERANCE
                   for step, gain in enumerate(FADE_IN) for channel in (0, 1))

    def fade_out(self, piece):
        """The track's frame where a fade-out after a piece begins; of its first frames some are still exact."""
        return self.fade(piece, range(piece.end - ROUNDED, piece.end + 1), FADE_IN[::-1])

    def fade_in(self, piece):
        """The track's frame where a fade-in before a piece begins; of its last frames some are exact already."""
        begin = piece.first - FADE_FRAMES
        return self.fade(piece, range(begin, begin + ROUNDED + 1), FADE_IN)

    def fade(self, piece, begins, shape):
        """At which of the track's frames a fade of this shape begins; None where there is none."""
        def error(begin):
            heard, whole = (array.array("h", data[at * FRAME:(at + FADE_FRAMES) * FRAME]) for data, at in (
                (self.data, begin + piece.at - piece.first), (piece.track.samples, begin)))
            if len(heard) < 2 * FADE_FRAMES or len(whole) < 2 * FADE_FRAMES:
                return math.inf
            return sum(abs(value - shape[number // 2] * other)
                       for number, (value, other) in enumerate(zip(heard, whole))) / len(heard)
        errors = [(error(begin), begin) for begin in begins if min(begin, begin + piece.at - piece.first) >= 0]
        least, begin = min(errors, default=(math.inf, None))
        return begin if least <= TOLERANCE else None

    def volumes(self, tracks, begin, end):
        """The volumes in percent at which one of the tracks sounds between two frames of the recording, each once;
        `begin` lies in an exact piece of it, and no frame is lost or doubled from there on."""
        start = next((piece for piece in self.heard(tracks) if piece.at <= begin < piece.at + piece.frames), None)
        if start is None:
            return []
        track, shift = start.track, start.first - start.at
        last, found = None, []
        for at in range(begin, min(end, track.frames - shift) - WINDOW, WINDOW):
            volume = self.volume(track, at, at + shift)
            # One that two windows in a row agree on: between two volumes there is a ramp.
            if volume is not None and volume == last and found[-1:] != [volume]:
                found.append(volume)
            last = volume
        return found

    def volume(self, track, at, place):
        """The volume in percent at which a track's frames from `place` sound here; None where something else does."""
        heard = array.array("h", self.data[at * FRAME:(at + WINDOW) * FRAME])
        whole = array.array("h", track.samples[place * FRAME:(place + WINDOW) * FRAME])
        gain = sum(map(operator.mul, heard, whole)) / sum(map(operator.mul, whole, whole))
        if any(abs(value - gain * other) > TOLERANCE for value, other in zip(heard, whole)):
            return None
        return round(100 * max(gain, 0) ** (1 / 3))

    def clicks(self, tracks, begin=0, end=None):
        """Frames at which the sound jumps by more than the tracks themselves and a fade of 5 ms do; of a part, in
        frames."""
        most = max(track.largest_step for track in tracks) + AMPLITUDE // FADE_FRAMES + 16
        values = array.array("h", self.data[begin * FRAME:None if end is None else end * FRAME])
        return [begin + at // 2 for at, (before, after) in enumerate(zip(values, values[2:]))
                if abs(after - before) > most]

    def fades_in(self, piece):
        """Whether what lies before a piece of a track, up to silence or the recording's beginning, is the frames before
        it, ever less faded; how many frames those are."""
        heard, own = array.array("h", self.data), array.array("h", piece.track.samples)
        frames = 0
        while frames < min(piece.at, piece.first) and any(
                heard[2 * (piece.at - frames - 1):2 * (piece.at - frames)]):
            frames += 1
        good = frames <= FADE_FRAMES
        for back in range(1, frames + 1):
            # A fade is a half of a cosine; rounding is left to it, and a frame.
            gain = (1 + math.cos(math.pi * back / FADE_FRAMES)) / 2
            for channel in (0, 1):
                found = heard[2 * (piece.at - back) + channel]
                whole = own[2 * (piece.first - back) + channel]
                good = good and abs(found - gain * whole) <= abs(whole) / 50 + 2
        return good, frames


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
