"""Cards on readers that are no keyboards: an RDM6300 and a PN532 on pseudo terminals, and pcscd with the reader of vsmartcard-vpcd.

jukebox-cards reads them and reports to the jukebox. Shown are: a card plays, pauses when it is taken away, and resumes; the time until it
plays; wrong and half frames, and a card that moves; two cards; a reader that is unplugged and comes back, with the log line and the
finding of the doctor; a restart of the jukebox under a card that lies there; a changed configuration; a card for an action.

usage: board/lab/run proofs.cards [--quick]

--quick places fewer cards. The part with pcscd needs the packages pcscd and vsmartcard-vpcd, and namespaces.
"""
import contextlib
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from lib import ROOT, Daemon, Tally, apart, program, wait_for, work_folder

from .modules import PN532, RDM6300, VirtualCard

QUICK = "--quick" in sys.argv[1:]
ROUNDS = 3 if QUICK else 20
TAG = bytes.fromhex("7a00121696")
OTHER_TAG = bytes.fromhex("7a00ffee01")
IDENTITY = bytes.fromhex("04a1b2c3d4e580")
PCSCD = pathlib.Path("/usr/sbin/pcscd")
VPCD = pathlib.Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")


def configuration(folder, readers):
    text = "[library]\nmount-root = off\n" + "".join(
        f"\n[reader {name}]\ntype = {kind}\naway-ms = 300\n" + (f"device = {device}\n" if device else "") for name, kind, device in readers)
    (folder / "jukebox.ini").write_text(text)


class Cards:
    """jukebox-cards beside a daemon."""

    def __init__(self, box, config):
        self.log = box.folder / "cards.log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([program("jukebox-cards"), "--config", config, "--socket", box.socket,
                                             "--settings", box.folder / "state/settings.ini"], stderr=log)

    def wait_for_line(self, text, count=1):
        wait_for(f"{text!r} in the log", lambda: self.log.read_text().count(text) >= count, 40)

    def end(self):
        self.process.kill()
        self.process.wait()


def state(client):
    return client.status()["state"]


def song(client):
    return client.pairs("currentsong").get("file", "")


def is_playing(client, folder):
    return state(client) == "play" and song(client).startswith(folder)


def seconds_until(check):
    begin = time.monotonic()
    wait_for("the card's music", check, 20, 0.002)
    return time.monotonic() - begin


def lies_plays_pauses(tally, client, kind, place, folder):
    """A card is placed and taken away repeatedly; the times until it plays and until it pauses."""
    plays, pauses = [], []
    for _ in range(ROUNDS):
        client.command("clear")
        wait_for("the music to stop", lambda: state(client) == "stop")
        place(True)
        plays.append(seconds_until(lambda: is_playing(client, folder)))
        place(False)
        pauses.append(seconds_until(lambda: state(client) == "pause"))
        place(True)
        seconds_until(lambda: is_playing(client, folder))
        place(False)
        seconds_until(lambda: state(client) == "pause")
    tally.check(True, kind)
    print(f"{kind}: plays after {statistics.median(plays) * 1000:.0f} ms in the median, at most {max(plays) * 1000:.0f} ms; "
          f"pauses after {statistics.median(pauses) * 1000:.0f} ms", flush=True)
    # A look each 100 ms, and the start of the music.
    tally.check(statistics.median(plays) < 0.4, f"{kind}: the card plays soon", plays)


def wrong_bytes(tally, client, reader):
    """Frames that are cut or changed beside good ones of the card."""
    reader.tag = TAG
    seconds_until(lambda: is_playing(client, "red"))
    frame = RDM6300.frame(TAG)
    for index in range(1, len(frame)):
        reader.write(frame[:index] + frame[:index - 1] + b"\xff\x02\x03" + frame.replace(b"7", b"8"))
    time.sleep(0.2)
    tally.check(is_playing(client, "red"), "wrong and half frames change nothing", client.status())
    # Away for less than away-ms.
    for _ in range(5):
        reader.tag = None
        time.sleep(0.15)
        reader.tag = TAG
        time.sleep(0.15)
    tally.check(is_playing(client, "red"), "a card that moves does not pause", client.status())


def two_cards(tally, client, rdm, nfc):
    rdm.tag, nfc.card = TAG, None
    seconds_until(lambda: is_playing(client, "red"))
    nfc.card = IDENTITY
    seconds_until(lambda: is_playing(client, "blue"))
    rdm.tag = None
    time.sleep(0.8)
    tally.check(is_playing(client, "blue"), "taking the first card away does nothing", client.status())
    nfc.card = None
    seconds_until(lambda: state(client) == "pause")


def finding(client):
    """The doctor's sentences about readers."""
    return " ".join(client.values("doctor", "text"))


def unplugged(tally, client, cards, rdm, nfc):
    wait_for("three readers that work", lambda: "does not work" not in finding(client), 40)
    rdm.unplug()
    wait_for("the doctor", lambda: "card reader door (rdm6300) does not work" in finding(client), 40)
    tally.check("door.tty does not exist" in finding(client), "the doctor names the missing device", finding(client))
    lines = [line for line in cards.log.read_text().splitlines() if "reader door (rdm6300): " in line]
    tally.check(1 <= len(lines) <= 2, "an outage has a line in the log, or two if its reason changes", lines)
    rdm.plug()
    cards.wait_for_line("reader door (rdm6300) works again")
    rdm.tag = TAG
    seconds_until(lambda: is_playing(client, "red"))
    nfc.is_mute = True
    wait_for("the doctor", lambda: "card reader shelf (pn532) does not work: it does not answer" in finding(client), 40)
    nfc.is_mute = False
    cards.wait_for_line("reader shelf (pn532) works again")
    tally.check(True, "both come back")


