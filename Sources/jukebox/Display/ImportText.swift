import Client
import Linux

/// What came of playlist files, for people.
enum ImportText {
  static func lines(_ imported: Imported) -> [String] {
    let songs = StatusText.count(imported.entries, "song")
    let missing = imported.entries - imported.matched
    var lines = ["\(imported.playlist): \(songs)"]
    if missing > 0, imported.matched > 0 {
      lines[0] += ", \(missing) of them not here (they stay in the playlist):"
    } else if missing > 0 {
      let none = missing == 1 ? "its one song is not here" : "none of its \(songs) is here"
      lines[0] = "\(imported.playlist): \(none). If it is no playlist, `jukebox import --undo` takes it back."
      lines.append("What it names stays in it:")
    }
    lines += first(imported.unmatched, of: max(0, missing))
    if imported.unmatched.contains(where: { holds($0, "://") && !holds($0, "file://") }) {
      lines.append(
        "  Streams stay silent: the jukebox plays none, only files on its sticks and in its folders.")
    }
    return lines + leftOut(imported).map { "  Left out: \($0)" }
  }

  private static func leftOut(_ imported: Imported) -> [String] {
    var reasons: [String] = []
    if imported.surplus > 0 {
      reasons.append(
        "\(StatusText.count(imported.surplus, "song")) behind the first 16,384, as many as are taken")
    }
    if imported.nameless > 0 {
      let count = StatusText.count(imported.nameless, "line")
      reasons.append("\(count) that \(imported.nameless == 1 ? "names" : "name") no song")
    }
    if imported.isTooLong { reasons.append("what stands behind the first 4 MiB of the file") }
    if imported.isDamaged { reasons.append("what is damaged in the file, or missing at its end") }
    // Of a jukebox that does not say why.
    return reasons.isEmpty && imported.isIncomplete ? ["something of the file"] : reasons
  }

  /// What a Ctrl-C has left.
  /// - Parameters:
  ///   - playlists: that were made until then.
  ///   - file: the one that it came in; nil between two.
  ///   - isSent: whether the jukebox has that file, and all that it needs for it.
  static func interrupted(_ playlists: [String], in file: String?, isSent: Bool) -> [String] {
    var lines = ["jukebox: Interrupted."]
    if !playlists.isEmpty { lines += ["Imported until then:"] + first(playlists, of: playlists.count) }
    if let file {
      lines.append(
        isSent
          ? "The jukebox has \(file) already, and imports it to its end: `jukebox playlist` shows it then."
          : "\(file) is not imported.")
    }
    if isSent {
      lines.append(
        "Once it is there, `jukebox import --undo` takes all of that back; before, it would take back another import."
      )
    } else if !playlists.isEmpty {
      lines.append("`jukebox import --undo` takes back what is imported.")
    }
    return lines
  }

  /// What came of taking an import back.
  static func lines(undone answer: Answer) -> [String] {
    let lines = answer.pairs.compactMap { pair -> String? in
      switch pair.key {
      case "removed": "\(pair.value) is removed."
      case "kept": "\(pair.value) was changed since, and stays."
      case "unknown":
        """
        \(pair.value) knows nothing of that import any more: its database was made anew, or taken back from a backup without \
        it. `jukebox playlist delete` deletes what is there of it.
        """
      default: nil
      }
    }
    return lines.isEmpty
      ? [
        "Nothing is left of that import: its playlists are gone already. Once more takes back the one before."
      ] : lines
  }

  /// More than these are too many to read; --json has more of them.
  private static let mostNamed = 20

  /// The beginning of a list.
  /// - Parameter count: of all that there are.
  static func first(_ names: [String], of count: Int) -> [String] {
    let named = names.prefix(names.count > mostNamed + 1 ? mostNamed : names.count)
    let rest = count - named.count
    return named.map { "  \($0)" } + (rest > 0 ? ["  … and \(rest) more"] : [])
  }

  private static func holds(_ text: String, _ part: String) -> Bool {
    text.utf8.firstOccurrence(of: part.utf8) != nil
  }
}
