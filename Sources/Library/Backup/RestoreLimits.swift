/// Limits of a backup's content, so that the parts held at once fit into the memory.
struct RestoreLimits {
  /// Tracks; 16 bytes of each are kept, and 24 for a moment.
  let tracks: Int
  /// Tracks whose rows are found once all others are known; their paths are kept.
  let undecided: Int
  /// Rows of all tables together, of which nothing is kept.
  static let rows = 4_000_000
  /// Texts in a row.
  static let rowBytes = 2 << 20

  /// On a board of 512 MiB, on the way to the first sound.
  static let byItself = RestoreLimits(tracks: 1 << 20, undecided: 1 << 16)
  /// Where a person wants it.
  static let onDemand = RestoreLimits(tracks: rows, undecided: rows)
}
