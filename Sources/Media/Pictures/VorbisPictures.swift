/// The pictures among Vorbis comments, in base64: `METADATA_BLOCK_PICTURE`, and `COVERART` in old files.
enum VorbisPictures {
  private static let countLimit: UInt32 = 65_536
  private static let block = Array("METADATA_BLOCK_PICTURE=".utf8)
  private static let bare = Array("COVERART=".utf8)

  static func look(_ feed: some ByteFeed, into choice: inout PictureChoice) throws(MediaError) {
    var feed = feed
    func number() throws(MediaError) -> UInt32? {
      let bytes = try feed.take(4)
      return bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } : nil
    }
    guard let vendor = try number() else { return }
    try feed.skip(Int64(vendor))
    guard let count = try number() else { return }
    for _ in 0..<min(count, countLimit) {
      guard !choice.isMade, let size = try number().map({ Int64($0) }) else { return }
      let start = feed
      let key = try feed.take(Int(min(size, Int64(block.count)))).map { byte in
        (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
      }
      let isPicture = key.starts(with: block) || key.starts(with: bare)
      // One that goes on beyond the file isn't whole.
      if isPicture, try !start.holds(size) { return }
      if key.starts(with: block) {
        try FLACPicture.look(decoded(start, block.count, size), into: &choice)
      } else if key.starts(with: bare) {
        try choice.consider(decoded(start, bare.count, size), type: 0, count: nil)
      }
      try feed.skip(size - Int64(key.count))
    }
  }

  /// What a comment of `size` bytes holds behind its key.
  private static func decoded<Feed: ByteFeed>(
    _ comment: Feed, _ key: Int, _ size: Int64
  ) throws(MediaError) -> Base64Feed<LimitedFeed<Feed>> {
    var value = comment
    try value.skip(Int64(key))
    return Base64Feed(LimitedFeed(value, size - Int64(key)))
  }
}
