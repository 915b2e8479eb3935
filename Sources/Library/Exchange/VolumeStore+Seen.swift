import Linux
import Model

/// The file of a desktop program at the moment in which a person chooses a backup over it.
extension VolumeStore {
  /// What it said where it said anything that the volume did not know.
  static let formerSharedFile = VolumeFile(
    folder: VolumeOpener.folderName, name: "before-restore-mixboard.json", mostBytes: sharedFile.mostBytes)

  /// What it says; nil where it is not there or can't be read. What of it no sync has seen will be written over: then all of
  /// it is begun as `formerSharedFile`. On the thread for whole files.
  static func seenFile(
    in root: Root, _ channel: StoreChannel
  ) throws(StoreError) -> (state: SharedState?, isBegun: Bool) {
    guard case .success(let state) = try sharedState(in: root, channel), state.file != nil else {
      return (nil, false)
    }
    let known = Dictionary(state.pairs.map { ($0.key, $0.other) }) { first, _ in first }
    guard state.other.contains(where: { known[$0.key] != $0.digest.whole }) else { return (state, false) }
    do throws(SystemError) {
      guard let bytes = try sharedFile.read(in: root) else { return (nil, false) }
      let file = try formerSharedFile.begin(in: root)
      do throws(SystemError) {
        try VolumeFile.write(bytes, to: file)
        try formerSharedFile.flush(file, in: root)
      } catch {
        try? formerSharedFile.abandon(in: root)
        throw error
      }
    } catch {
      throw StoreError(.other, "\(error.call): \(error.code)", path: error.path ?? root.path)
    }
    return (state, true)
  }
}
