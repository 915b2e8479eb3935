/// Vorbis comments (Vorbis I specification 5.2.1), which FLAC and Opus share: lengths in 32 bits, least first.
enum VorbisComments {
  private static let countLimit: UInt32 = 65_536

  static func read(_ feed: some ByteFeed, into tags: inout Tags) throws(MediaError) {
    var feed = feed
    func number() throws(MediaError) -> UInt32? {
      let bytes = try feed.take(4)
      return bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } : nil
    }
    guard let vendor = try number() else { return }
    try feed.skip(Int64(vendor))
    guard let count = try number() else { return }
    var found = Tags()
    for _ in 0..<min(count, countLimit) {
      guard let size = try number() else { break }
      let head = Int(min(size, UInt32(Tags.textLimit + TagKey.keyLimit)))
      // The key alone first: pictures come as comments too.
      var bytes = try feed.take(min(head, TagKey.keyLimit + 1))
      if let equals = bytes.firstIndex(of: 0x3D),
        let key = TagKey(String(decoding: bytes[..<equals], as: UTF8.self))
      {
        bytes += try feed.take(head - bytes.count)
        key.add(TagText.eightBit(bytes[(equals + 1)...]), to: &found)
      }
      try feed.skip(Int64(size) - Int64(bytes.count))
    }
    tags.fill(from: found)
  }
}
