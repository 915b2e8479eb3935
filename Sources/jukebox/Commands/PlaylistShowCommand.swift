import ArgumentParser
import Client

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
