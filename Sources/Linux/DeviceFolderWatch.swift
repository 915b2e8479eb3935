import CLinux

/// Watches the names in a folder such as /dev/input (inotify(7)), also before the folder exists and after it was
/// removed and made again. Loop thread only.
public final class DeviceFolderWatch {
  private let path: String
  private let loop: EventLoop
  private let inotify: Descriptor
  private let handler: (DeviceFolderEvent) -> Void
  private var registration: EventLoop.Registration?
  /// The watch on the folder itself, or on the nearest existing one above it.
  private var watch: Int32?
  private var isFolderItself = false
  /// The next path component's path, which must appear first; used while the folder is missing.
  private var awaited = ""
  private var names: Set<[UInt8]> = []
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// Further names in the folder are ignored, so that memory stays bounded.
  private static let mostNames = 4096
  /// How often the folders above may change while the watch is being set.
  private static let mostRounds = 16
  private static let retry = Duration.seconds(30)
  /// Events read in one turn, in buffers; more stay for the next.
  private static let readsPerTurn = 8

  private static let folderMask =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)
    | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
  private static let ancestorMask =
    UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF)
    | UInt32(IN_MOVE_SELF)
    | UInt32(IN_ONLYDIR)

  /// Prepares a watch; nothing is reported before `start`.
  /// - Parameters:
  /// - path: absolute.
  /// - handler: called in the loop until the watch is destroyed.
  public init(path: String, loop: EventLoop, _ handler: @escaping (DeviceFolderEvent) -> Void)
    throws(SystemError)
  {
    precondition(path.hasPrefix("/"), "a watched folder is named from the root")
    self.path = path
    self.loop = loop
    self.handler = handler
    inotify = Descriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
  }

  deinit { if let registration { loop.remove(registration) } }

  /// Reports every name that exists already, then watches the folder.
  /// - Throws: ENOSPC if the user has no further watch (fs.inotify.max_user_watches).
  public func start() throws(SystemError) {
    precondition(registration == nil, "a watch is started once")
    registration = try loop.register(inotify, for: .read) { [weak self] _ in self?.read() }
    try attach()
  }

  /// Watches the folder, or while it isn't there, the nearest one above that is.
  private func attach() throws(SystemError) {
    // Folders come and go meanwhile; each round but the last saw one do so, and the watch that is set last sees more.
    for _ in 0..<Self.mostRounds {
      detach()
      try watchNearest()
      if isFolderItself {
        rescan()
        return
      }
      // The next folder on the path may have been made before the watch was set.
      guard unsafe access(awaited, R_OK | X_OK) == 0 else { return }
    }
  }

  private func watchNearest() throws(SystemError) {
    var candidate = path
    while true {
      let isItself = candidate == path
      do throws(SystemError) {
        watch = try systemCall("inotify_add_watch", path: candidate) {
          unsafe inotify_add_watch(
            inotify.rawValue, candidate, isItself ? Self.folderMask : Self.ancestorMask)
        }
        isFolderItself = isItself
        return
      } catch {
        let mayCome: Set<Errno> = [.noSuchFile, .notDirectory, .accessDenied]
        guard mayCome.contains(error.code), candidate != "/" else { throw error }
        awaited = candidate
        candidate = Self.parent(of: candidate)
      }
    }
  }

  private func detach() {
    if let watch { _ = inotify_rm_watch(inotify.rawValue, watch) }
    watch = nil
    isFolderItself = false
  }

  private func read() {
    for _ in 0..<Self.readsPerTurn {
      var span = buffer.mutableSpan
      guard let count = try? inotify.read(into: &span), count > 0 else { return }
      for event in Self.events(buffer[..<count]) { handle(event) }
    }
  }

  private func handle(_ event: Event) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      reattach()
      return
    }
    guard event.watch == watch else { return }
    let ended = UInt32(IN_IGNORED) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_UNMOUNT)
    if event.mask & ended != 0 {
      reattach()
    } else if !isFolderItself {
      if awaited.utf8.suffix(event.name.count).elementsEqual(event.name) { reattach() }
    } else if event.name.isEmpty {
      rescan()
    } else if event.mask & (UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)) != 0 {
      remove(event.name)
    } else {
      add(event.name)
    }
  }

  private func reattach() {
    do throws(SystemError) {
      try attach()
    } catch {
      Log.warning("\(path) cannot be watched, next try in \(Self.retry): \(error)")
      loop.schedule(after: Self.retry) { [weak self] in self?.reattach() }
    }
    if !isFolderItself { removeAll() }
  }

  /// Brings the names up to date where events may have been lost.
  private func rescan() {
    guard let root = try? Root(path: path), var listing = try? root.list([]) else { return }
    var present: Set<[UInt8]> = []
    while present.count < Self.mostNames, let entry = try? listing.next() { present.insert(entry.name) }
    for name in names.subtracting(present).sorted(by: { $0.lexicographicallyPrecedes($1) }) { remove(name) }
    for name in present.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      add(name)
    }
  }

  private func add(_ name: [UInt8]) {
    if names.contains(name) {
      handler(.attributesChanged(name))
    } else if names.count < Self.mostNames {
      names.insert(name)
      handler(.appeared(name))
    }
  }

  private func remove(_ name: [UInt8]) {
    if names.remove(name) != nil { handler(.disappeared(name)) }
  }

  private func removeAll() {
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) { remove(name) }
  }

  /// One record of inotify(7).
  struct Event: Hashable {
    let watch: Int32
    let mask: UInt32
    let name: [UInt8]
  }

  /// Cuts what was read into records; the name is padded with NUL.
  static func events(_ bytes: ArraySlice<UInt8>) -> [Event] {
    let headBytes = 16
    return unsafe bytes.withUnsafeBytes { bytes in
      var events: [Event] = []
      var start = 0
      while bytes.count - start >= headBytes {
        let length = Int(unsafe bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
        guard bytes.count - start - headBytes >= length else { break }
        let name = unsafe bytes[(start + headBytes)..<(start + headBytes + length)]
        unsafe events.append(
          Event(
            watch: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
            mask: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
            name: Array(name.prefix { $0 != 0 })))
        start += headBytes + length
      }
      return events
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
