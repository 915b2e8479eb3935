"""Debian's packages and sources for a proof, fetched with an apt state of their own in the cache: nothing of the machine's
changes, and nothing of them comes into the repository."""
import pathlib

from harness.packages import KEYRING, machine_release, mirror

from .checks import run
from .material import CACHE


def _apt(folder: pathlib.Path, kind: str, components: str) -> list[str]:
    """apt-get with that state, renewed."""
    (folder / "lists/partial").mkdir(parents=True, exist_ok=True)
    (folder / "source.list").write_text(f"{kind} [signed-by={KEYRING}] {mirror()} {machine_release()} {components}\n")
    words = ["apt-get", "-q", "-o", f"Dir::Etc::SourceList={folder}/source.list", "-o", "Dir::Etc::SourceParts=-",
             "-o", f"Dir::State::Lists={folder}/lists"]
    run(*words, "update")
    return words


def source(package: str) -> pathlib.Path:
    """The archive of a source package."""
    folder = CACHE / "sources"
    found = list(folder.glob(f"{package}_*.orig.tar.*"))
    if not found:
        run(*_apt(folder, "deb-src", "main"), "source", "--download-only", package, cwd=folder)
        found = list(folder.glob(f"{package}_*.orig.tar.*"))
    return found[0]


def unpacked(name: str, components: str, *packages: str) -> pathlib.Path:
    """A folder with the files of packages, which are not installed."""
    folder = CACHE / name
    if not (folder / "root").exists():
        run(*_apt(folder, "deb", components), "download", *packages, cwd=folder)
        made = folder / "root.new"
        for package in folder.glob("*.deb"):
            run("dpkg-deb", "--extract", package, made)
        made.rename(folder / "root")
    return folder / "root"
