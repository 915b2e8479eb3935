import ArgumentParser
import Client

/// What people want to call a playlist, or a folder of playlists.
enum PlaylistName {
  /// Refuses what the protocol has no room for, and would drop without a word.
  /// - Parameter thing: what is called so.
  static func check(_ name: String, of thing: String = "playlist") throws {
    if name.isEmpty { throw ValidationError("An empty name is no \(thing).") }
    guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw ValidationError(
        "“\(ControlCharacters.shown(name, isOneLine: true))” can't be a name: it has a line break or another control character in it."
      )
    }
    guard !name.contains("/"), name.utf8.count <= mostBytes else {
      throw ValidationError("“\(name)” is no name of a \(thing): 1 to \(mostBytes) bytes without a slash.")
    }
  }

  /// The same of one that is given now: blanks alone can't be seen, though older playlists may be called so.
  static func check(new name: String, of thing: String = "playlist") throws {
    try check(name, of: thing)
    if name.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      throw ValidationError("Blanks alone are no name of a \(thing).")
    }
  }

  /// Refuses an empty name of one that is there, which a shell makes of a variable that is not set.
  static func check(there name: String) throws {
    if name.isEmpty {
      throw ValidationError("An empty name is no playlist. `jukebox playlist` shows them all.")
    }
  }

  private static let mostBytes = 251
}
