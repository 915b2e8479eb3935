import Linux
import Model

/// Playlists that were removed and may come back for a while: they stay in their database until that is over, or their volume
/// leaves in order. A power cut, or a stick that is pulled, in that time brings them back. Loop thread only.
final class RemovedPlaylists {
  private struct Removed {
    let number: Int
    /// As clients knew it.
    let name: String
    let playlist: StoredPlaylist
    let volume: MountedVolume
  }

  private unowned let library: MusicLibrary
  /// The oldest first.
  private var removed: [Removed] = []
  private var lastNumber = 0

  static let patience = Duration.seconds(60)
  static let most = 64

  init(_ library: MusicLibrary) { self.library = library }

  func has(_ identity: PlaylistID?) -> Bool {
    identity.map { known in removed.contains { $0.playlist.identity == known } } ?? false
  }

  func add(_ playlist: StoredPlaylist, named name: String, on volume: MountedVolume) {
    if removed.count == Self.most, let first = removed.first { finish(first) }
    lastNumber += 1
    let number = lastNumber
    removed.append(Removed(number: number, name: name, playlist: playlist, volume: volume))
    library.later(after: Self.patience) { [weak self] in
      guard let self, let over = removed.first(where: { $0.number == number }) else { return }
      finish(over)
    }
  }

  /// - Returns: the one that was removed last under a name, which is removed no more; nil if there is none.
  func take(_ name: String) -> (playlist: StoredPlaylist, volume: MountedVolume)? {
    let place = removed.lastIndex { $0.name.utf8.elementsEqual(name.utf8) && !$0.volume.isLeaving }
    guard let place else { return nil }
    let known = removed.remove(at: place)
    return (known.playlist, known.volume)
  }

  /// Another playlist gets a name: one of that name can't come back.
  func free(_ name: String) {
    for known in removed where known.playlist.name.utf8.elementsEqual(name.utf8) { finish(known) }
  }

  /// Before a volume leaves. One that is gone already has them when it returns.
  func leave(_ volume: MountedVolume, orderly: Bool) {
    if orderly { for known in removed where known.volume === volume { finish(known) } }
    removed.removeAll { $0.volume === volume }
  }

  private func finish(_ known: Removed) {
    removed.removeAll { $0.number == known.number }
    let (library, volume, own) = (library, known.volume, known.playlist.name)
    library.ask(
      volume,
      { (store) throws(StoreError) in
        try store.playlists.change(own, .remove, time: WallClock.synchronised())
      }
    ) { [weak library] result in
      guard let library else { return }
      switch result.refused() {
      case .success:
        if let id = volume.info?.id { library.tell(.playlistEdited(id)) }
      // It is there again: it could not be removed.
      case .failure(let refusal):
        guard !volume.isLeaving else { return }
        library.tell(.warning("cannot remove the playlist \(own) on \(volume.path): \(refusal)"))
        library.playlists.renew(volume)
      }
    }
  }
}
