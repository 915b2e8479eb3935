/// The rows that a scan has met, one bit each: some 500 KB for a million. An unchanged folder
/// (`FolderDigest`) has one bit for all of its rows.
struct SeenRows {
  private var rows = Numbers()
  private var folders = Numbers()

  mutating func insert(_ row: Int64) { rows.insert(row) }

  /// All files of the folder's rows were met, but for the rows that had vanished before.
  mutating func insert(wholeFolder folder: Int64) { folders.insert(folder) }

  /// - Parameter row: one that is not in a whole folder.
  func contains(_ row: Int64) -> Bool { rows.contains(row) }

  func contains(wholeFolder folder: Int64) -> Bool { folders.contains(folder) }

  /// A word for each 64 numbers with a member: the numbers of a stick may be far apart.
  private struct Numbers {
    private var words: [Int64: UInt64] = [:]

    mutating func insert(_ number: Int64) { words[number >> 6, default: 0] |= 1 << UInt64(number & 63) }

    func contains(_ number: Int64) -> Bool { (words[number >> 6] ?? 0) & 1 << UInt64(number & 63) != 0 }
  }
}
