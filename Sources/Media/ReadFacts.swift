public import Linux
import Model

/// Bytes that are read at a time at most: most files' tags fit.
private let factsBuffer = 64 * 1024

/// Reads a file's metadata: some 16 KiB at its head, a little at its end, and more only if tags are long. Pictures are
/// skipped unread. Blocks on storage.
/// - Parameter descriptor: of a regular file, open for reading.
public func probe(of descriptor: consuming Descriptor) throws(MediaError) -> ProbeResult {
  let source = try ByteSource(descriptor, capacity: factsBuffer, grows: true)
  let content = try Content(source)
  var tags = Tags()
  switch content.sound {
  case .flac(let header):
    if let range = header.comments { try VorbisComments.read(RangeFeed(source, range), into: &tags) }
    if let range = header.cueSheet {
      tags.add(try FLACCueSheet.chapters(RangeFeed(source, range), rate: header.info.rate))
    }
    try content.tags.read(source, into: &tags)
    var length = header.info.totalFrames
    if length == nil { length = try FLACTail.lengthFrames(source, range: content.range, info: header.info) }
    return ProbeResult(
      type: .flac, format: header.info.format, bits: header.info.bits, lengthFrames: length,
      isLengthEstimated: header.info.totalFrames == nil,
      soundBytes: content.range.upperBound - content.range.lowerBound, tags: tags)
  case .ogg(let stream):
    return try oggFacts(source, content, stream)
  case .wave(let header):
    let decoder = try WaveDecoder(source, header, body: content.range)
    try content.tags.read(source, into: &tags)
    var own = Tags()
    decoder.readTexts(into: &own)
    tags.fill(from: own)
    return ProbeResult(
      type: header.type, format: decoder.format, bits: decoder.bits, lengthFrames: decoder.lengthFrames,
      soundBytes: content.range.upperBound - content.range.lowerBound, tags: tags)
  case .mpeg4(let file):
    if let range = file.tags { tags = try MPEG4Tags.read(source, range) }
    tags.add(try MPEG4Chapters.read(source, file))
    try content.tags.read(source, into: &tags)
    return codedFacts(file.sound, content, source, tags)
  case .matroska(let file):
    tags = try file.readTags(source)
    return codedFacts(file.sound, content, source, tags)
  case .asf(let file):
    tags = try file.readTags(source)
    return codedFacts(file.sound, content, source, tags)
  case .coded(let sound):
    try content.tags.read(source, into: &tags)
    tags.loudness.fill(from: sound.loudness)
    return codedFacts(sound, content, source, tags)
  case .mpeg(let found):
    try content.tags.read(source, into: &tags)
    let length = try MPEGLength(source, found, end: content.range.upperBound)
    return ProbeResult(
      type: .mpeg,
      format: StreamFormat(rate: found.header.rate, channels: found.header.channels, exactBits: .none),
      bits: nil,
      lengthFrames: length.frames, isLengthEstimated: !length.isExact,
      soundBytes: content.range.upperBound - content.range.lowerBound, tags: tags)
  }
}

private func codedFacts(_ sound: CodedSound, _ content: Content, _ source: ByteSource, _ tags: Tags)
  -> ProbeResult
{
  ProbeResult(
    type: sound.type, format: sound.format, bits: sound.bits,
    lengthFrames: sound.lengthFrames ?? sound.estimatedLengthFrames,
    isLengthEstimated: sound.lengthFrames == nil,
    soundBytes: content.range.upperBound - content.range.lowerBound, tags: tags)
}

private func oggFacts(_ source: ByteSource, _ content: Content, _ stream: OggStream) throws(MediaError)
  -> ProbeResult
{
  var tags = Tags()
  var head = try OggHead(stream)
  let front = try OggFront(source, stream, head) { (packets) throws(MediaError) in
    try VorbisComments.read(packets, into: &tags)
  }
  try content.tags.read(source, into: &tags)
  var length: Int64?
  var duration: Duration?
  if let front, try isPlayable(source, stream, front, content.range) {
    length = try OggLength.frames(source, stream, head, front, range: content.range)
  }
  if length == nil {
    // Chained files, streams cut from longer ones, and what perhaps can't be played: the decoder knows.
    let decoder = try openOgg(source, stream, content.range)
    if source.size <= smallBytes { try proveSound(of: decoder) }
    length = decoder.lengthFrames
    duration = (decoder as? VorbisDecoder)?.duration ?? (decoder as? ChainDecoder)?.duration
    head.format = decoder.format
  }
  if length == 0 { throw .truncated }
  return ProbeResult(
    type: stream.type, format: head.format, bits: head.bits, lengthFrames: length, duration: duration,
    soundBytes: content.range.upperBound - content.range.lowerBound, tags: tags)
}

/// Whether the decoder of a plain stream would take its front.
private func isPlayable(_ source: ByteSource, _ stream: OggStream, _ front: OggFront, _ range: Range<Int64>)
  throws(MediaError) -> Bool
{
  if source.size <= smallBytes, try !OggPage.areIntact(source, range, serial: stream.serial) { return false }
  return switch stream.type {
  case .vorbis:
    try front.rebuilt(source, .vorbis, body: range) != nil
      && VorbisSetup.isSoundMostly(head: front.firstPacket, front.setup)
  case .opus: try front.rebuilt(source, .opus, body: range) != nil
  default: true
  }
}

/// A file of at most this size is read whole in any case: its checksums cost little, and decoding its first frames where
/// they are wrong.
private let smallBytes: Int64 = 32 * 1024

/// - Throws: where the decoder gives no frame.
private func proveSound(of decoder: any Decoder) throws(MediaError) {
  var buffer = [Float](repeating: 0, count: 8192 * StreamFormat.channelLimit)
  for _ in 0..<4 {
    var span = buffer.mutableSpan
    switch try decoder.read(into: &span) {
    case .frames: return
    case .formatChanged: continue
    case .end, .pending: throw .truncated
    }
  }
}
