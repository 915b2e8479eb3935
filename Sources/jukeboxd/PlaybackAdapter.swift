import Control
import Model
import Player

/// The player as the protocol sees it and tells it what to do.
final class PlaybackAdapter: Playback {
  private let conductor: Conductor

  init(conductor: Conductor) { self.conductor = conductor }

  var status: PlaybackStatus {
    var status = conductor.status
    let whole = conductor.currentSong?.duration
    status.length = status.length ?? conductor.player.current.flatMap { $0.excerpt.length(of: whole) }
    if status.state != .stop {
      status.format = conductor.currentSong?.format
      status.bitrate = conductor.currentBitrate
    }
    return status
  }

  var currentSong: Song? { conductor.currentSong }

  func whenSongIsKnown(completion: @escaping (()) -> Void) -> Query {
    conductor.whenSongIsKnown { completion(()) }
    return .done
  }

  var queue: QueueSnapshot {
    QueueSnapshot(version: conductor.queue.version, entries: conductor.queue.entries)
  }

  func position(of entry: EntryID) -> Int? { conductor.queue.position(of: entry) }

  func perform(_ event: Event, whenDurable: @escaping (Refusal?) -> Void) throws(Refusal) -> [EntryID] {
    try conductor.handle(event, whenDurable: whenDurable)
    switch event {
    case .add, .addItems: return conductor.player.lastAdded.map { EntryID(rawValue: $0) }
    default: return []
    }
  }

  func noteLoaded(_ playlist: String) { conductor.report(.loaded(playlist)) }
}
