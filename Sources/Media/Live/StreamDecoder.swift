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
  if isForHelper(head, type()) { return try HelperStream(input, type: type()) }
  if head.starts(with: Array("<".utf8)) { throw .notAudio }
  return try MPEGStream(input)
}

/// AAC (ADTS), MPEG-TS and MP4, as far as their first bytes show it: a server may join in the midst of a frame.
private func isForHelper(_ head: [UInt8], _ type: String) -> Bool {
  let isADTS = head.count >= 2 && head[0] == 0xFF && head[1] & 0xF6 == 0xF0
  if isADTS || head.dropFirst(4).starts(with: Array("ftyp".utf8)) { return true }
  if head.first == 0x47, type == "video/mp2t" { return true }
  return ["audio/aac", "audio/aacp", "audio/x-aac", "audio/mp4", "video/mp4", "video/mp2t", "audio/x-m4a"]
    .contains(type)
}
