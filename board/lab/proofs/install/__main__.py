"""board/install lays everything out in a folder, changes nothing when it is run again, keeps the owner's changes, and uninstalls all.

usage: board/lab/run proofs.install
"""
import hashlib
import pathlib
import shutil
import subprocess

from lib import ROOT, Tally, work_folder

PROGRAMS = ["jukeboxd", "jukebox", "jukebox-analyzer", "jukebox-fetch", "jukebox-web", "jukebox-tagger", "jukebox-pictures"]
INSTALLED = [*(f"usr/local/bin/{program}" for program in PROGRAMS[:-1]), "usr/local/lib/jukebox/mount", "usr/local/lib/jukebox/jukebox-pictures"]
FILES = ["systemd/system/jukeboxd.service", "systemd/system/jukebox-mount@.service", "udev/rules.d/90-jukebox.rules", "sysusers.d/jukebox.conf",
         "tmpfiles.d/jukebox.conf", "polkit-1/rules.d/60-jukebox.rules", "jukebox.ini"]
STARTED = "etc/systemd/system/multi-user.target.wants/jukeboxd.service"
# The kernel's names of disks and partitions, and other folders.
MOUNT_POINTS = ["sda", "sda1", "sdb12", "sdaa1", "sdcard", "sdz9/kept", "usb"]


def install(target, programs, *words):
    """Runs board/install; its exit status and messages."""
    done = subprocess.run(["board/install", "--root", str(target), "--bin", str(programs), *words], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def listing(target):
    """Each file and link below a folder: its mode and its content."""
    found = {}
    for path in target.rglob("*"):
        if path.is_symlink():
            found[str(path)] = str(path.readlink())
        elif path.is_file():
            found[str(path)] = (path.stat().st_mode, hashlib.sha256(path.read_bytes()).hexdigest())
    return found


def prove_new(check, target, programs):
    status, said = install(target, programs)
    check(status == 0, "it installs", said)
    for place in INSTALLED:
        check((target / place).stat().st_mode & 0o111, f"{place} is a program")
    for place in FILES:
        check((target / "etc" / place).stat().st_size, f"etc/{place} is there")
    check((target / STARTED).is_symlink(), "it starts at the boot")
    check("\njukebox:" in "\n" + (target / "etc/passwd").read_text(), "it has a user")
    groups = (target / "etc/group").read_text().splitlines()
    check(any(line.startswith("gpio:") and "jukebox" in line for line in groups), "its user is in the group gpio", groups)
    check(any("apt-get install " in line and "libsoxr0" in line for line in said.splitlines()), "missing libraries are reported", said)
    first = listing(target)
    status, said = install(target, programs)
    check(status == 0 and listing(target) == first, "the second time nothing changes", said)
    check("everything was there already" in said, "the second time it reports that", said)


def prove_owner(check, target, programs):
    etc = target / "etc"
    check((etc / "jukebox.ini").stat().st_mode & 0o777 == 0o640, "others can't read the configuration")
    for name in MOUNT_POINTS:
        (target / "media" / name).mkdir(parents=True)
    subprocess.run(["systemd-tmpfiles", "--root", str(target), "--remove", "--boot", "--prefix=/media", str(etc / "tmpfiles.d/jukebox.conf")],
                   check=False, stderr=subprocess.DEVNULL)
    left = sorted(path.name for path in (target / "media").iterdir())
    check(left == ["sdcard", "sdz9", "usb"], "old mount points are removed at the boot, if they are empty", left)
    for path, line in ((etc / "jukebox.ini", "# mine\n"), (etc / "systemd/system/jukeboxd.service", "\n")):
        path.write_text(path.read_text() + line)
    status, said = install(target, programs)
    check(status == 0, "it repairs", said)
    check((etc / "systemd/system/jukeboxd.service").read_bytes() == (ROOT / "board/system/jukeboxd.service").read_bytes(), "its own files are restored")
    check("# mine" in (etc / "jukebox.ini").read_text(), "the configuration stays")


def prove_refusals(check, target, programs):
    library = target / "usr/lib/some-linux-gnu"
    library.mkdir(parents=True)
    # A C library without any of the symbols that these programs need.
    (library / "libc.so.6").write_text("GLIBC_2.0\n")
    status, said = install(target, programs)
    check(status and any("needs GLIBC " in line and "older" in line for line in said.splitlines()), "a system with an older C library is refused", said)
    shutil.rmtree(library)
    (programs / "jukebox").write_text("no program")
    check(install(target, programs)[0], "a program for another machine is refused")
    check(install(programs, programs)[0], "a folder without a system is refused")


def prove_uninstall(check, target, programs):
    status, said = install(target, programs, "--uninstall")
    check(status == 0, "it uninstalls", said)
    check((target / "etc/jukebox.ini").exists(), "the configuration stays after uninstalling")
    check("the user jukebox stays" in said, "it reports that the user stays", said)
    check(not (target / STARTED).is_symlink(), "it is not started at the boot")
    status, said = install(target, programs, "--uninstall", "--purge")
    check(status == 0, "it uninstalls all", said)
    left = [str(path) for folder in ("etc", "usr") for path in (target / folder).rglob("*") if "jukebox" in path.name.lower()]
    check(not left, "nothing is left", left)


def main():
    tally = Tally()
    with work_folder() as work:
        target, programs = pathlib.Path(work, "root"), pathlib.Path(work, "bin")
        for folder in (target / "usr/bin", target / "etc", programs):
            folder.mkdir(parents=True)
        shutil.copy("/etc/os-release", target / "etc")
        shutil.copy("/usr/bin/env", target / "usr/bin")
        for program in PROGRAMS:
            shutil.copy("/usr/bin/true", programs / program)
        for part in (prove_new, prove_owner, prove_refusals, prove_uninstall):
            part(tally.check, target, programs)
    tally.close()


if __name__ == "__main__":
    main()
