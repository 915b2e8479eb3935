import Linux
import Model

/// Windows of rows of one volume after the other, in the order of the tree. A job of a store reads one window, so that no
/// other request waits long. Loop thread only.
struct PagedRead<Cursor: Sendable, Window: Sendable> {
  /// A volume, for the thread of its store.
  struct Leg: Sendable {
    let id: VolumeID
    let root: Root
    /// Stands before the volume's paths in URIs.
    let prefix: String
    /// The volume's place among those that are read.
    let rank: Int
  }

  /// Reads the window after a cursor (nil: the first one), and gives the cursor of the next one: nil at the end of the
  /// volume. Nil in place of both where what was asked for is not there.
  typealias Read = @Sendable (VolumeStore, Leg, Cursor?) throws(StoreError) -> (Window, next: Cursor?)?

  let request: LibraryRequest
  private weak var library: MusicLibrary?
  private var volumes: ArraySlice<(offset: Int, element: MountedVolume)>
  private var cursor: Cursor?
  private let read: Read

  init(
    _ library: MusicLibrary, over volumes: [MountedVolume], request: LibraryRequest = LibraryRequest(),
    read: @escaping Read
  ) {
    self.library = library
    self.request = request
    self.volumes = Array(volumes.enumerated())[...]
    self.read = read
  }

  /// Reads the next window.
  /// - Parameter completion: gets it with what is left to read, nil after the last one; nil where there is no volume.
  func next(_ completion: @escaping (Result<(window: Window, rest: Self?)?, Refusal>) -> Void) {
    guard let library else { return }
    guard let (rank, volume) = volumes.first, let id = volume.info?.id else {
      return library.later { if !request.isCancelled { completion(.success(nil)) } }
    }
    let leg = Leg(id: id, root: volume.worker.root, prefix: library.prefix(of: volume), rank: rank)
    let (read, cursor) = (read, cursor)
    library.ask(volume, { (store) throws(StoreError) in try read(store, leg, cursor) }, request: request) {
      result in
      switch result {
      case .failure(let error): completion(.failure(Refusal(error)))
      case .success(nil): completion(.failure(.noSuchDirectory))
      case .success(let (window, next)?):
        var rest = self
        rest.cursor = next
        if next == nil { rest.volumes.removeFirst() }
        completion(.success((window, rest.volumes.isEmpty ? nil : rest)))
      }
    }
  }

  private typealias Part = Result<(window: Window, rest: Self?)?, Refusal>

  /// Reads all that is left.
  /// - Parameters:
  ///   - skipsFailures: whether a volume that can't be read to its end is left out; else it ends the reading.
  ///   - readsAhead: whether a window is read while the one before is taken.
  ///   - take: gets each window and what is left after it; calls its last argument for the next one, or ends the reading by
  ///     not calling it.
  ///   - completion: called after the last window.
  func all(
    skipsFailures: Bool = false, readsAhead: Bool = true,
    take: @escaping (Window, _ rest: Self?, _ goOn: @escaping () -> Void) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) {
    func goOn(_ rest: Self?, _ ahead: Promise<Part>?) {
      guard let rest else { return completion(.success(())) }
      (ahead ?? rest.begin()).then { part in
        // Not in the turn that took the window before.
        if ahead == nil { received(part, rest) } else { library?.later { received(part, rest) } }
      }
    }
    func received(_ part: Part, _ read: Self) {
      switch part {
      case .failure(let refusal):
        guard skipsFailures else { return completion(.failure(refusal)) }
        var rest = read
        rest.cursor = nil
        rest.volumes.removeFirst()
        goOn(rest.volumes.isEmpty ? nil : rest, nil)
      case .success(nil): completion(.success(()))
      case .success(let (window, rest)?):
        let ahead = readsAhead ? rest?.begin() : nil
        take(window, rest) { goOn(rest, ahead) }
      }
    }
    goOn(self, nil)
  }

  private func begin() -> Promise<Part> {
    let promise = Promise<Part>()
    next { promise.fulfill($0) }
    return promise
  }
}

extension PagedRead where Cursor == ListingCursor {
  /// Continues where a page of a listing ended.
  /// - Returns: false where its volume is not there.
  mutating func start(after cursor: Model.Cursor?) -> Bool {
    guard let cursor = LibraryCursor(cursor) else { return true }
    volumes = volumes.drop { $0.element.info?.id != cursor.volume }
    self.cursor = cursor.place
    return !volumes.isEmpty
  }

  /// Start of the rest, for a later page.
  var place: Model.Cursor? {
    volumes.first?.element.info.map { LibraryCursor(volume: $0.id, place: cursor).cursor }
  }
}
