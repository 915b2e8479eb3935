import Model

/// Sort keys that make a byte-wise comparison (SQLite's memcmp) the order that a person expects: numbers by value,
/// without case and accents.
///
/// A component is the folded name as `NaturalOrder.key` gives it, 01, the name's own bytes, 00. A folded name holds no
/// byte below 20 but a count of digits, which always follows a "0", and no name holds a 00: so no key is the beginning
/// of another, and two names never share a key.
enum NaturalKey {
  /// Opens each component of a folder's key. `subtreeEnd` is the first key after all that begin so.
  private static let component: UInt8 = 0x02

  /// Bytes of an album's folded name after this number are ignored.
  private static let longestAlbum = 64

  /// Makes the key of a track within its folder: album, disc, track number, name without its extension. The
  /// album comes first so that albums in one folder stay separate; tracks without one precede them.
  ///
  /// A missing disc counts as the first. A missing track number is taken from the digits that the name begins
  /// with; where there are none, the track stands after the numbered ones.
  static func ofTrack(name: [UInt8], album: String? = nil, disc: Int?, track: Int?) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(name.count * 2 + 12)
    if let album { key += NaturalOrder.key(for: FoldedName.fold(album.utf8)).prefix(longestAlbum) }
    key.append(0x01)
    append(UInt16(clamping: disc.map { $0 > 0 ? $0 : 1 } ?? 1), to: &key)
    let number = track.flatMap { $0 > 0 ? $0 : nil } ?? leadingNumber(of: name)
    append(number.map(TrackNumber.place) ?? .max, to: &key)
    appendFolded(stem(of: name), to: &key)
    key.append(0x01)
    key += name
    key.append(0x00)
    return key
  }

  /// Makes the key of a folder within the volume: its parent's key and one component. The root's key is empty.
  static func ofFolder(name: [UInt8], in parent: [UInt8]) -> [UInt8] {
    var key = parent
    key.append(component)
    appendFolded(name[...], to: &key)
    key.append(0x01)
    key += name
    key.append(0x00)
    return key
  }

  /// The first key after those of everything below the folder with `key`.
  static func subtreeEnd(_ key: [UInt8]) -> [UInt8] { key + [component + 1] }

  /// The order of `ofFolder`'s keys, for names that are in no database yet.
  static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    ofFolder(name: a, in: []).lexicographicallyPrecedes(ofFolder(name: b, in: []))
  }

  private static func append(_ number: UInt16, to key: inout [UInt8]) {
    key.append(UInt8(number >> 8))
    key.append(UInt8(number & 0xFF))
  }

  private static func appendFolded(_ name: ArraySlice<UInt8>, to key: inout [UInt8]) {
    key += NaturalOrder.key(for: FoldedName.fold(name))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// At most three digits at the beginning, not followed by a further one ("1999" is a year, not a place).
  private static func leadingNumber(of name: [UInt8]) -> Int? {
    let digits = name.prefix { isDigit($0) }
    guard !digits.isEmpty, digits.count <= 3 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The name without an extension of at most five characters.
  private static func stem(of name: [UInt8]) -> ArraySlice<UInt8> {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 6 else {
      return name[...]
    }
    return name[..<dot]
  }
}
