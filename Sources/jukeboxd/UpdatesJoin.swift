import Control
import Library
import Model

/// The library's scans as the protocol starts and shows them.
final class UpdatesJoin: Updates {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  var runningJob: UInt32? { library.runningJob }

  var progress: [Control.ScanProgress] {
    library.progress.map { volume, progress in
      Control.ScanProgress(
        volume: volume.name, found: progress.found, examined: progress.examined, opened: progress.opened,
        unreadable: progress.unreadable, expected: progress.expected, rate: progress.rate,
        isWalkOver: progress.isWalkOver)
    }
  }

  var outcomes: [Control.ScanOutcome] {
    library.outcomes.map { volume, outcome in
      Control.ScanOutcome(
        volume: volume.name, job: outcome.job, found: outcome.progress.found,
        opened: outcome.progress.opened, unreadable: outcome.progress.unreadable,
        notRead: outcome.progress.notRead, forbidden: outcome.progress.forbidden, problems: outcome.problems,
        error: outcome.error.map { "\($0)" })
    }
  }

  func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32 {
    try library.update(uri, rescan: rescan)
  }
}
