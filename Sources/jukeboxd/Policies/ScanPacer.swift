import Library
import Linux

/// Holds scans back while the music needs the storage: on a slow stick it comes first. Loop thread only; looks only while
/// a scan runs.
final class ScanPacer: LibraryObserver {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let isBehind: () -> Bool
  private var timer: EventLoop.Timer?

  /// How often it looks.
  static let period = Duration.milliseconds(100)

  /// - Parameter isBehind: whether the music needs the storage now.
  init(loop: EventLoop, library: MusicLibrary, isBehind: @escaping () -> Bool) {
    self.loop = loop
    self.library = library
    self.isBehind = isBehind
  }

  func receive(_ event: LibraryEvent) {
    if case .updateBegan = event, timer == nil { look() }
  }

  private func look() {
    guard library.scans.runningJob != nil else {
      timer = nil
      library.gate.isOpen = true
      return
    }
    library.gate.isOpen = !isBehind()
    timer = loop.schedule(after: Self.period) { [weak self] in self?.look() }
  }
}
