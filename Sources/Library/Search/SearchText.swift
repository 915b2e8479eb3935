import CUtf8proc
import Media
import Player

/// What of a track stands in the text indexes. They keep no text themselves (FTS5's contentless tables): an entry is
/// taken out again by the very text that put it in, so the same row has to give the same text.
struct SearchText {
  /// Raised whenever a row would give another text than before; the indexes are made anew then.
  static let version: Int64 = 1
  /// Names are folded by this version of Unicode (utf8proc_unicode_version): with another, the indexes are made anew.
  static var unicode: String { unsafe String(cString: utf8proc_unicode_version()) }

  let title: String
  let artist: String
  let album: String
  let albumArtist: String
  let genre: String
  let composer: String
  /// From the volume's root, without the file name's extension.
  let path: String
  /// Without its extension.
  let name: String
  /// Every tag that a filter may ask for by a part of it, folded, parted by a character that no value holds.
  /// MusicBrainz' identifiers are left out: they would take more room than all else, and nobody types parts of them.
  let folded: String

  /// - Parameter row: of a query for `title, artist, album, album_artist, genre, date, disc, track, more, name,
  ///   path` (of the folder), from `column` on.
  init(_ row: Row, from column: Int32, more: [TrackDetails.TagValue]) throws(StoreError) {
    func text(_ place: Int32) throws(StoreError) -> String { try row.optionalText(column + place) ?? "" }
    title = try text(0)
    artist = try text(1)
    album = try text(2)
    albumArtist = try text(3)
    genre = try text(4)
    composer = more.lazy.filter { $0.tag == .composer }.map(\.text)
      .joined(separator: String(SQLValue.separator))
    let fileName = try row.blob(column + 9)
    let stem = Self.stem(of: fileName)
    name = EscapedName.text(for: stem)
    path = EscapedName.text(for: VolumePath.join(try row.blob(column + 10), Array(stem)))
    var all = [title, artist, album, albumArtist, genre, try text(5)]
    for place: Int32 in [6, 7] {
      if let number = try row.optionalInteger(column + place, as: Int32.self) { all.append("\(number)") }
    }
    all += more.lazy.filter { !$0.tag.isIdentifier }.map(\.text)
    let joined = all.lazy.filter { !$0.isEmpty }.joined(separator: String(SQLValue.separator))
    folded = Self.folded(joined)
  }

  /// As texts are compared where neither case nor accents count.
  static func folded(_ text: String) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count + 32)
    // Each part by itself: it is mostly plain, which is quick, and the separator between them is not.
    for part in text.utf8.split(separator: separator, omittingEmptySubsequences: false) {
      if part.startIndex > text.startIndex { folded += foldedSeparator }
      folded += FoldedName.fold(part)
    }
    return String(decoding: folded, as: UTF8.self)
  }

  private static let separator = UInt8(ascii: "\u{1F}")
  private static let foldedSeparator = FoldedName.fold([separator])

  private static func stem(of name: [UInt8]) -> ArraySlice<UInt8> {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name[...] }
    return name[..<dot]
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
