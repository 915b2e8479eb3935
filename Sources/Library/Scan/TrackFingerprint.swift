package import Linux
import Model

/// The fingerprint of a file, independent of its name and path: its size, its sound's format and length, and its tags
/// as one number (FNV-1a, 64 bits). Not the path, and nothing that is derived from it.
///
/// If the tags don't name the track the first and the last 64 KiB of the file count as well. For every file they would
/// cost 128 KiB of reading, several times what its tags take, and on a slow stick most of a first scan; and a file of
/// another content that has the same size to the byte, the same length to the frame and the same tags in all fields is
/// the same track.
package enum TrackFingerprint {
  private static let endBytes = 64 * 1024

  /// Whether the tags leave open which track it is: `ends` are needed then.
  package static func needsEnds(_ details: TrackDetails) -> Bool {
    // Parts of a spoken text may have one title and the same length.
    details.title == nil || number(details) == nil || (details.artists.isEmpty && details.album == nil)
  }

  /// Leave out sides of vinyl records: earlier versions did not read them, and a file keeps its fingerprint.
  private static func number(_ details: TrackDetails) -> Int? {
    details.track.flatMap { TrackNumber.isSide($0) ? nil : $0 }
  }

  /// The first and the last 64 KiB, or all of a shorter file.
  package static func ends(of file: borrowing Descriptor, sizeBytes: Int64) throws(SystemError) -> [UInt8] {
    let first = Int(min(sizeBytes, Int64(endBytes)))
    let last = Int(min(sizeBytes - Int64(first), Int64(endBytes)))
    return try bytes(of: file, at: 0, count: first)
      + bytes(of: file, at: sizeBytes - Int64(last), count: last)
  }

  private static func bytes(
    of file: borrowing Descriptor, at offset: Int64, count: Int
  ) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      var part = [UInt8](repeating: 0, count: count - all.count)
      var span = part.mutableSpan
      let read = try file.read(into: &span, at: offset + Int64(all.count))
      if read == 0 { break }
      all += part[..<read]
    }
    return all
  }

  package static func of(_ details: TrackDetails, sizeBytes: Int64, ends: [UInt8] = []) -> Int64 {
    var hash = Digest()
    hash.add(sizeBytes)
    hash.add(details.format.rawValue)
    for number in [details.rate, details.channels] { hash.add(Int64(number)) }
    for number in [details.disc, details.discTotal, number(details), details.trackTotal] {
      hash.add(number.map { Int64($0) })
    }
    hash.add(details.frames)
    hash.add(details.duration.map { $0.microseconds })
    for text in [details.title, details.album, details.date] { hash.add(text) }
    for texts in [details.artists, details.albumArtists, details.genres] {
      hash.add(Int64(texts.count))
      for text in texts { hash.add(text) }
    }
    // Those were not read once either.
    for value in details.more where value.tag != .tempo && value.tag != .key {
      hash.add(Int64(StoredTag.numbers[value.tag] ?? 0))
      hash.add(value.text)
    }
    hash.add(ends)
    return Int64(bitPattern: hash.value)
  }

  struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    mutating func add(_ number: Int64) {
      let bits = UInt64(bitPattern: number)
      add((0..<8).lazy.map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) })
    }

    mutating func add(_ number: Int64?) {
      add([UInt8(number == nil ? 0 : 1)])
      if let number { add(number) }
    }

    mutating func add(_ text: String?) {
      add(text.map { Int64($0.utf8.count) })
      if let text { add(text.utf8) }
    }
  }
}
