/// Bytes decoded from base64 (RFC 4648 4). They end at the first character that is not base64.
struct Base64Feed<Base: ByteFeed>: ByteFeed {
  private var base: Base
  /// Decoded, and from `next` on not yet taken.
  private var ready: [UInt8] = []
  private var next = 0
  private var isOver = false

  /// Characters that are decoded at a time: whole groups of four.
  private static var chunk: Int { 4096 }

  init(_ base: Base) { self.base = base }

  mutating func take(_ count: Int) throws(MediaError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if next == ready.count, try !decode() { break }
      let step = min(count - bytes.count, ready.count - next)
      bytes += ready[next..<next + step]
      next += step
    }
    return bytes
  }

  /// Groups that are skipped whole are not looked at.
  mutating func skip(_ count: Int64) throws(MediaError) {
    let step = min(max(0, count), Int64(ready.count - next))
    next += Int(step)
    let (groups, rest) = max(0, count - step).quotientAndRemainder(dividingBy: 3)
    if isOver { return }
    if groups > 0 { try base.skip(groups > .max / 4 ? .max : groups * 4) }
    if rest > 0 { _ = try take(Int(rest)) }
  }

  /// - Returns: whether there is more.
  private mutating func decode() throws(MediaError) -> Bool {
    ready.removeAll(keepingCapacity: true)
    next = 0
    if isOver { return false }
    let text = try base.take(Self.chunk)
    isOver = text.count < Self.chunk
    for start in stride(from: 0, to: text.count, by: 4) {
      var value: UInt32 = 0
      var digits = 0
      for character in text[start..<min(text.count, start + 4)] {
        guard let digit = Self.digit(character) else { break }
        value = value << 6 | UInt32(digit)
        digits += 1
      }
      if digits == 4 {
        ready += [UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
        continue
      }
      // The last group, with or without the padding.
      if digits == 3 { ready += [UInt8(value >> 10), UInt8(value >> 2 & 0xFF)] }
      if digits == 2 { ready.append(UInt8(value >> 4)) }
      isOver = true
      break
    }
    return !ready.isEmpty
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x41...0x5A: character - 0x41
    case 0x61...0x7A: character - 0x61 + 26
    case 0x30...0x39: character - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
