/// What a request asks of the jukebox.
enum Question: Hashable, Sendable {
  case command([String])
  case list([[String]])
  case index(Index)
  /// A picture, by the command that sends its pieces.
  case picture([String], version: String?)
  case wave(uri: String, points: Int)
  case padWave(id: String, points: Int)
  /// How much of a file is there.
  case uploadState(UploadFile)
  case uploadStop(UploadFile)
  case upload(UploadStream)
  /// Bytes of a finished mix; the first ones come with its size.
  case mix(job: Int, offset: Int)
  /// Whether the role's password is right.
  case login
  case health

  /// The lists of the library that a page holds whole.
  enum Index: String {
    case albums, artists, folders, genres, years
  }
}
