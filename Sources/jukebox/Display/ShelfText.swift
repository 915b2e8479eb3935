import Client

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
