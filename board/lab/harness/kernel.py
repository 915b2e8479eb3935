"""Debian's kernel for the board, and the modules that the board needs, in the order in which they load."""
import lzma
import os
import pathlib
import re

from .failure import Failure
from .packages import Archive, machine_release, run

# ARM64 takes the kernel that Raspberry Pi OS now stands on; amd64 that of the machine, whose libraries it runs.
ARM64_RELEASE = "trixie"

WANTED = """
  virtio_pci virtio_console virtio_blk virtio_input evdev uinput usbhid hid_generic xhci_pci
  usb_storage sd_mod vfat nls_cp437 nls_ascii nls_iso8859_1 nls_utf8 exfat crc32c_generic ext4 configfs
  snd_aloop snd_hda_codec_generic snd_hda_intel snd_usb_audio gpio_pl061 cuse
""".split()

# The loopback card stands after the card that is heard; the extra wait of a second before a stick's first use is
# left out, since what counts here begins at the mount.
OPTIONS = {"snd_aloop": "index=7", "usb_storage": "delay_use=0"}


def module_name(path):
    return re.sub(r"\.ko.*$", "", os.path.basename(path)).replace("-", "_")


class Kernel:
    """A kernel image and its modules; `flavour` is the end of its package's name, such as -16k."""

    def __init__(self, arch, flavour=""):
        self.arch = arch
        self.release = ARM64_RELEASE if arch == "arm64" else machine_release()
        archive = Archive(self.release, arch)
        archive.prepare()
        package = archive.newest(f"linux-image-{arch}{flavour}")
        self.version = package.removeprefix("linux-image-")
        root = archive.unpacked(package)
        self.image = root / "boot" / f"vmlinuz-{self.version}"
        self.folder = root / "usr/lib/modules" / self.version
        if not self.folder.exists():
            raise Failure(f"{package} holds no modules at {self.folder}")
        if not (self.folder / "modules.dep").exists():
            run("/sbin/depmod", "-b", root, self.version)

    def modules(self, wanted=None):
        """(name, file) of the wanted modules and of what they need, in an order in which they load."""
        files, needs, before = {}, {}, {}
        for line in (self.folder / "modules.dep").read_text().splitlines():
            path, others = line.split(":")
            files[module_name(path)] = self.folder / path
            needs[module_name(path)] = [module_name(other) for other in others.split()]
        built_in = {module_name(line) for line in (self.folder / "modules.builtin").read_text().splitlines()}
        for line in (self.folder / "modules.softdep").read_text().splitlines():
            found = re.match(r"softdep (\S+) pre: (.*)", line)
            if found:
                names = found[2].split(" post:")[0].split()
                before[found[1].replace("-", "_")] = [name.replace("-", "_") for name in names]
        order = []

        def need(name, by):
            if name in order or name in built_in:
                return
            if name not in files:
                if by:
                    return
                raise Failure(f"the kernel {self.version} has no module {name}")
            for other in before.get(name, []):
                need(other, name)
            for other in reversed(needs[name]):
                need(other, None)
            if name not in order:
                order.append(name)

        # HDA's generic codec has to be there before the controller looks for one, hence the order of WANTED.
        for name in wanted or WANTED:
            need(name, None if name not in ("crc32c_generic", "gpio_pl061") else name)
        return [(name, files[name]) for name in order]


def module_bytes(path):
    data = pathlib.Path(path).read_bytes()
    return lzma.decompress(data) if str(path).endswith(".xz") else data
