import Linux
import Model

@testable import Control

final class FakeClock: Clock {
  var reading = ClockReading(.unknown, 1_600_000_000)
  var source: ClockSource { reading.source }
  let zone = LocalZone { _ in 7200 }

  func set(_ seconds: Int64) throws(Refusal) {
    guard reading.source != .network else { throw .failed(.clockSet, "The network sets the clock") }
    reading = ClockReading(.person, seconds)
  }
}
