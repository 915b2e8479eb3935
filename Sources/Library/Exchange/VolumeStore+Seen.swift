import Linux
import Player

/// The file of a desktop program at the moment in which a person chooses a backup over it.
extension VolumeStore {
  /// What it said where it said anything that the volume did not know.
  static let formerSharedFile = VolumeFile(
    folder: VolumeOpener.folderName, name: "before-restore-mixboard.json", mostBytes: sharedFile.mostBytes)

  /// What it says; nil where it is not there or can't be read. On the thread for whole files.
  ///
  /// - Parameter keepsUnseen: what no sync has seen goes beside what was there before, since it will be written over.
  static func seenFile(
    in root: Root, _ channel: StoreChannel, keepsUnseen: Bool
  ) throws(StoreError) -> SharedState? {
    guard case .success(let state) = try sharedState(in: root, channel), state.file != nil else { return nil }
    let known = Dictionary(state.pairs.map { ($0.key, $0.other) }) { first, _ in first }
    guard keepsUnseen, state.other.contains(where: { known[$0.key] != $0.digest.whole }) else { return state }
    do throws(SystemError) {
      guard let bytes = try sharedFile.read(in: root) else { return nil }
      try formerSharedFile.keepOlder(in: root)
      try formerSharedFile.replace(with: bytes, in: root)
    } catch {
      throw StoreError(.other, "\(error.call): \(error.code)", path: error.path ?? root.path)
    }
    return state
  }
}
