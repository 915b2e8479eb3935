public import Model

/// Actions of the gestures on one key or button.
public struct Binding: Hashable, Sendable {
  /// At the press itself where neither `hold` nor `double` is bound; else as soon as it can be neither.
  public var press: Action?
  /// After `GestureRecognizer.holdTime`, while still held.
  public var hold: Action?
  /// At a second press within `GestureRecognizer.doubleTime` of the first's release.
  public var double: Action?
  /// While held, `hold` (or `press` without a `hold`) repeats with this period; nil: once.
  public var repeatPeriod: Duration?
  /// It acts also while the jukebox is locked.
  public var isWhenLocked = false

  public init(press: Action? = nil, hold: Action? = nil, double: Action? = nil, repeatPeriod: Duration? = nil)
  {
    self.press = press
    self.hold = hold
    self.double = double
    self.repeatPeriod = repeatPeriod
  }

  /// A button of play and pause while an alarm rings, whatever else it does when held.
  static let alarm = Self(press: .alarmSnooze, hold: .alarmStop)

  var isOfPause: Bool { press == .toggle || press == .pause || press == .play }

  public var isEmpty: Bool { press == nil && hold == nil && double == nil }
}
