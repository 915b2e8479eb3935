import Interchange
import Model

/// What a volume's playlist has when the file's takes its place: that may come from a program that has lost what it does not
/// know of entries.
struct FormerEntries: Sendable {
  /// Which volumes the entries name, by their paths.
  ///
  /// Paths in other normal forms of Unicode are the same keys: programs change those.
  private var volumes: [String: String] = [:]
  /// The paths on the playlist's own volume, by their folded names.
  private var paths: [[UInt8]: Set<[UInt8]>] = [:]

  init() {}

  init(_ entries: [SharedEntry], withVolumes: Bool) {
    for entry in entries {
      guard let text = entry.path else { continue }
      if let volume = entry.volume {
        if withVolumes { volumes[SharedName.spelling(of: text)] = volume }
      } else {
        let path = SharedName.bytes(of: text)
        paths[FoldedName.fold(VolumePath.split(path).name), default: []].insert(path)
      }
    }
  }

  /// The volume that a path is of; nil where none is named.
  func volume(of path: String) -> String? { volumes[SharedName.spelling(of: path)] }

  /// The one path of that name; nil where there is none, or several.
  func path(of fileName: String) -> [UInt8]? {
    guard let found = paths[FoldedName.fold(SharedName.bytes(of: fileName))] else { return nil }
    return found.count == 1 ? found.first : nil
  }
}
