public import Interchange

/// What came of a playlist that was taken over.
public struct ImportReport: Hashable, Sendable {
  /// As clients see it.
  public var name: String
  public var entries: Int
  /// What the file says of the entries that no song here is: at most `mostNamed` of them.
  public var unmatched: [String]
  public var unmatchedCount: Int
  /// What of the file is not in the playlist.
  public var leftOut: LeftOut
  /// Which step it is of, for further files of the same step.
  public var step: Int64

  static let mostNamed = 500
}
