public import Model

/// The tracks and folders of all volumes as one tree. Completions are called on the loop, once, unless the request was
/// cancelled.
public struct LibraryCatalogue {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Rows that one job of a store reads whole.
  private static let window = MusicLibrary.window
  /// Rows of which one job reads little more than the names.
  static let namesWindow = 1000
  /// Rows of which one job reads some columns, which takes about as long as a window of whole tracks.
  static let columnsWindow = 3000

  // MARK: Single tracks

  /// Which track a song is; nil for one on no volume that is there.
  public func reference(of song: SongChoice) -> TrackReference? { library.reference(of: song) }

  /// Reads the tracks of `references`, in their order; nil for a missing one.
  ///
  /// - Parameter rows: where they were a moment ago, as far as that is known, by which they are found sooner: as many, or
  ///   none.
  @discardableResult
  public func tracks(
    _ references: [TrackReference], in rows: [TrackRow?] = [], completion: @escaping ([Track?]) -> Void
  ) -> Query {
    read(references, in: rows) { (store, _, paths, rows) throws(StoreError) in
      try store.tracks.at(paths, inRows: rows)
    } completion: {
      completion($0)
    }
  }

  /// The same with the lines that are made of each track as it is stored.
  /// - Parameter making: makes what makes them, for a part of the tracks; called on the threads of the stores.
  @discardableResult
  public func lines(
    _ references: [TrackReference], in rows: [TrackRow?],
    making: @escaping @Sendable () -> (StoredTrack) throws(StoreError) -> [UInt8],
    completion: @escaping ([[UInt8]?]) -> Void
  ) -> Query {
    read(references, in: rows) { (store, prefix, paths, rows) throws(StoreError) in
      try store.tracks.listed(at: paths, inRows: rows, prefix: prefix, make: making())
    } completion: {
      completion($0)
    }
  }

  private func read<Value: Sendable>(
    _ references: [TrackReference], in rows: [TrackRow?],
    _ read:
      @escaping @Sendable (
        VolumeStore, _ prefix: String, _ paths: [[UInt8]], _ rows: [Int64?]
      ) throws(StoreError) -> [Value?],
    completion: @escaping ([Value?]) -> Void
  ) -> Query {
    let groups = Dictionary(grouping: references.indices) { references[$0].volume }
    let legs = groups.flatMap { id, indices in
      library.open(id).map { volume in
        stride(from: 0, to: indices.count, by: Self.window).map {
          (
            volume: volume,
            leg: (library.prefix(of: volume), Array(indices[$0..<min($0 + Self.window, indices.count)]))
          )
        }
      } ?? []
    }
    return library.sweep(legs) { (store, leg) throws(StoreError) in
      let (prefix, indices) = leg
      let numbers = indices.map { index in
        rows.isEmpty ? nil : rows[index].flatMap { $0.volume == references[index].volume ? $0.row : nil }
      }
      return try read(store, prefix, indices.map { references[$0].path }, rows.isEmpty ? [] : numbers)
    } completion: { found in
      var values = [Value?](repeating: nil, count: references.count)
      for (leg, part) in zip(legs, found) {
        for (index, value) in zip(leg.leg.1, (try? part.result.get()) ?? []) { values[index] = value }
      }
      completion(values)
    }
  }

  /// Reads the tracks in `rows`, in their order; nil for a missing one. Refused with `volumeGone` if a row's
  /// volume is missing.
  @discardableResult
  public func tracks(
    in rows: [TrackRow], completion: @escaping Completion<[Track?]>
  ) -> Query {
    gather(rows, { (store, rows) throws(StoreError) in try store.tracks.inRows(rows) }, completion)
  }

  /// Reads only the references of `rows`, in a fraction of the time.
  @discardableResult
  public func references(
    in rows: [TrackRow], completion: @escaping Completion<[TrackReference?]>
  ) -> Query {
    gather(
      rows, { (store, rows) throws(StoreError) in try store.tracks.references(inRows: rows) }, completion)
  }

