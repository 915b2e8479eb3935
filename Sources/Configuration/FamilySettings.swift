/// Section `[family]`.
public struct FamilySettings: Hashable, Sendable {
  /// Whether music may play while quiet hours wait for the time.
  public var quietWithoutClock = Without.open
  /// Music that counts for the day's budget.
  public var count = Count.all

  public enum Without: String, Hashable, Sendable, CaseIterable {
    case open, closed
  }

  public enum Count: String, Hashable, Sendable, CaseIterable {
    case all
    /// Neither folders that resume nor podcasts.
    case music
  }
}
