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

/// Artists, albums and the like, as a list.
enum ShelfText {
  static func lines(_ shelves: [Shelf]) -> [String] {
    let names = shelves.map { shelf in
      [shelf.albumArtist, shelf.name].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " – ")
        + (shelf.date.map { " (\($0))" } ?? "")
    }
    let width = Columns.widest(names)
    return zip(shelves, names).map { shelf, name in
      var facts = [StatusText.count(shelf.songs, "song"), Clock.text(shelf.duration)]
      if let albums = shelf.albums { facts.insert(StatusText.count(albums, "album"), at: 0) }
      return "\(Columns.pad(name, width))  \(facts.joined(separator: ", "))"
    }
  }

  /// By the kinds that come from listening.
  private static let nothingHeard = [
    "recentlyplayed":
      "Nothing was played yet. A song counts as played once half of it, or four minutes, were heard.",
    "mostplayed":
      "Nothing was played yet. A song counts as played once half of it, or four minutes, were heard.",
    "neverplayed": "There is no song that was never played.",
    "forgotten":
      "Nothing is forgotten: no favourite, song rated 8 or more or played 5 times was left for 60 days.",
    "ranking": "No song has a score yet: `jukebox stats --help` tells how one comes.",
  ]

  /// By the same kinds, of songs that fit what was asked for.
  private static let noneHeard = [
    "recentlyplayed": "none was played yet: one counts once half of it, or four minutes, were heard.",
    "mostplayed": "none was played yet: one counts once half of it, or four minutes, were heard.",
    "neverplayed": "none was never played: all were.",
    "forgotten":
      "none is forgotten: no favourite, song rated 8 or more or played 5 times was left for 60 days.",
    "ranking": "none has a score: `jukebox stats --help` tells how one comes.",
  ]

  /// Why nothing is shown, and where to look instead.
  /// - Parameters:
  ///   - fitting: how many songs there are of what was asked for; nil where that was not asked.
  ///   - volumes: the ones looked through.
  static func nothing(_ request: BrowseRequest, fitting: Int? = nil, volumes: [Volume]) -> [String] {
    let names = [request.artist, request.albumArtist, request.album, request.genre, request.year]
    let reason: String
    if let fitting, fitting > 0, let told = noneHeard[request.kind] {
      reason = "Of the songs that fit (\(fitting)), \(told)"
    } else if names.count(where: { $0 != nil }) + (request.folder == nil ? 0 : 1) > 1 {
      reason = """
        There is nothing that is all of that. A name has to be whole, as `jukebox browse` shows it (capitals or not);
        `jukebox search` takes beginnings of words.
        """
    } else if names.contains(where: { $0 != nil }) {
      reason = """
        There is nothing like that. A name has to be whole, as `jukebox browse` shows it (capitals or not);
        `jukebox search` takes beginnings of words.
        """
    } else if request.kind == "folders", let folder = request.folder {
      reason =
        "There are no folders in \(folder). `jukebox browse songs` with the same --folder shows its songs."
    } else if let folder = request.folder, fitting == 0 {
      reason = "There is no song in \(folder). `jukebox browse folders` shows the folders; capitals count."
    } else if let told = nothingHeard[request.kind] {
      reason = told
    } else {
      reason = "There is nothing like that. `jukebox volumes` shows where the music comes from."
    }
    return [reason] + SearchText.unfinished(volumes)
  }
}
