/// The head of a WAV file of 32-bit integers, stereo; beyond 4 GiB of RF64 (EBU Tech 3306), for which room is kept.
enum WaveHead {
  static let count = 80
  static let bytesPerFrame = 8

  static func bytes(rate: Int, dataBytes: UInt64) -> [UInt8] {
    let riffBytes = dataBytes + UInt64(count) - 8
    let isLong = riffBytes > UInt64(UInt32.max)
    var bytes: [UInt8] = []
    func add(_ text: String) { bytes += text.utf8 }
    func add(_ value: some FixedWidthInteger) {
      for i in 0..<value.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
    }
    add(isLong ? "RF64" : "RIFF")
    add(isLong ? UInt32.max : UInt32(riffBytes))
    add("WAVE")
    add(isLong ? "ds64" : "JUNK")
    add(UInt32(28))
    add(isLong ? riffBytes : 0)
    add(isLong ? dataBytes : 0)
    add(isLong ? dataBytes / UInt64(bytesPerFrame) : 0)
    add(UInt32(0))
    add("fmt ")
    add(UInt32(16))
    add(UInt16(1))
    add(UInt16(2))
    add(UInt32(rate))
    add(UInt32(rate * bytesPerFrame))
    add(UInt16(bytesPerFrame))
    add(UInt16(32))
    add("data")
    add(isLong ? UInt32.max : UInt32(dataBytes))
    return bytes
  }
}
