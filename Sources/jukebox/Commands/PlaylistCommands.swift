import ArgumentParser
import Client

struct PlaylistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playlist", abstract: "Playlists that the jukebox keeps: make, change and play them.",
    discussion: """
      EXAMPLES
        jukebox playlist                           all of them
        jukebox playlist add Party Miles           the folder Miles, at the end
        jukebox playlist add Party --search blue   what a search finds, up to 1000
        jukebox playlist save Tonight              what is in the queue
        jukebox playlist show Party                its songs, with their numbers
        jukebox playlist show Party --by "{Artist}"     under headings
        jukebox playlist move Party 5 1            the fifth song to the beginning
        jukebox playlist remove Party 3-5          the third to the fifth song
        jukebox playlist load Party --play         to the queue's end, and play it
        jukebox playlist set Party --colour orange --folder Evenings
        jukebox playlist entry Party 3 --start 0:30 --gain=-2

      A playlist is kept on the stick or in the folder that most of its first
      songs lie on, and goes where they go. Songs that are renamed or moved stay
      in it; so do those of a stick that is not there. Where two sticks have a
      playlist of the same name, one is shown with ~ and four digits behind it.

      Playlist files (M3U, PLS, XSPF, CUE) on a volume are listed by their paths, and
      can be shown, loaded and exported. Nothing changes them: `jukebox import
      --on-volume FILE` makes a playlist of one. "Lovely songs" makes itself:
      `jukebox stats --help` tells how.
      """,
    subcommands: [
      PlaylistListCommand.self, PlaylistShowCommand.self, PlaylistAddCommand.self,
      PlaylistRemoveCommand.self, PlaylistMoveCommand.self, PlaylistOrderCommand.self,
      PlaylistClearCommand.self,
      PlaylistRenameCommand.self, PlaylistDeleteCommand.self, PlaylistLoadCommand.self,
      PlaylistSaveCommand.self, PlaylistInfoCommand.self, PlaylistSetCommand.self,
      PlaylistEntryCommand.self, PlaylistDuplicatesCommand.self, PlaylistFolderCommand.self,
      PlaylistCoverCommand.self,
    ],
    defaultSubcommand: PlaylistListCommand.self)
}

