"""Debian's packages of any release and architecture, fetched and unpacked without installing them.

Each release and architecture has an apt state of its own in the cache, so nothing of the machine's changes. Which
version is fetched is whatever the package index names; a package that is in the cache already is not fetched again.
"""
import fcntl
import os
import pathlib
import re
import shlex
import subprocess
import time

from lib.checks import CACHED

from .failure import Failure

CACHE = CACHED / "board"

# A package index this old is renewed.
INDEX_AGE_SECONDS = 7 * 24 * 3600

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


def run(*command, **keywords):
    """Runs a command; what it said is in the failure."""
    result = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, errors="replace", check=False, **keywords)
    if result.returncode != 0:
        raise Failure(f"{shlex.join(map(str, command))} ended with {result.returncode}:\n{result.stdout[-3000:]}")
    return result.stdout


def machine_release():
    """The code name of the Debian that this machine runs."""
    text = pathlib.Path("/etc/os-release").read_text()
    found = re.search(r"^VERSION_CODENAME=(\S+)", text, re.M)
    if not found:
        raise Failure("/etc/os-release names no Debian release")
    return found[1]


def mirror():
    """The address of the archive that this machine's apt takes Debian from."""
    listed = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)",
                 "Created-By: Packages")
    for line in listed.splitlines():
        address, release, component = line.split(" ")[:3]
        if release == machine_release() and component == "main":
            return address
    raise Failure(f"apt's sources hold no main section of {machine_release()}: is `apt-get update` missing?")


class Archive:
    """The packages of one release and architecture."""

    def __init__(self, release, arch):
        self.release = release
        self.arch = arch
        self.folder = CACHE / f"apt-{release}-{arch}"

    def options(self):
        folder = self.folder
        return ["-o", f"Dir::Etc::SourceList={folder}/sources.list", "-o", "Dir::Etc::SourceParts=/dev/null",
                "-o", "Dir::Etc::PreferencesParts=/dev/null", "-o", f"Dir::State={folder}",
                "-o", f"Dir::State::Lists={folder}/lists", "-o", f"Dir::State::Status={folder}/status",
                "-o", f"Dir::Cache={folder}/cache", "-o", f"APT::Architecture={self.arch}",
                "-o", f"APT::Architectures={self.arch}", "-o", "APT::Install-Recommends=false",
                "-o", "APT::Sandbox::User=root", "-o", "Acquire::Languages=none"]

    def apt(self, tool, *arguments):
        return run(tool, *self.options(), *arguments)

    def prepare(self):
        """Renews the package index where it is old."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.update()

    def update(self):
        stamp = self.folder / "updated"
        sources = self.folder / "sources.list"
        for folder in ("lists/partial", "cache/archives/partial"):
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
        (self.folder / "status").touch()
        signed = f"signed-by={KEYRING}" if os.path.exists(KEYRING) else ""
        line = f"deb [arch={self.arch} {signed}] {mirror()} {self.release} main\n"
        if sources.exists() and sources.read_text() == line and stamp.exists() and \
                stamp.stat().st_mtime + INDEX_AGE_SECONDS > time.time():
            return
        sources.write_text(line)
        self.apt("apt-get", "-q", "update")
        stamp.touch()

    def newest(self, meta):
        """The target of a package that only points elsewhere, such as linux-image-arm64."""
        shown = self.apt("apt-cache", "show", meta)
        found = re.search(r"^Depends: ([^ ,]+)", shown, re.M)
        if not found:
            raise Failure(f"{meta} of {self.release} {self.arch} depends on nothing")
        return found[1]

    def fetch(self, *names):
        """The files of these packages, fetched where they are not there."""
        listed = self.apt("apt-get", "-q", "download", "--print-uris", *names)
        files = []
        missing = False
        for _, file in re.findall(r"^'([^']+)' (\S+)", listed, re.M):
            path = self.folder / "packages" / file
            files.append(path)
            missing = missing or not path.exists()
        if len(files) != len(names):
            raise Failure(f"{self.release} {self.arch} lacks some of {', '.join(names)}:\n{listed}")
        if missing:
            (self.folder / "packages").mkdir(exist_ok=True)
            run("apt-get", *self.options(), "-q", "download", *names, cwd=self.folder / "packages")
        return files

    def unpacked(self, *names, into="unpacked"):
        """A folder that holds these packages' files, nothing of them being run."""
        self.prepare()
        with open(self.folder / "lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            folder = self.folder / into
            stamps = folder / ".packages"
            stamps.mkdir(parents=True, exist_ok=True)
            for link in ("bin", "sbin", "lib", "lib64"):
                (folder / "usr" / link).mkdir(parents=True, exist_ok=True)
                if not (folder / link).is_symlink():
                    (folder / link).symlink_to(f"usr/{link}")
            for file in self.fetch(*names):
                stamp = stamps / file.name
                if not stamp.exists():
                    run("sh", "-c", 'dpkg-deb --fsys-tarfile "$0" | tar -x -C "$1" --keep-directory-symlink',
                        file, folder)
                    stamp.touch()
            return folder

    def closure(self, *names, name=None):
        """A folder of its own that holds these packages and all that they depend on, nothing of them being run."""
        self.prepare()
        listed = self.apt("apt-get", "-q", "install", "--print-uris", "--yes", *names)
        needed = sorted({file.split("_")[0] for _, file in re.findall(r"^'([^']+)' (\S+)", listed, re.M)})
        return self.unpacked(*needed, into="closure-" + (name or "-".join(names)))
