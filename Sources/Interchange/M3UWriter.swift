/// Playlists as M3U8: UTF-8 without a byte order mark, line feeds, `#EXTINF` for every known length and title.
public enum M3UWriter {
  /// - Parameter entries: each with the path or URI that the file is to say, as it is to stand there.
  public static func text(title: String?, _ entries: some Sequence<WrittenEntry>) -> [UInt8] {
    var lines = Array("#EXTM3U\n".utf8)
    func line(_ start: StaticString, _ text: String) {
      lines += "\(start)".utf8
      lines += text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
      lines.append(UInt8(ascii: "\n"))
    }
    if let title { line("#PLAYLIST:", title) }
    for entry in entries {
      if entry.title != nil || entry.duration != nil {
        let seconds = entry.duration.map { "\(wholeSeconds($0))" } ?? "-1"
        let words = [entry.artist, entry.title].compactMap(\.self).joined(separator: " - ")
        line("#EXTINF:", "\(seconds),\(words)")
      }
      if let album = entry.album { line("#EXTALB:", album) }
      if let start = entry.start { line("#EXTVLCOPT:start-time=", Seconds.text(start)) }
      if let end = entry.end { line("#EXTVLCOPT:stop-time=", Seconds.text(end)) }
      // A path that would be taken for a remark stays a path.
      line("", entry.path.first == "#" ? "./\(entry.path)" : entry.path)
    }
    return lines
  }

  /// Rounded, as every reader takes it.
  private static func wholeSeconds(_ duration: Duration) -> Int64 {
    duration.components.seconds + (duration.components.attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
  }
}
