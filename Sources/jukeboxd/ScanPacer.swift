import Audio
import Library
import Linux

/// Holds scans back while the sound that is decoded ahead is under half of what may be: on a slow stick the music comes
/// first. Loop thread only; looks only while a scan runs.
final class ScanPacer {
  private let loop: EventLoop
  private let engine: Engine
  private let library: MusicLibrary
  private let isSounding: () -> Bool
  private var timer: EventLoop.Timer?

  /// How often it looks.
  static let period = Duration.milliseconds(100)

  init(loop: EventLoop, engine: Engine, library: MusicLibrary, isSounding: @escaping () -> Bool) {
    self.loop = loop
    self.engine = engine
    self.library = library
    self.isSounding = isSounding
  }

  /// A scan has begun.
  func follow() {
    if timer == nil { look() }
  }

  private func look() {
    guard library.runningJob != nil else {
      timer = nil
      library.gate.isOpen = true
      return
    }
    let status = engine.status
    library.gate.isOpen = !isSounding() || status.ringFrames >= status.ringCapacityFrames / 2
    timer = loop.schedule(after: Self.period) { [weak self] in self?.look() }
  }
}