  /// The albums of tracks that name no album artist, in the order of `rows`; nil for other tracks, and for what isn't there any
  /// more. Refused with `volumeGone` where the volume of one isn't there.
  @discardableResult
  public func folderAlbums(
    ofTracks rows: [TrackRow], completion: @escaping Completion<[FolderAlbum?]>
  ) -> Query {
    let prefixes = Dictionary(
      library.ordered.compactMap { volume in volume.info.map { ($0.id, library.prefix(of: volume)) } }
    ) { first, _ in first }
    return gather(
      rows,
      { (store, rows) throws(StoreError) in
        var albums = FolderAlbums(store, prefix: prefixes[store.identity] ?? "")
        var found: [FolderAlbum?] = []
        for row in rows { found.append(try albums.album(ofTrack: row)) }
        return found
      }, completion)
  }

  private func gather<Value: Sendable>(
    _ rows: [TrackRow], _ read: @escaping @Sendable (VolumeStore, [Int64]) throws(StoreError) -> [Value?],
    _ completion: @escaping Completion<[Value?]>
  ) -> Query {
    let groups = Dictionary(grouping: rows.indices) { rows[$0].volume }
    let legs = groups.compactMap { id, indices in library.open(id).map { (volume: $0, leg: indices) } }
    guard legs.count == groups.count else { return library.refuse(.volumeGone, completion) }
    return library.sweep(legs) { (store, indices) throws(StoreError) in
      try read(store, indices.map { rows[$0].row })
    } completion: { found in
      var values = [Value?](repeating: nil, count: rows.count)
      for (leg, part) in zip(legs, found) {
        switch part.result {
        case .success(let some): for (index, value) in zip(leg.leg, some) { values[index] = value }
        case .failure(let error): return completion(.failure(Refusal(error)))
        }
      }
      completion(.success(values))
    }
  }

  /// The track that is exactly `uri`.
  @discardableResult
  public func track(
    at uri: String, completion: @escaping Completion<Track>
  ) -> Query {
    guard let (volume, path) = library.place(of: uri), !path.isEmpty else {
      return library.refuse(.noSuchSong, completion)
    }
    return library.ask(volume, { (store) throws(StoreError) in try store.tracks.at([path])[0] }) {
      completion($0.refused(missing: .noSuchSong))
    }
  }

  /// For each of some names that name nothing: the URI of a track, a folder or a playlist file that is there and has the
  /// same letters in another Unicode form (`PathSpelling`); nil where there is none.
  @discardableResult
  public func spellings(of names: [String], completion: @escaping ([String?]) -> Void) -> Query {
    let places = names.map { library.place(of: $0) }
    let legs = library.ordered.map { volume in
      (volume: volume, leg: places.map { place in place.flatMap { $0.0 === volume ? $0.1 : nil } })
    }
    return library.sweep(legs) { (store, paths) throws(StoreError) in
      var found: [[UInt8]?] = []
      for path in paths {
        guard let path else {
          found.append(nil)
          continue
        }
        found.append(try PathSpelling(store).other(path))
      }
      return found
    } completion: { answers in
      var spellings = [String?](repeating: nil, count: names.count)
      for (volume, result) in answers {
        for (place, path) in ((try? result.get()) ?? []).enumerated() {
          if let path { spellings[place] = library.prefix(of: volume) + EscapedName.text(for: path) }
        }
      }
      completion(spellings)
    }
  }

  // MARK: Listings

  /// One page of the content at or below `uri`, in natural order; for a track's URI, that track.
  ///
  /// - Parameters:
  /// - uri: empty for the root of the tree.
  /// - isRecursive: all levels, each folder before its content; else the one level, folders first.
  /// - cursor: nil for the first page, else `next` of the page before.
  /// - limit: maximum number of items (the volumes at the root may be more). A page ends with its volume, too.
  @discardableResult
  public func page(
    at uri: String, isRecursive: Bool, after cursor: Cursor? = nil, limit: Int = MusicLibrary.window,
    completion: @escaping Completion<LibraryPage>
  ) -> Query {
    page(
      at: uri, isRecursive: isRecursive, after: cursor, limit: limit, into: [],
      add: { (items: inout [LibraryPage.Item], item) in items.append(item) },
      completion: { completion($0.map { LibraryPage(items: $0.sum, next: $0.next) }) })
  }

