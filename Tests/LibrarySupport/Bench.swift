import Linux
import Model
import Support

@testable import Library

/// A loop, a library on it, and what it has reported.
class Bench {
  let loop: EventLoop
  let state: TemporaryFolder
  private(set) var library: MusicLibrary
  private(set) var events: [LibraryEvent] = []

  convenience init(known: [KnownVolume] = [], read: @escaping FileProber = FakeFiles.read) throws {
    try self.init(known: known, readers: FileReaders(probe: read, picture: { _, _ in nil }))
  }

  init(known: [KnownVolume] = [], readers: FileReaders) throws {
    let loop = try EventLoop()
    let state = try TemporaryFolder()
    let sink = Sink()
    library = try MusicLibrary(loop: loop, stateFolder: state.path, known: known, readers: readers) {
      sink.bench?.receive($0)
    }
    self.loop = loop
    self.state = state
    sink.bench = self
  }

  private final class Sink {
    weak var bench: Bench?
  }

  /// Gets the library's events.
  func receive(_ event: LibraryEvent) { events.append(event) }

  deinit { library.close() }

  /// Turns the loop until `done` gives something; five minutes are the end of patience, not a measure:
  /// scans give way to everything else on the machine.
  func wait<Value>(_ done: () -> Value?) throws -> Value {
    let deadline = Instant.now() + .seconds(300)
    while Instant.now() < deadline {
      if let value = done() { return value }
      try loop.turn(waitingAtMost: .milliseconds(100))
    }
    throw Impatience(events: events)
  }

  /// Opens a volume and waits for the end of its first scan.
  func mount(_ path: String, isFixed: Bool = false, label: String = "Stick", isReadOnly: Bool = false) throws
    -> VolumeInfo
  {
    let before = events.count
    library.mounts.appeared(path: path, isFixed: isFixed, label: label, isReadOnly: isReadOnly)
    let info = try wait { () -> VolumeInfo? in
      for case .opened(let info) in events[before...] where info.path == path { return info }
      return nil
    }
    _ = try scanEnd(of: info.id, since: before)
    return info
  }

  /// The failure of the scan that ends next; nil for none.
  @discardableResult
  func scanEnd(of volume: VolumeID, since before: Int = 0) throws -> StoreError? {
    try wait { () -> StoreError?? in
      for case .scanEnded(volume, _, let error) in events[before...] { return .some(error) }
      return nil
    }
  }

  /// Waits until every track of a volume is in the text indexes.
  func indexed(_ volume: VolumeID) throws {
    try wait { library.scans.isIndexed(volume) ? () : nil }
  }

  func unmount(_ path: String, orderly: Bool = true) throws {
    let before = events.count
    library.mounts.gone(path: path, orderly: orderly)
    try wait { () -> Void? in
      for case .closed(_, path) in events[before...] { return () }
      return nil
    }
  }

  func scan(_ uri: String = "", rescan: Bool = false) throws {
    let before = events.count
    let job = try library.scans.update(uri, rescan: rescan)
    try wait { () -> Void? in
      for case .updateEnded(job) in events[before...] { return () }
      return nil
    }
  }

  /// Scans the first volume as if it lay on FAT, or not, whatever it lies on.
  /// - Returns: how many files were opened.
  func scanDirectly(_ path: String = "", isFAT: Bool) throws -> Int {
    guard let volume = library.ordered.first, let id = volume.info?.id else { throw Impatience(events: []) }
    let (root, queue) = (volume.worker.root, volume.worker.jobs)
    let opened = Answer<Int>()
    let thread = try Thread.start(name: "test-scan", payload: id) { id in
      var last = 0
      var scanner = Scanner(
        root: root, volume: id, store: StoreChannel(queue: queue), read: FakeFiles.read, gate: ScanGate(),
        cancellation: Cancellation(), isFAT: isFAT
      ) { if case .progress(let progress) = $0 { last = progress.opened } }
      scanner.run(ScanRequest(path: Array(path.utf8), rescan: false, job: 1))
      opened.give(last)
    }
    thread.join()
    return opened.wait()
  }

  /// Runs work on a volume's store thread.
  func ask<Value: Sendable>(
    _ info: VolumeInfo, _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
  ) throws -> Value {
    guard let volume = library.open(info.id) else { throw Impatience(events: events) }
    return try answer { (done: @escaping (Result<Value, StoreError>) -> Void) in
      library.ask(volume, work, completion: done)
    }.get()
  }

  /// Waits for what a question answers.
  func answer<Value>(_ ask: (@escaping (Value) -> Void) -> Void) throws -> Value {
    var value: Value?
    ask { value = $0 }
    return try wait { value }
  }

  /// Every item at or below `uri`, in pages of `limit`: folders with a slash behind.
  func list(_ uri: String = "", recursive: Bool = false, limit: Int = 300) throws -> [String] {
    var result: [String] = []
    var cursor: Cursor?
    repeat {
      let page = try answer { (done: @escaping (Result<LibraryPage, Refusal>) -> Void) in
        library.catalogue.page(at: uri, isRecursive: recursive, after: cursor, limit: limit, completion: done)
      }.get()
      for item in page.items {
        switch item {
        case .folder(let uri): result.append(uri + "/")
        case .track(let uri, _), .playlistFile(let uri, _): result.append(uri)
        }
      }
      cursor = page.next
    } while cursor != nil
    return result
  }

  func track(_ uri: String) throws -> Track {
    try answer { (done: @escaping (Result<Track, Refusal>) -> Void) in
      library.catalogue.track(at: uri, completion: done)
    }.get()
  }

  var warnings: [String] {
    events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
  }
}
