import Control
import Library
import Model

extension Tag {
  /// The files' words and the protocol's; nil for what MPD has no word for.
  init?(_ name: TagName) {
    switch name {
    case .artist: self = .artist
    case .albumArtist: self = .albumArtist
    case .genre: self = .genre
    case .title: self = .title
    case .album: self = .album
    case .date: self = .date
    case .originalDate: self = .originalDate
    case .composer: self = .composer
    case .performer: self = .performer
    case .conductor: self = .conductor
    case .ensemble: self = .ensemble
    case .work: self = .work
    case .movement: self = .movement
    case .movementNumber: self = .movementNumber
    case .showMovement: self = .showMovement
    case .grouping: self = .grouping
    case .mood: self = .mood
    case .location: self = .location
    case .label: self = .label
    case .comment: self = .comment
    case .titleSort: self = .titleSort
    case .artistSort: self = .artistSort
    case .albumSort: self = .albumSort
    case .albumArtistSort: self = .albumArtistSort
    case .composerSort: self = .composerSort
    case .musicBrainzArtist: self = .musicBrainzArtist
    case .musicBrainzAlbum: self = .musicBrainzAlbum
    case .musicBrainzAlbumArtist: self = .musicBrainzAlbumArtist
    case .musicBrainzTrack: self = .musicBrainzTrack
    case .musicBrainzReleaseTrack: self = .musicBrainzReleaseTrack
    case .musicBrainzReleaseGroup: self = .musicBrainzReleaseGroup
    case .musicBrainzWork: self = .musicBrainzWork
    case .tempo, .key, .mixRampStart, .mixRampEnd: return nil
    }
  }

  private static let names = Dictionary(
    uniqueKeysWithValues: TagName.allCases.compactMap { name in Tag(name).map { ($0, name) } })

  /// The field that the library counts by; nil for one that no song has.
  var field: TagTally.Field? {
    switch self {
    case .disc: .disc
    case .track: .track
    default: tagName.map { .tag($0) }
    }
  }

  /// The files' word; nil for numbers, and for what no song has.
  var tagName: TagName? { Self.names[self] }

  /// Values in the order in which tags are listed; those of one tag stay as they are.
  static func inOrder(_ values: [Song.TagValue]) -> [Song.TagValue] {
    var values = values
    // By insertion: most are in their order already.
    for place in values.indices.dropFirst() {
      var hole = place
      let value = values[place]
      while hole > 0, values[hole - 1].tag.rawValue > value.tag.rawValue {
        values[hole] = values[hole - 1]
        hole -= 1
      }
      if hole != place { values[hole] = value }
    }
    return values
  }

  /// The protocol's words, in the order in which tags are listed.
  static func values(_ values: [TagTally.Value]) -> [Song.TagValue] {
    inOrder(
      values.compactMap { value in
        switch value.field {
        case .disc: Song.TagValue(.disc, value.text)
        case .track: Song.TagValue(.track, value.text)
        case .folderAlbum: nil
        case .tag(let name): Tag(name).map { Song.TagValue($0, value.text) }
        }
      })
  }
}

extension SongTally {
  init(_ tally: TagTally) {
    self.init(tags: Tag.values(tally.values), songs: tally.tracks, duration: tally.duration)
    folderAlbum = tally.folderAlbum
    first = tally.first.map { First(uri: $0.uri, place: $0.place) }
  }
}

extension WantedValue {
  static func of(_ selection: SongSelection) -> [Self] { selection.values.compactMap(Self.init) }

  /// - Returns: nil where a tag that may have it is none of the files' texts.
  init?(_ value: WholeValue) {
    let tags = Tag.allCases.filter { value.tags.contains($0) }
    let names = tags.compactMap(\.tagName)
    guard names.count == tags.count else { return nil }
    self.init(value.text, of: Set(names), foldsCase: value.foldsCase)
  }
}
