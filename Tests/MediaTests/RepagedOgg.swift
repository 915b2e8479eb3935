import Support

@testable import Media

/// An Ogg stream laid on pages anew, with its first packets of sound on the page that ends the headers.
struct RepagedOgg {
  private let firstPage: OggPage
  private let headers: [[UInt8]]
  private let sound: [[UInt8]]
  /// The time stamp at the end of each packet of sound.
  private let ends: [Int64]

  /// - Parameter file: one stream; a packet's sound must amount to what `ends` takes it for.
  init(_ file: some Collection<UInt8>) throws {
    var (packets, open, pages): ([[UInt8]], [UInt8], [OggPage]) = ([], [], [])
    var rest = Array(file)[...]
    while let page = OggPage(Array(rest), offset: 0) {
      pages.append(page)
      var at = rest.startIndex + Int(page.bodyStart)
      for size in page.segments {
        open += rest[at..<at + Int(size)]
        at += Int(size)
        if size == 255 { continue }
        packets.append(open)
        open = []
      }
      rest = rest[at...]
    }
    guard let first = pages.first, let last = pages.last, rest.isEmpty else { throw NoStream() }
    firstPage = first
    let count = pages.prefix { $0.granule == 0 }.reduce(0) { $0 + $1.segments.count { $0 < 255 } }
    headers = Array(packets[..<count])
    sound = Array(packets[count...])
    var ends = Self.lengths(head: packets[0], sound).reduce(into: []) { $0.append(($0.last ?? 0) + $1) }
    if let page = pages.first(where: { $0.granule > 0 && !$0.endsStream }) {
      // The stream may begin within its first page.
      let late = page.granule - ends[page.segments.count { $0 < 255 } - 1]
      ends = ends.map { $0 + late }
    }
    ends[ends.count - 1] = last.granule
    self.ends = ends
    guard pages.allSatisfy({ $0.granule == 0 || ends.contains($0.granule) }) else { throw NoStream() }
  }

  private struct NoStream: Error {}

  private static func lengths(head: [UInt8], _ sound: [[UInt8]]) -> [Int64] {
    switch head[1] {
    case UInt8(ascii: "v"):
      // An encoder's usual two modes: the bit behind the packet's type tells a long block.
      let blocks = sound.map { Int64(1) << Int64($0[0] & 2 == 0 ? head[28] & 15 : head[28] >> 4) }
      return [0] + zip(blocks, blocks.dropFirst()).map { ($0 + $1) / 4 }
    case UInt8(ascii: "p"): return sound.map { _ in 960 }
    default: return sound.map { _ in 4096 }
    }
  }

  /// - Parameters:
  ///   - count: packets of sound that end on the last header page.
  ///   - startsNext: whether the next packet begins there and goes on on a page of its own.
  ///   - granule: the time stamp of that page; nil for the right one.
  ///   - moves: whether that sound has a page of its own, with that time stamp.
  ///   - serial: of the stream; nil for the one that it has.
  func bytes(
    _ count: Int, startsNext: Bool = false, granule: Int64? = nil, moves: Bool = false, serial: UInt32? = nil
  ) -> [UInt8] {
    let serial = serial ?? firstPage.serial
    var (bytes, sequence): ([UInt8], UInt32) = ([], 0)
    func write(_ lacing: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>, _ flags: UInt8, _ granule: Int64) {
      bytes += OggPage.bytes(
        flags: flags, granule: granule, serial: serial, sequence: sequence, lacing: lacing, body: body)
      sequence += 1
    }
    func lacing(_ packet: [UInt8]) -> [UInt8] {
      [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    write(lacing(headers[0])[...], headers[0][...], 2, 0)
    for packet in headers[1..<headers.count - 1] where headers.count > 3 {
      write(lacing(packet)[...], packet[...], 0, 0)
    }
    var front = headers.count > 3 ? [headers[headers.count - 1]] : Array(headers.dropFirst())
    if moves {
      write(front.flatMap { lacing($0) }[...], front.flatMap { $0 }[...], 0, 0)
      front = []
    }
    front += sound[..<count]
    var (page, body) = (front.flatMap { lacing($0) }, front.flatMap { $0 })
    if startsNext {
      page.append(255)
      body += sound[count][..<255]
    }
    let stamp = granule ?? (count > 0 ? ends[count - 1] : 0)
    write(page[...], body[...], count == sound.count ? 4 : 0, stamp)
    var (from, isInside) = (count, startsNext)
    while from < sound.count {
      // A packet that goes on has a page to itself: one ends there and none begins.
      let to = isInside ? from + 1 : min(sound.count, from + 5)
      let packets = sound[from..<to]
      write(
        packets.flatMap { lacing($0) }.dropFirst(isInside ? 1 : 0),
        packets.flatMap { $0 }.dropFirst(isInside ? 255 : 0),
        (isInside ? 1 : 0) | (to == sound.count ? 4 : 0),
        ends[to - 1])
      (from, isInside) = (to, false)
    }
    return bytes
  }

  var packetCount: Int { sound.count }

  /// The first packet from one on that fills more than one lacing value, so that a page can end within it.
  func longPacket(from first: Int) -> Int? { sound[first...].firstIndex { $0.count > 255 } }
}
