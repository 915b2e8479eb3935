import ArgumentParser
import Client

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write what people added to a volume into a file on it.",
    discussion: """
      EXAMPLES
        jukebox backup           on each volume
        jukebox backup STICK     on one, as `jukebox volumes` names it

      Playlists, favourites, ratings, notes, counts, cue points and what programs
      keep of songs go into .jukebox/backup.json. The jukebox does this by itself
      once a day where something was changed, takes it back by itself where its
      database is broken, and on demand: `jukebox restore`. The music itself is
      not in it. Where no volume takes one, the exit status is 1.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print the files as JSON.") var json = false
  @Argument(help: "A volume's name; all of them where none is given.") var volume: String?

  private struct Saved: Encodable {
    let volume: String
    let file: String?
    let isReadOnly: Bool
    let error: String?
  }

  func validate() throws { try VolumeName.check(volume) }

  func run() throws {
    try connection.withConnection { connection in
      try connection.send(["backup"] + (volume.map { [$0] } ?? []))
      let results = ExchangeResult.all(try connection.answer(during: "Writing the backup", isQuiet: json))
      if json {
        Page.print(
          try JSON.line(
            results.map {
              Saved(volume: $0.volume, file: $0.file, isReadOnly: $0.isReadOnly, error: $0.error)
            }))
      } else {
        for line in ExchangeText.lines(backup: results) { Page.print(line) }
      }
      if let failure = ExchangeText.failure(of: "backup", results) { throw failure }
      if ExchangeResult.isNoneWritten(results) {
        throw ExitCode(Failure.Kind.refused.rawValue)
      }
    }
  }
}
