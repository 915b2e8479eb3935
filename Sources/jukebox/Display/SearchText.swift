/// Songs that were found, as a list.
enum SearchText {
  static func lines(_ songs: [Song]) -> [String] {
    let name = songs.map { Columns.width($0.name) }.max() ?? 0
    return songs.map { song in
      [Columns.pad(song.name, name), song.album, Clock.text(song.duration)].compactMap { $0 }
        .joined(separator: "  ")
    }
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
    let unfinished = volumes.filter { !$0.isIndexed }.map(\.name)
    if !unfinished.isEmpty {
      lines.append(
        "\(unfinished.joined(separator: ", ")): not all songs can be found yet; try again in a moment.")
    }
    return lines
  }
}
