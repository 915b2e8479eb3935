import ArgumentParser
import Client

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
      comes and half a minute after each change of a playlist. A volume without
      playlists gets no file. One whose file can't be read keeps no other from
      being done; it is named at the end, and the exit status is 1, as it is where
      no volume takes writes.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print what was done as JSON.") var json = false
  @Argument(help: "A volume's name; all of them where none is given.") var volume: String?

  /// What the report in words tells, too.
  struct Synced: Encodable {
    let volume: String
    let written, taken, removed, dropped: [String]
    let conflicts: [ExchangeResult.Conflict]
    let unmatched, left, reasons: [String]
    let isReadOnly: Bool
    let error: String?

    init(_ result: ExchangeResult) {
      volume = result.volume
      (written, taken, removed, dropped) = (result.written, result.taken, result.removed, result.dropped)
      (conflicts, unmatched) = (result.conflicts, result.unmatched)
      (left, reasons) = (result.left, result.reasons)
      isReadOnly = result.isReadOnly
      error = result.error
    }
  }

  func validate() throws { try VolumeName.check(volume) }

  func run() throws {
    try connection.withConnection { connection in
      try connection.send(["sync"] + (volume.map { [$0] } ?? []))
      let results = ExchangeResult.all(
        try connection.answer(during: "Comparing the playlists", isQuiet: json))
      if json {
        Page.print(try JSON.line(results.map(Synced.init)))
      } else {
        for line in ExchangeText.lines(sync: results) { Page.print(line) }
      }
      if let failure = ExchangeText.failure(of: "sync", results) { throw failure }
      if ExchangeResult.isNoneWritten(results) {
        throw ExitCode(Failure.Kind.refused.rawValue)
      }
    }
  }
}
