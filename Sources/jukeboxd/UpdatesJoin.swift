import Control
import Library
import Model

/// The library's scans as the protocol starts and shows them.
final class UpdatesJoin: Updates {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  var runningJob: UInt32? { library.runningJob }

  var progress: [(volume: String, progress: ScanProgress)] { library.progress.map { ($0.name, $1) } }

  var outcomes: [(volume: String, outcome: ScanOutcome)] { library.outcomes.map { ($0.name, $1) } }

  func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32 {
    try library.update(uri, rescan: rescan)
  }
}
