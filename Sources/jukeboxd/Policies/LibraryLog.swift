import Exchange
import Library
import Linux

/// The library's events that are lines of the log.
final class LibraryLog: LibraryObserver {
  func receive(_ event: LibraryEvent) {
    switch event {
    case .scanEnded(_, _, let error):
      if let error, error.kind != .cancelled { Log.warning("the scan was aborted: \(error)") }
    case .warning(let text): Log.repeatable(.warning, text)
    default: break
    }
  }

  private static func words(_ reason: SyncReport.Reason) -> String {
    switch reason {
    case .unreadable: "only in Sync: it has no name there or is too long"
    case .tooLong: "too long for Sync"
    case .held: "it may be the one in Sync that cannot be read"
    case .unwritable: "changed on both sides, and Sync cannot be written"
    }
  }

  /// - Parameter volumes: those that are open.
  static func write(_ report: SyncReport, of volumes: [VolumeInfo]) {
    let name = volumes.first { $0.id == report.volume }?.name ?? "?"
    if !report.isEmpty {
      Log.notice(
        "\(name): playlist sync: \(report.taken.count) imported, "
          + "\(report.written.count) written, \(report.removed.count + report.dropped.count) removed")
    }
    if !report.unmatched.isEmpty {
      Log.notice(
        "\(name): \(report.unmatched.count) entries in Sync are of missing songs and are kept; "
          + "`jukebox sync` lists them")
    }
    for playlist in report.left {
      Log.notice(
        "\(name): the playlist \(playlist.name) was not synchronised: \(words(playlist.reason))")
    }
    for conflict in report.conflicts {
      Log.notice(
        "\(name): the playlist \(conflict.name) was changed on both sides; the earlier version is now \(conflict.other)"
      )
    }
  }
}