  /// The same, of which `add` makes something, on the threads of the stores.
  ///
  /// - Parameters:
  ///   - onlyNames: in a listing of all levels, `addStored` reads the URIs of tracks, no more.
  ///   - sum: what a page begins with.
  ///   - addStored: gets the tracks of folders in place of `add`, and returns how many bytes it made of one.
  @discardableResult
  public func page<Sum: Sendable>(
    at uri: String, isRecursive: Bool, onlyNames: Bool = false, after cursor: Cursor? = nil,
    limit: Int = .max, into sum: Sum, add: @escaping @Sendable (inout Sum, LibraryPage.Item) -> Void,
    addStored: (@Sendable (inout Sum, StoredTrack) throws(StoreError) -> Int)? = nil,
    completion: @escaping Completion<(sum: Sum, next: Cursor?)>
  ) -> Query {
    guard let (reached, path) = legs(of: uri) else { return library.refuse(.noSuchDirectory, completion) }
    var (volumes, sum) = (reached, sum)
    if uri.isEmpty, !isRecursive {
      let top = library.mounts.top
      if cursor == nil {
        for volume in volumes where volume !== top {
          add(&sum, .folder(uri: EscapedName.text(for: (volume.info?.name ?? "").utf8)))
        }
      }
      volumes = top.map { [$0] } ?? []
    }
    let first = sum
    let limit = max(1, min(limit, onlyNames || addStored != nil ? Self.namesWindow : Self.window))
    let mustExist = !uri.isEmpty && cursor == nil
    return page(over: volumes, after: cursor, completion) { (store, leg, place) throws(StoreError) in
      var sum = first
      if uri.isEmpty, isRecursive, place == nil, !leg.prefix.isEmpty {
        add(&sum, .folder(uri: String(leg.prefix.dropLast())))
      }
      return try store.tree.page(
        at: path, isRecursive: isRecursive, mayBeTrack: mustExist, onlyNames: onlyNames, after: place,
        limit: limit, prefix: leg.prefix, in: leg.root, into: sum, add: add, addStored: addStored
      ).map { ($0.sum, $0.next) }
    } otherwise: {
      first
    }
  }

  /// One window of a listing.
  /// - Parameter otherwise: gives what it is where there is no volume.
  private func page<Sum: Sendable>(
    over volumes: [MountedVolume], after cursor: Cursor?,
    _ completion: @escaping Completion<(sum: Sum, next: Cursor?)>,
    read: @escaping PagedRead<ListingCursor, Sum>.Read, otherwise: @escaping () -> Sum
  ) -> Query {
    var listing = PagedRead(library, over: volumes, read: read)
    guard listing.start(after: cursor) else { return library.refuse(.volumeGone, completion) }
    listing.next { result in
      completion(result.map { ($0?.window ?? otherwise(), $0?.rest?.place) })
    }
    return listing.request
  }

  /// The volumes that a URI reaches over, and the path on each; nil where it names nothing.
  private func legs(of uri: String) -> (volumes: [MountedVolume], path: [UInt8])? {
    if uri.isEmpty { return (library.ordered, []) }
    return library.place(of: uri).map { ([$0.0], $0.1) }
  }

  /// Goes through the tracks at and below `uri` in natural order, and returns a page of the results of `transform`.
  ///
  /// - Parameters:
  /// - uri: empty for everything.
  /// - needle: a text that some tag of every wanted track holds, without case and accents; lets others be skipped.
  /// - values: tags that every wanted track has; lets others be skipped.
  /// - cursor: nil for the first page, else `next` of the page before.
  /// - limit: a page ends at the first window that reaches this number of results.
  /// - transform: returns nil for an unwanted track; called on the threads of the stores.
  @discardableResult
  public func select<Value: Sendable>(
    below uri: String, holding needle: String? = nil, having values: [WantedValue] = [],
    after cursor: Cursor? = nil, limit: Int,
    transform: @escaping @Sendable (Track, _ uri: String) -> Value?,
    completion: @escaping Completion<SelectionPage<Value>>
  ) -> Query {
    guard let (volumes, path) = legs(of: uri) else { return library.refuse(.noSuchDirectory, completion) }
    let mustExist = !uri.isEmpty && cursor == nil
    var read = PagedRead<ListingCursor, [Value]>(library, over: volumes) {
      (store, leg, place) throws(StoreError) in
      try store.tree.select(
        at: path, mayBeTrack: mustExist && place == nil, holding: needle, having: values, after: place,
        limit: Self.window, prefix: leg.prefix, transform: transform)
    }
    guard read.start(after: cursor) else { return library.refuse(.volumeGone, completion) }
    var found: [Value] = []
    read.all(readsAhead: false) { window, rest, goOn in
      found += window
      guard found.count >= limit, let rest else { return goOn() }
      completion(.success(SelectionPage(values: found, next: rest.place)))
    } completion: {
      completion($0.map { SelectionPage(values: found) })
    }
    return read.request
  }

