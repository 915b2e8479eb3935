import Configuration
import Linux
import Model

/// Checks presets and pads of buttons and keys for `--check`: whether the present folders and sticks have them. It
/// reads files alone, beside a jukebox that may run.
struct BindingCheck {
  private let settings: Settings
  /// Folders at the top of each volume, in all.
  private var topFolders = 0
  /// Each sound's folders below `Sounds` and its name without the ending, in lower case.
  private var sounds: [String] = []

  /// Limit of sounds on all volumes together.
  private static let mostSounds = 10_000
  private static let deepest = 8

  init(_ settings: Settings) {
    self.settings = settings
    var paths = settings.library.folders
    if let root = settings.library.mountRoot, let table = try? MountTable.read() {
      paths += table.mounts.filter { $0.isBelow(Array(root.utf8)) }.map {
        String(decoding: $0.path, as: UTF8.self)
      }
    }
    for path in paths {
      // One that is not there has a warning of its own.
      guard let root = try? Root(path: path) else { continue }
      topFolders += Self.entries(of: [], in: root).count { $0.kind == .directory && $0.name.first != 0x2E }
      collect(Array(Pad.soundsFolder.utf8), "", in: root, depth: 0)
    }
  }

  /// One sentence for each action that nothing answers to now.
  var warnings: [String] {
    settings.inputs.actions.compactMap { place, action in
      switch action {
      case .preset(let number) where number > topFolders:
        "\(place) = \(action) plays nothing unless `jukebox preset \(number) NAME` has bound it: "
          + "of folders at the top there are \(topFolders) now"
      case .pad(let name) where !hasPad(name):
        "\(place) = \(action): no folder or stick that is there now has a file \(Pad.soundsFolder)/\(name); "
          + "a pad that got another name is known only to the running jukebox"
      default: nil
      }
    }
  }

  private func hasPad(_ name: String) -> Bool {
    if let number = Int(name) { return (1...max(1, sounds.count)).contains(number) && !sounds.isEmpty }
    let wanted = name.lowercased()
    return sounds.contains { $0 == wanted || $0.hasSuffix("/\(wanted)") }
  }

  private mutating func collect(_ path: [UInt8], _ folder: String, in root: Root, depth: Int) {
    for entry in Self.entries(of: path, in: root) where entry.name.first != 0x2E {
      guard sounds.count < Self.mostSounds else { return }
      let name = String(decoding: entry.name, as: UTF8.self).lowercased()
      switch entry.kind {
      case .directory where depth < Self.deepest:
        collect(path + [0x2F] + entry.name, "\(folder)\(name)/", in: root, depth: depth + 1)
      case .regular: sounds.append(folder + (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name))
      default: break
      }
    }
  }

  private static func entries(of path: [UInt8], in root: Root) -> [DirectoryEntry] {
    var entries: [DirectoryEntry] = []
    guard var stream = try? root.list(path) else { return [] }
    while let entry = try? stream.next() { entries.append(entry) }
    return entries
  }
}
