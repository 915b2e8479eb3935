import Model
import Theory

/// Objects of Theory's values for `--json`.
enum TheoryFacts {
  static func object(_ chord: SpelledChord) -> JSONObject {
    func fingerings(_ instrument: Instrument) -> [JSONObject] {
      instrument.fingerings(of: chord).map {
        ["frets": $0.description, "fingers": $0.fingers, "barre": $0.barre?.fret]
      }
    }
    return [
      "chord": chord.description, "name": chord.kind.name.isEmpty ? nil : chord.kind.name,
      "tones": words(chord.tones), "intervals": words(chord.kind.intervals),
      "inversions": words(chord.inversions.dropFirst()), "guitar": fingerings(.guitar),
      "ukulele": fingerings(.ukulele),
    ]
  }

  static func object(_ kind: ScaleKind) -> JSONObject {
    ["scale": kind.name, "others": kind.others, "intervals": words(kind.intervals)]
  }

  static func object(_ scale: Scale) -> JSONObject {
    [
      "scale": scale.description, "notes": words(scale.notes), "intervals": words(scale.kind.intervals),
      "degrees": scale.degrees.map(object),
    ]
  }

  static func object(_ progression: Progression) -> JSONObject {
    ["progression": progression.name, "numerals": words(progression.numerals)]
  }

  static func object(_ fit: ScaleFit) -> JSONObject {
    ["scale": fit.scale.description, "notes": words(fit.scale.notes), "missing": words(fit.missing)]
  }

  static func object(_ key: SpelledKey) -> JSONObject {
    [
      "key": key.description, "camelot": key.key.camelot, "signature": key.signature,
      "relative": key.relative.description, "parallel": key.key.parallel.description,
      "fifthUp": key.moved(fifths: 1).description, "fifthDown": key.moved(fifths: -1).description,
      "degrees": key.degrees.map(object),
    ]
  }

  private static func object(_ degree: DegreeChords) -> JSONObject {
    [
      "degree": degree.numeral?.description ?? degree.interval.description,
      "note": degree.note.description, "triad": degree.triad?.description,
      "seventh": degree.seventh?.description,
    ]
  }

  private static func words(_ values: some Collection<some CustomStringConvertible>) -> [String] {
    values.map(\.description)
  }
}

/// A progression with its chords in a key.
struct ProgressionInKey: Encodable {
  let progression: String
  let numerals: [String]
  let key: String
  let chords: [String]

  init(_ progression: Progression, _ key: SpelledKey) {
    self.progression = progression.name
    numerals = progression.numerals.map(\.description)
    self.key = key.description
    chords = progression.chords(on: key.tonic).map(\.description)
  }
}
