import Client

/// A waveform on a terminal: a column a point, as high as its peak, in the colours of the bands that make it.
enum WaveformText {
  private static let rows = 8
  private static let eighths = Array(" ▁▂▃▄▅▆▇█")
  /// Bass, middle, treble, from below.
  private static let colours = ["38;5;203", "38;5;114", "38;5;75"]

  /// - Parameter place: in the song, 0 to 1, where it plays.
  static func lines(_ points: [WaveformPoint], place: Double?, hasColours: Bool) -> [String] {
    let loudest = max(points.map { $0.peak.reduce(0, +) }.max() ?? 0, 1e-6)
    var lines = (0..<rows).reversed().map { row in
      var line = ""
      var colour = ""
      for point in points {
        let heights = stacked(point, loudest)
        let whole = heights[2] * Double(rows) - Double(row)
        let character = eighths[Int(min(max(whole, 0), 1) * 8)]
        let middle = (Double(row) + 0.5) / Double(rows)
        let band = middle < heights[0] ? 0 : middle < heights[1] ? 1 : 2
        if hasColours, colours[band] != colour, character != " " {
          colour = colours[band]
          line += "\u{1B}[\(colour)m"
        }
        line.append(character)
      }
      return line + (colour.isEmpty ? "" : "\u{1B}[0m")
    }
    if let place, !points.isEmpty {
      let column = min(points.count - 1, max(0, Int(place * Double(points.count))))
      lines.append(String(repeating: " ", count: column) + "▲")
    }
    return lines
  }

  /// How high each band reaches on top of the ones below it, 0 to 1.
  private static func stacked(_ point: WaveformPoint, _ loudest: Double) -> [Double] {
    var sum = 0.0
    return point.peak.map { level in
      sum += level / loudest
      return sum
    }
  }

  /// Lines below a waveform: the loop and the cues, if there are any, and the times.
  /// - Parameters:
  ///   - length: length of the song in seconds, more than 0.
  ///   - loop: the looped section, in seconds.
  static func below(_ length: Double, columns: Int, loop: ClosedRange<Double>?, cues: [Cue]) -> [String] {
    guard columns > 0 else { return [] }
    func column(_ seconds: Double) -> Int {
      min(columns - 1, Int(min(max(seconds / length, 0), 1) * Double(columns)))
    }
    var lines: [String] = []
    if let loop {
      var row = Row(columns)
      row.span(column(loop.lowerBound), column(loop.upperBound), first: "├", last: "┤")
      row.write(" loop", at: column(loop.upperBound) + 1)
      lines.append(row.text)
    }
    if !cues.isEmpty {
      var row = Row(columns)
      for cue in cues {
        if let end = cue.end { row.span(column(cue.time), column(end), first: "├", last: "┤") }
      }
      for cue in cues { row.write("\(cue.number)", at: column(cue.time)) }
      lines.append(row.text)
    }
    var row = Row(columns)
    var free = 0
    let step = steps.first { Double(column($0)) >= 9 } ?? length
    for time in stride(from: 0, to: length, by: step) where column(time) >= free {
      let text = Clock.text(time)
      guard column(time) + text.count <= columns else { break }
      row.write(text, at: column(time))
      free = column(time) + text.count + 1
    }
    lines.append(row.text)
    return lines
  }

  /// Possible distances of the times below a waveform, in seconds.
  private static let steps: [Double] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]

  /// A line of text in which things stand at columns.
  private struct Row {
    private var characters: [Character]

    init(_ columns: Int) { characters = Array(repeating: " ", count: columns) }

    mutating func write(_ text: String, at column: Int) {
      for (offset, character) in text.enumerated() where column + offset < characters.count {
        characters[column + offset] = character
      }
    }

    mutating func span(_ start: Int, _ end: Int, first: Character, last: Character) {
      for column in start...max(start, end) { characters[column] = "─" }
      characters[max(start, end)] = last
      characters[start] = first
    }

    var text: String { String(String(characters).reversed().drop { $0 == " " }.reversed()) }
  }
}
