import Model

extension Call {
  /// The first argument as the library takes it: a path in the tree.
  /// - Parameters:
  ///   - error: for a text that can be no path.
  ///   - isFolder: whether it may end with a slash.
  ///   - mayBeStream: whether a URL of http or https is taken as it is.
  func localPath(
    otherwise error: CommandError, isFolder: Bool = false, mayBeStream: Bool = false
  ) throws(CommandError) -> String {
    var uri = arguments[0]
    if isFolder, uri.utf8.count > 1, uri.utf8.last == UInt8(ascii: "/") { uri.unicodeScalars.removeLast() }
    if mayBeStream, TrackReference(url: uri) != nil { return uri }
    if MusicPath.hasScheme(uri) { throw .noStream }
    guard let path = MusicPath.normalized(uri) else { throw error }
    return path
  }
}
