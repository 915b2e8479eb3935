/// Types of objects that have stickers, by MPD's names.
enum StickerType: Hashable, Sendable {
  case song
  case playlist
  case filter
  case tag(Tag)

  /// - Parameter name: of a tag in any case of letters.
  init?(named name: String) {
    switch name {
    case "song": self = .song
    case "playlist": self = .playlist
    case "filter": self = .filter
    default:
      guard let tag = Tag(named: name) else { return nil }
      self = .tag(tag)
    }
  }

  var name: String {
    switch self {
    case .song: "song"
    case .playlist: "playlist"
    case .filter: "filter"
    case .tag(let tag): tag.word
    }
  }

  /// Key of a subject in answers.
  var field: String { self == .song ? "file" : name }

  /// The tags whose values may have stickers, as with MPD, in its order.
  static let tags: [Tag] = [
    .artist, .album, .albumArtist, .title, .genre, .composer, .performer, .conductor, .work, .ensemble,
    .location,
    .label, .musicBrainzArtist, .musicBrainzAlbum, .musicBrainzAlbumArtist, .musicBrainzReleaseTrack,
    .musicBrainzWork,
  ]
}
