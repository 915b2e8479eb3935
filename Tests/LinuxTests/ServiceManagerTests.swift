import CLinux
import Support
import Testing

@testable import Linux

@Suite("The service manager")
struct ServiceManagerTests {
  /// The socket that systemd reads.
  private struct Listener: ~Copyable {
    let socket: Descriptor

    init(path: String) throws {
      let number = try systemCall("socket") { clinux_datagram_socket() }
      try systemCall("bind") { unsafe clinux_bind_unix(number, path) }
      socket = Descriptor(owning: number)
    }

    /// The messages that have come so far.
    func messages() throws -> [String] {
      var messages: [String] = []
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        var span = buffer.mutableSpan
        guard let count = try socket.read(into: &span) else { return messages }
        messages.append(String(decoding: buffer[..<count], as: UTF8.self))
      }
    }
  }

  @Test func `the manager is notified once when the service is ready and when it stops`() throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(path: "\(folder.path)/notify")
    let loop = try EventLoop()
    let manager = try #require(
      try ServiceManager(environment: ["NOTIFY_SOCKET": "\(folder.path)/notify"], loop: loop))
    #expect(manager.watchdogPeriod == nil)
    #expect(try listener.messages().isEmpty)
    manager.ready()
    try expectEqual(listener.messages(), ["READY=1"])
    manager.stopping()
    try expectEqual(listener.messages(), ["STOPPING=1"])
  }

  @Test func `the watchdog is fed by the loop alone, three times in the given time, until the service stops`()
    throws
  {
    let folder = try TemporaryFolder()
    let listener = try Listener(path: "\(folder.path)/notify")
    let loop = try EventLoop()
    let environment = [
      "NOTIFY_SOCKET": "\(folder.path)/notify", "WATCHDOG_USEC": "60000", "WATCHDOG_PID": "\(getpid())",
    ]
    let manager = try #require(try ServiceManager(environment: environment, loop: loop))
    expectEqual(manager.watchdogPeriod, .milliseconds(20))
    let begin = loop.now
    manager.ready()
    try expectEqual(listener.messages(), ["READY=1", "WATCHDOG=1"])
    var pings = 0
    try turn(loop) {
      pings += (try? listener.messages().filter { $0 == "WATCHDOG=1" }.count) ?? 0
      return pings >= 4
    }
    #expect(loop.now - begin >= .milliseconds(80))
    // A loop that hangs: time passes, and nothing is told.
    let hung = Instant.now()
    while Instant.now() - hung < .milliseconds(60) {}
    #expect(try listener.messages().isEmpty)
    manager.stopping()
    try loop.turn(waitingAtMost: .milliseconds(40))
    try expectEqual(listener.messages(), ["STOPPING=1"])
  }

  @Test func `one whose queue is full hears later that the service is ready`() throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(path: "\(folder.path)/notify")
    let loop = try EventLoop()
    let manager = try #require(
      try ServiceManager(environment: ["NOTIFY_SOCKET": "\(folder.path)/notify"], loop: loop))
    // As many as the kernel lets wait (net.unix.max_dgram_qlen), whatever that is here.
    var waiting = 0
    while waiting < 100_000, manager.tell(.alive) { waiting += 1 }
    try #require(waiting < 100_000)
    manager.ready()
    let first = try listener.messages()
    #expect(first.count == waiting && !first.contains("READY=1"))
    var later: [String] = []
    try turn(loop) {
      later += (try? listener.messages()) ?? []
      return !later.isEmpty
    }
    expectEqual(later, ["READY=1"])
  }

  @Test func `the manager may listen at an abstract name`() throws {
    let name = "jukebox-test-\(getpid())"
    let socket = Descriptor(owning: try systemCall("socket") { clinux_datagram_socket() })
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      for (index, byte) in name.utf8.enumerated() { unsafe bytes[index + 1] = byte }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
    _ = try unsafe withUnsafePointer(to: &address) { pointer in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        try systemCall("bind") { unsafe bind(socket.rawValue, generic, length) }
      }
    }
    let manager = try #require(
      try ServiceManager(environment: ["NOTIFY_SOCKET": "@\(name)"], loop: try EventLoop()))
    manager.ready()
    var buffer = [UInt8](repeating: 0, count: 64)
    var span = buffer.mutableSpan
    let count = try #require(try socket.read(into: &span))
    expectEqual(String(decoding: buffer[..<count], as: UTF8.self), "READY=1")
  }

  @Test(arguments: [nil, "", "/", "@", "relative", "vsock:2:1"])
  func `the manager is nil without a socket`(path: String?) throws {
    let environment = path.map { ["NOTIFY_SOCKET": $0] } ?? [:]
    #expect(try ServiceManager(environment: environment, loop: try EventLoop()) == nil)
  }

  @Test(arguments: [
    ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "-5"], ["WATCHDOG_USEC": "999"], ["WATCHDOG_USEC": "soon"],
    ["WATCHDOG_USEC": "99999999999999999999"], ["WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"],
  ])
  func `a watchdog that is malformed or of another process is ignored`(variables: [String: String]) throws {
    var environment = variables
    environment["NOTIFY_SOCKET"] = "/run/systemd/notify"
    let loop = try EventLoop()
    let manager = try #require(try ServiceManager(environment: environment, loop: loop, process: 4711))
    #expect(manager.watchdogPeriod == nil)
  }

  @Test func `one that has gone costs nothing but a word in the log`() throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop()
    let environment = ["NOTIFY_SOCKET": "\(folder.path)/nobody", "WATCHDOG_USEC": "30000"]
    let manager = try #require(try ServiceManager(environment: environment, loop: loop))
    manager.ready()
    try loop.turn(waitingAtMost: .milliseconds(100))
    manager.stopping()
  }

  @Test func `a socket path that no socket can have is an error`() throws {
    let path = "/" + String(repeating: "x", count: SocketAddress.longestPath)
    #expect(throws: SystemError.self) {
      _ = try ServiceManager(environment: ["NOTIFY_SOCKET": path], loop: try EventLoop())
    }
  }
}
