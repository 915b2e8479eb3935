public import Model

/// Counts over the tracks of all volumes, which take a fraction of what reading the tracks does. Completions are called on
/// the loop, once, unless the request was cancelled.
public struct LibraryCounts {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Limit of results of the store that one turn of the loop processes.
  private static let mostTaken = 500
  /// Rows of analyses that one job of a store counts; they are much shorter than those of tracks.
  private static let soundWindow = 10_000

  // MARK: By tags

  /// Counts playable tracks by the values of some fields.
  ///
  /// - Parameters:
  ///   - values, needle: tags that every wanted track has, and a text that one of its tags holds: others may be left out.
  ///   - withFirsts: whether the first track of each combination is wanted; always with the field `folderAlbum`, which goes
  ///     with the tags `album` and `albumArtist`.
  ///   - make: what is made of each combination of values, on the threads of the stores.
  ///   - take: given what was made, volume by volume; a combination may come several times, with a part of its tracks each
  ///     time. Called on the loop.
  ///   - completion: with the failure of a volume that can't be read to its end.
  @discardableResult
  public func tally<Value: Sendable>(
    _ fields: Set<TagTally.Field>, having values: [WantedValue] = [], holding needle: String? = nil,
    withFirsts: Bool = false, make: @escaping @Sendable (TagTally) -> Value?,
    take: @escaping (ArraySlice<Value>) -> Void,
    completion: @escaping Completion<Void>
  ) -> Query {
    let isOfAll = values.isEmpty && needle == nil
    return count(
      isOfAll ? { .tags(fields, prefix: withFirsts ? library.prefix(of: $0) : nil, rank: $1) } : nil,
      take: { window, request, goOn in
        self.take((window.values as? [Value] ?? [])[...], request, take, then: goOn)
      }, completion
    ) { (store, prefix, rank, place) throws(StoreError) in
      let (tallies, next) = try store.totals.tally(
        fields, having: values, holding: needle, prefix: withFirsts ? prefix : nil, after: place,
        limit: LibraryCatalogue.columnsWindow)
      let made = tallies.compactMap { tally in
        var tally = tally
        tally.first?.place.insert(UInt8(clamping: rank), at: 0)
        return make(tally)
      }
      return (VolumeSums.Window(values: made, bytes: tallies.reduce(0) { $0 + $1.byteCount }), next)
    }
  }

  /// Reads windows of one volume after the other, or takes what was kept of it.
  ///
  /// - Parameters:
  ///   - question: of a volume and its place among the volumes, under which its values are kept; nil: they are not.
  ///   - take: gets a window, and calls its last argument for the next one.
  ///   - read: gets what stands before the volume's paths in URIs, its place among the volumes, and where the window begins.
  private func count(
    _ question: ((MountedVolume, Int) -> VolumeSums.Question)?,
    take: @escaping (VolumeSums.Window, LibraryRequest, _ goOn: @escaping () -> Void) -> Void,
    _ completion: @escaping Completion<Void>,
    read:
      @escaping @Sendable (VolumeStore, _ prefix: String, _ rank: Int, _ after: Int64) throws(StoreError) ->
      (VolumeSums.Window, next: Int64?)
  ) -> Query {
    let request = LibraryRequest()
    let volumes = library.ordered
    func count(_ rank: Int) {
      guard rank < volumes.count else {
        return library.later { if !request.isCancelled { completion(.success(())) } }
      }
      let volume = volumes[rank]
      let question = question?(volume, rank)
      if let known = question.flatMap({ volume.sums.windows(of: $0) }) {
        return takeAll(known[...]) { count(rank + 1) }
      }
      let windows = PagedRead<Int64, VolumeSums.Window>(library, over: [volume], request: request) {
        (store, leg, place) throws(StoreError) in try read(store, leg.prefix, rank, place ?? .min)
      }
      var answer = question.map { VolumeSums.Answer(to: $0, of: volume) }
      windows.all(
        take: { window, _, goOn in
          answer?.add(window)
          take(window, request, goOn)
        },
        completion: { result in
          if case .failure = result { return completion(result) }
          answer?.keep(in: volume)
          count(rank + 1)
        })
    }
    func takeAll(_ windows: ArraySlice<VolumeSums.Window>, then: @escaping () -> Void) {
      guard let first = windows.first else { return then() }
      take(first, request) {
        library.later { if !request.isCancelled { takeAll(windows.dropFirst(), then: then) } }
      }
    }
    count(0)
    return request
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
    take: @escaping ([SoundTally]) -> Void, completion: @escaping Completion<Void>
  ) -> Query {
    count(
      { volume, _ in .sounds(changes: volume.sums.soundChanges) },
      take: { window, _, goOn in
        take(window.values as? [SoundTally] ?? [])
        goOn()
      }, completion
    ) { (store, _, _, place) throws(StoreError) in
      let (tallies, next) = try store.totals.tallySounds(after: place, limit: Self.soundWindow)
      return (VolumeSums.Window(values: tallies, bytes: tallies.count * 64), next)
    }
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
    completion: @escaping Completion<Void>
  ) -> Query {
    count(
      { .folders(prefix: library.prefix(of: $0), rank: $1) },
      take: { window, _, goOn in
        for (uri, tally) in window.values as? [(uri: String, tally: FolderTally)] ?? [] {
          take(uri, tally.tracks, tally.duration)
        }
        goOn()
      }, completion
    ) { (store, prefix, _, place) throws(StoreError) in
      let (tallies, next) = try store.totals.topFolders(
        after: place, limit: LibraryCatalogue.columnsWindow)
      // Below the root a volume is a folder of its own, with all that it has.
      let own = String(prefix.dropLast())
      let named = tallies.filter { !own.isEmpty || !$0.name.isEmpty }.map {
        (uri: own.isEmpty ? EscapedName.text(for: $0.name) : own, tally: $0)
      }
      let bytes = named.reduce(0) { $0 + 100 + 2 * $1.uri.utf8.count }
      return (VolumeSums.Window(values: named, bytes: bytes), next)
    }
  }

  // MARK: Sums

  /// Sums over all open volumes, of artists and albums over their union; read once and cached until tracks change.
  ///
  /// - Parameter completion: gets the failure of a volume that can't be read to its end, which is logged, too.
  @discardableResult
  public func counts(completion: @escaping Completion<LibraryStatistics>) -> Query {
    count { volumes, refusal in
      completion(refusal.map { .failure($0) } ?? .success(LibraryStatistics(volumes)))
    }
  }

  /// Playable tracks of each open volume; without a volume that leaves meanwhile, or can't be read, which is logged.
  @discardableResult
  public func songCounts(completion: @escaping ([VolumeID: Int64]) -> Void) -> Query {
    count { volumes, _ in
      completion(Dictionary(volumes.map { ($0.id, $0.counts.songs) }) { first, _ in first })
    }
  }

  private func count(
    _ completion: @escaping ([(id: VolumeID, counts: VolumeCounts)], Refusal?) -> Void
  ) -> Query {
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
    _ done: @escaping Completion<VolumeCounts?>
  ) {
    if let known = volume.sums.counts { return done(.success(known)) }
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
          if volume.changes == changes { volume.sums.counts = counts }
          done(.success(counts))
        case .failure(let refusal) where volume.isLeaving || refusal == .volumeGone: done(.success(nil))
        case .failure(let refusal):
          library.tell(.warning("\(volume.path): cannot count the songs: \(refusal.text)"))
          done(.failure(refusal))
        }
      })
  }
}
