/// Songs of a playlist that stand under one heading.
struct PlaylistGroup: Encodable, Equatable {
  /// Empty for songs that lack every tag of the template.
  var heading: String
  var songs: [PlaylistEntry]

  static func all(_ answer: Answer) -> [PlaylistGroup] {
    answer.items(beginningWith: "group").map {
      PlaylistGroup(heading: $0["group"] ?? "", songs: PlaylistEntry.all($0))
    }
  }
}
