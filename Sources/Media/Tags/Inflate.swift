/// Undoes zlib's compression (RFC 1950, 1951) of short texts, bounded in what comes out. It is slow, a bit at a time, and
/// small: hardly a tag is compressed.
struct Inflate {
  private enum Stop: Error { case full, short, corrupt }

  /// How many codes there are of each length, and what they mean, in their order.
  private struct Codes {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []
  }

  private let bytes: ArraySlice<UInt8>
  private let limit: Int
  private var next: Int
  /// Bits that were read and not yet used, the lowest first.
  private var held: UInt32 = 0
  private var heldCount = 0
  private var out: [UInt8] = []

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
  /// In what order the lengths of the codes for lengths stand.
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// - Parameters:
  ///   - bytes: with zlib's two bytes at the beginning and its checksum at the end.
  ///   - limit: of what comes out, in bytes: no more than that is ever made.
  ///   - isCut: whether `bytes` go on: then what they give so far is enough.
  /// - Returns: the beginning where there is more than `limit`; nil where this is not zlib's, or broken.
  static func zlib(_ bytes: ArraySlice<UInt8>, limit: Int, isCut: Bool = false) -> [UInt8]? {
    let head = Array(bytes.prefix(2))
    guard head.count == 2, (Int(head[0]) << 8 | Int(head[1])) % 31 == 0, head[0] & 0x0F == 8,
      head[1] & 0x20 == 0
    else { return nil }
    var inflate = Inflate(bytes.dropFirst(2), limit)
    do {
      while try !inflate.readBlock() {}
      return try inflate.isIntact() ? inflate.out : nil
    } catch {
      switch error {
      case .full: return inflate.out
      case .short: return isCut ? inflate.out : nil
      case .corrupt: return nil
      }
    }
  }

  private init(_ bytes: ArraySlice<UInt8>, _ limit: Int) {
    self.bytes = bytes
    self.limit = limit
    next = bytes.startIndex
  }

  private mutating func bits(_ count: Int) throws(Stop) -> Int {
    while heldCount < count {
      guard next < bytes.endIndex else { throw .short }
      held |= UInt32(bytes[next]) << UInt32(heldCount)
      next += 1
      heldCount += 8
    }
    let value = held & (1 << UInt32(count) - 1)
    held >>= UInt32(count)
    heldCount -= count
    return Int(value)
  }

  private mutating func put(_ byte: UInt8) throws(Stop) {
    guard out.count < limit else { throw .full }
    out.append(byte)
  }

  /// The codes of RFC 1951, 3.2.6: made once, since a block that uses them may have ten bits.
  private static let fixed = try? (
    literals: codes(
      ([Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
        + [Int](repeating: 8, count: 8))[...]), distances: codes([Int](repeating: 5, count: 30)[...])
  )

  /// - Returns: whether it was the last.
  private mutating func readBlock() throws(Stop) -> Bool {
    let isLast = try bits(1) == 1
    switch try bits(2) {
    case 0: try readStored()
    case 1:
      guard let fixed = Self.fixed else { throw .corrupt }
      try readCoded(fixed.literals, fixed.distances)
    case 2: try readDynamic()
    default: throw .corrupt
    }
    return isLast
  }

  private mutating func dropToByte() {
    held = 0
    heldCount = 0
  }

  private mutating func readStored() throws(Stop) {
    dropToByte()
    let count = try bits(16)
    guard try bits(16) == count ^ 0xFFFF else { throw .corrupt }
    for _ in 0..<count { try put(UInt8(try bits(8))) }
  }

  private mutating func readDynamic() throws(Stop) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .corrupt }
    var lengths = [Int](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(lengthCount) { lengths[place] = try bits(3) }
    let codes = try Self.codes(lengths[...])
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(codes)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .corrupt }
        lengths += [Int](repeating: last, count: try bits(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw .corrupt }
    try readCoded(try Self.codes(lengths[..<literalCount]), try Self.codes(lengths[literalCount...]))
  }

  private mutating func readCoded(_ literals: Codes, _ distances: Codes) throws(Stop) {
    while true {
      let symbol = try symbol(literals)
      if symbol < 256 {
        try put(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengthBases.count else { throw .corrupt }
      let count = Self.lengthBases[symbol - 257] + (try bits(Self.lengthBits[symbol - 257]))
      let far = try self.symbol(distances)
      guard far < Self.distanceBases.count else { throw .corrupt }
      let distance = Self.distanceBases[far] + (try bits(Self.distanceBits[far]))
      guard distance <= out.count else { throw .corrupt }
      for _ in 0..<count { try put(out[out.count - distance]) }
    }
  }

  private static func codes(_ lengths: ArraySlice<Int>) throws(Stop) -> Codes {
    var codes = Codes()
    for length in lengths where length > 0 { codes.counts[length] += 1 }
    // Longer codes begin where the shorter ones end; more than there is room for are none.
    var left = 1
    for length in 1...15 {
      left = left * 2 - codes.counts[length]
      guard left >= 0 else { throw .corrupt }
    }
    var places = [Int](repeating: 0, count: 16)
    for length in 1..<15 { places[length + 1] = places[length] + codes.counts[length] }
    codes.symbols = [Int](repeating: 0, count: codes.counts.reduce(0, +))
    for (symbol, length) in zip(0..., lengths) where length > 0 {
      codes.symbols[places[length]] = symbol
      places[length] += 1
    }
    return codes
  }

  private mutating func symbol(_ codes: Codes) throws(Stop) -> Int {
    var (code, first, place) = (0, 0, 0)
    for length in 1...15 {
      code |= try bits(1)
      let count = codes.counts[length]
      if code - first < count { return codes.symbols[place + code - first] }
      place += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .corrupt
  }

  /// Whether the checksum behind the last block is that of what came out (Adler-32).
  private mutating func isIntact() throws(Stop) -> Bool {
    dropToByte()
    var said = 0
    for _ in 0..<4 { said = said << 8 | (try bits(8)) }
    var (low, high) = (1, 0)
    for byte in out {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return said == high << 16 | low
  }
}
