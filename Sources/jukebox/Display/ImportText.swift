import Client
import Linux

/// Results of imported playlist files, for people.
enum ImportText {
  static func lines(_ imported: Imported) -> [String] {
    let songs = StatusText.count(imported.entries, "song")
    let missing = imported.entries - imported.matched
    var lines = ["\(imported.playlist): \(songs)"]
    if missing > 0, imported.matched > 0 {
      lines[0] += ", \(missing) of them missing (they stay in the playlist):"
    } else if missing > 0 {
      let none = missing == 1 ? "its only song is missing" : "all of its \(songs) are missing"
      lines[0] =
        "\(imported.playlist): \(none). If it is not a playlist: \(deletion(of: [imported.playlist]))"
      lines.append("Missing songs (they stay in the playlist):")
    }
    lines += first(imported.unmatched, of: max(0, missing))
    if imported.unmatched.contains(where: { holds($0, "://") && !holds($0, "file://") }) {
      lines.append("  Of streams, only those of http:// and https:// can be played.")
    }
    return lines + leftOut(imported).map { "  Left out: \($0)" }
  }

  private static func leftOut(_ imported: Imported) -> [String] {
    var reasons: [String] = []
    if imported.surplus > 0 {
      reasons.append("\(StatusText.count(imported.surplus, "song")) after the first 16,384, the maximum")
    }
    if imported.nameless > 0 {
      let count = StatusText.count(imported.nameless, "line")
      reasons.append("\(count) without a song")
    }
    if imported.isTooLong { reasons.append("everything after the first 4 MiB of the file") }
    if imported.isDamaged { reasons.append("damaged or truncated parts of the file") }
    // This jukebox gives no reason.
    return reasons.isEmpty && imported.isIncomplete ? ["a part of the file"] : reasons
  }

  /// Message after a Ctrl-C.
  /// - Parameters:
  ///   - playlists: the playlists made until then.
  ///   - file: the file in progress; nil between two files.
  ///   - isSent: whether the jukebox has that file and all that it needs for it.
  static func interrupted(_ playlists: [String], in file: String?, isSent: Bool) -> [String] {
    var lines = ["jukebox: Interrupted."]
    if !playlists.isEmpty { lines += ["Imported before that:"] + first(playlists, of: playlists.count) }
    if let file {
      lines.append(
        isSent
          ? "The jukebox has received \(file) and completes its import: `jukebox playlist` shows it then."
          : "\(file) was not imported.")
    }
    if !playlists.isEmpty || isSent {
      lines.append("`jukebox playlist delete NAME` deletes an imported playlist.")
    }
    return lines
  }

  /// How what was made is deleted.
  static func deletion(of playlists: [String]) -> String {
    if playlists.count == 1 {
      return "`jukebox playlist delete \(CommandWords.quoted(playlists[0]))` deletes it."
    }
    let names = playlists.prefix(mostNamed).joined(separator: ", ")
    let rest = playlists.count > mostNamed ? " and \(playlists.count - mostNamed) more" : ""
    return "`jukebox playlist delete NAME` deletes each of them: \(names)\(rest)."
  }

  /// More than these are too many to read; --json has more of them.
  private static let mostNamed = 20

  /// The beginning of a list.
  /// - Parameter count: of all that there are.
  static func first(_ names: [String], of count: Int) -> [String] {
    var times: [String: Int] = [:]
    for name in names { times[name, default: 0] += 1 }
    var seen: Set<String> = []
    let different = names.filter { seen.insert($0).inserted }
    let named = different.prefix(different.count > mostNamed + 1 ? mostNamed : different.count)
    let rest = count - named.reduce(0) { $0 + (times[$1] ?? 1) }
    return named.map { name in
      let number = times[name] ?? 1
      return "  \(name)" + (number > 1 ? " (\(number) times)" : "")
    } + (rest > 0 ? ["  … and \(rest) more"] : [])
  }

  private static func holds(_ text: String, _ part: String) -> Bool {
    text.utf8.firstOccurrence(of: part.utf8) != nil
  }
}
