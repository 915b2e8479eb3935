import Compression
import Model

/// Reads the text frames of an ID3v2 tag (id3.org: ID3v2.2.0, 2.3.0, 2.4.0). mpg123's reader takes a whole tag into
/// memory, pictures too, and TagLib's C binding opens files by name only; this one reads nothing but text frames.
struct ID3v2Reader {
  private let header: ID3v2Header
  private var tags = Tags()
  private var year: String?
  private var dayAndMonth: String?
  /// Loudness from RVA2 frames.
  private var volume = Loudness()
  private var chapters = ID3v2Chapters()
  /// Choice among the pictures; nil while text is read.
  private var pictures: PictureChoice?
  /// Choice among the lyrics; nil while tags are read.
  private var lyrics: LyricsChoice?
  /// Content of each TXXX frame: a description, and one text or more.
  private var userTexts = UserTexts()
  /// Tags from TXXX frames with a known key; they count where the frames made for them are missing.
  private var userTags = Tags()

  /// The texts of TXXX frames, bounded together.
  private struct UserTexts {
    private(set) var all: [[String]] = []
    private var room = CommentList.bytesLimit

    mutating func add(_ texts: [String]) {
      room -= texts.reduce(0) { $0 + $1.utf8.count }
      if room >= 0 { all.append(texts) }
    }
  }

  /// Bytes read of a text frame: UTF-16 of the longest text that is stored, and then some.
  private static let frameLimit: Int64 = 16 * 1024
  /// Bytes that longer TXXX frames may take together: one of them may be a cue sheet, in UTF-16 at that.
  private var longTextRoom = 8 * Int64(CueSheet.byteLimit)
  private static let frameCountLimit = 4096
  /// Bytes that compressed frames may have together, packed and unpacked.
  private var compressedRoom: Int64 = 1024 * 1024
  /// Bytes of an unsynchronised tag that may precede its picture.
  private static let pictureMargin: Int64 = 2 * 1024 * 1024

  /// - Parameter offset: of the tag's header in the file.
  static func read(_ source: ByteSource, at offset: Int64, _ header: ID3v2Header) throws(MediaError) -> Tags {
    try reader(of: source, at: offset, header).finished()
  }

  /// The TXXX frames, of whatever kind: each a description and its texts.
  static func userTexts(
    _ source: ByteSource, at offset: Int64, _ header: ID3v2Header
  ) throws(MediaError) -> [[String]] {
    try reader(of: source, at: offset, header).userTexts.all
  }

  /// One that has read all frames.
  private static func reader(
    of source: ByteSource, at offset: Int64, _ header: ID3v2Header
  ) throws(MediaError) -> ID3v2Reader {
    var reader = ID3v2Reader(header)
    try reader.readFrames(source, at: offset)
    return reader
  }

  /// Looks at the pictures in a tag, and at no text.
  static func readPictures(
    _ source: ByteSource, at offset: Int64, _ header: ID3v2Header, into choice: inout PictureChoice
  ) throws(MediaError) {
    var reader = ID3v2Reader(header)
    reader.pictures = choice
    try reader.readFrames(source, at: offset)
    if let found = reader.pictures { choice = found }
  }

  /// Looks at the lyrics in a tag, and at nothing else.
  static func readLyrics(
    _ source: ByteSource, at offset: Int64, _ header: ID3v2Header, into choice: inout LyricsChoice
  ) throws(MediaError) {
    var reader = ID3v2Reader(header)
    reader.lyrics = choice
    try reader.readFrames(source, at: offset)
    if let found = reader.lyrics { choice = found }
  }

  private mutating func readFrames(_ source: ByteSource, at offset: Int64) throws(MediaError) {
    let start = offset + Int64(ID3v2Header.size)
    var body = RangeFeed(source, start..<(start + header.bodyBytes))
    if header.version < 4, header.flags & 0x80 != 0 {
      // Nothing after the largest picture matters to a search for one.
      var feed =
        pictures == nil
        ? UnsynchronisedFeed(body) : UnsynchronisedFeed(body, budget: Picture.byteLimit + Self.pictureMargin)
      try readFrames(&feed)
    } else if header.version == 4 {
      try readFrames4(body, source)
    } else {
      try readFrames(&body)
    }
  }

  private init(_ header: ID3v2Header) { self.header = header }