struct PlaylistListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "All playlists, with the day of their last change, and playlist files.",
    discussion: """
      EXAMPLES
        jukebox playlist                      all of them
        jukebox playlist --folder Evenings    those in a folder of playlists
        jukebox playlist list --json | jq -r '.[].name'

      A day stands where the jukebox knew the date when the playlist was changed: a
      board without a clock of its own learns it from the network. Playlist files
      (M3U and the like) on a volume stand behind the playlists; they can be shown,
      loaded and exported, not changed.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Only those in this folder of playlists.") var folder: String?
  @Flag(help: "Print a JSON array.") var json = false

  func run() throws {
    try connection.withConnection { connection in
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
      if json { return Page.print(try JSON.line(playlists)) }
      if playlists.isEmpty {
        Page.print(
          folder.map {
            "There is no playlist in \($0). `jukebox playlist set NAME --folder` puts one into it."
          }
            ?? "There are no playlists. Make one with `jukebox playlist add NAME FOLDER`.")
      }
      for line in PlaylistText.lines(playlists) { Page.print(line) }
    }
  }

  /// The playlist files; where the jukebox can't tell them, what is its own is listed all the same.
  static func files(_ connection: Connection) throws(Failure) -> [Playlist] {
    do throws(Failure) {
      return Playlist.files(try connection.ask("playlistfiles"))
    } catch {
      guard error.kind == .refused else { throw error }
      Notice.tell(["jukebox: Playlist files are not listed: \(error)"])
      return []
    }
  }
}

struct PlaylistShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "The songs of a playlist, with the numbers that other commands take.",
    discussion: """
      EXAMPLES
        jukebox playlist show Party
        jukebox playlist show Party --search davis   only songs with that in a tag
        jukebox playlist show Party --grouped        under its template's headings
        jukebox playlist show Party --by "{Artist}"  under other headings
        jukebox playlist show Party --paths          as `jukebox rate` takes them
        jukebox playlist show Party --json | jq -r '.[].title'

      Of a song that is played in part, the length is that of the part. One that is
      not here (its stick is away, or the file is gone) says so, and stays. Of a
      playlist file on a volume only what is here is shown, and how many are not.

      A template takes any tag, {Folder} and {Format}: "{AlbumArtist} – {Album}".
      `jukebox playlist set Party --template` keeps one for --grouped.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Only songs that have this text in one of their tags.") var search: String?
  @Flag(help: "Under headings, by the template of `jukebox playlist set`.") var grouped = false
  @Option(help: ArgumentHelp("Under headings of this template.", valueName: "template")) var by: String?
  @Flag(help: "Print a JSON array.") var json = false
  @Flag(help: "Print the songs' paths alone, one in a line.") var paths = false
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws {
    try PlaylistName.check(there: name)
    guard !(grouped || by != nil) || search == nil else {
      throw ValidationError("Headings don't go with --search.")
    }
    guard !paths || !json && !grouped && by == nil else {
      throw ValidationError("--paths goes without --json and headings.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      if grouped || by != nil {
        try connection.send(["playlistgroups", name] + (by.map { [$0] } ?? []))
        let groups = PlaylistGroup.all(try connection.answer())
        if json { return Page.print(try JSON.line(groups)) }
        for line in PlaylistText.lines(groups) { Page.print(line) }
        return
      }
      if let search {
        let answer = try connection.ask("searchplaylist", name, "any", search)
        let entries = answer["file"] == nil ? Answer() : try connection.ask("playlistentries", name)
        let found = Self.found(answer, of: PlaylistEntry.all(entries))
        if found.isEmpty, !json { return tell(["Nothing in \(name) has “\(search)” in a tag."]) }
        return try show(found)
      }
      let answer = try connection.ask("playlistentries", name)
      let entries = PlaylistEntry.all(answer)
      try show(entries)
      let missing = answer.integer("missing") ?? 0
      if let line = PlaylistText.missing(missing, besides: entries.count) { tell([line]) }
    }
  }

  private func show(_ entries: [PlaylistEntry]) throws {
    if json { return Page.print(try JSON.line(entries)) }
    for line in paths ? entries.map(\.song.uri) : PlaylistText.lines(entries) {
      Page.print(line, isPath: paths)
    }
  }

  /// What is no path does not stand among paths.
  private func tell(_ lines: [String]) {
    if paths || json { return Notice.tell(lines) }
    for line in lines { Page.print(line) }
  }

  /// Those of the entries that a search has found: it tells less of them.
  static func found(_ answer: Answer, of entries: [PlaylistEntry]) -> [PlaylistEntry] {
    let numbers = Set(PlaylistEntry.all(answer).map(\.number))
    return entries.filter { numbers.contains($0.number) }
  }
}

struct PlaylistInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "What is said of a playlist: notes, colour, tempo, folder, dates and more.",
    discussion: """
      EXAMPLES
        jukebox playlist info Party
        jukebox playlist info Party --json | jq .duration

      `jukebox playlist set` changes it.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON object.") var json = false
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  func run() throws {
    try connection.withConnection { connection in
      let playlist = Playlist(try connection.ask("playlistget", name))
      if json { return Page.print(try JSON.line(playlist)) }
      for line in PlaylistText.facts(playlist) { Page.print(line) }
    }
  }
}

struct PlaylistDuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "The songs that stand in a playlist more than once.",
    discussion: """
      EXAMPLES
        jukebox playlist duplicates Party            which, and where
        jukebox playlist duplicates Party --remove   keeps the first of each

      The same file counts, not the same name: another recording is another song.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Take all but the first of each out of the playlist.") var remove = false
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: "The playlist's name.") var name: String

  private struct Duplicate: Encodable {
    let uri: String
    let number: Int
    let first: Int
  }

  func validate() throws {
    try PlaylistName.check(there: name)
    if json, remove { throw ValidationError("--json and --remove don't go together.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let found = try connection.ask("playlistduplicates", name).items(beginningWith: "file").map { item in
        Duplicate(
          uri: item["file"] ?? "", number: (item.integer("Pos") ?? 0) + 1,
          first: (item.integer("First") ?? 0) + 1)
      }
      if json { return Page.print(try JSON.line(found)) }
      if remove {
        // From the end, so that the numbers before stay what they are.
        for duplicate in found.reversed() {
          try connection.ask("playlistdelete", name, String(duplicate.number - 1))
        }
        return Page.print("\(StatusText.count(found.count, "song")) taken out of \(name)")
      }
      if found.isEmpty { Page.print("Nothing stands in \(name) twice.") }
      for duplicate in found { Page.print("\(duplicate.number)  \(duplicate.uri), as \(duplicate.first)") }
    }
  }
}
