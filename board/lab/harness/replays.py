"""Looks at the database on a disk as the log of its writes has it: nothing acknowledged is missing at any point."""
from .databases import BOX, kept
from .failure import ShortChain
from .packages import run

# The position on the board's own disk: nobody waits for it, so it may be as old as this, in seconds.
OLDEST = 5
# A stick learns of an edit two seconds later, with the position as it is then; one more is for the writing.
EDIT_OLDEST = 3


class Look:
    """Checks one database at points of a log, in their order.

    - `scanned`: how long a volume's log was when all its tracks were known, and how many those are.
    - `keeping`: (chance, path) to keep the image of one random point at which the queue was known.
    """

    def __init__(self, stage, kind, name, witness, scanned=None, keeping=None):
        self.stage = stage
        self.kind = kind
        self.name = name
        self.witness = witness
        self.scanned = scanned
        self.keeping = keeping
        # Seen before.
        self.state = 0
        self.tracks = 0
        self.is_there = False
        self.compared = 0
        self.kept = None
        # Points between flushes at which a file had fewer clusters than its size takes.
        self.torn = 0

    def __call__(self, length, image, is_flush):
        words = f"{self.kind}, {self.name} after write {length}"
        try:
            found = kept(self.stage, f"{words}: it is whole", self.kind, image, self.name)
        except ShortChain as error:
            # FAT has no journal: the kernel writes a longer size before the clusters that it takes, and a disk that
            # stops between has a file that ends in an error. Each flush has both.
            self.stage.check(not is_flush, f"{words}: a flush has the clusters of the database and of its log", error)
            self.torn += 1
            return
        if found is None:
            self.stage.check(not self.is_there, f"{words}: the database, which was there before, has not vanished")
            return
        self.is_there = True
        if self.scanned:
            least = max(self.tracks, self.scanned[1] if length >= self.scanned[0] else 0)
            self.stage.check(found.tracks >= least, f"{words}: it knows the tracks", (found.tracks, least))
            self.tracks = max(self.tracks, found.tracks)
        told = self.witness.told(length)
        due = self.due(told, length) if told else None
        if due is None:
            return
        self.compared += 1
        self.compare(words, found, told, *due)
        if self.keeping and self.keeping[0].randrange(self.compared) == 0:
            run("cp", "--sparse=always", image, self.keeping[1])
            self.kept = found

    def compare(self, words, found, told, edit, oldest):
        """The queue is one of the states it has had since the one that has to be there, and so is the position."""
        edit = max(self.state, edit)
        states = self.witness.states(found.songs, edit)
        if self.stage.check(states, f"{words}: the queue is that of edit {edit} or a later one",
                            self.difference(found.songs, edit)):
            self.state = states[0]
        age = self.witness.age(found.song, found.elapsed, told)
        self.stage.check(age is not None and age <= oldest, f"{words}: the position is at most {oldest:.1f} s old",
                         f"{found.song} at {found.elapsed} s is {age} s old, {told} was told")

    def due(self, told, length):
        """The number of the edit that has to be there, and how old the position may be; None where nothing has to."""
        if self.name == BOX:
            return told.edits, OLDEST
        due = [(number, since) for number, since in enumerate(self.witness.since) if since <= told.time - EDIT_OLDEST]
        due += [(number, since) for at, number, since in self.witness.releases if at <= length]
        if not due:
            return None
        number, since = max(due)
        return number, told.time - since + 1

    def difference(self, songs, least):
        wanted = self.witness.queues[least]
        place = next((place for place, (a, b) in enumerate(zip(songs, wanted)) if a != b), min(len(songs), len(wanted)))
        earlier = self.witness.states(songs, 0)
        return f"{len(songs)} songs, not {len(wanted)}; differs from entry {place} on; it is that of edits {earlier}"
