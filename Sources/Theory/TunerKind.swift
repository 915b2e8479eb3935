import Glibc

/// Notes that a tuner compares a tone with: the open strings of an instrument, or all notes.
public enum TunerKind: String, CaseIterable, Hashable, Sendable {
  case guitar, ukulele, bass, violin, chromatic

  /// The open strings as MIDI counts them, the last one is the first string; empty for all notes.
  public var strings: [Int] {
    switch self {
    case .guitar: Instrument.guitar.strings
    case .ukulele: Instrument.ukulele.strings
    case .bass: [28, 33, 38, 43]
    case .violin: [55, 62, 69, 76]
    case .chromatic: []
    }
  }

  /// The note that is nearest to a tone.
  /// - Parameters:
  ///   - hertz: above 0.
  ///   - a: the pitch of A4 in Hz.
  public func note(nearest hertz: Double, a: Double = 440) -> TunedNote {
    let place = 69 + 12 * log2(hertz / a)
    let nearest = strings.indices.min { abs(Double(strings[$0]) - place) < abs(Double(strings[$1]) - place) }
    let pitch = nearest.map { strings[$0] } ?? Int(place.rounded())
    return TunedNote(
      pitch: pitch, cents: 100 * (place - Double(pitch)), hertz: a * exp2(Double(pitch - 69) / 12),
      string: nearest.map { strings.count - $0 })
  }
}

/// How far a tone is from a note.
public struct TunedNote: Hashable, Sendable {
  /// As MIDI counts.
  public let pitch: Int
  /// Positive if the tone is too high.
  public let cents: Double
  /// Frequency of the note in Hz.
  public let hertz: Double
  /// The number of the string, from 1; nil without an instrument.
  public let string: Int?

  /// With sharps, and the octave in scientific pitch notation: `F#2`, `A4`.
  public var name: String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    let octave = (Double(pitch) / 12).rounded(.down)
    return "\(names[pitch - Int(octave) * 12])\(Int(octave) - 1)"
  }
}
