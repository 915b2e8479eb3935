"""Results of madmom for a sound file, as JSON: `madmom_peer.py FILE`, run by the Python that has it."""
import json
import sys

from madmom.features.chords import CNNChordFeatureProcessor, CRFChordRecognitionProcessor
from madmom.features.downbeats import DBNDownBeatTrackingProcessor, RNNDownBeatProcessor
from madmom.features.key import CNNKeyRecognitionProcessor, key_prediction_to_label


def found(file):
    places = DBNDownBeatTrackingProcessor(beats_per_bar=[3, 4], fps=100)(RNNDownBeatProcessor()(file)).tolist()
    beats = [at for at, _ in places]
    spans = sorted(after - before for before, after in zip(beats, beats[1:]))
    tonic, mode = key_prediction_to_label(CNNKeyRecognitionProcessor()(file)).split()
    chords = CRFChordRecognitionProcessor()(CNNChordFeatureProcessor()(file))
    return {"key": f"{tonic}:{mode[:3]}", "tempo": 60 / spans[len(spans) // 2] if spans else 0, "beats": beats,
            "downbeats": [at for at, number in places if number == 1],
            "chords": [(float(start), float(end), str(name)) for start, end, name in chords]}


print(json.dumps(found(sys.argv[1])))
