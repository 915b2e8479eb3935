/// An encoder's padding, from iTunes' tag `iTunSMPB`: hexadecimal numbers.
struct MPEG4Padding {
  /// Frames before the sound.
  let start: Int64
  /// Frames of the sound.
  let length: Int64

  /// The media may have these frames less than stated: its last ones are often cut off.
  private static let mostMissing: Int64 = 48_000

  /// nil where it is of a longer sound, as programs that cut a file leave it.
  ///
  /// - Parameters:
  ///   - mediaFrames: of the file; 0 where that is not known.
  ///   - unit: frames of the file for each that is counted here.
  func within(_ mediaFrames: Int64, unit: Int64) -> MPEG4Padding? {
    mediaFrames == 0 || (start + length) * unit <= mediaFrames + Self.mostMissing ? self : nil
  }

  /// " 00000000 00000840 000001CC 000000000006BDA9 …": a zero, the delay, the padding, the length.
  init?(_ text: String) {
    let numbers = text.split(separator: " ").prefix(4).map { UInt64($0, radix: 16) }
    guard numbers.count == 4, let start = numbers[1], let length = numbers[3],
      start < 1 << 20, length > 0, length <= UInt64(StreamFormat.frameLimit)
    else { return nil }
    (self.start, self.length) = (Int64(start), Int64(length))
  }

  init?(_ source: ByteSource, _ tags: Range<Int64>?) throws(MediaError) {
    guard let tags else { return nil }
    var found: MPEG4Padding?
    try MPEG4Tags.forEach(source, tags) { (item) throws(MediaError) in
      guard item.name == "iTunSMPB", let value = item.values.first else { return true }
      found = MPEG4Padding(String(decoding: try value.bytes(source, atMost: 256), as: UTF8.self))
      return false
    }
    guard let found else { return nil }
    self = found
  }
}
