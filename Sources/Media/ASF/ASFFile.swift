import Model

/// Facts from the head of a Windows Media file (Microsoft, Advanced Systems Format Specification 1.20).
struct ASFFile {
  let sound: CodedSound
  private let objects: [ASFObject]
  /// Added to each time in the file, in ms.
  private let preroll: Int64

  private static let headBytes: Int64 = 30

  static func isHead(_ head: [UInt8]) -> Bool { head.starts(with: ASFObject.header) }

  init(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) {
    let head = try source.bytes(Int(Self.headBytes), at: range.lowerBound)
    let size = Int64(clamping: LittleEndian.number(head, 16, 8) ?? 0)
    let end = min(range.upperBound, range.lowerBound + min(size, range.upperBound - range.lowerBound))
    var objects = try ASFObject.all(
      source, (range.lowerBound + Self.headBytes)..<max(end, range.lowerBound + Self.headBytes))
    for object in objects where object.id == ASFObject.headerExtension {
      objects += try ASFObject.all(
        source, min(object.content.lowerBound + 22, object.content.upperBound)..<object.content.upperBound)
    }
    self.objects = objects

    var seconds = 0.0
    var preroll: Int64 = 0
    var format: (rate: Int, channels: Int, tag: Int, bits: Int)?
    for object in objects {
      if object.id == ASFObject.encryption || object.id == ASFObject.extendedEncryption {
        throw .unsupported("Windows Media with copy protection")
      }
      let bytes = try object.bytes(source, atMost: 128)
      if object.id == ASFObject.fileProperties {
        preroll = Int64(min(LittleEndian.number(bytes, 56, 8) ?? 0, 1 << 32))
        seconds = Double(LittleEndian.number(bytes, 40, 8) ?? 0) / 1e7 - Double(preroll) / 1e3
      } else if object.id == ASFObject.streamProperties, bytes.starts(with: ASFObject.audio), format == nil,
        bytes.count >= 70
      {
        format = (
          LittleEndian.int(bytes, 58, 4), LittleEndian.int(bytes, 56, 2), LittleEndian.int(bytes, 54, 2),
          LittleEndian.int(bytes, 68, 2)
        )
      }
    }
    self.preroll = preroll
    guard let format else { throw .unsupported("Windows Media without a stream of sound") }
    guard (1...StreamFormat.rateLimit).contains(format.rate),
      (1...StreamFormat.channelLimit).contains(format.channels)
    else {
      throw .unsupported("\(format.channels) channels at \(format.rate) Hz")
    }
    // 0x163: WMA Lossless.
    let bits = format.tag == 0x163 && format.bits > 0 ? format.bits : nil
    let guess = Int64(exactly: (seconds * Double(format.rate)).rounded()) ?? 0
    sound = CodedSound(
      type: .wma, demuxer: "asf",
      format: StreamFormat(rate: format.rate, channels: format.channels, exactBits: ExactBits(bits)),
      bits: bits,
      estimatedLengthFrames: (1...StreamFormat.frameLimit).contains(guess) ? guess : nil)
  }

  func readTags(_ source: ByteSource) throws(MediaError) -> Tags {
    var tags = Tags()
    try forEachValue(source) { (name, type, range) throws(MediaError) in
      guard let key = Self.keys[name] ?? TagKey(name) else { return }
      let bytes = try source.bytes(
        Int(min(Int64(range.count), Int64(key.textLimit) * 2)), at: range.lowerBound)
      switch type {
      case 0: for text in Self.texts(bytes) { key.add(text, to: &tags) }
      case 2, 3, 4, 5: key.add("\(LittleEndian.number(bytes, 0, min(8, bytes.count)) ?? 0)", to: &tags)
      default: break
      }
    }
    for object in objects where object.id == ASFObject.markers {
      tags.add(try readChapters(source, object.content))
    }
    return tags
  }

