"""The Debian package: its content, sizes, lintian, man pages and completions; the same bytes from different folders; a
signed repository, from which apt installs it, updates it from a lower version, removes and purges it. The package of formats:
without it an m4a is refused with its name; with it, it plays.

usage: board/lab/run proofs.package               in a Debian 13 root, with programs built for it
       board/lab/run proofs.package --quick       with the programs of $JUKEBOX_BIN, in a root of the Debian they are built for
       board/lab/run proofs.package --content     the content alone, without a root (some 10 s)

The daemon in the root plays without systemd; board/virtual package shows the service.
"""
import contextlib
import os
import re
import shutil
import subprocess
import sys
import time

from harness.debian import other_version
from harness.packages import mirror
from harness.pictures import Picture, plain_png
from lib import ROOT, Client, Tally, program, wait_for, work_folder

# Size of the installed programs, in MB.
MOST_SIZES = {"jukeboxd": 15.6, "jukebox": 17.3, "jukebox-analyzer": 7.7, "jukebox-fetch": 6.9, "jukebox-web": 13.1, "jukebox-tagger": 1}
# The packages beside it: a program's page, further files, and libraries at least.
PARTS = {
    "formats": ("jukebox-decoder", ["usr/lib/jukebox/jukebox-decoder", "usr/lib/systemd/system/jukebox-decoder.service",
                                    "usr/lib/systemd/system/jukebox-decoder.socket"]),
    "cards": ("jukebox-cards", ["usr/bin/jukebox-cards", "usr/lib/systemd/system/jukebox-cards.service", "usr/lib/modprobe.d/jukebox-cards.conf",
                                "usr/share/polkit-1/rules.d/60-jukebox-cards.rules", "usr/lib/udev/rules.d/90-jukebox-cards.rules"]),
}
LOWER = "0.0.1"


