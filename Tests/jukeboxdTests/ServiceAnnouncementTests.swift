import Glibc
import Linux
import Support
import Testing

@testable import jukeboxd

@Suite struct ServiceAnnouncementTests {
  /// A program in avahi-publish's place, which adds its process and arguments to a file.
  private final class Publisher {
    let folder: TemporaryFolder
    let loop: EventLoop
    let path: String

    init(then last: String) throws {
      folder = try TemporaryFolder()
      loop = try EventLoop()
      path = try folder.write("publish", "#!/bin/sh\necho $$ \"$*\" >>\(folder.path)/seen\n\(last)\n")
      try systemCall("chmod") { unsafe chmod(path, 0o755) }
    }

    /// The lines, once there are so many of them.
    func lines(_ count: Int) throws -> [String] {
      while true {
        let bytes = try? Root(path: folder.path).open(Array("seen".utf8)).readAll(atMost: 4096)
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        if lines.count >= count { return lines }
        try loop.turn(waitingAtMost: .milliseconds(10))
      }
    }
  }

  @Test func `the service is published with the name of the machine until it is stopped`() throws {
    let publisher = try Publisher(then: "exec sleep 600")
    let announcement = ServiceAnnouncement(port: 6601, loop: publisher.loop, program: publisher.path)
    announcement.start()
    let line = try publisher.lines(1)[0]
    let parts = line.split(separator: " ", maxSplits: 1)
    expectEqual(parts[1], "--no-fail --service Jukebox on \(HostName.current) _mpd._tcp 6601")
    let process = "/proc/\(parts[0])/cmdline"
    #expect(HostFile.realPath(of: process) != nil)
    announcement.stop()
    while HostFile.realPath(of: process) != nil { try publisher.loop.turn(waitingAtMost: .milliseconds(10)) }
    try expectEqual(publisher.lines(1).count, 1)
  }

  @Test func `a publisher that ends is started again`() throws {
    let publisher = try Publisher(then: "exit 1")
    let announcement = ServiceAnnouncement(
      port: 6601, loop: publisher.loop, program: publisher.path, firstDelay: .milliseconds(1))
    announcement.start()
    try expectEqual(publisher.lines(3).count, 3)
    announcement.stop()
  }

  @Test func `a missing program publishes nothing, and nothing else happens`() throws {
    let loop = try EventLoop()
    let announcement = ServiceAnnouncement(port: 6601, loop: loop, program: "/nowhere/avahi-publish")
    announcement.start()
    announcement.stop()
  }

  @Test(arguments: [
    ("box", "Jukebox on box"), ("", "Jukebox"),
    (String(repeating: "é", count: 40), "Jukebox on " + String(repeating: "é", count: 26)),
  ])
  func `a name has at most 63 bytes`(host: String, name: String) {
    expectEqual(ServiceAnnouncement.name(host: host), name)
  }
}
