import Model

/// The codec of a track, from its sample description (ISO/IEC 14496-12, 8.5.2; QuickTime File Format).
struct MPEG4Codec {
  let type: FileType
  /// Rate of the decoded sound in Hz.
  let rate: Int
  let channels: Int
  /// The upper half of the frequencies is made of the lower one (HE-AAC).
  private(set) var isReplicated = false
  /// Bits per sample, of ALAC and FLAC.
  let bits: Int?

  /// By the index that AAC uses for them.
  static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
  ]

  /// nil for a codec that is not known.
  init?(_ source: ByteSource, _ description: MPEG4Box) throws(MediaError) {
    // After a version and a count.
    let first = min(description.content.lowerBound + 8, description.content.upperBound)
    var entry: MPEG4Box?
    try MPEG4Box.forEach(source, in: first..<description.content.upperBound) { (box) throws(MediaError) in
      entry = box
      return false
    }
    guard let entry else { return nil }
    let head = try entry.bytes(source, atMost: 64)
    guard head.count >= 28 else { return nil }
    var rate = Int(BigEndian.number(head, 24, 2) ?? 0)
    var channels = Int(BigEndian.number(head, 16, 2) ?? 0)
    var at = entry.content.lowerBound + 28
    switch BigEndian.number(head, 8, 2) {
    case 1: at += 16
    case 2:
      at += 36
      guard let bits = BigEndian.number(head, 32, 8), let wide = BigEndian.number(head, 40, 4) else {
        return nil
      }
      rate = Int(exactly: Double(bitPattern: bits).rounded()) ?? 0
      channels = Int(wide)
    default: break
    }
    let boxes = min(at, entry.content.upperBound)..<entry.content.upperBound
    switch entry.type {
    case MPEG4Box.code("mp4a"):
      // QuickTime puts it one level down.
      var inner = boxes
      if let wave = try MPEG4Box.first("wave", source, in: boxes) { inner = wave.content }
      guard let stream = try MPEG4Box.first("esds", source, in: inner)?.bytes(source, atMost: 256) else {
        return nil
      }
      guard let coded = Self.coded(stream) else { return nil }
      (type, bits) = (coded.type, nil)
      self.rate = coded.rate ?? rate
      self.channels = coded.channels ?? channels
      isReplicated = coded.isReplicated
    case MPEG4Box.code("alac"):
      guard let magic = try MPEG4Box.first("alac", source, in: boxes)?.bytes(source, atMost: 28),
        magic.count == 28
      else { return nil }
      (type, bits, self.channels) = (.alac, Int(magic[9]), Int(magic[13]))
      self.rate = Int(BigEndian.number(magic, 24, 4) ?? 0)
    case MPEG4Box.code("ac-3"), MPEG4Box.code("ec-3"):
      (type, bits, self.rate, self.channels) = (.ac3, nil, rate, channels)
    case MPEG4Box.code("Opus"):
      (type, bits, self.rate, self.channels) = (.mp4, nil, 48_000, channels)
    case MPEG4Box.code("fLaC"):
      guard let info = try MPEG4Box.first("dfLa", source, in: boxes)?.bytes(source, atMost: 4 + 38),
        let packed = BigEndian.number(info, 4 + 4 + 10, 8)
      else { return nil }
      (type, self.rate) = (.mp4, Int(packed >> 44))
      (self.channels, bits) = (Int(packed >> 41 & 7) + 1, Int(packed >> 36 & 31) + 1)
    case MPEG4Box.code(".mp3"):
      (type, bits, self.rate, self.channels) = (.mp4, nil, rate, channels)
    default: return nil
    }
  }

  /// From the descriptors in `esds` (ISO/IEC 14496-1, 7.2.6).
  private static func coded(_ bytes: [UInt8]) -> (
    type: FileType, rate: Int?, channels: Int?, isReplicated: Bool
  )? {
    // The version, then the stream's descriptor with those of the decoder in it.
    var at = 4
    func next() -> (tag: UInt8, size: Int)? {
      guard at < bytes.count else { return nil }
      let tag = bytes[at]
      at += 1
      var size = 0
      for _ in 0..<4 {
        guard at < bytes.count else { return nil }
        size = size << 7 | Int(bytes[at] & 0x7F)
        at += 1
        if bytes[at - 1] & 0x80 == 0 { break }
      }
      return (tag, size)
    }
    guard let stream = next(), stream.tag == 3, at + 3 <= bytes.count else { return nil }
    let flags = bytes[at + 2]
    at += 3 + (flags & 0x80 != 0 ? 2 : 0)
    if flags & 0x40 != 0, at < bytes.count { at += 1 + Int(bytes[at]) }
    if flags & 0x20 != 0 { at += 2 }
    guard let decoder = next(), decoder.tag == 4, at + 13 <= bytes.count else { return nil }
    let object = bytes[at]
    at += 13
    switch object {
    case 0x40, 0x66, 0x67, 0x68:
      guard let specific = next(), specific.tag == 5, at <= bytes.count else {
        return (.aac, nil, nil, false)
      }
      let config = audio(Array(bytes[at..<min(bytes.count, at + min(specific.size, 64))]))
      return (.aac, config?.rate, config?.channels, config?.isReplicated ?? false)
    case 0x69, 0x6B: return (.mp4, nil, nil, false)
    case 0xA5, 0xA6: return (.ac3, nil, nil, false)
    case 0xAD: return (.mp4, 48_000, nil, false)
    default: return nil
    }
  }

  /// AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1): the rate and channels after spectral band replication and parametric
  /// stereo.
  static func audio(_ bytes: [UInt8]) -> (rate: Int, channels: Int, isReplicated: Bool)? {
    var bits = BitReader(bytes)
    func object() -> Int {
      let type = bits.next(5)
      return type == 31 ? 32 + bits.next(6) : type
    }
    func frequency() -> Int {
      let index = bits.next(4)
      return index == 15 ? bits.next(24) : rates.indices.contains(index) ? rates[index] : 0
    }
    var type = object()
    var rate = frequency()
    let setting = bits.next(4)
    var channels = setting == 7 ? 8 : setting
    var isExtended = false
    if type == 5 || type == 29 {
      if type == 29 { channels = 2 }
      isExtended = true
      rate = frequency()
      type = object()
    }
    if [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23].contains(type), !isExtended, setting > 0 {
      bits.skip(1)
      if bits.next(1) == 1 { bits.skip(14) }
      bits.skip(1)
      // An extension that older decoders overlook.
      if bits.left >= 16, bits.next(11) == 0x2B7, object() == 5, bits.next(1) == 1 {
        isExtended = true
        rate = frequency()
        if bits.left >= 12, bits.next(11) == 0x548, bits.next(1) == 1 { channels = 2 }
      }
    }
    return rate > 0 && channels > 0 ? (rate, channels, isExtended) : nil
  }
}
