"""Presses in a recording of numbered tracks: when each was heard first, and what it cost."""
import array
import bisect
import dataclasses
import math
import statistics

from .failure import Failure
from .numbered import KEY_FRAMES, RATE, STRIDE, TONE_PEAK, TONE_SLOPE

# A fade of 5 ms, in frames: the steepest that a fade over so long changes a sample beside the tone's own slope.
FADE_FRAMES = RATE * 5 // 1000
# The gains of jukeboxd's fade-in. Both its ends are flat: of the first frames of a fade-in, and of a fade-out, rounding
# leaves nothing that could be seen, so the beginning of a fade is found by its whole shape.
FADE_IN = [math.sin(math.pi / 2 * step / FADE_FRAMES) ** 2 for step in range(1, FADE_FRAMES + 1)]
FADE_OUT = FADE_IN[::-1]
# A fade begins at most this number of frames before the first one that is seen to differ.
UNSEEN_FRAMES = 8
# Rounding, dither and a gain that is known from samples: so far may a sample lie from what is expected of it.
TOLERANCE = 6
# The card's counter within a second of a moment gives its position at that moment.
NEIGHBOURS_NS = 1_000_000_000
# The sound this long before a press is what it changes.
BEFORE_FRAMES = 4_096


@dataclasses.dataclass
class Effect:
    """One press: what was done, when, and what was heard of it."""
    action: str
    # From the press to the first sample that differs from what would have sounded without it; for a skip, to the first
    # of the other track.
    latency_ms: float
    # For a resume: frames of the track that nobody heard (above 0) or that were heard twice (below 0), from where the
    # fade-out begins to where the fade-in does; for a player without jukeboxd's fades, from the first frame that the
    # pause changed to the first that is heard. Nil for others.
    lost_frames: int | None = None
    # The largest step between two samples of the tone around the press, above what tone and fade have themselves,
    # as a share of the tone's peak; 0 where there is no click.
    click: float = 0.0


