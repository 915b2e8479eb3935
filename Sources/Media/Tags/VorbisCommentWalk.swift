/// The walk along a list of Vorbis comments (Vorbis I specification 5.2.1): lengths in 32 bits, little-endian. Readers
/// take what they want of each; the rest is skipped unread if possible.
enum VorbisCommentWalk {
  private static let countLimit: UInt32 = 65_536

  /// - Parameters:
  ///   - feed: at the length of the vendor's name.
  ///   - body: gets each comment, whose end the feed doesn't know, and its size in bytes; false ends the walk.
  static func forEach<Feed: ByteFeed>(
    _ feed: Feed, _ body: (_ comment: Feed, _ size: Int64) throws(MediaError) -> Bool
  ) throws(MediaError) {
    var feed = feed
    guard let vendor = try number(&feed) else { return }
    try feed.skip(Int64(vendor))
    guard let count = try number(&feed) else { return }
    for _ in 0..<min(count, countLimit) {
      guard let size = try number(&feed).map({ Int64($0) }), try body(feed, size) else { return }
      try feed.skip(size)
    }
  }

  private static func number(_ feed: inout some ByteFeed) throws(MediaError) -> UInt32? {
    let bytes = try feed.take(4)
    return bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } : nil
  }
}
