import ArgumentParser
import Client

struct PlaylistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playlist", abstract: "Show, edit and play the jukebox's playlists.",
    discussion: """
      EXAMPLES
        jukebox playlist                           list all playlists
        jukebox playlist add Party Miles           append the folder Miles
        jukebox playlist add Party --search blue   append search results (up to 1000)
        jukebox playlist save Tonight              save the queue as a playlist
        jukebox playlist show Party                list its songs with their numbers
        jukebox playlist show Party --by "{Artist}"     group them under headings
        jukebox playlist move Party 5 1            move song 5 to position 1
        jukebox playlist remove Party 3-5          remove songs 3 to 5
        jukebox playlist play Party                play it instead of the queue
        jukebox playlist load Party --play         append it to the queue and play it
        jukebox playlist set Party --colour orange --folder Evenings
        jukebox playlist entry Party 3 --start 0:30 --gain=-2
        jukebox playlist subscribe URL             make one of a podcast

      A playlist is stored on the volume that holds most of its first songs. Songs
      whose files are renamed or moved stay in it, and so do songs of a stick that is
      not plugged in. If two sticks have playlists of the same name, ~ and four
      digits are appended to one name.

      Playlist files (M3U, PLS, XSPF, CUE) on a volume are listed by path. They can
      be shown, loaded and exported, but not edited; `jukebox import --on-volume
      FILE` makes a playlist of one. The jukebox makes the playlist "Lovely songs"
      itself: see `jukebox stats --help`.
      """,
    subcommands: [
      PlaylistListCommand.command, PlaylistShowCommand.command, PlaylistAddCommand.command,
      PlaylistRemoveCommand.command, PlaylistMoveCommand.command, PlaylistOrderCommand.command,
      PlaylistClearCommand.command, PlaylistRenameCommand.command, PlaylistDeleteCommand.command,
      PlaylistPlayCommand.command, PlaylistLoadCommand.command, PlaylistSaveCommand.command,
      PlaylistInfoCommand.command, PlaylistSetCommand.command, PlaylistEntryCommand.command,
      PlaylistDuplicatesCommand.command, PlaylistFolderCommand.self, PlaylistCoverCommand.command,
      PlaylistSubscribeCommand.command, PlaylistFetchCommand.command,
    ],
    defaultSubcommand: PlaylistListCommand.command)
}

struct PlaylistListCommand: ConnectedCommand {
  static let help = CommandHelp(
    "list", "List all playlists with the date of their last change, and playlist files.")
  static let discussion = """
    EXAMPLES
      jukebox playlist                      list all playlists
      jukebox playlist --folder Evenings    list those in a playlist folder
      jukebox playlist list --json | jq -r '.[].name'

    The date is missing if the jukebox had no valid clock at the time: a board
    without a real-time clock gets the time from the network. Playlist files (M3U,
    PLS, XSPF, CUE) on a volume follow the playlists.
    """

  @Option(help: "Only playlists in this playlist folder.") var folder: String?
  @Flag(help: "Print a JSON array.") var json = false

  func run(_ connection: Connection) throws {
    let folder = folder.map(LiteralName.name)
    var playlists = Playlist.all(try connection.ask("playlists"))
    if let folder {
      playlists.removeAll { $0.folder != folder }
      if playlists.isEmpty {
        let folders = try connection.ask("playlistfolders").pairs.filter { $0.key == "folder" }
        guard folders.contains(where: { $0.value == folder }) else {
          throw Failure.refused(RefusalText.noFolder(folder))
        }
      }
    }
    if folder == nil { playlists += try Self.files(connection) }
    let nothing =
      folder.map {
        "There is no playlist in \($0). `jukebox playlist set NAME --folder \($0)` moves one into it."
      } ?? "There are no playlists. `jukebox playlist add NAME FOLDER` makes one."
    try Page.show(playlists, json: json, ifEmpty: nothing, lines: PlaylistText.lines(playlists))
  }

  /// The playlist files; without an answer, stored playlists are listed all the same.
  static func files(_ connection: Connection) throws(Failure) -> [Playlist] {
    do throws(Failure) {
      return Playlist.files(try connection.ask("playlistfiles"))
    } catch {
      guard error.kind == .refused else { throw error }
      Notice.tell(["jukebox: Cannot list playlist files: \(error)"])
      return []
    }
  }
}

struct PlaylistShowCommand: ConnectedCommand {
  static let help = CommandHelp("show", "List the songs of a playlist with their numbers.")
  static let discussion = """
    EXAMPLES
      jukebox playlist show Party
      jukebox playlist show Party --search davis   songs with this text in a tag
      jukebox playlist show Party --grouped        group by its saved template
      jukebox playlist show Party --by "{Artist}"  group by this template
      jukebox playlist show Party --paths          print only the paths
      jukebox playlist show Party --json | jq -r '.[].title'

    If only a part of a song is played, the length is that of the part. A song that
    is not available (stick not plugged in, file deleted) is marked and stays in
    the playlist. For a playlist file on a volume, only available songs are listed,
    with the number of missing ones.

    A template may contain any tag, {Folder} and {Format}:
    "{AlbumArtist} – {Album}". `jukebox playlist set Party --template` saves one
    for --grouped.
    """

