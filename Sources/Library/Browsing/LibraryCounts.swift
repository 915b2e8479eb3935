public import Model

/// Counts over the tracks of all volumes, which take a fraction of what reading the tracks does. Completions are called on
/// the loop, once, unless the request was cancelled.
public struct LibraryCounts {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Of what the store gives, so much is taken in one turn of the loop.
  private static let mostTaken = 500
  /// Rows of analyses that one job of a store counts; they are much shorter than those of tracks.
  private static let soundWindow = 10_000

  // MARK: By tags

  /// Counts playable tracks by the values of some fields.
  ///
  /// - Parameters:
  ///   - values, needle: tags that every wanted track has, and a text that one of its tags holds: others may be left out.
  ///   - withFirsts: whether the first track of each combination is wanted.
  ///   - make: what is made of each combination of values, on the threads of the stores.
  ///   - take: given what was made, volume by volume; a combination may come several times, with a part of its tracks each
  ///     time. Called on the loop.
  ///   - completion: with the failure of a volume that can't be read to its end.
  @discardableResult
  public func tally<Value: Sendable>(
    _ fields: Set<TagTally.Field>, having values: [WantedValue] = [], holding needle: String? = nil,
    withFirsts: Bool = false, make: @escaping @Sendable (TagTally) -> Value?,
    take: @escaping (ArraySlice<Value>) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> LibraryRequest {
    let read = PagedRead<Int64, [Value]>(library, over: library.ordered) {
      (store, leg, place) throws(StoreError) in
      let (tallies, next) = try store.totals.tally(
        fields, having: values, holding: needle, prefix: withFirsts ? leg.prefix : nil, after: place ?? .min,
        limit: LibraryCatalogue.columnsWindow)
      let made = tallies.compactMap { tally in
        var tally = tally
        tally.first?.place.insert(UInt8(clamping: leg.rank), at: 0)
        return make(tally)
      }
      return (made, next)
    }
    read.all(
      take: { window, _, goOn in self.take(window[...], read.request, take, then: goOn) },
      completion: completion)
    return read.request
  }

  private func take<Value>(
    _ made: ArraySlice<Value>, _ request: LibraryRequest, _ take: @escaping (ArraySlice<Value>) -> Void,
    then: @escaping () -> Void
  ) {
    take(made.prefix(Self.mostTaken))
    let rest = made.dropFirst(Self.mostTaken)
    if rest.isEmpty { return then() }
    library.later { if !request.isCancelled { self.take(rest, request, take, then: then) } }
  }

  // MARK: By sound

  /// Counts the playable tracks by tempo and key.
  ///
  /// - Parameters:
  ///   - take: given groups volume by volume; one may come several times, with a part of its tracks each time. Called
  ///     on the loop.
  ///   - completion: with the failure of a volume that can't be read to its end.
  @discardableResult
  public func tallySounds(
    take: @escaping ([SoundTally]) -> Void, completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> LibraryRequest {
    let read = PagedRead<Int64, [SoundTally]>(library, over: library.ordered) {
      (store, _, place) throws(StoreError) in
      let (tallies, next) = try store.totals.tallySounds(after: place ?? .min, limit: Self.soundWindow)
      return (tallies, next)
    }
    read.all(
      take: { window, _, goOn in
        take(window)
        goOn()
      }, completion: completion)
    return read.request
  }

  // MARK: By folders

  /// Counts the playable tracks of every folder that is directly in the root of the tree, at all depths.
  ///
  /// - Parameters:
  ///   - take: given folders' URIs with their tracks, volume by volume; one may come several times, with a part of its
  ///     tracks each time. Called on the loop.
  ///   - completion: with the failure of a volume that can't be read to its end.
  @discardableResult
  public func topFolders(
    take: @escaping (_ uri: String, _ tracks: Int, _ duration: Duration) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> LibraryRequest {
    let read = PagedRead<Int64, [(uri: String, tally: FolderTally)]>(library, over: library.ordered) {
      (store, leg, place) throws(StoreError) in
      let (tallies, next) = try store.totals.topFolders(
        after: place ?? .min, limit: LibraryCatalogue.columnsWindow)
      // Below the root a volume is a folder of its own, with all that it has.
      let own = String(leg.prefix.dropLast())
      let named = tallies.filter { !own.isEmpty || !$0.name.isEmpty }.map {
        (own.isEmpty ? EscapedName.text(for: $0.name) : own, $0)
      }
      return (named, next)
    }
    read.all(
      take: { window, _, goOn in
        for (uri, tally) in window { take(uri, tally.tracks, tally.duration) }
        goOn()
      }, completion: completion)
    return read.request
  }

  // MARK: Sums

  /// Sums over all open volumes, of artists and albums over their union; read once and cached until tracks change.
  ///
  /// - Parameter completion: gets the failure of a volume that can't be read to its end, which is logged, too.
  @discardableResult
  public func counts(completion: @escaping (Result<Counts, Refusal>) -> Void) -> LibraryRequest {
    count { volumes, refusal in
      completion(refusal.map { .failure($0) } ?? .success(Counts(volumes)))
    }
  }

  /// Playable tracks of each open volume; without a volume that leaves meanwhile, or can't be read, which is logged.
  @discardableResult
  public func songCounts(completion: @escaping ([VolumeID: Int64]) -> Void) -> LibraryRequest {
    count { volumes, _ in
      completion(Dictionary(volumes.map { ($0.id, $0.counts.songs) }) { first, _ in first })
    }
  }

  private func count(
    _ completion: @escaping ([(id: VolumeID, counts: VolumeCounts)], Refusal?) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    let volumes = library.ordered
    var found: [VolumeCounts?] = volumes.map { _ in nil }
    var (left, refused) = (volumes.count, Refusal?.none)
    func done() {
      let counted = zip(volumes, found).compactMap { volume, counts in
        volume.info.flatMap { info in counts.map { (id: info.id, counts: $0) } }
      }
      library.later { if !request.isCancelled { completion(counted, refused) } }
    }
    if volumes.isEmpty { done() }
    for (index, volume) in volumes.enumerated() {
      count(volume, request) { result in
        switch result {
        case .success(let counts): found[index] = counts
        case .failure(let refusal): refused = refused ?? refusal
        }
        left -= 1
        if left == 0 { done() }
      }
    }
    return request
  }

  /// - Parameter done: gets nil for a volume that leaves meanwhile.
  private func count(
    _ volume: MountedVolume, _ request: LibraryRequest,
    _ done: @escaping (Result<VolumeCounts?, Refusal>) -> Void
  ) {
    if let known = volume.counts { return done(.success(known)) }
    let changes = volume.changes
    var counts = VolumeCounts()
    let read = PagedRead<Int64, VolumeCounts.Part>(library, over: [volume], request: request) {
      (store, _, place) throws(StoreError) in
      let part = try store.totals.counts(after: place ?? .min, limit: LibraryCatalogue.columnsWindow)
      return (part, part.next)
    }
    read.all(
      take: { part, _, goOn in
        counts.add(part)
        goOn()
      },
      completion: { result in
        switch result {
        case .success:
          counts.cut()
          if volume.changes == changes { volume.counts = counts }
          done(.success(counts))
        case .failure(let refusal) where volume.isLeaving || refusal == .volumeGone: done(.success(nil))
        case .failure(let refusal):
          library.tell(.warning("\(volume.path): cannot count the songs: \(refusal.text)"))
          done(.failure(refusal))
        }
      })
  }
}
