import Linux
import Model

/// A folder that is listed window by window, on the thread that does it.
final class OpenFolder {
  private let path: [UInt8]
  private var stream: DirectoryStream

  /// Number of skipped entries at which a window ends early, so that other requests do not wait long.
  private static let mostPassedOver = 2048

  init(_ path: [UInt8], in root: Root) throws(SystemError) {
    self.path = path
    stream = try root.list(path)
  }

  /// The next files and folders, in the file system's order; links count as what they lead to on the volume.
  /// - Returns: at most `limit` entries, and whether those were the last.
  func next(_ limit: Int, in root: Root) throws(SystemError) -> (entries: [FileReport], isAtEnd: Bool) {
    var entries: [FileReport] = []
    for _ in 0..<max(limit, Self.mostPassedOver) {
      if entries.count >= limit { break }
      guard let entry = try stream.next() else { return (entries, true) }
      if entry.kind != .other, let found = describe(entry, in: root) { entries.append(found) }
    }
    return (entries, false)
  }

  /// nil for what is gone meanwhile, for what can't be looked at, and for pipes, sockets and devices.
  private func describe(_ entry: DirectoryEntry, in root: Root) -> FileReport? {
    let status: FileStatus?
    do throws(SystemError) {
      status =
        try entry.kind == .link
        ? root.status(of: VolumePath.join(path, entry.name)) : stream.status(of: entry.name)
    } catch {
      return nil
    }
    guard let status else { return nil }
    guard status.kind == .regular || status.kind == .directory else { return nil }
    return FileReport(
      name: EscapedName.text(for: entry.name), size: status.kind == .regular ? status.size : nil,
      modified: Duration.nanoseconds(status.modifiedNanoseconds).components.seconds)
  }
}
