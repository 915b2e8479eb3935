import Model

extension ShelfOrder {
  /// The tags that keys are made of.
  static let tags = TagSet(
    [.albumArtistSort, .albumSort, .titleSort, .date, .originalDate, .disc, .track].flatMap {
      [$0] + $0.standIns
    })

  /// - Parameter isOfFolder: whether the song is of an album of a folder, whose artists and years do not count.
  func key(of song: Song, isOfFolder: Bool = false) -> [UInt8] {
    var place = ShelfPlace()
    if !isOfFolder {
      place.albumArtist = song.firstOrStandIn(of: .albumArtistSort) ?? ""
      place.year = song.year
    }
    place.album = song.firstOrStandIn(of: .albumSort) ?? ""
    place.disc = song.firstOrStandIn(of: .disc).flatMap(Self.number)
    place.track = song.firstOrStandIn(of: .track).flatMap { TrackNumber.value(of: $0.utf8) }.map(
      TrackNumber.place)
    place.title = song.firstOrStandIn(of: .titleSort) ?? Self.fileName(song)
    return key(of: place)
  }

  /// Parses the leading digits; nil without any, and above 65,535.
  private static func number(_ text: String) -> UInt16? {
    UInt16(Substring(text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }))
  }

  private static func fileName(_ song: Song) -> String {
    song.uri.split(separator: "/").last.map { String($0) } ?? song.uri
  }
}
