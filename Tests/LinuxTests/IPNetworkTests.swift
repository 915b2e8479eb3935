import Support
import Testing

@testable import Linux

@Suite("Addresses and networks")
struct IPNetworkTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:C000:0201", "192.0.2.1"),
    ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::", "::"), ("::1", "::1"), ("0.0.0.0", "0.0.0.0"),
  ])
  func `an address is read and written`(text: String, written: String) throws {
    let address = try #require(IPAddress(text))
    expectEqual("\(address)", written)
    expectEqual(address, IPAddress(written))
    expectEqual(address.isIPv4, written.contains("."))
  }

  @Test(arguments: [
    "", "192.0.2", "192.0.2.256", "192.0.2.1 ", "[::1]", "fe80::1%lo", "localhost", "1.2.3.4.5", "::1::",
  ])
  func `a text that is no address is refused`(text: String) { #expect(IPAddress(text) == nil) }

  @Test func `bytes of another count are no address`() {
    expectEqual(IPAddress(bytes: [127, 0, 0, 1]), IPAddress("127.0.0.1"))
    for count in [0, 3, 5, 15, 17] { #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil) }
  }

  @Test func `a machine is one IPv4 address or a network of 64 bits`() {
    expectEqual(IPAddress("::ffff:192.0.2.1")?.machine, "192.0.2.1")
    expectEqual(IPAddress("2001:db8:1:2:3:4:5:6")?.machine, "2001:db8:1:2::/64")
  }

  @Test(arguments: [
    ("192.168.1.0/24", "192.168.1.0/24"), ("192.168.1.77/24", "192.168.1.0/24"), ("10.1.2.3", "10.1.2.3/32"),
    ("0.0.0.0/0", "0.0.0.0/0"), ("::/0", "::/0"), ("fd12::1/8", "fd00::/8"),
    ("2001:db8::1", "2001:db8::1/128"),
    ("::ffff:192.168.0.0/112", "192.168.0.0/16"), ("::ffff:1.2.3.4", "1.2.3.4/32"),
  ])
  func `a network is read and written`(text: String, written: String) {
    #expect(IPNetwork(text).map { "\($0)" } == written)
    #expect(IPNetwork(written).map { "\($0)" } == written)
  }

  @Test(arguments: [
    "", "/24", "192.168.1.0/", "192.168.1.0/33", "192.168.1.0/-1", "192.168.1.0/+8", "192.168.1.0/8/8",
    "::/129",
    "::ffff:1.2.3.4/95", "192.168.1.0/255.255.255.0", "192.168.1.0/99999999999999999999",
  ])
  func `a text that is no network is refused`(text: String) { #expect(IPNetwork(text) == nil) }

  @Test(arguments: [
    ("192.168.1.0/24", "192.168.1.255", true), ("192.168.1.0/24", "192.168.2.0", false),
    ("192.168.1.0/24", "::ffff:192.168.1.9", true), ("192.168.1.128/25", "192.168.1.127", false),
    ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.2", false), ("0.0.0.0/0", "8.8.8.8", true),
    ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true), ("::/0", "8.8.8.8", false),
    ("::/64", "192.168.1.1", false), ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
    ("2001:db8::1", "2001:db8::2", false),
  ])
  func `a network contains its addresses`(network: String, address: String, isInside: Bool) throws {
    try expectEqual(#require(IPNetwork(network)).contains(#require(IPAddress(address))), isInside)
  }

  @Test(arguments: [
    ("192.168.1.5", "255.255.255.0", "192.168.1.0/24"), ("10.8.0.2", "255.255.255.255", "10.8.0.2/32"),
    ("1.2.3.4", "0.0.0.0", "0.0.0.0/0"), ("2001:db8::5", "ffff:ffff:ffff:ffff::", "2001:db8::/64"),
    ("2001:db8::5", "::", "::/0"),
  ])
  func `a netmask becomes a prefix`(address: String, mask: String, network: String) throws {
    #expect("\(IPNetwork(try #require(IPAddress(address)), mask: try #require(IPAddress(mask))))" == network)
  }

  @Test func `the interfaces of this machine include its loopback network`() throws {
    #expect(try NetworkInterfaces.networks().contains(#require(IPNetwork("127.0.0.0/8"))))
  }
}

@Suite("Trusted addresses")
struct TrustTests {
  @Test(arguments: [
    "127.0.0.1", "::1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.1.1",
    "fe80::1", "fc00::1",
    "fdff::1", "::ffff:192.168.7.7",
  ])
  func `private addresses are local`(address: String) { #expect(Trust.local.includes(IPAddress(address))) }

  // Documentation's addresses (RFC 5737, RFC 3849), and neighbours of the private ranges.
  @Test(arguments: [
    "192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "::ffff:203.0.113.9", "::203.0.113.9",
    "172.15.255.255",
    "172.32.0.0", "192.167.255.255", "192.169.0.0", "11.0.0.0", "128.0.0.1", "fec0::1", "64:ff9b::a00:1",
  ])
  func `other addresses are local only where this machine is in their network`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(
      try Trust.local.includes(address) == NetworkInterfaces.networks().contains { $0.contains(address) })
  }

  @Test func `an unknown address is trusted with all only`() {
    #expect(Trust.all.includes(nil))
    #expect(!Trust.local.includes(nil))
    #expect(Trust("0.0.0.0/0 ::/0")?.includes(nil) == false)
  }

  @Test(arguments: [
    ("local", "local", false), ("all", "all", true),
    ("192.168.1.0/24 fd00::/8", "192.168.1.0/24 fd00::/8", false),
    ("192.168.1.7/24,fd00::/8", "192.168.1.0/24 fd00::/8", false),
    (" local ,\t203.0.113.9 ", "local 203.0.113.9/32", false),
    ("0.0.0.0/0", "0.0.0.0/0", true), ("10.0.0.0/8, ::/0", "10.0.0.0/8 ::/0", true),
  ])
  func `several parts are read and written`(text: String, written: String, isOpen: Bool) throws {
    let trust = try #require(Trust(text))
    expectEqual("\(trust)", written)
    expectEqual(trust, Trust(written))
    expectEqual(trust.isOpen, isOpen)
  }

  @Test(arguments: ["", " , ", "none", "LOCAL", "192.168.1.0/24 phone", "192.168.1.0/99", "localhost"])
  func `a text that is no list of networks is refused`(text: String) { #expect(Trust(text) == nil) }

  @Test func `a list includes its networks and no others`() throws {
    let trust = try #require(Trust("192.0.2.0/24 2001:db8::/32"))
    #expect(trust.includes(IPAddress("192.0.2.200")) && trust.includes(IPAddress("2001:db8:1::1")))
    #expect(!trust.includes(IPAddress("192.168.1.1")) && !trust.includes(IPAddress("::1")))
    #expect(Trust("local 192.0.2.0/24")?.includes(IPAddress("192.168.1.1")) == true)
  }

  @Test func `more than the largest number of parts are refused`() {
    #expect(Trust(String(repeating: "10.0.0.1 ", count: Trust.most)) != nil)
    #expect(Trust(String(repeating: "10.0.0.1 ", count: Trust.most + 1)) == nil)
  }
}
