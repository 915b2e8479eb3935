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
    Columns.table(zip(lines(songs.map(\.song)), songs).map { [$0, reason($1)].compactMap { $0 } })
  }

  private static func reason(_ song: ListenedSong) -> String? {
    if let plays = song.plays { return StatusText.count(plays, "play") }
    if let score = song.score { return "score \((score * 10).rounded() / 10)" }
    if let days = song.days { return "not played for \(StatusText.count(days, "day"))" }
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
    if let suggestion { lines[0] += " Did you mean: \(suggestion)" }
    return lines + unfinished(volumes)
  }

  /// That something may be missing, where it may.
  static func unfinished(_ volumes: [Volume]) -> [String] {
    let names = volumes.filter { !$0.isIndexed }.map(\.name)
    if names.isEmpty { return [] }
    return ["\(names.joined(separator: ", ")): the search index is not complete yet. Try again in a moment."]
  }

  /// How many came into the queue, and how to hear them.
  /// - Parameter length: the queue's, now.
  static func added(_ count: Int, length: Int) -> String {
    let first = max(1, length - count + 1)
    return "\(StatusText.count(count, "song")) added; `jukebox play \(first)` plays the first"
  }
}

/// Artists, albums and the like, as a list.
enum ShelfText {
  static func lines(_ shelves: [Shelf]) -> [String] {
    let names = shelves.map { shelf in
      [shelf.albumArtist, shelf.name].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " – ")
        + (shelf.date.map { " (\($0))" } ?? "")
    }
    let rows = zip(shelves, names).map { shelf, name in
      var facts = [StatusText.count(shelf.songs, "song"), Clock.text(shelf.duration)]
      if let albums = shelf.albums { facts.insert(StatusText.count(albums, "album"), at: 0) }
      return [name, facts.joined(separator: ", ")]
    }
    return Columns.table(rows)
  }

  private static let played = " A song counts as played when half of it, or four minutes, were heard."
  private static let wellLiked =
    "each favourite, song rated 8 or more or played 5 times was played within 60 days."

  /// By the kinds that come from listening: what is missing of all songs, and of songs that fit the request.
  private static let unheard: [String: (all: String, fitting: String)] = [
    "recentlyplayed": ("No song was played yet.\(played)", "none was played yet.\(played)"),
    "mostplayed": ("No song was played yet.\(played)", "none was played yet.\(played)"),
    "neverplayed": ("Every song was played.", "every one was played."),
    "forgotten": ("No song is forgotten: \(wellLiked)", "none is forgotten: \(wellLiked)"),
    "ranking": (
      "No song has a score yet. `jukebox stats --help` explains the score.",
      "none has a score. `jukebox stats --help` explains the score."
    ),
  ]

  /// Why nothing is shown, and where to look instead.
  /// - Parameters:
  ///   - fitting: how many songs there are of what was asked for; nil where that was not asked.
  ///   - volumes: the ones looked through.
  static func nothing(_ request: BrowseRequest, fitting: Int? = nil, volumes: [Volume]) -> [String] {
    let names = [request.artist, request.albumArtist, request.album, request.genre, request.year]
    let reason: String
    if let fitting, fitting > 0, let told = unheard[request.kind]?.fitting {
      reason = "Of the \(fitting) matching songs, \(told)"
    } else if names.count(where: { $0 != nil }) + (request.folder == nil ? 0 : 1) > 1 {
      reason = """
        No song matches all of these. Give whole names as `jukebox browse` shows them (case does not matter);
        `jukebox search` finds beginnings of words.
        """
    } else if names.contains(where: { $0 != nil }) {
      reason = """
        No song matches. Give the whole name as `jukebox browse` shows it (case does not matter);
        `jukebox search` finds beginnings of words.
        """
    } else if request.kind == "folders", let folder = request.folder {
      reason =
        "There are no folders in \(folder). `jukebox browse songs` with the same --folder shows its songs."
    } else if let folder = request.folder, fitting == 0 {
      reason =
        "There is no song in \(folder). `jukebox browse folders` shows the folders; paths are case-sensitive."
    } else if let told = unheard[request.kind]?.all {
      reason = told
    } else {
      reason = "Nothing found. `jukebox volumes` shows the sticks and music folders."
    }
    return [reason] + SearchText.unfinished(volumes)
  }
}

/// Folders of volumes, and whether the library has them, as a list.
enum SourceText {
  static func lines(_ folders: [SourceFolder]) -> [String] {
    let rows = folders.map { folder in
      let songs = StatusText.count(folder.songs, "song")
      let state =
        folder.isExcluded
        ? "excluded" + (folder.songs > 0 ? ", \(songs) included below" : "")
        : (folder.rule == nil ? "" : "included, ") + songs
      return [folder.folder.isEmpty ? "/" : folder.folder, state]
    }
    return Columns.table(rows)
  }
}
