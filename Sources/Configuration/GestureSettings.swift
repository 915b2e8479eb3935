/// What a key or button does, by the way in which it is pressed. The actions stand in their text form, checked.
public struct GestureSettings: Hashable, Sendable {
  /// Where a key or button has no time of its own: how long a press must last to be a long one.
  public static let defaultHoldMilliseconds = 600

  public var press: String?
  public var hold: String?
  public var double: String?
  /// A press becomes a long one after this time: 100 ... 10,000.
  public var holdMilliseconds = defaultHoldMilliseconds
  /// While it is held, `press` happens again after each such time: 20 ... 10,000; nil: only once.
  public var repeatMilliseconds: Int?

  public init() {}
}
