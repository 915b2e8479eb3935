import Interchange
import Player

/// What a volume's playlist has when the file's takes its place: that may come from a program that has lost what it does not
/// know of entries.
struct FormerEntries: Sendable {
  /// Which volumes the entries name, by their paths.
  private(set) var volumes: [String: String] = [:]
  /// The paths on the playlist's own volume, by their folded names.
  private var paths: [[UInt8]: Set<[UInt8]>] = [:]

  init() {}

  init(_ entries: [SharedEntry], withVolumes: Bool) {
    for entry in entries {
      guard let path = entry.path else { continue }
      if let volume = entry.volume {
        if withVolumes { volumes[path] = volume }
      } else if let bytes = EscapedName.bytes(of: path) {
        paths[FoldedName.fold(VolumePath.split(bytes).name), default: []].insert(bytes)
      }
    }
  }

  /// The one path of that name; nil where there is none, or several.
  func path(of fileName: String) -> [UInt8]? {
    guard let name = EscapedName.bytes(of: fileName), let found = paths[FoldedName.fold(name)] else {
      return nil
    }
    return found.count == 1 ? found.first : nil
  }
}
