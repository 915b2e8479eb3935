import Model

/// Facts from the chunks of a WAVE or AIFF file, and the place of its ID3v2 tag (RIFF 1991; EBU Tech 3306 for RF64;
/// ITU-R BS.2088 for BW64; EA IFF 85 and AIFF-C).
///
/// The size of a WAVE file's sound has 32 bits and is written last: recorders that lost their power leave 0, programs
/// that write into a pipe the largest number, and beyond 4 GiB many leave the lower 32 bits. A file whose size is wrong gets
/// a front of our own with the right one.
struct WaveHeader {
  let type: FileType
  /// An ID3v2 tag in a chunk of its own, as taggers write it.
  private(set) var id3v2: (offset: Int64, header: ID3v2Header)?
  /// Bytes that libsndfile reads instead of the file.
  private(set) var mended: StreamWindow.Part?

  /// Files have a dozen.
  private static let chunkLimit = 1000
  /// Largest chunk that goes into a front of our own, in bytes.
  private static let frontLimit: Int64 = 64 * 1024
  private static let fourGiB: Int64 = 1 << 32

  /// - Returns: nil where it is neither, and where the sound is MPEG's: that is found by its frames.
  init?(_ source: ByteSource, _ body: Range<Int64>) throws(MediaError) {
    let head = try source.bytes(12, at: body.lowerBound)
    guard head.count == 12 else { return nil }
    let form = String(decoding: head[0..<4], as: UTF8.self)
    switch (form, String(decoding: head[8..<12], as: UTF8.self)) {
    case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): type = .wave
    case ("FORM", "AIFF"), ("FORM", "AIFC"): type = .aiff
    default: return nil
    }
    let isBig = type == .aiff
    var at = body.lowerBound + 12
    // Size of the sound, from `ds64`.
    var longSize: Int64?
    var front: [UInt8] = []
    var hasSound = false
    for _ in 0..<Self.chunkLimit {
      let chunk = try source.unbuffered(24, at: at)
      guard chunk.count >= 8 else { return }
      var bytes = Self.number(chunk[4..<8], isBig: isBig)
      switch String(decoding: chunk[0..<4], as: UTF8.self) {
      case "fmt " where chunk.dropFirst(8).starts(with: [0x55, 0]): return nil
      case "fmt " where !hasSound, "LIST" where !hasSound && type == .wave:
        if bytes <= Self.frontLimit { front += try source.unbuffered(Int(8 + bytes + bytes & 1), at: at) }
      case "ds64" where chunk.count == 24: longSize = Self.number(chunk[16..<24])
      case "data" where type == .wave && !hasSound:
        hasSound = true
        let sound = (at + 8)..<max(at + 8, body.upperBound)
        let stated = bytes == 0xFFFF_FFFF ? longSize ?? bytes : bytes
        let size = try Self.soundBytes(source, sound, stated: stated)
        if size != stated || form == "BW64" || (form == "RF64" && size != longSize) {
          mended = StreamWindow.Part(prefix: WaveHead.bytes(front, soundBytes: size), body: sound)
        }
        bytes = size
      case "id3 ", "ID3 ":
        if let header = ID3v2Header(try source.unbuffered(ID3v2Header.size, at: at + 8)),
          header.totalBytes <= body.upperBound - at - 8
        {
          id3v2 = (at + 8, header)
        }
      default: break
      }
      // A chunk begins at an even place.
      at += 8 + bytes + bytes & 1
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, isBig: Bool = false) -> Int64 {
    let bits =
      isBig
      ? bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      : bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int64(bitPattern: bits)
  }

  /// How many bytes of sound the file has.
  /// - Parameters:
  ///   - range: from the first byte of sound to the file's end.
  ///   - stated: by the file.
  private static func soundBytes(_ source: ByteSource, _ range: Range<Int64>, stated: Int64)
    throws(MediaError) -> Int64
  {
    let left = range.upperBound - range.lowerBound
    // Nobody knew the size: nothing was written, or the largest number less what stands before the sound.
    let isUnknown =
      stated <= 0 || (0x7FFF_E000...0x7FFF_FFFF).contains(stated)
      || (0xFFFF_E000...0xFFFF_FFFF).contains(stated)
    guard stated < left else { return left }
    guard isUnknown || left - stated >= fourGiB else { return stated }
    if stated >= 0, try areChunks(source, (range.lowerBound + stated + stated & 1)..<range.upperBound) {
      return stated
    }
    return isUnknown ? left : stated + (left - stated) / fourGiB * fourGiB
  }

  /// Whether nothing but whole chunks follows.
  private static func areChunks(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> Bool {
    var at = range.lowerBound
    for _ in 0..<chunkLimit where at < range.upperBound {
      let chunk = try source.unbuffered(8, at: at)
      guard chunk.count == 8, chunk[0..<4].allSatisfy({ (0x20...0x7E).contains($0) }) else { return false }
      let bytes = number(chunk[4..<8])
      at += 8 + bytes
      if at == range.upperBound { return true }
      at += bytes & 1
    }
    return at == range.upperBound
  }
}
