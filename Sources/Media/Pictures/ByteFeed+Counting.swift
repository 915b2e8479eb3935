extension ByteFeed {
  /// Whether a number of bytes (1 and up) remains: the last of them is read.
  func holds(_ count: Int64) throws(MediaError) -> Bool {
    var copy = self
    try copy.skip(count - 1)
    return try copy.take(1).count == 1
  }

  /// How many bytes there are still, read in pieces; nil where they are more than `limit`.
  func count(upTo limit: Int64) throws(MediaError) -> Int64? {
    var copy = self
    var count: Int64 = 0
    while count <= limit {
      let piece = try copy.take(64 * 1024)
      if piece.isEmpty { return count }
      count += Int64(piece.count)
    }
    return nil
  }
}
