import Support
import Testing

@testable import Doctor
@testable import jukebox

@Suite("jukebox web")
struct WebTextTests {
  @Test func `a page that is off is printed with the way to switch it on`() throws {
    var page = PageFacts()
    #expect(WebText.problem(of: page).contains("  listen = 0.0.0.0:80"))
    page.listen = "0.0.0.0:80"
    expectEqual(WebText.problem(of: page), ["jukebox: This machine has no address in a network."])
    page.addresses = ["192.168.1.5"]
    #expect(WebText.problem(of: page) == [] && WebText.notes(on: page) == [])
    #expect(
      try JSON.line(WebText.report(on: page))
        == #"{"addresses":["http://192.168.1.5/"],"listen":"0.0.0.0:80"}"#)
    page.isServed = false
    expectEqual(WebText.notes(on: page).last, "  sudo systemctl restart jukebox-web.socket")
    page.trouble = "x"
    expectEqual(WebText.problem(of: page), ["jukebox: The configuration cannot be used: x"])
  }
}
