/// The rows that a scan has met, one bit each: some 125 KB for a million.
struct SeenRows {
  private static let rowsPerPage: Int64 = 4096
  private var pages: [Int64: [UInt64]] = [:]

  mutating func insert(_ row: Int64) {
    let (page, bit) = Self.place(row)
    pages[page, default: [UInt64](repeating: 0, count: 64)][bit / 64] |= 1 << UInt64(bit % 64)
  }

  func contains(_ row: Int64) -> Bool {
    let (page, bit) = Self.place(row)
    guard let words = pages[page] else { return false }
    return words[bit / 64] & 1 << UInt64(bit % 64) != 0
  }

  private static func place(_ row: Int64) -> (page: Int64, bit: Int) {
    let bit = row & (rowsPerPage - 1)
    return ((row - bit) / rowsPerPage, Int(bit))
  }
}
