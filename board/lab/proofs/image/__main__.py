"""The card image on an emulated Raspberry Pi 3: the first start, a clock chip, power cuts in it, a new flash, a damaged state, an update.

usage: board/lab/run proofs.image IMAGE                everything, in two processes side by side
       board/lab/run proofs.image IMAGE --only PART…   these parts: first, cuts, flash, mend, small, chip, wifi, update, install; cuts,
                                                       flash and mend begin with the first start
       board/lab/run proofs.image IMAGE --quick        the first start
       board/lab/run proofs.image IMAGE --cuts N       number of power cuts; default: 100

Default for IMAGE: the image in .build-image. The part install, which "everything" leaves out, installs the update beside the image. All
writes of the first start are logged: the power cuts are the card as it was after random ones of them, and from one of these the board
starts. The part mend ends with a full card and a full state, wifi with `reset`. Wi-Fi is the kernel's own simulation of radios
(mac80211_hwsim): one for the box, one for a router, one for a phone. QEMU has no I2S sound; docs/image.md lists what only a board shows.
"""
import argparse
import pathlib
import re
import subprocess
import threading

from lib import ROOT, Tally, work_folder

from .card import Proof
from .network import Network
from .update import Update

# Side by side.
LANES = [["first", "cuts", "flash", "mend", "small", "chip"], ["wifi", "update"]]
AFTER_FIRST = {"first", "cuts", "flash", "mend"}


def prove(tally, source, parts, cuts):
    with work_folder() as folder:
        proof = Proof(tally, source, folder)
        update = Update(proof, next(iter(source.parent.glob("*.raucb")), None))
        steps = {"cuts": lambda: proof.cuts(cuts), "flash": proof.flashed, "mend": proof.mended, "small": proof.small, "chip": proof.chip,
                 "wifi": Network(proof).check, "update": update.check, "install": update.install}
        try:
            if AFTER_FIRST & set(parts):
                proof.first_start()
            for name, step in steps.items():
                if name in parts:
                    step()
        finally:
            if proof.board:
                proof.board.cut()


def side_by_side(tally, source, cuts):
    """The parts in processes of their own, whose lines and counts become those of this one."""
    def lane(parts):
        with subprocess.Popen([ROOT / "board/lab/run", "proofs.image", source, "--cuts", str(cuts), "--only", *parts],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            passed = failed = 0
            for line in process.stdout:
                found = re.fullmatch(r"(\d+) passed, (\d+) failed\n", line)
                if found:
                    passed, failed = int(found[1]), int(found[2])
                else:
                    print(line, end="", flush=True)
        tally.passed += passed
        tally.failed += failed
        if process.returncode and not failed:
            tally.check(False, f"the parts {' '.join(parts)} end", process.returncode)
    threads = [threading.Thread(target=lane, args=[parts]) for parts in LANES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("image", nargs="?", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", choices=[*LANES[0], *LANES[1], "install"])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cuts", type=int, default=100)
    options = parser.parse_args()
    source = options.image or next(iter(sorted((ROOT / ".build-image").glob("jukebox-*.img"))), None)
    if not source:
        raise SystemExit("there is no image: run board/image, or name one")
    tally = Tally()
    parts = ["first"] if options.quick else options.only
    if parts:
        prove(tally, source.absolute(), parts, options.cuts)
    else:
        side_by_side(tally, source.absolute(), options.cuts)
    tally.close()


main()
