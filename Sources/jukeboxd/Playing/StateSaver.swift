import Library
import Model
import Player

/// Has the box and the volumes remember what plays and where. Loop thread only.
final class StateSaver: EffectHandler, LibraryObserver {
  private let controller: PlaybackController
  private let store: BoxStore
  private let library: MusicLibrary
  private let indexes: SeekIndexes

  /// Under this name the box remembers which volume is the root of the tree.
  static let rootSetting = "root-volume"

  init(controller: PlaybackController, store: BoxStore, library: MusicLibrary, indexes: SeekIndexes) {
    self.controller = controller
    self.store = store
    self.library = library
    self.indexes = indexes
  }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .save(.order): store.save(order: controller.player.savedOrder)
    case .save(.settings): store.save(controller.player.savedSettings)
    case .save(.position):
      let position = controller.positionToSave
      store.save(position, hint: indexes.hint(of: position.entry))
    case .pause, .stop:
      moveLogs()
      return true
    default: return false
    }
    return true
  }

  /// While nothing sounds the databases become one whole file each: the stick may be pulled next.
  private func moveLogs() {
    indexes.keep()
    store.checkpoint()
    library.checkpoint()
  }

  func receive(_ event: LibraryEvent) {
    guard case .opened(let volume) = event else { return }
    store.remember(KnownVolume(id: volume.id, name: volume.name, fingerprint: volume.fingerprint))
    store.save(library.mounts.rootVolume.map { .text($0.description) }, as: Self.rootSetting)
  }

  /// The power may go soon.
  func powerOff() {
    controller.report(.powerOff)
    indexes.keep()
  }
}
