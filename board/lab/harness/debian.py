"""A whole Debian on the virtual board, with systemd and udev, into which `board/install` puts the jukebox, or into which
the scenario installs its package.

Its packages are unpacked, and none of their scripts is run: so it is made for any architecture, in seconds. What those
scripts would have done and what is wanted here stands below.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import tempfile

from . import initramfs
from .board import Board
from .failure import Failure
from .initramfs import HERE, ROOT, made
from .kernel import Kernel
from .packages import Archive, run

PACKAGES = """
  systemd systemd-sysv udev dbus polkitd libpam-systemd base-files base-passwd bash dash coreutils grep sed findutils
  util-linux mount passwd hostname kmod libc-bin alsa-ucm-conf
""".split()

# Further needs of dpkg and the scripts of a package.
PACKAGING = "dpkg diffutils tar init-system-helpers perl-base".split()

# The columns of board/system/libraries.
COLUMNS = {"trixie": 1, "bookworm": 2}
NEEDLESS = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info", "var/cache/apt", ".packages")

AGENT = """
[Unit]
Description=What the host says
DefaultDependencies=no
[Service]
ExecStart=/usr/local/bin/agent
StandardError=null
[Install]
WantedBy=sysinit.target
"""

# A network that never comes, and something that wants it.
NO_NETWORK = """
[Unit]
Description=A network that never comes
DefaultDependencies=no
Conflicts=shutdown.target
Before=network-online.target shutdown.target
[Service]
Type=oneshot
ExecStart=/bin/sleep infinity
TimeoutStartSec=infinity
"""

# As root where one isn't root: all files are one's own, and root's in the image.
AS_ROOT = [] if os.getuid() == 0 else ["unshare", "--map-root-user"]


def libraries(release):
    """The packages with the libraries that jukeboxd and jukebox need."""
    names = set()
    for line in (ROOT / "board/system/libraries").read_text().splitlines():
        fields = line.split()
        if fields and ".so." in fields[0] and fields[COLUMNS[release]] != "-":
            names.add(fields[COLUMNS[release]])
    return sorted(names)


def programs(arch):
    """The folder with jukeboxd and jukebox."""
    if arch == "amd64":
        return initramfs.programs_amd64().parent
    given = os.environ.get("JUKEBOX_ARM64_ROOT")
    folder = pathlib.Path(given, "usr/bin") if given else ROOT / ".build-arm64/bin"
    if not (folder / "jukeboxd").exists():
        raise Failure(f"{folder}/jukeboxd is not there: run board/arm64 build first")
    return folder


def package(arch, folder, name="jukebox"):
    """Makes the packages of the programs in a folder; the file of one of them."""
    if not list(pathlib.Path(folder).glob("jukebox_*.deb")):
        run("board/package", "--arch", arch, "--bin", programs(arch), "--to", folder, "--fast", cwd=ROOT)
    return next(pathlib.Path(folder).glob(f"{name}_*.deb"))


def other_version(file, version):
    """The same package as another version, beside it; its file."""
    with tempfile.TemporaryDirectory(prefix="jukebox-package.") as work:
        tree = pathlib.Path(work, "tree")
        run("dpkg-deb", "--raw-extract", file, tree)
        control = tree / "DEBIAN/control"
        control.write_text(re.sub(r"(?m)^Version: .*", f"Version: {version}", control.read_text()))
        other = file.with_name(re.sub(r"_[^_]*_", f"_{version}_", file.name))
        run("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", tree, other)
    return other


def bare_image(arch, files):
    """The image of a disk with the system, dpkg and these files below /root; the jukebox is not installed."""
    kernel = Kernel(arch)
    packages = PACKAGES + PACKAGING + libraries(kernel.release)
    archive = Archive(kernel.release, arch)
    system = archive.closure(*packages, name="packaging")
    parts = [arch, kernel.release, packages, AGENT, NO_NETWORK, initramfs.helper(arch)]
    parts += [pathlib.Path(__file__).read_bytes(), (HERE / "guest/agent").read_bytes()]
    parts += [file.read_bytes() for file in files]

    def make(path):
        with tempfile.TemporaryDirectory(prefix="jukebox-system.", dir=path.parent) as work:
            root = pathlib.Path(work, "root")
            run("cp", "-a", system, root)
            know_packages(root, archive)
            for name in NEEDLESS:
                shutil.rmtree(root / name, ignore_errors=True)
            furnish(root, arch)
            run(*AS_ROOT, "systemd-sysusers", f"--root={root}")
            (root / "root").mkdir(exist_ok=True)
            for file in files:
                shutil.copy(file, root / "root")
            with open(path, "wb") as file:
                file.truncate(1 << 30)
            run(*AS_ROOT, "/sbin/mkfs.ext4", "-q", "-F", "-d", root, path)

    return made(f"packaging-{arch}.img", parts, make)


def know_packages(root, archive):
    """dpkg's list of what is installed: what was unpacked."""
    folder = root / "var/lib/dpkg"
    for name in ("info", "updates", "triggers", "alternatives"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "info/format").write_text("1\n")
    entries = []
    for stamp in sorted((root / ".packages").iterdir()):
        control = run("dpkg-deb", "--field", archive.folder / "packages" / stamp.name)
        entries.append(control.rstrip("\n").replace("\n", "\nStatus: install ok installed\n", 1) + "\n")
    (folder / "status").write_text("\n".join(entries))


