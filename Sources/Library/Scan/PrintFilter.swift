/// Whether a database may have a row of some print, without asking it: a Bloom filter. It never denies one that is
/// there; of the others it lets through one in a thousand, and those cost a search that finds nothing.
struct PrintFilter: Sendable {
  private static let bitsPerRow = 16
  private static let probes = 6
  /// 8 MiB, whatever a volume claims; for a million rows it is a quarter of that.
  private static let mostBits = 1 << 26

  private var words: [UInt64]

  init(rows: Int) {
    let bits = min(max(rows, 1), Self.mostBits / Self.bitsPerRow) * Self.bitsPerRow
    words = [UInt64](repeating: 0, count: bits / 64 + 1)
  }

  mutating func insert(_ print: Int64) {
    for probe in 0..<Self.probes {
      let bit = place(print, probe)
      words[bit / 64] |= 1 << UInt64(bit % 64)
    }
  }

  func mayContain(_ print: Int64) -> Bool {
    (0..<Self.probes).allSatisfy { probe in
      let bit = place(print, probe)
      return words[bit / 64] & 1 << UInt64(bit % 64) != 0
    }
  }

  /// A print is a hash already: its halves make as many numbers as are needed.
  private func place(_ print: Int64, _ probe: Int) -> Int {
    let bits = UInt64(bitPattern: print)
    let number = (bits >> 32) &+ UInt64(probe) &* (bits | 1)
    return Int(truncatingIfNeeded: (number ^ number >> 29) % UInt64(words.count * 64))
  }
}