  /// Versions 2.2 and 2.3.
  private mutating func readFrames(_ feed: inout some ByteFeed) throws(MediaError) {
    let isTwo = header.version == 2
    // In 2.2 the bit means a compression that was never defined; in 2.3 an extended header follows.
    if header.flags & 0x40 != 0 {
      if isTwo { return }
      try feed.skip(Self.number(try feed.take(4)))
    }
    var left = header.bodyBytes
    for _ in 0..<Self.frameCountLimit {
      let head = try feed.take(isTwo ? 6 : 10)
      guard head.count == (isTwo ? 6 : 10), Self.isName(head[..<(isTwo ? 3 : 4)]) else { return }
      let name = String(decoding: head[..<(isTwo ? 3 : 4)], as: UTF8.self)
      let size = Self.number(isTwo ? Array(head[3..<6]) : Array(head[4..<8]))
      left -= size
      guard left >= 0 else { return }
      let flags = isTwo ? 0 : head[9]
      // Encrypted frames and compressed pictures are skipped; a group's byte comes before the content.
      if pictures != nil {
        let group: Int64 = flags & 0x20 != 0 ? 1 : 0
        if ID3v2Picture.isName(name), flags & 0xC0 == 0, size > group {
          var content = feed
          try content.skip(group)
          let size = size - group
          try look(LimitedFeed(content, size), size: size)
        }
        if pictures?.isMade == true { return }
        try feed.skip(size)
      } else if let known = wanted(name), flags & 0x40 == 0 {
        let count = taken(of: known, size)
        var bytes = try feed.take(Int(count))[...]
        let length = Self.number(Array(bytes.prefix(4)))
        if flags & 0x80 != 0 { bytes = bytes.dropFirst(4) }
        if flags & 0x20 != 0 { bytes = bytes.dropFirst() }
        take(known, bytes, unpacking: flags & 0x80 != 0 ? length : nil, isCut: count < size)
        try feed.skip(size - count)
      } else {
        try feed.skip(size)
      }
    }
  }

  private mutating func readFrames4(_ body: RangeFeed, _ source: ByteSource) throws(MediaError) {
    var feed = body
    if header.flags & 0x40 != 0 {
      let size = Self.synchsafe(try feed.take(4))
      try feed.skip(size - 4)
    }
    for _ in 0..<Self.frameCountLimit {
      let head = try feed.take(10)
      guard head.count == 10, Self.isName(head[..<4]) else { return }
      let size = try frameSize4(Array(head[4..<8]), feed.rest, source)
      guard size <= feed.rest.upperBound - feed.rest.lowerBound else { return }
      let flags = head[9]
      let name = String(decoding: head[..<4], as: UTF8.self)
      if pictures != nil {
        if ID3v2Picture.isName(name), flags & 0x0C == 0 { try lookAtPicture4(feed, size: size, flags) }
        if pictures?.isMade == true { return }
        try feed.skip(size)
      } else if let known = wanted(name), flags & 0x04 == 0 {
        let count = taken(of: known, size)
        var bytes = try feed.take(Int(count))[...]
        if flags & 0x40 != 0 { bytes = bytes.dropFirst() }
        let length = flags & 0x01 != 0 ? Self.synchsafe(Array(bytes.prefix(4))) : .max
        if flags & 0x01 != 0 { bytes = bytes.dropFirst(4) }
        if flags & 0x02 != 0 || header.flags & 0x80 != 0 { bytes = Self.synchronised(bytes)[...] }
        take(known, bytes, unpacking: flags & 0x08 != 0 ? length : nil, isCut: count < size)
        try feed.skip(size - count)
      } else {
        try feed.skip(size)
      }
    }
  }

  private mutating func lookAtPicture4(_ feed: RangeFeed, size: Int64, _ flags: UInt8) throws(MediaError) {
    // A group's byte and the length that the content has without unsynchronisation come before it.
    let before: Int64 = (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0)
    guard size > before else { return }
    var content = feed
    try content.skip(before)
    let inside = LimitedFeed(content, size - before)
    var copy = inside
    let head = try copy.take(4096)
    // Some taggers only say so: then a byte follows 0xFF that never does where it is true.
    let isPlain = zip(head, head.dropFirst()).contains { $0 == 0xFF && $1 >= 0xE0 }
    if !isPlain, flags & 0x02 != 0 || header.flags & 0x80 != 0 {
      try look(UnsynchronisedFeed(inside, budget: 2 * Picture.byteLimit), size: nil)
    } else {
      try look(inside, size: size - before)
    }
  }

