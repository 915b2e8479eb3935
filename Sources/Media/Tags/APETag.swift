/// The items of an APE tag (version 1 and 2).
enum APETag {
  private static let itemLimit = 256
  private static let keyLimit = 255

  /// Kinds of an item's value, in bits 1 and 2 of its flags.
  private static let text: UInt8 = 0
  private static let binary: UInt8 = 1

  static func read(_ feed: RangeFeed, count: Int) throws(MediaError) -> Tags {
    var tags = Tags()
    try forEachItem(feed, count: count) { (key, kind, value, size) throws(MediaError) in
      guard kind == text, let known = TagKey(key) else { return }
      var value = value
      let taken = min(size, Int64(known.textLimit) * 2)
      let texts = TagText.texts(try value.take(Int(taken))[...], .utf8, isCut: taken < size)
      for text in texts { known.add(text, to: &tags) }
    }
    return tags
  }

  /// Looks at the lyrics among the items.
  static func readLyrics(
    _ feed: RangeFeed, count: Int, into choice: inout LyricsChoice
  ) throws(MediaError) {
    try forEachItem(feed, count: count) { (key, kind, value, size) throws(MediaError) in
      guard kind == text, !choice.isMade, LyricsChoice.isKey(key) else { return }
      var value = value
      let taken = min(size, Int64(LyricsText.byteLimit))
      choice.consider(TagText.utf8(try value.take(Int(taken))[...], isCut: taken < size))
    }
  }

  /// Looks at the pictures among the items.
  static func readPictures(
    _ feed: RangeFeed, count: Int, into choice: inout PictureChoice
  ) throws(MediaError) {
    try forEachItem(feed, count: count) { (key, kind, value, size) throws(MediaError) in
      guard kind == binary, !choice.isMade else { return }
      try APEPicture.look(key, value, size: size, into: &choice)
    }
  }

  private static func forEachItem(
    _ feed: RangeFeed, count: Int,
    _ body: (_ key: String, _ kind: UInt8, _ value: RangeFeed, _ size: Int64) throws(MediaError) -> Void
  ) throws(MediaError) {
    var feed = feed
    for _ in 0..<min(max(0, count), itemLimit) {
      let head = try feed.take(8)
      guard head.count == 8 else { return }
      let size = head[..<4].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
      var key: [UInt8] = []
      while let byte = try feed.take(1).first, byte != 0, key.count < keyLimit { key.append(byte) }
      guard size <= feed.rest.upperBound - feed.rest.lowerBound else { return }
      try body(String(decoding: key, as: UTF8.self), head[4] >> 1 & 3, feed, size)
      try feed.skip(size)
    }
  }
}
