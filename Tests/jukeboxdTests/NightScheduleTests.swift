import Linux
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
  }

  private func hours(_ text: String) throws -> NightHours { try #require(NightHours(text)) }

  @Test func `the night begins and ends by the wall clock, also over midnight`() throws {
    let loop = try EventLoop()
    let wall = Wall()
    let night = NightSchedule(
      try hours("20:00-07:00"), loop: loop, minute: { wall.minute }, tell: { wall.told.append($0) })
    for (minute, told) in [
      (nil, []), (19 * 60 + 59, []), (20 * 60, [true]), (23 * 60, [true]), (0, [true]), (nil, [true]),
      (6 * 60 + 59, [true]), (7 * 60, [true, false]), (12 * 60, [true, false]),
    ] as [(Int?, [Bool])] {
      wall.minute = minute
      night.look()
      #expect(wall.told == told, "at \(minute ?? -1)")
    }
  }

  @Test func `the removal of the hours ends the night at once`() throws {
    let loop = try EventLoop()
    let wall = Wall()
    wall.minute = 60
    let night = NightSchedule(
      try hours("0:30-2:00"), loop: loop, minute: { wall.minute }, tell: { wall.told.append($0) })
    night.look()
    night.hours = nil
    expectEqual(wall.told, [true, false])
  }
}
