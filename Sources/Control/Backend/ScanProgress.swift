public struct ScanProgress: Hashable, Sendable {
  /// The volume's name.
  public var volume: String
  /// Files found so far.
  public var found: Int
  /// Files of which it is decided whether they are music, known or new.
  public var examined: Int
  /// Files that had to be opened.
  public var opened: Int
  /// Whether the walk is over, so that `found` stays as it is.
  public var isWalkOver: Bool

  public init(volume: String, found: Int, examined: Int, opened: Int, isWalkOver: Bool) {
    self.volume = volume
    self.found = found
    self.examined = examined
    self.opened = opened
    self.isWalkOver = isWalkOver
  }
}
