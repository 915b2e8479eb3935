/// A scale with spelled notes.
public struct Scale: Hashable, Sendable, CustomStringConvertible {
  public let root: NoteName
  public let kind: ScaleKind

  public init(root: NoteName, kind: ScaleKind) {
    self.root = root
    self.kind = kind
  }

  /// By the names of both: `harmonic minor` and `Eb`.
  public init(name: String, root: String) throws(TheoryFault) {
    guard let note = NoteName(root) else {
      throw TheoryFault("Unknown root: \(root); a note such as C, Eb or F# expected")
    }
    self.init(root: note, kind: try ScaleKind(name))
  }

  public var description: String { "\(root) \(kind.name)" }

  public var notes: [NoteName] { kind.intervals.map { root.up($0) } }

  /// As bits from C.
  public var pitchClasses: UInt16 { kind.intervals.reduce(0) { $0 | 1 << UInt16(root.up($1).pitchClass) } }

  /// The chords on each degree: stacked thirds in a scale of seven notes, else the first usual chord of its notes.
  public var degrees: [DegreeChords] {
    let notes = notes
    return notes.indices.map { degree in
      let isStacked = notes.count == 7
      let interval = kind.intervals[degree]
      return DegreeChords(
        interval: interval, note: notes[degree],
        triad: isStacked ? stack(3, on: degree) : contained(Self.triads, at: notes[degree]),
        seventh: isStacked ? stack(4, on: degree) : contained(Self.sevenths, at: notes[degree]))
    }
  }

  private func stack(_ count: Int, on degree: Int) -> SpelledChord? {
    let notes = notes
    let intervals = (0..<count).map { third in
      notes[degree].interval(of: 1 + 2 * third, to: notes[(degree + 2 * third) % 7])
    }
    return ChordKind.usual(intervals).map { SpelledChord(root: notes[degree], kind: $0) }
  }

  private static let triads = ["", "m", "dim", "aug", "sus4", "sus2"]
  private static let sevenths = [
    "maj7", "7", "m7", "m7b5", "dim7", "mMaj7", "maj7#5", "7#5", "6", "m6", "7sus4",
  ]

  private func contained(_ symbols: [String], at note: NoteName) -> SpelledChord? {
    for symbol in symbols {
      guard let kind = ChordKind.all.first(where: { $0.symbol == symbol }) else { continue }
      let chord = SpelledChord(root: note, kind: kind)
      if chord.pitchClasses & ~pitchClasses == 0 { return chord }
    }
    return nil
  }
}

/// A degree of a scale and the chords on it; nil where its notes make no usual chord.
public struct DegreeChords: Hashable, Sendable {
  public let interval: Interval
  public let note: NoteName
  public let triad: SpelledChord?
  public let seventh: SpelledChord?

  /// The triad as a Roman numeral.
  public var numeral: RomanNumeral? { triad.map { RomanNumeral(interval: interval, kind: $0.kind) } }
}
