public import Model

/// What is on the volumes. Completions are called on the loop, once, unless the request was cancelled.
extension MusicLibrary {
  /// Number of rows read by one job on a store thread, so that no other request waits long.
  public static let window = 300
  /// The same of names alone.
  private static let namesWindow = 1000

  // MARK: URIs

  /// Where a track stands in the tree that clients see: below the root for the first fixed folder, else below the
  /// volume's name. A track of a volume that is away keeps the URI that it had.
  /// - Returns: nil for a volume that was never seen.
  public func uri(of track: TrackReference) -> String? {
    if let url = track.url { return url }
    let path = EscapedName.text(for: track.path)
    if (top?.info?.id ?? rootVolume) == track.volume { return path }
    return name(of: track.volume).map { "\(EscapedName.text(for: $0.utf8))/\(path)" }
  }

  /// Which track or folder a URI names, whether it is there or not; nil for one on no open volume, and for the root
  /// of the tree.
  public func reference(of uri: String) -> TrackReference? {
    if let stream = TrackReference(url: uri) { return stream }
    guard let (volume, path) = place(of: uri), let info = volume.info else { return nil }
    return TrackReference(volume: info.id, path: path)
  }

  /// The volume and the path below its root; a volume's name comes before a folder of the same name.
  func place(of uri: String) -> (MountedVolume, [UInt8])? {
    let first = uri.prefix { $0 != "/" }
    let rest = uri.dropFirst(first.count + 1)
    let top = top
    for volume in ordered where volume !== top {
      guard let name = volume.info?.name, EscapedName.text(for: name.utf8) == first else { continue }
      guard let path = EscapedName.bytes(of: rest), VolumePath.isValid(path) else { return nil }
      return (volume, path)
    }
    guard let top, let path = EscapedName.bytes(of: uri), VolumePath.isValid(path) else { return nil }
    return (top, path)
  }

  /// What stands before a path of this volume in the tree that clients see.
  func prefix(of volume: MountedVolume) -> String {
    volume === top ? "" : "\(EscapedName.text(for: (volume.info?.name ?? "").utf8))/"
  }

  // MARK: Single tracks

  /// What is known of `references`, in their order; nil for what isn't there.
  ///
  /// - Parameter rows: where they were a moment ago, as far as that is known, by which they are found sooner: as many, or
  ///   none.
  @discardableResult
  public func tracks(
    _ references: [TrackReference], in rows: [TrackRow?] = [], completion: @escaping ([Track?]) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    var groups: [VolumeID: [Int]] = [:]
    for (index, reference) in references.enumerated() { groups[reference.volume, default: []].append(index) }
    let gathering = Gathering(count: references.count)
    for (id, indices) in groups {
      guard let volume = open(id) else { continue }
      for start in stride(from: 0, to: indices.count, by: Self.window) {
        let part = Array(indices[start..<min(start + Self.window, indices.count)])
        let paths = part.map { references[$0].path }
        let numbers =
          rows.isEmpty ? [] : part.map { index in rows[index].flatMap { $0.volume == id ? $0.row : nil } }
        gathering.open += 1
        ask(
          volume, { (store) throws(StoreError) in try store.tracks(at: paths, inRows: numbers) },
          request: request
        ) { result in
          if case .success(let tracks) = result {
            for (index, track) in zip(part, tracks) { gathering.tracks[index] = track }
          }
          gathering.open -= 1
          if gathering.open == 0 { completion(gathering.tracks) }
        }
      }
    }
    if gathering.open == 0 { later { if !request.isCancelled { completion(gathering.tracks) } } }
    return request
  }

  /// What is known of `rows`, in their order; nil for what isn't there any more. Refused with `volumeGone` where the
  /// volume of one isn't there.
  @discardableResult
  public func tracks(
    in rows: [TrackRow], completion: @escaping (Result<[Track?], Refusal>) -> Void
  ) -> LibraryRequest {
    gather(rows, { (store, rows) throws(StoreError) in try store.tracks(inRows: rows) }, completion)
  }

  /// The same of where they lie alone, which takes a fraction of it.
  @discardableResult
  public func references(
    in rows: [TrackRow], completion: @escaping (Result<[TrackReference?], Refusal>) -> Void
  ) -> LibraryRequest {
    gather(rows, { (store, rows) throws(StoreError) in try store.references(inRows: rows) }, completion)
  }

  private typealias Reading<Value> = @Sendable (VolumeStore, [Int64]) throws(StoreError) -> [Value?]

