import Audio
import Configuration
import Library
import Linux
import Media
import Model
import Player

/// The engine's reports as the player's events and as lines of the log.
final class EngineFollower: EngineObserver {
  private let controller: PlaybackController
  private let library: MusicLibrary
  private let store: BoxStore
  private let engine: Engine
  private let indexes: SeekIndexes
  private let profile: LatencyProfile
  private var hasSounded = false
  private let notify: ChangeNotifier

  /// Under this name the box remembers how many milliseconds of kept sound it has needed, as a thousand times
  /// those, plus the milliseconds of the profile that they were needed with.
  static let keptSetting = "kept-frames"

  init(
    controller: PlaybackController, library: MusicLibrary, store: BoxStore, engine: Engine,
    indexes: SeekIndexes, notify: ChangeNotifier, profile: LatencyProfile
  ) {
    self.indexes = indexes
    self.notify = notify
    self.controller = controller
    self.library = library
    self.store = store
    self.engine = engine
    self.profile = profile
  }

  func receive(_ report: EngineReport) {
    switch report {
    case .started(let serial, let length):
      if !hasSounded {
        hasSounded = true
        Log.notice("first sound")
        library.health.soundHasBegun()
      }
      controller.report(
        .started(PlaySerial(serial), length: length.exact, likely: length.likely, file: length.file))
    case .wantsNext(let serial): controller.report(.wantsNext(after: PlaySerial(serial)))
    case .indexed(let serial, let index): indexes.take(index, of: serial)
    case .ended(let serial): controller.report(.ended(PlaySerial(serial)))
    case .failed(let serial, let failure):
      controller.report(.failed(PlaySerial(serial), failure.kind, reason: failure.description))
    case .drained(let serial): controller.report(.drained(after: PlaySerial(serial)))
    case .starved:
      let url = controller.player.current?.track.url
      Log.warning("\(url ?? "storage") too slow: output silent until the buffer is refilled")
    case .recovered: Log.notice("buffer refilled: sound resumed")
    case .underrun(let total): Log.warning("underrun of the sound device (\(total) so far)")
    case .targetBufferWidened(let frames): widened(frames)
    case .deviceOpened(let name, let rate, let format):
      Log.repeatable(.notice, "\(name) is open: \(rate) Hz, \(format)")
      notify(.output)
    case .deviceLost(let reason):
      Log.error("sound device lost: \(reason)")
      notify(.output)
    case .deviceReleased:
      Log.repeatable(.notice, "idle: sound device released")
      notify(.output)
    case .lacksSpeed(let failure): Log.repeatable(.error, "cannot change the speed: \(failure)")
    case .lacksControl(let name):
      Log.notice("\(name) has no control with a scale in dB: using software volume")
    case .soundLoaded, .soundFailed, .voiceStarted, .voiceEnded: break
    case .deviceBack(let name):
      Log.notice("\(name) is back")
      notify(.output)
    }
  }

  private func widened(_ frames: Int) {
    let milliseconds = frames * 1000 / max(1, engine.status.rate)
    Log.notice("repeated underruns: target buffer raised to \(milliseconds) ms and saved")
    store.save(.integer(Int64(milliseconds * 1000 + profile.targetBufferMilliseconds)), as: Self.keptSetting)
  }
}

extension EngineFailure {
  var kind: FailureKind {
    if case .decode(.needsFormats) = self { return .notInstalled }
    return isStorage ? .unreachable : .broken
  }
}

extension PlaySerial {
  init(_ serial: EntrySerial) { self.init(rawValue: serial.rawValue) }
}
