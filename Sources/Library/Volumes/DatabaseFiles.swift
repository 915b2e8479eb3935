import Linux

/// The database of a volume and its log as plain files.
struct DatabaseFiles {
  /// A database larger than this is not copied: no library of ours comes near.
  private static let mostBytesCopied: Int64 = 1 << 30

  let root: Root

  private var path: [UInt8] { Array("\(DatabasePlace.folderName)/\(DatabasePlace.fileName)".utf8) }

  /// Which of the database and its log can't be read to their ends. A stick that was pulled while it was written may
  /// hold a file that is longer than its data (FAT), and such a log must not keep the music from playing.
  /// - Returns: suffixes of the database's name; its log is of no use without it.
  func unreadableParts() -> [String] {
    if !isReadable(path) { return ["", "-wal"] }
    return isReadable(path + Array("-wal".utf8)) ? [] : ["-wal"]
  }

  private func isReadable(_ path: [UInt8]) -> Bool {
    do throws(SystemError) {
      guard let status = try root.statusOfName(path), status.kind == .regular else { return true }
      let input = try root.open(path)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      var left = status.size
      while left > 0 {
        var span = buffer.mutableSpan
        guard let count = try input.read(into: &span), count > 0 else { return true }
        left -= Int64(count)
      }
      return true
    } catch {
      return false
    }
  }

  /// Copies database and log as they are: a log can't be read in place without writing.
  /// - Returns: false where the volume has no database, or one that can't be read.
  func copy(to target: borrowing DatabaseFolder, as name: String) throws(SystemError) -> Bool {
    guard try root.statusOfName(Array(DatabasePlace.folderName.utf8))?.kind == .directory,
      try copyFile(path, to: target, as: name)
    else { return false }
    _ = try copyFile(path + Array("-wal".utf8), to: target, as: name + "-wal")
    return true
  }

  /// - Returns: false where there is no such file, or it can't be read to its end.
  private func copyFile(
    _ source: [UInt8], to target: borrowing DatabaseFolder, as name: String
  ) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try copyWholeFile(source, to: target, as: name)
    } catch {
      guard !isReadable(source) else { throw error }
      try target.remove(name)
      return false
    }
  }

  private func copyWholeFile(
    _ source: [UInt8], to target: borrowing DatabaseFolder, as name: String
  ) throws(SystemError) -> Bool {
    guard let status = try root.statusOfName(source), status.kind == .regular,
      status.size <= Self.mostBytesCopied
    else { return false }
    let input = try root.open(source)
    let output = try target.create(name)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var left = status.size
    while left > 0 {
      var span = buffer.mutableSpan
      guard let count = try input.read(into: &span), count > 0 else { break }
      var written = 0
      while written < count {
        written += try output.write(buffer.span.extracting(written..<count)) ?? 0
      }
      left -= Int64(count)
    }
    return true
  }
}
