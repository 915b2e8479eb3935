"""The tools of a scenario: it makes sticks and boards, and takes down what was found."""
import contextlib
import shutil
import time

from . import bounds, sticks, workplace
from .board import Board
from .failure import Failure
from .initramfs import made
from .sticks import Stick
from .tracks import Track


class Stage:
    """One run of one scenario."""

    def __init__(self, name, arch, sound, keep=False, arguments=None):
        self.name = name
        self.arch = arch
        self.sound = sound
        self.keep = keep
        self.arguments = arguments
        # Short: the path of a Unix socket has at most 108 bytes.
        self.folder = workplace.make(f"jukebox-{name}.")
        self.boards = []
        self.notes = []
        self.failures = []
        self.checks = 0
        self.begun = time.monotonic()
        self.count = 0

    # -- making

    def track(self, number, seconds):
        return Track(number, seconds)

    def stick(self, kind, files, name="stick", megabytes=64, label="STICK"):
        """A stick with a file system of this kind and these files: {name: bytes, file or Track}."""
        files = {name: body.flac if isinstance(body, Track) else body for name, body in files.items()}
        path = sticks.image(kind, files, megabytes, label)
        if kind == "exfat" and files:
            empty = path
            path = made("stick-exfat-filled.img", [2, empty, self.arch, *sticks.key(files)],
                        lambda path: self._fill(path, empty, files))
        copy = self.folder / f"{name}.img"
        sticks.run("cp", "--sparse=always", path, copy)
        return Stick(name, kind, copy)

    def _fill(self, path, empty, files):
        """Only a kernel writes exfat: a board copies the files from a stick of another kind."""
        source = Stick("source", "ext4", sticks.image("ext4", files, 256))
        sticks.run("cp", "--sparse=always", empty, path)
        target = Stick("target", "exfat", path)
        board = Board(self.folder / "filler", self.arch, sound=None, programs=False)
        try:
            board.plug(source, read_only=True)
            board.plug(target)
            board.mount(source, "ro,noload")
            board.mount(target)
            board.run(f"cd {board.mounts['source']} && for name in *; do [ \"$name\" = lost+found ] || "
                      f"cp -r \"$name\" {board.mounts['target']}/; done", 120)
            board.unmount(target)
        finally:
            board.power_off()
            shutil.rmtree(board.folder)

    def board(self, make=Board, **keywords):
        """A booted board, of the class `make`."""
        self.count += 1
        keywords.setdefault("sound", self.sound)
        board = make(self.folder / f"board{self.count}", self.arch, **keywords)
        self.boards.append(board)
        self.note("boot", board.boot_seconds)
        return board

    # -- finding

    def check(self, good, words, detail=""):
        """One thing that must hold; the scenario continues where it doesn't, and fails at its end."""
        self.checks += 1
        if not good:
            self.failures.append(f"{words}: {detail}" if detail != "" else words)
        return good

    def equal(self, found, wanted, words):
        return self.check(found == wanted, words, f"{found!r}, not {wanted!r}")

    def note(self, words, seconds):
        """A time for the scenario's line, in seconds."""
        self.notes.append((words, seconds))

    def within(self, words, seconds, most):
        """A time for the scenario's line that must not be longer."""
        self.note(words, seconds)
        return self.check(seconds <= most, words, f"{seconds:.3f} s, more than {most} s")

    def healthy(self, board, expected=(), possible=()):
        """The daemon lives; its log holds what is expected (parts of lines), and no other error or warning but what is
        possible. What has been looked at once isn't looked at again."""
        self.check(board.alive(), "jukeboxd lives", board.log_tail())
        self.check(set(board.ends()) <= {"0"}, "it always ended in order", board.log_tail())
        console, log = board.console(), board.log()
        log, board.log_seen = log[board.log_seen:], len(log)
        self.check("Oops" not in console and "Kernel panic" not in console, "the kernel is well", console[-500:])
        for word in ("Fatal error", "SIGSEGV", "assert"):
            self.check(word not in log, f"no {word} in the log", board.log_tail())
        bad = [line for line in log.splitlines() if line.startswith(("<3>", "<4>"))
               and not any(part in line for part in (*expected, *possible))]
        self.check(not bad, "no other error or warning", "\n".join(bad[:10]))
        missing = [part for part in expected if part not in log]
        self.check(not missing, "the log says what happened", f"{missing} missing in:\n{log}")

    def silent_joints(self, recording, tracks, begin=0, end=None, words="no click"):
        """Nowhere between two frames a step that neither the tracks nor a fade of 5 ms make."""
        clicks = recording.clicks(tracks, begin, end)
        self.check(not clicks, words,
                   f"{len(clicks)} from frame {clicks[:1]}" + (f" in {recording.pieces(tracks, end)}" if clicks else ""))

    def prompt(self, board, leap=0.0):
        """Keys are heard within the bound (harness/bounds.py): by the daemon's own stamps, how long until they act and
        what they do is handed to the card, which then plays what it holds. `leap` is what the clock may have leapt."""
        engine = board.pairs("engine")
        key, command = (int(engine[f"{name}_latency_p99_us"]) / 1e6 for name in ("key", "command"))
        self.note("key p99 ms", key * 1e3)
        self.note("command p99 ms", command * 1e3)
        most = bounds.WORST_SECONDS + leap
        self.check(key + command <= most, "a key reaches the card within the bound",
                   f"{key:.3f} s until it acts and {command:.3f} s to the card, more than {most} s")

    # -- the end

    def close(self):
        for board in self.boards:
            if board.process.poll() is None:
                if self.failures and board.daemon:
                    with contextlib.suppress(Failure):
                        (self.folder / "log").write_text(board.log())
                board.cut()
        if not self.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def times(self):
        return "  ".join(f"{words} {seconds:.2f}" for words, seconds in self.notes)

