package import Linux
import Model

/// The files on a volume that clients are sending: each is in the jukebox's own folder until it is whole. Its sender's table knows
/// which slots are in use; nothing of a file stays open between two parts, so that the volume can leave at any time. On the
/// thread for whole files.
package enum IncomingFiles {
  /// Number of bytes that stay free on a volume.
  package static let keptFreeBytes: Int64 = 16 << 20
  /// Limit of files at once, on all volumes together.
  static let most = 8
  /// That of a copy from another volume, of which one runs at a time.
  package static let copySlot = most + 1
  /// After so much, what was written is forced onto the storage: else a slow stick would have to take all of it at once in
  /// the end, and nothing could be read from it meanwhile.
  private static let bytesPerFlush: Int64 = 2 << 20
  private static let mostNumber = 999

  /// - Parameters:
  ///   - bytes: its size.
  ///   - promised: what others will still take of the volume.
  package static func check(_ bytes: Int64, promised: Int64, in root: Root) throws(UploadFault) {
    guard root.takesWrites(in: []) else { throw .readOnly }
    let most = root.mostFileBytes
    guard bytes <= most else { throw .tooLarge(most: most) }
    let free = try catching { () throws(SystemError) in try root.freeBytes() }
    let (needed, isBeyond) = promised.addingReportingOverflow(bytes)
    guard !isBeyond, free - Self.keptFreeBytes >= needed else {
      throw .full(free: max(0, free - Self.keptFreeBytes - promised))
    }
  }

  /// - Parameter slot: which of the files, from 1.
  package static func begin(_ slot: Int, _ bytes: Int64, promised: Int64, in root: Root) throws(UploadFault) {
    drop(slot, in: root)
    try check(bytes, promised: promised, in: root)
    try catching { () throws(SystemError) in
      try root.makeFolder(Array(VolumeOpener.folderName.utf8))
      _ = try root.create(path(slot))
    }
  }

  /// Appends bytes. A failure removes the file.
  package static func append(_ bytes: [UInt8], to slot: Int, in root: Root) throws(UploadFault) {
    let file = try open(slot, in: root)
    do throws(SystemError) {
      let size = try file.status().size
      try VolumeFile.write(bytes, to: file)
      if size / bytesPerFlush < (size + Int64(bytes.count)) / bytesPerFlush { try file.synchroniseData() }
    } catch {
      drop(slot, in: root)
      throw UploadFault(error)
    }
  }

  /// Puts the whole file in its place, or beside others of its name. A failure removes the file.
  /// - Parameter finish: changes the file's time and permissions.
  /// - Returns: its path, and whether the same bytes were there already.
  package static func end(
    _ slot: Int, at place: UploadPath, in root: Root, finish: (borrowing Descriptor) -> Void = { _ in }
  ) throws(UploadFault) -> (path: [UInt8], isKnown: Bool) {
    let file = try open(slot, in: root)
    var made: [[UInt8]] = []
    do {
      finish(file)
      try file.synchronise()
      try makeFolders(place.folders, &made, in: root)
      return try put(slot, file, at: place, in: root)
    } catch {
      drop(slot, in: root)
      for folder in made.reversed() { try? root.removeFolder(folder) }
      throw (error as? UploadFault) ?? (error as? SystemError).map { UploadFault($0) } ?? .gone
    }
  }

  /// Discards a file that is no longer sent.
  package static func drop(_ slot: Int, in root: Root) { try? root.remove(path(slot)) }

  /// Discards all files: the volume leaves, or a power cut left them.
  static func dropAll(in root: Root) { for slot in 1...copySlot { drop(slot, in: root) } }

  private static func open(_ slot: Int, in root: Root) throws(UploadFault) -> Descriptor {
    do throws(SystemError) { return try root.openToAppend(path(slot)) } catch {
      throw error.code == .noSuchFile ? .gone : UploadFault(error)
    }
  }

  private static func path(_ slot: Int) -> [UInt8] {
    Array("\(VolumeOpener.folderName)/upload-\(slot).part".utf8)
  }

  /// - Parameter made: gets those that were not there before.
  private static func makeFolders(_ names: [String], _ made: inout [[UInt8]], in root: Root) throws {
    var path: [UInt8] = []
    for name in names {
      let parent = path
      path = VolumePath.join(path, Array(name.utf8))
      if try root.statusOfName(path) != nil {
        // A link that stays on the volume is as good.
        guard try root.status(of: path).kind == .directory else { throw UploadFault.nameTaken(name) }
        continue
      }
      try root.makeFolder(path)
      made.append(path)
      try root.synchroniseFolder(parent)
    }
  }

  private static func put(
    _ slot: Int, _ file: borrowing Descriptor, at place: UploadPath, in root: Root
  ) throws -> (path: [UInt8], isKnown: Bool) {
    for number in 1...mostNumber {
      let path = place.path(number)
      do throws(SystemError) {
        try root.moveToFreeName(Self.path(slot), to: path)
      } catch {
        guard error.code == .exists else { throw error }
        guard try holds(file, at: path, in: root) else { continue }
        try root.remove(Self.path(slot))
        return (path, true)
      }
      // First the new name: a cut between the two leaves the file with both, or with that one.
      try root.synchroniseFolder(place.folder)
      try root.synchroniseFolder(Array(VolumeOpener.folderName.utf8))
      return (path, false)
    }
    throw UploadFault.nameTaken(place.text)
  }

  /// Whether a file has the same bytes.
  package static func holds(_ file: borrowing Descriptor, at path: [UInt8], in root: Root) throws(SystemError)
    -> Bool
  {
    guard try root.statusOfName(path)?.kind == .regular else { return false }
    let other = try root.open(path)
    let size = try file.status().size
    guard try other.status().size == size else { return false }
    var offset: Int64 = 0
    while offset < size {
      let part = try file.bytes(256 << 10, at: offset)
      guard !part.isEmpty, try other.bytes(256 << 10, at: offset) == part else { return false }
      offset += Int64(part.count)
    }
    return true
  }

  private static func catching<Value>(_ body: () throws(SystemError) -> Value) throws(UploadFault) -> Value {
    do throws(SystemError) { return try body() } catch { throw UploadFault(error) }
  }
}
