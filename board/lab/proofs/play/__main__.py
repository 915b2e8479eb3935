"""board/play as its user has it, on a terminal: a live line while it plays, and Ctrl-C ends it with status 0.

usage: board/lab/run proofs.play
"""
import os
import pty
import select
import shutil
import signal
import time

from lib import ROOT, Tally, work_folder


def run(arguments, seconds, patience=600):
    """The terminal's text, the exit status, and how long it ran after Ctrl-C."""
    process, terminal = pty.fork()
    if process == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.chdir(ROOT)
        os.execvp("board/play", ["board/play", *arguments])
    shown, ends, pressed = b"", None, None
    begin = time.monotonic()
    while True:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            shown += data
        now = time.monotonic()
        if ends is None and b" / 0:" in shown:
            ends = now + seconds
        if ends and now > ends and not pressed:
            os.write(terminal, b"\x03")
            pressed = now
        if now - begin > patience:
            os.kill(process, signal.SIGKILL)
            break
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return shown.decode(errors="replace"), status, time.monotonic() - pressed if pressed else None


def main():
    tally = Tally()
    with work_folder() as work:
        folder = work / "a folder"
        folder.mkdir()
        shutil.copy(ROOT / "Fixtures/album/2-05 Last Train Home.ogg", folder / "song.ogg")
        for arguments, title in (([], "Kettle Waltz"), ([str(folder)], "Last Train Home"),
                                 ([str(folder)], "Last Train Home")):
            shown, status, took = run(arguments, 2)
            tally.check(title in shown, f"{title} is shown", shown[-600:])
            tally.check(status == 0, "Ctrl-C ends it with status 0", status)
            tally.check(took is not None and took < 5, "at once", took)
        _, status, _ = run([str(folder / "nowhere")], 1, patience=60)
        tally.check(status == 1, "a folder that is not there is an error", status)
    tally.close()


main()
