import Model

/// Facts from a Matroska or WebM file about its sound (RFC 9559).
struct MatroskaFile {
  let sound: CodedSound
  private let title: String?
  private let uid: UInt64
  /// Places of the parts that are read on demand.
  private let tags: [Range<Int64>]
  private let chapters: [Range<Int64>]
  private let attachments: [Range<Int64>]

  private enum ID {
    static let segment: UInt32 = 0x1853_8067
    static let seekHead: UInt32 = 0x114D_9B74
    static let info: UInt32 = 0x1549_A966
    static let tracks: UInt32 = 0x1654_AE6B
    static let chapters: UInt32 = 0x1043_A770
    static let tags: UInt32 = 0x1254_C367
    static let attachments: UInt32 = 0x1941_A469
    static let cluster: UInt32 = 0x1F43_B675
  }

  private struct Track {
    var uid: UInt64 = 0
    var type: UInt64 = 0
    var codec = ""
    var rate = 8000.0
    var outputRate: Double?
    var channels = 1
    var bits: Int?
    var setup: [UInt8] = []
    /// Length of the codec's output before the sound, in ns.
    var delay: UInt64 = 0
  }

  /// Level from which a tag is the album's and not the song's.
  private static let albumLevel: UInt64 = 50

  static func isHead(_ head: [UInt8]) -> Bool { head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) }

  init(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) {
    var segment: Range<Int64>?
    try EBMLElement.forEach(source, in: range) { (element) throws(MediaError) in
      if element.id == ID.segment { segment = element.content }
      return segment == nil
    }
    guard let segment else { throw .truncated }

    // Parts before the sound, and those elsewhere that the head's index names.
    var parts: [UInt32: [Range<Int64>]] = [:]
    var places: [Int64] = []
    func note(_ element: EBMLElement) {
      guard parts[element.id]?.contains(element.content) != true else { return }
      parts[element.id, default: []].append(element.content)
    }
    try EBMLElement.forEach(source, in: segment) { (element) throws(MediaError) in
      if element.id == ID.cluster { return false }
      if element.id == ID.seekHead { places += try Self.places(source, element, segment) }
      note(element)
      return true
    }
    for place in places.prefix(16) {
      try EBMLElement.forEach(source, in: place..<segment.upperBound) { (element) throws(MediaError) in
        if [ID.info, ID.tracks, ID.tags, ID.chapters, ID.attachments].contains(element.id) { note(element) }
        return false
      }
    }
    tags = parts[ID.tags] ?? []
    chapters = parts[ID.chapters] ?? []
    attachments = parts[ID.attachments] ?? []

    var (scale, duration) = (1_000_000.0, 0.0)
    var title: String?
    for range in parts[ID.info] ?? [] {
      try EBMLElement.forEach(source, in: range) { (element) throws(MediaError) in
        switch element.id {
        case 0x2AD7B1: scale = Double(try element.number(source))
        case 0x4489: duration = try element.float(source) ?? 0
        case 0x7BA9: title = try element.text(source, atMost: Tags.textLimit)
        default: break
        }
        return true
      }
    }
    self.title = title
    var track: Track?
    for range in parts[ID.tracks] ?? [] {
      try EBMLElement.forEach(source, in: range) { (element) throws(MediaError) in
        if element.id == 0xAE, track == nil, let found = try Self.track(source, element), found.type == 2 {
          track = found
        }
        return true
      }
    }
    guard let track else { throw .unsupported("Matroska without a track of sound") }
    uid = track.uid
    sound = try Self.sound(track, seconds: duration * scale / 1e9)
  }

  private static func places(_ source: ByteSource, _ head: EBMLElement, _ segment: Range<Int64>)
    throws(MediaError)
    -> [Int64]
  {
    var places: [Int64] = []
    try EBMLElement.forEach(source, in: head.content) { (entry) throws(MediaError) in
      guard entry.id == 0x4DBB else { return true }
      try EBMLElement.forEach(source, in: entry.content) { (element) throws(MediaError) in
        if element.id == 0x53AC {
          let place = Int64(clamping: try element.number(source))
          if place < segment.upperBound - segment.lowerBound { places.append(segment.lowerBound + place) }
        }
        return true
      }
      return true
    }
    return places
  }

  private static func track(_ source: ByteSource, _ entry: EBMLElement) throws(MediaError) -> Track? {
    var track = Track()
    try EBMLElement.forEach(source, in: entry.content) { (element) throws(MediaError) in
      switch element.id {
      case 0x73C5: track.uid = try element.number(source)
      case 0x83: track.type = try element.number(source)
      case 0x86: track.codec = try element.text(source, atMost: 64) ?? ""
      case 0x56AA: track.delay = try element.number(source)
      case 0x63A2: track.setup = try element.bytes(source, atMost: 64)
      case 0xE1:
        try EBMLElement.forEach(source, in: element.content) { (part) throws(MediaError) in
          switch part.id {
          case 0xB5: track.rate = try part.float(source) ?? 0
          case 0x78B5: track.outputRate = try part.float(source)
          case 0x9F: track.channels = Int(clamping: try part.number(source))
          case 0x6264: track.bits = Int(clamping: try part.number(source))
          default: break
          }
          return true
        }
      default: break
      }
      return true
    }
    return track
  }

  private static func sound(_ track: Track, seconds: Double) throws(MediaError) -> CodedSound {
    let stated = track.codec == "A_OPUS" ? 48_000 : track.outputRate ?? track.rate
    guard let rate = Int(exactly: stated.rounded()), (1...StreamFormat.rateLimit).contains(rate),
      (1...StreamFormat.channelLimit).contains(track.channels)
    else { throw .unsupported("\(track.channels) channels at \(stated) Hz") }
    let isLossless =
      ["A_FLAC", "A_TTA1", "A_WAVPACK4", "A_ALAC"].contains(track.codec) || track.codec.hasPrefix("A_PCM")
    let bits = isLossless ? track.bits ?? 16 : nil
    var sound = CodedSound(
      type: .matroska, demuxer: "matroska",
      format: StreamFormat(rate: rate, channels: track.channels, exactBits: ExactBits(bits)), bits: bits)
    let sounding = seconds - Double(track.delay) / 1e9
    let guess = Int64(exactly: (sounding * Double(rate)).rounded()) ?? 0
    sound.estimatedLengthFrames = (1...StreamFormat.frameLimit).contains(guess) ? guess : nil
    // FLAC states the number of frames (RFC 9639, 8.2).
    if track.codec == "A_FLAC", track.setup.starts(with: FLACHeader.mark),
      let packed = BigEndian.number(track.setup, 4 + 4 + 10, 8), packed & 0xF_FFFF_FFFF > 0
    {
      sound.lengthFrames = Int64(packed & 0xF_FFFF_FFFF)
    }
    return sound
  }

  // MARK: - Tags

  func readTags(_ source: ByteSource) throws(MediaError) -> Tags {
    var own = Tags()
    var album = Tags()
    if let title { own.add(.title, title) }
    try forEachTag(source) { name, text, isAlbum in
      if isAlbum {
        (Self.albumKeys[name] ?? TagKey(name))?.add(text, to: &album)
      } else {
        (Self.songKeys[name] ?? TagKey(name))?.add(text, to: &own)
      }
    }
    own.fill(from: album)
    own.add(try readChapters(source))
    return own
  }

  func readComments(_ source: ByteSource, into list: inout CommentList) throws(MediaError) {
    try forEachTag(source) { name, text, _ in list.add(name, text) }
  }

  /// Looks at the lyrics among the tags.
  func readLyrics(_ source: ByteSource, into choice: inout LyricsChoice) throws(MediaError) {
    try forEachTag(source, textLimit: LyricsText.byteLimit) { name, text, isAlbum in
      if !isAlbum, LyricsChoice.isKey(name) { choice.consider(text) }
    }
  }

  /// Calls `body` with the name and text of each tag, and whether it is the album's, not the song's. Tags of other
  /// tracks are left out.
  private func forEachTag(
    _ source: ByteSource, textLimit: Int = Tags.textLimit * 2, _ body: (String, String, Bool) -> Void
  ) throws(MediaError) {
    for range in tags {
      try EBMLElement.forEach(source, in: range) { (tag) throws(MediaError) in
        guard tag.id == 0x7373 else { return true }
        var (isAlbum, isOurs) = (false, true)
        try EBMLElement.forEach(source, in: tag.content) { (element) throws(MediaError) in
          if element.id == 0x63C0 {
            try EBMLElement.forEach(source, in: element.content) { (target) throws(MediaError) in
              if target.id == 0x68CA { isAlbum = try target.number(source) >= Self.albumLevel }
              if target.id == 0x63C5 { isOurs = [0, uid].contains(try target.number(source)) }
              return true
            }
          } else if element.id == 0x67C8, isOurs {
            var (name, text) = ("", "")
            try EBMLElement.forEach(source, in: element.content) { (part) throws(MediaError) in
              if part.id == 0x45A3 { name = (try part.text(source, atMost: 64) ?? "").uppercased() }
              if part.id == 0x4487 { text = try part.text(source, atMost: textLimit) ?? "" }
              return true
            }
            body(name, text, isAlbum)
          }
          return true
        }
        return true
      }
    }
  }

  /// Names that mean something else than those of Vorbis comments.
  private static let songKeys: [String: TagKey] = [
    "PART_NUMBER": .track, "TOTAL_PARTS": .trackTotal, "DATE_RELEASED": .text(.date),
    "DATE_RECORDED": .text(.date, rank: 2), "LEAD_PERFORMER": .text(.performer), "INITIAL_KEY": .text(.key),
    "REPLAYGAIN_GAIN": .loudness(.trackGain), "REPLAYGAIN_PEAK": .loudness(.trackPeak),
  ]
  private static let albumKeys: [String: TagKey] = [
    "TITLE": .text(.album), "ARTIST": .text(.albumArtist), "TOTAL_PARTS": .trackTotal, "PART_NUMBER": .disc,
    "DATE_RELEASED": .text(.date), "DATE_RECORDED": .text(.date, rank: 2),
    "REPLAYGAIN_GAIN": .loudness(.albumGain), "REPLAYGAIN_PEAK": .loudness(.albumPeak),
  ]

  private func readChapters(_ source: ByteSource) throws(MediaError) -> [Chapter] {
    var found: [Chapter] = []
    for range in chapters {
      try EBMLElement.forEach(source, in: range) { (edition) throws(MediaError) in
        guard edition.id == 0x45B9 else { return true }
        try EBMLElement.forEach(source, in: edition.content) { (atom) throws(MediaError) in
          guard atom.id == 0xB6 else { return found.count < Chapter.countLimit }
          var (start, end, isHidden): (UInt64, UInt64?, Bool) = (0, nil, false)
          var title: String?
          try EBMLElement.forEach(source, in: atom.content) { (element) throws(MediaError) in
            if element.id == 0x91 { start = try element.number(source) }
            if element.id == 0x92 { end = try element.number(source) }
            if element.id == 0x98 { isHidden = try element.number(source) != 0 }
            guard element.id == 0x80 else { return true }
            try EBMLElement.forEach(source, in: element.content) { (part) throws(MediaError) in
              if part.id == 0x85, title == nil { title = try part.text(source, atMost: 1024) }
              return true
            }
            return true
          }
          func time(_ value: UInt64) -> Duration { .nanoseconds(Int64(clamping: min(value, 1 << 62))) }
          if !isHidden { found.append(Chapter(start: time(start), end: end.map(time), rawTitle: title)) }
          return found.count < Chapter.countLimit
        }
        return found.isEmpty
      }
    }
    return found
  }

  func readPictures(_ source: ByteSource, into choice: inout PictureChoice) throws(MediaError) {
    for range in attachments {
      try EBMLElement.forEach(source, in: range) { (file) throws(MediaError) in
        guard file.id == 0x61A7 else { return true }
        var name = ""
        var data: Range<Int64>?
        try EBMLElement.forEach(source, in: file.content) { (element) throws(MediaError) in
          if element.id == 0x466E { name = try element.text(source, atMost: 256) ?? "" }
          if element.id == 0x465C { data = element.content }
          return true
        }
        // By its name the cover is the front.
        let isCover = name.lowercased().hasPrefix("cover")
        if let data {
          try choice.consider(
            RangeFeed(source, data), type: isCover ? PictureChoice.frontCover : 0, count: Int64(data.count))
        }
        return !choice.isMade
      }
    }
  }
}
