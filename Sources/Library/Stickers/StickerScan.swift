import Model

/// A walk over the rows of stickers in their order, with a comparison that SQLite makes as `StickerTest.holds` does it:
/// a statement for each, since a choice among them for each row would take longer than the rows.
struct StickerScan {
  /// For the name, the row after which it begins, the last row, `value`, and the maximum number of results; gives track
  /// and value.
  let sql: StaticString
  let value: SQLValue

  /// In bytes: LIKE refuses longer patterns (Connection has the limit).
  private static let longestPattern = 1000

  /// - Parameter test: nil for all.
  /// - Returns: nil where SQLite doesn't make it.
  init?(_ test: StickerTest?) {
    guard let test else {
      sql = """
        SELECT track, value FROM stickers NOT INDEXED
        WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 AND track IS NOT NULL AND ?4 IS NULL
        ORDER BY id LIMIT ?5
        """
      value = .null
      return
    }
    switch test.comparison {
    case .equals:
      sql = """
        SELECT track, value FROM stickers NOT INDEXED
        WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 AND track IS NOT NULL AND value = ?4
        ORDER BY id LIMIT ?5
        """
    case .less:
      sql = """
        SELECT track, value FROM stickers NOT INDEXED
        WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 AND track IS NOT NULL AND value < ?4
        ORDER BY id LIMIT ?5
        """
    case .greater:
      sql = """
        SELECT track, value FROM stickers NOT INDEXED
        WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 AND track IS NOT NULL AND value > ?4
        ORDER BY id LIMIT ?5
        """
    case .sameNumber:
      sql = """
        SELECT track, value FROM stickers NOT INDEXED
        WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 AND track IS NOT NULL AND CAST(value AS INTEGER) = ?4
        ORDER BY id LIMIT ?5
        """
    case .lessNumber:
      sql = """
        SELECT track, value FROM stickers NOT INDEXED
        WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 AND track IS NOT NULL AND CAST(value AS INTEGER) < ?4
        ORDER BY id LIMIT ?5
        """
    case .greaterNumber:
      sql = """
        SELECT track, value FROM stickers NOT INDEXED
        WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 AND track IS NOT NULL AND CAST(value AS INTEGER) > ?4
        ORDER BY id LIMIT ?5
        """
    case .contains, .startsWith:
      sql = """
        SELECT track, value FROM stickers NOT INDEXED
        WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 AND track IS NOT NULL AND value LIKE ?4 ESCAPE '\\'
        ORDER BY id LIMIT ?5
        """
    }
    switch test.comparison {
    case .equals, .less, .greater: value = .text(test.value)
    case .sameNumber, .lessNumber, .greaterNumber: value = .integer(LeadingNumber.of(test.value))
    case .contains, .startsWith:
      var pattern = test.comparison == .contains ? "%" : ""
      for scalar in test.value.unicodeScalars {
        if scalar == "%" || scalar == "_" || scalar == "\\" { pattern.unicodeScalars.append("\\") }
        pattern.unicodeScalars.append(scalar)
      }
      pattern += "%"
      guard pattern.utf8.count <= Self.longestPattern else { return nil }
      value = .text(pattern)
    }
  }
}
