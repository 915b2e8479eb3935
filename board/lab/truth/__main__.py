"""Tests the analyser with music that people have annotated; called by board/truth, which installs what it needs."""
import argparse
import concurrent.futures
import os
import pathlib

from fit.evidence import FONTS, render
from lib import work_folder

from . import peers, scores
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


def judge(song, folder, words):
    file = sound_of(song, folder)
    found = {"ours": peers.ours(file, words.program)}
    if words.peers:
        found.update({name: peer(file) for name, peer in peers.PEERS.items()})
        peers.sound.cache_clear()
    return {name: scores.score(song, one) for name, one in found.items()}


def main():
    parser = argparse.ArgumentParser(usage="board/truth [--part PART] [--peers] [--rounds N] [--kind KIND] [--each]")
    parser.add_argument("--part", choices=PARTS, default="choice")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--program", required=True)
    words = parser.parse_args()
    (words.folder / "sounds").mkdir(parents=True, exist_ok=True)
    songs = [song for song in performances(words.folder, words.part, words.rounds) if words.kind in (None, song.piece.kind)]
    with concurrent.futures.ThreadPoolExecutor(1 if words.peers else os.cpu_count()) as pool:
        results = list(pool.map(lambda song: judge(song, words.folder / "sounds", words), songs))
    for name in results[0]:
        found = [result[name] for result in results]
        if words.each:
            rows = [(song.name, [one]) for song, one in zip(songs, found)]
        else:
            kinds = [kind for kind in KINDS if any(song.piece.kind == kind for song in songs)]
            rows = [(kind, [one for song, one in zip(songs, found) if song.piece.kind == kind]) for kind in kinds]
        print(f"\n{name}\n\n{scores.table([*rows, ('all', found)])}", flush=True)


main()
