import ArgumentParser

/// What people want to call a playlist, or a folder of playlists.
enum PlaylistName {
  /// Refuses what the protocol has no room for, and would drop without a word.
  static func check(_ name: String) throws {
    guard name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return }
    throw ValidationError(
      "“\(Answer.harmless(name))” can't be a name: it has a line break or another control character in it.")
  }
}
