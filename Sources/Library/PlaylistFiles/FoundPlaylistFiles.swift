/// The playlist files that a scan meets, compared with those that are known: a scan that finds what is known costs one
/// question at its beginning and nothing more.
struct FoundPlaylistFiles {
  /// Of one folder; more are passed over.
  static let mostInFolder = 1000

  /// By folder, until the scan has been there.
  private var known: [[UInt8]: Set<[UInt8]>]
  /// What each folder has now, where that is not what is known.
  private(set) var changes: [(folder: [UInt8], names: [[UInt8]])] = []
  private var count = 0

  init(known: [[UInt8]: Set<[UInt8]>] = [:]) { self.known = known }

  /// The scan has come to the end of a folder.
  mutating func met(_ names: [[UInt8]], in folder: [UInt8]) {
    let before = known.removeValue(forKey: folder)
    if names.isEmpty && before == nil { return }
    count += names.count
    // A volume keeps so many, whatever a scan finds.
    guard count <= VolumeStore.mostPlaylistFiles, Set(names) != before else { return }
    changes.append((folder, names))
  }

  /// The scan has been everywhere: what it did not meet is gone.
  mutating func metAll() {
    for folder in known.keys { changes.append((folder, [])) }
    known = [:]
  }
}
