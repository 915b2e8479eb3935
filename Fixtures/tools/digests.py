"""Writes `digests`: for every FLAC file that the reference decoder takes, the SHA-256 of its PCM."""

import hashlib
import subprocess


def write(folder):
    lines = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix not in (".flac", ".oga") or name.startswith("broken/"):
            continue
        done = subprocess.run(
            ["flac", "--silent", "--decode", "--force-raw-format", "--endian=little", "--sign=signed", "--stdout",
             *(["--ogg"] if path.suffix == ".oga" else []), path],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            print(f"no reference for {name}: {done.stderr.decode().splitlines()[-1:]}")
            continue
        lines.append(f"{hashlib.sha256(done.stdout).hexdigest()}  {len(done.stdout)}  {name}\n")
    (folder / "digests").write_text("".join(lines))
