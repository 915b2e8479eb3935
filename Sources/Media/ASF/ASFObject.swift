/// An object of an ASF file: its GUID and the range of its content.
struct ASFObject {
  let id: [UInt8]
  let content: Range<Int64>

  private static let countLimit = 256
  private static let valueLimit = 1024

  static let header: [UInt8] = guid(0x75B2_2630, 0x668E, 0x11CF, 0xA6D9_00AA_0062_CE6C)
  static let headerExtension = guid(0x5FBF_03B5, 0xA92E, 0x11CF, 0x8EE3_00C0_0C20_5365)
  static let fileProperties = guid(0x8CAB_DCA1, 0xA947, 0x11CF, 0x8EE4_00C0_0C20_5365)
  static let streamProperties = guid(0xB7DC_0791, 0xA9B7, 0x11CF, 0x8EE6_00C0_0C20_5365)
  static let contentDescription = guid(0x75B2_2633, 0x668E, 0x11CF, 0xA6D9_00AA_0062_CE6C)
  static let extendedContentDescription = guid(0xD2D0_A440, 0xE307, 0x11D2, 0x97F0_00A0_C95E_A850)
  static let metadata = guid(0xC5F8_CBEA, 0x5BAF, 0x4877, 0x8467_AA8C_44FA_4CCA)
  static let metadataLibrary = guid(0x4423_1C94, 0x9498, 0x49D1, 0xA141_1D13_4E45_7054)
  static let codecList = guid(0x86D1_5240, 0x311D, 0x11D0, 0xA3A4_00A0_C903_48F6)
  static let padding = guid(0x1806_D474, 0xCADF, 0x4509, 0xA4BA_9AAB_CB96_AAE8)
  static let encryption = guid(0x2211_B3FB, 0xBD23, 0x11D2, 0xB4B7_00A0_C955_FC6E)
  static let extendedEncryption = guid(0x298A_E614, 0x2622, 0x4C17, 0xB935_DAE0_7EE9_289C)
  static let markers = guid(0xF487_CD01, 0xA951, 0x11CF, 0x8EE6_00C0_0C20_5365)
  /// A type of stream.
  static let audio = guid(0xF869_9E40, 0x5B4D, 0x11CF, 0xA8FD_0080_5F5C_442B)

  /// As a file has it: the first three numbers have their lowest byte first.
  private static func guid(_ a: UInt32, _ b: UInt16, _ c: UInt16, _ d: UInt64) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: a >> (8 * $0)) } + [UInt8(truncatingIfNeeded: b), UInt8(b >> 8)]
      + [UInt8(truncatingIfNeeded: c), UInt8(c >> 8)]
      + (0..<8).map { UInt8(truncatingIfNeeded: d >> (56 - 8 * $0)) }
  }

  static func all(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> [ASFObject] {
    var found: [ASFObject] = []
    var at = range.lowerBound
    while found.count < countLimit, at + 24 <= range.upperBound {
      let head = try source.bytes(24, at: at)
      guard let size = LittleEndian.number(head, 16, 8), size >= 24, size <= UInt64(range.upperBound - at)
      else { break }
      found.append(ASFObject(id: Array(head[..<16]), content: (at + 24)..<(at + Int64(size))))
      at += Int64(size)
    }
    return found
  }

  func bytes(_ source: ByteSource, atMost limit: Int) throws(MediaError) -> [UInt8] {
    try source.bytes(Int(min(Int64(limit), content.upperBound - content.lowerBound)), at: content.lowerBound)
  }

  /// The named values of a list.
  /// - Parameter isLibrary: whether each has the numbers of a language and a stream, and a size of four bytes.
  func forEachValue(
    _ source: ByteSource, isLibrary: Bool, _ body: (String, Int, Range<Int64>) throws(MediaError) -> Void
  ) throws(MediaError) {
    var at = content.lowerBound + 2
    for _ in 0..<min(LittleEndian.int(try bytes(source, atMost: 2), 0, 2), Self.valueLimit) {
      let head = try source.bytes(12, at: at)
      let nameBytes = Int64(LittleEndian.int(head, isLibrary ? 4 : 0, 2))
      let nameAt = at + (isLibrary ? 12 : 2)
      guard nameAt + nameBytes <= content.upperBound else { return }
      let name = ASFFile.texts(try source.bytes(Int(min(nameBytes, 256)), at: nameAt)).first ?? ""
      var (type, size) = (LittleEndian.int(head, 6, 2), Int64(LittleEndian.int(head, 8, 4)))
      var valueAt = nameAt + nameBytes
      if !isLibrary {
        let middle = try source.bytes(4, at: valueAt)
        (type, size) = (LittleEndian.int(middle, 0, 2), Int64(LittleEndian.int(middle, 2, 2)))
        valueAt += 4
      }
      guard valueAt + size <= content.upperBound else { return }
      try body(name, type, valueAt..<(valueAt + size))
      at = valueAt + size
    }
  }
}