def run(*words, **keywords):
    """Runs a command; its output, or the proof ends with it."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **keywords)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout[-3000:]}")
    return done.stdout


def attempt(*words, **keywords):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **keywords)
    return done.returncode, done.stdout


def programs_folder(work):
    """The programs under test in one folder; each may be built somewhere else."""
    folder = work / "programs"
    folder.mkdir()
    for name in [*MOST_SIZES, "jukebox-cards", "jukebox-pictures", "jukebox-decoder"]:
        (folder / name).symlink_to(program(name))
    return folder


def same_bytes(tally, work, file, bin_folder):
    """Packaging the same programs from a copy of the project in another folder gives the same bytes."""
    copy = work / "a copy"
    copy.mkdir()
    for name in ("board", "udev", "page", "CHANGELOG.md", "Sources/Model"):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, symlinks=True)
        else:
            shutil.copy(ROOT / name, target)
    epoch = run("git", "log", "-1", "--format=%ct", cwd=ROOT).strip()
    run(copy / "board/package", "--arch", "amd64", "--bin", bin_folder, "--to", work / "again",
        env={**os.environ, "SOURCE_DATE_EPOCH": epoch, "TZ": "Asia/Tokyo", "LC_ALL": "C"})
    again = work / "again" / file.name
    tally.check(file.read_bytes() == again.read_bytes(), "the same bytes from another folder", again)


def starter():
    """The words that start a program for Debian 13 on this machine."""
    parts = "".join(f"source board/lab/cross/{name}.sh; " for name in ("packages", "toolchain", "release"))
    return run("bash", "-c", f"architecture=amd64; source board/common.sh; {parts} printf '%s\\n' \"${{start[@]}}\"",
               cwd=ROOT).split()


def content(tally, work, file, start, is_release=True):
    """The content of the package, and its state; `start` starts its programs. Programs that were linked for tests are some
    2.5 % larger than the release's."""
    tree = work / "tree"
    run("dpkg-deb", "--extract", file, tree)
    version = run("dpkg-deb", "--field", file, "Version").strip()
    for name, most in MOST_SIZES.items():
        size = (tree / "usr/bin" / name).stat().st_size
        print(f"{name} {size / 1e6:.1f} MB")
        tally.check(size <= most * (1_000_000 if is_release else 1_025_000), f"{name} has at most {most} MB", size)
    for place in ("etc/jukebox.ini", "usr/lib/systemd/system/jukeboxd.service", "usr/lib/udev/rules.d/90-jukebox.rules",
                  "usr/lib/sysusers.d/jukebox.conf", "usr/lib/tmpfiles.d/jukebox.conf", "usr/lib/jukebox/mount",
                  "usr/share/polkit-1/rules.d/60-jukebox.rules", "usr/share/jukebox/pins/five-buttons.ini",
                  "usr/share/bash-completion/completions/jukebox", "usr/share/zsh/vendor-completions/_jukebox",
                  "usr/share/fish/vendor_completions.d/jukebox.fish", "usr/share/doc/jukebox/copyright",
                  "usr/share/doc/jukebox/changelog.gz", "usr/share/man/man1/jukebox-playlist.1.gz",
                  "usr/share/man/man1/jukebox-analyzer.1.gz", "usr/share/man/man1/jukebox-fetch.1.gz", "usr/share/man/man1/jukebox-tagger.1.gz",
                  "usr/share/man/man5/jukebox.ini.5.gz", "usr/share/man/man8/jukeboxd.8.gz", "usr/share/man/man8/jukebox-web.8.gz",
                  "usr/lib/systemd/system/jukebox-web.service", "usr/lib/systemd/system/jukebox-web.socket",
                  "usr/lib/systemd/system-generators/jukebox-web"):
        tally.check((tree / place).is_file() and (tree / place).stat().st_size > 0, f"{place} is there", "")
    installed = tree / "usr/share/jukebox/page"
    missing = [str(path) for path in (ROOT / "page").rglob("*") if not (installed / path.relative_to(ROOT / "page")).exists()]
    tally.check(not missing, "each file of the page is there", missing)
    local = [path for path in (tree / "usr/lib").rglob("*") if path.is_file() and b"/usr/local" in path.read_bytes()]
    tally.check(not local, "nothing in /usr/lib names /usr/local", local)

    tally.check(run("dpkg-deb", "--info", file, "conffiles").strip() == "/etc/jukebox.ini", "the conffiles", "")
    settings = run(*start, program("jukeboxd"), "--config", tree / "etc/jukebox.ini", "--check").splitlines()
    tally.check({"tcp = 0.0.0.0:6600", "trust = local"} <= set(settings), "phones of the same network are let in", settings)
    tally.check(version == re.search(r"(?m)^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text())[1],
                "the changelog begins with the version", version)
    for name in MOST_SIZES:
        tally.check(run(*start, program(name), "--version").strip() == f"{name} {version}", f"the version of {name}", version)

    # Each library that the package depends on has its licence.
    rights = (tree / "usr/share/doc/jukebox/copyright").read_text()
    depends = [word.split(" ")[0] for word in run("dpkg-deb", "--field", file, "Depends").strip().split(", ")]
    unnamed = [name for name in depends if name != "systemd" and not re.search(rf"\b{re.escape(name)}\b", rights)]
    tally.check(len(depends) > 15 and not unnamed, "the copyright file names each library", unnamed)

    status, found = attempt("lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", file)
    tally.check(status == 0, "lintian has no error and no warning", found)
    pages = sorted((tree / "usr/share/man").rglob("*.gz"))
    run("gunzip", *pages)
    status, found = attempt("mandoc", "-T", "lint", *(path.with_suffix("") for path in pages),
                            env={**os.environ, "MANPATH": str(tree / "usr/share/man")})
    # Pages of others, such as systemctl(1), need not be installed here.
    found = [line for line in found.splitlines() if "referenced manual not found" not in line]
    tally.check(len(pages) > 50 and not found, "mandoc finds nothing", "\n".join(found[:10]))
    names = {path.name.split(".")[0] for path in pages}
    listed = run(*start, program("jukebox"), "--help").split("SUBCOMMANDS:")[1]
    listed = set(re.findall(r"(?m)^  ([a-z]+)(?: \(default\))?  ", listed))
    missing = {name for name in listed - {"help"} if f"jukebox-{name}" not in names}
    tally.check(len(listed) > 50 and not missing, "each command has a page", missing)
    run("bash", "-n", tree / "usr/share/bash-completion/completions/jukebox")


def part_content(tally, work, file, part):
    """The content of the package of formats, or of cards."""
    tree = work / part
    name, places = PARTS[part]
    run("dpkg-deb", "--extract", file, tree)
    for place in (*places, f"usr/share/man/man8/{name}.8.gz", f"usr/share/doc/jukebox-{part}/copyright"):
        tally.check((tree / place).is_file() and (tree / place).stat().st_size > 0, f"{place} is there", "")
    rights = (tree / f"usr/share/doc/jukebox-{part}/copyright").read_text()
    depends = [word.split(" ")[0] for word in run("dpkg-deb", "--field", file, "Depends").strip().split(", ")]
    unnamed = [name for name in depends if name not in ("systemd", "jukebox") and name not in rights]
    tally.check("jukebox" in depends and len(depends) > 5 and not unnamed, f"the libraries of the {part} are named", depends)
    status, found = attempt("lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", file)
    tally.check(status == 0, f"lintian has no error and no warning about the {part}", found)
    page = tree / f"usr/share/man/man8/{name}.8.gz"
    run("gunzip", page)
    found = [line for line in attempt("mandoc", "-T", "lint", page.with_suffix(""))[1].splitlines()
             if "referenced manual not found" not in line]
    tally.check(not found, f"mandoc finds nothing in {name}(8)", found)


class Root:
    """A Debian root that the package is installed into, with a repository below /repository."""

    def __init__(self, folder, release):
        self.folder = folder
        run("mmdebstrap", "--variant=apt", "--include=systemd,passwd", release, folder, mirror())
        # No service is started in a root; apt says so by itself.
        (folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
        (folder / "usr/sbin/policy-rc.d").chmod(0o755)

    def inside(self, *words, apart=True):
        """The command that runs these words in the root, which sees /dev. Apart, it sees no process of this machine: userdel
        looks for those of the user. Signals reach the program only otherwise."""
        proc = "mount -t proc proc" if apart else "mount --rbind /proc"
        enter = f'{proc} "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$0" "$@"'
        return ["unshare", "--mount", *(["--pid", "--fork"] if apart else []), "--propagation", "slave", "sh", "-ec", enter,
                str(self.folder), "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *words]

    def run(self, *words):
        return run(*self.inside(*words))

    def attempt(self, *words):
        return attempt(*self.inside(*words))


def sign(work):
    """A key of this proof; the environment with its keyring."""
    home = work / "gnupg"
    home.mkdir(mode=0o700)
    environment = {**os.environ, "GNUPGHOME": str(home)}
    run("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "proof@packages.invalid", "ed25519",
        "sign", "never", env=environment)
    return environment


@contextlib.contextmanager
def running(tally, root, autoplay):
    """The installed daemon, in the root."""
    daemon = subprocess.Popen(
        [*root.inside("jukeboxd", apart=False), "--config", "/etc/jukebox.ini", "--music", "/srv/music",
         "--mount-root", "off", "--output", "null", "--tcp", "off", "--state", "/var/lib/jukebox", "--socket",
         "/run/jukebox.socket", "--autoplay", autoplay], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    try:
        yield daemon
    finally:
        daemon.terminate()
        said = daemon.communicate(timeout=20)[1]
        tally.check(daemon.returncode == 0, "the daemon ends normally", said[-1000:])


def plays(tally, root):
    """The installed daemon plays a song, and the installed client shows it."""
    music = root.folder / "srv/music"
    music.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "Fixtures/album/2-05 Last Train Home.ogg", music / "song.ogg")
    with running(tally, root, "all") as daemon:
        socket, until = root.folder / "run/jukebox.socket", time.monotonic() + 60
        while True:
            shown = root.attempt("jukebox", "--socket", "/run/jukebox.socket", "status")[1]
            if "Last Train Home" in shown or daemon.poll() is not None or time.monotonic() > until:
                break
            time.sleep(0.1)
        tally.check("Last Train Home" in shown, "the installed daemon plays", shown)
        if "Last Train Home" in shown:
            version = Client(str(socket)).pairs("engine")["version"]
            tally.check(f"jukeboxd {version}" == root.run("jukeboxd", "--version").strip(), "the version it answers", version)


def plays_coded(tally, root, is_installed):
    """An m4a in the root: it plays if the package of formats is installed; else what is missing is named."""
    shutil.copy(ROOT / "Fixtures/coded/aac.m4a", root.folder / "srv/music/coded.m4a")
    (root.folder / "run/jukebox-decoder").mkdir(exist_ok=True)
    # As its socket's unit does.
    decoder = is_installed and subprocess.Popen(
        [*root.inside("/usr/lib/jukebox/jukebox-decoder", apart=False), "--listen", "/run/jukebox-decoder/socket"],
        stdin=subprocess.DEVNULL)
    try:
        if is_installed:
            wait_for("the decoder", (root.folder / "run/jukebox-decoder/socket").is_socket, 60)
        with running(tally, root, "off"):
            wait_for("the socket", (root.folder / "run/jukebox.socket").is_socket, 60)
            client = Client(str(root.folder / "run/jukebox.socket"))
            wait_for("the scan", lambda: client.knows("", 2) and not client.is_scanning(), 60)
            for line in ("protocol enable error_keys", "clear", "repeat 1", 'add "coded.m4a"', "play"):
                client.command(line)

            def outcome():
                status = client.status()
                return status if "error" in status or float(status.get("elapsed", 0)) > 0.1 else None

            status = wait_for("the song, or its refusal", outcome, 30)
            doctor = root.attempt("jukebox", "--socket", "/run/jukebox.socket", "doctor")[1]
            if is_installed:
                tally.check("error" not in status, "with jukebox-formats an m4a plays", status)
                tally.check("The package jukebox-formats decodes 1 song." in doctor, "the doctor has no complaint about it", doctor)
            else:
                tally.check((status["error"], status["error_key"]) == ("AAC needs the package jukebox-formats", "not-installed"),
                            "without jukebox-formats the refusal of an m4a names it", status)
                tally.check("→ sudo apt install jukebox-formats" in doctor, "the doctor has the remedy", doctor)
    finally:
        if decoder:
            decoder.terminate()
            decoder.wait()


def changes_files(tally, root):
    """The programs that jukeboxd runs, as installed: a song is tagged, and a playlist's cover has the albums' pictures."""
    music, colours = root.folder / "srv/music", [(200, 30, 40), (40, 60, 210)]
    made = root.folder / "srv/made.jpg"
    for colour, name in zip(colours, ("one", "two")):
        (music / name).mkdir()
        (music / name / "cover.png").write_bytes(plain_png(colour, 600))
        shutil.copy(ROOT / "Fixtures/album/2-05 Last Train Home.ogg", music / name / "song.ogg")
    ini = root.folder / "etc/jukebox.ini"
    before = ini.read_text()
    ini.write_text(before.replace("#writable = off", "writable = on"))

    def jukebox(*words):
        return root.run("jukebox", "--socket", "/run/jukebox.socket", *words)

    with running(tally, root, "off"):
        wait_for("the socket", (root.folder / "run/jukebox.socket").is_socket, 60)
        client = Client(str(root.folder / "run/jukebox.socket"))
        wait_for("the scan", lambda: all(client.knows(name, 1) for name in ("one", "two")), 60)
        for name in ("one", "two"):
            printed = jukebox("tag", f"{name}/song.ogg", f"album=Album {name}")
            written = (music / name / "song.ogg").read_bytes().replace(b"ALBUM=", b"album=")
            tally.check(f"album=Album {name}".encode() in written, "the installed jukebox-tagger tags a song", printed)
            jukebox("playlist", "add", "Both", f"{name}/song.ogg")
        wait_for("the albums", lambda: len(client.command("playlistcover Both")) == 3, 30)
        jukebox("playlist", "cover", "Both", "-o", "/srv/made.jpg")
        picture = Picture(made.read_bytes())
        tally.check(picture.has(colours[0], (20, 20), (20, 490)) and picture.has(colours[1], (490, 20), (490, 490)),
                    "the installed jukebox-pictures makes a cover of two PNG pictures", picture.pixel(20, 20))
        # JPEG is decoded too.
        (music / "one/cover.png").unlink()
        shutil.copy(made, music / "one/cover.jpg")
        client.command("rescan one")
        jukebox("playlist", "remove", "Both", "2")
        wait_for("the scan", lambda: not client.is_scanning(), 60)
        jukebox("playlist", "cover", "Both", "-o", "/srv/made.jpg")
        picture = Picture(made.read_bytes())
        tally.check(picture.has(colours[0], (20, 20)) and picture.has(colours[1], (490, 490)), "and of a JPEG picture",
                    picture.pixel(20, 20))
    ini.write_text(before)
    for name in ("one", "two"):
        shutil.rmtree(music / name)
    made.unlink()


def lives(tally, work, file, formats, release):
    """Installed, updated, removed and purged by apt from the signed repository."""
    root = Root(work / "root", release)
    repository = root.folder / "repository"
    environment = sign(work)
    lower = other_version(file, LOWER)
    run("board/apt", repository, "--key", "proof@packages.invalid", lower, cwd=ROOT, env=environment)
    shutil.copy(repository / "jukebox.asc", root.folder / "etc/apt/keyrings/jukebox.asc")
    sources = root.folder / "etc/apt/sources.list.d/jukebox.list"
    sources.write_text("deb [signed-by=/etc/apt/keyrings/jukebox.asc] file:/repository trixie main\n")

    root.run("apt-get", "-q", "update")
    printed = root.run("apt-get", "install", "-q", "-y", "--no-install-recommends", "jukebox")
    lines = [line for line in printed.splitlines() if line.startswith(("Jukebox: ", "Control it"))]
    tally.check(len(lines) == 2, "the installation prints two lines", printed[-1000:])
    shown = root.run("dpkg-query", "-W", "-f", "${Version} ${db:Status-Status}", "jukebox")
    tally.check(shown == f"{LOWER} installed", "the lower version is installed", shown)
    rights = root.run("stat", "-c", "%a %U %G", "/etc/jukebox.ini").strip()
    tally.check(rights == "640 root jukebox", "the rights of the configuration", rights)
    enabled = root.folder / "etc/systemd/system/multi-user.target.wants/jukeboxd.service"
    tally.check(enabled.is_symlink(), "it starts at each boot", "")
    for name in MOST_SIZES:
        root.run("sh", "-c", f"LD_BIND_NOW=1 /usr/bin/{name} --help >/dev/null")
    plays(tally, root)

    # A changed configuration and a disabled service stay as they are, and nothing is asked.
    with open(root.folder / "etc/jukebox.ini", "a", encoding="utf-8") as ini:
        ini.write("# mine\n")
    root.run("systemctl", "disable", "-q", "jukeboxd")
    run("board/apt", repository, "--key", "proof@packages.invalid", file, formats, cwd=ROOT, env=environment)
    root.run("apt-get", "-q", "update")
    printed = root.run("apt-get", "upgrade", "-q", "-y")
    shown = root.run("dpkg-query", "-W", "-f", "${Version}", "jukebox")
    tally.check(shown == run("dpkg-deb", "--field", file, "Version").strip(), "apt updates it", printed[-1000:])
    tally.check("Configuration file" not in printed, "dpkg asks nothing", printed[-1000:])
    tally.check("# mine" in (root.folder / "etc/jukebox.ini").read_text(), "the configuration stays", "")
    tally.check(not enabled.is_symlink(), "a disabled service stays disabled", "")
    plays(tally, root)
    changes_files(tally, root)

    plays_coded(tally, root, False)
    root.run("apt-get", "install", "-q", "-y", "--no-install-recommends", "jukebox-formats")
    socket = root.folder / "etc/systemd/system/sockets.target.wants/jukebox-decoder.socket"
    tally.check(socket.is_symlink(), "the socket of jukebox-decoder is there at each boot", "")
    plays_coded(tally, root, True)
    root.run("apt-get", "remove", "-q", "-y", "jukebox-formats")
    tally.check(not (root.folder / "usr/lib/jukebox/jukebox-decoder").exists(), "the program of the formats is removed", "")
    plays(tally, root)
    root.run("apt-get", "purge", "-q", "-y", "jukebox-formats")

    root.run("apt-get", "remove", "-q", "-y", "jukebox")
    tally.check(not (root.folder / "usr/bin/jukeboxd").exists(), "the program is removed", "")
    for place in ("etc/jukebox.ini", "var/lib/jukebox/box.sqlite"):
        tally.check((root.folder / place).exists(), f"{place} stays", "")
    root.run("apt-get", "purge", "-q", "-y", "jukebox")
    left = root.run("sh", "-c", "find / -xdev -name '*jukebox*' ! -path '/repository/*' ! -path '/proc/*' ! -path '/sys/*' "
                    "! -path '/srv/*' ! -path '/var/lib/apt/*' ! -path '/etc/apt/*' ! -path '/run/*'").strip()
    tally.check(not left, "purge leaves nothing", left)
    tally.check((root.folder / "srv/music/song.ogg").exists() and (root.folder / "srv/music/.jukebox").exists(),
                "purge leaves the music and its data", "")
    for kind in ("passwd", "group"):
        tally.check(root.attempt("getent", kind, "jukebox")[0] != 0, f"no jukebox in {kind}", "")

    # A repository whose index was changed without the key is refused.
    release_file = repository / "dists/trixie/InRelease"
    release_file.write_text(release_file.read_text().replace("Origin: jukebox", "Origin: another"))
    status, found = root.attempt("apt-get", "-q", "-o", "APT::Update::Error-Mode=any", "update")
    tally.check(status != 0, "apt refuses a changed index", found[-1000:])


def main():
    mode = (sys.argv[1:] or ["--full"])[0]
    if mode not in ("--full", "--quick", "--content") or len(sys.argv) > 2:
        raise SystemExit(__doc__)
    if mode != "--content" and os.getuid() != 0:
        # A root is made, entered and removed.
        os.execvp("sudo", ["sudo", "--preserve-env", *sys.orig_argv])
    tally = Tally()
    with work_folder() as work:
        if mode == "--full":
            run("board/package", "--arch", "amd64", "--to", work, cwd=ROOT)
            os.environ["JUKEBOX_BIN"] = str(ROOT / ".build-amd64/bin")
        bin_folder = programs_folder(work)
        if mode != "--full":
            run("board/package", "--arch", "amd64", "--bin", bin_folder, "--to", work,
                *(["--fast"] if mode == "--content" else []), cwd=ROOT)
        file, formats = (next(work.glob(f"{name}_*.deb")) for name in ("jukebox", "jukebox-formats"))
        content(tally, work, file, starter() if mode == "--full" else [], is_release=mode == "--full")
        for part in PARTS:
            part_content(tally, work, next(work.glob(f"jukebox-{part}_*.deb")), part)
        if mode != "--content":
            same_bytes(tally, work, file, bin_folder)
            release = "trixie" if "libgpiod3" in run("dpkg-deb", "--field", file, "Depends") else "bookworm"
            print(f"{file.name} in {release}")
            lives(tally, work, file, formats, release)
    tally.close()


main()