  private mutating func look(_ content: some ByteFeed, size: Int64?) throws(MediaError) {
    guard var choice = pictures.take() else { return }
    try ID3v2Picture.look(content, size: size, isTwo: header.version == 2, into: &choice)
    pictures = choice
  }

  /// Reads a frame's size in a 2.4 tag. Old versions of a well-known program wrote plain sizes: if both readings
  /// differ, the right one is followed by another frame or the tag's end.
  private func frameSize4(_ bytes: [UInt8], _ rest: Range<Int64>, _ source: ByteSource) throws(MediaError)
    -> Int64
  {
    let plain = Self.number(bytes)
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return plain }
    let safe = Self.synchsafe(bytes)
    guard plain != safe, rest.lowerBound + plain <= rest.upperBound else { return safe }
    func next(_ size: Int64) throws(MediaError) -> [UInt8] {
      let end = rest.lowerBound + size
      return end + 4 <= rest.upperBound ? try source.bytes(4, at: end) : []
    }
    let (behindSafe, behindPlain) = (try next(safe), try next(plain))
    if behindSafe.isEmpty || Self.isName(behindSafe[...]) { return safe }
    // Zeros may be padding, or part of a picture: a name or the tag's end is better evidence.
    if rest.lowerBound + plain == rest.upperBound { return plain }
    return !behindPlain.isEmpty && Self.isName(behindPlain[...]) ? plain : safe
  }

  /// The frame with a name; nil where it is not read.
  private func wanted(_ name: String) -> ID3v2Frame? {
    guard let frame = ID3v2Frame(name) else { return nil }
    return frame.isLyrics == (lyrics != nil) || frame == .userText ? frame : nil
  }

  /// How much is read of a frame, in bytes.
  private mutating func taken(of frame: ID3v2Frame, _ size: Int64) -> Int64 {
    guard frame == .userText || frame.isLyrics, size > Self.frameLimit, longTextRoom > 0 else {
      return min(size, Self.frameLimit)
    }
    let count = min(size, 2 * Int64(CueSheet.byteLimit))
    longTextRoom -= count
    return count
  }

  /// Takes a frame; of one that is compressed, no more than of one that isn't.
  /// - Parameter length: what one that is compressed has unpacked, in bytes, as the frame says; else nil.
  private mutating func take(
    _ frame: ID3v2Frame, _ bytes: ArraySlice<UInt8>, unpacking length: Int64?, isCut: Bool
  ) {
    guard let length else { return take(frame, bytes, isCut: isCut) }
    compressedRoom -= Int64(bytes.count)
    let limit = min(taken(of: frame, length), compressedRoom)
    guard limit > 0, let content = Inflate.zlib(bytes, limit: Int(limit), isCut: isCut) else { return }
    compressedRoom -= Int64(content.count)
    take(frame, content[...], isCut: isCut || Int64(content.count) < length)
  }

  private mutating func take(_ frame: ID3v2Frame, _ bytes: ArraySlice<UInt8>, isCut: Bool) {
    switch frame {
    case .fileIdentifier: takeIdentifier(bytes)
    case .volume: takeVolume(bytes)
    case .chapter: chapters.addChapter(bytes, version: header.version)
    case .contents: chapters.addContents(bytes)
    case .comment:
      // Those that a well-known program keeps numbers in are none.
      guard let (kind, texts) = Self.described(bytes, isCut: isCut), !kind.hasPrefix("iTun") else { return }
      for text in texts { tags.add(.comment, text) }
    case .lyrics:
      if let texts = Self.described(bytes, isCut: isCut)?.texts {
        lyrics?.consider(texts.joined(separator: "\n"))
      }
    case .timedLyrics: lyrics?.consider(TimedLyrics.lines(bytes))
    default: take(frame, TagText.id3(bytes, isCut: isCut))
    }
  }

  private mutating func take(_ frame: ID3v2Frame, _ texts: [String]) {
    switch frame {
    case .text(.genre, _): for text in texts { for genre in Genre.names(text) { tags.add(.genre, genre) } }
    case .text(let name, let rank): for text in texts { tags.add(name, text, rank: rank) }
    case .track: if let text = texts.first { tags.addTrack(text) }
    case .disc: if let text = texts.first { tags.addDisc(text) }
    case .year:
      for text in texts.compactMap({ TagText.cleaned($0) })
      where year.map({ !Tags.tellsYear($0) && Tags.tellsYear(text) }) ?? true { year = text }
    case .dayAndMonth: dayAndMonth = dayAndMonth ?? texts.first.flatMap { TagText.cleaned($0) }
    case .userText:
      guard texts.count >= 2 else { return }
      if lyrics != nil {
        if LyricsChoice.isKey(texts[0]) { lyrics?.consider(texts[1...].joined(separator: "\n")) }
        return
      }
      userTexts.add(texts)
      guard let key = TagKey(texts[0]) else { return }
      for text in texts[1...] { key.add(text, to: &userTags) }
    case .compilation: if let text = texts.first { tags.addCompilation(text) }
    case .musicians:
      // Instruments and their players in turn.
      for (index, text) in texts.enumerated() where index % 2 == 1 { tags.add(.performer, text) }
    case .comment, .fileIdentifier, .volume, .chapter, .contents, .lyrics, .timedLyrics: return
    }
  }

  /// COMM and USLT: an encoding, three letters of a language, what kind of text, the text.
  private static func described(
    _ bytes: ArraySlice<UInt8>, isCut: Bool
  ) -> (kind: String, texts: [String])? {
    guard let encoding = bytes.first.flatMap({ TagText.Encoding(id3: $0) }) else { return nil }
    let rest = bytes.dropFirst(4)
    guard let end = encoding.end(in: rest) else { return nil }
    let kind = TagText.texts(rest[..<end], encoding).first ?? ""
    return (kind, TagText.texts(rest[(end + encoding.unitBytes)...], encoding, isCut: isCut))
  }

  /// UFID: whose number, and the number.
  private mutating func takeIdentifier(_ bytes: ArraySlice<UInt8>) {
    guard let end = bytes.firstIndex(of: 0), bytes[..<end].elementsEqual("http://musicbrainz.org".utf8) else {
      return
    }
    tags.add(.musicBrainzTrack, TagText.latin1(bytes[(end + 1)...].prefix { $0 != 0 }))
  }

  /// RVA2: what it is for, then per channel its kind (1 is all of them), the gain in 512ths of a dB, and a peak.
  private mutating func takeVolume(_ bytes: ArraySlice<UInt8>) {
    guard let end = bytes.firstIndex(of: 0), bytes[end...].count >= 4, bytes[end + 1] == 1 else { return }
    let steps = Int16(bitPattern: UInt16(bytes[end + 2]) << 8 | UInt16(bytes[end + 3]))
    let gain = Double(steps) / 512
    guard (-60...60).contains(gain) else { return }
    if TagText.latin1(bytes[..<end]).lowercased() == "album" {
      volume.albumGain = volume.albumGain ?? gain
    } else {
      volume.trackGain = volume.trackGain ?? gain
    }
  }

  private func finished() -> Tags {
    var tags = tags
    if let year { tags.add(.date, Self.date(year, dayAndMonth), rank: Tags.yearRank) }
    tags.fill(from: userTags)
    tags.loudness.fill(from: volume)
    tags.add(chapters.all)
    return tags
  }

  /// - Parameter dayAndMonth: four digits: day, month.
  private static func date(_ year: String, _ dayAndMonth: String?) -> String {
    let digits = Array((dayAndMonth ?? "").utf8)
    guard year.utf8.count == 4, digits.count == 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return year
    }
    let (day, month) = (digits[..<2], digits[2...])
    return "\(year)-\(String(decoding: month, as: UTF8.self))-\(String(decoding: day, as: UTF8.self))"
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
  }

  private static func number(_ bytes: [UInt8]) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }
  private static func synchsafe(_ bytes: [UInt8]) -> Int64 { bytes.reduce(0) { $0 << 7 | Int64($1 & 0x7F) } }

  private static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var wasFF = false
    for byte in bytes {
      if !(wasFF && byte == 0) { out.append(byte) }
      wasFF = byte == 0xFF
    }
    return out
  }
}
