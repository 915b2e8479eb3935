import Client
import Model

/// Chords as a file that other programs read.
enum ChordFile {
  enum Format: String {
    /// Start, end and name in each line, parted by tabs, as Audacity and mir_eval read them; chords in Harte's notation
    /// (ISMIR 2005).
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
    case .lab: return chords.map { "\(time($0.start))\t\(time($0.end))\t\(harte($0.name))\n" }.joined()
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

  /// `Ab7/C` is `Ab:7/3`.
  static func harte(_ name: String) -> String {
    let parts = name.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let root = pitch(first) else { return name }
    let sign = first.dropFirst().first
    let suffix = first.dropFirst(sign == "#" || sign == "b" ? 2 : 1)
    guard let quality = ChordQuality(rawValue: String(suffix)) else { return name }
    let chord = "\(first.dropLast(suffix.count)):\(quality.harte)"
    guard parts.count == 2, let bass = pitch(parts[1]) else { return chord }
    let degrees = ["1", "b2", "2", "b3", "3", "4", "b5", "5", "b6", "6", "b7", "7"]
    return "\(chord)/\(degrees[(bass - root + 12) % 12])"
  }

  /// The pitch class that a name begins with.
  static func pitch(_ name: Substring) -> Int? {
    let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    guard let letter = name.first, let natural = letters[letter] else { return nil }
    let sign = name.dropFirst().first
    return (natural + (sign == "#" ? 1 : sign == "b" ? 11 : 0)) % 12
  }

  private static func time(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
