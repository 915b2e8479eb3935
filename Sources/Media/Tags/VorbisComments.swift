/// Vorbis comments as tags, in FLAC and Opus too.
enum VorbisComments {
  static func read(_ feed: some ByteFeed, into tags: inout Tags) throws(MediaError) {
    var found = Tags()
    try VorbisCommentWalk.forEach(feed) { (comment, size) throws(MediaError) in
      var comment = comment
      // The key first, and most texts with it: pictures come as comments too.
      var bytes = try comment.take(Int(min(size, 128)))
      guard let equals = bytes.prefix(TagKey.keyLimit + 1).firstIndex(of: UInt8(ascii: "=")),
        let key = TagKey(String(decoding: bytes[..<equals], as: UTF8.self))
      else { return true }
      let end = min(size, Int64(equals + 1 + key.textLimit))
      if end > bytes.count { bytes += try comment.take(Int(end) - bytes.count) }
      key.add(TagText.utf8(bytes[(equals + 1)...].prefix(key.textLimit), isCut: end < size), to: &found)
      return true
    }
    tags.fill(from: found)
  }

  /// Looks at the lyrics among the comments.
  static func readLyrics(_ feed: some ByteFeed, into choice: inout LyricsChoice) throws(MediaError) {
    try VorbisCommentWalk.forEach(feed) { (comment, size) throws(MediaError) in
      var comment = comment
      let head = try comment.take(Int(min(size, Int64(TagKey.keyLimit + 1))))
      guard let equals = head.firstIndex(of: UInt8(ascii: "=")),
        LyricsChoice.isKey(String(decoding: head[..<equals], as: UTF8.self))
      else { return true }
      let left = size - Int64(head.count)
      let taken = min(left, Int64(LyricsText.byteLimit))
      let bytes = head[(equals + 1)...] + (try comment.take(Int(taken)))
      choice.consider(TagText.utf8(bytes, isCut: taken < left))
      return !choice.isMade
    }
  }
}
