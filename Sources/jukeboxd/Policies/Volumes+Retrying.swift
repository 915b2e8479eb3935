import Configuration
import Control
import Library
import Linux
import Model
import Player

/// Volumes that could not be opened. What may be otherwise in a while is tried again: a configured folder that is not there
/// (yet), and what another program has open.
extension Volumes {
  /// Those that are wanted and not in use, and why.
  var unused: [(path: String, reason: String)] {
    refused.map { (path: EscapedName.text(for: $0.key.utf8), reason: $0.value) }.sorted { $0.path < $1.path }
  }

  func failed(_ path: String, _ error: StoreError) {
    if isOpen(path) { return }
    let isTriedAgain = isFixed(path) || error.kind == .busy && sticks[path] != nil
    let reason = refuse(path, error, isTriedAgain: isTriedAgain)
    answerMounts(of: path, .system(reason))
    if isTriedAgain { retry(path) }
  }

  /// - Returns: why it is not used, which the log has once.
  @discardableResult
  func refuse(_ path: String, _ error: StoreError, isTriedAgain: Bool) -> String {
    let reason =
      error.kind == .busy
      ? "another program, such as a second jukebox, has \(error.path) open" : "\(error)"
    if refused[path] != reason {
      Log.error("\(path): not used: \(reason)" + (isTriedAgain ? "; the jukebox tries again" : ""))
    }
    refused[path] = isTriedAgain || sticks[path] != nil ? reason : nil
    return reason
  }

  private func isOpen(_ path: String) -> Bool { library.volumes.contains { $0.path == path } }

  private func retry(_ path: String) {
    // One timer for each.
    guard let loop, retrying.insert(path).inserted else { return }
    loop.schedule(after: retryPeriod) { [weak self] in
      guard let self else { return }
      retrying.remove(path)
      guard refused[path] != nil else { return }
      if isOpen(path) {
        refused[path] = nil
      } else if !isFixed(path) {
        if let mount = sticks[path] { add(mount) }
      } else if mayBlock(path) {
        // A mount reports itself when it comes.
        retry(path)
      } else {
        addFolder(path)
      }
    }
  }

  /// The folder of a volume was deleted: its data is in the state folder, and goes back to a folder that is made in its
  /// place and looks the same.
  func deleted(_ volume: VolumeID, _ path: String) {
    controller.report(.volumeLeft(volume))
    library.volumeGone(path: path, orderly: true)
  }

  /// It is closed and still configured: it may be recreated.
  func closedFolder(_ path: String) {
    // A close may be followed by an open, and then it would be opened twice.
    loop?.schedule(after: .zero) { [weak self] in self?.openClosedFolder(path) }
  }

  private func openClosedFolder(_ path: String) {
    if isFixed(path), refused[path] == nil, !isOpen(path) { addFolder(path) }
  }
}
