/// Paths below a volume's root as the databases keep them: components in any bytes but NUL and slash, joined by
/// one slash each, none of them empty, `.` or `..`. The root itself is the empty path.
package enum VolumePath {
  /// PATH_MAX less the root's own.
  package static let mostBytes = 4000
  package static let deepest = 64

  package static func isValid(_ path: [UInt8]) -> Bool {
    if path.isEmpty { return true }
    guard path.count <= mostBytes else { return false }
    // Without a list of components: every path that is read is looked at.
    var (start, depth) = (0, 1)
    for index in path.indices where path[index] == UInt8(ascii: "/") {
      guard isValid(component: path[start..<index]) else { return false }
      (start, depth) = (index + 1, depth + 1)
    }
    return depth <= deepest && isValid(component: path[start...])
  }

  static func isValid(component: some Collection<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    guard !component.isEmpty, component.count <= 255, !component.contains(0),
      !component.contains(UInt8(ascii: "/"))
    else { return false }
    return !(component.count <= 2 && component.allSatisfy { $0 == dot })
  }

  /// Whether it is valid, decided quickly: false where a longer look is needed.
  static func isPlain(component: Span<UInt8>) -> Bool {
    guard (3...255).contains(component.count) else { return false }
    for place in 0..<component.count {
      let byte = component[place]
      if byte == 0 || byte == UInt8(ascii: "/") { return false }
    }
    return true
  }

  /// Whether a path names something directly in a folder.
  static func isChild(_ path: [UInt8], of folder: [UInt8]) -> Bool {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    return path[..<(slash ?? 0)] == folder[...]
  }

  /// The folder's path and the last component.
  package static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], path) }
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
  }

  package static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    if folder.isEmpty { return name }
    // Without room to grow: queues keep many of them.
    var path: [UInt8] = []
    path.reserveCapacity(folder.count + 1 + name.count)
    path += folder
    path.append(UInt8(ascii: "/"))
    path += name
    return path
  }
}
