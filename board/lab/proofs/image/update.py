"""An update of the card image: certificates of servers, the trial of the new system, the return to the one of before."""
import contextlib
import shlex
import time

from harness.packages import run
from harness.ranges import served
from harness.raspi import START_SECONDS
from lib import wait_for

from .card import CROSSFADE

# This machine, as QEMU's network names it.
SERVER = "10.0.2.2"
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
FETCH = "jukebox-fetch --whole 100"
PROBE = "what the box fetches"
# On a busy machine.
UPDATE_SECONDS = 3600
GOOD_SECONDS = 400
STARTS = 3


class Update:
    """The certificate of an authority that the box does not know at first."""

    def __init__(self, proof, bundle):
        self.proof = proof
        self.bundle = bundle
        self.folder = proof.folder / "served"

    def check(self):
        """The other slot has the same system, as an update leaves it: an installation takes many minutes here."""
        with self.servers() as (right, _):
            found = self.proof.board.run(f"{FETCH} {right}/probe")
            self.proof.say(PROBE in found, "a file by HTTPS", found)
        self.proof.board.run("sync")
        self.proof.board.cut()
        self.proof.card.update()
        self.runs("b")
        self.back()

    def install(self):
        """The update beside the image, from its address."""
        with self.servers() as (right, _):
            self.updated(f"{right}/new.raucb")

    @contextlib.contextmanager
    def servers(self):
        """Two servers, of which the second has the certificate of another one, once the box has refused both."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / "probe").write_text(PROBE)
        if self.bundle and not (self.folder / "new.raucb").exists():
            (self.folder / "new.raucb").symlink_to(self.bundle)
        authority = self.proof.folder / "authority.pem"
        self.certificate(authority, "-subj", "/CN=Authority of the proof", "-addext", "basicConstraints=critical,CA:TRUE")
        with contextlib.ExitStack() as ended:
            right, wrong = (f"https://{SERVER}:{ended.enter_context(served(self.folder, self.of(authority, name)))}"
                            for name in [f"IP:{SERVER}", "DNS:other.example"])
            self.start()
            self.refused(right, "by an unknown authority")
            self.proof.board.run(f"echo {shlex.quote(authority.read_text())} >>{AUTHORITIES}")
            self.refused(wrong, "for another name")
            yield right, wrong

    def certificate(self, file, *words):
        """A certificate and its key in one file."""
        key = file.with_suffix(".key")
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 30,
            "-keyout", key, "-out", file, *words)

    def of(self, authority, name):
        file = self.proof.folder / f"{name.replace(':', '-')}.pem"
        self.certificate(file, "-subj", "/CN=Server", "-CA", authority, "-CAkey", authority.with_suffix(".key"), "-addext", f"subjectAltName={name}")
        file.write_text(file.read_text() + file.with_suffix(".key").read_text())
        return file

    def start(self):
        """A board with a cable, music that does not end, and a setting."""
        if self.proof.board is None or self.proof.board.process.poll() is not None:
            self.proof.start()
            self.proof.playing()
        board = self.proof.board
        board.plug_network()
        # NetworkManager asks no DHCP by this adapter, whose number is that of cables between two computers.
        given = "ip address add 10.0.2.15/24 dev $(ls /sys/class/net | grep ^en) && echo given"
        wait_for("the adapter", lambda: board.run(given).endswith("given"), START_SECONDS, 2)
        # A network sets the clock: a certificate is valid in its time alone.
        board.run(f"date --set=@{int(time.time())}; jukebox repeat on")
        board.ask(f"crossfade {CROSSFADE}")

    def refused(self, server, reason):
        board = self.proof.board
        answer = board.run(f"{FETCH} {server}/probe")
        self.proof.say("certificate" in answer and PROBE not in answer, f"jukebox-fetch refuses a certificate {reason}", answer)
        answer = board.run(f"jukebox update {server}/new.raucb")
        self.proof.say("can't be read" in answer and self.proof.card.slot() == "a", f"an update refuses a certificate {reason}", answer)

    def updated(self, address):
        board = self.proof.board
        began, place = time.monotonic(), board.status()
        answer = board.run(f"jukebox update {address}", UPDATE_SECONDS)
        print(f"the update took {time.monotonic() - began:.0f} s", flush=True)
        self.proof.say("It runs at the next start" in answer and self.proof.card.trial() == f"b{STARTS}", "an update by HTTPS is installed", answer)
        now = board.status()
        self.proof.say(now["state"] == "play" and (now["songid"], now["elapsed"]) != (place["songid"], place["elapsed"]), "music plays on", now)
        self.restart()
        self.runs("b")

    def restart(self):
        board = self.proof.board
        board.run("( (sleep 2; jukebox update --restart) >/run/restarted 2>&1 & )")
        board.wait_for_restart(START_SECONDS)

    def runs(self, slot):
        """The box starts in this slot, with music and its setting; then the system is good."""
        card = self.proof.card
        self.proof.start()
        self.proof.playing()
        line = self.proof.board.run("cat /proc/cmdline")
        self.proof.say(f"rauc.slot={slot}" in line, f"the system in slot {slot} plays", line)
        self.proof.say(self.proof.remembers(), "with the setting of before", self.proof.board.status())
        wait_for("the end of the trial", lambda: card.trial() == "--" and card.slot() == slot, GOOD_SECONDS, 2)
        self.proof.say(True, "and is good")

    def back(self):
        board = self.proof.board
        found = board.run("jukebox update")
        self.proof.say("Also on the card: jukebox" in found, "the system of before is found", found)
        answer = board.run("jukebox update --back", UPDATE_SECONDS)
        self.proof.say("runs at the next start" in answer and self.proof.card.trial() == f"a{STARTS}", "it is chosen", answer)
        self.restart()
        self.runs("a")
        self.proof.board.cut()
