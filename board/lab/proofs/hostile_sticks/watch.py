"""Touched files: a tree that must stay as it is, and every path that the daemon opened or changed."""
import hashlib
import os
import pathlib
import re
import shutil
import sqlite3
import time

from lib import work_folder

CALLS = ("open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,"
         "symlinkat,mknod,mknodat,truncate,chmod,fchmodat,chown,lchown,fchownat,utimensat,setxattr,lsetxattr,connect,"
         "bind,execve,execveat,mount,umount2,dup,dup2,dup3,fcntl")
OPENS = {"open", "openat", "openat2", "creat", "dup", "dup2", "dup3", "fcntl"}
# Files of the system that the daemon reads with any stick.
SYSTEM = re.compile(
    r"/(usr/|lib/|lib64/|.*/lib/swift/linux/lib\w+\.so$|etc/ld\.so\.|etc/alsa/|etc/asound\.conf|etc/localtime|etc$"
    r"|dev$|dev/(null|urandom|snd|input|disk|gpiochip)"
    r"|run/udev|proc/(self|\d+)/(mountinfo|cgroup|maps|auxv|exe|task/\d+/comm)$"
    r"|proc/asound|proc/(cpuinfo|meminfo|stat|uptime)$|proc/sys/|sys/)|anon_inode:|pipe:|socket:")


class Canary:
    """A tree beside the stick that no link, name or database of it may lead to."""

    def __init__(self, path):
        self.path = path
        (path / "folder/inner").mkdir(parents=True)
        (path / "precious").write_text("dear to somebody\n")
        (path / "passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
        (path / "folder/song.flac").write_bytes(b"fLaC" + bytes(4000))
        (path / "folder/inner/secret.mp3").write_bytes(b"\xff\xfb\x90\x00" * 500)
        database = sqlite3.connect(path / "library.sqlite")
        database.executescript("create table canary (x); insert into canary values ('whole');")
        database.close()
        # A read would show: the kernel notes the time of one when the last is older than the change (relatime).
        for place in [path, *path.rglob("*")]:
            os.utime(place, (1_000_000_000, 1_500_000_000))
        self.before = self.look()

    def look(self):
        found = {}
        for place in [self.path, *sorted(self.path.rglob("*"))]:
            status = place.lstat()
            content = b""
            if place.is_file() and not place.is_symlink():
                number = os.open(place, os.O_RDONLY | os.O_NOATIME)
                with os.fdopen(number, "rb") as file:
                    content = file.read()
            # A look into a folder is this one's own; a look into a file is somebody's.
            read = status.st_atime_ns if content else 0
            found[str(place.relative_to(self.path))] = (
                status.st_mode, status.st_ino, status.st_nlink, status.st_size, status.st_mtime_ns, status.st_ctime_ns,
                read, hashlib.sha256(content).hexdigest())
        return found

    def differences(self):
        now = self.look()
        return sorted(name for name in self.before.keys() | now.keys() if self.before.get(name) != now.get(name))


class Trace:
    """strace's record of a daemon, and what in it lies outside the folders that are allowed."""

    def __init__(self, path, allowed):
        self.path = path
        self.allowed = [str(place) for place in allowed]

    def prefix(self):
        # -D: the daemon is this process' child, and strace somewhere below it.
        return ["strace", "-D", "-f", "--seccomp-bpf", "-y", "-s", "4096", "-qq", "-e", f"trace={CALLS}",
                "-e", "signal=none", "-o", str(self.path)]

    def is_allowed(self, place):
        if any(place == folder or place.startswith(folder + "/") for folder in self.allowed):
            return True
        return bool(SYSTEM.match(place))

    def wait(self, seconds=30):
        """strace writes on after its process has ended."""
        until = time.monotonic() + seconds
        size = -1
        while time.monotonic() < until:
            now = self.path.stat().st_size if self.path.exists() else 0
            if now == size:
                return
            size = now
            time.sleep(0.05)

    def violations(self):
        self.wait()
        found, count, names = [], 0, {}
        for line in self.path.read_text(errors="surrogateescape").splitlines():
            match = re.match(r"\d+ +(?:<\.\.\. )?(\w+)(?:\(| resumed>)(.*)$", line)
            if not match:
                continue
            call, rest = match.groups()
            count += 1
            if call in OPENS:
                result = re.search(r"\) *= (\d+)<(.*?)>(?:\(deleted\))?$", rest)
                if result:
                    number, place = result.groups()
                    names[number] = place
                    if not self.is_allowed(place):
                        found.append(f"{call}: {place}")
            elif "resumed>" in line[:60]:
                continue
            elif call in ("connect", "bind"):
                place = re.search(r'sun_path=@?"([^"]*)"', rest)
                if not place and "AF_UNIX" not in rest and "AF_NETLINK" not in rest:
                    found.append(f"{call}: {rest}")
                elif place and not self.is_allowed(place.group(1)):
                    found.append(f"{call}: {place.group(1)}")
            elif call == "execve" and count == 1:
                continue
            else:
                for place in self.places(rest, names):
                    # The folders above the state folder are made where they are missing.
                    above = call == "mkdir" and any(folder.startswith(place + "/") for folder in self.allowed)
                    if not above and not self.is_allowed(place):
                        found.append(f"{call}: {place}")
        return found, count

    @staticmethod
    def places(arguments, names):
        """The paths that a call names, made absolute."""
        for folder, name in re.findall(r'(?:(?:\d+|AT_FDCWD)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"', arguments):
            through = re.match(r"/proc/self/fd/(\d+)(/.*)?$", name)
            if through:
                yield names.get(through.group(1), "an unknown folder") + (through.group(2) or "")
            else:
                yield name if name.startswith("/") else os.path.normpath(f"{folder}/{name}")


def canaries(folder):
    """Databases in a folder whose table `canary` holds rows: SQL of the stick was run. Looked at in copies."""
    rows = []
    for path in folder.glob("*"):
        if path.is_symlink() or not path.is_file() or not 0 < path.stat().st_size < 1 << 28 or path.name.endswith(("-wal", "-shm")):
            continue
        with work_folder() as copies:
            copy = pathlib.Path(copies, "x.sqlite")
            shutil.copy(path, copy)
            log = path.with_name(path.name + "-wal")
            if log.is_file() and not log.is_symlink():
                shutil.copy(log, f"{copy}-wal")
            try:
                database = sqlite3.connect(copy)
                if database.execute("select count(*) from canary").fetchone()[0]:
                    rows.append(path.name)
            except (sqlite3.Error, UnicodeDecodeError):
                pass  # Noise; SQLite's own words on it may hold some.
            finally:
                database.close()
    return rows
