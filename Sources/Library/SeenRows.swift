/// The rows that a scan has met, one bit each: some 125 KB for a million. Of folders that are as they were (`FolderDigest`)
/// there is a bit for all of their rows.
struct SeenRows {
  private var rows = Numbers()
  private var folders = Numbers()

  mutating func insert(_ row: Int64) { rows.insert(row) }

  /// All files of the folder's rows were met, but for the rows that had vanished before.
  mutating func insert(wholeFolder folder: Int64) { folders.insert(folder) }

  /// - Parameter row: one that is not in a whole folder.
  func contains(_ row: Int64) -> Bool { rows.contains(row) }

  func contains(wholeFolder folder: Int64) -> Bool { folders.contains(folder) }

  private struct Numbers {
    private static let perPage: Int64 = 4096
    private var pages: [Int64: [UInt64]] = [:]

    mutating func insert(_ number: Int64) {
      let (page, bit) = Self.place(number)
      pages[page, default: [UInt64](repeating: 0, count: 64)][bit / 64] |= 1 << UInt64(bit % 64)
    }

    func contains(_ number: Int64) -> Bool {
      let (page, bit) = Self.place(number)
      guard let words = pages[page] else { return false }
      return words[bit / 64] & 1 << UInt64(bit % 64) != 0
    }

    private static func place(_ number: Int64) -> (page: Int64, bit: Int) {
      let bit = number & (perPage - 1)
      return ((number - bit) / perPage, Int(bit))
    }
  }
}
