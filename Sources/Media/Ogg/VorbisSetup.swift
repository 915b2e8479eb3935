/// A look at the codebooks of a Vorbis setup packet (Vorbis I specification 3.2.1) before libvorbis sees them: a few
/// bytes can claim tables of gigabytes, and libvorbis builds them; and it divides by a book's dimensions, which may be 0.
struct VorbisSetup {
  /// Values in all tables together: real encoders stay below two million.
  static let valueLimit = 8 << 20
  /// Words in one table: libvorbis puts 12 bytes for each on the stack (sharedbook.c, vorbis_book_init_decode), of which
  /// most threads have 256 KiB: less than half of it. The largest table of the usual encoder has 6,561.
  static let wordLimit = 1 << 13

  private let bytes: [UInt8]
  private var bit = 0
  private var size = Size()

  /// The size of the tables.
  struct Size {
    var values = 0
    /// Memory that libvorbis uses for a head that it has read.
    var bytes = 0
  }

  /// Whether libvorbis can take the packet without harm.
  /// - Parameter head: the stream's first packet, which the blocks' sizes are in.
  static func isSound(head: [UInt8], _ packet: [UInt8]) -> Bool {
    size(packet) != nil && decodes(head: head, setup: packet)
  }

  /// The size of the tables, as far as they can be read: where that ends, libvorbis ends too. nil where they do harm.
  static func size(_ packet: [UInt8]) -> Size? {
    guard packet.starts(with: [5] + Array("vorbis".utf8)) else { return nil }
    var setup = VorbisSetup(Array(packet.dropFirst(7)))
    return setup.readBooks() ? setup.size : nil
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Up to 32 bits, the least significant first; nil after the end.
  private mutating func read(_ count: Int) -> Int? {
    guard bit + count <= bytes.count * 8 else { return nil }
    var value = 0
    for i in 0..<count {
      value |= Int(bytes[bit >> 3] >> UInt8(bit & 7) & 1) << i
      bit += 1
    }
    return value
  }

  /// - Returns: false where a table is too large or has no dimension.
  private mutating func readBooks() -> Bool {
    guard let books = read(8) else { return true }
    for _ in 0...books {
      guard read(24) == 0x564342, let dimensions = read(16), let entries = read(24) else { return true }
      size.values += entries * dimensions
      size.bytes += entries
      if dimensions == 0 || size.values > Self.valueLimit { return false }
      guard let words = countWords(entries) else { return true }
      if words > Self.wordLimit { return false }
      guard skipLookup(dimensions, entries) else { return true }
    }
    return true
  }

  /// The entries in use; nil after the end.
  private mutating func countWords(_ entries: Int) -> Int? {
    guard let isOrdered = read(1) else { return nil }
    if isOrdered == 1 {
      guard read(5) != nil else { return nil }
      var (entry, rounds) = (0, 0)
      while entry < entries {
        guard rounds < 33, let run = read(Int.bitWidth - (entries - entry).leadingZeroBitCount) else {
          return nil
        }
        entry += run
        rounds += 1
      }
      return entries
    }
    guard let isSparse = read(1) else { return nil }
    var words = 0
    for _ in 0..<entries {
      if isSparse == 1 {
        guard let isUsed = read(1) else { return nil }
        if isUsed == 0 { continue }
      }
      guard read(5) != nil else { return nil }
      words += 1
    }
    return words
  }

  private mutating func skipLookup(_ dimensions: Int, _ entries: Int) -> Bool {
    guard let kind = read(4) else { return false }
    if kind == 0 { return true }
    guard kind <= 2, read(32) != nil, read(32) != nil, let width = read(4), read(1) != nil else {
      return false
    }
    let count = kind == 2 ? entries * dimensions : Self.root(entries, dimensions)
    size.bytes += count * MemoryLayout<CLong>.size
    bit += (width + 1) * count
    return bit <= bytes.count * 8
  }

  /// The largest number whose power does not exceed `entries`.
  private static func root(_ entries: Int, _ power: Int) -> Int {
    guard power > 0, entries > 0 else { return 0 }
    var value = 1
    while true {
      var product = 1
      for _ in 0..<power {
        product *= value + 1
        if product > entries { return value }
      }
      value += 1
    }
  }
}
