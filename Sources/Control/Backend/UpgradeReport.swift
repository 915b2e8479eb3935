/// An update of the card image that is being installed, or was.
public struct UpgradeReport: Hashable, Sendable {
  public enum State: String, Sendable {
    case none, working, done, failed
  }
  public var state = State.none
  /// Path or URL.
  public var source: String?
  public var percent = 0
  /// The step in words, or why it failed.
  public var text = ""
  /// A word for programs if it failed: `signature`, `unreachable`, `unsuitable` or `failed`.
  public var reason: String?

  public init() {}
}

/// Findings of a search for updates.
public struct FoundUpgrades: Hashable, Sendable {
  /// Paths on sticks.
  public var files: [String]
  /// Whether the last update did not start, so that the system of before runs.
  public var hasFailed: Bool
  /// Whether another system runs at the next start.
  public var isWaiting: Bool
  /// Version of the system that does not run and can be gone back to.
  public var other: String?

  public init(files: [String], hasFailed: Bool, isWaiting: Bool = false, other: String? = nil) {
    (self.files, self.hasFailed, self.isWaiting, self.other) = (files, hasFailed, isWaiting, other)
  }
}
