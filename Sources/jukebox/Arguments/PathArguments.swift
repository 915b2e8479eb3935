import ArgumentParser
import Client

/// Songs and folders that are to be added, as a person names them.
enum PathArguments {
  /// Refuses an empty name of a folder, likewise.
  static func check(folder: String?) throws {
    if folder == "" { throw ValidationError("An empty name is no folder; / is everything.") }
  }

  /// Refuses what can be neither, whatever there is on the jukebox.
  static func check(_ paths: [String]) throws {
    // A shell makes it of a variable that is not set, and the jukebox would take it for everything.
    if paths.contains("") {
      throw ValidationError("An empty name is no song or folder; / is everything.")
    }
    for path in paths { try check(stream: path) }
  }

  /// Refuses what lies in a network.
  static func check(stream path: String) throws {
    if Song.isInNetwork(path), !path.hasPrefix("file://") {
      throw ValidationError(
        "\(path) is a stream, and the jukebox plays none: only files on its sticks and in its folders.")
    }
  }
}
