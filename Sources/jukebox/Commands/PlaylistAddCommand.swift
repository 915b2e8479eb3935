import ArgumentParser

struct PlaylistAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Put songs or whole folders into a playlist; it is made if it is new.",
    discussion: """
      EXAMPLES
        jukebox playlist add Party Miles "Bach/Air.flac"   at the end
        jukebox playlist add Party --at 1 Miles            at the beginning
        jukebox playlist add Party --search miles blue     what a search finds

      Paths are those that `jukebox add` takes.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "The number that the first of them is to have.") var at: Int?
  @Flag(help: "Add what `jukebox search` finds for the words.") var search = false
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Songs or folders; with --search, words.") var paths: [String]

  func validate() throws {
    guard at.map({ (1...Int(Int32.max)).contains($0) }) ?? true else {
      throw ValidationError("--at is 1 or more.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      let before = Self.length(of: name, connection)
      var position = at.map { $0 - 1 }
      let uris = try uris(connection)
      if search, uris.isEmpty { return print("Nothing found, so nothing was added.") }
      for uri in uris {
        if let place = position {
          try connection.ask("playlistadd", name, uri, String(place))
          position = (at ?? 1) - 1 + Self.length(of: name, connection) - before
        } else {
          try connection.ask("playlistadd", name, uri)
        }
      }
      print("\(StatusText.count(Self.length(of: name, connection) - before, "song")) added to \(name)")
    }
  }

  private func uris(_ connection: Connection) throws -> [String] {
    if search {
      try connection.send(["lookup"] + paths + ["window", "0:1000"])
      return try connection.answer().items(beginningWith: "file").compactMap { $0["file"] }
    }
    let music = try? connection.ask("config")["music_directory"]
    return paths.map { AddCommand.uri($0, musicDirectory: music) }
  }

  /// 0 of one that is not there.
  private static func length(of name: String, _ connection: Connection) -> Int {
    (try? connection.ask("playlistlength", name)["songs"]).flatMap { Int($0) } ?? 0
  }
}
