/// What came of playlist files, for people.
enum ImportText {
  static func lines(_ imported: Imported) -> [String] {
    let songs = imported.entries == 1 ? "1 song" : "\(imported.entries) songs"
    var lines = ["\(imported.playlist): \(songs)"]
    let missing = imported.entries - imported.matched
    if missing > 0 {
      lines[0] += ", \(missing) of them not here (they stay in the playlist):"
      lines += first(imported.unmatched, of: missing)
    }
    if imported.isIncomplete {
      lines.append(
        "  Something was left out: the file is damaged, has lines that name no song, or more than 16,384 songs."
      )
    }
    return lines
  }

  /// More than these are too many to read; --json has more of them.
  private static let mostNamed = 20

  /// The beginning of a list.
  /// - Parameter count: of all that there are.
  static func first(_ names: [String], of count: Int) -> [String] {
    let named = names.prefix(names.count > mostNamed + 1 ? mostNamed : names.count)
    let rest = count - named.count
    return named.map { "  \($0)" } + (rest > 0 ? ["  … and \(rest) more"] : [])
  }
}
