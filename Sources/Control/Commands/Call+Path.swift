extension Call {
  /// The first argument as the library takes it: a path in the tree.
  /// - Parameter error: for what can be none.
  func localPath(otherwise error: CommandError) throws(CommandError) -> String {
    let uri = arguments[0]
    if MusicPath.hasScheme(uri) { throw .argument("Unsupported URI scheme") }
    guard let path = MusicPath.normalized(uri) else { throw error }
    return path
  }
}
