import Model

/// The tags of the MPD protocol, in the order of MPD, in which `tagtypes` lists them.
public enum Tag: UInt8, CaseIterable, Hashable, Sendable {
  case artist, artistSort, album, albumSort, albumArtist, albumArtistSort, title, titleSort, track
  case name, genre, mood, date, originalDate, composer, composerSort, performer, conductor, work
  case movement, movementNumber, showMovement, ensemble, location, grouping, comment, disc, label
  case musicBrainzArtist, musicBrainzAlbum, musicBrainzAlbumArtist, musicBrainzTrack
  case musicBrainzReleaseTrack, musicBrainzWork, musicBrainzReleaseGroup

  /// The name that stands on the wire.
  public var word: String {
    switch self {
    case .artist: "Artist"
    case .artistSort: "ArtistSort"
    case .album: "Album"
    case .albumSort: "AlbumSort"
    case .albumArtist: "AlbumArtist"
    case .albumArtistSort: "AlbumArtistSort"
    case .title: "Title"
    case .titleSort: "TitleSort"
    case .track: "Track"
    case .name: "Name"
    case .genre: "Genre"
    case .mood: "Mood"
    case .date: "Date"
    case .originalDate: "OriginalDate"
    case .composer: "Composer"
    case .composerSort: "ComposerSort"
    case .performer: "Performer"
    case .conductor: "Conductor"
    case .work: "Work"
    case .movement: "Movement"
    case .movementNumber: "MovementNumber"
    case .showMovement: "ShowMovement"
    case .ensemble: "Ensemble"
    case .location: "Location"
    case .grouping: "Grouping"
    case .comment: "Comment"
    case .disc: "Disc"
    case .label: "Label"
    case .musicBrainzArtist: "MUSICBRAINZ_ARTISTID"
    case .musicBrainzAlbum: "MUSICBRAINZ_ALBUMID"
    case .musicBrainzAlbumArtist: "MUSICBRAINZ_ALBUMARTISTID"
    case .musicBrainzTrack: "MUSICBRAINZ_TRACKID"
    case .musicBrainzReleaseTrack: "MUSICBRAINZ_RELEASETRACKID"
    case .musicBrainzWork: "MUSICBRAINZ_WORKID"
    case .musicBrainzReleaseGroup: "MUSICBRAINZ_RELEASEGROUPID"
    }
  }

  /// The tag of this name, whatever its case, as MPD reads names.
  public init?(named name: String) {
    guard let tag = Self.byName[name.lowercased()] else { return nil }
    self = tag
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.word.lowercased(), $0) })

  init?(_ field: SourceMetadata.Field) {
    switch field {
    case .guest: return nil
    case .title: self = .title
    case .artist: self = .artist
    case .album: self = .album
    case .albumArtist: self = .albumArtist
    case .track: self = .track
    case .date: self = .date
    case .genre: self = .genre
    case .name: self = .name
    }
  }

  /// As what a stream's entry keeps it; nil where it does not.
  var sourceField: SourceMetadata.Field? { SourceMetadata.Field.allCases.first { Tag($0) == self } }

  /// Whether it names something to machines.
  var isIdentifier: Bool { rawValue >= Self.musicBrainzArtist.rawValue }

  /// The tags that stand in for this one in filters where a song lacks it, the nearest first.
  var standIns: [Tag] {
    switch self {
    case .albumArtist, .artistSort: [.artist]
    case .albumArtistSort: [.albumArtist, .artistSort, .artist]
    case .albumSort: [.album]
    case .titleSort: [.title]
    case .composerSort: [.composer]
    default: []
    }
  }
}

/// A set of tags in one word: which tags a client wants to see.
public struct TagSet: Hashable, Sendable {
  private var bits: UInt64 = 0

  public init(_ tags: some Sequence<Tag> = []) {
    for tag in tags { insert(tag) }
  }

  public static let all = TagSet(Tag.allCases)

  public func contains(_ tag: Tag) -> Bool { bits & Self.bit(tag) != 0 }
  public mutating func insert(_ tag: Tag) { bits |= Self.bit(tag) }
  public mutating func remove(_ tag: Tag) { bits &= ~Self.bit(tag) }
  public func intersection(_ other: TagSet) -> TagSet {
    var result = self
    result.bits &= other.bits
    return result
  }

  public func union(_ other: TagSet) -> TagSet {
    var result = self
    result.bits |= other.bits
    return result
  }

  private static func bit(_ tag: Tag) -> UInt64 { 1 << UInt64(tag.rawValue) }
}
