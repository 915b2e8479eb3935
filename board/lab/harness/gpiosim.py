"""The kernel's simulated GPIO chips, as a module: Debian's kernels leave gpio-sim out, so it is compiled here.

Only amd64 needs it. The headers of ARM64's kernel can't be used here: what they build with runs on Debian 13 alone, and
its compiler is newer; there the PL061 is real and is driven from outside.
"""
import os
import pathlib
import re

from lib import work_folder

from .failure import Failure
from .initramfs import made
from .packages import Archive, run

# The simulator of interrupts is left out as well, so it becomes a part of the module.
MAKEFILE = "obj-m := gpio-sim.o\ngpio-sim-y := chips.o interrupts.o\n"


def module(kernel):
    """The file of the module for this kernel."""
    return made(f"gpio-sim-{kernel.arch}.ko", [kernel.version, MAKEFILE, pathlib.Path(__file__).read_bytes()],
                lambda path: build(kernel, path))


def build(kernel, path):
    archive = Archive(kernel.release, kernel.arch)
    headers = f"linux-headers-{kernel.version}"
    archive.prepare()
    # The headers that all flavours share, and the programs that build with them.
    shown = archive.apt("apt-cache", "show", headers)
    needed = re.findall(r"linux-(?:headers|kbuild)-[^ ,]+", re.search(r"^Depends: (.*)", shown, re.M)[1])
    root = archive.unpacked(headers, *needed, into=f"headers-{kernel.version}")
    # It includes the shared headers' own by the place where they would be installed.
    makefile = root / "usr/src" / headers / "Makefile"
    makefile.write_text(re.sub(r"^include .*?(?=/usr/src/)", f"include {root}", makefile.read_text(), flags=re.M))
    with work_folder() as folder:
        sources(kernel, archive, folder)
        run("make", "-C", makefile.parent, "CC=gcc", f"M={folder}", "modules")
        run("strip", "--strip-debug", "-o", path, folder / "gpio-sim.ko")


def sources(kernel, archive, folder):
    """The kernel's own files, changed where they stand on what it exports to no module."""
    package = "linux-source-" + ".".join(kernel.version.split(".")[:2])
    wanted = {f"{package}/drivers/gpio/gpio-sim.c": "chips.c", f"{package}/drivers/gpio/gpiolib.h": "gpiolib.h",
              f"{package}/kernel/irq/irq_sim.c": "interrupts.c"}
    # The package holds the whole kernel: it is unpacked as far as these files and not kept.
    file, = archive.fetch(package)
    run("sh", "-c", 'dpkg-deb --fsys-tarfile "$0" | tar -xO "./usr/src/$1.tar.xz" | tar -xJ -C "$2" "$3" "$4" "$5"',
        file, package, folder, *wanted)
    os.remove(file)
    for name, short in wanted.items():
        (folder / name).rename(folder / short)
    text = (folder / "interrupts.c").read_text()
    changed = text.replace("handle_simple_irq(irq_to_desc(irqnum));", "generic_handle_irq(irqnum);")
    if changed == text:
        raise Failure(f"{package} simulates interrupts in another way: see the sources in board/lab/harness/gpiosim.py")
    (folder / "interrupts.c").write_text(re.sub(r"^EXPORT_SYMBOL.*\n", "", changed, flags=re.M))
    (folder / "Makefile").write_text(MAKEFILE)
