import Library
import Linux
import Model

/// Items removed from a volume: in `.jukebox/trash` on the volume itself, so that nothing is copied. Blocks
/// on the storage.
///
/// Each file or folder lies in a folder of its own, `SECONDS-DEPTH-RANDOM`, below the path that it had: when it was removed
/// (0 where the clock was not set), the number of names in its path, and a number against equal names. A move is one rename, and
/// both folders are flushed after it: after a power cut the file is in one place or the other.
struct Trash {
  private let root: Root

  init(_ root: Root) { self.root = root }

  static let folder = Array("\(VolumeOpener.folderName)/trash".utf8)
  /// After this time, 30 days, what was removed is deleted.
  static let keptSeconds: Int64 = 30 * 86_400
  /// Files that are counted or deleted of one item; and of items.
  private static let mostFiles = 100_000
  private static let mostItems = 10_000

  /// The name of an item's own folder.
  struct Identity: Hashable {
    let seconds: Int64
    let depth: Int
    let number: String

    var name: String { "\(seconds)-\(depth)-\(number)" }

    init(seconds: Int64, depth: Int, number: String) {
      (self.seconds, self.depth, self.number) = (seconds, depth, number)
    }

    init?(_ name: some StringProtocol) {
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, let seconds = Int64(parts[0]), seconds >= 0, let depth = Int(parts[1]),
        (1...VolumePath.deepest).contains(depth), parts[2].utf8.count == 8,
        parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
      else { return nil }
      self.init(seconds: seconds, depth: depth, number: String(parts[2]))
      guard self.name == name else { return nil }
    }
  }

  struct Item {
    let identity: Identity
    /// Former path.
    let path: [UInt8]
    let bytes: Int64
    let isFolder: Bool
  }

  private func place(_ identity: Identity) -> [UInt8] {
    VolumePath.join(Self.folder, Array(identity.name.utf8))
  }

  // MARK: In

  /// Moves a file or folder into the trash.
  /// - Parameter now: seconds since 1970; nil where the clock is not set.
  func take(_ edited: EditedPlace, now: Int64?) throws(Refusal) -> Item {
    let path = edited.path
    let depth = path.split(separator: UInt8(ascii: "/")).count
    // The clock may not be set, and counts in seconds: the numbers have the order of the removals.
    let latest =
      try EditedPlace.attempt { () throws(SystemError) in try identities() }
      .compactMap { UInt32($0.number, radix: 16) }.max() ?? 0
    let digits = String(latest &+ 1, radix: 16)
    let identity = Identity(
      seconds: now ?? 0, depth: depth, number: String(repeating: "0", count: 8 - digits.utf8.count) + digits)
    let target = VolumePath.join(place(identity), path)
    try EditedPlace.attempt { () throws(SystemError) in
      var made: [[UInt8]] = []
      do throws(SystemError) {
        try root.makeFolder(Array(VolumeOpener.folderName.utf8))
        try root.makeFolder(Self.folder)
        try makeFolders(of: target, from: Self.folder, &made)
        try root.moveToFreeName(path, to: target)
      } catch {
        for folder in made.reversed() { try? root.removeFolder(folder) }
        throw error
      }
      // First the new name: a cut between the two leaves the file with both, or with that one.
      try root.synchroniseFolder(VolumePath.split(target).folder)
      try root.synchroniseFolder(VolumePath.split(path).folder)
    }
    return Item(
      identity: identity, path: path, bytes: size(of: target), isFolder: edited.status.kind == .directory)
  }

  /// Makes the folders above `path` that are missing below `folder`, each durable.
  private func makeFolders(of path: [UInt8], from folder: [UInt8], _ made: inout [[UInt8]])
    throws(SystemError)
  {
    var place = folder
    let names = path.dropFirst(folder.count).split(separator: UInt8(ascii: "/")).dropLast()
    for name in names {
      let parent = place
      place = VolumePath.join(place, Array(name))
      if let status = try root.statusOfName(place) {
        guard status.kind == .directory else {
          throw SystemError(.notDirectory, call: "mkdirat", path: String(decoding: place, as: UTF8.self))
        }
        continue
      }
      try root.makeFolder(place)
      made.append(place)
      try root.synchroniseFolder(parent)
    }
  }

  // MARK: Looking

  /// The oldest first.
  func items() throws(Refusal) -> [Item] {
    try EditedPlace.attempt { () throws(SystemError) in
      var items: [Item] = []
      for identity in try identities() {
        guard let (path, isFolder) = try content(of: identity) else { continue }
        items.append(
          Item(
            identity: identity, path: path, bytes: size(of: VolumePath.join(place(identity), path)),
            isFolder: isFolder))
      }
      return items
    }
  }

  private func identities() throws(SystemError) -> [Identity] {
    guard try root.statusOfName(Array(VolumeOpener.folderName.utf8))?.kind == .directory,
      try root.statusOfName(Self.folder)?.kind == .directory
    else { return [] }
    return try entries(Self.folder, atMost: Self.mostItems).compactMap { entry in
      guard entry.kind == .directory else { return nil }
      return Identity(String(decoding: entry.name, as: UTF8.self))
    }.sorted { ($0.seconds, $0.number) < ($1.seconds, $1.number) }
  }

  private func entries(_ folder: [UInt8], atMost most: Int) throws(SystemError) -> [DirectoryEntry] {
    var stream = try root.list(folder)
    var entries: [DirectoryEntry] = []
    while entries.count < most, let entry = try stream.next() { entries.append(entry) }
    return entries
  }

