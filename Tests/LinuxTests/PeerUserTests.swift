import CLinux
import Support
import Testing

@testable import Linux

@Suite struct PeerUserTests {
  @Test func `the peer of a socket is the user who connected`() throws {
    let pair = try DescriptorPair.sockets()
    let one = Descriptor(owning: pair.reader)
    let other = Descriptor(owning: pair.writer)
    expectEqual(PeerUser.number(of: one), getuid())
    expectEqual(PeerUser.number(of: other), getuid())
    let file = try HostFile.open("/dev/null")
    expectEqual(PeerUser.number(of: file), nil)
  }

  @Test func `a user is found by the whole name`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "passwd",
      "root:x:0:0:root:/root:/bin/sh\njukebox-cards2:x:7:7::/:/x\n:x:1:\nbroken:x\njukebox-cards:x:991:990::/:/x\nodd:x:-5:0:::\n"
    )
    expectEqual(PeerUser.number(named: "jukebox-cards", in: file), 991)
    expectEqual(PeerUser.number(named: "root", in: file), 0)
    for name in ["jukebox", "broken", "odd", "none"] {
      expectEqual(PeerUser.number(named: name, in: file), nil)
    }
    expectEqual(PeerUser.number(named: "root", in: "\(folder.path)/missing"), nil)
  }
}