  /// The same with what `add` makes of each track as it is stored, on the threads of the stores, in a fraction of the time.
  ///
  /// - Parameters:
  ///   - onlyNames: whether no more of the tracks is read than their URIs.
  ///   - sum: what a page begins with.
  ///   - number: of the selection; its pages have the same.
  ///   - albums: whether tracks of which no more is read than artist, album, album artist, genre and date may be wanted; nil
  ///     where these don't tell.
  ///   - add: returns how many bytes it made of a track; nil where the page has no room for a further one.
  @discardableResult
  public func select<Sum: Sendable>(
    below uri: String, onlyNames: Bool = false, holding needle: String? = nil,
    having values: [WantedValue] = [],
    after cursor: Cursor? = nil, into sum: Sum, number: UInt64,
    albums: (@Sendable (inout Sum, StoredTrack) throws(StoreError) -> Bool)?,
    add: @escaping @Sendable (inout Sum, StoredTrack) throws(StoreError) -> Int?,
    completion: @escaping Completion<(sum: Sum, next: Cursor?)>
  ) -> Query {
    guard let (volumes, path) = legs(of: uri) else { return library.refuse(.noSuchDirectory, completion) }
    let mustExist = !uri.isEmpty && cursor == nil
    return page(
      over: volumes, after: cursor, completion,
      read: { (store, leg, place) throws(StoreError) -> (Sum, next: ListingCursor?)? in
        try store.tree.select(
          at: path, mayBeTrack: mustExist && place == nil, onlyNames: onlyNames, holding: needle,
          having: values, after: place, limit: Self.columnsWindow, prefix: leg.prefix, into: sum,
          number: number, albums: albums, add: add
        ).map { ($0.sum, $0.next) }
      }, otherwise: { sum })
  }

  /// As `select` of everything, of tracks of which some fields are read, which takes a fraction of it.
  ///
  /// - Parameters:
  ///   - fields: the tracks come with these, their times and rows, and nothing else.
  ///   - named: whether their paths are the names of their files; else they are empty.
  ///   - values: tags that every wanted track has; lets others be skipped.
  ///   - limit: of a page's results.
  ///   - look: makes what looks at the tracks of a part and gives the result for each that is wanted; called on the
  ///     threads of the stores.
  @discardableResult
  public func pick<Value: Sendable>(
    _ fields: Set<TagTally.Field>, named: Bool, having values: [WantedValue] = [],
    after cursor: Cursor? = nil, limit: Int,
    look: @escaping @Sendable () -> (VolumeID, PickedTrack) -> Value?,
    completion: @escaping Completion<SelectionPage<Value>>
  ) -> Query {
    page(
      over: library.ordered, after: cursor,
      { completion($0.map { SelectionPage(values: $0.sum, next: $0.next) }) },
      read: { (store, leg, place) throws(StoreError) -> ([Value], next: ListingCursor?)? in
        let look = look()
        let pick = TrackPick(
          fields, named: named, of: store, limit: Self.columnsWindow, most: max(1, limit),
          look: { look(leg.id, $0) })
        if place == nil, !values.isEmpty, let found = try pick.having(values) { return (found, nil) }
        return try pick.inOrder(after: place)
      }, otherwise: { [] })
  }

  // MARK: Many tracks

  /// All tracks at and below `uri`, in natural order; read in windows.
  ///
  /// - Parameter limit: more than this are refused with `queueFull`.
  @discardableResult
  public func references(
    at uri: String, limit: Int, completion: @escaping Completion<[TrackReference]>
  ) -> Query {
    if let stream = TrackReference(url: uri) {
      let request = LibraryRequest()
      library.later {
        if !request.isCancelled { completion(limit > 0 ? .success([stream]) : .failure(.queueFull)) }
      }
      return request
    }
    guard let (volumes, path) = legs(of: uri) else { return library.refuse(.noSuchDirectory, completion) }
    return collect(volumes, path, limit: limit, mustExist: !uri.isEmpty, completion)
  }

