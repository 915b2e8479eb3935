import Control
import Library

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

  func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32 {
    do throws(LibraryRefusal) {
      return try library.update(uri, rescan: rescan)
    } catch {
      throw .updateQueueFull
    }
  }
}
