import ArgumentParser
import Client

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Take back what people added to a volume from its backup.",
    discussion: """
      EXAMPLES
        jukebox restore STICK
        jukebox volumes         what the volumes are called

      What .jukebox/backup.json says takes the place of all playlists, favourites,
      ratings, notes, counts and cue points of the volume. What was there is written
      to .jukebox/before-restore.json first: renamed to backup.json, it can be taken
      back the same way. What the restore before had written there is
      before-restore-1.json then, and so on up to 3. Songs whose files were renamed
      since are known again by their sound and tags. The file of MixBoard follows at
      the next sync; playlists in it that the backup lacks stay there, and come back
      once they are changed there.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print what was done as JSON.") var json = false
  @Argument(help: "A volume's name, as `jukebox volumes` shows it.") var volume: String

  /// What the report in words tells, too.
  struct Restored: Encodable {
    let volume: String
    let rows: Int
    let missing: Int
    let left: [String]
    let before = ExchangeText.fileBeforeRestore

    init(_ result: ExchangeResult) {
      (volume, rows) = (result.volume, result.rows ?? 0)
      (missing, left) = (result.missing ?? 0, result.left)
    }
  }

  func validate() throws { try VolumeName.check(volume) }

  func run() throws {
    try connection.withConnection { connection in
      try connection.send(["restore", volume])
      let results = ExchangeResult.all(
        try connection.answer(during: "Taking back what people added", isQuiet: json))
      if json {
        return Page.print(try JSON.line(results.map(Restored.init)))
      }
      for line in ExchangeText.lines(restore: results) { Page.print(line) }
    }
  }
}
