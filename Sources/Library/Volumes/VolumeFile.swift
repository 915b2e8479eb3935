import CLinux
import Interchange
package import Linux

/// A file that the jukebox keeps in a folder at the top of a volume, beside what people have there. Neither folder nor
/// file is followed where it is a link.
package struct VolumeFile: Sendable {
  package let folder: String
  package let name: String
  /// A longer one is not read.
  package let mostBytes: Int
  /// Number of earlier versions that stay beside it, with numbers.
  static let mostOlder = 3

  /// Limit of a backup: it is in the memory for a moment when it is written.
  private static let mostBackupBytes = 64 << 20
  /// Backup of what people add to the volume.
  package static let backup = VolumeFile(
    folder: VolumeOpener.folderName, name: "backup.json", mostBytes: mostBackupBytes)
  /// Copy of the data that a restore replaced.
  package static let replaced = VolumeFile(
    folder: VolumeOpener.folderName, name: "before-restore.json", mostBytes: mostBackupBytes)
  /// Playlists of a desktop program.
  package static let playlists = VolumeFile(
    folder: "Sync", name: "mixboard-playlists.json", mostBytes: SharedPlaylists.mostBytes)
  /// Path of an incomplete sound file: one at a time, since one thread of a volume makes them.
  package static let soundPath = Array("\(VolumeOpener.folderName)/sound.new".utf8)
  /// Path of a copy that gets other tags: one at a time, since one thread of a volume makes them.
  package static let taggingPath = Array("\(VolumeOpener.folderName)/tags.part".utf8)

  /// Whether anything has its name, be it a file or not.
  func isThere(in root: Root) throws(SystemError) -> Bool {
    guard try root.statusOfName(Array(folder.utf8))?.kind == .directory else { return false }
    return try root.statusOfName(Array("\(folder)/\(name)".utf8)) != nil
  }

  /// - Returns: nil where there is none.
  package func open(in root: Root) throws(SystemError) -> Descriptor? {
    guard try root.statusOfName(Array(folder.utf8))?.kind == .directory else { return nil }
    return try DatabaseFolder(folder, in: root).openRegular(name)
  }

  /// - Returns: nil where there is none.
  package func read(in root: Root) throws(SystemError) -> [UInt8]? {
    guard let file = try open(in: root) else { return nil }
    guard try file.status().size <= mostBytes else {
      throw SystemError(.fileTooLarge, call: "read", path: path(in: root))
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= mostBytes {
      var span = buffer.mutableSpan
      guard let count = try file.read(into: &span), count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Replaces the file with `bytes`, unless what is in its place has become another meanwhile: other programs write it, too.
  /// After a power cut either they or the former bytes are there. A failure leaves nothing of them: on a full volume they
  /// would take the last room there is.
  ///
  /// - Parameter former: what was there; empty where nothing was.
  /// - Returns: whether it was still there.
  package func replace(_ former: [UInt8], with bytes: [UInt8], in root: Root) throws(SystemError) -> Bool {
    let file = try begin(in: root)
    do throws(SystemError) {
      try Self.write(bytes, to: file)
      try flush(file, in: root)
      // Last of all: only the renaming lies between this look and the end.
      if try holds(former, in: root) {
        try replaceWithNew(in: root)
        return true
      }
    } catch {
      try? abandon(in: root)
      throw error
    }
    try abandon(in: root)
    return false
  }

  /// Whether it says that; where it is not there, it says nothing.
  private func holds(_ bytes: [UInt8], in root: Root) throws(SystemError) -> Bool {
    guard let file = try open(in: root) else { return bytes.isEmpty }
    // A program that has made it is about to write it.
    if bytes.isEmpty { return false }
    var rest = bytes[...]
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var span = buffer.mutableSpan
      guard let count = try file.read(into: &span), count > 0 else { return rest.isEmpty }
      guard rest.prefix(count) == buffer[..<count] else { return false }
      rest = rest.dropFirst(count)
    }
  }

  /// Begins what will take its place.
  package func begin(in root: Root) throws(SystemError) -> Descriptor {
    if let kind = try root.statusOfName(Array(folder.utf8))?.kind, kind != .directory {
      throw SystemError(.notDirectory, call: "openat", path: "\(root.path)/\(folder)")
    }
    return try DatabaseFolder(folder, in: root).create(newName)
  }

  package static func write(_ bytes: [UInt8], to file: borrowing Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try file.write(rest.span) ?? 0) }
  }

  /// Has what was written so far forced onto the storage (fsync(2)).
  package func flush(_ file: borrowing Descriptor, in root: Root) throws(SystemError) {
    let number = file.rawValue
    try systemCall("fsync", path: path(in: root)) { fsync(number) }
  }

  /// Puts what was begun and flushed in its place (renameat(2)); what is there now stays beside it, as `keepOlder` says.
  package func endKeepingOlder(in root: Root) throws(SystemError) {
    try keepOlder(in: root)
    try replaceWithNew(in: root)
  }

  /// Puts what was begun and flushed in its place.
  package func replaceWithNew(in root: Root) throws(SystemError) {
    let folder = try DatabaseFolder(folder, in: root)
    try folder.rename(newName, to: name)
    folder.synchronise(name)
    folder.synchronise()
  }

  /// Removes what a cut left half-written on a volume, of all files that the jukebox makes there.
  static func removeLeftovers(in root: Root) {
    for file in [backup, replaced, playlists] {
      try? root.remove(Array("\(file.folder)/\(file.newName)".utf8))
    }
    try? root.remove(soundPath)
    try? root.remove(taggingPath)
  }

  /// Removes what was begun.
  package func abandon(in root: Root) throws(SystemError) {
    try DatabaseFolder(folder, in: root).remove(newName)
  }

  /// Renames the file in its place to a name with a number: the last one has 1. Does nothing if there is no file.
  package func keepOlder(in root: Root) throws(SystemError) {
    guard try root.statusOfName(Array(folder.utf8))?.kind == .directory else { return }
    let folder = try DatabaseFolder(folder, in: root)
    guard try folder.kind(of: name) != .absent else { return }
    var free = 1
    while free < Self.mostOlder, try folder.kind(of: olderName(free)) != .absent { free += 1 }
    for number in (1..<free).reversed() {
      try folder.rename(olderName(number), to: olderName(number + 1))
    }
    try folder.rename(name, to: olderName(1))
    for number in 1...free { folder.synchronise(olderName(number)) }
    folder.synchronise()
  }

  func olderName(_ number: Int) -> String {
    let parts = name.split(separator: ".", maxSplits: 1)
    return parts.count == 2 ? "\(parts[0])-\(number).\(parts[1])" : "\(name)-\(number)"
  }

  private var newName: String { "\(name).new" }

  func path(in root: Root) -> String { "\(root.path)/\(folder)/\(name)" }
}
