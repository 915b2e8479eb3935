import Linux
public import Model

/// The cards that play music of volumes; each is stored on the volume of its music. Completions are called on the loop,
/// once.
public struct LibraryCards {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Reads the cards of each open volume, in their order. A volume that can't be read is left out.
  public func all(
    on volumes: [VolumeID], completion: @escaping ([(volume: VolumeID, cards: [CardBinding])]) -> Void
  ) {
    let legs = volumes.compactMap { id in library.open(id).map { (volume: $0, leg: id) } }
    library.sweep(legs) { (store, id) throws(StoreError) in
      try store.people.cards.all(on: id)
    } completion: { found in
      completion(
        zip(legs, found).compactMap { leg, found in
          guard let cards = try? found.result.get() else { return nil }
          return (leg.leg, cards)
        })
    }
  }

  /// The cards of a volume whose folders or songs are not there any more; none if it can't be read.
  public func withoutMusic(on volume: VolumeID, completion: @escaping ([CardNumber]) -> Void) {
    library.ask(
      on: volume, { (store) throws(StoreError) in try store.people.cards.withoutMusic() }
    ) { result in
      completion((try? result.get()) ?? [])
    }
  }

  /// Finds the volume and the identity of a playlist.
  public func playlist(_ name: String, completion: @escaping Completion<(VolumeID, CardBinding.Target)>) {
    library.playlists.whenKnown { [library] in
      guard let entry = library.playlists.index[name], let volume = entry.volume.info?.id else {
        return completion(.failure(.noSuchPlaylist))
      }
      completion(.success((volume, .playlist(entry.playlist.identity, name: entry.playlist.name))))
    }
  }

  /// Binds a card on the volume of its music, in place of what the card played there.
  /// - Parameter completion: gets nil once that would survive a power cut, else why nothing was changed.
  public func bind(_ card: CardBinding, on volume: VolumeID, completion: @escaping (Refusal?) -> Void) {
    library.ask(
      on: volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.cards.bind(card, in: transaction)
        }
      }
    ) { result in
      switch result {
      case .success(let refusal): completion(refusal)
      case .failure(let error): completion(Refusal(error))
      }
    }
  }

  /// Unbinds a card on volumes; one that leaves meanwhile keeps it.
  /// - Parameter completion: gets nil once that would survive a power cut.
  public func unbind(
    _ number: CardNumber, on volumes: [VolumeID], completion: @escaping (Refusal?) -> Void
  ) {
    library.sweep(volumes.compactMap { library.open($0) }) { (store) throws(StoreError) in
      try store.edit { (transaction) throws(StoreError) in
        try store.people.cards.unbind(number, in: transaction)
      }
    } completion: { results in
      completion(results.compactMap(\.result.failure).first { $0.kind != .closed }.map { Refusal($0) })
    }
  }
}
