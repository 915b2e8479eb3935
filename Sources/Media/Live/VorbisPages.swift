/// The pages of one Vorbis stream after the other, out of an Ogg stream, for vorbisfile: whole pages with right checksums
/// alone, each head only once it was looked at. libvorbis builds tables of any stated size on its stack, and divides by
/// what a head says (`VorbisSetup`; `VorbisLinkGuard` looks at files).
final class VorbisPages {
  private let input: LiveInput
  /// Read, and not yet taken apart.
  private var bytes: [UInt8] = []
  /// To be given.
  private var sound: ArraySlice<UInt8> = []
  /// Of the present stream.
  private var serial: UInt32?
  /// Pages of a head that is not complete, and its packets.
  private var head: [UInt8] = []
  private var packets: [[UInt8]]?
  /// The page that has to follow in a head, and whether it continues a packet: libogg drops parts of packets else.
  private var following: (sequence: UInt32, continuesPacket: Bool) = (0, false)
  /// Why nothing more is given.
  private(set) var failure: MediaError?

  /// Of a head, pictures in its comments included, in bytes.
  private static let headLimit = 8 << 20

  init(_ input: LiveInput) { self.input = input }

  /// As `LiveInput.read`.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    while sound.isEmpty {
      guard failure == nil, let (page, whole) = nextPage() else { return 0 }
      do throws(MediaError) {
        try take(page, whole)
      } catch {
        failure = error
      }
    }
    let count = min(target.count, sound.count)
    unsafe target.copyBytes(from: sound.prefix(count))
    sound = sound.dropFirst(count)
    return count
  }

  private func take(_ page: OggPage, _ whole: [UInt8]) throws(MediaError) {
    let body = whole.suffix(page.bodyBytes)
    if page.beginsStream, body.starts(with: [1] + Array("vorbis".utf8)) {
      (serial, head, packets, following) = (page.serial, [], [[]], (page.sequence, false))
    }
    guard page.serial == serial else { return }
    guard var packets else {
      sound = whole[...]
      return
    }
    head += whole
    guard (page.sequence, page.continuesPacket) == following, head.count <= Self.headLimit else {
      throw .corrupt(at: input.position, "the Vorbis head is broken")
    }
    following = (page.sequence &+ 1, page.segments.last == 255)
    var rest = body
    for segment in page.segments where packets.count <= 3 {
      packets[packets.count - 1] += rest.prefix(Int(segment))
      rest = rest.dropFirst(Int(segment))
      if segment < 255 { packets.append([]) }
    }
    self.packets = packets
    guard packets.count > 3 else { return }
    guard VorbisSetup.isSound(head: packets[0], packets[2]) else {
      throw .corrupt(at: input.position, "the tables can't be used")
    }
    (sound, head, self.packets) = (head[...], [], nil)
  }

  /// - Returns: nil at the end, and where there is no page for long.
  private func nextPage() -> (OggPage, [UInt8])? {
    var skipped: Int64 = 0
    while skipped < streamSearchBytes {
      let start = bytes.firstIndex(of: UInt8(ascii: "O")) ?? bytes.count
      bytes.removeFirst(start)
      skipped += Int64(start)
      guard fill(OggPage.headSize), fill(OggPage.headSize + Int(bytes[26])) else { return nil }
      if let page = OggPage(bytes, offset: 0) {
        guard fill(Int(page.end)) else { return nil }
        let whole = Array(bytes[..<Int(page.end)])
        if OggPage.hasRightChecksum(whole) {
          bytes.removeFirst(whole.count)
          return (page, whole)
        }
      }
      bytes.removeFirst()
      skipped += 1
    }
    failure = .corrupt(at: input.position, "no Ogg page found")
    return nil
  }

  /// Reads until there is this number of bytes.
  /// - Returns: false where the stream ends before.
  private func fill(_ count: Int) -> Bool {
    while bytes.count < count {
      let more = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { target, read in
        read = unsafe input.read(into: UnsafeMutableRawBufferPointer(target))
      }
      if more.isEmpty { return false }
      bytes += more
    }
    return true
  }
}
