"""USB sticks as images: a partition table, one partition, and files on it."""
import os
import pathlib
import shutil
import struct
import tempfile

from .failure import Failure
from .initramfs import made
from .packages import run

MEBIBYTE = 1 << 20
TYPES = {"vfat": 0x0C, "exfat": 0x07, "ext4": 0x83}
# As udev/mount has them mounted, but for the owner: the board has no user but root.
OPTIONS = {"vfat": "nosuid,nodev,noexec,noatime,utf8,tz=UTC,flush,errors=remount-ro,umask=0022",
           "exfat": "nosuid,nodev,noexec,noatime,iocharset=utf8,errors=remount-ro,umask=0022",
           "ext4": "nosuid,nodev,noexec,noatime,errors=remount-ro"}


def key(files):
    """The difference between these files and others: names, sizes and times or contents."""
    parts = []
    for name, body in sorted(files.items()):
        if isinstance(body, bytes):
            parts += [name, body]
        else:
            status = pathlib.Path(body).stat()
            parts += [name, body, status.st_size, status.st_mtime_ns]
    return parts


def lay_out(files, folder):
    """Puts the files into a folder; those that exist already are linked where they can be."""
    for name, body in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(body, bytes):
            path.write_bytes(body)
        else:
            try:
                os.link(body, path)
            except OSError:
                shutil.copyfile(body, path)


def format_partition(kind, label, path, megabytes, folder):
    """A file system in a file, with what lies in `folder` where its tools can put it there."""
    with open(path, "wb") as file:
        file.truncate((megabytes - 1) * MEBIBYTE)
    if kind == "vfat":
        run("/sbin/mkfs.vfat", "-F", "32", "-n", label, path)
        names = sorted(pathlib.Path(folder).iterdir())
        if names:
            run("mcopy", "-s", "-Q", "-i", path, *names, "::", env={**os.environ, "MTOOLS_SKIP_CHECK": "1"})
    elif kind == "ext4":
        run("/sbin/mkfs.ext4", "-q", "-L", label, "-d", folder, path)
    elif kind == "exfat":
        run("/sbin/mkfs.exfat", "-n", label, path)
    else:
        raise Failure(f"no stick is made with {kind}")


def image(kind, files, megabytes=64, label="STICK"):
    """The cached image of a stick; one of exfat is still empty, since only a kernel can fill it."""

    def make(path):
        with tempfile.TemporaryDirectory(prefix="jukebox-stick.", dir=path.parent) as work:
            folder = pathlib.Path(work, "files")
            folder.mkdir()
            if kind != "exfat":
                lay_out(files, folder)
            partition = pathlib.Path(work, "partition")
            format_partition(kind, label, partition, megabytes, folder)
            with open(path, "wb") as file:
                file.truncate(megabytes * MEBIBYTE)
                first, count = 2048, (megabytes - 1) * 2048
                file.seek(446)
                file.write(struct.pack("<B3sB3sII", 0, b"\xfe\xff\xff", TYPES[kind], b"\xfe\xff\xff", first, count))
                file.seek(510)
                file.write(b"\x55\xaa")
            run("dd", f"if={partition}", f"of={path}", "bs=1M", "seek=1", "conv=notrunc,sparse")

    contents = key(files) if kind != "exfat" else []
    return made(f"stick-{kind}.img", [2, kind, megabytes, label, *contents], make)


class Stick:
    """A stick's image, to be plugged into boards; what boards write to it stays on it."""

    def __init__(self, name, kind, path):
        self.name = name
        self.kind = kind
        self.path = pathlib.Path(path)
        self.plugs = 0
        self.serial = None
