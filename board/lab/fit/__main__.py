"""Fits the weights of Analysis; called by board/fit, which builds the extractor of features first."""
import argparse
import collections
import pathlib
import sys

from truth.performance import Performance
from truth.pieces import further, pieces

from . import bars, chords, keys, live, tempo
from .evidence import FONTS, gather
from .songs import Song

ROOT = pathlib.Path(__file__).resolve().parents[3]
WEIGHTS = {
    "tempo": (tempo, "Tempo/TempoWeights.swift"),
    "keys": (keys, "Tonality/KeyWeights.swift"),
    "chords": (chords, "Tonality/ChordWeights.swift"),
    "bars": (bars, "Tempo/BarFinder.swift"),
    "live": (live, "Live/LiveChordWeights.swift"),
}
SEEDS = [1, 2, 3, 4]
# Songs of this seed are not learned: they show what the weights are worth.
HELD = 5
# Performances of a piece, one unless it is named here, and the number of the first one: board/truth begins with 0.
PERFORMANCES, FIRST = collections.defaultdict(lambda: 1, chorale=3), 10
# Beside pieces, jazz counts, and this number of other songs of each seed.
PLAIN = 20


def main():
    parser = argparse.ArgumentParser(usage="board/fit [--songs N] [--keep FOLDER] [--further EARLIER] [WHAT...]")
    parser.add_argument("what", nargs="*")
    parser.add_argument("--songs", type=int, default=200)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--further", type=pathlib.Path)
    parser.add_argument("--pieces", type=pathlib.Path, required=True)
    parser.add_argument("--program", required=True)
    words = parser.parse_intermixed_args()
    if words.keep:
        words.keep.mkdir(parents=True, exist_ok=True)
    known = [name for name, (module, _) in WEIGHTS.items() if hasattr(module, "further" if words.further else "fit")]
    for name in words.what:
        if name not in known:
            sys.exit(f"there are no such weights of {name}; there are: {' '.join(known)}")
    count, others = words.songs, max(words.songs // 4, 5)
    print(f"songs: {count} of each of {len(SEEDS)} seeds, {others} of another", flush=True)
    names = [f"{seed}-{number}" for seed in SEEDS for number in range(count) if not words.further or beside(seed, number)]
    evidences = list(gather(names, words.program, words.keep))
    held = list(gather([f"{HELD}-{number}" for number in range(others)], words.program, words.keep))
    for name in words.what or known:
        module, source = WEIGHTS[name]
        print(name, flush=True)
        file = ROOT / "Sources/Analysis" / source
        if words.further:
            played = list(performances(words, getattr(module, "PERFORMANCES", PERFORMANCES)))
            if module is tempo:
                played += performances(words, collections.defaultdict(lambda: 1), further)
            weights = module.further(module.read(words.further / source), played, evidences, held)
        elif hasattr(module, "ROUNDS"):
            weights = module.fit(evidences, held, list(performances(words, module.ROUNDS)))
        else:
            weights = module.fit(evidences, held)
        module.write(weights, file)
        print(f"  written: {file.relative_to(ROOT)}", flush=True)


def beside(seed, number):
    """Whether the song counts beside pieces."""
    song = Song(seed, number)
    return not song.is_clicks and (song.is_jazz or number < PLAIN)


def performances(words, rounds, read=pieces):
    """The evidence of pieces of the fit part of `board/truth`; `rounds` names how often those of a kind are played."""
    if not words.pieces.exists():
        sys.exit(f"there are no pieces in {words.pieces}: call board/truth first, which reads them")
    songs = {}
    for piece in read(words.pieces):
        for number in range(FIRST, FIRST + rounds[piece.kind]):
            if piece.part == "fit":
                song = Performance(piece, number)
                songs[song.name.replace(" ", "-")] = song
    print(f"performances: {len(songs)}", flush=True)
    return gather(list(songs), words.program, words.keep, lambda name: (songs[name], FONTS[songs[name].seed % 2]))


main()
