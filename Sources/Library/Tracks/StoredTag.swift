package import Model

/// The numbers by which tags beside those with a column of their own stand in databases. They never change; a name
/// that has none has a column that holds every value.
package enum StoredTag {
  package static let numbers: [TagName: Int] = [
    .title: 1, .album: 2, .date: 3, .originalDate: 10, .composer: 11, .performer: 12, .conductor: 13,
    .ensemble: 14, .work: 15, .movement: 16, .movementNumber: 17, .showMovement: 18, .grouping: 30, .mood: 31,
    .location: 32, .label: 33, .comment: 34, .tempo: 35, .key: 36, .mixRampStart: 37,
    .mixRampEnd: 38, .titleSort: 50, .artistSort: 51,
    .albumSort: 52,
    .albumArtistSort: 53, .composerSort: 54, .musicBrainzArtist: 70, .musicBrainzAlbum: 71,
    .musicBrainzAlbumArtist: 72, .musicBrainzTrack: 73, .musicBrainzReleaseTrack: 74,
    .musicBrainzReleaseGroup: 75, .musicBrainzWork: 76,
  ]

  /// By their numbers.
  static let names: [TagName?] = {
    var names = [TagName?](repeating: nil, count: (numbers.values.max() ?? 0) + 1)
    for (name, number) in numbers { names[number] = name }
    return names
  }()

  static func name(_ number: Int) -> TagName? { names.indices.contains(number) ? names[number] : nil }

  /// Some of the tags, by their numbers.
  struct Selection {
    private let isIn: [Bool]

    static let all = Selection { _ in true }

    init(_ fields: Set<TagTally.Field>) { self.init { fields.contains(.tag($0)) } }

    private init(where test: (TagName) -> Bool) { isIn = names.map { $0.map(test) ?? false } }

    func contains(_ number: Int) -> Bool { isIn.indices.contains(number) && isIn[number] }
  }
}
