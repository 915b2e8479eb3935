import Media

/// The numbers by which tags beside those with a column of their own stand in databases. They never change; a name
/// that has none has a column that holds every value.
enum StoredTag {
  static let numbers: [TagName: Int] = [
    .title: 1, .album: 2, .date: 3, .originalDate: 10, .composer: 11, .performer: 12, .conductor: 13,
    .ensemble: 14, .work: 15, .movement: 16, .movementNumber: 17, .showMovement: 18, .grouping: 30, .mood: 31,
    .location: 32, .label: 33, .comment: 34, .tempo: 35, .key: 36, .mixRampStart: 37,
    .mixRampEnd: 38, .titleSort: 50, .artistSort: 51,
    .albumSort: 52,
    .albumArtistSort: 53, .composerSort: 54, .musicBrainzArtist: 70, .musicBrainzAlbum: 71,
    .musicBrainzAlbumArtist: 72, .musicBrainzTrack: 73, .musicBrainzReleaseTrack: 74,
    .musicBrainzReleaseGroup: 75, .musicBrainzWork: 76,
  ]

  static let names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
}
