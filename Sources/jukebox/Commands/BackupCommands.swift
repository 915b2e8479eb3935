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
