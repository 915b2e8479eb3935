/// A song in a list with what the list says of it; as JSON the keys of both stand side by side.
@dynamicMemberLookup
struct ListedSong<Remarks: SongRemarks>: Encodable, Equatable {
  var song: Song
  var remarks: Remarks

  init?(_ answer: Answer) {
    guard let song = Song(answer) else { return nil }
    self.song = song
    remarks = Remarks(answer)
    self.song.duration = remarks.length(of: song.duration)
  }

  static func all(_ answer: Answer) -> [ListedSong] {
    answer.items(beginningWith: "file").compactMap { ListedSong($0) }
  }

  subscript<Value>(dynamicMember path: KeyPath<Remarks, Value>) -> Value { remarks[keyPath: path] }

  func encode(to encoder: any Encoder) throws {
    try song.encode(to: encoder)
    try remarks.encode(to: encoder)
  }
}
