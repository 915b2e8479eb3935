/// A picture as a FLAC metadata block holds it (RFC 9639 8.8); in Vorbis comments it stands as base64.
enum FLACPicture {
  /// - Parameter feed: the block, after its header.
  static func look(_ feed: some ByteFeed, into choice: inout PictureChoice) throws(MediaError) {
    var feed = feed
    func number() throws(MediaError) -> UInt32? {
      let bytes = try feed.take(4)
      return bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : nil
    }
    guard let type = try number(), let nameBytes = try number() else { return }
    let link = Array("-->".utf8)
    // A link leads to a picture elsewhere, which nobody fetches.
    if nameBytes == link.count {
      guard try feed.take(link.count) != link else { return }
    } else {
      try feed.skip(Int64(nameBytes))
    }
    guard let descriptionBytes = try number() else { return }
    // Width, height, depth and colours, four bytes each, are read from the picture itself.
    try feed.skip(Int64(descriptionBytes) + 16)
    guard let count = try number() else { return }
    try choice.consider(feed, type: type, count: Int64(count))
  }
}
