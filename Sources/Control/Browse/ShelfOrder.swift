/// The order in which people put records on a shelf: album artist, year, album, disc, track, name, and then as they were found; names by their
/// natural order, without articles, and whoever has no name at the end.
final class ShelfOrder {
  /// Bytes whose order is that of names (`Catalogue.orderKey`).
  private let nameKey: (String) -> [UInt8]
  /// Of names that came last: the songs of a record have its name and its artist's in common.
  private var known: [String: [UInt8]] = [:]

  init(nameKey: @escaping (String) -> [UInt8]) { self.nameKey = nameKey }

  private static let mostKnown = 256
  /// What is behind so many bytes of a name's key is of no account: all songs' keys are in memory at a time.
  private static let longest = 64

  /// A name's own key: an unknown one comes last.
  func key(ofName name: String) -> [UInt8] {
    if name.isEmpty { return [0xFF] }
    if let key = known[name] { return key }
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    let key = newKey(ofName: name)
    known[name] = key
    return key
  }

  private func newKey(ofName name: String) -> [UInt8] { Array(nameKey(name).prefix(Self.longest)) }

  func key(of song: Song) -> [UInt8] {
    func first(_ tag: Tag) -> String { song.firstOrStandIn(of: tag) ?? "" }
    var result: [UInt8] = []
    result += key(ofName: first(.albumArtistSort))
    result.append(0)
    if let year = song.year { result += year.utf8 }
    result.append(0)
    result += key(ofName: first(.albumSort))
    result.append(0)
    for number in [Self.number(first(.disc)) ?? 1, Self.number(first(.track)) ?? .max] {
      result.append(UInt8(number >> 8))
      result.append(UInt8(number & 0xFF))
    }
    let title = song.firstOrStandIn(of: .titleSort) ?? fileName(song)
    result += title.isEmpty ? [0xFF] : newKey(ofName: title)
    return result
  }

  /// Of the digits at its beginning; nil without any, and where they are no place on a record.
  private static func number(_ text: String) -> UInt16? {
    UInt16(Substring(text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }))
  }

  private func fileName(_ song: Song) -> String {
    song.uri.split(separator: "/").last.map { String($0) } ?? song.uri
  }
}
