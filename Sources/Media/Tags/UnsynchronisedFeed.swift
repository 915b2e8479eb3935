/// Undoes ID3's unsynchronisation: the 0 after each 0xFF is dropped.
struct UnsynchronisedFeed<Base: ByteFeed>: ByteFeed {
  private var base: Base
  private var chunk: [UInt8] = []
  private var next = 0
  private var wasFF = false
  /// Bytes that may still be taken. Skipping costs none of it, though everything skipped is read here: the base bounds
  /// that, and a tag has 256 MiB at most.
  private var budget: Int64

  /// Number of bytes read at a time, for taking and for skipping.
  private static var takenChunk: Int { 4096 }
  private static var skippedChunk: Int { 64 * 1024 }

  init(_ base: Base, budget: Int64 = 2 * 1024 * 1024) {
    self.base = base
    self.budget = budget
  }

  mutating func take(_ count: Int) throws(MediaError) -> [UInt8] {
    let count = Int(min(Int64(max(0, count)), budget))
    var bytes: [UInt8] = []
    while bytes.count < count, try fill(Self.takenChunk) {
      let byte = chunk[next]
      next += 1
      if !wasFF || byte != 0 { bytes.append(byte) }
      wasFF = byte == 0xFF
    }
    budget -= Int64(bytes.count)
    return bytes
  }

  mutating func skip(_ count: Int64) throws(MediaError) {
    var left = count
    while left > 0, try fill(Self.skippedChunk) {
      let chunk = chunk
      var (next, wasFF) = (next, wasFF)
      while left > 0, next < chunk.count {
        let byte = chunk[next]
        next += 1
        if !wasFF || byte != 0 { left -= 1 }
        wasFF = byte == 0xFF
      }
      (self.next, self.wasFF) = (next, wasFF)
    }
  }

  /// Reads on where nothing is left; false at the end.
  private mutating func fill(_ count: Int) throws(MediaError) -> Bool {
    if next < chunk.count { return true }
    chunk = try base.take(count)
    next = 0
    return !chunk.isEmpty
  }
}
