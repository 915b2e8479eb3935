"""Takes files out of a disk's image on the host, as a kernel would find them after a power cut."""
import pathlib
import subprocess

from .exfat import Exfat
from .packages import run
from .sticks import MEBIBYTE


def take(kind, image, path, folder):
    """The file at a path of the partition, put into a folder of the host; None where there is none, or where its bytes
    can't be read."""
    target = pathlib.Path(folder, pathlib.Path(path).name)
    {"ext4": _take_ext4, "vfat": _take_vfat, "exfat": _take_exfat}[kind](image, path, target)
    return target if target.exists() else None


def _take_ext4(image, path, target):
    partition = target.parent / "partition"
    if not partition.exists():
        run("dd", f"if={image}", f"of={partition}", "bs=1M", "skip=1", "conv=sparse")
        # As at a mount, the journal is replayed. Status 1: it was.
        run("sh", "-c", '/sbin/e2fsck -fy "$0" || [ $? = 1 ]', partition)
    run("/sbin/debugfs", "-R", f"dump {path} {target}", partition)


def _take_vfat(image, path, target):
    copied = subprocess.run(["mcopy", "-n", "-i", f"{image}@@{MEBIBYTE}", f"::{path}", target],
                            capture_output=True, check=False)
    if copied.returncode:
        target.unlink(missing_ok=True)


def _take_exfat(image, path, target):
    with open(image, "rb") as file:
        body = Exfat(file, MEBIBYTE).read(path)
    if body is not None:
        target.write_bytes(body)