def image(arch, configuration):
    """The image of a disk with the system and the jukebox in it."""
    kernel = Kernel(arch)
    packages = PACKAGES + libraries(kernel.release)
    system = Archive(kernel.release, arch).closure(*packages, name="system")
    installed = programs(arch)
    parts = [arch, kernel.release, packages, configuration, AGENT, NO_NETWORK, initramfs.helper(arch)]
    parts += [pathlib.Path(__file__).read_bytes(), (HERE / "guest/agent").read_bytes()]
    parts += sorted(path.name for path in (system / ".packages").iterdir())
    table = ROOT / "board/system/files"
    for name in re.findall(r"(?m)^\d+ bin/(\S+)", table.read_text()):
        file = installed / name
        parts += [file, *([file.stat().st_size, file.stat().st_mtime_ns] if file.exists() else [])]
    for pattern in ("board/install", "board/system/jukebox*", "board/system/files", "board/system/libraries", "udev/*",
                    "page/**/*"):
        parts += [path.read_bytes() for path in sorted(ROOT.glob(pattern)) if path.is_file()]

    def make(path):
        with tempfile.TemporaryDirectory(prefix="jukebox-system.", dir=path.parent) as work:
            root = pathlib.Path(work, "root")
            run("cp", "-a", system, root)
            for name in NEEDLESS:
                shutil.rmtree(root / name, ignore_errors=True)
            furnish(root, arch)
            (root / "etc/jukebox.ini").write_text(configuration)
            run(*AS_ROOT, "systemd-sysusers", f"--root={root}")
            run(*AS_ROOT, ROOT / "board/install", "--root", root, "--bin", installed)
            with open(path, "wb") as file:
                file.truncate(1 << 30)
            run(*AS_ROOT, "/sbin/mkfs.ext4", "-q", "-F", "-d", root, path)

    return made(f"system-{arch}.img", parts, make)


