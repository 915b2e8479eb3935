import Control
import Library
import Linux
import Model
import Player

/// Actions of buttons on the song that plays: favourite, rating, steps between its cues. Loop thread only.
final class SongButtons: EffectHandler {
  private let library: MusicLibrary
  private let controller: PlaybackController

  init(library: MusicLibrary, controller: PlaybackController) {
    self.library = library
    self.controller = controller
  }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .toggleFavourite(let track): change(track, .toggleFavourite)
    case .rate(let track, let rating): change(track, .rate(rating))
    case .stepCue(let entry, let elapsed, let forward): stepCue(of: entry, from: elapsed, forward: forward)
    default: return false
    }
    return true
  }

  private func change(_ track: TrackReference, _ edit: PersonalEdit) {
    let uri = track.uri(in: library)
    if track.url != nil { return Log.notice("\(uri): not changed: a stream has neither a rating nor a mark") }
    library.personal.change(of: .track(track), [edit]) { result in
      switch (result, edit) {
      case (.success(let report), .toggleFavourite):
        Log.notice("\(uri): \(report.values.isFavourite ? "marked as favourite" : "favourite removed")")
      case (.success(let report), _): Log.notice("\(uri): rated \(report.values.rating ?? 0)")
      case (.failure(let refusal), _): Log.warning("\(uri): not changed: \(refusal.message)")
      }
    }
  }

  /// To the cue of a button or key, if the entry still plays when the library has answered with its cues.
  private func stepCue(of entry: QueueEntry, from elapsed: Duration, forward: Bool) {
    library.cues.all(of: .track(entry.track)) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let refusal):
        Log.warning("\(entry.track.uri(in: library)): no cues: \(refusal.message)")
      case .success(let cues):
        let player = controller.player
        guard player.current?.id == entry.id, player.transport != .stop else { return }
        // Cues are of the track; the entry may be a part of it.
        let (start, end) = (entry.region.start, entry.region.end ?? .seconds(Int64.max))
        let within = cues.filter { $0.start >= start && $0.start < end }
        guard let target = CueStep.target(in: within.map(\.start), from: elapsed + start, forward: forward)
        else { return }
        controller.report(.seekCurrent(to: max(.zero, target - start)))
      }
    }
  }
}
