import Control
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

/// The card image's own Wi-Fi, with the script's folder played by the test.
@Suite struct HotspotTests {
  private let asked: TemporaryFolder
  private let told: TemporaryFolder
  private let hotspot: Hotspot

  init() throws {
    asked = try TemporaryFolder()
    told = try TemporaryFolder()
    hotspot = Hotspot(asked: asked.path, told: told.path)
  }

  private func request(_ name: String) -> String? { try? HostFile.text(of: "\(asked.path)/\(name)") }

  @Test func `a machine without the script has no such Wi-Fi, and the action does nothing`() {
    #expect(hotspot.report == nil)
    #expect(hotspot.handle(.perform(.hotspot)) && request("hotspot") == nil)
    #expect(throws: Refusal.self) { try hotspot.join("Home", password: "") }
  }

  @Test func `the script's state is reported, with the networks that it has seen`() throws {
    try told.write("state", "state: open\nhotspot: Jukebox-0815\nname:  Home: ours \nerror: password\nodd\n")
    try told.write("networks", "Home: ours\nNext door\n")
    let report = try #require(hotspot.report)
    expectEqual(
      [report.state, report.hotspot, report.name, report.error],
      ["open", "Jukebox-0815", " Home: ours ", "password"])
    expectEqual(report.seen, ["Home: ours", "Next door"])
  }

  @Test func `a network is asked for only while the Wi-Fi is open`() throws {
    try told.write("state", "state: closed\n")
    #expect(throws: Refusal.self) { try hotspot.join("Home", password: "12345678") }
    expectEqual(request("network"), nil)
    try told.write("state", "state: open\n")
    try hotspot.join("Home", password: "12345678")
    expectEqual(request("network"), "name = \"Home\"\npassword = \"12345678\"")
  }

  @Test(arguments: [" 8 bytes ", String(repeating: "p", count: 63), String(repeating: "0aF9", count: 16)])
  func `a password keeps its spaces, and may be a key of 64 digits`(password: String) throws {
    try told.write("state", "state: open\n")
    try hotspot.join(" Home ", password: password)
    expectEqual(request("network"), "name = \" Home \"\npassword = \"\(password)\"")
  }

  @Test(arguments: [
    ("", "12345678"), (String(repeating: "n", count: 33), ""), ("Home\nzone = x", ""), ("Home", "1234567"),
    ("Home", "1234567\n8"), ("Home", String(repeating: "1", count: 65)),
    ("Home", String(repeating: "g", count: 64)),
  ])
  func `a name or password that no Wi-Fi has is refused`(name: String, password: String) throws {
    try told.write("state", "state: open\n")
    #expect(throws: Refusal.self) { try hotspot.join(name, password: password) }
    expectEqual(request("network"), nil)
  }

  @Test func `the action asks for the Wi-Fi`() throws {
    try told.write("state", "state: closed\n")
    #expect(hotspot.handle(.perform(.hotspot)) && !hotspot.handle(.perform(.lock)))
    expectEqual(request("hotspot"), "")
  }
}
