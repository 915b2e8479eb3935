import Model

/// Chapters in an MPEG-4 file: Nero's list, or a track of texts as QuickTime and iTunes have it.
enum MPEG4Chapters {
  private static let textLimit = 2 + 1024

  /// The richer of the two: Nero's list often has at most 255 chapters, and some programs leave its titles empty.
  static func read(_ source: ByteSource, _ file: MPEG4File) throws(MediaError) -> [Chapter] {
    let list = try file.chapterList.map { (list) throws(MediaError) in try nero(source, list) } ?? []
    let track = try file.chapterTrack.map { (track) throws(MediaError) in try texts(source, track) } ?? []
    func titles(_ chapters: [Chapter]) -> Int { chapters.count { $0.title != nil } }
    return (track.count, titles(track)) > (list.count, titles(list)) ? track : list
  }

  /// `chpl`: times in 100 ns, texts of at most 255 bytes.
  private static func nero(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> [Chapter] {
    var feed = RangeFeed(source, range)
    let version = try feed.take(4).first ?? 0
    // Version 0 counts in one byte; version 1 in four after a reserved one, of which many programs fill the last.
    guard
      let count = BigEndian.number(
        try feed.take(version > 0 ? 5 : 1), version > 0 ? 1 : 0, version > 0 ? 4 : 1)
    else { return [] }
    var chapters: [Chapter] = []
    for _ in 0..<min(Int(count), Chapter.countLimit) {
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
