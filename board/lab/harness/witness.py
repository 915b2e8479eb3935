"""The daemon's answers, and their times, about a queue that is edited while it plays: what a power cut after it has to leave."""
import dataclasses

# How far apart what is reported and what is saved of one moment may lie, in seconds.
GRAIN = 0.2


@dataclasses.dataclass
class Moment:
    """The answers at a time of the guest's clock, in seconds, once the disk's log had a length."""
    length: int
    time: float
    song: str
    elapsed: float
    edits: int


def path(song):
    """Below the volume's root."""
    return song.partition("/")[2]


class Witness:
    """The queue as it has to be, edit by edit; every edit is answered with OK before it counts."""

    def __init__(self, board, log):
        self.board = board
        self.log = log
        self.name = board.ask("playlist")[0].split("file: ")[1].partition("/")[0]
        self.queues = [self.queue()]
        self.moments = []
        # The log's length once the volume was let go, the queue's state then, and when that began.
        self.releases = []
        # The times when each state of the queue was acknowledged.
        self.since = [self.tell().time]

    def queue(self):
        """Asks for the songs of the queue."""
        return [path(uri) for uri in self.board.queue()]

    def tell(self, *commands):
        """Has commands answered with OK, then takes down the state."""
        *lines, now = self.board.ask(*commands, "currentsong", "status", then="board-tool now")
        time = int(now) / 1e9
        lines = dict(line.split(": ", 1) for line in lines)
        self.moments.append(Moment(self.log.length, time, path(lines["file"]), float(lines["elapsed"]),
                                   len(self.queues) - 1))
        return self.moments[-1]

    def edit(self, chance, songs):
        """One edit of any kind that leaves the current song, which is the first, where it is."""
        queue = list(self.queues[-1])
        last = len(queue) - 1
        kind = chance.choice(("add", "add", "insert", "delete", "move"))
        if kind == "add":
            song = chance.choice(songs)
            queue.append(song)
            words = f'add "{self.name}/{song}"'
        elif kind == "insert":
            song, at = chance.choice(songs), chance.randint(1, last)
            queue.insert(at, song)
            words = f'addid "{self.name}/{song}" {at}'
        elif kind == "delete":
            at = chance.randint(1, last)
            del queue[at]
            words = f"delete {at}"
        else:
            at, to = chance.randint(1, last), chance.randint(1, last)
            queue.insert(to, queue.pop(at))
            words = f"move {at} {to}"
        self.queues.append(queue)
        self.since.append(self.tell(words).time)

    def watch(self, seconds):
        """Takes down the state for some of the guest's time, which goes by slower the more the guest does."""
        end = self.moments[-1].time + seconds
        while self.tell().time < end:
            self.board.run("usleep 400000")

    def let_go(self):
        """Unmounts the volume, which gets the queue before that is answered, and mounts it again."""
        mounts = [line.split(": ", 1)[1] for line in self.board.ask("listmounts")]
        storage = mounts[mounts.index(self.name) + 1]
        begun = self.tell().time
        self.board.ask(f'unmount "{self.name}"')
        self.releases.append((self.log.length, len(self.queues) - 1, begun))
        self.board.ask(f'mount "{self.name}" "{storage}"')
        # A paused song is opened a few milliseconds after the answer.
        self.board.wait("the song to be there again", lambda: "elapsed" in self.board.status())
        self.tell()

    def told(self, length):
        """The last that was told before the log had grown beyond a length; None before the first."""
        return next((moment for moment in reversed(self.moments) if moment.length <= length), None)

    def states(self, songs, first):
        """The numbers of the states from `first` on in which the queue was these songs."""
        return [number for number in range(first, len(self.queues)) if self.queues[number] == songs]

    def age(self, song, elapsed, at):
        """How long before a moment a song had sounded so far, in seconds, at the latest; None where it never had."""
        times = []
        first = self.moments[0]
        if first.song == song and elapsed <= first.elapsed + GRAIN:
            times.append(first.time - (first.elapsed - elapsed))
        for before, after in zip(self.moments, self.moments[1:]):
            between = after.time - before.time + GRAIN
            if before.song == song and -GRAIN <= elapsed - before.elapsed <= between:
                times.append(before.time + elapsed - before.elapsed)
            if after.song == song and -GRAIN <= after.elapsed - elapsed <= between:
                times.append(after.time - (after.elapsed - elapsed))
        return at.time - max(times) if times else None
