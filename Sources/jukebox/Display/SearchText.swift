import Client

/// Songs that were found, as a list.
enum SearchText {
  static func lines(_ songs: [Song]) -> [String] {
    let name = Columns.widest(songs.map { $0.name })
    return songs.map { song in
      [Columns.pad(song.name, name), song.album, song.time].compactMap { $0 }
        .joined(separator: "  ")
    }
  }

  /// Songs with what they have their places by.
  static func lines(_ songs: [ListenedSong]) -> [String] {
    let lines = lines(songs.map(\.song))
    let width = Columns.widest(lines)
    return zip(lines, songs).map { line, song in
      guard let reason = reason(song) else { return line }
      return "\(Columns.pad(line, width))  \(reason)"
    }
  }

  private static func reason(_ song: ListenedSong) -> String? {
    if let plays = song.plays { return StatusText.count(plays, "play") }
    if let score = song.score { return "score \((score * 10).rounded() / 10)" }
    if let days = song.days { return "not for \(StatusText.count(days, "day"))" }
    return song.lastPlayed.map { "last on \($0.prefix(10))" }
  }

  /// Songs below their headings.
  static func groupedLines(_ answer: Answer) -> [String] {
    answer.items(beginningWith: "group").flatMap { group in
      [group["group"] ?? ""]
        + lines(group.items(beginningWith: "file").compactMap { Song($0) }).map { "  " + $0 }
    }
  }

  /// - Parameter volumes: the ones looked through.
  static func nothing(suggestion: String?, volumes: [Volume]) -> [String] {
    var lines = ["Nothing found."]
    if let suggestion { lines[0] += " Perhaps: \(suggestion)" }
    return lines + unfinished(volumes)
  }

  /// That something may be missing, where it may.
  static func unfinished(_ volumes: [Volume]) -> [String] {
    let names = volumes.filter { !$0.isIndexed }.map(\.name)
    if names.isEmpty { return [] }
    return ["\(names.joined(separator: ", ")): not all songs can be found yet; try again in a moment."]
  }

  /// How many came into the queue, and how to hear them.
  /// - Parameter length: the queue's, now.
  static func added(_ count: Int, length: Int) -> String {
    let first = max(1, length - count + 1)
    return "\(StatusText.count(count, "song")) added; `jukebox play \(first)` begins there"
  }
}
