/// The first bytes of another feed.
struct LimitedFeed<Base: ByteFeed>: ByteFeed {
  private var base: Base
  private var left: Int64

  /// - Parameter count: in bytes; 0 where it is negative.
  init(_ base: Base, _ count: Int64) {
    self.base = base
    left = max(0, count)
  }

  mutating func take(_ count: Int) throws(MediaError) -> [UInt8] {
    let bytes = try base.take(Int(min(Int64(max(0, count)), left)))
    left -= Int64(bytes.count)
    return bytes
  }

  mutating func skip(_ count: Int64) throws(MediaError) {
    let count = min(max(0, count), left)
    try base.skip(count)
    left -= count
  }
}