  @Option(help: "Only songs with this text in a tag.") var search: String?
  @Flag(help: "Group under headings by the template of `jukebox playlist set`.") var grouped = false
  @Option(help: ArgumentHelp("Group under headings by this template.", valueName: "template")) var by: String?
  @Flag(help: "Print a JSON array.") var json = false
  @Flag(help: "Print only the paths, one per line.") var paths = false
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  func validate() throws {
    try PlaylistName.check(there: name)
    try require(!(grouped || by != nil) || search == nil, "--search excludes --grouped and --by.")
    try require(!paths || !json && !grouped && by == nil, "--paths excludes --json, --grouped and --by.")
  }

  func run(_ connection: Connection) throws {
    if grouped || by != nil {
      let groups = PlaylistGroup.all(
        try connection.asked(["playlistgroups", name] + (by.map { [$0] } ?? [])))
      return try Page.show(groups, json: json, lines: PlaylistText.lines(groups))
    }
    if let search {
      let answer = try connection.ask("searchplaylist", name, "any", search)
      let entries = answer["file"] == nil ? Answer() : try connection.ask("playlistentries", name)
      let found = Self.found(answer, of: PlaylistEntry.all(entries))
      if found.isEmpty, !json { return tell(["No song of \(name) has “\(search)” in a tag."]) }
      return try show(found)
    }
    let answer = try connection.ask("playlistentries", name)
    let entries = PlaylistEntry.all(answer)
    try show(entries)
    let missing = answer.integer("missing") ?? 0
    if let line = PlaylistText.missing(missing, besides: entries.count) { tell([line]) }
  }

  private func show(_ entries: [PlaylistEntry]) throws {
    if paths { return Page.print(lines: entries.map(\.song.uri), isPath: true) }
    try Page.show(entries, json: json, lines: PlaylistText.lines(entries))
  }

  /// Prints messages; to standard error if the output consists of paths or JSON.
  private func tell(_ lines: [String]) {
    if paths || json { Notice.tell(lines) } else { Page.print(lines: lines) }
  }

  /// Those of the entries that a search has found: it has fewer fields.
  static func found(_ answer: Answer, of entries: [PlaylistEntry]) -> [PlaylistEntry] {
    let numbers = Set(PlaylistEntry.all(answer).map(\.number))
    return entries.filter { numbers.contains($0.number) }
  }
}

struct PlaylistPlayCommand: NamedPlayCommand {
  static let help = CommandHelp("play", "Play a playlist instead of the queue.")
  static let discussion = """
    EXAMPLE: jukebox playlist play Party

    Of a podcast the new episodes play. `jukebox playlist load` has further ways to
    add it to the queue.
    """

  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  func find(_ connection: Connection) throws(Failure) -> [NamedMusic] {
    let found = try NamedMusic.playlists(name, connection)
    if !found.isEmpty { return found }
    // The jukebox explains which playlists there are.
    try connection.ask("playlistlength", name)
    return [NamedMusic(kind: .playlist, name: name)]
  }
}

struct PlaylistInfoCommand: ConnectedCommand {
  static let help = CommandHelp(
    "info", "Show the properties of a playlist: notes, colour, tempo, folder, dates.")
  static let discussion = """
    EXAMPLES
      jukebox playlist info Party
      jukebox playlist info Party --json | jq .duration

    `jukebox playlist set` changes them.
    """

  @Flag(help: "Print a JSON object.") var json = false
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  func run(_ connection: Connection) throws {
    let playlist = Playlist(try connection.ask("playlistget", name))
    try Page.show(playlist, json: json, lines: PlaylistText.facts(playlist))
  }
}

struct PlaylistDuplicatesCommand: ConnectedCommand {
  static let help = CommandHelp(
    "duplicates", "List songs that are in a playlist more than once, or remove the copies.")
  static let discussion = """
    EXAMPLES
      jukebox playlist duplicates Party            list them
      jukebox playlist duplicates Party --remove   keep only the first of each

    A duplicate is the same file; another recording of the same title is not.
    """

  @Flag(help: "Remove all but the first of each.") var remove = false
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  func validate() throws {
    try PlaylistName.check(there: name)
    if json, remove { throw ValidationError("Give --json or --remove, not both.") }
  }

  func run(_ connection: Connection) throws {
    let found = try connection.ask("playlistduplicates", name).items(beginningWith: "file")
    if remove {
      // From the end, so that the numbers before stay what they are.
      for place in found.compactMap({ $0["Pos"] }).reversed() {
        try connection.ask("playlistdelete", name, place)
      }
      return Page.print("\(StatusText.count(found.count, "song")) removed from \(name)")
    }
    func number(_ key: String, _ item: Answer) -> Int { (item.integer(key) ?? 0) + 1 }
    try Page.show(
      found.map {
        ["uri": $0["file"], "number": number("Pos", $0), "first": number("First", $0)] as JSONObject
      }, json: json, ifEmpty: "\(name) has no duplicates.",
      lines: found.map { "\(number("Pos", $0))  \($0["file"] ?? ""), same as \(number("First", $0))" })
  }
}
