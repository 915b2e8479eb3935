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
}
