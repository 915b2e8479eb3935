import Client
import Glibc
import Linux
import Model
import Theory

/// Chords, scales, progressions and keys as lines.
enum TheoryText {
  private static func list(_ parts: [some CustomStringConvertible], _ separator: String = " ") -> String {
    parts.map(\.description).joined(separator: separator)
  }

  /// A word before a table of the notes and one of the intervals, so that they stand below each other.
  private static func notes(_ notes: [NoteName], _ intervals: [Interval]) -> [String] {
    zip(["notes", "intervals"], Columns.table([notes.map(\.description), intervals.map(\.description)])).map {
      Columns.pad($0, 12) + $1
    }
  }

  // MARK: Chords

  static func lines(_ chord: SpelledChord) -> [String] {
    var lines = ["\(chord)\(chord.kind.name.isEmpty ? "" : "  \(chord.kind.name)")"]
    var (tones, intervals) = (chord.kind.intervals.map { chord.root.up($0) }, chord.kind.intervals)
    if let bass = chord.bass, !tones.contains(bass) {
      tones.insert(bass, at: 0)
      intervals.insert(Interval.usual[(bass.pitchClass - chord.root.pitchClass + 12) % 12], at: 0)
    }
    lines += notes(tones, intervals)
    lines.append("inversions  \(list(Array(chord.inversions.dropFirst()), "  "))")
    lines += [""] + PianoPicture.lines(chord)
    for instrument in Instrument.all {
      let fingerings = instrument.fingerings(of: chord)
      lines += ["", instrument.name]
      lines +=
        fingerings.isEmpty
        ? ["  no fingering: a hand cannot reach all of its notes"]
        : FretDiagram.beside(fingerings.map { ($0.description, $0) }, instrument, columns: Terminal.columns)
    }
    return lines
  }

  // MARK: Scales

  static func scales() -> [String] {
    Columns.table(ScaleKind.all.map { [$0.name, list($0.intervals), $0.others.joined(separator: ", ")] })
  }

  static func lines(_ scale: Scale) -> [String] {
    [scale.description] + notes(scale.notes, scale.kind.intervals) + [""] + lines(scale.degrees)
  }

  private static func lines(_ degrees: [DegreeChords]) -> [String] {
    Columns.table(
      degrees.map { degree in
        [
          degree.numeral?.description ?? degree.interval.description, degree.note.description,
          degree.triad?.description ?? "-", degree.seventh?.description ?? "-",
        ]
      })
  }

  static func lines(_ fits: [ScaleFit]) -> [String] {
    Columns.table(
      fits.map { fit in
        [
          fit.scale.description, list(fit.scale.notes),
          fit.missing.isEmpty ? "" : "without \(list(fit.missing, ", "))",
        ]
      })
  }

  // MARK: Progressions

  static func progressions() -> [String] {
    Columns.table(Progression.all.map { [$0.name, list($0.numerals)] })
  }

  static func lines(_ progression: ProgressionInKey) -> [String] {
    let title =
      progression.progression.isEmpty
      ? "in \(progression.key)" : "\(progression.progression) in \(progression.key)"
    // Four bars in a line.
    var rows: [[String]] = []
    for start in stride(from: 0, to: progression.numerals.count, by: 4) {
      let part = start..<min(start + 4, progression.numerals.count)
      rows += [Array(progression.numerals[part]), Array(progression.chords[part])]
    }
    return [title] + Columns.table(rows)
  }

  static func lines(_ song: SongNumerals, listsChords: Bool) -> [String] {
    var lines = ["key \(song.key)"]
    if listsChords || song.sections.isEmpty {
      lines += Columns.table(song.chords.map { [Clock.tenths($0.start), $0.chord, $0.numeral] })
    }
    if song.sections.isEmpty { return lines + ["No progression is repeated."] }
    if listsChords { lines.append("") }
    return lines
      + Columns.table(
        song.sections.map { section in
          [
            section.section, "\(Clock.text(section.start))-\(Clock.text(section.end))",
            "\(section.times) times",
            section.numerals,
            section.progression.map { $0 + (section.from.map { ", from chord \($0)" } ?? "") } ?? "",
          ]
        })
  }

  // MARK: Keys

  static func lines(_ key: SpelledKey) -> [String] {
    let signs = abs(key.signature)
    let kind = key.signature < 0 ? "flat" : "sharp"
    let facts = [
      ["key", "\(key) (\(key.key.camelot)), \(signs == 0 ? "no signs" : StatusText.count(signs, kind))"],
      ["relative", key.relative.description], ["parallel", key.key.parallel.description],
      ["neighbours", "\(key.moved(fifths: -1)) and \(key.moved(fifths: 1))"],
    ]
    return CirclePicture.lines(key.key) + [""] + Columns.table(facts) + [""] + lines(key.degrees)
  }
}

/// The circle of fifths: major keys outside, their relative minor keys inside.
enum CirclePicture {
  private static let (columns, rows) = (62, 21)

  static func lines(_ key: MusicalKey) -> [String] {
    var grid = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
    let near = [key.relative, key.moved(fifths: 1), key.moved(fifths: -1)]
    for other in MusicalKey.all {
      let name = "\(other) \(other.camelot)"
      let text = other == key ? "[\(name)]" : near.contains(other) ? "(\(name))" : name
      // C is on top.
      let angle = Double((other.isMinor ? other.relative : other).tonic * 7 % 12) * .pi / 6
      let (width, height) = other.isMinor ? (16.0, 5.6) : (26.0, 10.0)
      let column = Int((Double(columns / 2) + width * sin(angle)).rounded())
      let row = Int((Double(rows / 2) - height * cos(angle)).rounded())
      for (offset, character) in text.enumerated() {
        let place = column - text.count / 2 + offset
        if grid.indices.contains(row), grid[row].indices.contains(place) { grid[row][place] = character }
      }
    }
    return grid.map { Columns.trimmed(String($0)) }
  }
}
