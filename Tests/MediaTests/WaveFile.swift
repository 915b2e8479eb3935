/// WAVE and AIFF files, made by their specifications.
enum WaveFile {
  static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func big(_ value: Int, _ bytes: Int) -> [UInt8] { little(value, bytes).reversed() }

  static func chunk(_ name: String, _ body: [UInt8], isBig: Bool = false) -> [UInt8] {
    Array(name.utf8) + (isBig ? big(body.count, 4) : little(body.count, 4)) + body
      + (body.count % 2 == 0 ? [] : [0])
  }

  /// - Parameters:
  ///   - samples: interleaved, as whole numbers of `bits`.
  ///   - claimed: what the file says that its sound has, in bytes.
  static func wave(
    _ samples: [Int], channels: Int = 2, bits: Int, rate: Int = 44_100, before: [UInt8] = [],
    after: [UInt8] = [], claimed: Int? = nil
  ) -> [UInt8] {
    // 8 bits are the only ones without a sign.
    let sound = samples.flatMap { little(bits == 8 ? $0 + 128 : $0, bits / 8) }
    return wave(
      sound, tag: 1, channels: channels, bits: bits, rate: rate, before: before, after: after,
      claimed: claimed)
  }

  static func wave(
    _ sound: [UInt8], tag: Int, channels: Int, bits: Int, rate: Int = 44_100, before: [UInt8] = [],
    after: [UInt8] = [], claimed: Int? = nil
  ) -> [UInt8] {
    let frame = channels * bits / 8
    let form =
      little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * frame, 4) + little(frame, 2)
      + little(bits, 2)
    var data = chunk("data", sound)
    if let claimed { data.replaceSubrange(4..<8, with: little(claimed, 4)) }
    let body = Array("WAVE".utf8) + chunk("fmt ", form) + before + data + after
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  static func aiff(
    _ samples: [Int], channels: Int = 2, bits: Int, rate: Int = 44_100, before: [UInt8] = [],
    after: [UInt8] = []
  ) -> [UInt8] {
    let sound = samples.flatMap { big($0, bits / 8) }
    // The rate is an extended float: exponent with a bias of 16383, then a mantissa of 64 bits.
    let power = Int.bitWidth - 1 - rate.leadingZeroBitCount
    let extended = big(16_383 + power, 2) + big(Int(bitPattern: UInt(rate) << UInt(63 - power)), 8)
    let common = big(channels, 2) + big(samples.count / channels, 4) + big(bits, 2) + extended
    let body =
      Array("AIFF".utf8) + chunk("COMM", common, isBig: true) + before
      + chunk("SSND", [UInt8](repeating: 0, count: 8) + sound, isBig: true) + after
    return Array("FORM".utf8) + big(body.count, 4) + body
  }
}