class Recording:
    """The samples, and their times in the guest's monotonic clock."""

    def __init__(self, sound, stamps, places):
        samples = array.array("h")
        samples.frombytes(sound[:len(sound) // 4 * 4])
        self.left = samples[0::2]
        self.right = samples[1::2]
        self.places = places
        pairs = [tuple(map(int, line.split())) for line in stamps.splitlines() if line.strip()]
        if len(pairs) < 2:
            raise Failure("the recording has no times")
        self.times = [time for time, _ in pairs]
        self.frames = [frame for _, frame in pairs]

    def frame_at(self, nanoseconds):
        """The frame that sounded at a time.

        The card's counter goes up in steps of the kernel's clock, and is read late on a busy machine; the card itself
        is as even as a clock, so the middle of what its neighbours say counts.
        """
        first = bisect.bisect_left(self.times, nanoseconds - NEIGHBOURS_NS)
        last = bisect.bisect_right(self.times, nanoseconds + NEIGHBOURS_NS)
        near = range(max(0, first), min(len(self.times), max(last, first + 2)))
        if not near:
            near = range(len(self.times) - 2, len(self.times))
        return round(statistics.median(
            self.frames[index] + (nanoseconds - self.times[index]) * RATE / 1e9 for index in near))

    def sounding(self, frame):
        """(track, its frame, gain) at a frame of the recording; None in silence."""
        if not any(self.right[frame:frame + 8]):
            return None
        found = self.places.find(self.right, frame)
        if not found:
            return None
        track, place = found
        heard = expected = 0
        for offset in range(STRIDE + KEY_FRAMES):
            expected += abs(self.places.value(track, place + offset))
            heard += abs(self.right[frame + offset])
        return track, place, heard / max(1, expected)

    def first_change(self, start, state, limit):
        """The first frame from `start` on that does not continue from `state`; None where `limit` frames do."""
        if state is None:
            for frame in range(start, min(start + limit, len(self.right))):
                if self.right[frame] or self.left[frame]:
                    return frame
            return None
        track, place, gain = state
        # At full volume every sample is known to the bit.
        tolerance = 0 if gain == 1 else TOLERANCE
        share = 0 if gain == 1 else 0.002
        for offset in range(min(limit, len(self.right) - start)):
            wanted = gain * self.places.value(track, place + offset)
            if abs(self.right[start + offset] - wanted) > tolerance + abs(wanted) * share:
                return start + offset
        return None

    def fade_begin(self, changed, state, shape):
        """The frame at which a fade of this shape begins, whose first frame that is seen to differ is `changed`;
        `changed` itself where there is no such fade. `state` is the (track, frame, gain) at `changed` without it."""
        track, place, gain = state

        def error(begin):
            whole = place + begin - changed
            return sum(abs(self.right[begin + step] - share * gain * self.places.value(track, whole + step))
                       for step, share in enumerate(shape))
        begin = min(range(changed - UNSEEN_FRAMES, changed + 1), key=error)
        return begin if error(begin) <= TOLERANCE * len(shape) else changed

    def first_sound(self, start, limit):
        """The first frame from `start` on that is not silent."""
        return self.first_change(start, None, limit)

    def steadied(self, start, limit, other_than=None):
        """The first frame from `start` on from which on a known track sounds, of another track where that is
        asked; with its (track, frame, gain)."""
        for frame in range(start, min(start + limit, len(self.right) - 200), 32):
            state = self.sounding(frame)
            if state and (not other_than or state[0] != other_than[0]):
                return frame, state
        return None

    def worst_step(self, start, end):
        """The largest step between neighbours of the tone beyond its own and a fade's, as a share of its peak."""
        part = self.left[max(0, start):end]
        largest = max((abs(after - before) for before, after in zip(part, part[1:])), default=0)
        allowed = TONE_SLOPE + 1.6 / FADE_FRAMES
        return max(0.0, largest / TONE_PEAK - allowed)


def effects(recording, presses, limit_seconds=3.0):
    """The effects of each press.

    - `presses`: [(nanoseconds, action)], where action is pause, resume, next or volume.
    """
    limit = int(limit_seconds * RATE)
    result = []
    paused_at = None
    for time, action in presses:
        at = recording.frame_at(time)
        state = None
        begin = at
        if action != "resume":
            # Something known has to sound just before, else there is nothing to tell a change by.
            begin = at - BEFORE_FRAMES
            state = recording.sounding(begin)
            if state is None:
                raise Failure(f"nothing known sounds before `{action}` at frame {at} of the recording")
        changed = recording.first_change(begin, state, limit)
        if changed is None:
            raise Failure(f"`{action}` at frame {at} of the recording is never heard")
        effect = Effect(action, (changed - at) * 1000 / RATE)
        settled = None
        if action in ("resume", "next"):
            settled = recording.steadied(changed, limit, state if action == "next" else None)
        if action == "pause":
            track, place, gain = state
            place += changed - begin
            place += recording.fade_begin(changed, (track, place, gain), FADE_OUT) - changed
            paused_at = (track, place, gain)
        elif action == "resume" and paused_at:
            if not settled:
                raise Failure(f"nothing known sounds after `resume` at frame {at} of the recording")
            # It may be found within the fade already: the gain is what it was before the pause.
            frame, (track, place, _) = settled
            if track != paused_at[0]:
                raise Failure(f"track {track} sounds after a pause in track {paused_at[0]}")
            place -= frame - changed
            place += recording.fade_begin(changed, (track, place, paused_at[2]), FADE_IN) - changed
            effect.lost_frames = place - paused_at[1]
            paused_at = None
        elif action == "next":
            if not settled:
                raise Failure(f"nothing known sounds after `next` at frame {at} of the recording")
            frame, (_, place, _) = settled
            effect.latency_ms = (frame - place - at) * 1000 / RATE
        effect.click = recording.worst_step(changed - 100, changed + RATE // 10)
        result.append(effect)
    return result
