import Client

/// Results of backups, restores and syncs, for people.
enum ExchangeText {
  /// Failures, with the names of the volumes; nil if there was a volume and all succeeded.
  /// - Parameter command: the command's name.
  static func failure(of command: String, _ results: [ExchangeResult]) -> Failure? {
    if results.isEmpty {
      return .refused(
        "There is no volume to \(command == "sync" ? "synchronise" : "back up"). Plug in a stick; `jukebox volumes` lists the volumes."
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
      add(result.taken, "imported from the file")
      add(result.written, "exported to the file")
      add(result.removed, "deleted, as in the file")
      add(result.dropped, "deleted from the file, as here")
      for conflict in result.conflicts {
        lines.append(
          "  \(conflict.playlist): changed on both sides; the earlier version is now named \(conflict.other)")
      }
      if !result.unmatched.isEmpty {
        lines.append("  Missing songs (they stay in their playlists):")
        lines += ImportText.first(result.unmatched, of: result.unmatched.count).map { "  " + $0 }
      }
      if !result.left.isEmpty {
        lines.append("  Playlists that were not synchronised:")
        for (place, name) in result.left.enumerated() {
          let reason = place < result.reasons.count ? ": " + words(result.reasons[place]) : ""
          lines.append("    \(name.isEmpty ? "(no name)" : name)\(reason)")
        }
      }
      if result.isReadOnly { lines.append("  The volume cannot be written to: the file was not changed.") }
      return lines.isEmpty ? ["\(result.volume): no changes"] : ["\(result.volume):"] + lines
    }
  }

  /// Why a playlist stays on its side alone, and what can be done about it.
  private static func words(_ reason: String) -> String {
    switch reason {
    case "unreadable": "in the file: it has no name or is too long to import"
    case "too_long": "here: too long for the file"
    case "held": "here: it may be the one in the file that cannot be imported"
    case "unwritable": "changed on both sides, and the file cannot be written"
    default: reason
    }
  }

  static func lines(backup results: [ExchangeResult]) -> [String] {
    results.filter { $0.error == nil }.map { result in
      if let file = result.file { return "\(result.volume): \(file)" }
      return "\(result.volume): cannot be written to: no backup"
    }
  }

  /// Copy of the data before a restore, relative to the volume's root.
  static let fileBeforeRestore = ".jukebox/before-restore.json"

  static func lines(restore results: [ExchangeResult]) -> [String] {
    results.flatMap { result in
      var lines = [
        """
        \(result.volume): restored \(result.rows ?? 0) entries: playlists, favourites, ratings, notes, play counts, cues \
        and stickers
        """, "The previous data is in \(fileBeforeRestore).",
      ]
      if let missing = result.missing, missing > 0 {
        lines.append(
          "\(StatusText.count(missing, "song")) missing: data is kept until a scan finds the files."
        )
      }
      return lines
    }
  }
}
