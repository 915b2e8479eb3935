/// The order in which people put records on a shelf: album artist, year, album, disc, track, name, and then as they were found; names by their
/// natural order, without articles, and whoever has no name at the end.
struct ShelfOrder {
  /// Bytes whose order is that of names (`Catalogue.orderKey`).
  let nameKey: (String) -> [UInt8]

  /// What is behind so many bytes of a name's key is of no account: all songs' keys are in memory at a time.
  private static let longest = 64

  /// A name's own key: an unknown one comes last.
  func key(ofName name: String) -> [UInt8] {
    name.isEmpty ? [0xFF] : Array(nameKey(name).prefix(Self.longest))
  }

  func key(of song: Song) -> [UInt8] {
    func first(_ tag: Tag) -> String { song.valuesOrStandIns(of: tag).first ?? "" }
    func number(_ tag: Tag, missing: UInt16) -> [UInt8] {
      let value = UInt16(first(tag).prefix { $0.isASCII && $0.isNumber }) ?? missing
      return [UInt8(value >> 8), UInt8(value & 0xFF)]
    }
    var result: [UInt8] = []
    for part in [
      key(ofName: first(.albumArtistSort)), Array((song.year ?? "").utf8),
      key(ofName: first(.albumSort)),
    ] {
      result += part
      result.append(0)
    }
    result += number(.disc, missing: 1) + number(.track, missing: .max)
    result += key(
      ofName: song.values(of: .titleSort).first ?? song.values(of: .title).first ?? fileName(song))
    return result
  }

  private func fileName(_ song: Song) -> String {
    song.uri.split(separator: "/").last.map { String($0) } ?? song.uri
  }
}