def restarted(tally, box, client, rdm):
    """A card that lies there while the jukebox starts."""
    rdm.tag = TAG
    seconds_until(lambda: is_playing(client, "red"))
    tally.check(box.stop() == 0, "the jukebox ends in order")
    client = box.start("--autoplay", "off").connect()
    seconds_until(lambda: is_playing(client, "red"))
    tally.check(True, "the card plays after a restart")
    return client


def action(tally, client, rdm):
    client.command(f"card bind {RDM6300.number(OTHER_TAG)} action stop")
    rdm.tag = None
    seconds_until(lambda: state(client) == "pause")
    rdm.tag = OTHER_TAG
    seconds_until(lambda: state(client) == "stop")
    tally.check(True, "a card for an action acts")
    rdm.tag = None


@contextlib.contextmanager
def smart_cards(folder):
    """pcscd with the reader of vsmartcard-vpcd, in a network of its own."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "proof", "/run"], check=True)
    os.makedirs("/run/pcscd")
    with open(folder / "pcscd.log", "wb") as log:
        process = subprocess.Popen([PCSCD, "--foreground"], stdout=log, stderr=log)
    try:
        wait_for("pcscd", lambda: pathlib.Path("/run/pcscd/pcscd.comm").exists())
        yield
    finally:
        process.kill()
        process.wait()


def pcsc(tally, client):
    held = []

    def place(is_there):
        if is_there:
            held.append(VirtualCard(bytes.fromhex("deadbe0f")))
        else:
            held.pop().leave()
    for _ in range(2 if QUICK else 6):
        client.command("clear")
        place(True)
        took = seconds_until(lambda: is_playing(client, "green"))
        place(False)
        paused = seconds_until(lambda: state(client) == "pause")
        print(f"pcsc: plays after {took * 1000:.0f} ms, pauses after {paused * 1000:.0f} ms (the simulated reader needs 400 each)", flush=True)
    # A card without an identity is none.
    client.command("clear")
    odd = VirtualCard(b"", b"\x6a\x81")
    time.sleep(1.5)
    tally.check(state(client) == "stop", "a card without an identity does nothing", client.status())
    odd.leave()
    tally.check(True, "pcsc")


def proof(tally, work):
    music = work / "music"
    for name in ("red", "green", "blue"):
        shutil.copytree(ROOT / "Fixtures/album", music / name)
    devices = pathlib.Path("/dev/shm") / work.name
    devices.mkdir()
    try:
        rdm, nfc = RDM6300(devices / "door.tty"), PN532(devices / "shelf.tty")
        has_pcsc = PCSCD.exists() and VPCD.exists() and "JUKEBOX_PROOF_APART" in os.environ
        readers = [("door", "rdm6300", rdm.path), ("shelf", "pn532", nfc.path)] + ([("usb", "pcsc", "")] if has_pcsc else [])
        configuration(work, readers[:1])
        with Daemon("--config", str(work / "jukebox.ini"), "--output", "null", "--music", str(music)) as box, (
                smart_cards(work) if has_pcsc else contextlib.nullcontext()):
            client = box.start("--autoplay", "off").connect()
            wait_for("the songs", lambda: len(client.songs("listall")) >= 6 and not client.is_scanning())
            for number, folder in ((RDM6300.number(TAG), "red"), (IDENTITY.hex().upper(), "blue"), ("DEADBE0F", "green")):
                client.command(f"card bind {number} folder {folder}")
            cards = Cards(box, work / "jukebox.ini")
            try:
                cards.wait_for_line("reader door (rdm6300) is open")
                wait_for("the doctor", lambda: "door (rdm6300) has sent nothing" in finding(client), 40)
                configuration(work, readers)
                box.process.send_signal(1)
                cards.wait_for_line("reader shelf (pn532) works")
                tally.check(True, "a changed configuration takes effect")
                lies_plays_pauses(tally, client, "rdm6300", lambda is_there: setattr(rdm, "tag", TAG if is_there else None), "red")
                lies_plays_pauses(tally, client, "pn532", lambda is_there: setattr(nfc, "card", IDENTITY if is_there else None), "blue")
                wrong_bytes(tally, client, rdm)
                two_cards(tally, client, rdm, nfc)
                if has_pcsc:
                    pcsc(tally, client)
                else:
                    print("pcsc is left out: it needs pcscd, vsmartcard-vpcd and namespaces", flush=True)
                unplugged(tally, client, cards, rdm, nfc)
                client = restarted(tally, box, client, rdm)
                action(tally, client, rdm)
            finally:
                cards.end()
                print(cards.log.read_text() if tally.failed else "", end="")
    finally:
        shutil.rmtree(devices, ignore_errors=True)


def main():
    tally = Tally()
    apart("--mount", "--net")
    with work_folder() as work:
        proof(tally, work)
    tally.close()


main()
