"""The board's root file system: an archive that the kernel unpacks into memory, made without root and without tools.

It holds busybox, the modules, the scenarios' helper, and the programs under test with the libraries that they need.
"""
import hashlib
import os
import pathlib
import re
import shutil
import stat
import subprocess

from .failure import Failure
from .kernel import OPTIONS, module_bytes
from .packages import CACHE, Archive, run

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
COMPILERS = {"amd64": "gcc", "arm64": "aarch64-linux-gnu-gcc"}


class CPIO:
    """A `newc` archive, in memory; the kernel takes several in a row."""

    def __init__(self):
        self.data = bytearray()
        self.inode = 1
        self.folders = set()

    def entry(self, path, mode, body=b""):
        name = path.strip("/").encode() + b"\0"
        head = [self.inode, mode, 0, 0, 1, 0, len(body), 0, 0, 0, 0, len(name), 0]
        self.inode += 1
        self.data += b"070701" + b"".join(b"%08X" % value for value in head) + name
        self.data += bytes(-len(self.data) % 4)
        self.data += body
        self.data += bytes(-len(self.data) % 4)

    def folder(self, path):
        path = path.strip("/")
        if path and path not in self.folders:
            self.folder(os.path.dirname(path))
            self.folders.add(path)
            self.entry(path, stat.S_IFDIR | 0o755)

    def file(self, path, body, mode=0o644):
        self.folder(os.path.dirname(path))
        self.entry(path, stat.S_IFREG | mode, body)

    def link(self, path, target):
        self.folder(os.path.dirname(path))
        self.entry(path, stat.S_IFLNK | 0o777, target.encode())

    def tree(self, folder, at="", without=()):
        """The files in a folder but for some paths, links and modes as they are."""
        for path, folders, files in os.walk(folder):
            inside = os.path.join(at, os.path.relpath(path, folder)).removesuffix(".").rstrip("/")
            self.folder(inside)
            folders.sort()
            for name in sorted(folders + files):
                full = pathlib.Path(path, name)
                if f"{inside}/{name}".strip("/") in without:
                    continue
                if full.is_symlink():
                    self.link(f"{inside}/{name}", os.readlink(full))
                elif full.is_file():
                    self.file(f"{inside}/{name}", full.read_bytes(), full.stat().st_mode & 0o777)

    def finished(self):
        whole = CPIO()
        whole.inode = self.inode
        whole.data = bytearray(self.data)
        whole.entry("TRAILER!!!", 0)
        whole.data += bytes(-len(whole.data) % 512)
        return bytes(whole.data)


