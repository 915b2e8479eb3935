import Library
import Linux
import Model

/// Volumes that are there or configured and could not be opened, and why. Those that may work later are tried again.
/// Loop thread only.
final class UnusedVolumes {
  private var reasons: [String: String] = [:]
  /// Those of them that a timer is set for.
  private var retrying: Set<String> = []
  private let loop: EventLoop
  private var isOver = false
  /// How long one is let alone before it is tried again.
  var retryPeriod = Duration.seconds(5)

  init(loop: EventLoop) { self.loop = loop }

  /// As clients see them.
  var list: [(path: String, reason: String)] {
    reasons.map { (path: EscapedName.text(for: $0.key.utf8), reason: $0.value) }.sorted { $0.path < $1.path }
  }

  func contains(_ path: String) -> Bool { reasons[path] != nil }

  func remove(_ path: String) { reasons[path] = nil }

  /// - Parameters:
  ///   - isTriedAgain: for the log.
  ///   - isListed: whether it may be used later, by itself or when somebody wants it.
  /// - Returns: why it is not used, which the log has once.
  @discardableResult
  func add(_ path: String, _ error: StoreError, isTriedAgain: Bool, isListed: Bool) -> String {
    let reason =
      error.kind == .busy
      ? "another program, such as a second jukebox, has \(error.path) open" : "\(error)"
    if reasons[path] != reason {
      Log.error("\(path): not used: \(reason)" + (isTriedAgain ? "; the jukebox tries again" : ""))
    }
    reasons[path] = isListed ? reason : nil
    return reason
  }

  /// Calls `body` after a while, if the path is not used then.
  func retry(_ path: String, _ body: @escaping () -> Void) {
    // One timer for each.
    guard !isOver, retrying.insert(path).inserted else { return }
    loop.schedule(after: retryPeriod) { [weak self] in
      guard let self else { return }
      retrying.remove(path)
      if contains(path), !isOver { body() }
    }
  }

  /// Calls `body` in the next turn of the loop.
  func soon(_ body: @escaping () -> Void) {
    loop.schedule(after: .zero) { [weak self] in if self?.isOver == false { body() } }
  }

  func stop() {
    reasons = [:]
    isOver = true
  }
}
