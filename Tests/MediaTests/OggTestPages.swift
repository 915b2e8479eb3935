@testable import Media

/// The pages of an Ogg file with one stream, to be changed.
struct OggTestPages {
  private(set) var pages: [[UInt8]] = []

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let page = OggPage(Array(rest), offset: 0) {
      pages.append(Array(rest.prefix(Int(page.end))))
      rest = rest.dropFirst(Int(page.end))
    }
  }

  var bytes: [UInt8] { pages.flatMap { $0 } }

  /// Puts other comments into the second packet, which begins the second page.
  mutating func comment(_ comments: [String]) {
    guard pages.count > 1, let page = OggPage(pages[1], offset: 0) else { return }
    let body = Array(pages[1].suffix(page.bodyBytes))
    let count = (page.segments.firstIndex { $0 < 255 } ?? 0) + 1
    let old = page.segments[..<count].reduce(0) { $0 + Int($1) }
    func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    var list = little(0) + little(comments.count)
    for comment in comments { list += little(comment.utf8.count) + comment.utf8 }
    let packet: [UInt8]
    if body.starts(with: "OpusTags".utf8) {
      packet = body.prefix(8) + list
    } else if body.starts(with: [3] + Array("vorbis".utf8)) {
      packet = body.prefix(7) + list + [1]
    } else {
      // The only block of metadata, and the last one.
      packet = [0x84, 0, UInt8(list.count >> 8), UInt8(list.count & 255)] + list
    }
    let lacing =
      [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
      + page.segments[count...]
    pages[1] = OggPage.bytes(
      flags: page.flags, granule: page.granule, serial: page.serial, sequence: page.sequence,
      lacing: lacing[...], body: (packet + body.dropFirst(old))[...])
  }

  /// - Parameter withoutLength: of FLAC: its head says that nobody knows it.
  mutating func number(_ serial: UInt32, withoutLength: Bool) {
    for index in pages.indices {
      guard let page = OggPage(pages[index], offset: 0) else { continue }
      var body = Array(pages[index].suffix(page.bodyBytes))
      // The length is the last 36 bits before the digest, 18 bytes behind the head's 17 (RFC 9639, 8.2).
      if withoutLength, page.beginsStream {
        body.replaceSubrange(30..<35, with: [body[30] & 0xF0, 0, 0, 0, 0])
      }
      pages[index] = OggPage.bytes(
        flags: page.flags, granule: page.granule, serial: serial, sequence: page.sequence,
        lacing: page.segments[...], body: body[...])
    }
  }
}
