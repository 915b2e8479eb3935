import Library
import Model
import Player

/// Reports to clients what has changed, for `idle`. As an observer it comes after those that make the change.
final class ChangeNotifier: EffectHandler, LibraryObserver {
  var deliver: (Subsystems) -> Void = { _ in }

  func callAsFunction(_ changes: Subsystems) { deliver(changes) }

  func handle(_ effect: Effect) -> Bool {
    guard case .changed(let subsystems) = effect else { return false }
    self(subsystems)
    return true
  }

  func receive(_ event: LibraryEvent) {
    switch event {
    case .tracksChanged: self(.database)
    case .updateBegan, .updateEnded: self(.update)
    case .playlistsChanged: self(.storedPlaylist)
    case .stickersChanged, .cuesChanged: self(.sticker)
    case .noted(let changes): self(changes)
    // `Volumes` reports opened and closed ones.
    case .opened, .closed, .failed, .held, .deleted, .firstTrack, .found, .moved, .progress, .scanEnded,
      .fetched, .playlistEdited, .resumesMarked, .indexed, .warning:
      break
    }
  }
}
