import ArgumentParser

/// Notes as people write them: of songs, of playlists, and of the songs in these.
enum NoteText {
  /// A line of the protocol holds no more of them.
  private static let mostLines = 100

  /// Refuses what the jukebox would, and says what it takes.
  /// - Parameter limit: in bytes of UTF-8.
  static func check(_ text: String?, limit: Int) throws {
    guard let text else { return }
    let lines = PlaylistSetCommand.lines(text)
    guard text.utf8.count <= limit, lines.count <= mostLines else {
      throw ValidationError(
        "The note is too long: it has \(text.utf8.count) bytes in \(StatusText.count(lines.count, "line")); at most \(limit) bytes in \(mostLines) lines are kept."
      )
    }
    let isPlain = lines.allSatisfy { line in
      line.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
    }
    guard isPlain else {
      throw ValidationError("A note has no control characters but line ends and tabs.")
    }
  }
}
