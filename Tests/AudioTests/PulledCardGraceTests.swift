import Linux
import Support
import Testing

@testable import Audio

@Suite struct CardLoyaltyTests {
  private func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: 1_000_000_000 * (100 + seconds)) }

  @Test func `a pulled card is waited for ten seconds`() {
    var loyalty = PulledCardGrace()
    #expect(loyalty.missing(from: ["hw:1"], at: at(0)) == nil, "none was open yet")
    loyalty.opened("hw:2")
    #expect(loyalty.missing(from: ["hw:1", "hw:2"], at: at(0)) == nil)
    #expect(loyalty.missing(from: ["hw:1"], at: at(50)) == "hw:2", "the wait begins with the first look")
    expectEqual(loyalty.missing(from: [], at: at(59)), "hw:2")
    #expect(loyalty.missing(from: ["hw:1"], at: at(60)) == nil)
  }

  @Test func `a card that appears again restarts the grace period`() {
    var loyalty = PulledCardGrace()
    loyalty.opened("hw:2")
    expectEqual(loyalty.missing(from: ["hw:1"], at: at(0)), "hw:2")
    #expect(loyalty.missing(from: ["hw:2"], at: at(9)) == nil)
    expectEqual(loyalty.missing(from: ["hw:1"], at: at(11)), "hw:2")
    loyalty.opened("hw:1")
    #expect(loyalty.missing(from: ["hw:1"], at: at(12)) == nil)
    expectEqual(loyalty.missing(from: ["hw:2"], at: at(13)), "hw:1")
  }
}
