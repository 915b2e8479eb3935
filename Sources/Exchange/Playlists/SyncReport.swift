public import Model

/// Result of making a volume's playlists and those in the file of a desktop program equal.
public struct SyncReport: Hashable, Sendable {
  public let volume: VolumeID
  /// Playlists that the file got, by their names.
  public var written: [String] = []
  /// Playlists that the volume got.
  public var taken: [String] = []
  /// Playlists that the volume gave up, since they were removed from the file.
  public var removed: [String] = []
  /// Playlists that the file gave up.
  public var dropped: [String] = []
  /// Playlists that were changed on both sides, and the name of the numbered copy.
  public var conflicts: [Conflict] = []
  /// Missing tracks as the file names them; at most `mostNamed`.
  public var unmatched: [String] = []
  /// Playlists that stay on their side alone; at most `mostNamed`.
  public var left: [Left] = []
  /// The volume takes no writes, so that the file stayed as it is.
  public var isReadOnly = false

  static let mostNamed = 200

  /// A playlist that stays on its side alone.
  public struct Left: Hashable, Sendable {
    public let name: String
    public let reason: Reason
  }

  /// Why a playlist stays on its side alone.
  public enum Reason: String, Sendable {
    /// The file's has no name, or is too long.
    case unreadable
    /// The volume's is too long for the file.
    case tooLong = "too_long"
    /// The volume's may be the one of the file that can't be taken.
    case held
    /// Both were changed, and the file can't be written.
    case unwritable
  }

  public struct Conflict: Hashable, Sendable {
    public let name: String
    public let other: String
  }

  /// Whether nothing was done.
  public var isEmpty: Bool {
    written.isEmpty && taken.isEmpty && removed.isEmpty && dropped.isEmpty && conflicts.isEmpty
  }

  /// Whether somebody should hear of it who has not asked.
  var isNews: Bool { !isEmpty || !left.isEmpty }
}
