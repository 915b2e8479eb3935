import Model

/// Chapters in an MPEG-4 file: Nero's list, or a track of texts as QuickTime and iTunes have it.
enum MPEG4Chapters {
  private static let textLimit = 2 + 1024

  static func read(_ source: ByteSource, _ file: MPEG4File) throws(MediaError) -> [Chapter] {
    if let list = file.chapterList {
      let chapters = try nero(source, list)
      if !chapters.isEmpty { return chapters }
    }
    return try file.chapterTrack.map { (track) throws(MediaError) in try texts(source, track) } ?? []
  }

  /// `chpl`: times in 100 ns, texts of at most 255 bytes.
  private static func nero(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> [Chapter] {
    var feed = RangeFeed(source, range)
    let head = try feed.take(4)
    if head.first ?? 0 > 0 { try feed.skip(4) }
    guard let count = try feed.take(1).first else { return [] }
    var chapters: [Chapter] = []
    for _ in 0..<count {
      let entry = try feed.take(9)
      guard let time = BigEndian.number(entry, 0, 8), entry.count == 9, time < 1 << 53 else { break }
      let text = try feed.take(Int(entry[8]))
      chapters.append(
        Chapter(start: .nanoseconds(Int64(time) * 100), rawTitle: TagText.texts(text[...], .utf8).first))
    }
    return chapters
  }

  /// The samples of a track, each a length and a text.
  private static func texts(_ source: ByteSource, _ track: MPEG4Track) throws(MediaError) -> [Chapter] {
    let places = try MPEG4Samples(source, track.sampleTables, limit: Chapter.countLimit)
    var chapters: [Chapter] = []
    for place in places.all {
      let bytes = try source.bytes(min(place.bytes, textLimit), at: place.offset)
      guard let length = BigEndian.number(bytes, 0, 2) else { break }
      let (seconds, rest) = place.time.quotientAndRemainder(dividingBy: Int64(track.timescale))
      let start = Duration.seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(track.timescale))
      let text = TagText.texts(bytes.dropFirst(2).prefix(Int(length)), .utf8).first
      chapters.append(Chapter(start: start, rawTitle: text))
    }
    return chapters
  }
}
