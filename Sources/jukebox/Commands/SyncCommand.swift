import ArgumentParser

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Make a stick's playlists and those of the MixBoard program the same.",
    discussion: """
      EXAMPLES
        jukebox sync            on each volume
        jukebox sync STICK      on one, as `jukebox volumes` names it

      MixBoard keeps its playlists on a stick in Sync/mixboard-playlists.json.
      Whoever changed a playlist last has the newer one; where both did since
      they were the same, both are kept, under two names. The file is made where
      it is not there. Where it is, the jukebox does this by itself when a stick
      comes and half a minute after each change of a playlist.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print what was done as JSON.") var json = false
  @Argument(help: "A volume's name; all of them where none is given.") var volume: String?

  func run() throws {
    try connection.withConnection { connection in
      try connection.send(["sync"] + (volume.map { [$0] } ?? []))
      let results = ExchangeResult.all(try connection.answer())
      if json { return print(try JSON.line(results)) }
      if results.isEmpty { print("There is no volume.") }
      for line in ExchangeText.lines(sync: results) { print(line) }
    }
  }
}
