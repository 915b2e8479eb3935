import ArgumentParser
import Client

/// A song as a person names it, or the current one.
enum SongArgument {
  /// Of an empty name, which a shell makes of a variable that is not set.
  static let nameless = "An empty name is no song. Leave it away, and the current song is meant."

  static func check(_ path: String?) throws {
    if path == "" { throw ValidationError(nameless) }
    if let path { try PathArguments.check(stream: path) }
  }

  /// What the jukebox's commands take: a URI, or an empty text for the current song.
  ///
  /// - Parameter example: how another one would be named.
  static func uri(_ path: String?, _ connection: Connection, example: String) throws -> String {
    if let path {
      try check(path)
      return AddCommand.uri(path, musicDirectory: try? connection.ask("config")["music_directory"])
    }
    guard try connection.ask("currentsong")["file"] != nil else {
      throw Failure.refused("There is no current song: name one, such as `\(example)`.")
    }
    return ""
  }
}
