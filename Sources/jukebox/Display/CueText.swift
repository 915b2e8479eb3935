import Client

/// Cues as a list.
enum CueText {
  /// - Parameter elapsed: where the song is, if it is the one that plays: the cue that it has passed last is marked.
  static func lines(_ cues: [Cue], elapsed: Double? = nil) -> [String] {
    let current = elapsed.flatMap { elapsed in cues.last { $0.time <= elapsed }?.number }
    let rows = cues.map { cue in
      [
        (cue.number == current ? ">" : " ") + "\(cue.number)",
        time(cue.time) + (cue.end.map { "–\(time($0))" } ?? ""), cue.type,
      ]
    }
    let widths = (0..<3).map { column in Columns.widest(rows.map { $0[column] }) }
    return zip(cues, rows).map { cue, row in
      var words = zip(row, widths).map { Columns.pad($0, $1) }
      words += [cue.name, cue.colour.map { ColourName.text($0) }].compactMap { $0 }
      return words.joined(separator: "  ").withoutTrailingBlanks()
    }
  }

  /// As on a clock, with the milliseconds that there are.
  static func time(_ seconds: Double) -> String {
    let milliseconds = Int((max(0, min(seconds, 359_999)) * 1000).rounded())
    let text = Clock.text(Double(milliseconds / 1000))
    guard milliseconds % 1000 != 0 else { return text }
    let digits = String(1000 + milliseconds % 1000).dropFirst()
    return "\(text).\(digits.reversed().drop { $0 == "0" }.reversed().map(String.init).joined())"
  }

  static func line(_ cue: Cue) -> String {
    "cue " + String((lines([cue]).first ?? "").drop { $0 == " " })
  }
}

extension String {
  fileprivate func withoutTrailingBlanks() -> String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