  /// The markers: times in 100 ns.
  private func readChapters(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> [Chapter] {
    var feed = RangeFeed(source, range)
    let head = try feed.take(24)
    guard head.count == 24 else { return [] }
    try feed.skip(Int64(LittleEndian.int(head, 22, 2)))
    var chapters: [Chapter] = []
    for _ in 0..<min(LittleEndian.int(head, 16, 4), Chapter.countLimit) {
      let entry = try feed.take(30)
      guard let time = LittleEndian.number(entry, 8, 8), entry.count == 30, time < 1 << 53 else { break }
      let bytes = LittleEndian.int(entry, 26, 4) * 2
      var text = feed
      let title = Self.texts(try text.take(min(bytes, Chapter.titleLimit * 2))).first
      try feed.skip(Int64(bytes))
      let start = Duration.nanoseconds(Int64(time) * 100) - .milliseconds(preroll)
      chapters.append(Chapter(start: max(.zero, start), rawTitle: title))
    }
    return chapters
  }

  /// The values that are texts, by the names that they have in the file.
  func readComments(_ source: ByteSource, into list: inout CommentList) throws(MediaError) {
    try forEachValue(source) { (name, type, range) throws(MediaError) in
      guard type == 0 else { return }
      let bytes = try source.bytes(Int(min(Int64(range.count), Int64(Tags.textLimit))), at: range.lowerBound)
      for text in Self.texts(bytes) { list.add(name, text) }
    }
  }

  /// Looks at the lyrics among the values.
  func readLyrics(_ source: ByteSource, into choice: inout LyricsChoice) throws(MediaError) {
    try forEachValue(source) { (name, type, range) throws(MediaError) in
      guard type == 0, !choice.isMade, LyricsChoice.isKey(name) else { return }
      let size = min(Int64(range.count), 2 * Int64(LyricsText.byteLimit))
      choice.consider(Self.texts(try source.bytes(Int(size), at: range.lowerBound)).joined(separator: "\n"))
    }
  }

  /// `WM/Picture`: what it shows, its size, two texts and the picture.
  func readPictures(_ source: ByteSource, into choice: inout PictureChoice) throws(MediaError) {
    try forEachValue(source) { (name, _, range) throws(MediaError) in
      guard name == "WM/Picture", !choice.isMade else { return }
      let head = try source.bytes(Int(min(1024, Int64(range.count))), at: range.lowerBound)
      var at = 5
      for _ in 0..<2 {
        while at + 1 < head.count, head[at] != 0 || head[at + 1] != 0 { at += 2 }
        at += 2
      }
      guard at < head.count, let type = head.first, let size = LittleEndian.number(head, 1, 4) else { return }
      try choice.consider(
        RangeFeed(source, (range.lowerBound + Int64(at))..<range.upperBound), type: UInt32(type),
        count: Int64(size))
    }
  }

  static func texts(_ bytes: [UInt8]) -> [String] { TagText.texts([0xFF, 0xFE] + bytes, .utf16) }

  /// - Parameter body: gets a name, a type (0: text, 1: bytes, 2 to 5: numbers) and the range of the value.
  private func forEachValue(
    _ source: ByteSource, _ body: (String, Int, Range<Int64>) throws(MediaError) -> Void
  ) throws(MediaError) {
    for object in objects {
      switch object.id {
      case ASFObject.contentDescription:
        let head = try object.bytes(source, atMost: 10)
        var at = object.content.lowerBound + 10
        for (index, name) in ["Title", "Author", "Copyright", "Description", "Rating"].enumerated() {
          let size = Int64(LittleEndian.int(head, 2 * index, 2))
          guard at + size <= object.content.upperBound else { break }
          if size > 0 { try body(name, 0, at..<(at + size)) }
          at += size
        }
      case ASFObject.extendedContentDescription: try object.forEachValue(source, isLibrary: false, body)
      case ASFObject.metadata, ASFObject.metadataLibrary:
        try object.forEachValue(source, isLibrary: true, body)
      default: break
      }
    }
  }

  private static let keys: [String: TagKey] = [
    "Title": .text(.title), "Author": .text(.artist), "Description": .text(.comment),
    "WM/AlbumTitle": .text(.album), "WM/AlbumArtist": .text(.albumArtist), "WM/TrackNumber": .track,
    "WM/PartOfSet": .disc, "WM/Year": .text(.date), "WM/OriginalReleaseYear": .text(.originalDate, rank: 2),
    "WM/Genre": .text(.genre),
    "WM/Composer": .text(.composer), "WM/Conductor": .text(.conductor), "WM/Publisher": .text(.label),
    "WM/ContentGroupDescription": .text(.grouping), "WM/Mood": .text(.mood),
    "WM/BeatsPerMinute": .text(.tempo),
    "WM/InitialKey": .text(.key), "WM/IsCompilation": .compilation, "WM/TitleSortOrder": .text(.titleSort),
    "WM/ArtistSortOrder": .text(.artistSort), "WM/AlbumSortOrder": .text(.albumSort),
    "WM/ComposerSortOrder": .text(.composerSort), "WM/OriginalReleaseTime": .text(.originalDate),
    "WM/AlbumArtistSortOrder": .text(.albumArtistSort), "MusicBrainz/Track Id": .text(.musicBrainzTrack),
    "MusicBrainz/Album Id": .text(.musicBrainzAlbum), "MusicBrainz/Artist Id": .text(.musicBrainzArtist),
    "MusicBrainz/Album Artist Id": .text(.musicBrainzAlbumArtist),
    "MusicBrainz/Release Group Id": .text(.musicBrainzReleaseGroup),
    "MusicBrainz/Release Track Id": .text(.musicBrainzReleaseTrack),
    "MusicBrainz/Work Id": .text(.musicBrainzWork),
  ]
}
