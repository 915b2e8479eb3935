/// WAVE (RIFF 1991) that a server makes on the fly: PCM of 16, 24 or 32 bits, or floats, of a length that its header often
/// does not know.
final class WaveStream: StreamDecoder {
  private let input: LiveInput
  private var format = StreamFormat(rate: 0, channels: 0, exactBits: .none)
  private var sampleBytes = 0
  private var isFloat = false
  /// Of the sound, in bytes.
  private var left = Int64.max
  private var rest: [UInt8] = []

  init(_ input: LiveInput) throws(MediaError) {
    self.input = input
    guard try take(12)[8...].elementsEqual("WAVE".utf8) else { throw .unsupported("RIFF of this kind") }
    while input.position < streamSearchBytes {
      let chunk = try take(8)
      let bytes = LittleEndian.int(chunk, 4, 4)
      if chunk.starts(with: "data".utf8) {
        guard sampleBytes > 0 else { break }
        // 0 and the largest numbers, less what stands before the sound: nobody knew it.
        if bytes > 0, bytes < 0x7FFF_E000 { left = Int64(bytes) }
        return
      }
      guard bytes <= streamSearchBytes else { break }
      let content = try take(bytes + bytes & 1)
      if chunk.starts(with: "fmt ".utf8) { try readFormat(content) }
    }
    throw .corrupt(at: input.position, "no sound found")
  }

  private func readFormat(_ content: [UInt8]) throws(MediaError) {
    var tag = LittleEndian.int(content, 0, 2)
    if tag == 0xFFFE { tag = LittleEndian.int(content, 24, 2) }
    let channels = LittleEndian.int(content, 2, 2)
    let rate = LittleEndian.int(content, 4, 4)
    let bits = LittleEndian.int(content, 14, 2)
    guard tag == 1 && [16, 24, 32].contains(bits) || tag == 3 && bits == 32,
      (1...StreamFormat.channelLimit).contains(channels), (1...StreamFormat.rateLimit).contains(rate)
    else { throw .unsupported("WAVE with \(channels) channels of \(bits) bits (format \(tag))") }
    format = FLACInfo.format(rate: rate, channels: channels, bits: bits)
    (sampleBytes, isFloat) = (bits / 8, tag == 3)
  }

  func next() throws(MediaError) -> LiveBlock? {
    while rest.count < sampleBytes * format.channels {
      let more = read(Int(min(left, 8192)))
      if more.isEmpty { return nil }
      left -= Int64(more.count)
      rest += more
    }
    let count = rest.count / (sampleBytes * format.channels) * format.channels
    let samples = (0..<count).map { index in
      var bits: UInt32 = 0
      for byte in rest[(index * sampleBytes)..<((index + 1) * sampleBytes)] {
        bits = bits >> 8 | UInt32(byte) << 24
      }
      return isFloat ? Bounded.bounded(Float(bitPattern: bits)) : Float(Int32(bitPattern: bits)) * 0x1p-31
    }
    rest.removeFirst(count * sampleBytes)
    return LiveBlock(format: format, samples: samples)
  }

  /// All of these bytes of the header.
  private func take(_ count: Int) throws(MediaError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = read(count - bytes.count)
      if more.isEmpty { throw .truncated }
      bytes += more
    }
    return bytes
  }

  private func read(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { target, read in
      read = unsafe input.read(into: UnsafeMutableRawBufferPointer(target))
    }
  }
}
