"""The scripts of the card image, run on this machine with other folders in place of the card's and programs in place of RAUC's.

usage: board/lab/run proofs.card-scripts

`wifi` stores names and passwords of every form, and says what is wrong; `hook` says why it refuses the card; `update` shows these
words and waits for the end of a trial. Needs root or namespaces of users; proofs.image and proofs.update run the scripts as part of a card.
"""
import hashlib
import pathlib
import shutil
import subprocess

from lib import ROOT, Tally, apart, run, wait_for

SYSTEM = ROOT / "board/system/image"
CARD = pathlib.Path("/boot/firmware")
UPDATE, WIFI = "/usr/lib/jukebox/update", "/usr/lib/jukebox/wifi"
PROFILE = pathlib.Path("/etc/NetworkManager/system-connections/wifi.txt.nmconnection")
WORDS = pathlib.Path("/run/jukebox-update-failure")
BUNDLE = pathlib.Path("/run/bundle")
PROGRAMS = {"PATH": "/run/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
CARD_BYTES = 256 << 10
IMAGE = b"system" * 1000
# Words of RAUC 1.13.
INSTALLED = "echo '100% Installing done.'; echo \"Installing '$2' succeeded\""
FAILED = """echo 'LastError: Installation error: Failed updating slot system.1: Slot hook returned non-zero'; echo "Installing '$2' failed"; exit 1"""
HOOK = f"RAUC_SLOT_BOOTNAME=b RAUC_SLOT_DEVICE={BUNDLE}/slot RAUC_BUNDLE_MOUNT_POINT={BUNDLE} RAUC_IMAGE_SIZE={len(IMAGE)} " \
       f"RAUC_IMAGE_DIGEST={hashlib.sha256(IMAGE).hexdigest()} sh {SYSTEM}/hook slot-post-install"
LONG_PASSWORD, KEY = "p" * 63, "0aF9" * 16
# Name and password in wifi.txt, and those that are stored.
NETWORKS = [
    ("Home", "a password", "Home", "a password"), ("  Home  ", "a password \t", "Home", "a password"),
    ('" Home "', '" a password  "', " Home ", " a password  "), ('""Home""', '"eight "8"', '"Home"', 'eight "8'),
    ('"Home', 'a password"', '"Home', 'a password"'), ("Café = Öl; 1", r"back\slash\s", "Café = Öl; 1", r"back\slash\s"),
    ("Home", LONG_PASSWORD, "Home", LONG_PASSWORD), ("Home", KEY, "Home", KEY), ("Open", '""', "Open", ""),
]
WRONG = [("short", "at least 8"), ('" 5   "', "at least 8"), (LONG_PASSWORD + "pp", "at most 63"), ("g" * 64, "0 to 9, A to F")]


def folders():
    """The card's folders over this machine's, in a namespace of mounts of this proof's own."""
    run("mount", "--make-rprivate", "/")
    for place in ["/run", "/boot"]:
        run("mount", "-t", "tmpfs", "tmpfs", place)
    for folder in [str(CARD), "/run/card", "/run/bin", "/run/etc/upper", "/run/etc/work", str(BUNDLE)]:
        pathlib.Path(folder).mkdir(parents=True)
    run("mount", "-t", "tmpfs", "-o", f"size={CARD_BYTES}", "card", CARD)
    run("mount", "-t", "overlay", "-o", f"lowerdir={SYSTEM}/root/usr:/usr", "usr", "/usr")
    run("mount", "-t", "overlay", "-o", "lowerdir=/etc,upperdir=/run/etc/upper,workdir=/run/etc/work", "etc", "/etc")
    # Mounts and checks of a card are shown by proofs.update.
    for name in ["blockdev", "fsck.fat", "mount", "umount"]:
        program(name, "exit 0")


def program(name, text):
    path = pathlib.Path("/run/bin", name)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def shell(command):
    return subprocess.run(["sh", "-c", command], env=PROGRAMS, capture_output=True, text=True, check=False)


def stored():
    """Name and password of the profile, as NetworkManager reads them: without blanks around, and with escape sequences."""
    values = dict(line.split("=", 1) for line in PROFILE.read_text().splitlines() if "=" in line)
    name = bytes(int(number) for number in values["ssid"].split(";") if number).decode()
    parts = values.get("psk", "").strip().split("\\\\")
    return name, "\\".join(part.replace("\\s", " ") for part in parts)


def wifi(check):
    file = CARD / "wifi.txt"
    for name, password, *wanted in NETWORKS:
        file.write_text(f"country = de\r\nname = {name}\r\npassword = {password}\r\n")
        done = shell(f"{WIFI} {file}")
        said = file.read_text()
        check(done.returncode == 0 and stored() == tuple(wanted), f"wifi.txt: {name!r}, {password!r}", (stored(), done.stderr))
        check(said.startswith("# DONE") and (not wanted[1] or wanted[1] not in said), "its password leaves the card", said)
    for password, words in WRONG:
        PROFILE.unlink(missing_ok=True)
        file.write_text(f"name = Home\r\npassword = {password}\r\n")
        done = shell(f"{WIFI} {file}")
        check(done.returncode == 1 and not PROFILE.exists() and words in file.read_text().splitlines()[0], f"wifi.txt: {password} is refused",
              (file.read_text(), done.stderr))


def new_card(trial="--", boot_bytes=1000):
    """Slot A runs; an update with boot files of a size is at hand."""
    for place in CARD.iterdir():
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()
    (CARD / "slot.txt").write_text("os_prefix=a/\n")
    (CARD / "trial.txt").write_text(trial + "\n")
    pathlib.Path("/run/card/slot").write_text("a\n")
    for name in ["a", "b"]:
        (CARD / name).mkdir()
        (CARD / name / "version").write_text(f"0.1.{name}\n")
        (CARD / name / "SHA256SUMS").write_text("")
    boot = BUNDLE / "boot"
    shutil.rmtree(boot, ignore_errors=True)
    boot.mkdir()
    (boot / "vmlinuz").write_bytes(bytes(boot_bytes))
    (boot / "SHA256SUMS").write_text(run("sha256sum", "vmlinuz", cwd=boot))
    (boot / "cmdline.txt").write_text("rauc.slot=SLOT\n")
    run("tar", "-C", boot, "-cf", BUNDLE / "boot.tar", ".")
    (BUNDLE / "slot").write_bytes(IMAGE + b"of before")
    program("fsck.fat", "exit 0")
    program("rauc", f'if {HOOK}; then {INSTALLED}; else {FAILED}; fi')


def install():
    return shell(f"{UPDATE} install {BUNDLE}/boot.tar").stdout.splitlines()[-1:]


def hook(check):
    """A bundle that the card does not take."""
    new_card()
    check(install() == ["done"], "an update whose hook agrees is done")
    check((CARD / "b/cmdline.txt").read_text() == "rauc.slot=b\n" and (CARD / "b/vmlinuz").exists(), "its boot files are those of its slot")
    new_card()
    (BUNDLE / "slot").write_bytes(IMAGE[1:] + b"of before")
    check(install() == ["failed failed the card does not keep what is written: replace it"], "a card that forgets", WORDS.read_text())
    new_card(boot_bytes=2 * CARD_BYTES)
    check(install() == ["failed failed the partition JUKEBOX of the card has no room: delete files that you have put there"],
          "a card without room", WORDS.read_text())
    new_card()
    program("fsck.fat", "exit 4")
    check(install() == ["failed failed the first partition of the card is damaged"], "a card that is damaged", WORDS.read_text())
    # Words of an earlier update.
    run("touch", "--date=1 minute ago", WORDS)
    unsigned, silent = "signature verification failed: Verify error: self-signed certificate", "streaming: server not responding"
    untrusted = "server verification failed: certificate signer not trusted. (CAfile: none)"
    program("journalctl", f"echo 'rauc[7]: request failed: {untrusted} (retrying 5/5)'")
    for error, words, reason in [(unsigned, unsigned, "signature"), (silent, untrusted, "unreachable")]:
        program("rauc", f"echo 'LastError: {error}'; echo 'Installing failed'; exit 1")
        answer = install()
        check(answer == [f"failed {reason} {words}"], f"RAUC's own words: {reason}", answer)


def trial(check):
    """An update while the system that runs is on trial, and what is found of one that waits for the next start."""
    new_card("a2")
    with subprocess.Popen(["sh", "-c", f"{UPDATE} install {BUNDLE}/boot.tar"], env=PROGRAMS, stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        check(line == "step 0 waiting until the present system has run for a minute\n", "an update waits for the end of a trial", line)
        check(not (CARD / "b/vmlinuz").exists(), "nothing is written meanwhile")
        (CARD / "trial.txt").write_text("--\n")
        wait_for("the update", lambda: process.poll() is not None, 30)
        check(process.stdout.read().splitlines()[-1] == "done", "it is installed then")
    for slot, state, wanted in [("a", "--", "other 0.1.b"), ("b", "b3", "waiting"), ("a", "b0", "back"), ("b", "--", "waiting")]:
        new_card(state)
        (CARD / "slot.txt").write_text(f"os_prefix={slot}/\n")
        found = shell(f"{UPDATE} find").stdout.splitlines()
        check(found == [wanted], f"slot.txt {slot}, trial {state}: {wanted}", found)


def main():
    apart("--mount")
    tally = Tally()
    folders()
    wifi(tally.check)
    hook(tally.check)
    trial(tally.check)
    tally.close()


main()
