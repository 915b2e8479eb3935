import Linux
public import Model

/// The playlists that buttons fill: at most one for each slot, on any volume. Completions are called on the loop, once.
public struct MixSlots {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Adds a track to the playlist that a mix slot fills, or removes it if the playlist has it. If no playlist
  /// has the slot, `Mix N` gets slot and track: it is made on the track's volume if it is missing, and
  /// nothing is removed from it.
  ///
  /// - Parameter completion: gets what has come of it once that would survive a power cut.
  public func mix(
    _ track: TrackReference, slot: Int, completion: @escaping (Result<MixOutcome, Refusal>) -> Void
  ) {
    let playlists = library.playlists
    playlists.whenKnown {
      let usual = "Mix \(slot)"
      let entry = playlists.index.entries.first { $0.info.slot == slot } ?? playlists.index[usual]
      guard let volume = entry?.volume ?? playlists.home(of: [track]) else {
        return completion(.failure(.noVolume))
      }
      let own = entry?.playlist.name ?? usual
      let done = passingRefusals(to: completion) {
        (mixed: (playlist: StoredPlaylist, outcome: MixOutcome)) in
        var outcome = mixed.outcome
        outcome.playlist = entry?.info.name ?? usual
        outcome.uri = library.uri(of: track) ?? EscapedName.text(for: track.path)
        playlists.changed(own, to: mixed.playlist, on: volume)
        // A later one on another volume keeps the slot for the time when the volumes are apart again.
        vacate(entry?.info.slot == slot ? nil : slot, besides: volume) {
          completion($0.map { .failure($0) } ?? .success(outcome))
        }
      }
      library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.playlists.mix(track, into: own, slot: slot, time: WallClock.synchronised())
        }
      ) { done($0.refused()) }
    }
  }

  /// A slot fills only one playlist, on any volume.
  ///
  /// - Parameters:
  /// - slot: nil: nothing is to be done.
  /// - completion: gets nil once no playlist on another volume has it, also after a power cut.
  func vacate(_ slot: Int?, besides kept: MountedVolume, _ completion: @escaping (Refusal?) -> Void) {
    guard let slot else { return completion(nil) }
    guard library.ordered.allSatisfy({ $0.playlists.all != nil }) else {
      library.playlists.whenKnown { vacate(slot, besides: kept, completion) }
      return
    }
    let other = library.ordered.first { $0 !== kept && $0.playlists.has(slot: slot) }
    guard let volume = other else { return completion(nil) }
    library.ask(
      volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.playlists.vacate(slot: slot, in: transaction)
        }
      }
    ) { result in
      // With a volume that has left, its playlists have left.
      if case .failure(let error) = result, error.kind != .closed { return completion(Refusal(error)) }
      volume.playlists.vacate(slot)
      library.playlists.listChanged()
      vacate(slot, besides: kept, completion)
    }
  }
}
