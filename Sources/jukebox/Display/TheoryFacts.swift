import Model
import Theory

/// JSON forms of Theory's values for `--json`.
enum TheoryFacts {
  struct Chord: Encodable {
    var chord: String
    var name: String?
    var tones: [String]
    var intervals: [String]
    var inversions: [String]
    var guitar: [Fingering]
    var ukulele: [Fingering]
  }

  struct Fingering: Encodable {
    var frets: String
    var fingers: Int
    var barre: Int?
  }

  struct ScaleEntry: Encodable {
    var scale: String
    var others: [String]
    var intervals: [String]
  }

  struct Degree: Encodable {
    var degree: String
    var note: String
    var triad: String?
    var seventh: String?
  }

  struct Scale: Encodable {
    var scale: String
    var notes: [String]
    var intervals: [String]
    var degrees: [Degree]
  }

  struct ProgressionEntry: Encodable {
    var progression: String
    var numerals: [String]
  }

  struct ProgressionInKey: Encodable {
    var progression: String
    var numerals: [String]
    var key: String
    var chords: [String]
  }

  struct Fit: Encodable {
    var scale: String
    var notes: [String]
    var missing: [String]
  }

  struct Key: Encodable {
    var key: String
    var camelot: String
    var signature: Int
    var relative: String
    var parallel: String
    var fifthUp: String
    var fifthDown: String
    var degrees: [Degree]
  }
}

extension TheoryFacts.Chord {
  init(_ chord: SpelledChord) {
    func fingerings(_ instrument: Instrument) -> [TheoryFacts.Fingering] {
      instrument.fingerings(of: chord).map {
        TheoryFacts.Fingering(frets: $0.description, fingers: $0.fingers, barre: $0.barre?.fret)
      }
    }
    self.init(
      chord: chord.description, name: chord.kind.name.isEmpty ? nil : chord.kind.name,
      tones: chord.tones.map(\.description), intervals: chord.kind.intervals.map(\.description),
      inversions: chord.inversions.dropFirst().map(\.description), guitar: fingerings(.guitar),
      ukulele: fingerings(.ukulele))
  }
}

extension TheoryFacts.ScaleEntry {
  init(_ kind: ScaleKind) {
    self.init(scale: kind.name, others: kind.others, intervals: kind.intervals.map(\.description))
  }
}

extension TheoryFacts.Degree {
  init(_ degree: DegreeChords) {
    self.init(
      degree: degree.numeral?.description ?? degree.interval.description, note: degree.note.description,
      triad: degree.triad?.description, seventh: degree.seventh?.description)
  }
}

extension TheoryFacts.Scale {
  init(_ scale: Theory.Scale) {
    self.init(
      scale: scale.description, notes: scale.notes.map(\.description),
      intervals: scale.kind.intervals.map(\.description), degrees: scale.degrees.map { .init($0) })
  }
}

extension TheoryFacts.ProgressionEntry {
  init(_ progression: Progression) {
    self.init(progression: progression.name, numerals: progression.numerals.map(\.description))
  }
}

extension TheoryFacts.ProgressionInKey {
  init(_ progression: Progression, _ key: SpelledKey) {
    self.init(
      progression: progression.name, numerals: progression.numerals.map(\.description), key: key.description,
      chords: progression.chords(on: key.tonic).map(\.description))
  }
}

extension TheoryFacts.Fit {
  init(_ fit: ScaleFit) {
    self.init(
      scale: fit.scale.description, notes: fit.scale.notes.map(\.description),
      missing: fit.missing.map(\.description))
  }
}

extension TheoryFacts.Key {
  init(_ key: SpelledKey) {
    self.init(
      key: key.description, camelot: key.key.camelot, signature: key.signature,
      relative: key.relative.description, parallel: key.key.parallel.description,
      fifthUp: key.moved(fifths: 1).description, fifthDown: key.moved(fifths: -1).description,
      degrees: key.degrees.map { .init($0) })
  }
}
