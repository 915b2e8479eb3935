import Support
import Testing

@testable import Client

@Suite struct TargetTests {
  private func target(
    socket: String? = nil, host: String? = nil, _ environment: [String: String] = [:]
  ) throws(Target.Unreadable) -> Target {
    try Target(socket: socket, host: host, environment: environment)
  }

  @Test func `an option comes before a variable, and our variable before MPD's`() throws {
    let environment = ["JUKEBOX_SOCKET": "/a", "MPD_HOST": "far", "MPD_PORT": "7"]
    try expectEqual(target(socket: "/b", environment).address, .unix("/b"))
    try expectEqual(target(host: "near", environment).address, .network(host: "near", port: 7))
    try expectEqual(target(environment).address, .unix("/a"))
    try expectEqual(target(["MPD_HOST": "far", "MPD_PORT": "7"]).address, .network(host: "far", port: 7))
    try expectEqual(target(["MPD_PORT": "7"]).address, .network(host: "localhost", port: 7))
    #expect(try target(["MPD_HOST": "", "JUKEBOX_SOCKET": ""]).address != .unix(""))
  }

  @Test func `MPD_HOST may hold a password, a port or a socket`() throws {
    let secret = try target(["MPD_HOST": "se@cret@far:8"])
    expectEqual(secret.address, .network(host: "far", port: 8))
    expectEqual(secret.password, "se@cret")
    try expectEqual(target(["MPD_HOST": "/run/mpd/socket"]).address, .unix("/run/mpd/socket"))
  }

  @Test(arguments: [
    ("host", Address.network(host: "host", port: 6600)), ("host:1", .network(host: "host", port: 1)),
    ("[::1]", .network(host: "::1", port: 6600)), ("[::1]:9", .network(host: "::1", port: 9)),
    ("fe80::1", .network(host: "fe80::1", port: 6600)), ("/x", .unix("/x")),
  ])
  func `an address is read`(text: String, address: Address) {
    expectEqual(Address(text), address)
  }

  @Test(arguments: ["", "host:", "host:x", "host:0", "host:65536", ":1", "[::1", "[]", "[::1]x"])
  func `anything else is refused`(text: String) {
    #expect(Address(text) == nil)
  }

  @Test func `a port that is no port is named`() {
    #expect(throws: Target.Unreadable(message: "MPD_PORT is “x”; expected a number from 1 to 65535")) {
      try target(["MPD_PORT": "x"])
    }
  }
}
