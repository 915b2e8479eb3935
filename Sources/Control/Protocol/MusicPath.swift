/// Checks of URIs that clients send, before they reach the library.
enum MusicPath {
  /// `uri` as the library takes it: `""` is the whole tree, else names joined by single slashes, none of them `.` or
  /// `..`.
  /// - Returns: nil where `uri` is not of that form.
  static func normalized(_ uri: String) -> String? {
    if uri.isEmpty || uri == "/" { return "" }
    // By bytes: a combining mark after a slash makes another character of it.
    let names = uri.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = names.allSatisfy { name in
      !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8) && !name.contains(0)
    }
    return isPlain ? uri : nil
  }

  /// `scheme://…`.
  static func hasScheme(_ uri: String) -> Bool {
    let scheme = uri.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard let first = scheme.first, (0x61...0x7A).contains(first | 0x20) else { return false }
    return uri.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
  }
}
