import Model

/// The 128 bytes at the end of old files.
enum ID3v1 {
  static func read(_ bytes: [UInt8]) -> Tags {
    var tags = Tags()
    guard bytes.count == 128 else { return tags }
    func text(_ range: Range<Int>) -> String {
      TagText.latin1(bytes[range].prefix { $0 != 0 })
    }
    tags.add(.title, text(3..<33))
    tags.add(.artist, text(33..<63))
    tags.add(.album, text(63..<93))
    tags.add(.date, text(93..<97), rank: Tags.yearRank)
    tags.add(.comment, text(97..<127))
    // ID3v1.1: the last byte of the comment, after a 0.
    if bytes[125] == 0, bytes[126] > 0 { tags.addTrack(String(bytes[126])) }
    if let genre = Genre.name(Int(bytes[127])) { tags.add(.genre, genre) }
    return tags
  }
}
