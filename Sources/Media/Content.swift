/// The type of a file by its content, and the places of its parts.
struct Content {
  enum Sound {
    case mpeg(MPEGFinder.Found)
    case flac(FLACHeader)
    case ogg(OggStream)
    case wave(WaveHeader)
    case mpeg4(MPEG4File)
    case coded(CodedSound)
  }

  let sound: Sound
  private(set) var tags: TagLayout
  /// From the first byte of sound to the first of the tags after it.
  let range: Range<Int64>

  init(_ source: ByteSource) throws(MediaError) {
    guard source.size > 0 else { throw .notAudio }
    tags = try TagLayout(source)
    let body = tags.body
    let head = try source.bytes(16, at: body.lowerBound)
    if head.starts(with: FLACHeader.mark) {
      let header = try FLACHeader(source, at: body.lowerBound, end: body.upperBound)
      sound = .flac(header)
      range = header.soundStart..<body.upperBound
    } else if head.starts(with: Array("OggS".utf8)) {
      sound = .ogg(try OggStream(source, at: body.lowerBound))
      range = body
    } else if let header = try WaveHeader(source, body) {
      if let tag = header.id3v2 { tags.add(tag) }
      sound = .wave(header)
      range = body
    } else if MPEG4File.isHead(head) {
      sound = .mpeg4(try MPEG4File(source, body))
      range = body
    } else {
      if let name = Self.otherKind(head) { throw .unsupported(name) }
      guard let found = try MPEGFinder.firstFrame(in: source, range: body) else { throw .notAudio }
      sound = .mpeg(found)
      range = found.offset..<body.upperBound
    }
  }

  var type: FileType {
    switch sound {
    case .mpeg: .mpeg
    case .flac: .flac
    case .ogg(let stream): stream.type
    case .wave(let header): header.type
    case .mpeg4(let file): file.sound.type
    case .coded(let sound): sound.type
    }
  }

  /// Formats that are known by their first bytes and not played. Without this, an MPEG header by chance in their
  /// midst could be taken for sound.
  private static func otherKind(_ head: [UInt8]) -> String? {
    func says(_ text: String, at offset: Int = 0) -> Bool {
      head.count >= offset + text.utf8.count && head[offset...].starts(with: text.utf8)
    }
    if says("wvpk") { return "WavPack" }
    if says("MAC ") { return "Monkey's Audio" }
    if says("MPCK") || says("MP+") { return "Musepack" }
    if says("DSD ") || says("FRM8") { return "DSD" }
    if says("TTA1") { return "True Audio" }
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "Matroska" }
    if head.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return "Windows Media" }
    if head.count >= 2, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return "AAC" }
    return nil
  }
}
