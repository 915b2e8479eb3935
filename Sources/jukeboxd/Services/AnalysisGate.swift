import Audio
import Library
import Linux
import Model

/// When songs may be analysed: while nothing that matters more needs the board. Loop thread only.
struct AnalysisGate {
  /// Time without a press before `idle` works.
  static let quietTime = Duration.seconds(10)
  static let mostCelsius = 75.0

  let loop: EventLoop
  let library: MusicLibrary
  let engine: Engine
  let controller: PlaybackController
  /// When songs are analysed that nobody asked for.
  var when: AnalysisTime

  func isOpen(isAsked: Bool) -> Bool {
    if library.scans.runningJob != nil || ThermalZones.hottestCelsius() ?? 0 > Self.mostCelsius {
      return false
    }
    let status = engine.status
    if status.isFeeding, status.ringFrames * 4 < status.ringCapacityFrames * 3 { return false }
    return isAsked || when == .always || (when == .idle && loop.now - controller.lastAsked >= Self.quietTime)
  }
}
