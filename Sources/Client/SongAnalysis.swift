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
  /// Beginnings of its keys, in a song that modulates.
  package var keyChanges: [KeyChange]?
  package var tuning: Double?
  package var loudness: Double?
  package var loudnessRange: Double?
  package var truePeak: Double?
  package var beats: Int?
  package var chords: Int?

  package struct KeyChange: Encodable, Equatable {
    /// In seconds.
    package var start: Double
    package var key: String

    /// Reads `0.000 C, 62.310 Am`.
    fileprivate static func list(_ text: String) -> [KeyChange] {
      text.split(separator: ",").compactMap { part in
        let words = part.split(separator: " ")
        guard words.count == 2, let start = Double(words[0]) else { return nil }
        return KeyChange(start: start, key: String(words[1]))
      }
    }
  }

  package init(_ answer: Answer) {
    outcome = answer["outcome"] ?? "none"
    problem = answer["problem"]
    source = answer["source"] ?? "own"
    bpm = answer.real("bpm")
    bpmConfidence = answer.real("bpm_confidence")
    key = answer["key"]
    camelot = answer["camelot"]
    keyConfidence = answer.real("key_confidence")
    keyChanges = answer["key_changes"].map { KeyChange.list($0) }
    tuning = answer.real("tuning")
    loudness = answer.real("loudness")
    loudnessRange = answer.real("loudness_range")
    truePeak = answer.real("true_peak")
    beats = answer.integer("beats")
    chords = answer.integer("chords")
  }
}
