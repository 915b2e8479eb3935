/// Undoes ID3's unsynchronisation: the 0 after each 0xFF is dropped.
struct UnsynchronisedFeed<Base: ByteFeed>: ByteFeed {
  private var base: Base
  private var chunk: [UInt8] = []
  private var next = 0
  private var wasFF = false
  /// Bytes that may still be read: nothing can be skipped unread here, and a tag can be of 256 MiB.
  private var budget: Int64

  init(_ base: Base, budget: Int64 = 2 * 1024 * 1024) {
    self.base = base
    self.budget = budget
  }

  private mutating func byte() throws(MediaError) -> UInt8? {
    while true {
      if next == chunk.count {
        guard budget > 0 else { return nil }
        chunk = try base.take(4096)
        budget -= Int64(chunk.count)
        next = 0
        if chunk.isEmpty { return nil }
      }
      let byte = chunk[next]
      next += 1
      if wasFF, byte == 0 {
        wasFF = false
        continue
      }
      wasFF = byte == 0xFF
      return byte
    }
  }

  mutating func take(_ count: Int) throws(MediaError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, let byte = try byte() { bytes.append(byte) }
    return bytes
  }

  mutating func skip(_ count: Int64) throws(MediaError) {
    var left = count
    while left > 0, try byte() != nil { left -= 1 }
  }
}
