/// Limits of the music now, for clients.
public struct FamilyStatus: Hashable, Sendable {
  public var quiet: PresentQuiet?
  public var closed: Closing?
  /// How much longer music may play all the same.
  public var allowed: Duration?
  /// Time left of today's budget; nil without one.
  public var rest: Duration?
  public var isLocked = false

  public init() {}

  /// Why no music may begin; nil where it may.
  public var refusal: Refusal? {
    guard let closed else { return nil }
    let why =
      switch closed {
      case .quiet: "\(quiet?.label ?? "Quiet hours"): no music begins"
      case .budget: "Today's minutes of music are used up"
      }
    return .failed(.notNow, "\(why). With the permission admin, allow MINUTES lets music play")
  }
}
