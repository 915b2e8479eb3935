import Glibc
import Model
import Theory

/// The circle of fifths: major keys outside, their relative minor keys inside.
enum CirclePicture {
  private static let (columns, rows) = (62, 21)

  static func lines(_ key: MusicalKey) -> [String] {
    var grid = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
    let near = [key.relative, key.moved(fifths: 1), key.moved(fifths: -1)]
    for other in MusicalKey.all {
      let name = "\(other) \(other.camelot)"
      let text = other == key ? "[\(name)]" : near.contains(other) ? "(\(name))" : name
      // C is on top.
      let angle = Double((other.isMinor ? other.relative : other).tonic * 7 % 12) * .pi / 6
      let (width, height) = other.isMinor ? (16.0, 5.6) : (26.0, 10.0)
      let column = Int((Double(columns / 2) + width * sin(angle)).rounded())
      let row = Int((Double(rows / 2) - height * cos(angle)).rounded())
      for (offset, character) in text.enumerated() {
        let place = column - text.count / 2 + offset
        if grid.indices.contains(row), grid[row].indices.contains(place) { grid[row][place] = character }
      }
    }
    return grid.map { Columns.trimmed(String($0)) }
  }
}
