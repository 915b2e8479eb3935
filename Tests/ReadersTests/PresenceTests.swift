import Linux
import Model
import Support
import Testing

@testable import Readers

@Suite struct PresenceTests {
  private let red = CardNumber("red")
  private let blue = CardNumber("blue")

  /// Looks each 100 ms; nil is a look that finds nothing.
  private func events(_ looks: [CardNumber?], awayAfter delay: Duration = .milliseconds(300)) -> [String] {
    var presence = Presence(awayAfter: delay)
    return looks.enumerated().compactMap { index, number -> String? in
      switch presence.look(number, at: Instant(nanoseconds: Int64(index) * 100_000_000)) {
      case .placed(let number)?: "\(index) \(number)"
      case .away?: "\(index) away"
      case nil: nil
      }
    }
  }

  @Test func `a card that lies is placed once, and counts as gone after the delay`() {
    expectEqual(events([nil, red, red, red, nil, nil, nil, nil]), ["1 red", "6 away"])
  }

  @Test func `a card that moves a little is not away`() {
    expectEqual(events([red, nil, nil, red, nil, nil, red, nil, nil, nil]), ["0 red", "9 away"])
  }

  @Test func `a longer delay is kept`() {
    expectEqual(events([red, nil, nil, nil, nil, red, nil], awayAfter: .milliseconds(600)), ["0 red"])
  }

  @Test func `a thread that was held up takes no card away`() {
    var presence = Presence(awayAfter: .milliseconds(300))
    expectEqual(presence.look(red, at: Instant(nanoseconds: 0)), red.map { .placed($0) })
    expectEqual(presence.look(nil, at: Instant(nanoseconds: 9_000_000_000)), nil)
  }

  @Test func `cards that lie on each other are placed once each, however they are read`() {
    expectEqual(
      events([red, blue, red, blue, red, red, blue, nil, nil, nil, nil]), ["0 red", "1 blue", "9 away"])
  }

  @Test func `the one that was placed last counts as gone, though another still lies there`() {
    expectEqual(events([red, blue, red, red, red, red, red, nil, nil, nil]), ["0 red", "1 blue", "4 away"])
  }

  @Test func `any number of cards is bounded`() {
    var presence = Presence(awayAfter: .zero)
    for index in 0..<1000 {
      let number = CardNumber("\(index)")
      expectEqual(presence.look(number, at: Instant(nanoseconds: 0)), number.map { .placed($0) })
    }
    expectEqual(presence.placed, CardNumber("999"))
  }
}
