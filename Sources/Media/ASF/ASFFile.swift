/// What the head of a Windows Media file states of its sound (Microsoft, Advanced Systems Format Specification 1.20).
struct ASFFile {
  let sound: CodedSound
  private let objects: [ASFObject]

  private static let objectLimit = 256
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
    var format: (rate: Int, channels: Int, tag: Int, bits: Int)?
    for object in objects {
      let bytes = try object.bytes(source, atMost: 128)
      if object.id == ASFObject.fileProperties {
        let duration = Double(LittleEndian.number(bytes, 40, 8) ?? 0) / 1e7
        seconds = duration - Double(LittleEndian.number(bytes, 56, 8) ?? 0) / 1e3
      } else if object.id == ASFObject.streamProperties, bytes.starts(with: ASFObject.audio), format == nil,
        bytes.count >= 70
      {
        format = (
          LittleEndian.int(bytes, 58, 4), LittleEndian.int(bytes, 56, 2), LittleEndian.int(bytes, 54, 2),
          LittleEndian.int(bytes, 68, 2)
        )
      }
    }
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
    return tags
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
    "Copyright": .text(.comment, rank: 9),
    "WM/AlbumTitle": .text(.album), "WM/AlbumArtist": .text(.albumArtist), "WM/TrackNumber": .track,
    "WM/PartOfSet": .disc, "WM/Year": .text(.date), "WM/OriginalReleaseYear": .text(.originalDate),
    "WM/Genre": .text(.genre),
    "WM/Composer": .text(.composer), "WM/Conductor": .text(.conductor), "WM/Publisher": .text(.label),
    "WM/ContentGroupDescription": .text(.grouping), "WM/Mood": .text(.mood),
    "WM/BeatsPerMinute": .text(.tempo),
    "WM/InitialKey": .text(.key), "WM/IsCompilation": .compilation, "WM/TitleSortOrder": .text(.titleSort),
    "WM/ArtistSortOrder": .text(.artistSort), "WM/AlbumSortOrder": .text(.albumSort),
    "WM/AlbumArtistSortOrder": .text(.albumArtistSort), "MusicBrainz/Track Id": .text(.musicBrainzTrack),
    "MusicBrainz/Album Id": .text(.musicBrainzAlbum), "MusicBrainz/Artist Id": .text(.musicBrainzArtist),
    "MusicBrainz/Album Artist Id": .text(.musicBrainzAlbumArtist),
    "MusicBrainz/Release Group Id": .text(.musicBrainzReleaseGroup),
    "MusicBrainz/Release Track Id": .text(.musicBrainzReleaseTrack),
    "MusicBrainz/Work Id": .text(.musicBrainzWork),
  ]
}
