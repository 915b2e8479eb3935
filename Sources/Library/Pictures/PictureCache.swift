import CLinux
import Linux

/// Pictures found on volumes, stored in the box's state folder: `STATE/pictures`.
///
/// A file's name is the hash of its content. So an album's tracks share one, no content of a volume decides where
/// something is written, and a file damaged by a power cut is recognised: nothing is flushed, since every file is
/// checked before its first use after a start.
///
/// From any thread but the loop: everything may block on storage.
final class PictureCache: Sendable {
  private struct Entry {
    let byteCount: Int64
    var lastUse: UInt64
    /// Whether its content is known to be what its name says.
    var isChecked: Bool
  }

  private struct State {
    private(set) var entries: [String: Entry] = [:]
    private var byteCount: Int64 = 0
    private var uses: UInt64 = 0
    var arrivals: UInt64 = 0

    mutating func add(_ name: String, _ byteCount: Int64, isChecked: Bool) {
      remove(name)
      uses += 1
      entries[name] = Entry(byteCount: byteCount, lastUse: uses, isChecked: isChecked)
      self.byteCount += byteCount
    }

    mutating func use(_ name: String) -> Entry? {
      uses += 1
      entries[name]?.lastUse = uses
      return entries[name]
    }

    mutating func check(_ name: String) { entries[name]?.isChecked = true }

    mutating func remove(_ name: String) {
      if let entry = entries.removeValue(forKey: name) { byteCount -= entry.byteCount }
    }

    /// Drops what was used longest ago until the rest is within the limits.
    mutating func evict(_ byteLimit: Int64) -> [String] {
      var names: [String] = []
      while byteCount > byteLimit || entries.count > PictureCache.fileLimit,
        let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        remove(oldest)
        names.append(oldest)
      }
      return names
    }
  }

  /// Limit of all files together, in bytes.
  static let usualByteLimit: Int64 = 64 * 1024 * 1024
  private static let fileLimit = 2000
  private static let pieceBytes = 64 * 1024
  /// Prefix of a file's name while it is written.
  static let incomingPrefix = "incoming-"

  private let path: [UInt8]
  private let byteLimit: Int64
  /// nil until the folder has been looked at.
  private let state = Guarded<State?>(nil)

  /// Those that the jukebox makes, in the same folder.
  var made: MadePictures { MadePictures(path: path) }

  /// Touches nothing yet.
  /// - Parameter state: the box's state folder.
  init(in state: [UInt8], byteLimit: Int64 = usualByteLimit) {
    path = state + Array("/pictures".utf8)
    self.byteLimit = byteLimit
  }

  /// Whether a picture is there, whole.
  func holds(_ name: String) -> Bool { file(name) != nil }

  /// A part of a picture.
  /// - Returns: nil where the picture is not there, or not whole.
  func read(_ name: String, at offset: Int64, count: Int) -> [UInt8]? {
    guard let file = file(name) else { return nil }
    do throws(SystemError) {
      let bytes = try Self.read(file, at: offset, count: count)
      if bytes.count == count { return bytes }
    } catch {}
    forget(name)
    return nil
  }

  /// A place for a picture of `byteCount` bytes.
  /// - Returns: nil where it is too large to be kept.
  func begin(_ byteCount: Int64) throws(SystemError) -> ArrivingPicture? {
    try look()
    guard byteCount <= byteLimit else { return nil }
    let number = state.withLock { state -> UInt64 in
      state?.arrivals += 1
      return state?.arrivals ?? 0
    }
    return try ArrivingPicture(
      in: try DatabaseFolder(trusted: path), fileName: "\(Self.incomingPrefix)\(number)")
  }

  /// Keeps what has arrived whole, at the cost of what was used longest ago.
  /// - Returns: its name.
  func keep(_ arriving: ArrivingPicture) throws(SystemError) -> String {
    let (name, byteCount, byteLimit) = (try arriving.keep(), arriving.byteCount, byteLimit)
    let surplus = state.withLock { state -> [String] in
      state?.add(name, byteCount, isChecked: true)
      return state?.evict(byteLimit) ?? []
    }
    remove(surplus)
    return name
  }

  // MARK: The folder

  /// Makes the folder if it is missing and reads its names, the first time. Other callers wait meanwhile.
  private func look() throws(SystemError) {
    let (path, byteLimit) = (path, byteLimit)
    var surplus: [String] = []
    let failure = state.withLock { state -> SystemError? in
      if state != nil { return nil }
      do throws(SystemError) {
        var found = try Self.look(in: path)
        surplus = found.evict(byteLimit)
        state = found
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    remove(surplus)
  }

  static func makeFolder(_ path: [UInt8]) throws(SystemError) {
    do {
      try systemCall("mkdir", path: String(decoding: path, as: UTF8.self)) {
        unsafe path.withTerminator { unsafe mkdir($0, 0o700) }
      }
    } catch  where error.code == .exists {}
  }

  private static func look(in path: [UInt8]) throws(SystemError) -> State {
    try makeFolder(path)
    let root = try Root(path: String(decoding: path, as: UTF8.self))
    let folder = try DatabaseFolder(trusted: path)
    var listing = try root.list([])
    var found: [(name: String, byteCount: Int64, modified: Int64)] = []
    while let entry = try listing.next() {
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(incomingPrefix) {
        // A power cut left it.
        try folder.remove(name)
      } else if isName(entry.name), let status = try root.statusOfName(entry.name), status.kind == .regular {
        found.append((name, status.size, status.modifiedNanoseconds))
      }
    }
    var state = State()
    for file in found.sorted(by: { $0.modified < $1.modified }) {
      state.add(file.name, file.byteCount, isChecked: false)
    }
    return state
  }

  /// As `ContentHash` makes them; anything else in the folder is left alone.
  private static func isName(_ name: [UInt8]) -> Bool {
    name.count == 32 && name.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func file(_ name: String) -> Descriptor? {
    do throws(SystemError) {
      try look()
      guard let entry = state.withLock({ $0?.use(name) }) else { return nil }
      if let file = try DatabaseFolder(trusted: path).openRegular(name), try isWhole(file, name, entry) {
        return file
      }
    } catch {}
    forget(name)
    return nil
  }

  private func isWhole(_ file: borrowing Descriptor, _ name: String, _ entry: Entry) throws(SystemError)
    -> Bool
  {
    guard try file.status().size == entry.byteCount else { return false }
    if entry.isChecked { return true }
    var hash = ContentHash()
    var offset: Int64 = 0
    while true {
      let piece = try Self.read(file, at: offset, count: Self.pieceBytes)
      if piece.isEmpty { break }
      hash.add(piece)
      offset += Int64(piece.count)
    }
    guard hash.name == name else { return false }
    // So that the next start knows what was used last.
    _ = futimens(file.rawValue, nil)
    state.withLock { state -> Void in state?.check(name) }
    return true
  }

  private static func read(_ file: borrowing Descriptor, at offset: Int64, count: Int) throws(SystemError)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var piece = [UInt8](repeating: 0, count: count - bytes.count)
      var span = piece.mutableSpan
      let read = try file.read(into: &span, at: offset + Int64(bytes.count))
      if read == 0 { break }
      bytes += piece[..<read]
    }
    return bytes
  }

  private func forget(_ name: String) {
    state.withLock { state -> Void in state?.remove(name) }
    remove([name])
  }

  private func remove(_ names: [String]) {
    guard !names.isEmpty, let folder = try? DatabaseFolder(trusted: path) else { return }
    for name in names { try? folder.remove(name) }
  }
}
