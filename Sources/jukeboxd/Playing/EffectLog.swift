import Library
import Linux
import Model
import Player

/// The player's effects that are lines of the log.
final class EffectLog: EffectHandler {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .nothingPlays(let action): Log.notice("\(action): no song is playing; nothing done")
    case .skipped(let entry, let reason):
      Log.repeatable(.warning, "skipped \(entry.track.uri(in: library)): \(reason)")
    case .gaveUp(let reason): Log.repeatable(.error, "stopped: \(reason)")
    default: return false
    }
    return true
  }
}