  /// Finds an item in its folder by the only name of each level; nil if a power cut or another program left none.
  private func content(of identity: Identity) throws(SystemError) -> (path: [UInt8], isFolder: Bool)? {
    var path: [UInt8] = []
    var kind = FileStatus.Kind.directory
    for _ in 0..<identity.depth {
      guard kind == .directory else { return nil }
      let entries = try entries(VolumePath.join(place(identity), path), atMost: 2)
      guard entries.count == 1, let entry = entries.first else { return nil }
      path = VolumePath.join(path, entry.name)
      kind = entry.kind
    }
    return kind == .directory || kind == .regular ? (path, kind == .directory) : nil
  }

  private func size(of path: [UInt8]) -> Int64 {
    var (bytes, left) = (Int64(0), Self.mostFiles)
    walk(path, &left, file: { bytes += $0 }, folder: { _ in })
    return bytes
  }

  /// Calls `file` with the size of each file, and `folder` with each folder after all that is in it.
  private func walk(
    _ path: [UInt8], depth: Int = 0, _ left: inout Int, remove: Bool = false, file: (Int64) -> Void,
    folder: ([UInt8]) -> Void
  ) {
    left -= 1
    guard left > 0, depth < 2 * VolumePath.deepest, let status = try? root.statusOfName(path) else { return }
    guard status.kind == .directory else {
      file(status.size)
      if remove { try? root.remove(path) }
      return
    }
    for entry in (try? entries(path, atMost: left)) ?? [] {
      walk(
        VolumePath.join(path, entry.name), depth: depth + 1, &left, remove: remove, file: file, folder: folder
      )
    }
    folder(path)
  }

  // MARK: Out

  /// Moves an item back to where it was.
  /// - Throws: `no-such-trash`; `already-exists` where something has its place.
  func restore(_ identity: Identity) throws(Refusal) -> Item {
    guard root.takesWrites(in: []) else { throw UploadFault.readOnly.refusal }
    let found = try EditedPlace.attempt { () throws(SystemError) in
      try identities().contains(identity) ? try content(of: identity) : nil
    }
    guard let (path, isFolder) = found else {
      throw .failed(.noSuchTrash, "No such item in the trash: \(identity.name)", about: identity.name)
    }
    let source = VolumePath.join(place(identity), path)
    var made: [[UInt8]] = []
    do throws(SystemError) {
      try makeFolders(of: path, from: [], &made)
      try root.moveToFreeName(source, to: path)
      try root.synchroniseFolder(VolumePath.split(path).folder)
      try root.synchroniseFolder(VolumePath.split(source).folder)
    } catch {
      for folder in made.reversed() { try? root.removeFolder(folder) }
      guard error.code == .exists || error.code == .notDirectory else { throw Refusal(ofEdit: error) }
      let text = EscapedName.text(for: path)
      throw .failed(
        .alreadyExists, "Something else is at \(text): rename or remove it, then restore again", about: text)
    }
    let bytes = size(of: path)
    delete(identity)
    return Item(identity: identity, path: path, bytes: bytes, isFolder: isFolder)
  }

  /// Deletes an item with all that is in it.
  private func delete(_ identity: Identity) {
    var left = Self.mostFiles
    walk(place(identity), &left, remove: true, file: { _ in }, folder: { try? root.removeFolder($0) })
  }

  /// Deletes everything.
  /// - Returns: what was deleted.
  func empty() throws(Refusal) -> [Item] {
    guard root.takesWrites(in: []) else { throw UploadFault.readOnly.refusal }
    let items = try items()
    // Also what is no item any more.
    for identity in try EditedPlace.attempt({ () throws(SystemError) in try identities() }) {
      delete(identity)
    }
    return items
  }

  /// Deletes what was removed 30 days ago or earlier, and gives what was removed while the clock was not set the present time.
  func deleteOld(now: Int64?) throws(Refusal) -> [Item] {
    guard let now, root.takesWrites(in: []) else { return [] }
    let isAnyOld = try EditedPlace.attempt { () throws(SystemError) in
      var isAnyOld = false
      for identity in try identities() {
        if identity.seconds == 0 {
          let dated = Identity(seconds: now, depth: identity.depth, number: identity.number)
          try root.rename(place(identity), to: Array(dated.name.utf8))
        }
        isAnyOld = isAnyOld || isOld(identity, now: now)
      }
      return isAnyOld
    }
    guard isAnyOld else { return [] }
    let old = try items().filter { isOld($0.identity, now: now) }
    for item in old { delete(item.identity) }
    return old
  }

  private func isOld(_ identity: Identity, now: Int64) -> Bool {
    identity.seconds > 0 && now - identity.seconds >= Self.keptSeconds
  }

  /// Deletes the oldest items until this number of bytes can be written, if that helps.
  func makeRoom(for bytes: Int64) throws(Refusal) -> [Item] {
    func missing() throws(Refusal) -> Int64 {
      let free = try EditedPlace.attempt { () throws(SystemError) in try root.freeBytes() }
      return bytes.addingReportingOverflow(IncomingFiles.keptFreeBytes - free).partialValue
    }
    guard try missing() > 0 else { return [] }
    var deleted: [Item] = []
    let items = try items()
    guard items.reduce(0, { $0 + $1.bytes }) >= (try missing()) else { return [] }
    for item in items where try missing() > 0 {
      delete(item.identity)
      deleted.append(item)
    }
    return deleted
  }
}
