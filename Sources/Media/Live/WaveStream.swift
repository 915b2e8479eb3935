/// WAVE (RIFF 1991) that a server makes on the fly: PCM of 16, 24 or 32 bits, or floats, of a length that its header often
/// does not know.
final class WaveStream: StreamDecoder {
  private let input: LiveInput
  private var format = StreamFormat(rate: 0, channels: 0, exactBits: .none)
  private var sampleBytes = 0
  private var isFloat = false
  /// Bytes left of the sound; more than `mostBytes` if its length is unknown.
  private var left = Int64.max

  /// Limit of a size in the header.
  private static let mostBytes: Int64 = 1 << 32
  /// Three frames of other sound fit into half of it.
  private static let lookBytes = 12 << 10
  private var rest: [UInt8] = []

  init(_ input: LiveInput) throws(MediaError) {
    self.input = input
    guard try take(12)[8...].elementsEqual("WAVE".utf8) else { throw .unsupported("RIFF of this kind") }
    while input.position < StreamSearch.mostBytes {
      let chunk = try take(8)
      let bytes = LittleEndian.int(chunk, 4, 4)
      if chunk.starts(with: "data".utf8) {
        guard sampleBytes > 0 else { break }
        // 0 and the largest numbers, less what stands before the sound: nobody knew it.
        if bytes > 0, bytes < 0x7FFF_E000 { left = Int64(bytes) }
        return
      }
      guard bytes <= StreamSearch.mostBytes else { break }
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
      let more = sound()
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

  /// Takes the next bytes of sound. If the header states no length, sound of another kind ends it.
  private func sound() -> [UInt8] {
    if left < Self.mostBytes { return input.take(atMost: Int(min(left, 8192))) }
    while input.ahead.count < Self.lookBytes, input.receive() {}
    let ahead = input.ahead
    for at in ahead.indices {
      let look = StreamKind.look(ahead[at...], isFirst: false, isWhole: input.isOver)
      guard case .found = look else { continue }
      if at == ahead.startIndex { return [] }
      return input.take(atMost: at - ahead.startIndex)
    }
    // An undecided end remains for the next call.
    let rest = input.isOver ? 0 : Self.lookBytes / 2
    return input.take(atMost: max(1, ahead.count - rest))
  }

  /// All of these bytes of the header.
  private func take(_ count: Int) throws(MediaError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = input.take(atMost: count - bytes.count)
      if more.isEmpty { throw .truncated }
      bytes += more
    }
    return bytes
  }

}
