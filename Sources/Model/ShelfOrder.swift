/// The order of records on a shelf: album artist, year, album, disc, track, name, and then the given order; names by
/// their natural order, without articles; songs without any name come last.
public final class ShelfOrder {
  /// Bytes whose order is that of names.
  private let nameKey: (String) -> [UInt8]
  /// Keys of recent names: the songs of a record share its name and its artist.
  private var known: [String: [UInt8]] = [:]
  /// Names and keys of the previous song: the next one mostly has the same.
  private var artist = (name: "", key: ShelfOrder.unknown)
  private var album = (name: "", key: ShelfOrder.unknown)

  /// - Parameter nameKey: gives bytes whose order is that of names.
  public init(nameKey: @escaping (String) -> [UInt8]) { self.nameKey = nameKey }

  /// Comes last.
  private static let unknown: [UInt8] = [0xFF]
  private static let mostKnown = 256
  /// Bytes of a name's key after this number are ignored: all songs' keys are in memory at a time.
  private static let longest = 64

  /// A name's own key: an unknown one comes last.
  public func key(ofName name: String) -> [UInt8] {
    if name.isEmpty { return Self.unknown }
    if let key = known[name] { return key }
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    let key = Array(nameKey(name).prefix(Self.longest))
    known[name] = key
    return key
  }

  /// Bytes whose order is that of the songs.
  public func key(of place: ShelfPlace) -> [UInt8] {
    if artist.name != place.albumArtist { artist = (place.albumArtist, key(ofName: place.albumArtist)) }
    if album.name != place.album { album = (place.album, key(ofName: place.album)) }
    let title = place.title.isEmpty ? Self.unknown : nameKey(place.title)
    var result: [UInt8] = []
    // Two numbers of two bytes each, four digits of a year, and what parts names.
    result.reserveCapacity(artist.key.count + album.key.count + min(title.count, Self.longest) + 11)
    result += artist.key
    result.append(0)
    if let year = place.year { result += year.utf8 }
    result.append(0)
    result += album.key
    result.append(0)
    for number in [place.disc ?? 1, place.track ?? .max] {
      result.append(UInt8(number >> 8))
      result.append(UInt8(number & 0xFF))
    }
    result += title.prefix(Self.longest)
    return result
  }
}

/// The fields of a song that decide its place on a shelf (`ShelfOrder`).
public struct ShelfPlace {
  /// Names, with what stands in for those that a song lacks; empty where nothing does.
  public var albumArtist = ""
  public var album = ""
  /// Four digits (`year(of:)`).
  public var year: String?
  public var disc: UInt16?
  public var track: UInt16?
  /// The title, or the file's name.
  public var title = ""

  public init() {}

  /// The year of a date as it is written: four digits at its beginning or, as in `12.05.1999`, at its end.
  public static func year(of date: String) -> String? {
    func isYear(_ text: some StringProtocol) -> Bool {
      text.utf8.count == 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    // As most dates are: to find where characters end takes longer than all else.
    if isYear(date) { return date }
    for digits in [date.prefix(4), date.suffix(4)] where isYear(digits) { return String(digits) }
    return nil
  }
}
