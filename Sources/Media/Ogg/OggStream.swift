import Model

/// The first stream of a known codec in an Ogg file.
struct OggStream {
  let type: FileType
  let serial: UInt32
  /// The first packet: at most 256 bytes of it.
  let head: [UInt8]
  /// Place of the page with the first packet.
  let offset: Int64

  /// Streams beside each other that are looked at.
  private static let streamLimit = 16

  /// - Throws: `.unsupported` where the file holds streams of other codecs only.
  init(_ source: ByteSource, at start: Int64) throws(MediaError) {
    var at = start
    var other: String?
    for _ in 0..<Self.streamLimit {
      guard let page = try OggPage(source, at: at), page.beginsStream else { break }
      let packet = try source.bytes(min(256, page.bodyBytes), at: page.bodyStart)
      if let type = Self.type(of: packet) {
        self.type = type
        serial = page.serial
        head = packet
        offset = at
        return
      }
      other = other ?? Self.name(of: packet)
      at = page.end
    }
    if let other { throw .unsupported(other) }
    throw .corrupt(at: start, "no stream begins in the Ogg file")
  }

  static func type(of packet: [UInt8]) -> FileType? {
    if packet.starts(with: [1] + Array("vorbis".utf8)) { return .vorbis }
    if packet.starts(with: Array("OpusHead".utf8)) { return .opus }
    if packet.starts(with: [0x7F] + Array("FLAC".utf8)) { return .oggFLAC }
    return nil
  }

  static func name(of packet: [UInt8]) -> String? {
    if packet.starts(with: Array("Speex   ".utf8)) { return "Speex" }
    if packet.starts(with: [0x80] + Array("theora".utf8)) { return "Theora video" }
    if packet.starts(with: Array("fishead\0".utf8)) { return nil }
    return "an Ogg stream of another codec"
  }
}
