/// What came of playlist files, for people.
enum ImportText {
  static func lines(_ imported: Imported) -> [String] {
    let songs = imported.entries == 1 ? "1 song" : "\(imported.entries) songs"
    var lines = ["\(imported.playlist): \(songs)"]
    let missing = imported.entries - imported.matched
    if missing > 0 {
      lines[0] += ", \(missing) of them not here (they stay in the playlist):"
      lines += imported.unmatched.map { "  \($0)" }
      if missing > imported.unmatched.count {
        lines.append("  … and \(missing - imported.unmatched.count) more")
      }
    }
    if imported.isIncomplete {
      lines.append("  The file is damaged or has lines that name no song: those were left out.")
    }
    return lines
  }
}