  private func gather<Value: Sendable>(
    _ rows: [TrackRow], _ read: @escaping Reading<Value>,
    _ completion: @escaping (Result<[Value?], Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    let groups = Dictionary(grouping: rows.indices) { rows[$0].volume }
    gather(
      rows, groups.map { ($0, $1) }, Array(repeating: nil, count: rows.count), request, read, completion)
    return request
  }

  private func gather<Value: Sendable>(
    _ rows: [TrackRow], _ groups: [(volume: VolumeID, indices: [Int])], _ found: [Value?],
    _ request: LibraryRequest, _ read: @escaping Reading<Value>,
    _ completion: @escaping (Result<[Value?], Refusal>) -> Void
  ) {
    guard let (id, indices) = groups.first else {
      return later { if !request.isCancelled { completion(.success(found)) } }
    }
    guard let volume = open(id) else {
      return later { if !request.isCancelled { completion(.failure(.volumeGone)) } }
    }
    let numbers = indices.map { rows[$0].row }
    ask(volume, { (store) throws(StoreError) in try read(store, numbers) }, request: request) {
      [weak self] result in
      switch result {
      case .failure(let error): completion(.failure(Refusal(error)))
      case .success(let values):
        var found = found
        for (index, value) in zip(indices, values) { found[index] = value }
        self?.gather(rows, Array(groups.dropFirst()), found, request, read, completion)
      }
    }
  }

  private final class Gathering {
    var tracks: [Track?]
    var open = 0
    init(count: Int) { tracks = Array(repeating: nil, count: count) }
  }

  /// The track that is exactly `uri`.
  @discardableResult
  public func track(
    at uri: String, completion: @escaping (Result<Track, Refusal>) -> Void
  ) -> LibraryRequest {
    guard let (volume, path) = place(of: uri), !path.isEmpty else { return refuse(.noSuchPath, completion) }
    return ask(volume, { (store) throws(StoreError) in try store.tracks(at: [path]) }) { result in
      switch result {
      case .success(let tracks):
        completion((tracks.first ?? nil).map { .success($0) } ?? .failure(.noSuchPath))
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }

  // MARK: Listings

  /// One page of the content at or below `uri`, in natural order; for a track's URI, that track.
  ///
  /// - Parameters:
  /// - uri: empty for the root of the tree.
  /// - isRecursive: all levels, each folder before its content; else the one level, folders first.
  /// - cursor: nil for the first page, else `next` of the page before.
  /// - limit: maximum number of items (the volumes at the root may be more).
  @discardableResult
  public func page(
    at uri: String, isRecursive: Bool, after cursor: LibraryCursor? = nil, limit: Int = window,
    completion: @escaping (Result<LibraryPage, Refusal>) -> Void
  ) -> LibraryRequest {
    page(
      at: uri, isRecursive: isRecursive, after: cursor, limit: limit, into: [],
      add: { (items: inout [LibraryPage.Item], item) in items.append(item) },
      completion: { completion($0.map { LibraryPage(items: $0.sum, next: $0.next) }) })
  }

  /// The same, of which `add` makes something, on the threads of the stores.
  ///
  /// - Parameters:
  ///   - onlyNames: in a listing of all levels, of tracks their URIs are wanted, no more.
  ///   - sum: what a page begins with.
  @discardableResult
  public func page<Sum: Sendable>(
    at uri: String, isRecursive: Bool, onlyNames: Bool = false, after cursor: LibraryCursor? = nil,
    limit: Int = .max, into sum: Sum, add: @escaping @Sendable (inout Sum, LibraryPage.Item) -> Void,
    completion: @escaping (Result<(sum: Sum, next: LibraryCursor?), Refusal>) -> Void
  ) -> LibraryRequest {
    let listing = PageListing(
      isRecursive: isRecursive, onlyNames: onlyNames,
      limit: max(1, min(limit, onlyNames ? Self.namesWindow : Self.window)), sum: sum,
      add: add, completion: completion)
    if uri.isEmpty {
      listing.legs = ordered.map { ($0, []) }
      if !isRecursive {
        let top = top
        if cursor == nil {
          for volume in ordered where volume !== top {
            listing.add(.folder(uri: EscapedName.text(for: (volume.info?.name ?? "").utf8)))
          }
        }
        listing.legs = top.map { [($0, [])] } ?? []
      }
    } else if let (volume, path) = place(of: uri) {
      listing.legs = [(volume, path)]
      listing.mustExist = cursor == nil
    } else {
      return refuse(.noSuchPath, completion)
    }
    var place: ListingCursor?
    if let cursor {
      guard let index = listing.legs.firstIndex(where: { $0.volume.info?.id == cursor.volume }) else {
        return refuse(.volumeGone, completion)
      }
      listing.legs.removeFirst(index)
      place = cursor.place
    }
    goOn(listing, after: place)
    return listing.request
  }

  /// A page in the making: one leg per volume that it reaches over.
  private final class PageListing<Sum: Sendable> {
    var legs: [(volume: MountedVolume, path: [UInt8])] = []
    var mustExist = false
    var sum: Sum
    var count = 0
    let isRecursive: Bool
    let onlyNames: Bool
    let limit: Int
    let make: @Sendable (inout Sum, LibraryPage.Item) -> Void
    let request = LibraryRequest()
    let completion: (Result<(sum: Sum, next: LibraryCursor?), Refusal>) -> Void

    init(
      isRecursive: Bool, onlyNames: Bool, limit: Int, sum: Sum,
      add: @escaping @Sendable (inout Sum, LibraryPage.Item) -> Void,
      completion: @escaping (Result<(sum: Sum, next: LibraryCursor?), Refusal>) -> Void
    ) {
      self.isRecursive = isRecursive
      self.onlyNames = onlyNames
      self.limit = limit
      self.sum = sum
      make = add
      self.completion = completion
    }

    func add(_ item: LibraryPage.Item) {
      make(&sum, item)
      count += 1
    }

    func end(at volume: VolumeID, _ place: ListingCursor?) {
      completion(.success((sum, LibraryCursor(volume: volume, place: place))))
    }
  }

  private func goOn<Sum: Sendable>(_ listing: PageListing<Sum>, after cursor: ListingCursor?) {
    guard let (volume, path) = listing.legs.first else {
      return later { if !listing.request.isCancelled { listing.completion(.success((listing.sum, nil))) } }
    }
    let prefix = prefix(of: volume)
    if listing.isRecursive, path.isEmpty, cursor == nil, !prefix.isEmpty, !listing.mustExist {
      listing.add(.folder(uri: String(prefix.dropLast())))
    }
    let room = max(1, listing.limit - listing.count)
    let (isRecursive, mustExist, onlyNames) = (listing.isRecursive, listing.mustExist, listing.onlyNames)
    let (root, sum, add) = (volume.worker.root, listing.sum, listing.make)
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.page(
          at: path, isRecursive: isRecursive, mayBeTrack: mustExist, onlyNames: onlyNames, after: cursor,
          limit: room, prefix: prefix, in: root, into: sum, add: add)
      }, request: listing.request
    ) { [weak self] result in
      switch result {
      case .success(nil): listing.completion(.failure(.noSuchPath))
      case .failure(let error): listing.completion(.failure(Refusal(error)))
      case .success(let part?):
        listing.sum = part.sum
        listing.count += part.count
        if let next = part.next, let id = volume.info?.id { return listing.end(at: id, next) }
        listing.legs.removeFirst()
        if let following = listing.legs.first?.volume.info?.id, listing.count >= listing.limit {
          return listing.end(at: following, nil)
        }
        self?.goOn(listing, after: nil)
      }
    }
  }

  // MARK: Many tracks

  /// All tracks at and below `uri`, in natural order; read in windows.
  ///
  /// - Parameter limit: more than this are refused with `tooMany`.
  @discardableResult
  public func references(
    at uri: String, limit: Int, completion: @escaping (Result<[TrackReference], Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    if let stream = TrackReference(url: uri) {
      later { if !request.isCancelled { completion(limit > 0 ? .success([stream]) : .failure(.queueFull)) } }
    } else if uri.isEmpty {
      collect(ordered.map { ($0, []) }, nil, [], limit: limit, mustExist: false, request, completion)
    } else if let (volume, path) = place(of: uri) {
      collect([(volume, path)], nil, [], limit: limit, mustExist: true, request, completion)
    } else {
      return refuse(.noSuchPath, completion)
    }
    return request
  }

  /// What `references(at:)` gives of each of `uris`, in one step: nil for those that take more, or that are not on the
  /// volume of the first one.
  /// - Parameter onlyTracks: a folder is no answer.
  @discardableResult
  public func references(
    atEach uris: [String], onlyTracks: Bool,
    completion: @escaping ([Result<[TrackReference], Refusal>?]) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    let places = uris.map { place(of: $0) }
    guard let volume = places.first??.0 else {
      later { if !request.isCancelled { completion(uris.map { _ in nil }) } }
      return request
    }
    let paths = places.map { place in place.flatMap { $0.0 === volume ? $0.1 : nil } }
    return ask(
      volume,
      { (store) throws(StoreError) in
        try store.references(atEach: paths, onlyTracks: onlyTracks, limit: Self.window)
      }, request: request
    ) { result in
      switch result {
      case .success(let found): completion(found)
      case .failure(let error): completion(uris.map { _ in .failure(Refusal(error)) })
      }
    }
  }

  /// The first `limit` tracks of one volume, in natural order.
  @discardableResult
  public func references(
    of volume: VolumeID, limit: Int,
    completion: @escaping (Result<[TrackReference], Refusal>) -> Void
  ) -> LibraryRequest {
    guard let mounted = open(volume) else { return refuse(.volumeGone, completion) }
    let request = LibraryRequest()
    collect([(mounted, [])], nil, [], limit: limit, mustExist: false, cuts: true, request, completion)
    return request
  }

  private func collect(
    _ legs: [(volume: MountedVolume, path: [UInt8])], _ cursor: ListingCursor?, _ found: [TrackReference],
    bytes: Int = 0, limit: Int, mustExist: Bool, cuts: Bool = false, _ request: LibraryRequest,
    _ completion: @escaping (Result<[TrackReference], Refusal>) -> Void
  ) {
    guard let (volume, path) = legs.first else {
      return later { if !request.isCancelled { completion(.success(found)) } }
    }
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.references(at: path, mayBeTrack: mustExist, after: cursor, limit: Self.window)
      }, request: request
    ) { [weak self] result in
      switch result {
      case .success(nil): completion(.failure(.noSuchPath))
      case .failure(let error): completion(.failure(Refusal(error)))
      case .success(let (references, next)?):
        let all = found + references
        let bytes = bytes + references.reduce(0) { $0 + $1.path.count }
        if all.count > limit || bytes > QueueLimits.pathBytes {
          return completion(cuts ? .success(Array(all.prefix(limit))) : .failure(.queueFull))
        }
        let rest = next == nil ? Array(legs.dropFirst()) : legs
        if rest.isEmpty { return completion(.success(all)) }
        self?.collect(
          rest, next, all, bytes: bytes, limit: limit, mustExist: false, cuts: cuts, request, completion)
      }
    }
  }

