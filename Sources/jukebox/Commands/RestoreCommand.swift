import ArgumentParser

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Take back what people added to a volume from its backup.",
    discussion: """
      EXAMPLE
        jukebox restore STICK

      What .jukebox/backup.json says takes the place of all playlists, favourites,
      ratings, notes, counts and cue points of the volume. What was there is written
      to .jukebox/before-restore.json first: renamed to backup.json, it can be taken
      back the same way.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "A volume's name, as `jukebox volumes` shows it.") var volume: String

  func run() throws {
    try connection.withConnection { connection in
      let results = ExchangeResult.all(try connection.ask("restore", volume))
      for line in ExchangeText.lines(restore: results) { print(line) }
    }
  }
}
