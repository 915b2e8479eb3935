"""Takes files out of a disk's image on the host, as a kernel would find them after a power cut."""
import pathlib

from .exfat import Exfat
from .fat32 import FAT32
from .packages import run
from .sticks import MEBIBYTE


def take(kind, image, path, folder):
    """The file at a path of the partition, put into a folder of the host; None where there is none."""
    target = pathlib.Path(folder, pathlib.Path(path).name)
    if kind == "ext4":
        _take_ext4(image, path, target)
    else:
        _take_fat(image, path, target, {"vfat": FAT32, "exfat": Exfat}[kind])
    return target if target.exists() else None


def _take_ext4(image, path, target):
    partition = target.parent / "partition"
    if not partition.exists():
        run("dd", f"if={image}", f"of={partition}", "bs=1M", "skip=1", "conv=sparse")
        # As at a mount, the journal is replayed. Status 1: it was.
        run("sh", "-c", '/sbin/e2fsck -fy "$0" || [ $? = 1 ]', partition)
    run("/sbin/debugfs", "-R", f"dump {path} {target}", partition)


def _take_fat(image, path, target, make):
    with open(image, "rb") as file:
        body = make(file, MEBIBYTE).read(path)
    if body is not None:
        target.write_bytes(body)
