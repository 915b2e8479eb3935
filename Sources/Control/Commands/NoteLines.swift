/// Notes of songs, of playlists and of the songs in these, a line per argument.
enum NoteLines {
  /// Refuses control characters but for tabs: one rule for all notes.
  static func check(_ lines: ArraySlice<String>) throws(CommandError) {
    let isPlain = lines.allSatisfy { line in
      line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }
    guard isPlain else { throw .argument("A note cannot contain control characters other than tabs") }
  }
}
