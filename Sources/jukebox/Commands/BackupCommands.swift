import ArgumentParser
import Client

struct BackupCommand: ConnectedCommand {
  static let help = CommandHelp(
    "backup", "Back up playlists, favourites, ratings and notes of a volume to a file on it.")
  static let discussion = """
    EXAMPLES
      jukebox backup           back up each volume
      jukebox backup STICK     back up one; `jukebox volumes` shows the names

    The file is .jukebox/backup.json. It holds playlists, favourites, ratings,
    notes, play counts, cue points and stickers, but not the music. The jukebox
    writes it once a day if something changed, and restores it by itself if its
    database is damaged; `jukebox restore` does so on demand. The exit status is 1
    if no volume can be written to.
    """

  @Flag(help: "Print the written files as JSON.") var json = false
  @Argument(help: "Name of a volume; default: all.", completion: NameCompletion.volumes) var volume: String?

  func validate() throws { try VolumeName.check(volume) }

  func run(_ connection: Connection) throws {
    try connection.send(["backup"] + (volume.map { [$0] } ?? []))
    let results = ExchangeResult.all(try connection.answer(during: "Writing the backup", isQuiet: json))
    try Page.show(
      results.map {
        ["volume": $0.volume, "file": $0.file, "isReadOnly": $0.isReadOnly, "error": $0.error] as JSONObject
      }, json: json, lines: ExchangeText.lines(backup: results))
    if let failure = ExchangeText.failure(of: "backup", results) { throw failure }
    if ExchangeResult.isNoneWritten(results) { throw ExitCode(Failure.Kind.refused.rawValue) }
  }
}

struct RestoreCommand: ConnectedCommand {
  static let help = CommandHelp(
    "restore", "Restore playlists, favourites, ratings and notes of a volume from its backup.")
  static let discussion = """
    EXAMPLES
      jukebox restore STICK
      jukebox volumes         show the names of the volumes

    The contents of .jukebox/backup.json replace all playlists, favourites,
    ratings, notes, play counts and cue points of the volume. The present data is
    first written to .jukebox/before-restore.json; to undo the restore, rename it
    to backup.json and restore again. Older copies are before-restore-1.json to
    before-restore-3.json. Files that were renamed since the backup are matched by
    sound and tags. MixBoard's file is updated at the next sync; playlists in it
    that are not in the backup are imported by that sync.
    """

  @Flag(help: "Print the result as JSON.") var json = false
  @Argument(help: "Name of the volume, as `jukebox volumes` shows it.", completion: NameCompletion.volumes)
  var volume: String

  /// The report for other programs.
  static func report(_ result: ExchangeResult) -> JSONObject {
    [
      "volume": result.volume, "rows": result.rows ?? 0, "missing": result.missing ?? 0,
      "before": ExchangeText.fileBeforeRestore,
    ]
  }

  func validate() throws { try VolumeName.check(volume) }

  func run(_ connection: Connection) throws {
    try connection.send(["restore", volume])
    let results = ExchangeResult.all(try connection.answer(during: "Restoring the backup", isQuiet: json))
    try Page.show(results.map(Self.report), json: json, lines: ExchangeText.lines(restore: results))
  }
}

struct SyncCommand: ConnectedCommand {
  static let help = CommandHelp("sync", "Synchronise a stick's playlists with the MixBoard program.")
  static let discussion = """
    EXAMPLES
      jukebox sync            synchronise each volume
      jukebox sync STICK      synchronise one; `jukebox volumes` shows the names

    MixBoard stores its playlists on a stick in Sync/mixboard-playlists.json. A
    playlist that changed on one side since the last sync replaces the other
    side's. If it changed on both sides, both versions are kept under two names.
    The file is created if the volume has playlists. If it exists, the jukebox
    synchronises by itself when the stick is plugged in and 30 seconds after each
    change of a playlist. The exit status is 1 if a file cannot be read (the other
    volumes are still synchronised), or if no volume can be written to.
    """

  @Flag(help: "Print the result as JSON.") var json = false
  @Argument(help: "Name of a volume; default: all.", completion: NameCompletion.volumes) var volume: String?

  /// The report for other programs.
  static func report(_ result: ExchangeResult) -> JSONObject {
    [
      "volume": result.volume, "written": result.written, "taken": result.taken, "removed": result.removed,
      "dropped": result.dropped, "conflicts": result.conflicts, "unmatched": result.unmatched,
      "left": result.left, "reasons": result.reasons, "isReadOnly": result.isReadOnly,
      "error": result.error,
    ]
  }

  func validate() throws { try VolumeName.check(volume) }

  func run(_ connection: Connection) throws {
    try connection.send(["sync"] + (volume.map { [$0] } ?? []))
    let results = ExchangeResult.all(try connection.answer(during: "Comparing the playlists", isQuiet: json))
    try Page.show(results.map(Self.report), json: json, lines: ExchangeText.lines(sync: results))
    if let failure = ExchangeText.failure(of: "sync", results) { throw failure }
    if ExchangeResult.isNoneWritten(results) { throw ExitCode(Failure.Kind.refused.rawValue) }
  }
}
