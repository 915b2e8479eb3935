import Linux

extension Scanner {
  /// Whether a link leads to nothing that a scan takes: only links to files of the same volume are followed. What a folder
  /// holds that is linked is found where it lies, if that is on the volume; what is not is none of the volume's, and on a
  /// stick from elsewhere it could be anything of this machine's.
  mutating func passesOver(link path: [UInt8]) throws(StoreError) -> Bool {
    try checkCancelled()
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
