/// Facts about the whole from the first frame of a layer III stream: the Xing or Info header with LAME's extension, or
/// Fraunhofer's VBRI.
struct MPEGInfo: Hashable {
  /// MPEG frames, this one not counted.
  var frames: Int64?
  /// Bytes, this frame counted.
  var bytes: Int64?
  /// Samples that the encoder added at the beginning and the end; nil if not stated.
  var delay: Int?
  var padding: Int?
  /// The seek table: the share of the bytes before points at equal distances in time, from 0 to 1; empty without one.
  var shares: [Double] = []

  /// - Parameter frame: the first frame, with its header.
  init?(_ header: MPEGHeader, frame: [UInt8]) {
    guard header.layer == 3 else { return nil }
    func number(_ at: Int) -> Int64? {
      guard at + 4 <= frame.count else { return nil }
      return frame[at..<at + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
    func says(_ text: String, at offset: Int) -> Bool {
      offset + 4 <= frame.count && frame[offset..<offset + 4].elementsEqual(text.utf8)
    }
    // Encoders differ on whether a checksum shifts the header.
    let plain = MPEGHeader.size + header.sideBytes - (header.hasChecksum ? 2 : 0)
    for start in [plain, plain + 2] {
      guard says("Info", at: start) || says("Xing", at: start), let flags = number(start + 4) else {
        continue
      }
      var at = start + 8
      if flags & 1 != 0 {
        frames = number(at)
        at += 4
      }
      if flags & 2 != 0 {
        bytes = number(at)
        at += 4
      }
      if flags & 4 != 0 {
        if at + 100 <= frame.count { setShares(frame[at..<at + 100].map { Double($0) / 256 } + [1]) }
        at += 100
      }
      if flags & 8 != 0 { at += 4 }
      // LAME's extension: the encoder's name (9 bytes), 12 bytes, then delay and padding in 12 bits each.
      if at + 24 <= frame.count, frame[at] != 0 {
        delay = Int(frame[at + 21]) << 4 | Int(frame[at + 22]) >> 4
        padding = Int(frame[at + 22] & 15) << 8 | Int(frame[at + 23])
      }
      return
    }
    if says("VBRI", at: 36) {
      bytes = number(46)
      frames = number(50)
      readTable(frame)
      return
    }
    return nil
  }

  /// VBRI's table: how many bytes each stretch of some frames has, of which the last may be shorter.
  private mutating func readTable(_ frame: [UInt8]) {
    func number(_ at: Int, _ bytes: Int) -> Int {
      at + bytes <= frame.count ? frame[at..<at + bytes].reduce(0) { $0 << 8 | Int($1) } : 0
    }
    let (entries, scale, width) = (number(54, 2), number(56, 2), number(58, 2))
    guard entries > 0, (1...4).contains(width), 62 + entries * width <= frame.count else { return }
    var sums = [0.0]
    for entry in 0..<entries {
      sums.append(sums[entry] + Double(number(62 + entry * width, width) * scale))
    }
    guard let total = sums.last, total > 0 else { return }
    setShares(sums.map { $0 / total })
  }

  private mutating func setShares(_ found: [Double]) {
    if zip(found, found.dropFirst()).allSatisfy({ $0 <= $1 }) { shares = found }
  }

  /// The share of the bytes before a point in time: by the seek table, or the same share without one.
  /// - Parameter place: a share of the time, 0 to 1.
  func share(before place: Double) -> Double {
    guard shares.count > 1 else { return place }
    let step = place * Double(shares.count - 1)
    let index = min(Int(step), shares.count - 2)
    return shares[index] + (shares[index + 1] - shares[index]) * (step - Double(index))
  }

  /// Samples per channel after the cut, if the header states them.
  func lengthFrames(_ header: MPEGHeader) -> Int64? {
    guard let frames, frames > 0, frames < Int64(1) << 40 else { return nil }
    let whole = frames * Int64(header.samplesPerFrame)
    guard let delay, let padding else { return whole }
    // The decoder itself is 529 samples late: less padding than that can't be given back.
    return max(0, whole - Int64(delay) - Int64(max(padding, 529)))
  }
}
