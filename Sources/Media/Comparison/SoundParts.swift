import Model

/// Parts of a file that must stay the same when its tags are written. For Ogg see `OggComparison`.
struct SoundParts {
  enum Piece {
    case range(Range<Int64>)
    case bytes([UInt8])
  }

  private(set) var pieces: [Piece] = []
  private let source: ByteSource

  private static let mostChunks = 10_000
  /// Limit of a header that is read into memory, mostly the description of an MPEG-4 track.
  private static let mostTrackBytes: Int64 = 64 << 20

  init(_ source: ByteSource, _ content: Content) throws(SoundPartsFault) {
    self.source = source
    let body = content.tags.body
    switch content.sound {
    case .mpeg: pieces = [.range(body)]
    case .coded(let sound) where [.ape, .wavpack, .musepack, .tta].contains(sound.type):
      pieces = [.range(body)]
    case .flac: try addFLAC(body, frames: content.range)
    case .wave(let header): try addChunks(body, isBig: header.type == .aiff)
    case .mpeg4: try addMPEG4(body)
    case .asf: try addASF(body)
    case .coded, .matroska, .ogg:
      throw .unknown("tags of \(content.type.name) files of this kind cannot be written")
    }
  }

  private func bytes(_ count: Int, at offset: Int64) throws(SoundPartsFault) -> [UInt8] {
    do throws(MediaError) { return try source.bytes(count, at: offset) } catch { throw .media(error) }
  }

  private func bytes(_ range: Range<Int64>, atMost most: Int64 = mostTrackBytes) throws(SoundPartsFault)
    -> [UInt8]
  {
    guard Int64(range.count) <= most else { throw .unknown("a header is too long") }
    return try bytes(range.count, at: range.lowerBound)
  }

  // MARK: FLAC

  private mutating func addFLAC(_ body: Range<Int64>, frames: Range<Int64>) throws(SoundPartsFault) {
    var at = body.lowerBound + 4
    for _ in 0..<FLACHeader.blockLimit where at < frames.lowerBound {
      let head = try bytes(4, at: at)
      guard head.count == 4 else { break }
      let size = head[1...].reduce(0) { $0 << 8 | Int64($1) }
      let kind = head[0] & 0x7F
      // Padding and comments.
      if kind != 1, kind != 4 {
        pieces += [.bytes([kind]), .range((at + 4)..<(at + 4 + size))]
      }
      at += 4 + size
    }
    pieces.append(.range(frames))
  }

  // MARK: WAVE, AIFF

