import Client

/// Chords as a file that other programs read.
enum ChordFile {
  enum Format: String {
    /// Start, end and name in each line, parted by tabs (Audacity's labels; the MIREX task of chord estimation).
    case lab
    case csv, json
    /// ChordPro: chords in brackets, four in a line.
    case cho
  }

  static func format(of path: String) -> Format? {
    path.split(separator: ".").last.flatMap { path.contains(".") ? Format(rawValue: $0.lowercased()) : nil }
  }

  static func text(_ chords: [ChordEntry], as format: Format) throws -> String {
    switch format {
    case .lab: return chords.map { "\(time($0.start))\t\(time($0.end))\t\($0.name)\n" }.joined()
    case .csv:
      return "start,end,chord,confidence\n"
        + chords.map { "\(time($0.start)),\(time($0.end)),\($0.name),\($0.confidence)\n" }.joined()
    case .json: return try JSON.line(chords) + "\n"
    case .cho:
      let names = chords.filter { $0.name != "N" }.map { "[\($0.name)]" }
      let lines = stride(from: 0, to: names.count, by: 4).map {
        names[$0..<min($0 + 4, names.count)].joined(separator: " ")
      }
      return "{comment: Chords}\n" + lines.map { "\($0)\n" }.joined()
    }
  }

  private static func time(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
