import ArgumentParser
import Client

struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Look through the library: artists, albums, genres, years, folders.",
    discussion: """
      WHAT is one of
        artists, album-artists, albums, genres, years
                   with how much there is of each
        tempos, keys   of songs that are analysed (`jukebox analyze`)
        folders    those in --folder, or at the top
        recent     the songs that came last
        songs      in the order of a shelf: artist, date, album, number
        recently-played, most-played, never-played
                   songs by how they were listened to
        forgotten  what you liked and did not play for two months
        ranking    songs by their score (`jukebox stats` explains it)

      EXAMPLES
        jukebox browse artists
        jukebox browse albums --artist "Miles Davis"    those of one artist
        jukebox browse songs --album "Kind of Blue"
        jukebox browse songs --year 199                 the nineties
        jukebox browse songs --genre Jazz --group "{AlbumArtist} – {Album} ({Date})"
        jukebox browse folders --folder Miles
        jukebox browse forgotten --genre Jazz
        jukebox browse artists --offset 200 --limit 100
        jukebox browse recent --paths                   as other commands take them

        Play an album:
        jukebox browse songs --album "Kind of Blue" --paths |
          xargs -d '\\n' jukebox add --play --

      A template takes any tag, {Folder}, {Format}, {BPM} and {Key}. A time that was
      reckoned from a file's size has a ~ before it.
      """)

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
    /// What to say to whoever names one of them behind it.
    func hint(_ name: String) -> String {
      let quoted =
        "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
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
      let ways = commands.map { "jukebox browse \($0)" } + [Self.search(quoted)]
      return "`jukebox browse \(rawValue)` tells all of them, so it takes no name. What you may mean:\n"
        + ways.map { "  " + $0 }.joined(separator: "\n")
    }

    private static func search(_ quoted: String) -> String { "jukebox search \(quoted)" }

    var areSongs: Bool {
      switch self {
      case .artists, .albumArtists, .albums, .genres, .years, .tempos, .keys, .folders: false
      default: true
      }
    }
  }

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Of this artist only. Names are whole, capitals or not.") var artist: String?
  @Option(help: "Of this album artist only.") var albumArtist: String?
  @Option(help: "Of this album only.") var album: String?
  @Option(help: "Of this genre only.") var genre: String?
  @Option(help: "Of this year only; 199 is the nineties.") var year: String?
  @Option(help: "Of this tempo only: 120, or 118:126.") var bpm: String?
  @Option(help: "In this key only: Am, Db or 8A.") var key: String?
  @Option(help: "In this folder only; Miles/Live is one in Miles.") var folder: String?
  @Option(help: "For songs: a heading for those that belong together, such as \"{Artist} – {Album}\".")
  var group: String?
  @Option(help: "Leave out so many at the beginning.") var offset = 0
  @Option(help: "At most so many.") var limit = 500
  @Flag(help: "Print a JSON array.") var json = false
  @Flag(help: "For songs: print their paths alone, one in a line.") var paths = false
  @Argument(help: "What to look through: artists or albums, for example.") var what: What
  @Argument(help: .hidden) var names: [String] = []

  func validate() throws {
    if !names.isEmpty { throw ValidationError(what.hint(names.joined(separator: " "))) }
    guard (0...Int(Int32.max) / 2).contains(offset) else { throw ValidationError("--offset is 0 or more.") }
    guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit is 1 to 1,000,000.") }
    guard group == nil || what == .songs else {
      throw ValidationError(
        "--group goes with `jukebox browse songs` alone: other lists have an order of their own.")
    }
    guard !paths || what.areSongs else {
      throw ValidationError("--paths is for songs, such as `jukebox browse songs --paths`.")
    }
    guard !paths || !json && group == nil else {
      throw ValidationError("--paths goes without --json and --group.")
    }
    if let year, !(1...10).contains(year.utf8.count) || !year.utf8.allSatisfy({ Self.isOfDate($0) }) {
      throw ValidationError("“\(year)” is no year; expected 1959, or 195 for the fifties.")
    }
    guard group == nil || !json else { throw ValidationError("--group and --json don't go together.") }
    guard what != .folders || [artist, albumArtist, album, genre, year].allSatisfy({ $0 == nil }) else {
      throw ValidationError("Folders are looked through by --folder alone.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      let request = request(connection)
      try connection.send(request.words)
      let answer = try connection.answer()
      let total = answer.integer("total") ?? 0
      if what.areListened {
        let songs = ListenedSong.all(answer)
        if json { return Page.print(try JSON.line(songs)) }
        for line in paths ? songs.map(\.song.uri) : SearchText.lines(songs) {
          Page.print(line, isPath: paths)
        }
        try tell(shown: songs.count, of: total, request, connection)
      } else if what.areSongs {
        let songs = answer.items(beginningWith: "file").compactMap { Song($0) }
        if json { return Page.print(try JSON.line(songs)) }
        let lines = group == nil ? SearchText.lines(songs) : SearchText.groupedLines(answer)
        for line in paths ? songs.map(\.uri) : lines { Page.print(line, isPath: paths) }
        try tell(shown: songs.count, of: total, request, connection)
      } else {
        let shelves = Shelf.all(answer)
        if json { return Page.print(try JSON.line(shelves)) }
        for line in ShelfText.lines(shelves) { Page.print(line) }
        try tell(shown: shelves.count, of: total, request, connection)
      }
    }
  }

  private func request(_ connection: Connection) -> BrowseRequest {
    let folder = folder.map {
      AddCommand.uri($0, musicDirectory: try? connection.ask("config")["music_directory"])
    }
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
      tell(["\(shown) of \(total)" + (shown > 0 && rest < total ? "; go on with --offset \(rest)" : "")])
    }
  }

  /// What is no path does not stand among paths.
  private func tell(_ lines: [String]) {
    if paths { return Notice.tell(lines) }
    for line in lines { Page.print(line) }
  }

  private static func isOfDate(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }
}
