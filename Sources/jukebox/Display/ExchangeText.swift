import Client

/// What was done to volumes, for people.
enum ExchangeText {
  /// What could not be done, with the names of the volumes; nil where all was, and there was one at all.
  /// - Parameter command: what was asked for.
  static func failure(of command: String, _ results: [ExchangeResult]) -> Failure? {
    if results.isEmpty {
      return .refused(
        "There is no volume to \(command == "sync" ? "sync" : "back up"). A stick is one as soon as it is mounted: `jukebox volumes` shows them."
      )
    }
    let lines = results.compactMap { result -> String? in
      guard let error = result.error else { return nil }
      let refusal = CommandRefusal(result.errorKey, error, to: [command, result.volume])
      return "\(result.volume): \(RefusalText.text(refusal) ?? refusal.sentence)"
    }
    return lines.isEmpty ? nil : .refused(lines.joined(separator: "\n"))
  }

  static func lines(sync results: [ExchangeResult]) -> [String] {
    results.filter { $0.error == nil }.flatMap { result -> [String] in
      var lines: [String] = []
      func add(_ names: [String], _ words: String) {
        for name in names { lines.append("  \(name): \(words)") }
      }
      add(result.taken, "taken from the file")
      add(result.written, "written into the file")
      add(result.removed, "removed, as in the file")
      add(result.dropped, "removed from the file, as here")
      for conflict in result.conflicts {
        lines.append("  \(conflict.playlist): changed on both sides; the file's is \(conflict.other) now")
      }
      if !result.unmatched.isEmpty {
        lines.append("  Songs that are not here (they stay in their playlists):")
        lines += ImportText.first(result.unmatched, of: result.unmatched.count).map { "  " + $0 }
      }
      if !result.left.isEmpty {
        lines.append("  Playlists that stay on their side alone:")
        for (place, name) in result.left.enumerated() {
          let reason = place < result.reasons.count ? ": " + words(result.reasons[place]) : ""
          lines.append("    \(name.isEmpty ? "(no name)" : name)\(reason)")
        }
      }
      if result.isReadOnly { lines.append("  The volume takes no writes: the file stays as it is.") }
      return lines.isEmpty ? ["\(result.volume): nothing had changed"] : ["\(result.volume):"] + lines
    }
  }

  /// Why a playlist stays on its side alone, and what can be done about it.
  private static func words(_ reason: String) -> String {
    switch reason {
    case "unreadable": "in the file, without a name there or too long to be taken"
    case "too_long": "here, too long for the file"
    case "held": "here; it may be the one in the file that can't be taken"
    case "not_restored":
      "in the file, and not in the backup that was restored; change it there to have it, or delete it there"
    case "unwritable": "changed on both sides, and the file can't be written"
    default: reason
    }
  }

  static func lines(backup results: [ExchangeResult]) -> [String] {
    results.filter { $0.error == nil }.map { result in
      if let file = result.file { return "\(result.volume): \(file)" }
      return "\(result.volume): takes no writes, so there is no backup on it"
    }
  }

  /// Where a restore has put what was there before it, from the volume's root on.
  static let fileBeforeRestore = ".jukebox/before-restore.json"

  static func lines(restore results: [ExchangeResult]) -> [String] {
    results.flatMap { result in
      var lines = [
        """
        \(result.volume): taken back: playlists with their songs, favourites, ratings, notes, counts, cues and the like: \
        \(result.rows ?? 0) in all
        """, "What was there before is in \(fileBeforeRestore).",
      ]
      if let missing = result.missing, missing > 0 {
        lines.append(
          "\(StatusText.count(missing, "song")) of them not here: what is theirs waits until a scan finds them."
        )
      }
      if !result.left.isEmpty {
        lines.append("Playlists that were not in the backup, and stay in the file of MixBoard alone:")
        lines += result.left.map { "  \($0)" }
      }
      return lines
    }
  }
}
