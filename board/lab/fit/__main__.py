"""Fits the weights of Analysis; called by board/fit, which builds the extractor of features first."""
import argparse
import pathlib
import sys

from . import chords, keys, live, tempo
from .evidence import gather

ROOT = pathlib.Path(__file__).resolve().parents[3]
WEIGHTS = {
    "tempo": (tempo, "Tempo/TempoWeights.swift"),
    "keys": (keys, "Tonality/KeyEstimator.swift"),
    "chords": (chords, "Tonality/ChordWeights.swift"),
    "live": (live, "Live/LiveChordWeights.swift"),
}
SEEDS = [1, 2, 3, 4]
# Songs of this seed are not learned: they show what the weights are worth.
HELD = 5


def main():
    parser = argparse.ArgumentParser(usage="board/fit [--songs N] [--keep FOLDER] [WHAT...]")
    parser.add_argument("what", nargs="*")
    parser.add_argument("--songs", type=int, default=200)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--program", required=True)
    words = parser.parse_intermixed_args()
    if words.keep:
        words.keep.mkdir(parents=True, exist_ok=True)
    for name in words.what:
        if name not in WEIGHTS:
            sys.exit(f"there are no weights of {name}; there are: {' '.join(WEIGHTS)}")
    count, others = words.songs, max(words.songs // 4, 5)
    print(f"songs: {count} of each of {len(SEEDS)} seeds, {others} of another", flush=True)
    evidences = list(gather(SEEDS, count, words.program, words.keep))
    held = list(gather([HELD], others, words.program, words.keep))
    for name in words.what or WEIGHTS:
        module, source = WEIGHTS[name]
        print(name, flush=True)
        file = ROOT / "Sources/Analysis" / source
        module.write(module.fit(evidences, held), file)
        print(f"  written: {file.relative_to(ROOT)}", flush=True)


main()
