/// How many songs there are, and how many of them are analysed or can't be.
public struct AnalysisTotals: Hashable, Sendable {
  public var songs: Int
  public var done: Int
  /// Length of the others together, each counted as at most 24 hours.
  public var left: Duration

  public init(songs: Int = 0, done: Int = 0, left: Duration = .zero) {
    (self.songs, self.done, self.left) = (songs, done, left)
  }
}
