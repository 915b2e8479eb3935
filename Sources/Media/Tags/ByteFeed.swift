/// Bytes in order, for parsers that skip more than they read.
protocol ByteFeed {
  /// The next bytes; fewer than `count` at the end.
  mutating func take(_ count: Int) throws(MediaError) -> [UInt8]
  /// Skips bytes, without reading them if possible.
  mutating func skip(_ count: Int64) throws(MediaError)
}