def made(name, parts, make):
    """The cached file that `make(path)` makes of what `parts` (text or bytes) describe."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part if isinstance(part, bytes) else str(part).encode())
        digest.update(b"\0")
    folder = CACHE / "made"
    folder.mkdir(parents=True, exist_ok=True)
    stem, suffix = os.path.splitext(name)
    path = folder / f"{stem}-{digest.hexdigest()[:16]}{suffix}"
    if not path.exists():
        draft = folder / f"{path.name}.{os.getpid()}"
        try:
            make(draft)
            draft.rename(path)
        finally:
            draft.unlink(missing_ok=True)
    return path


def helper(arch, name="board-tool"):
    """The static program of a source of the guest."""
    source = HERE / f"guest/{name}.c"
    return made(f"{name}-{arch}", [arch, source.read_bytes()], lambda path: run(
        COMPILERS[arch], "-static", "-O2", "-s", "-Wall", "-Wextra", "-Werror", "-o", path, source))


def base(kernel):
    """The part of the root file system that stays the same from build to build."""
    archive = Archive(kernel.release, kernel.arch)
    root = archive.unpacked("busybox-static")
    init = (HERE / "guest/init").read_bytes()
    agent = (HERE / "guest/agent").read_bytes()
    tools = {name: helper(kernel.arch, name).read_bytes() for name in ("board-tool", "fake-rc522")}
    modules = kernel.modules()

    def make(path):
        cpio = CPIO()
        for folder in ("dev", "proc", "sys", "root", "etc", "usr/local/bin", "usr/lib", "usr/lib64"):
            cpio.folder(folder)
        for link in ("lib", "lib64"):
            cpio.link(link, f"usr/{link}")
        cpio.file("bin/busybox", (root / "bin/busybox").read_bytes(), 0o755)
        cpio.link("bin/sh", "busybox")
        for name, tool in tools.items():
            cpio.file(f"bin/{name}", tool, 0o755)
        cpio.file("bin/agent", agent, 0o755)
        cpio.file("init", init, 0o755)
        cpio.file("etc/passwd", b"root:x:0:0:root:/root:/bin/sh\n")
        cpio.file("etc/group", b"root:x:0:\n")
        for name, file in modules:
            cpio.file(f"modules/{name}.ko", module_bytes(file))
        lines = [f"{name} {OPTIONS.get(name, '')}".strip() for name, _ in modules]
        cpio.file("modules/order", "".join(line + "\n" for line in lines).encode())
        path.write_bytes(cpio.finished())

    return made(f"base-{kernel.arch}.cpio", [kernel.version, modules, OPTIONS, init, agent, *tools.values(),
                                             pathlib.Path(__file__).read_bytes()], make)


def libraries(programs):
    """The libraries that these programs of this machine need, as the dynamic linker finds them: {path: file}."""
    found = {}
    for program in programs:
        for line in run("ldd", program).splitlines():
            match = re.match(r"\s*(?:\S+ => )?(/\S+) \(0x", line)
            if match:
                found[match[1]] = pathlib.Path(match[1]).resolve()
            elif "not found" in line:
                raise Failure(f"{program} needs a library that is not here: {line.strip()}")
    return found


# Files that jukeboxd loads while it runs.
LOADED = ("libsndfile.so.1", "libsonic.so.0")


def loaded_libraries():
    """Those of them that this machine has, by their paths."""
    places = [pathlib.Path("/usr/lib/x86_64-linux-gnu", name) for name in LOADED]
    return [str(place) for place in places if place.exists()]


def programs_amd64():
    folder = os.environ.get("JUKEBOX_BIN")
    if not folder:
        shown = subprocess.run(["swift", "build", "-c", "release", "--static-swift-stdlib", "--show-bin-path"],
                               cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        folder = shown.stdout.strip()
    program = pathlib.Path(folder, "jukeboxd")
    if not program.exists():
        raise Failure(f"{program} is not there: run `swift build -c release --static-swift-stdlib` first")
    return program


def userland(arch):
    """The programs, their libraries and ALSA's configuration."""
    if arch == "arm64":
        return userland_arm64()
    program = programs_amd64()
    others = ("jukebox-analyzer", "jukebox-fetch", "jukebox-tagger", "jukebox-cards")
    programs = [program, *(each for each in map(program.with_name, others) if each.exists())]

    def make(path):
        cpio = CPIO()
        stripped = path.with_suffix(".stripped")
        try:
            for each in programs:
                run("strip", "-o", stripped, each)
                cpio.file(f"usr/local/bin/{each.name}", stripped.read_bytes(), 0o755)
        finally:
            stripped.unlink(missing_ok=True)
        own = loaded_libraries()
        needed = {name: pathlib.Path(name).resolve() for name in own} | libraries([*programs, *own])
        for name, file in needed.items():
            cpio.file(re.sub("^/lib", "/usr/lib", name), file.read_bytes(), 0o755)
        cpio.tree("/usr/share/alsa", "usr/share/alsa")
        path.write_bytes(cpio.finished())

    stamps = [(str(each), each.stat().st_size, each.stat().st_mtime_ns) for each in programs]
    return made("userland-amd64.cpio", [*stamps, *loaded_libraries()], make)


def userland_arm64():
    """The result of `board/arm64 root`, or the folder $JUKEBOX_ARM64_ROOT that was made so."""
    folder = os.environ.get("JUKEBOX_ARM64_ROOT")
    if not folder:
        folder = CACHE / "root-arm64"
        shutil.rmtree(folder, ignore_errors=True)
        if not (ROOT / "board/arm64").exists():
            raise Failure("there is no board/arm64 yet: set JUKEBOX_ARM64_ROOT to a folder with the programs")
        run(ROOT / "board/arm64", "root", folder)
    parts = []
    for path in sorted(pathlib.Path(folder).rglob("*")):
        status = path.lstat()
        parts += [path, status.st_size, status.st_mtime_ns]

    def make(path):
        cpio = CPIO()
        # The client is larger than all the rest together, and the board's shell has one of its own.
        cpio.tree(folder, without=["usr/bin/jukebox"])
        path.write_bytes(cpio.finished())

    return made("userland-arm64.cpio", parts, make)


