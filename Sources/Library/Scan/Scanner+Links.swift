import Linux

extension Scanner {
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
}
