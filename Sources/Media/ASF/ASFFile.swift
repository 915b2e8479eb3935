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

/// An object of an ASF file: its GUID and the range of its content.
struct ASFObject {
  let id: [UInt8]
  let content: Range<Int64>

  private static let countLimit = 256
  private static let valueLimit = 1024

  static let header: [UInt8] = guid(0x75B2_2630, 0x668E, 0x11CF, 0xA6D9_00AA_0062_CE6C)
  static let headerExtension = guid(0x5FBF_03B5, 0xA92E, 0x11CF, 0x8EE3_00C0_0C20_5365)
  static let fileProperties = guid(0x8CAB_DCA1, 0xA947, 0x11CF, 0x8EE4_00C0_0C20_5365)
  static let streamProperties = guid(0xB7DC_0791, 0xA9B7, 0x11CF, 0x8EE6_00C0_0C20_5365)
  static let contentDescription = guid(0x75B2_2633, 0x668E, 0x11CF, 0xA6D9_00AA_0062_CE6C)
  static let extendedContentDescription = guid(0xD2D0_A440, 0xE307, 0x11D2, 0x97F0_00A0_C95E_A850)
  static let metadata = guid(0xC5F8_CBEA, 0x5BAF, 0x4877, 0x8467_AA8C_44FA_4CCA)
  static let metadataLibrary = guid(0x4423_1C94, 0x9498, 0x49D1, 0xA141_1D13_4E45_7054)
  /// A type of stream.
  static let audio = guid(0xF869_9E40, 0x5B4D, 0x11CF, 0xA8FD_0080_5F5C_442B)

  /// As a file has it: the first three numbers have their lowest byte first.
  private static func guid(_ a: UInt32, _ b: UInt16, _ c: UInt16, _ d: UInt64) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: a >> (8 * $0)) } + [UInt8(truncatingIfNeeded: b), UInt8(b >> 8)]
      + [UInt8(truncatingIfNeeded: c), UInt8(c >> 8)]
      + (0..<8).map { UInt8(truncatingIfNeeded: d >> (56 - 8 * $0)) }
  }

  static func all(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> [ASFObject] {
    var found: [ASFObject] = []
    var at = range.lowerBound
    while found.count < countLimit, at + 24 <= range.upperBound {
      let head = try source.bytes(24, at: at)
      guard let size = LittleEndian.number(head, 16, 8), size >= 24, size <= UInt64(range.upperBound - at)
      else { break }
      found.append(ASFObject(id: Array(head[..<16]), content: (at + 24)..<(at + Int64(size))))
      at += Int64(size)
    }
    return found
  }

  func bytes(_ source: ByteSource, atMost limit: Int) throws(MediaError) -> [UInt8] {
    try source.bytes(Int(min(Int64(limit), content.upperBound - content.lowerBound)), at: content.lowerBound)
  }

  /// The named values of a list.
  /// - Parameter isLibrary: whether each has the numbers of a language and a stream, and a size of four bytes.
  func forEachValue(
    _ source: ByteSource, isLibrary: Bool, _ body: (String, Int, Range<Int64>) throws(MediaError) -> Void
  ) throws(MediaError) {
    var at = content.lowerBound + 2
    for _ in 0..<min(LittleEndian.int(try bytes(source, atMost: 2), 0, 2), Self.valueLimit) {
      let head = try source.bytes(12, at: at)
      let nameBytes = Int64(LittleEndian.int(head, isLibrary ? 4 : 0, 2))
      let nameAt = at + (isLibrary ? 12 : 2)
      guard nameAt + nameBytes <= content.upperBound else { return }
      let name = ASFFile.texts(try source.bytes(Int(min(nameBytes, 256)), at: nameAt)).first ?? ""
      var (type, size) = (LittleEndian.int(head, 6, 2), Int64(LittleEndian.int(head, 8, 4)))
      var valueAt = nameAt + nameBytes
      if !isLibrary {
        let middle = try source.bytes(4, at: valueAt)
        (type, size) = (LittleEndian.int(middle, 0, 2), Int64(LittleEndian.int(middle, 2, 2)))
        valueAt += 4
      }
      guard valueAt + size <= content.upperBound else { return }
      try body(name, type, valueAt..<(valueAt + size))
      at = valueAt + size
    }
  }
}
