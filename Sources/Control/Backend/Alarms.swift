public import Model

/// Alarms. Loop thread only; completions are called on the loop, once, when the change would survive a power cut.
public protocol Alarms: AnyObject {
  /// By their numbers.
  var alarms: [AlarmReport] { get }
  var isRinging: Bool { get }
  /// After a snooze: until it rings again.
  var snoozeRest: Duration? { get }
  /// - Parameter completion: gets the number.
  func add(_ alarm: Alarm, completion: @escaping Completion<Int>)
  func set(_ alarm: Alarm, completion: @escaping (Refusal?) -> Void)
  func remove(_ id: Int, completion: @escaping (Refusal?) -> Void)
  func snooze() throws(Refusal)
  func stop() throws(Refusal)
}

/// An alarm, and what has come of it. Points in time are seconds since 1970.
public struct AlarmReport: Hashable, Sendable {
  public var alarm: Alarm
  public var next: Int64?
  public var missed: Int64?
  public var missedSeen: Int64?
  public var isRinging = false
  /// Until it rings again.
  public var snooze: Duration?

  public init(_ alarm: Alarm) { self.alarm = alarm }
}
