/// The recognised kinds of chords, by their names.
public enum ChordQuality: String, CaseIterable, Hashable, Sendable {
  case major = ""
  case minor = "m"
  case seventh = "7"
  case majorSeventh = "maj7"
  case minorSeventh = "m7"
  case sixth = "6"
  case minorSixth = "m6"
  case suspendedSecond = "sus2"
  case suspendedFourth = "sus4"
  case diminished = "dim"
  case diminishedSeventh = "dim7"
  case halfDiminished = "m7b5"
  case augmented = "aug"

  /// In semitones above the root.
  public var intervals: [Int] {
    switch self {
    case .major: [0, 4, 7]
    case .minor: [0, 3, 7]
    case .seventh: [0, 4, 7, 10]
    case .majorSeventh: [0, 4, 7, 11]
    case .minorSeventh: [0, 3, 7, 10]
    case .sixth: [0, 4, 7, 9]
    case .minorSixth: [0, 3, 7, 9]
    case .suspendedSecond: [0, 2, 7]
    case .suspendedFourth: [0, 5, 7]
    case .diminished: [0, 3, 6]
    case .diminishedSeventh: [0, 3, 6, 9]
    case .halfDiminished: [0, 3, 6, 10]
    case .augmented: [0, 4, 8]
    }
  }

  /// Harte's shorthand (Harte et al., ISMIR 2005).
  public var harte: String {
    switch self {
    case .major: "maj"
    case .minor: "min"
    case .seventh: "7"
    case .majorSeventh: "maj7"
    case .minorSeventh: "min7"
    case .sixth: "maj6"
    case .minorSixth: "min6"
    case .suspendedSecond: "sus2"
    case .suspendedFourth: "sus4"
    case .diminished: "dim"
    case .diminishedSeventh: "dim7"
    case .halfDiminished: "hdim7"
    case .augmented: "aug"
    }
  }
}
