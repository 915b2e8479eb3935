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

/// Where the first samples of a track are (ISO/IEC 14496-12, 8.6 and 8.7).
struct MPEG4Samples {
  private(set) var all: [(time: Int64, offset: Int64, bytes: Int)] = []

  init(_ source: ByteSource, _ tables: Range<Int64>, limit: Int) throws(MediaError) {
    func table(_ type: StaticString, _ bytes: Int) throws(MediaError) -> [UInt8] {
      try MPEG4Box.first(type, source, in: tables)?.bytes(source, atMost: bytes) ?? []
    }
    let times = try table("stts", 8 + limit * 8)
    let sizes = try table("stsz", 12 + limit * 4)
    let chunks = try table("stsc", 8 + limit * 12)
    let narrow = try table("stco", 8 + limit * 4)
    let wide = narrow.isEmpty ? try table("co64", 8 + limit * 8) : []
    let count = Int(min(BigEndian.number(sizes, 8, 4) ?? 0, UInt64(limit)))
    let fixed = Int(BigEndian.number(sizes, 4, 4) ?? 0)

    var durations: [Int64] = []
    for run in 0..<Int(min(BigEndian.number(times, 4, 4) ?? 0, UInt64(limit))) where durations.count < count {
      guard let many = BigEndian.number(times, 8 + run * 8, 4),
        let each = BigEndian.number(times, 12 + run * 8, 4)
      else { break }
      durations += repeatElement(Int64(each), count: min(Int(many), count - durations.count))
    }
    var time: Int64 = 0
    var chunk = 0
    var row = 0
    while all.count < durations.count {
      let at =
        narrow.isEmpty
        ? BigEndian.number(wide, 8 + chunk * 8, 8) : BigEndian.number(narrow, 8 + chunk * 4, 4)
      guard var offset = at.flatMap({ Int64(exactly: $0) }) else { return }
      // The row of samples per chunk that holds from this chunk on; they are counted from 1.
      while let next = BigEndian.number(chunks, 8 + (row + 1) * 12, 4), next > 0, next <= UInt64(chunk + 1) {
        row += 1
      }
      guard let perChunk = BigEndian.number(chunks, 12 + row * 12, 4), perChunk > 0 else { return }
      for _ in 0..<min(Int(perChunk), durations.count - all.count) {
        let size = fixed > 0 ? fixed : Int(BigEndian.number(sizes, 12 + all.count * 4, 4) ?? 0)
        all.append((time, offset, size))
        time += durations[all.count - 1]
        let (sum, isOver) = offset.addingReportingOverflow(Int64(size))
        guard !isOver else { return }
        offset = sum
      }
      chunk += 1
    }
  }
}
