public import Model

/// The pads of the volumes. Completions are called on the loop, once.
extension MusicLibrary {
  /// Of a volume, in their order, removed ones too; empty where it has gone.
  public func pads(of volume: VolumeID, completion: @escaping ([Pad], [PadFolder]) -> Void) {
    guard let mounted = open(volume) else { return later { completion([], []) } }
    ask(mounted, { (store) throws(StoreError) in try store.pads() }) {
      (result: Result<(pads: [Pad], folders: [PadFolder]), StoreError>) in
      switch result {
      case .success(let found): completion(found.pads, found.folders)
      case .failure: completion([], [])
      }
    }
  }

  /// - Parameter completion: gets the pad that a track would be, as it is before anything is said of it.
  public func newPad(of track: TrackReference, completion: @escaping (Result<Pad, Refusal>) -> Void) {
    change(
      of: track, { (store, path) throws(StoreError) in try store.newPad(at: path) }, completion: completion)
  }

  /// - Parameter completion: gets nil once the change would survive a power cut, else why nothing was changed.
  public func keep(
    _ pads: [Pad], folders: [PadFolder]?, of volume: VolumeID, completion: @escaping (Refusal?) -> Void
  ) {
    guard let mounted = open(volume) else { return later { completion(.volumeGone) } }
    ask(
      mounted, { (store) throws(StoreError) in try store.keep(pads, folders: folders) }
    ) { result in
      switch result {
      case .success: completion(nil)
      case .failure(let error): completion(Refusal(error))
      }
    }
  }
}
