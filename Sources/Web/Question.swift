/// A request's question to the jukebox.
enum Question: Hashable, Sendable {
  case command([String])
  case list([[String]])
  case index(Index)
  /// A picture, by the command that sends its parts.
  case picture([String], version: String?)
  case wave(uri: String, points: Int)
  case padWave(id: String, points: Int)
  /// How much of a file is there.
  case uploadState(UploadFile)
  case uploadStop(UploadFile)
  case upload(UploadStream)
  /// Bytes of a finished mix; the first ones come with its size.
  case mix(job: Int, offset: Int)
  /// Whether a password is right that somebody at this machine gave.
  case login(password: String, machine: String)
  case health

  /// Whether the answer has a few lines, whatever the library holds, and needs no storage: such questions do not wait for those
  /// with long answers.
  var isBrief: Bool {
    switch self {
    case .command(let words): words.first.map { Self.briefCommands.contains($0) } ?? false
    case .health: true
    case .list, .index, .picture, .wave, .padWave, .uploadState, .uploadStop, .upload, .mix, .login: false
    }
  }

  private static let briefCommands: Set = ["currentsong", "outputs", "ping", "replay_gain_status", "status"]

  /// The lists of the library that a page holds whole.
  enum Index: String, CaseIterable {
    case albums, artists, folders, genres, years
  }
}
