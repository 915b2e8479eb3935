public import Model

extension MusicLibrary {
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
    after cursor: LibraryCursor? = nil, limit: Int,
    transform: @escaping @Sendable (Track, _ uri: String) -> Value?,
    completion: @escaping (Result<SelectionPage<Value>, Refusal>) -> Void
  ) -> LibraryRequest {
    let selection = Selection(
      limit: max(1, limit), needle: needle, values: values, transform: transform, completion: completion)
    if uri.isEmpty {
      selection.legs = ordered.map { ($0, []) }
    } else if let leg = place(of: uri) {
      selection.legs = [leg]
      selection.mustExist = cursor == nil
    } else {
      return refuse(.noSuchPath, completion)
    }
    var place: ListingCursor?
    if let cursor {
      guard let index = selection.legs.firstIndex(where: { $0.volume.info?.id == cursor.volume }) else {
        return refuse(.volumeGone, completion)
      }
      selection.legs.removeFirst(index)
      place = cursor.place
    }
    goOn(selection, after: place)
    return selection.request
  }

  /// A page in the making: one leg per volume that it reaches over.
  private final class Selection<Value: Sendable> {
    var legs: [(volume: MountedVolume, path: [UInt8])] = []
    var page = SelectionPage<Value>()
    var mustExist = false
    let limit: Int
    let needle: String?
    let values: [WantedValue]
    let request = LibraryRequest()
    let transform: @Sendable (Track, String) -> Value?
    let completion: (Result<SelectionPage<Value>, Refusal>) -> Void

    init(
      limit: Int, needle: String?, values: [WantedValue],
      transform: @escaping @Sendable (Track, String) -> Value?,
      completion: @escaping (Result<SelectionPage<Value>, Refusal>) -> Void
    ) {
      self.limit = limit
      self.needle = needle
      self.values = values
      self.transform = transform
      self.completion = completion
    }
  }

  private func goOn<Value>(_ selection: Selection<Value>, after cursor: ListingCursor?) {
    guard let (volume, path) = selection.legs.first else {
      return later { if !selection.request.isCancelled { selection.completion(.success(selection.page)) } }
    }
    let (prefix, mustExist, transform) = (prefix(of: volume), selection.mustExist, selection.transform)
    let (needle, values) = (selection.needle, selection.values)
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.select(
          at: path, mayBeTrack: mustExist, holding: needle, having: values, after: cursor, limit: Self.window,
          prefix: prefix,
          transform: transform)
      }, request: selection.request
    ) { [weak self] result in
      switch result {
      case .success(nil): selection.completion(.failure(.noSuchPath))
      case .failure(let error): selection.completion(.failure(Refusal(error)))
      case .success(let (values, next)?):
        selection.page.values += values
        if next == nil { selection.legs.removeFirst() }
        let isFull = selection.page.values.count >= selection.limit
        if isFull, let volume = selection.legs.first?.volume.info?.id {
          selection.page.next = LibraryCursor(volume: volume, place: next)
          return selection.completion(.success(selection.page))
        }
        self?.goOn(selection, after: next)
      }
    }
  }
}
