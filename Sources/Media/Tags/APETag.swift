/// The items of an APE tag (version 1 and 2).
enum APETag {
  private static let itemLimit = 256
  private static let keyLimit = 255

  static func read(_ feed: RangeFeed, count: Int) throws(MediaError) -> Tags {
    var feed = feed
    var tags = Tags()
    for _ in 0..<min(max(0, count), itemLimit) {
      let head = try feed.take(8)
      guard head.count == 8 else { return tags }
      let size = head[..<4].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
      var key: [UInt8] = []
      while let byte = try feed.take(1).first, byte != 0, key.count < keyLimit { key.append(byte) }
      guard size <= feed.rest.upperBound - feed.rest.lowerBound else { return tags }
      // Bits 1 and 2 of the flags: 0 is text.
      let isText = head[4] & 6 == 0
      if isText, let known = TagKey(String(decoding: key, as: UTF8.self)) {
        let taken = min(size, Int64(Tags.textLimit) * 2)
        for text in TagText.texts(try feed.take(Int(taken))[...], .utf8) { known.add(text, to: &tags) }
        try feed.skip(size - taken)
      } else {
        try feed.skip(size)
      }
    }
    return tags
  }
}
