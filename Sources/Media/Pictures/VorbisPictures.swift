/// The pictures among Vorbis comments, in base64: `METADATA_BLOCK_PICTURE`, and `COVERART` in old files.
enum VorbisPictures {
  private static let block = Array("METADATA_BLOCK_PICTURE=".utf8)
  private static let bare = Array("COVERART=".utf8)

  static func look(_ feed: some ByteFeed, into choice: inout PictureChoice) throws(MediaError) {
    try VorbisCommentWalk.forEach(feed) { (comment, size) throws(MediaError) in
      guard !choice.isMade else { return false }
      var head = comment
      let key = try head.take(Int(min(size, Int64(block.count)))).map { byte in
        (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
      }
      let isPicture = key.starts(with: block) || key.starts(with: bare)
      // One that extends beyond the file is incomplete.
      if isPicture, try !comment.holds(size) { return false }
      if key.starts(with: block) {
        try FLACPicture.look(decoded(comment, block.count, size), into: &choice)
      } else if key.starts(with: bare) {
        try choice.consider(decoded(comment, bare.count, size), type: 0, count: nil)
      }
      return true
    }
  }

  /// The value of a comment of `size` bytes, after its key.
  private static func decoded<Feed: ByteFeed>(
    _ comment: Feed, _ key: Int, _ size: Int64
  ) throws(MediaError) -> Base64Feed<LimitedFeed<Feed>> {
    var value = comment
    try value.skip(Int64(key))
    return Base64Feed(LimitedFeed(value, size - Int64(key)))
  }
}
