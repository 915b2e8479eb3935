import Linux
public import Model

/// The pads of the volumes. Completions are called on the loop, once.
public struct LibraryPads {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// A text as names are compared: neither case nor accents count.
  public static func folded(_ text: String) -> String { SearchText.folded(text) }

  /// Reads the pads and folders of each open volume, in their order, removed pads too.
  public func all(
    on volumes: [VolumeID],
    completion: @escaping ([(volume: VolumeID, pads: [Pad], folders: [PadFolder])]) -> Void
  ) {
    let legs = volumes.compactMap { id in library.open(id).map { (volume: $0, leg: id) } }
    library.sweep(legs) { (store, id) throws(StoreError) in
      try store.people.pads.all(on: id)
    } completion: { found in
      completion(
        zip(legs, found).map {
          let (pads, folders) = (try? $1.result.get()) ?? ([], [])
          return ($0.leg, pads, folders)
        })
    }
  }

  /// - Parameter completion: gets the pad that a track would be, with its defaults.
  public func new(of track: TrackReference, completion: @escaping (Result<Pad, Refusal>) -> Void) {
    library.change(
      of: track,
      { (store, path) throws(StoreError) in try store.people.pads.new(at: path, on: store.identity) },
      completion: completion)
  }

  /// Writes what was changed of pads; the folders of a volume replace all that it had.
  /// - Parameter completion: gets nil once the changes would survive a power cut, else why a volume has not got its own; and
  ///   the pads and folders of the volumes that have, as `all` gives them.
  public func store(
    _ changes: [(volume: VolumeID, pads: [Pad], folders: [PadFolder]?)],
    completion: @escaping (Refusal?, [(volume: VolumeID, pads: [Pad], folders: [PadFolder])]) -> Void
  ) {
    let legs = changes.compactMap { change in
      library.open(change.volume).map { (volume: $0, leg: change) }
    }
    library.sweep(legs) { (store, change) throws(StoreError) in
      try store.edit { (transaction) throws(StoreError) in
        try store.people.pads.store(change.pads, folders: change.folders, in: transaction)
      }
      return try store.people.pads.all(on: change.volume)
    } completion: { results in
      var refusal = legs.count < changes.count ? Refusal.volumeGone : nil
      var stored: [(volume: VolumeID, pads: [Pad], folders: [PadFolder])] = []
      for (leg, answer) in zip(legs, results) {
        switch answer.result {
        case .success(let (pads, folders)): stored.append((leg.leg.volume, pads, folders))
        case .failure(let error): refusal = Refusal(error)
        }
      }
      completion(refusal, stored)
    }
  }
}
