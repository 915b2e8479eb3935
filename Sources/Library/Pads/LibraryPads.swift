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
  /// - Parameter completion: gets nil once the changes would survive a power cut, else why a volume has not got its own.
  public func store(
    _ changes: [(volume: VolumeID, pads: [Pad], folders: [PadFolder]?)],
    completion: @escaping (Refusal?) -> Void
  ) {
    let legs = changes.compactMap { change in
      library.open(change.volume).map { (volume: $0, leg: (pads: change.pads, folders: change.folders)) }
    }
    library.sweep(legs) { (store, change) throws(StoreError) in
      try store.edit { (transaction) throws(StoreError) in
        try store.people.pads.store(change.pads, folders: change.folders, in: transaction)
      }
    } completion: { results in
      let isGone = legs.count < changes.count
      for case (_, .failure(let error)) in results { return completion(Refusal(error)) }
      completion(isGone ? .volumeGone : nil)
    }
  }
}
