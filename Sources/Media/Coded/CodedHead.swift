import Model

/// The heads of files that state their sound in one place: WavPack, Monkey's Audio, Musepack, True Audio, DSD.
enum CodedHead {
  /// Bytes at the beginning that the heads fit into.
  private static let headBytes = 4096

  /// nil where the head is of none of them.
  /// - Throws: for a head that is known and cannot be played.
  static func sound(_ source: ByteSource, _ range: Range<Int64>, tags: inout TagLayout) throws(MediaError)
    -> CodedSound?
  {
    let head = try source.bytes(headBytes, at: range.lowerBound)
    func says(_ text: String, at offset: Int = 0) -> Bool {
      head.count >= offset + text.utf8.count && head[offset...].starts(with: text.utf8)
    }
    if says("wvpk") { return try checked(try wavPack(head, source, range)) }
    if says("MAC ") { return try checked(try monkey(head)) }
    if says("MPCK") { return try checked(try MusepackHead.version8(head)) }
    if says("MP+") { return try checked(try MusepackHead.version7(head)) }
    if says("TTA1") { return try checked(try trueAudio(head)) }
    if says("DSD ") {
      // Its tag is where its head says.
      let place = Int64(clamping: LittleEndian.number(head, 20, 8) ?? 0)
      if place > 0, let tag = ID3v2Header(try source.bytes(ID3v2Header.size, at: place)),
        tag.totalBytes <= range.upperBound - place
      {
        tags.add((place, tag))
      }
      return try checked(try dsf(head))
    }
    if says("FRM8"), says("DSD ", at: 12) { return try checked(try dff(source, range, tags: &tags)) }
    return try CodedFrames.sound(source, range, head)
  }

  private static func checked(_ sound: CodedSound?) throws(MediaError) -> CodedSound {
    guard let sound else { throw .corrupt(at: 0, "its head makes no sense") }
    return sound
  }

  static func make(
    _ type: FileType, _ demuxer: String, rate: Int, channels: Int, bits: Int? = nil, start: Int64? = nil,
    length: Int64? = nil
  ) throws(MediaError) -> CodedSound {
    guard (1...StreamFormat.rateLimit).contains(rate), (1...StreamFormat.channelLimit).contains(channels)
    else { throw .unsupported("\(type.name) of \(channels) channels at \(rate) Hz") }
    let known = length.flatMap { (1...StreamFormat.frameLimit).contains($0) ? $0 : nil }
    return CodedSound(
      type: type, demuxer: demuxer,
      format: StreamFormat(rate: rate, channels: channels, exactBits: ExactBits(bits)),
      bits: bits, start: start, lengthFrames: known, estimatedLengthFrames: known)
  }

  // MARK: - Lossless

  private static let wavPackRates = [
    6_000, 8_000, 9_600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200,
    96_000,
    192_000,
  ]

  /// WavPack 4 and 5 File & Block Format: a head of 32 bytes, then parts with more of the first block.
  private static func wavPack(_ head: [UInt8], _ source: ByteSource, _ range: Range<Int64>) throws(MediaError)
    -> CodedSound?
  {
    guard let flags = LittleEndian.number(head, 24, 4), let low = LittleEndian.number(head, 12, 4) else {
      return nil
    }
    let isDSD = flags & 0x8000_0000 != 0
    let index = Int(flags >> 23 & 15)
    var rate = wavPackRates.indices.contains(index) ? wavPackRates[index] : 0
    var channels = flags & 4 != 0 ? 1 : 2
    var at = 32
    let end = min(head.count, 8 + LittleEndian.int(head, 4, 4))
    while at + 2 <= end {
      let id = head[at]
      let isLarge = id & 0x80 != 0
      let size = 2 * LittleEndian.int(head, at + 1, isLarge ? 3 : 1)
      at += isLarge ? 4 : 2
      switch id & 0x3F {
      case 0x0D: channels = LittleEndian.int(head, at, 1)
      case 0x27: rate = LittleEndian.int(head, at, 3)
      // The power of two by which DSD is faster.
      case 0x0E where isDSD: rate <<= LittleEndian.int(head, at, 1) & 7
      default: break
      }
      at += size
    }
    let isFloat = flags & 0x80 != 0
    // A hybrid file without its correction is lossy.
    let isHybrid = flags & 8 != 0
    let bits = isFloat || isHybrid ? nil : 8 * (Int(flags & 3) + 1) - Int(flags >> 13 & 31)
    // All ones: unknown. The highest byte of the length stands before.
    let length =
      low == 0xFFFF_FFFF
      ? try wavPackEnd(source, range) : Int64(low) - Int64(head[11]) + Int64(head[11]) << 32
    if isDSD { return try dsd(.wavpack, "wv", rate: rate, channels: channels, length: length) }
    return try make(.wavpack, "wv", rate: rate, channels: channels, bits: bits, length: length)
  }

