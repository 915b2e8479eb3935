import Linux

/// Failures of a scan, items that it skipped, and the warnings about both. It ends the scan of a dying volume.
struct ScanTrouble {
  /// Failures of storage in a row after which the volume counts as dying.
  private static let mostFailuresInRow = 16
  private static let mostWarnings = 20

  let root: Root
  let pace: ScanPace
  let report: (ScanEvent) -> Void
  /// Some folder could not be read: what is missing may be there.
  private(set) var isIncomplete = false
  private(set) var (forbidden, notRead) = (0, 0)
  private var links = SkippedItems()
  /// Pipes, sockets and devices, whatever they are called.
  var specials = SkippedItems()
  private var failuresInRow = 0
  private var warnings = 0

  init(root: Root, pace: ScanPace, report: @escaping (ScanEvent) -> Void) {
    (self.root, self.pace, self.report) = (root, pace, report)
  }

  /// The storage has answered.
  mutating func works() { failuresInRow = 0 }

  /// Runs `body`; nil where it failed in a way that concerns this path only.
  mutating func attempt<Value: ~Copyable>(
    _ path: @autoclosure () -> [UInt8], _ body: (Root) throws(SystemError) -> Value
  ) throws(StoreError) -> Value? {
    do throws(SystemError) {
      let value = try body(root)
      failuresInRow = 0
      return value
    } catch {
      try note(error, path())
      return nil
    }
  }

  mutating func note(_ error: SystemError, _ path: [UInt8]) throws(StoreError) {
    try pace.checkCancelled()
    switch error.code {
    case .noSuchFile, .notDirectory, .crossDevice, .tooManyLinks, .noSuchDeviceOrAddress:
      return  // Gone meanwhile, or a link that leads nowhere or out of the volume.
    case .accessDenied, .notPermitted:
      forbidden += 1
      return warn(path, "\(error.code)")  // Nothing there could be played either.
    case .nameTooLong: return warn(path, "\(error.code)")
    case .noSuchDevice: throw StoreError(error)
    default: break
    }
    isIncomplete = true
    notRead += 1
    failuresInRow += 1
    warn(path, "\(error.code)")
    if failuresInRow >= Self.mostFailuresInRow { throw StoreError(error) }
  }

  mutating func warn(_ path: [UInt8], _ what: String) {
    warnings += 1
    if warnings > Self.mostWarnings { return }
    let name = path.isEmpty ? root.path : "\(root.path)/\(String(decoding: path, as: UTF8.self))"
    report(.warning("\(name): \(what)"))
    if warnings == Self.mostWarnings {
      report(.warning("\(root.path): further files with problems are not listed"))
    }
  }

  /// Whether a scan ignores a link: only links to files of the same volume are followed. The target of a link to a
  /// folder is found at its own path, if it is on the volume; otherwise it does not belong to the volume, and on a
  /// foreign stick it could be anything of this machine.
  mutating func passesOver(link path: [UInt8]) throws(StoreError) -> Bool {
    try pace.checkCancelled()
    do throws(SystemError) {
      switch try root.status(of: path).kind {
      case .regular: return false
      case .directory: links.add(path)
      case .link, .other: break
      }
    } catch {
      switch error.code {
      case .crossDevice: links.add(path)
      // It leads nowhere, or round in a circle.
      case .noSuchFile, .notDirectory, .tooManyLinks: break
      default: try note(error, path)
      }
    }
    return true
  }

  func reportSkipped() {
    let messages = [
      links.message("link", "links", are: "not followed: to folders or outside the volume"),
      specials.message("pipe, socket or device", "pipes, sockets and devices", are: "skipped"),
    ]
    for message in messages.compactMap(\.self) { report(.warning("\(root.path): \(message)")) }
  }
}