  private mutating func addChunks(_ body: Range<Int64>, isBig: Bool) throws(SoundPartsFault) {
    let form = try bytes(12, at: body.lowerBound)
    guard form.count == 12, form.starts(with: (isBig ? "FORM" : "RIFF").utf8) else {
      throw .unknown("it is a file of more than 4 GiB")
    }
    let stated = Self.number(form[4..<8], isBig: isBig)
    // Refused, because a tagger would misread the sound of a recording that was cut off.
    let isWhole =
      body.lowerBound + 8 + stated + (stated & 1) >= body.upperBound
      && body.lowerBound + 8 + stated <= body.upperBound
    guard isWhole else { throw .unknown("the size in its header is wrong") }
    pieces.append(.bytes(Array(form[8...])))
    var at = body.lowerBound + 12
    var hasSound = false
    for _ in 0..<Self.mostChunks where at < body.upperBound {
      let head = try bytes(12, at: at)
      guard head.count >= 8 else { break }
      let name = String(decoding: head[..<4], as: UTF8.self)
      let size = Self.number(head[4..<8], isBig: isBig)
      let end = at + 8 + size
      guard end <= body.upperBound else { throw .unknown("the size of a chunk is wrong") }
      let isTag =
        ["id3 ", "ID3 "].contains(name) || (name == "LIST" && head.dropFirst(8).elementsEqual("INFO".utf8))
        || isBig && ["NAME", "AUTH", "(c) ", "ANNO"].contains(name)
      if !isTag { pieces += [.bytes(Array(head[..<8])), .range((at + 8)..<end)] }
      if name == (isBig ? "SSND" : "data") { hasSound = true }
      at = end + (size & 1)
    }
    guard hasSound else { throw .unknown("its chunks cannot be read") }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> Int64 {
    isBig ? bytes.reduce(0) { $0 << 8 | Int64($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  // MARK: MPEG-4

  private typealias Box = (type: UInt32, content: Range<Int64>)

  private func boxes(_ range: Range<Int64>) throws(SoundPartsFault) -> [Box] {
    var found: [Box] = []
    do throws(MediaError) {
      try MPEG4Box.forEach(source, in: range) { (box) throws(MediaError) in
        found.append((box.type, box.content))
        return true
      }
    } catch {
      throw .media(error)
    }
    guard found.last?.content.upperBound == range.upperBound else {
      throw .unknown("the size of a box is wrong")
    }
    return found
  }

  private mutating func addMPEG4(_ body: Range<Int64>) throws(SoundPartsFault) {
    let boxes = try boxes(body)
    let sound = boxes.filter { $0.type == MPEG4Box.code("mdat") }.map(\.content)
    for box in boxes {
      switch box.type {
      case MPEG4Box.code("free"), MPEG4Box.code("skip"): break
      case MPEG4Box.code("moof"): throw .unknown("it is a fragmented MPEG-4 file")
      case MPEG4Box.code("moov"): try addMovie(box.content, sound)
      default: pieces += [.bytes(Self.name(box.type)), .range(box.content)]
      }
    }
    guard !sound.isEmpty else { throw .unknown("its sound is in another file") }
  }

  private mutating func addMovie(_ movie: Range<Int64>, _ sound: [Range<Int64>]) throws(SoundPartsFault) {
    for box in try boxes(movie) {
      switch box.type {
      case MPEG4Box.code("udta"), MPEG4Box.code("meta"), MPEG4Box.code("free"), MPEG4Box.code("skip"): break
      case MPEG4Box.code("trak"):
        pieces += [.bytes(Self.name(box.type)), .bytes(try track(box.content, sound))]
      default: pieces += [.bytes(Self.name(box.type)), .range(box.content)]
      }
    }
  }

  /// The bytes of a track's description, in which each place of a chunk of samples is counted from its `mdat`.
  private func track(_ track: Range<Int64>, _ sound: [Range<Int64>]) throws(SoundPartsFault) -> [UInt8] {
    var bytes = try bytes(track)
    var tables = [track]
    for name: StaticString in ["mdia", "minf", "stbl"] {
      var inner: [Range<Int64>] = []
      for table in tables {
        inner += try boxes(table).filter { $0.type == MPEG4Box.code(name) }.map(\.content)
      }
      tables = inner
    }
    for table in tables {
      for box in try boxes(table) {
        let width: Int
        switch box.type {
        case MPEG4Box.code("stco"): width = 4
        case MPEG4Box.code("co64"): width = 8
        default: continue
        }
        var at = Int(box.content.lowerBound - track.lowerBound) + 8
        let end = Int(box.content.upperBound - track.lowerBound)
        while at + width <= end {
          let place = bytes[at..<(at + width)].reduce(0) { $0 << 8 | UInt64($1) }
          guard let start = sound.first(where: { $0.contains(Int64(clamping: place)) })?.lowerBound else {
            throw .unknown("its samples are outside of its sound")
          }
          let inside = place - UInt64(start)
          for index in 0..<width {
            bytes[at + index] = UInt8(truncatingIfNeeded: inside >> UInt64(8 * (width - 1 - index)))
          }
          at += width
        }
      }
    }
    return bytes
  }

  private static func name(_ type: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: type >> (24 - 8 * $0)) }
  }

  // MARK: ASF

  private func objects(_ range: Range<Int64>) throws(SoundPartsFault) -> [ASFObject] {
    do throws(MediaError) { return try ASFObject.all(source, range) } catch { throw .media(error) }
  }

  private mutating func addASF(_ body: Range<Int64>) throws(SoundPartsFault) {
    guard let header = try objects(body).first, header.id == ASFObject.header,
      header.content.count > 6
    else { throw .unknown("its header cannot be read") }
    let descriptions = [
      ASFObject.contentDescription, ASFObject.extendedContentDescription, ASFObject.metadata,
      ASFObject.metadataLibrary,
      ASFObject.padding,
      // Texts for people; TagLib leaves it out where the header counts its objects wrongly.
      ASFObject.codecList,
    ]
    var inner = try objects((header.content.lowerBound + 6)..<header.content.upperBound)
    if let place = inner.firstIndex(where: { $0.id == ASFObject.headerExtension }) {
      let content = inner[place].content
      let start = min(content.lowerBound + 22, content.upperBound)
      inner.replaceSubrange(place...place, with: try objects(start..<content.upperBound))
    }
    for object in inner.sorted(by: { $0.id.lexicographicallyPrecedes($1.id) })
    where !descriptions.contains(object.id) {
      if object.id == ASFObject.fileProperties {
        // The size of the file changes with the tags.
        var properties = try bytes(object.content)
        for index in 16..<24 where index < properties.count { properties[index] = 0 }
        pieces += [.bytes(object.id), .bytes(properties)]
      } else {
        pieces += [.bytes(object.id), .range(object.content)]
      }
    }
    pieces.append(.range(header.content.upperBound..<body.upperBound))
  }
}
