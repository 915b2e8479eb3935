import ArgumentParser
import Client
import Model

/// Songs and folders that are to be added, as a person names them.
enum PathArguments {
  /// Refuses an empty name of a folder, likewise.
  static func check(folder: String?) throws {
    if folder == "" { throw ValidationError("The folder's path is empty; use / for the whole library.") }
  }

  /// Refuses what can be neither, whatever there is on the jukebox.
  static func check(_ paths: [String]) throws {
    // A shell makes it of a variable that is not set, and the jukebox would take it for everything.
    if paths.contains("") { throw ValidationError("A path is empty; use / for the whole library.") }
    for path in paths where TrackReference(url: path) == nil { try check(stream: path) }
  }

  /// Refuses what lies in a network, where only a file will do.
  static func check(stream path: String) throws {
    if Song.isInNetwork(path), !path.hasPrefix("file://") {
      throw ValidationError(
        "\(path) cannot be used here. Streams of http:// and https:// can be added and announced.")
    }
  }
}

/// A song as a person names it, or the current one.
enum SongArgument {
  /// Message for an empty path, which a shell makes of a variable that is not set.
  static let nameless = "The song's path is empty. Omit it for the current song."

  static let help = ArgumentHelp("Path of a song; default: the current song.")
  static let optionHelp = ArgumentHelp("Path of a song; default: the current song.", valueName: "path")

  static func check(_ path: String?) throws {
    if path == "" { throw ValidationError(nameless) }
    if let path { try PathArguments.check(stream: path) }
  }

  /// The argument of the jukebox's commands: a URI, or an empty text for the current song.
  ///
  /// - Parameter example: how another one would be named.
  static func uri(_ path: String?, _ connection: Connection, example: String) throws -> String {
    if let path {
      try check(path)
      return connection.uri(of: path)
    }
    guard try connection.ask("currentsong")["file"] != nil else {
      throw Failure.refused("There is no current song. Give one: `\(example)`.")
    }
    return ""
  }
}
