import Support
import Testing

@testable import Doctor

/// Where the page is, by the configuration and the machine.
@Suite struct PageTests {
  private func facts(
    _ listen: String, tls: String = "off", isAnnounced: Bool = true,
    addresses: String = "192.168.1.5 fd00::5 172.17.0.1 "
  ) throws
    -> PageFacts
  {
    let machine = try FakeMachine()
    machine.programs["/usr/bin/jukeboxd"] = (
      0, "[control]\ntcp = off\n[web]\nlisten = \(listen)\ntls = \(tls)\n"
    )
    machine.programs["systemctl"] = (0, FakeMachine.service())
    machine.programs["hostname"] = (0, addresses)
    if isAnnounced { try machine.write("/run/avahi-daemon/pid", "1") }
    return machine.page
  }

  @Test(arguments: [
    ("0.0.0.0:80", ["http://kitchen.local/", "http://192.168.1.5/", "http://172.17.0.1/"]),
    ("[::]:8080", ["http://kitchen.local:8080/", "http://192.168.1.5:8080/", "http://172.17.0.1:8080/"]),
    ("192.168.1.5:80", ["http://192.168.1.5/"]), ("[fd00::5]:80", ["http://[fd00::5]/"]),
    ("localhost:8080", ["http://localhost:8080/"]), ("off", []),
  ])
  func `each address that the page has is named`(listen: String, urls: [String]) throws {
    try expectEqual(facts(listen).urls, urls)
  }

  @Test func `with HTTPS there are its addresses, too`() throws {
    #expect(try facts("0.0.0.0:80").secureURLs.isEmpty)
    try expectEqual(
      facts("192.168.1.5:80", tls: "own").secureURLs
        + facts("[fd00::5]:8080", tls: "/etc/page.pem").secureURLs,
      ["https://192.168.1.5/", "https://[fd00::5]:8080/"])
  }

  @Test func `a name that is not announced is left out`() throws {
    try expectEqual(
      facts("0.0.0.0:80", isAnnounced: false, addresses: "192.168.1.5\n").urls, ["http://192.168.1.5/"])
    try expectEqual(facts("0.0.0.0:80", isAnnounced: false, addresses: "\n").urls, [])
    #expect(try facts("127.0.0.1:80").isLoopback && facts("localhost:80").isLoopback)
    #expect(try !facts("0.0.0.0:80").isLoopback)
  }

  @Test func `an invalid configuration has the reason`() throws {
    let machine = try FakeMachine()
    machine.programs["/usr/bin/jukeboxd"] = (78, "configuration: /etc/jukebox.ini:3: no such key\n")
    expectEqual(machine.page.trouble, "configuration: /etc/jukebox.ini:3: no such key")
    #expect(machine.page.listen == nil)
  }
}
