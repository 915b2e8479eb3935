import Theory

/// A fingering as chord books draw it: strings from the left, the nut or the first fret on top.
enum FretDiagram {
  /// How many columns one takes.
  static func width(_ instrument: Instrument) -> Int { margin + 2 * instrument.strings.count - 1 }

  private static let margin = 3

  /// Lines of one width.
  static func lines(_ fingering: Fingering) -> [String] {
    let strings = fingering.frets.count
    // From the nut where that is in reach.
    let highest = fingering.frets.compactMap { $0 }.max() ?? 0
    let first = highest <= Fingering.mostFrets ? 1 : fingering.position
    func row(_ left: String, _ middle: String, _ right: String, _ line: String) -> String {
      left + Array(repeating: line, count: strings - 1).joined(separator: middle) + right
    }
    let space = String(repeating: " ", count: margin)
    var lines = [
      space + fingering.frets.map { $0 == nil ? "×" : $0 == 0 ? "○" : " " }.joined(separator: " "),
      space + (first == 1 ? row("╒", "╤", "╕", "═") : row("┌", "┬", "┐", "─")),
    ]
    for fret in first..<first + Fingering.mostFrets {
      let number = fret == first && first > 1 ? "\(fret)" : ""
      lines.append(
        Columns.pad(String(repeating: " ", count: 2 - number.count) + number, margin) + cells(fret, fingering)
      )
      let isLast = fret == first + Fingering.mostFrets - 1
      lines.append(space + (isLast ? row("└", "┴", "┘", "─") : row("├", "┼", "┤", "─")))
    }
    return lines
  }

  private static func cells(_ fret: Int, _ fingering: Fingering) -> String {
    var text = ""
    for (string, pressed) in fingering.frets.enumerated() {
      let barre = fingering.barre.flatMap { $0.fret == fret ? $0.strings : nil }
      if string > 0 {
        text += barre.map { $0.contains(string - 1) && $0.contains(string) } ?? false ? "━" : " "
      }
      text += pressed == fret ? "●" : barre?.contains(string) ?? false ? "━" : "│"
    }
    return text
  }

  /// Lines with the title.
  static let height = 2 * Fingering.mostFrets + 3

  /// Several beside each other, each under its title, as many as there is room for.
  static func beside(
    _ fingerings: [(title: String, fingering: Fingering)], _ instrument: Instrument, columns: Int
  ) -> [String] {
    let width = width(instrument) + 3
    let pictures = fingerings.prefix(max(1, columns / width)).map { title, fingering in
      [String(repeating: " ", count: margin) + title] + lines(fingering)
    }
    guard !pictures.isEmpty else { return [] }
    return (0..<height).map { row in
      Columns.trimmed(pictures.map { Columns.pad($0[row], width) }.joined())
    }
  }
}
