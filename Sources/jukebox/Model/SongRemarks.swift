/// What a list says of one of its songs.
protocol SongRemarks: Encodable, Equatable {
  init(_ answer: Answer)

  /// How long of a song is meant, in seconds; nil where that is not known.
  /// - Parameter whole: how long all of it is.
  func length(of whole: Double?) -> Double?
}

extension SongRemarks {
  func length(of whole: Double?) -> Double? { whole }
}
