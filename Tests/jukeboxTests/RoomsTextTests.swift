import Support
import Testing

@testable import Doctor
@testable import jukebox

@Suite("jukebox rooms")
struct RoomsTextTests {
  @Test func `missing parts are named with the command that adds them`() {
    var facts = RoomsFacts()
    #expect(RoomsText.lines(facts).filter { $0.hasPrefix("  ✗") }.count == 5)
    #expect(RoomsText.lines(facts).contains("    → sudo apt install snapserver"))
    #expect(RoomsText.summary(facts).first?.hasSuffix("sudo jukebox rooms --set-up") == true)
    expectEqual(RoomsText.plan(facts).count, 5)
    facts.isInstalled = true
    facts.output = .init(name: "rooms")
    facts.serverFile = "[stream]\n\(facts.source)\n"
    facts.isPipeThere = true
    facts.isRunning = true
    facts.addresses = ["192.168.1.5"]
    #expect(RoomsText.lines(facts).allSatisfy { $0.hasPrefix("  ✓") })
    expectEqual(RoomsText.plan(facts), [])
    #expect(RoomsText.summary(facts).contains("  SNAPCLIENT_OPTS=\"--host 192.168.1.5\""))
    facts.serverFile = ""
    expectEqual(RoomsText.plan(facts).last, "restart snapserver")
    facts.trouble = "x"
    expectEqual(RoomsText.lines(facts), ["  ✗ The configuration cannot be used: x"])
  }
}
