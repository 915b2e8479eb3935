import Model

/// The comments of a file, known or not, in its order: bounded in number and length, and without pictures.
struct CommentList {
  private(set) var comments: [FileComment] = []
  private var room = CommentList.bytesLimit

  /// Limit of all comments together, in bytes of UTF-8.
  static let bytesLimit = 128 * 1024
  static let countLimit = 512
  /// Limit of a key in bytes; a comment with a longer one is skipped.
  private static let keyLimit = 64
  /// Pictures that are written as comments.
  private static let pictures = ["METADATA_BLOCK_PICTURE", "COVERART"]

  /// Whether further comments are of no use.
  private var isFull: Bool { room <= 0 || comments.count >= Self.countLimit }

  mutating func add(_ key: String, _ text: String) {
    let comment = FileComment(key: key, text: Self.cut(text))
    guard !isFull, !key.isEmpty, key.utf8.count <= Self.keyLimit, !Self.pictures.contains(key.uppercased()),
      !comments.contains(comment)
    else { return }
    room -= key.utf8.count + comment.text.utf8.count
    if room >= 0 { comments.append(comment) }
  }

  mutating func readVorbis(_ feed: some ByteFeed) throws(MediaError) {
    var seen = 0
    try VorbisCommentWalk.forEach(feed) { (comment, size) throws(MediaError) in
      guard !isFull, seen < Self.countLimit else { return false }
      seen += 1
      var comment = comment
      let head = try comment.take(Int(min(size, Int64(Self.keyLimit + 1 + Tags.textLimit))))
      if let equals = head.firstIndex(of: UInt8(ascii: "=")) {
        let text = TagText.utf8(head[(equals + 1)...], isCut: Int64(head.count) < size)
        add(String(decoding: head[..<equals], as: UTF8.self), text)
      }
      return true
    }
  }

  /// The items of an APE tag (version 1 and 2).
  mutating func readAPE(_ feed: RangeFeed, count: Int) throws(MediaError) {
    var feed = feed
    for _ in 0..<min(max(0, count), Self.countLimit) {
      let head = try feed.take(8)
      guard !isFull, head.count == 8 else { return }
      let size = head[..<4].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
      var key: [UInt8] = []
      while let byte = try feed.take(1).first, byte != 0, key.count <= Self.keyLimit { key.append(byte) }
      guard size <= feed.rest.upperBound - feed.rest.lowerBound else { return }
      let taken = min(size, Int64(Tags.textLimit))
      // Bits 1 and 2 of the flags: 0 is text.
      if head[4] & 6 == 0 {
        for text in try feed.take(Int(taken)).split(separator: 0) {
          add(String(decoding: key, as: UTF8.self), TagText.utf8(text, isCut: taken < size))
        }
        try feed.skip(size - taken)
      } else {
        try feed.skip(size)
      }
    }
  }

  /// At most the limit of any text; a character cut by the end is left out.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > Tags.textLimit else { return text }
    return TagText.utf8(Array(text.utf8.prefix(Tags.textLimit))[...], isCut: true)
  }
}
