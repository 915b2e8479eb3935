/// A part of a file.
struct RangeFeed: ByteFeed {
  private let source: ByteSource
  private(set) var rest: Range<Int64>

  init(_ source: ByteSource, _ range: Range<Int64>) {
    self.source = source
    rest = range.clamped(to: 0..<source.size)
  }

  mutating func take(_ count: Int) throws(MediaError) -> [UInt8] {
    let count = Int(min(Int64(max(0, count)), rest.upperBound - rest.lowerBound))
    let bytes = try source.bytes(count, at: rest.lowerBound)
    rest = (rest.lowerBound + Int64(bytes.count))..<rest.upperBound
    return bytes
  }

  mutating func skip(_ count: Int64) throws(MediaError) {
    let count = min(max(0, count), rest.upperBound - rest.lowerBound)
    rest = (rest.lowerBound + count)..<rest.upperBound
  }
}
