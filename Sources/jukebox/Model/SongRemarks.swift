/// What a list says of one of its songs.
protocol SongRemarks: Encodable, Equatable {
  init(_ answer: Answer)
}