  /// The number of frames by the last block, of a file whose first one was never completed, as from a pipe.
  private static func wavPackEnd(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> Int64? {
    let start = max(range.lowerBound, range.upperBound - longestWavPackBlock)
    let tail = try source.bytes(Int(range.upperBound - start), at: start)
    var at = tail.count - 32
    while at >= 0 {
      if tail[at] == UInt8(ascii: "w"), tail[at...].starts(with: "wvpk".utf8),
        at + 8 + LittleEndian.int(tail, at + 4, 4) <= tail.count,
        let first = LittleEndian.number(tail, at + 16, 4), let count = LittleEndian.number(tail, at + 20, 4),
        count > 0
      {
        return Int64(tail[at + 10]) << 32 + Int64(first + count)
      }
      at -= 1
    }
    return nil
  }

  /// In bytes, of half a second: longer ones state a length.
  private static let longestWavPackBlock: Int64 = 256 * 1024

  /// Monkey's Audio SDK, MACHeader.h: before version 3.98 one head, then a descriptor and a head.
  private static func monkey(_ head: [UInt8]) throws(MediaError) -> CodedSound? {
    let version = LittleEndian.int(head, 4, 2)
    if version >= 3980 {
      let at = LittleEndian.int(head, 8, 4)
      guard let total = LittleEndian.number(head, at + 12, 4), total > 0 else { return nil }
      // Two numbers of 32 bits: their product may be more than fits.
      let (whole, isOver) = Int64(total - 1).multipliedReportingOverflow(
        by: Int64(LittleEndian.int(head, at + 4, 4)))
      let length =
        isOver || whole > StreamFormat.frameLimit ? nil : whole + Int64(LittleEndian.int(head, at + 8, 4))
      return try make(
        .ape, "ape", rate: LittleEndian.int(head, at + 20, 4), channels: LittleEndian.int(head, at + 18, 2),
        bits: LittleEndian.int(head, at + 16, 2), length: length)
    }
    guard let total = LittleEndian.number(head, 24, 4), total > 0 else { return nil }
    let flags = LittleEndian.int(head, 8, 2)
    let isExtraHigh = LittleEndian.int(head, 6, 2) == 4000
    let block: Int64 =
      version >= 3950 ? 4 * 73_728 : version >= 3900 || version >= 3800 && isExtraHigh ? 73_728 : 9_216
    return try make(
      .ape, "ape", rate: LittleEndian.int(head, 12, 4), channels: LittleEndian.int(head, 10, 2),
      bits: flags & 1 != 0 ? 8 : flags & 8 != 0 ? 24 : 16,
      length: Int64(total - 1) * block + Int64(LittleEndian.int(head, 28, 4)))
  }

  private static func trueAudio(_ head: [UInt8]) throws(MediaError) -> CodedSound? {
    try make(
      .tta, "tta", rate: LittleEndian.int(head, 10, 4), channels: LittleEndian.int(head, 6, 2),
      bits: LittleEndian.int(head, 8, 2), length: Int64(LittleEndian.int(head, 14, 4)))
  }

  // MARK: - DSD, eight samples of which become one of PCM

  /// Above this rate of PCM jukebox-decoder halves it: DSD128 and faster ones play as DSD64 does.
  private static let mostRate = 384_000

  private static func dsd(
    _ type: FileType, _ demuxer: String, rate: Int, channels: Int, length: Int64?
  ) throws(MediaError) -> CodedSound {
    var (rate, length) = (rate, length)
    while rate > mostRate, rate % 2 == 0 {
      rate /= 2
      length = length.map { $0 / 2 }
    }
    return try make(type, demuxer, rate: rate, channels: channels, length: length)
  }

  /// Sony, DSF File Format Specification 1.01.
  private static func dsf(_ head: [UInt8]) throws(MediaError) -> CodedSound? {
    guard head.count >= 80, let samples = LittleEndian.number(head, 64, 8) else { return nil }
    return try dsd(
      .dsd, "dsf", rate: LittleEndian.int(head, 56, 4) / 8, channels: LittleEndian.int(head, 52, 4),
      length: Int64(clamping: samples / 8))
  }

  /// Philips, DSDIFF 1.5: chunks as of IFF, with sizes of 8 bytes.
  private static func dff(_ source: ByteSource, _ range: Range<Int64>, tags: inout TagLayout)
    throws(MediaError) -> CodedSound?
  {
    var (rate, channels) = (0, 0)
    var length: Int64?
    var at = range.lowerBound + 16
    for _ in 0..<64 {
      let head = try source.bytes(256, at: at)
      guard let size = BigEndian.number(head, 4, 8), size < UInt64(Int64.max / 2) else { break }
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "PROP":
        var inner = 16
        while let size = BigEndian.number(head, inner + 4, 8), size < 256 {
          let value = inner + 12
          switch String(decoding: head[inner..<(inner + 4)], as: UTF8.self) {
          case "FS  ": rate = Int(BigEndian.number(head, value, 4) ?? 0)
          case "CHNL": channels = Int(BigEndian.number(head, value, 2) ?? 0)
          default: break
          }
          inner = value + Int(size + size % 2)
        }
      case "DSD ": length = channels > 0 ? Int64(size) / Int64(channels) : nil
      case "DST ":
        // A chunk of facts comes first: how many frames, and how many a second.
        if let frames = BigEndian.number(head, 24, 4), let each = BigEndian.number(head, 28, 2), each > 0 {
          length = Int64(frames) * Int64(rate / 8) / Int64(each)
        }
      case "ID3 ":
        if let tag = ID3v2Header(Array(head.dropFirst(12).prefix(ID3v2Header.size))),
          tag.totalBytes <= Int64(size), Int64(size) <= range.upperBound - at
        {
          tags.add((at + 12, tag))
        }
      default: break
      }
      at += 12 + Int64(size) + Int64(size) % 2
    }
    return try dsd(.dsd, "iff", rate: rate / 8, channels: channels, length: length)
  }
}
