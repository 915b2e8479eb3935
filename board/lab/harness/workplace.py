"""The place of a board's disks and recordings while it runs."""
import os
import pathlib
import shutil
import tempfile

MEMORY = pathlib.Path("/dev/shm")
# The largest scenarios take a quarter of it.
ROOM_BYTES = 6 << 30


def make(prefix):
    """A new folder: in memory where there is room, since a busy disk makes an emulator stand still for longer than a
    sound card waits; else, or where TMPDIR says so, where temporary files are kept."""
    return pathlib.Path(tempfile.mkdtemp(prefix=prefix, dir=None if os.environ.get("TMPDIR") else memory()))


def memory():
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            free = next(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable:"))
        return MEMORY if min(free, shutil.disk_usage(MEMORY).free) > ROOM_BYTES else None
    except (OSError, StopIteration):
        return None
