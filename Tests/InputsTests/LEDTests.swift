import Linux
import Support
import Testing

@testable import Inputs

@Suite struct LEDTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(nanoseconds: Int64(milliseconds) * 1_000_000) }

  private let binding = LEDBinding(
    name: "status", line: "22", steady: [.playing, .paused], blink: [.scanning, .error],
    blinkTime: .milliseconds(200))

  @Test func `a steady sign lights it, another of them keeps it lit, none of them darkens it`() {
    var pattern = LEDPattern(binding)
    #expect(!pattern.isLit)
    pattern.show([.playing, .running], at: at(0))
    #expect(pattern.isLit && pattern.look == .lit && pattern.deadline == nil)
    pattern.show([.paused], at: at(1))
    #expect(pattern.isLit)
    pattern.show([.stopped, .muted], at: at(2))
    #expect(!pattern.isLit && pattern.look == .dark)
  }

  @Test func `a blinking sign comes before a steady one, and begins lit`() {
    var pattern = LEDPattern(binding)
    pattern.show([.playing, .scanning], at: at(1_000))
    #expect(pattern.isLit && pattern.look == .blinking && pattern.deadline == at(1_200))
    pattern.advance(to: at(1_199))
    #expect(pattern.isLit)
    pattern.advance(to: at(1_200))
    #expect(!pattern.isLit && pattern.deadline == at(1_400))
    // Another reason to blink keeps the beat.
    pattern.show([.error], at: at(1_300))
    #expect(!pattern.isLit && pattern.deadline == at(1_400))
    pattern.advance(to: at(1_400))
    #expect(pattern.isLit)
    pattern.show([.playing], at: at(1_450))
    #expect(pattern.isLit && pattern.deadline == nil)
  }

  @Test func `a stall doesn't make it flicker`() {
    var pattern = LEDPattern(binding)
    pattern.show([.scanning], at: at(0))
    pattern.advance(to: at(10_000))
    #expect(!pattern.isLit)
    expectEqual(pattern.deadline, at(10_200))
  }

  @Test func `back-off doubles up to its limit`() {
    var backoff = Backoff()
    let waits = (0..<10).map { _ in backoff.next() }
    #expect(waits.first == .milliseconds(250) && waits[1] == .milliseconds(500))
    expectEqual(waits.last, .seconds(30))
    #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
