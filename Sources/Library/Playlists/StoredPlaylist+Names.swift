import Model

extension StoredPlaylist {
  /// Whether a playlist of that name would hide the one that the jukebox makes itself.
  package static func isReserved(name: String) -> Bool {
    name.utf8.elementsEqual(PlaylistID.lovelySongsName.utf8)
  }

  /// `name` as a valid playlist name, with a number at the end if it is taken: the first free one up to 9, above that a
  /// free one whose predecessor is taken, so that very many equal names need few queries.
  package static func freeName<Failure: Error>(
    like name: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String {
    let clean = cleanName(name)
    if try !isTaken(clean) { return clean }
    for number in 2...9 where try !isTaken("\(clean) \(number)") { return "\(clean) \(number)" }
    var (taken, free) = (9, 16)
    while free < mostPlaylistsOfOneName, try isTaken("\(clean) \(free)") { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if try isTaken("\(clean) \(middle)") { taken = middle } else { free = middle }
    }
    return "\(clean) \(free)"
  }

  /// Far more than a volume has playlists.
  private static let mostPlaylistsOfOneName = 1 << 20

  /// The name that one which `freeName` gave a number would have without; nil where it has none.
  package static func unnumbered(_ name: String) -> String? {
    let digits = name.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
    guard digits > 0, name.utf8.count > digits + 1 else { return nil }
    let base = name.utf8.dropLast(digits)
    return base.last == 0x20 ? String(Substring(base.dropLast())) : nil
  }

  /// Returns a valid name of a playlist, as near to `name` as possible.
  package static func cleanName(_ name: String) -> String {
    let clean = String.UnicodeScalarView(
      (name.prefix(bytes: mostNameBytes - 8) ?? "").unicodeScalars.map {
        $0.value < 0x20 || $0.value == 0x7F || $0 == "/" ? "_" : $0
      })
    return clean.contains { !$0.properties.isWhitespace } ? String(clean) : "Playlist"
  }
}
