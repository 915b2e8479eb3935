import CUtf8proc
import Model

/// Texts of a track in the text indexes: folded words (`FoldedName`) with one space between two, which FTS5's
/// ascii tokenizer only splits. The indexes keep no text themselves (contentless tables): an entry is removed
/// by the very text that added it, so the same row has to give the same text.
struct SearchText {
  /// Raised whenever a row would give another text than before; the indexes are rebuilt then.
  static let version: Int64 = 6
  /// Texts are folded by this version of Unicode (utf8proc_unicode_version): with another, the indexes are rebuilt.
  static let unicode = unsafe String(cString: utf8proc_unicode_version())

  let title: String
  let artist: String
  let album: String
  let albumArtist: String
  let genre: String
  let composer: String
  /// From the volume's root, without the file name's extension. It ends with the name, which is no text of its own.
  let path: String
  /// Every tag that a filter may ask for by a part of it, folded, parted by spaces. MusicBrainz' identifiers are left
  /// out: they would take more room than all else, and nobody types parts of them.
  let folded: String

  /// - Parameter row: of a query for `title, artist, album, album_artist, genre, date, disc, track, more, name,
  ///   path` (of the folder), from `column` on.
  init(_ row: Row, from column: Int32, more: [TrackDetails.TagValue]) throws(StoreError) {
    // Further values of a single tag are among the other tags.
    func texts(of tag: TagName, _ first: String?) -> String {
      let others = more.lazy.filter { $0.tag == tag }.map(\.text)
      return ([first].compactMap(\.self) + others).joined(separator: String(SQLValue.separator))
    }
    var folded: [UInt8] = []
    folded.reserveCapacity(256)
    /// Appends the value to what filters look into.
    /// - Returns: its words.
    func words(of text: String) -> String {
      let start = folded.count
      Self.append(text, to: &folded)
      return Self.words(of: folded[start...])
    }
    title = words(of: texts(of: .title, try row.optionalText(column)))
    let artists = try row.optionalText(column + 1) ?? ""
    artist = words(of: artists)
    album = words(of: texts(of: .album, try row.optionalText(column + 2)))
    let albumArtists = try row.optionalText(column + 3) ?? ""
    albumArtist = albumArtists == artists ? artist : words(of: albumArtists)
    genre = words(of: try row.optionalText(column + 4) ?? "")
    if let date = try row.optionalText(column + 5) { Self.append(date, to: &folded) }
    // A smaller one has no three characters, and nothing shorter is looked for here.
    for column in [column + 6, column + 7] {
      if let number = try row.optionalInteger(column, as: Int32.self), !(0..<100).contains(number) {
        // The sides of a record are kept as large numbers; a disc never is one.
        Self.append(TrackNumber.text(of: Int(number)), to: &folded)
      }
    }
    for value in more where ![.title, .album].contains(value.tag) && !value.tag.isIdentifier {
      Self.append(value.text, to: &folded)
    }
    self.folded = String(decoding: folded, as: UTF8.self)
    composer = Self.words(of: Self.folded(texts(of: .composer, nil)).utf8)
    let place = Self.path(folder: try row.blob(column + 10), name: try row.blob(column + 9))
    path = String(decoding: FoldedName.words(of: FoldedName.fold(place)), as: UTF8.self)
  }

  /// As texts are compared where neither case nor accents count: `LibraryPads.folded`.
  static func folded(_ text: String) -> String {
    var folded: [UInt8] = []
    append(text, to: &folded)
    return String(decoding: folded, as: UTF8.self)
  }

  /// Appends values, folded and parted by spaces.
  private static func append(_ text: String, to folded: inout [UInt8]) {
    if text.isEmpty { return }
    if !folded.isEmpty { folded.append(space) }
    var isFirst = true
    for part in text.utf8.split(separator: separator, omittingEmptySubsequences: false) {
      if !isFirst { folded.append(space) }
      isFirst = false
      FoldedName.append(part, to: &folded)
    }
  }

  /// The words of a tag, and after them, in one piece, each that signs part: people type `dont`, `acdc`, `rem` and `hiphop` for
  /// Don't, AC/DC, R.E.M. and Hip-Hop.
  static func words(of folded: some Collection<UInt8>) -> String {
    var words = FoldedName.words(of: folded)
    for run in folded.split(separator: space) where run.count <= mostJoinedBytes {
      let parts = FoldedName.words(of: run)
      let joined = parts.filter { $0 != space }
      // Ideographs are words of their own, without a sign between them.
      guard joined.count < parts.count, joined.count < run.count else { continue }
      words.append(space)
      words += joined
    }
    return String(decoding: words, as: UTF8.self)
  }

  /// Longer runs without a space are no words.
  private static let mostJoinedBytes = 32

  private static let separator = UInt8(ascii: "\u{1F}")
  private static let space = UInt8(ascii: " ")

  private static func path(folder: [UInt8], name: [UInt8]) -> [UInt8] {
    var path = folder
    path.reserveCapacity(folder.count + name.count + 1)
    if !folder.isEmpty { path.append(UInt8(ascii: "/")) }
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
    path += name[..<(dot > 0 ? dot : name.count)]
    return path
  }
}

extension TagName {
  /// Whether it names something to machines.
  fileprivate var isIdentifier: Bool {
    switch self {
    case .musicBrainzArtist, .musicBrainzAlbum, .musicBrainzAlbumArtist, .musicBrainzTrack,
      .musicBrainzReleaseTrack, .musicBrainzReleaseGroup, .musicBrainzWork:
      true
    default: false
    }
  }
}
