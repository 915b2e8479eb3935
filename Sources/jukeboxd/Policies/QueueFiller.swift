import Control
import Library
import Linux
import Model
import Player

/// Fills the player's queue from a volume: with all that is known, or with what the first scan finds. Loop thread only.
final class QueueFiller: EffectHandler, LibraryObserver {
  private let library: MusicLibrary
  private let controller: PlaybackController
  /// Volumes whose first scan has not ended.
  private var firstScans: [VolumeID: FirstScan] = [:]

  init(library: MusicLibrary, controller: PlaybackController) {
    self.library = library
    self.controller = controller
  }

  func handle(_ effect: Effect) -> Bool {
    guard case .fillQueue(let volume) = effect else { return false }
    fill(from: volume)
    return true
  }

  func receive(_ event: LibraryEvent) {
    switch event {
    case .opened(let volume): if !volume.wasScanned { firstScans[volume.id] = FirstScan() }
    case .closed(let id, _): firstScans[id] = nil
    case .firstTrack(let track):
      let reference = track.reference
      guard firstScans[reference.volume]?.foundFirst(reference) == true else { return }
      controller.report(.fill([reference], from: reference.volume))
    case .found(let id, let references):
      guard let tracks = firstScans[id]?.found(references), !tracks.isEmpty else { return }
      controller.report(.fill(tracks, from: id))
    case .scanEnded(let id, _, _): if firstScans[id]?.ended() == true { firstScans[id] = nil }
    default: break
    }
  }

  private func fill(from id: VolumeID) {
    guard let volume = library.volumes.first(where: { $0.id == id }) else { return }
    if firstScans[id]?.want() == false { return }
    library.catalogue.references(of: id, limit: QueueLimits.entries) { [weak self] result in
      if case .failure(let refusal) = result {
        Log.warning("\(volume.name): cannot fill the queue: \(refusal.message)")
      }
      self?.filled(from: id, try? result.get())
    }
  }

  private func filled(from id: VolumeID, _ known: [TrackReference]?) {
    var tracks = known ?? []
    if firstScans[id] != nil {
      tracks = firstScans[id]?.answered(known) ?? []
      if firstScans[id]?.hasEnded == true { firstScans[id] = nil }
    }
    if !tracks.isEmpty { controller.report(.fill(tracks, from: id)) }
  }
}
