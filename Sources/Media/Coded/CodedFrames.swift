import Model

/// Frames one after the other without a container: AAC with ADTS heads (ISO/IEC 13818-7, 6.2), AC-3 and E-AC-3 (ETSI TS 102 366,
/// 4.3 and E.1.2).
enum CodedFrames {
  /// Facts from a frame's head.
  struct Frame {
    let demuxer: String
    let rate: Int
    let channels: Int
    let bytes: Int
    /// Sound frames; 0 where the frame adds channels to another frame.
    let frames: Int64
  }

  private static let headBytes = 8
  /// Bytes read at the beginning; the length of a longer file is extrapolated from them.
  private static let reach: Int64 = 64 * 1024
  /// Heads that must follow one another.
  private static let headsInRow = 3
  private static let dolbyRates = [48_000, 44_100, 32_000]
  /// In kbit/s.
  private static let dolbyBitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]
  /// By the mode that the head states.
  private static let dolbyChannels = [2, 1, 2, 3, 3, 4, 4, 5]

  /// - Parameter head: the first bytes.
  /// - Returns: nil where no frames follow one another.
  static func sound(_ source: ByteSource, _ range: Range<Int64>, _ head: [UInt8]) throws(MediaError)
    -> CodedSound?
  {
    if head.starts(with: "ADIF".utf8) { throw .unsupported("AAC with one head for the whole (ADIF)") }
    guard let first = frame(head) else { return nil }
    var at = range.lowerBound
    var (count, frames, channels): (Int, Int64, Int) = (0, 0, first.channels)
    while at < range.upperBound, at - range.lowerBound < reach {
      guard let frame = frame(try source.bytes(headBytes, at: at)), frame.demuxer == first.demuxer,
        at + Int64(frame.bytes) <= range.upperBound
      else { break }
      count += 1
      frames += frame.frames
      channels = max(channels, frame.channels)
      at += Int64(frame.bytes)
    }
    // A short file ends before the row is complete.
    guard count >= headsInRow || (count > 0 && at == range.upperBound) else { return nil }
    let share = Double(range.upperBound - range.lowerBound) / Double(at - range.lowerBound)
    guard channels <= StreamFormat.channelLimit else { throw .unsupported("\(channels) channels") }
    return CodedSound(
      type: first.demuxer == "aac" ? .aac : .ac3, demuxer: first.demuxer,
      format: StreamFormat(rate: first.rate, channels: channels, exactBits: .none),
      estimatedLengthFrames: max(1, Int64((Double(frames) * share).rounded())))
  }

  /// - Parameter bytes: eight at least.
  static func frame(_ bytes: [UInt8]) -> Frame? {
    guard bytes.count >= headBytes else { return nil }
    if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return adts(bytes) }
    guard bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
    switch bytes[5] >> 3 {
    case 0...10: return dolby(bytes)
    case 11...16: return dolbyPlus(bytes)
    default: return nil
    }
  }

  private static func adts(_ bytes: [UInt8]) -> Frame? {
    var bits = BitReader(Array(bytes.dropFirst(2)))
    bits.skip(2)
    let rate = bits.next(4)
    bits.skip(1)
    let channels = bits.next(3)
    bits.skip(4)
    let size = bits.next(13)
    bits.skip(11)
    guard MPEG4Codec.rates.indices.contains(rate), size > 7 else { return nil }
    // 0: the frame itself states it, as broadcasts do in stereo.
    return Frame(
      demuxer: "aac", rate: MPEG4Codec.rates[rate],
      channels: channels == 0 ? 2 : channels == 7 ? 8 : channels,
      bytes: size, frames: 1024 * Int64(bits.next(2) + 1))
  }

  private static func dolby(_ bytes: [UInt8]) -> Frame? {
    let (rate, size) = (Int(bytes[4] >> 6), Int(bytes[4] & 0x3F))
    guard rate < 3, size < 2 * dolbyBitRates.count else { return nil }
    var bits = BitReader(Array(bytes.dropFirst(6)))
    let mode = bits.next(3)
    if mode & 1 == 1, mode != 1 { bits.skip(2) }
    if mode & 4 != 0 { bits.skip(2) }
    if mode == 2 { bits.skip(2) }
    let bitRate = dolbyBitRates[size / 2]
    // At 44.1 kHz, every other frame may be two bytes longer.
    let words = rate == 1 ? bitRate * 96_000 / 44_100 + size & 1 : bitRate * 96_000 / dolbyRates[rate]
    // From version 9 on, each version halves the rate.
    let shift = max(0, Int(bytes[5] >> 3) - 8)
    return Frame(
      demuxer: "ac3", rate: dolbyRates[rate] >> shift, channels: dolbyChannels[mode] + bits.next(1),
      bytes: words * 2, frames: 1536)
  }

  private static func dolbyPlus(_ bytes: [UInt8]) -> Frame? {
    var bits = BitReader(Array(bytes.dropFirst(2)))
    let kind = bits.next(2)
    let stream = bits.next(3)
    let size = (bits.next(11) + 1) * 2
    let index = bits.next(2)
    let more = bits.next(2)
    guard index < 3 || more < 3, size > headBytes else { return nil }
    let mode = bits.next(3)
    let blocks = index == 3 ? 6 : [1, 2, 3, 6][more]
    let isOwn = kind != 1 && stream == 0
    return Frame(
      demuxer: "eac3", rate: index == 3 ? dolbyRates[more] / 2 : dolbyRates[index],
      channels: dolbyChannels[mode] + bits.next(1), bytes: size, frames: isOwn ? Int64(blocks) * 256 : 0)
  }
}