def furnish(root, arch):
    """The steps of Debian's packages as they are installed, and what the scenario needs."""
    etc = root / "etc"
    units = etc / "systemd/system"
    units.mkdir(parents=True, exist_ok=True)
    for name in ("passwd", "group"):
        shutil.copy(root / f"usr/share/base-passwd/{name}.master", etc / name)
    (etc / "machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    (etc / "hostname").write_text("board\n")
    (etc / "fstab").write_text("")
    # Nothing is to be brought up to date at the boot.
    for name in ("etc/.updated", "var/.updated"):
        (root / name).touch()
    (root / "usr/local/bin").mkdir(parents=True, exist_ok=True)
    for name in ("tmp", "var/tmp"):
        (root / name).mkdir(exist_ok=True)
        (root / name).chmod(0o1777)
    for name, target in (("run", "/run"), ("lock", "/run/lock")):
        shutil.rmtree(root / "var" / name, ignore_errors=True)
        (root / "var" / name).symlink_to(target)
    if not (root / "bin/sh").exists():
        (root / "bin/sh").symlink_to("dash")
    shutil.copy(initramfs.helper(arch), root / "usr/local/bin/board-tool")
    shutil.copy(HERE / "guest/agent", root / "usr/local/bin/agent")
    (root / "usr/local/bin/agent").chmod(0o755)
    (units / "agent.service").write_text(AGENT)
    (units / "no-network.service").write_text(NO_NETWORK)
    for unit, wanted_by in (("agent.service", "sysinit"), ("no-network.service", "network-online"),
                            ("/usr/lib/systemd/system/network-online.target", "multi-user")):
        folder = units / f"{wanted_by}.target.wants"
        folder.mkdir(exist_ok=True)
        (folder / os.path.basename(unit)).symlink_to(unit if unit.startswith("/") else f"../{unit}")
    (units / "default.target").symlink_to("/usr/lib/systemd/system/multi-user.target")
    # Nobody sits at this board, and it has neither a clock to set nor a disk to check.
    for unit in ("getty.target", "systemd-timesyncd.service", "systemd-hwdb-update.service", "ldconfig.service"):
        (units / unit).symlink_to("/dev/null")


class DebianBoard(Board):
    """A board that boots this system; the jukebox is its service, or its package is in /root."""

    def __init__(self, folder, arch, configuration="", packages=(), sound="usb", devices=()):
        disk = bare_image(arch, packages) if packages else image(arch, configuration)
        devices = ["-drive", f"file={disk},format=raw,if=none,id=disk,snapshot=on",
                   "-device", "virtio-blk-pci,drive=disk", *devices]
        super().__init__(folder, arch, sound, memory=1024, devices=devices, programs=False,
                         append="board.root=/dev/vda rw")

    def show(self, unit, *names):
        """Properties of a unit."""
        listed = self.run(f"systemctl show {shlex.quote(unit)} -p {','.join(names)}")
        found = dict(line.split("=", 1) for line in listed.splitlines() if "=" in line)
        return found[names[0]] if len(names) == 1 else found

    def wait_active(self, seconds=60):
        """Waits until the service has said that it is ready; its process."""
        self.wait("jukeboxd.service to be active", "systemctl is-active --quiet jukeboxd", seconds)
        self.daemon = int(self.show("jukeboxd", "MainPID"))
        return self.daemon

    def wait_mounted(self, stick, seconds=120):
        """The mount point that udev's rules made for a stick."""
        device = self.device(stick, seconds)
        self.wait(f"/dev/{device} to be mounted", f"findmnt --source /dev/{device}", seconds)
        return self.run(f"findmnt --noheadings --output TARGET --source /dev/{device}")

    def ends(self):
        """No status is here: systemd knows how it ended, and the scenario asks it each time."""
        return []

    def log(self):
        """The lines of the jukebox's units, each with its priority before it, as they wrote it. systemd writes about them, too;
        the scenario asks it by itself."""
        told = self.attempt("journalctl -b --no-pager -o json --output-fields=PRIORITY,MESSAGE,_PID "
                            "-u 'jukebox*'")[1]
        lines = []
        for entry in map(json.loads, filter(None, told.splitlines())):
            # A text that isn't UTF-8 comes as numbers.
            message = entry.get("MESSAGE") or ""
            text = message if isinstance(message, str) else bytes(message).decode(errors="replace")
            priority = 6 if entry.get("_PID") == "1" else entry.get("PRIORITY", 6)
            lines += [f"<{priority}>{line}" for line in text.splitlines()]
        return "\n".join(lines)
