/// The playlist files that a scan meets, compared with those that are known: a scan that finds what is known costs one
/// question at its beginning and nothing more.
struct FoundPlaylistFiles {
  /// Limit of files in one folder; more are left out, with a message.
  static let mostInFolder = 1000

  /// By folder, until the scan has been there.
  private var known: [[UInt8]: Set<[UInt8]>]
  /// Files of each folder, if they differ from the known ones.
  private(set) var changes: [(folder: [UInt8], names: [[UInt8]])] = []
  private var count = 0
  private var leftOut = 0
  /// The first of the folders with more than are kept.
  private var firstFull: [UInt8]?

  init(known: [[UInt8]: Set<[UInt8]>] = [:]) { self.known = known }

  /// The scan has reached the end of a folder.
  /// - Parameter more: how many it has besides `names`.
  mutating func met(_ names: [[UInt8]], in folder: [UInt8], leftOut more: Int = 0) {
    let before = known.removeValue(forKey: folder)
    if names.isEmpty && before == nil { return }
    // The limit of a volume, whatever a scan finds.
    let kept = names.prefix(PlaylistFileTable.most - count)
    count += kept.count
    if names.count - kept.count + more > 0 {
      leftOut += names.count - kept.count + more
      firstFull = firstFull ?? folder
    }
    guard Set(kept) != before ?? [] else { return }
    changes.append((folder, Array(kept)))
  }

  /// The message about those beyond the limit; nil if there are none.
  var message: String? {
    guard let firstFull else { return nil }
    let place = firstFull.isEmpty ? "the top folder" : String(decoding: firstFull, as: UTF8.self)
    return """
      \(leftOut) playlist files are skipped, the first in \(place): at most \(Self.mostInFolder) per folder and \
      \(PlaylistFileTable.most) per volume
      """
  }

  /// The scan has been everywhere: what it did not meet is gone.
  mutating func metAll() {
    for folder in known.keys { changes.append((folder, [])) }
    known = [:]
  }
}
