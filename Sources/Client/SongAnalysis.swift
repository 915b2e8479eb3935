/// Results of the analysis of a song.
package struct SongAnalysis: Encodable, Equatable {
  package var outcome: String
  package var problem: String?
  /// Origin of the analysis: `own` or `remote`.
  package var source: String
  package var bpm: Double?
  package var bpmConfidence: Double?
  package var key: String?
  package var camelot: String?
  package var keyConfidence: Double?
  package var tuning: Double?
  package var loudness: Double?
  package var loudnessRange: Double?
  package var truePeak: Double?
  package var beats: Int?
  package var chords: Int?

  package init(_ answer: Answer) {
    outcome = answer["outcome"] ?? "none"
    problem = answer["problem"]
    source = answer["source"] ?? "own"
    bpm = answer.real("bpm")
    bpmConfidence = answer.real("bpm_confidence")
    key = answer["key"]
    camelot = answer["camelot"]
    keyConfidence = answer.real("key_confidence")
    tuning = answer.real("tuning")
    loudness = answer.real("loudness")
    loudnessRange = answer.real("loudness_range")
    truePeak = answer.real("true_peak")
    beats = answer.integer("beats")
    chords = answer.integer("chords")
  }
}
