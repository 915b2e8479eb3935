import Linux
import Model
import Support
import Testing

@testable import Configuration
@testable import jukeboxd

@Suite("Night schedule")
struct NightTests {
  private final class Wall {
    /// Minutes since midnight; nil while nobody has set the clock.
    var minute: Int?
    var told: [Bool] = []

    func clock(_ loop: EventLoop) -> BoxClock {
      BoxClock(loop: loop, zone: LocalZone { _ in 0 }) { [unowned self] in
        minute.map { ClockReading(.chip, Int64($0) * 60) } ?? ClockReading(.unknown, 0)
      }
    }
  }

  private func hours(_ text: String) throws -> NightHours { try #require(NightHours(text)) }

  @Test func `the night begins and ends by the wall clock, also over midnight`() throws {
    let loop = try EventLoop()
    let wall = Wall()
    let night = NightSchedule(try hours("20:00-07:00"), clock: wall.clock(loop)) { wall.told.append($0) }
    for (minute, told) in [
      (nil, []), (19 * 60 + 59, []), (20 * 60, [true]), (23 * 60, [true]), (0, [true]), (nil, [true]),
      (6 * 60 + 59, [true]), (7 * 60, [true, false]), (12 * 60, [true, false]),
    ] as [(Int?, [Bool])] {
      wall.minute = minute
      night.look()
      #expect(wall.told == told, "at \(minute ?? -1)")
    }
  }

  @Test func `a step of the clock and a clock that becomes known count at once`() throws {
    let loop = try EventLoop()
    let wall = Wall()
    let clock = wall.clock(loop)
    let night = NightSchedule(try hours("20:00-07:00"), clock: clock) { wall.told.append($0) }
    night.start()
    expectEqual(clock.source, .unknown)
    wall.minute = 21 * 60
    clock.changed()
    expectEqual(clock.source, .chip)
    expectEqual(wall.told, [true])
    wall.minute = 12 * 60
    clock.changed()
    expectEqual(wall.told, [true, false])
  }

  @Test func `the removal of the hours ends the night at once`() throws {
    let loop = try EventLoop()
    let wall = Wall()
    wall.minute = 60
    let night = NightSchedule(try hours("0:30-2:00"), clock: wall.clock(loop)) { wall.told.append($0) }
    night.look()
    night.hours = nil
    expectEqual(wall.told, [true, false])
  }
}
