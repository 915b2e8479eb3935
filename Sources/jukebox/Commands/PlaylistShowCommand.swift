import ArgumentParser

struct PlaylistShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "The songs of a playlist, with the numbers that other commands take.",
    discussion: """
      EXAMPLES
        jukebox playlist show Party
        jukebox playlist show Party --search davis   only songs with that in a tag
        jukebox playlist show Party --json | jq -r '.[].uri'
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Only songs that have this text in one of their tags.") var search: String?
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: "The playlist's name.") var name: String

  func run() throws {
    try connection.withConnection { connection in
      let answer =
        try search.map { text throws(Failure) in try connection.ask("searchplaylist", name, "any", text) }
        ?? connection.ask("listplaylistinfo", name)
      let songs = answer.items(beginningWith: "file").compactMap { Song($0) }
      if json { return print(try JSON.line(songs)) }
      for line in PlaylistText.lines(songs) { print(line) }
    }
  }
}
