/// SipHash-2-4 with 128 bits (Aumasson and Bernstein, 2012): identifies a content by a value that is the same
/// after every start, unlike Swift's own hashes. No linked library has it.
package struct ContentHash {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  /// The bytes that don't make a whole word yet.
  private var word: UInt64 = 0
  private var count: UInt64 = 0

  package init(key: (UInt64, UInt64) = (0, 0)) {
    v0 = key.0 ^ 0x736F_6D65_7073_6575
    v1 = key.1 ^ 0x646F_7261_6E64_6F6D ^ 0xEE
    v2 = key.0 ^ 0x6C79_6765_6E65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      word |= UInt64(byte) << (8 * (count & 7))
      count &+= 1
      if count & 7 == 0 { absorb() }
    }
  }

  /// As its eight bytes, the lowest first.
  mutating func add(_ number: UInt64) {
    let held = 8 * (count & 7)
    word |= number << held
    count &+= 8
    absorb()
    if held > 0 { word = number >> (64 - held) }
  }

  /// 16 bytes.
  package var value: [UInt8] {
    var last = self
    last.word |= last.count << 56
    last.absorb()
    last.v2 ^= 0xEE
    for _ in 0..<4 { last.round() }
    let low = last.v0 ^ last.v1 ^ last.v2 ^ last.v3
    last.v1 ^= 0xDD
    for _ in 0..<4 { last.round() }
    let high = last.v0 ^ last.v1 ^ last.v2 ^ last.v3
    return [low, high].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * UInt64($0))) } }
  }

  /// As 32 digits.
  var name: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private mutating func absorb() {
    v3 ^= word
    round()
    round()
    v0 ^= word
    word = 0
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 &+= v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 &+= v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }
}
