/// A song as a person names it, or the current one.
enum SongArgument {
  /// What the jukebox's commands take: a URI, or an empty text for the current song.
  ///
  /// - Parameter example: how another one would be named.
  static func uri(_ path: String?, _ connection: Connection, example: String) throws -> String {
    if let path {
      guard !path.isEmpty else {
        throw Failure.refused("An empty name is no song. Leave it away, and the current song is meant.")
      }
      return AddCommand.uri(path, musicDirectory: try? connection.ask("config")["music_directory"])
    }
    guard try connection.ask("currentsong")["file"] != nil else {
      throw Failure.refused("There is no current song: name one, such as `\(example)`.")
    }
    return ""
  }
}
