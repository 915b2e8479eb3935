import ArgumentParser
import Client

struct BrowseCommand: ConnectedCommand {
  static let help = CommandHelp(
    "browse", "List artists, albums, genres, years, folders or songs of the library.")
  static let discussion = """
    WHAT is one of
      artists, album-artists, albums, genres, years
                 with the number of songs of each
      tempos, keys   of analysed songs (`jukebox analyze`)
      folders    folders inside --folder; default: the top folders
      recent     songs that were added last
      songs      sorted by artist, date, album and track number
      recently-played, most-played, never-played
                 songs by their plays
      forgotten  songs you liked but did not play for 60 days
      ranking    songs by score (`jukebox stats --help` explains it)

    EXAMPLES
      jukebox browse artists
      jukebox browse albums --artist "Miles Davis"    albums of one artist
      jukebox browse songs --album "Kind of Blue"
      jukebox browse songs --year 199                 the 1990s
      jukebox browse songs --genre Jazz --group "{AlbumArtist} – {Album} ({Date})"
      jukebox browse folders --folder Miles
      jukebox browse forgotten --genre Jazz
      jukebox browse artists --offset 200 --limit 100
      jukebox browse recent --paths                   paths for other commands

      Play an album:
      jukebox browse songs --album "Kind of Blue" --paths |
        xargs -d '\\n' jukebox add --play --

    A template for --group may contain any tag, {Folder}, {Format}, {BPM} and
    {Key}. A ~ marks a length estimated from the file's size.
    """

  enum What: String, ExpressibleByArgument, CaseIterable {
    case artists, albumArtists = "album-artists", albums, genres, years, tempos, keys, folders, recent, songs
    case recentlyPlayed = "recently-played", mostPlayed = "most-played", neverPlayed = "never-played"
    case forgotten, ranking

    /// One of them means all.
    init?(argument: String) {
      let word = argument.lowercased()
      guard let found = Self(rawValue: word) ?? Self(rawValue: word + "s") else { return nil }
      self = found
    }

    /// Songs with what they have their places by.
    var areListened: Bool {
      [.recentlyPlayed, .mostPlayed, .neverPlayed, .forgotten, .ranking].contains(self)
    }

    /// As the protocol calls it.
    var kind: String { rawValue.filter { $0 != "-" } }
    /// The error if one of them is given after it.
    func hint(_ name: String) -> String {
      let quoted = CommandWords.inQuotes(name)
      let commands: [String] =
        switch self {
        case .artists: ["albums --artist \(quoted)", "songs --artist \(quoted)"]
        case .albumArtists: ["albums --album-artist \(quoted)", "songs --album-artist \(quoted)"]
        case .albums: ["songs --album \(quoted)"]
        case .genres: ["artists --genre \(quoted)", "songs --genre \(quoted)"]
        case .years: ["albums --year \(quoted)", "songs --year \(quoted)"]
        case .tempos: ["songs --bpm \(quoted)"]
        case .keys: ["songs --key \(quoted)"]
        case .folders: ["folders --folder \(quoted)", "songs --folder \(quoted)"]
        default: []
        }
      let ways = commands.map { "jukebox browse \($0)" } + ["jukebox search \(quoted)"]
      return "`jukebox browse \(rawValue)` lists all of them and takes no name. Perhaps you mean:\n"
        + ways.map { "  " + $0 }.joined(separator: "\n")
    }

    var areSongs: Bool {
      switch self {
      case .artists, .albumArtists, .albums, .genres, .years, .tempos, .keys, .folders: false
      default: true
      }
    }
  }

