/// The keys that APE tags and Vorbis comments use, in all the ways that programs write them.
enum TagKey: Hashable {
  case text(TagName)
  case track, trackTotal, disc, discTotal

  /// - Parameter key: in any case of letters.
  init?(_ key: String) {
    guard let known = Self.known[key.uppercased()] else { return nil }
    self = known
  }

  func add(_ text: String, to tags: inout Tags) {
    switch self {
    case .text(.genre): for genre in Genre.names(text) { tags.add(.genre, genre) }
    case .text(let name): tags.add(name, text)
    case .track: tags.addTrack(text)
    case .trackTotal: tags.addTrackTotal(text)
    case .disc: tags.addDisc(text)
    case .discTotal: tags.addDiscTotal(text)
    }
  }

  /// Of a key that is known, in bytes.
  static let keyLimit = 32

  private static let known: [String: TagKey] = [
    "TITLE": .text(.title), "ARTIST": .text(.artist), "ALBUM": .text(.album),
    "ALBUMARTIST": .text(.albumArtist), "ALBUM ARTIST": .text(.albumArtist),
    "ALBUM_ARTIST": .text(.albumArtist),
    "ENSEMBLE": .text(.albumArtist),
    "DATE": .text(.date), "YEAR": .text(.date), "ORIGINALDATE": .text(.originalDate),
    "ORIGINALYEAR": .text(.originalDate), "GENRE": .text(.genre), "COMPOSER": .text(.composer),
    "TITLESORT": .text(.titleSort), "ARTISTSORT": .text(.artistSort), "ALBUMSORT": .text(.albumSort),
    "ALBUMARTISTSORT": .text(.albumArtistSort), "COMPOSERSORT": .text(.composerSort),
    "TRACKNUMBER": .track, "TRACK": .track, "TRACKNUM": .track,
    "TRACKTOTAL": .trackTotal, "TOTALTRACKS": .trackTotal,
    "DISCNUMBER": .disc, "DISC": .disc, "DISKNUMBER": .disc,
    "DISCTOTAL": .discTotal, "TOTALDISCS": .discTotal, "DISKTOTAL": .discTotal,
  ]
}
