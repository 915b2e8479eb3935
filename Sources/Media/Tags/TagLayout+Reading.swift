extension TagLayout {
  /// Adds what the tags around the sound say, the richer kinds first: each only what is missing yet.
  func read(_ source: ByteSource, into tags: inout Tags) throws(MediaError) {
    for tag in id3v2 { tags.fill(from: try ID3v2Reader.read(source, at: tag.offset, tag.header)) }
    if let tag = appendedID3v2 { tags.fill(from: try ID3v2Reader.read(source, at: tag.offset, tag.header)) }
    if let ape { tags.fill(from: try APETag.read(RangeFeed(source, ape.items), count: ape.count)) }
    if let id3v1 { tags.fill(from: ID3v1.read(try source.unbuffered(128, at: id3v1))) }
  }

  /// Looks at the lyrics in the tags around the sound.
  func readLyrics(_ source: ByteSource, into choice: inout LyricsChoice) throws(MediaError) {
    for tag in id3v2 + (appendedID3v2.map { [$0] } ?? []) where !choice.isMade {
      try ID3v2Reader.readLyrics(source, at: tag.offset, tag.header, into: &choice)
    }
    if let ape { try APETag.readLyrics(RangeFeed(source, ape.items), count: ape.count, into: &choice) }
  }

  /// Looks at the pictures in the tags around the sound.
  func readPictures(_ source: ByteSource, into choice: inout PictureChoice) throws(MediaError) {
    for tag in id3v2 + (appendedID3v2.map { [$0] } ?? []) where !choice.isMade {
      try ID3v2Reader.readPictures(source, at: tag.offset, tag.header, into: &choice)
    }
    if let ape { try APETag.readPictures(RangeFeed(source, ape.items), count: ape.count, into: &choice) }
  }
}
