import Theory

/// Two octaves of a keyboard from C, with the keys of a chord.
enum PianoPicture {
  private static let white = [0, 2, 4, 5, 7, 9, 11]
  private static let octaves = 2
  /// Columns of a white key, its left border included.
  private static let key = 4

  static func lines(_ chord: SpelledChord) -> [String] {
    let names = names(chord)
    let count = white.count * octaves
    let columns = count * key + 1
    func put(_ text: String, around column: Int, in line: inout [Character]) {
      let start = column - text.count / 2
      for (offset, character) in text.enumerated() where line.indices.contains(start + offset) {
        line[start + offset] = character
      }
    }
    func border(_ left: Character, _ middle: Character, _ right: Character) -> [Character] {
      (0..<columns).map { $0 == 0 ? left : $0 == columns - 1 ? right : $0 % key == 0 ? middle : "─" }
    }
    let blank = [Character](repeating: " ", count: columns)
    let plain: [Character] = (0..<columns).map { $0 % key == 0 ? "│" : " " }
    var (above, top, upper, middle, lower, below) = (blank, border("┌", "┬", "┐"), plain, plain, plain, blank)
    for place in 0..<count {
      let pitch = place / white.count * 12 + white[place % white.count]
      if let name = names[pitch] {
        put("●", around: place * key + key / 2, in: &lower)
        put(name, around: place * key + key / 2, in: &below)
      }
      // The black key to the right of it.
      guard ![4, 11].contains(pitch % 12) else { continue }
      let column = (place + 1) * key
      put("▄▄▄", around: column, in: &top)
      put(names[pitch + 1] == nil ? "███" : "█●█", around: column, in: &upper)
      put("▀▀▀", around: column, in: &middle)
      if let name = names[pitch + 1] { put(name, around: column, in: &above) }
    }
    return [above, top, upper, middle, lower, border("└", "┴", "┘"), below].map {
      Columns.trimmed(String($0))
    }
    .filter { !$0.isEmpty }
  }

  /// By pitch from the lowest C; what lies above the picture is an octave lower.
  private static func names(_ chord: SpelledChord) -> [Int: String] {
    var names: [Int: String] = [:]
    for (tone, pitch) in zip(chord.tones, chord.pitches(from: 0)) {
      names[pitch < 12 * octaves ? pitch : pitch - 12] = tone.description
    }
    return names
  }
}
