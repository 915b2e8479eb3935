"""Tests the analyser with music that people have annotated; called by board/truth, which installs what it needs."""
import argparse
import concurrent.futures
import os
import pathlib

from fit.evidence import FONTS, render
from lib import work_folder

from . import faults, peers, scores
from .performance import Performance
from .pieces import KINDS, pieces

PARTS = ("fit", "choice", "judge")


def performances(folder, part, rounds):
    return [Performance(piece, number) for piece in pieces(folder) if piece.part == part for number in range(rounds)]


def sound_of(song, folder):
    """The file of its sound, rendered the first time."""
    for ending in (".wav", ".mp3"):
        file = folder / (song.name.replace(" ", "-") + ending)
        if file.exists():
            return file
    with work_folder() as work:
        made = render(song, FONTS[song.seed % 2], work)
        file = folder / (song.name.replace(" ", "-") + made.suffix)
        part = file.with_suffix(".part")
        part.write_bytes(made.read_bytes())
        part.rename(file)
    return file


def judge(song, words):
    file = sound_of(song, words.folder / "sounds")
    found = {"ours": peers.ours(file, words.program)}
    if words.live:
        found["live"] = peers.live(file, song.duration, words.program)
    if words.peers:
        found.update({name: peers.kept(name, file, words.folder / "found") for name in peers.PEERS})
        peers.sound.cache_clear()
    return found


def worst(songs, found):
    """The songs and what was found in them, those with most faults first."""
    sums = [sum(faults.faults(song, one).values()) for song, one in zip(songs, found)]
    return [(songs[index], found[index]) for index in sorted(range(len(songs)), key=lambda index: -sums[index])]


def draw(songs, found, words):
    from . import drawing
    words.pictures.mkdir(parents=True, exist_ok=True)
    for number, (song, one) in enumerate(worst(songs, found)[:words.worst], 1):
        sound = sound_of(song, words.folder / "sounds")
        drawing.draw(song, one, sound, words.pictures / f"{number:02}-{song.name.replace(' ', '-')}.png")


def by_kind(songs, values):
    kinds = [kind for kind in KINDS if any(song.piece.kind == kind for song in songs)]
    return [(kind, [value for song, value in zip(songs, values) if song.piece.kind == kind]) for kind in kinds]


def main():
    parser = argparse.ArgumentParser(usage="board/truth [--part PART] [--live] [--peers] [--rounds N] [--kind KIND]"
                                     " [--each] [--faults] [--pictures FOLDER]")
    parser.add_argument("--part", choices=PARTS, default="choice")
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--worst", type=int, default=30)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--program", required=True)
    words = parser.parse_args()
    for name in ("sounds", "found"):
        (words.folder / name).mkdir(parents=True, exist_ok=True)
    songs = [song for song in performances(words.folder, words.part, words.rounds) if words.kind in (None, song.piece.kind)]
    with concurrent.futures.ThreadPoolExecutor(1 if words.peers else os.cpu_count()) as pool:
        results = list(pool.map(lambda song: judge(song, words), songs))
    for name in results[0]:
        found = [result[name] for result in results]
        marks = [scores.score(song, one) for song, one in zip(songs, found)]
        rows = [(song.name, [one]) for song, one in zip(songs, marks)] if words.each else by_kind(songs, marks)
        print(f"\n{name}\n\n{scores.table([*rows, ('all', marks)])}", flush=True)
    ours = [result["ours"] for result in results]
    if words.faults:
        wrong = [faults.faults(song, one) for song, one in zip(songs, ours)]
        print(f"\n{faults.table([*by_kind(songs, wrong), ('all', wrong)])}", flush=True)
    if words.pictures:
        draw(songs, ours, words)


main()
