public import Linux
public import Model

/// The time of day. Loop thread only.
public protocol Clock: AnyObject {
  /// Answered from memory.
  var source: ClockSource { get }
  /// The time, or a lower bound of it.
  var reading: ClockReading { get }
  var zone: LocalZone { get }
  /// Takes the time from a person.
  /// - Parameter seconds: since 1970, UTC.
  func set(_ seconds: Int64) throws(Refusal)
}