  /// Gives the answers of `references(at:)` for `uris` in one step: nil for those that take more, or that are
  /// not on the volume of the first one.
  /// - Parameter onlyTracks: a folder is no answer.
  @discardableResult
  public func references(
    atEach uris: [String], onlyTracks: Bool,
    completion: @escaping ([Result<[TrackReference], Refusal>?]) -> Void
  ) -> Query {
    let request = LibraryRequest()
    let places = uris.map { library.place(of: $0) }
    guard let volume = places.first??.0 else {
      library.later { if !request.isCancelled { completion(uris.map { _ in nil }) } }
      return request
    }
    let paths = places.map { place in place.flatMap { $0.0 === volume ? $0.1 : nil } }
    return library.ask(
      volume,
      { (store) throws(StoreError) in
        try store.tree.references(atEach: paths, onlyTracks: onlyTracks, limit: Self.window)
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
    completion: @escaping Completion<[TrackReference]>
  ) -> Query {
    guard let mounted = library.open(volume) else { return library.refuse(.volumeGone, completion) }
    return collect([mounted], [], limit: limit, mustExist: false, cuts: true, completion)
  }

  private func collect(
    _ volumes: [MountedVolume], _ path: [UInt8], limit: Int, mustExist: Bool, cuts: Bool = false,
    _ completion: @escaping Completion<[TrackReference]>
  ) -> Query {
    let read = PagedRead<ListingCursor, [TrackReference]>(library, over: volumes) {
      (store, _, place) throws(StoreError) in
      try store.tree.references(
        at: path, mayBeTrack: mustExist && place == nil, after: place, limit: Self.columnsWindow
      ).map { ($0.references, $0.next) }
    }
    var (found, bytes): ([TrackReference], Int) = ([], 0)
    read.all { window, _, goOn in
      found += window
      bytes += window.reduce(0) { $0 + $1.path.count }
      if found.count <= limit, bytes <= QueueLimits.pathBytes { return goOn() }
      completion(cuts ? .success(Array(found.prefix(limit))) : .failure(.queueFull))
    } completion: {
      completion($0.map { found })
    }
    return read.request
  }

  /// The tracks of the `number`th (from 1) top-level folder in natural order: those of the first volume, then those
  /// of the next, and so on.
  @discardableResult
  public func references(
    ofTopFolder number: Int, limit: Int,
    completion: @escaping Completion<[TrackReference]>
  ) -> Query {
    let request = LibraryRequest()
    library.sweep(library.ordered, request: request) { (store) throws(StoreError) in
      try store.tree.topFolderCount()
    } completion: { found in
      var number = number
      for (volume, result) in found {
        switch result {
        case .failure(let error): return completion(.failure(Refusal(error)))
        case .success(let count) where number > count: number -= count
        case .success: return collect(folder: number, of: volume, limit: limit, request, completion)
        }
      }
      completion(.failure(.noSuchDirectory))
    }
    return request
  }

  private func collect(
    folder number: Int, of volume: MountedVolume, limit: Int, _ request: LibraryRequest,
    _ completion: @escaping Completion<[TrackReference]>
  ) {
    library.ask(volume, { (store) throws(StoreError) in try store.tree.topFolder(number) }, request: request)
    {
      result in
      switch result {
      case .failure(let error): completion(.failure(Refusal(error)))
      case .success(nil): completion(.failure(.noSuchDirectory))
      case .success(let path?):
        _ = collect([volume], path, limit: limit, mustExist: false) {
          if !request.isCancelled { completion($0) }
        }
      }
    }
  }

  // MARK: Seek indexes

  /// Reads the stored frame offsets of a track's file; nil if there are none or the file has changed.
  public func seekIndex(of track: TrackReference, completion: @escaping ([UInt8]?) -> Void) {
    let path = track.path
    library.ask(on: track.volume, { (store) throws(StoreError) in try store.tracks.seekIndex(at: path) }) {
      completion((try? $0.get()) ?? nil)
    }
  }

  /// Stores the frame offsets of a track's file. They can be found again: a failure is not reported.
  public func keep(seekIndex: [UInt8], of track: TrackReference) {
    let path = track.path
    library.ask(
      on: track.volume,
      { (store) throws(StoreError) in try store.tracks.keep(seekIndex: seekIndex, at: path) },
      completion: { _ in })
  }
}
