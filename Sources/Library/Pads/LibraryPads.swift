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
  public func new(of track: TrackReference, completion: @escaping Completion<Pad>) {
    library.change(
      of: track,
      { (store, path) throws(StoreError) in try store.people.pads.new(at: path, on: store.identity) },
      completion: completion)
  }

  /// Writes a part of a track's file into a new one beside it, as FLAC; the old one stays.
  /// - Parameter completion: gets the new track once its file is whole; its row follows with the scan that begins then.
  public func trim(
    _ track: TrackReference, from start: Duration, to end: Duration?,
    completion: @escaping Completion<TrackReference>
  ) {
    makeSound(on: track.volume, completion) { (root) throws(SoundFault) in
      try VolumeSound.trim(track.path, from: start, to: end, in: root)
    }
  }

  /// The loudest sample of each part of a track's file, 0 to 1.
  public func waveform(
    of track: TrackReference, parts: Int, completion: @escaping Completion<[Double]>
  ) {
    library.askFiles(
      on: track.volume,
      { (root) throws(Refusal) in
        do throws(SoundFault) {
          return try VolumeSound.peaks(track.path, parts: parts, in: root)
        } catch {
          throw error.refusal
        }
      }, completion: completion)
  }

  /// Copies a FLAC file of this machine into a volume's folder of sounds.
  public func keepSound(
    _ file: String, as name: String, folder: String, on volume: VolumeID,
    completion: @escaping Completion<TrackReference>
  ) {
    makeSound(on: volume, completion) { (root) throws(SoundFault) in
      try VolumeSound.keep(file, as: name, folder: folder, in: root)
    }
  }

  private func makeSound(
    on volume: VolumeID, _ completion: @escaping Completion<TrackReference>,
    _ work: @escaping @Sendable (Root) throws(SoundFault) -> [UInt8]
  ) {
    library.askFiles(on: volume) { (root) throws(Refusal) in
      do throws(SoundFault) { return try work(root) } catch { throw error.refusal }
    } completion: { (result: Result<[UInt8], Refusal>) in
      let result = result.map { TrackReference(volume: volume, path: $0) }
      if case .success(let track) = result, let uri = library.uri(of: track) {
        _ = try? library.scans.update(uri, rescan: false)
      }
      completion(result)
    }
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
