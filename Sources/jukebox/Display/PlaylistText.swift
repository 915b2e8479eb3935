import Client

/// Playlists as a list.
enum PlaylistText {
  static func lines(_ playlists: [Playlist]) -> [String] {
    let width = Columns.widest(playlists.map { $0.name })
    return playlists.map { playlist in
      var parts = [playlist.name]
      if let day = playlist.changed?.prefix(10) { parts.append(String(day)) }
      if let folder = playlist.folder { parts.append("in \(folder)") }
      if let slot = playlist.slot { parts.append("mix \(slot)") }
      if playlist.file == true { parts.append("a file, read-only") }
      if parts.count > 1 { parts[0] = Columns.pad(playlist.name, width) }
      return parts.joined(separator: "  ")
    }
  }

  /// How many there are, how long those play that are here, and how many are not.
  private static func sum(_ entries: [PlaylistEntry]) -> String {
    let absent = entries.count { $0.song.isAbsent == true }
    let seconds = entries.reduce(0) { $0 + ($1.song.isAbsent == true ? 0 : $1.song.duration ?? 0) }
    return sum(entries.count, seconds) + (absent > 0 ? ", \(absent) of them not available" : "")
  }

  private static func sum(_ songs: Int, _ seconds: Double) -> String {
    "\(StatusText.count(songs, "song")), \(Clock.text(seconds))"
  }

  /// The entries of one, with their fields under their songs.
  static func lines(_ entries: [PlaylistEntry]) -> [String] {
    let songs = QueueText.lines(entries.map(\.song), current: nil)
    var lines: [String] = []
    for (line, entry) in zip(songs, entries) {
      lines.append(line)
      let facts = facts(entry)
      if !facts.isEmpty { lines.append("     " + facts.joined(separator: ", ")) }
      for note in entry.notes?.split(separator: "\n") ?? [] { lines.append("     \(note)") }
    }
    return lines + [sum(entries)]
  }

  /// Message about a playlist file's entries without a song; nil if there are none.
  static func missing(_ count: Int, besides songs: Int) -> String? {
    guard count > 0 else { return nil }
    let verb = count == 1 ? "matches no song and is" : "match no song and are"
    return "\(count) of the file's \(songs + count) entries \(verb) not shown."
  }

  /// The fields of an entry, except its notes.
  static func facts(_ entry: PlaylistEntry) -> [String] {
    var facts: [String] = []
    if let start = entry.start, start > 0 { facts.append("from \(CueText.time(start))") }
    if let end = entry.end { facts.append("to \(CueText.time(end))") }
    if let gain = entry.gain { facts.append((gain > 0 ? "+" : "") + "\(short(gain)) dB") }
    if let crossfade = entry.crossfade { facts.append("crossfade \(short(crossfade)) s") }
    if let left = entry.left {
      facts.append("heard to \(Clock.text(left))")
    } else if let plays = entry.plays {
      facts.append(plays > 0 ? "heard" : "new")
    }
    return facts
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
  }

  /// All fields of one.
  static func facts(_ playlist: Playlist) -> [String] {
    var facts: [(String, String?)] = [
      ("name", playlist.name), ("on", place(playlist)), ("folder", playlist.folder),
      ("holds", playlist.songs.map { sum($0, playlist.duration ?? 0) }), ("made", playlist.made),
      ("changed", playlist.changed), ("colour", playlist.colour.map(ColourName.text)),
      ("tempo", playlist.tempo.map { "\(short($0)) BPM" }), ("grouped by", playlist.template),
      ("mix slot", playlist.slot.map(String.init)), ("identity", playlist.identity),
    ]
    let notes = playlist.notes?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    for (place, line) in notes.enumerated() { facts.append((place == 0 ? "notes" : "", String(line))) }
    return facts.compactMap { name, value in value.map { "\(Columns.pad(name, 10))  \($0)" } }
  }

  private static func place(_ playlist: Playlist) -> String {
    guard let volume = playlist.volume else { return "all volumes: the jukebox makes it" }
    return volume.isEmpty ? "the first music folder" : volume
  }

  /// Songs under headings, and how much that is.
  static func lines(_ groups: [PlaylistGroup]) -> [String] {
    let songs = groups.flatMap(\.songs)
    let width = songs.map { String($0.number).count }.max() ?? 0
    var lines: [String] = []
    for group in groups {
      if !lines.isEmpty { lines.append("") }
      lines.append(group.heading.isEmpty ? "–" : group.heading)
      for entry in group.songs {
        let number = Columns.right(String(entry.number), width)
        lines.append("  \(number)  \(entry.song.name)  \(entry.song.timeOrAbsence)")
        let facts = facts(entry)
        if !facts.isEmpty {
          lines.append(String(repeating: " ", count: width + 4) + facts.joined(separator: ", "))
        }
      }
    }
    return lines + [sum(songs)]
  }

  /// The source of a playlist's picture.
  static func lines(_ cover: PlaylistCover) -> [String] {
    if let size = cover.size { return ["its own: \(cover.type ?? "a picture"), \(size) bytes"] }
    guard !cover.songs.isEmpty else {
      return ["none: the playlist has no picture, and neither have its albums"]
    }
    return ["from its albums, by these songs (`jukebox art SONG` shows them):"]
      + cover.songs.map { "  \($0)" }
  }
}