  /// The tracks of the `number`th (from 1) top-level folder in natural order: those of the first volume, then those
  /// of the next, and so on.
  @discardableResult
  public func references(
    ofTopFolder number: Int, limit: Int,
    completion: @escaping (Result<[TrackReference], Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    findTopFolder(number, ordered, limit, request, completion)
    return request
  }

  private func findTopFolder(
    _ number: Int, _ volumes: [MountedVolume], _ limit: Int, _ request: LibraryRequest,
    _ completion: @escaping (Result<[TrackReference], Refusal>) -> Void
  ) {
    guard number > 0, let volume = volumes.first else {
      return later { if !request.isCancelled { completion(.failure(.noSuchPath)) } }
    }
    ask(
      volume,
      { (store) throws(StoreError) in (try store.topFolder(number), try store.topFolderCount()) },
      request: request
    ) { [weak self] result in
      switch result {
      case .success((let path?, _)):
        self?.collect([(volume, path)], nil, [], limit: limit, mustExist: false, request, completion)
      case .success((nil, let count)):
        self?.findTopFolder(number - count, Array(volumes.dropFirst()), limit, request, completion)
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }

  // MARK: What volumes carry

  /// The part of a queue that a volume carries, with who wrote it; nil where nobody ever did, and at once where `box`
  /// wrote it.
  public func carried(
    on volume: VolumeID, notBy box: [UInt8]? = nil,
    completion: @escaping (Result<CarriedQueue?, StoreError>) -> Void
  ) {
    guard let mounted = open(volume) else { return later { completion(.failure(.closed)) } }
    ask(mounted, { (store) throws(StoreError) in try store.carried(notBy: box) }, completion: completion)
  }

  /// Lets a volume carry its part of the queue and of the position; only rows that differ are written.
  public func carry(
    _ queue: CarriedQueue, on volume: VolumeID, comparingPaths: Bool = false,
    completion: @escaping (StoreError?) -> Void
  ) {
    guard let mounted = open(volume) else { return later { completion(.closed) } }
    ask(mounted, { (store) throws(StoreError) in try store.save(queue, comparingPaths: comparingPaths) }) {
      result in
      if case .failure(let error) = result { completion(error) } else { completion(nil) }
    }
  }

  // MARK: Seek indexes

  /// What was kept of where the frames of a track's file lie; nil where nothing was, or the file has changed.
  public func seekIndex(of track: TrackReference, completion: @escaping ([UInt8]?) -> Void) {
    guard let mounted = open(track.volume) else { return later { completion(nil) } }
    let path = track.path
    ask(mounted, { (store) throws(StoreError) in try store.seekIndex(at: path) }) { result in
      if case .success(let index) = result { completion(index) } else { completion(nil) }
    }
  }

  /// Stores the frame offsets of a track's file. They can be found again: a failure is not reported.
  public func keep(seekIndex: [UInt8], of track: TrackReference) {
    guard let mounted = open(track.volume) else { return }
    let path = track.path
    ask(mounted, { (store) throws(StoreError) in try store.keep(seekIndex: seekIndex, at: path) }) { _ in }
  }

  // MARK: Answers that need no thread

  func refuse<Value>(
    _ refusal: Refusal, _ completion: @escaping (Result<Value, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    later { if !request.isCancelled { completion(.failure(refusal)) } }
    return request
  }
}
