/// A tag of a file, and the values that it has or is to have.
public struct TagEdit: Hashable, Sendable {
  /// In capital letters, as Vorbis comments and TagLib name it: `ARTIST`, `TRACKNUMBER`.
  public let key: String
  /// None: the tag is removed.
  public let values: [String]

  /// Limits of one change of a file.
  public static let mostKeys = 32
  public static let mostValueBytes = 8192
  private static let mostKeyBytes = 64

  /// Names of MPD's protocol whose tags have other names in files.
  private static let names = ["TRACK": "TRACKNUMBER", "DISC": "DISCNUMBER"]

  public init(key: String, values: [String]) { (self.key, self.values) = (key, values) }

  /// - Parameters:
  ///   - pairs: a name of a tag, in any case, and a value each; one name several times has several values, and an empty
  ///     value removes the tag.
  /// - Throws: `bad-tag` for a name or a value that files can't store, `limit-reached` for too many.
  public static func all(_ pairs: [(key: String, value: String)]) throws(Refusal) -> [TagEdit] {
    var keys: [String] = []
    var values: [String: [String]] = [:]
    for (name, value) in pairs {
      let key = try key(name)
      guard isStorable(value) else {
        throw .failed(
          .badTag,
          "The value of \(key) is too long or contains control characters: at most \(mostValueBytes) bytes of UTF-8",
          about: key)
      }
      if values[key] == nil { keys.append(key) }
      values[key, default: []] += value.isEmpty ? [] : [value]
    }
    guard pairs.count <= mostKeys else {
      throw .failed(.limitReached, "At most \(mostKeys) values can be written at once")
    }
    return keys.map { TagEdit(key: $0, values: values[$0] ?? []) }
  }

  /// Checks a name by the rules of Vorbis comments: ASCII without `=` and control characters.
  private static func key(_ name: String) throws(Refusal) -> String {
    let isName =
      !name.isEmpty && name.utf8.count <= mostKeyBytes
      && name.utf8.allSatisfy { (0x20...0x7D).contains($0) && $0 != UInt8(ascii: "=") }
    let key = name.uppercased()
    // A picture is no text.
    guard isName, !["METADATA_BLOCK_PICTURE", "COVERART", "PICTURE"].contains(key) else {
      throw .failed(
        .badTag, "Not a tag's name: 1 to \(mostKeyBytes) letters, digits and signs without = expected",
        about: name)
    }
    return names[key] ?? key
  }

  private static func isStorable(_ value: String) -> Bool {
    // Bytes that are not UTF-8 have become U+FFFD.
    value.utf8.count <= mostValueBytes
      && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0xFFFD }
  }
}
