import Model

/// The type of a file by its content, and the places of its parts.
struct Content {
  enum Sound {
    case mpeg(MPEGFinder.Found)
    case flac(FLACHeader)
    case ogg(OggStream)
    case wave(WaveHeader)
    case mpeg4(MPEG4File)
    case matroska(MatroskaFile)
    case asf(ASFFile)
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
    } else if MatroskaFile.isHead(head) {
      sound = .matroska(try MatroskaFile(source, body))
      range = body
    } else if ASFFile.isHead(head) {
      sound = .asf(try ASFFile(source, body))
      range = body
    } else if let coded = try CodedHead.sound(source, body, tags: &tags) {
      sound = .coded(coded)
      range = body
    } else {
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
    case .matroska(let file): file.sound.type
    case .asf(let file): file.sound.type
    case .coded(let sound): sound.type
    }
  }
}
