import Theory

/// A tone beside its note, as a line with a needle.
enum TunerText {
  /// From here on the note is in tune, and from here on nearly so, in cents.
  private static let inTune = 3.0
  private static let nearly = 12.0
  /// The ends of the scale.
  private static let most = 50.0

  /// `A4  +3.2 cents  [····|··▲·]  440.8 Hz`; the needle is green in tune, yellow near it, red elsewhere.
  static func line(_ hertz: Double?, _ kind: TunerKind, a: Double, columns: Int, hasColours: Bool) -> String {
    guard let hertz, hertz > 0 else { return Columns.fit("   –  play a note", columns) }
    let note = kind.note(nearest: hertz, a: a)
    let string = note.string.map { " (string \($0))" } ?? ""
    let head = "\(padded(note.name, 4))\(string)  \(cents(note.cents, 6)) cents  "
    let tail = "  \(tenths(hertz, 6)) Hz\(kind == .chromatic ? "" : hint(note.cents))"
    let width = min(61, columns - head.count - tail.count - 2)
    guard width >= 11 else { return Columns.fit(head + tail, columns) }
    return head + scale(note.cents, width: (width - 1) | 1, hasColours: hasColours) + tail
  }

  /// For pipes and files: `A4 +3.2 440.8`.
  static func plain(_ hertz: Double, _ kind: TunerKind, a: Double) -> String {
    let note = kind.note(nearest: hertz, a: a)
    return "\(note.name) \(cents(note.cents, 0)) \(tenths(hertz, 0))"
  }

  private static func scale(_ cents: Double, width: Int, hasColours: Bool) -> String {
    let middle = width / 2
    let place = middle + Int((min(max(cents / most, -1), 1) * Double(middle)).rounded())
    let colour = abs(cents) <= inTune ? 32 : abs(cents) <= nearly ? 33 : 31
    var text = "["
    for column in 0..<width {
      if column == place {
        let needle = abs(cents) <= inTune ? "●" : "▲"
        text += hasColours ? "\u{1B}[1;\(colour)m\(needle)\u{1B}[0m" : needle
      } else {
        text += column == middle ? "|" : "·"
      }
    }
    return text + "]"
  }

  private static func hint(_ cents: Double) -> String {
    abs(cents) <= inTune ? "  in tune" : cents < 0 ? "  too low" : "  too high"
  }

  /// With its sign, from the right.
  static func cents(_ value: Double, _ width: Int) -> String {
    padded((value > -0.05 ? "+" : "-") + tenths(abs(value), 0), -width)
  }

  private static func tenths(_ value: Double, _ width: Int) -> String {
    padded(Decimals.text(min(max(value, 0), 1e6), places: 1), -width)
  }

  /// To the left, or to the right if `width` is negative.
  private static func padded(_ text: String, _ width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? blanks + text : text + blanks
  }
}
