/// The comments of a file, known or not, in its order: bounded in number and length, and without pictures.
struct CommentList {
  private(set) var comments: [FileComment] = []
  private var room = CommentList.bytesLimit

  /// Of all comments together, in bytes of UTF-8.
  static let bytesLimit = 128 * 1024
  static let countLimit = 512
  /// Of a key, in bytes; a comment with a longer one is passed over.
  private static let keyLimit = 64
  /// Pictures that are written as comments.
  private static let pictures = ["METADATA_BLOCK_PICTURE", "COVERART"]

  /// Whether further comments are of no use.
  private var isFull: Bool { room <= 0 || comments.count >= Self.countLimit }

  mutating func add(_ key: String, _ text: String) {
    let comment = FileComment(key: key, text: text)
    guard !isFull, !key.isEmpty, key.utf8.count <= Self.keyLimit, !Self.pictures.contains(key.uppercased()),
      !comments.contains(comment)
    else { return }
    room -= key.utf8.count + text.utf8.count
    if room >= 0 { comments.append(comment) }
  }

  /// Vorbis comments (Vorbis I specification 5.2.1).
  mutating func readVorbis(_ feed: some ByteFeed) throws(MediaError) {
    var feed = feed
    guard let vendor = try Self.number(&feed) else { return }
    try feed.skip(Int64(vendor))
    guard let count = try Self.number(&feed) else { return }
    for _ in 0..<min(count, UInt32(Self.countLimit)) {
      guard !isFull, let size = try Self.number(&feed) else { return }
      let head = try feed.take(min(Int(size), Self.keyLimit + 1 + Tags.textLimit))
      if let equals = head.firstIndex(of: UInt8(ascii: "=")) {
        add(String(decoding: head[..<equals], as: UTF8.self), Self.text(head[(equals + 1)...]))
      }
      try feed.skip(Int64(size) - Int64(head.count))
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
          add(String(decoding: key, as: UTF8.self), Self.text(text))
        }
        try feed.skip(size - taken)
      } else {
        try feed.skip(size)
      }
    }
  }

  private static func number(_ feed: inout some ByteFeed) throws(MediaError) -> UInt32? {
    let bytes = try feed.take(4)
    return bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } : nil
  }

  /// At most so much as is kept of any text; a character that the end cuts in two is left out.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes.prefix(Tags.textLimit)
    if bytes.count == Tags.textLimit {
      while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
      if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    }
    return TagText.eightBit(bytes)
  }
}
