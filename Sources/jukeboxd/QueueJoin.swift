import Control
import Model
import Player

/// The player's queue as the protocol reads and edits it.
final class QueueJoin: QueueEditing {
  private let conductor: Conductor

  init(conductor: Conductor) { self.conductor = conductor }

  var queue: QueueSnapshot {
    let queue = conductor.queue
    return QueueSnapshot(version: queue.version, entries: queue.entries)
  }

  func position(of entry: EntryID) -> Int? { conductor.queue.position(of: entry) }

  func edit(
    _ edit: QueueEdit, whenDurable: @escaping (Refusal?) -> Void
  ) throws(Refusal) -> [EntryID] {
    do throws(PlayerRefusal) {
      try conductor.handle(Event(edit), whenDurable: whenDurable)
    } catch {
      throw Refusal(error)
    }
    switch edit {
    case .add, .addItems: return conductor.player.lastAdded.map { EntryID(rawValue: $0) }
    default: return []
    }
  }

  func noteLoaded(_ playlist: String) { conductor.report(.loaded(playlist)) }
}

extension Event {
  init(_ edit: QueueEdit) {
    switch edit {
    case .add(let tracks, let position): self = .add(tracks, at: .position(position))
    case .addItems(let items, let position): self = .addItems(items, at: .position(position))
    case .setExcerpt(let entry, let excerpt): self = .setExcerpt(entry, excerpt)
    case .delete(let range): self = .delete(range)
    case .clear: self = .clear
    case .move(let range, let position): self = .move(range, to: .position(position))
    case .swap(let a, let b): self = .swap(a, b)
    case .shuffle(let range): self = .shuffle(range)
    case .setPriority(let priority, let ranges): self = .prioritise(ranges, priority)
    }
  }
}