  @Option(help: "Only this artist: the whole name, case does not matter.") var artist: String?
  @Option(help: "Only this album artist.") var albumArtist: String?
  @Option(help: "Only this album.") var album: String?
  @Option(help: "Only this genre.") var genre: String?
  @Option(help: "Only this year; 199 is the 1990s.") var year: String?
  @Option(help: "Only this tempo in BPM: 120, or a range 118:126.") var bpm: String?
  @Option(help: "Only this key: Am, Db or 8A.") var key: String?
  @Option(help: "Only this folder, such as Miles/Live.") var folder: String?
  @Option(help: "For songs: group them under headings, such as \"{Artist} – {Album}\".")
  var group: String?
  @Option(help: "Skip the first N.") var offset = 0
  @Option(help: "Maximum number of results, 1 to 1,000,000.") var limit = 500
  @Flag(help: "Print a JSON array.") var json = false
  @Flag(help: "For songs: print only the paths, one per line.") var paths = false
  @Argument(help: "What to list, such as artists or albums.") var what: What
  @Argument(help: .hidden) var names: [String] = []

  func validate() throws {
    if !names.isEmpty { throw ValidationError(what.hint(names.joined(separator: " "))) }
    guard (0...Int(Int32.max) / 2).contains(offset) else { throw ValidationError("--offset is 0 or more.") }
    guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit is 1 to 1,000,000.") }
    try require(group == nil || what == .songs, "--group works only with `jukebox browse songs`.")
    try require(
      !paths || what.areSongs,
      "--paths works only with lists of songs, such as `jukebox browse songs --paths`.")
    try require(!paths || !json && group == nil, "--paths excludes --json and --group.")
    if let year, !(1...10).contains(year.utf8.count) || !year.allSatisfy({ "0123456789-".contains($0) }) {
      throw ValidationError("“\(year)” is not a year; expected 1959, or 195 for the 1950s.")
    }
    guard group == nil || !json else { throw ValidationError("Give --group or --json, not both.") }
    try require(
      what != .folders || [artist, albumArtist, album, genre, year].allSatisfy({ $0 == nil }),
      "`jukebox browse folders` takes only --folder.")
  }

  func run(_ connection: Connection) throws {
    let request = request(connection)
    let answer = try connection.asked(request.words)
    func show<Item: Encodable>(_ items: [Item], paths uris: [String] = [], _ lines: [String]) throws {
      if json { return Page.print(try JSON.line(items)) }
      Page.print(lines: paths ? uris : lines, isPath: paths)
      try tell(shown: items.count, of: answer.integer("total") ?? 0, request, connection)
    }
    if what.areListened {
      let songs = ListenedSong.all(answer)
      try show(songs, paths: songs.map(\.song.uri), SearchText.lines(songs))
    } else if what.areSongs {
      let songs = answer.items(beginningWith: "file").compactMap { Song($0) }
      let lines = group == nil ? SearchText.lines(songs) : SearchText.groupedLines(answer)
      try show(songs, paths: songs.map(\.uri), lines)
    } else {
      let shelves = Shelf.all(answer)
      try show(shelves, ShelfText.lines(shelves))
    }
  }

  private func request(_ connection: Connection) -> BrowseRequest {
    let folder = folder.map { connection.uri(of: $0) }
    return BrowseRequest(
      kind: what.kind, artist: artist, albumArtist: albumArtist, album: album, genre: genre, year: year,
      bpm: bpm, key: key, folder: folder, group: group, window: offset..<offset + limit)
  }

  private func tell(shown: Int, of total: Int, _ request: BrowseRequest, _ connection: Connection) throws {
    if total == 0 {
      let volumes = Volume.all(try connection.ask("volumes"))
      var fitting: Int?
      if what.areListened, let filter = request.filter {
        fitting = try connection.ask("count", filter).integer("songs")
      }
      tell(ShelfText.nothing(request, fitting: fitting, volumes: volumes))
    } else if shown < total {
      let rest = offset + shown
      tell(["\(shown) of \(total)" + (shown > 0 && rest < total ? "; continue with --offset \(rest)" : "")])
    }
  }

  /// Prints messages; to standard error if the output consists of paths.
  private func tell(_ lines: [String]) {
    if paths { Notice.tell(lines) } else { Page.print(lines: lines) }
  }
}
