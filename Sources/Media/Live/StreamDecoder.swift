import Linux

/// Decodes a stream that can only be read forward, until it ends. The thread of the stream only.
protocol StreamDecoder: AnyObject {
  /// Decodes some frames; blocks until the stream has enough bytes.
  /// - Returns: interleaved frames in WAVE order, at least one; nil at the end.
  func next() throws(MediaError) -> LiveBlock?
}

struct LiveBlock {
  var format: StreamFormat
  var samples: [Float]
}

/// Bytes without one frame of sound after which a stream is none.
let streamSearchBytes: Int64 = 1 << 20

/// Chooses by the stream's first bytes, else by what the server says of it.
/// - Parameter type: asked once the first bytes have come.
func openStream(_ input: LiveInput, type: () -> String) throws(MediaError) -> any StreamDecoder {
  let head = input.head(64)
  if head.isEmpty { throw .truncated }
  if head.starts(with: FLACHeader.mark) { return try FLACStream(input, inOgg: false) }
  if head.starts(with: Array("OggS".utf8)) {
    let packet = head.dropFirst(28)
    if packet.starts(with: Array("OpusHead".utf8)) { return try OpusStream(input) }
    if packet.starts(with: [0x7F] + Array("FLAC".utf8)) { return try FLACStream(input, inOgg: true) }
    return try VorbisStream(input)
  }
  if head.starts(with: Array("RIFF".utf8)) { return try WaveStream(input) }
  if let (demuxer, name) = coded(head, type()) {
    return try HelperStream(input, demuxer: demuxer, name: name)
  }
  if head.starts(with: Array("<".utf8)) { throw .notAudio }
  if type() != "audio/mpeg", !isMPEG(head), holdsADTS(input.head(4096)) {
    return try HelperStream(input, demuxer: "aac", name: "AAC")
  }
  return try MPEGStream(input)
}

/// Whether a frame of MPEG audio (layers I to III) begins here, or a tag before it.
private func isMPEG(_ head: [UInt8]) -> Bool {
  head.starts(with: Array("ID3".utf8))
    || head.count >= 2 && head[0] == 0xFF && head[1] & 0xE0 == 0xE0 && head[1] & 6 != 0
}

/// Whether two frames of AAC (ADTS; ISO 13818-7, 6.2) follow each other somewhere: a server may join within a frame, and
/// not send a type.
func holdsADTS(_ bytes: [UInt8]) -> Bool {
  guard bytes.count > 7 else { return false }
  return (0..<bytes.count - 6).contains { at in
    guard bytes[at] == 0xFF, bytes[at + 1] & 0xF6 == 0xF0 else { return false }
    let length = Int(bytes[at + 3] & 3) << 11 | Int(bytes[at + 4]) << 3 | Int(bytes[at + 5]) >> 5
    return length > 7 && bytes.dropFirst(at + length).starts(with: bytes[at...(at + 1)])
  }
}

/// Whether the content is of a format that is decoded in this process, at any place of it.
func playsFromAnyPlace(_ head: [UInt8]) -> Bool {
  isMPEG(head) || ["fLaC", "OggS", "RIFF", "RF64", "FORM"].contains { head.starts(with: $0.utf8) }
}

/// The demuxer for AAC (ADTS), MPEG-TS and MP4, and the format's name. A server may join within a frame: then its word counts.
private func coded(_ head: [UInt8], _ type: String) -> (demuxer: String, name: String)? {
  if head.dropFirst(4).starts(with: Array("ftyp".utf8)) { return ("mov", "MPEG-4") }
  if head.first == 0x47, type == "video/mp2t" { return ("mpegts", "MPEG-TS") }
  if head.count >= 2, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return ("aac", "AAC") }
  return ["audio/aac", "audio/aacp", "audio/x-aac"].contains(type) ? ("aac", "AAC") : nil
}
