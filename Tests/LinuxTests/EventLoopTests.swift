import CLinux
import Linux
import Support
import Testing

@Suite("The event loop")
struct EventLoopTests {
  @Test func `timers fire in the order of their instants, then of their making`() throws {
    let loop = try EventLoop()
    var fired: [Int] = []
    loop.schedule(after: .milliseconds(2)) { fired.append(2) }
    loop.schedule(after: .milliseconds(1)) { fired.append(1) }
    loop.schedule(after: .milliseconds(2)) {
      fired.append(3)
      loop.stop()
    }
    try loop.run()
    expectEqual(fired, [1, 2, 3])
  }

  @Test func `a timer that a handler of the same turn cancels does not fire`() throws {
    let loop = try EventLoop()
    var fired: [Int] = []
    var second: EventLoop.Timer?
    loop.schedule(at: loop.now) {
      fired.append(1)
      if let second { loop.cancel(second) }
    }
    second = loop.schedule(at: loop.now) { fired.append(2) }
    try loop.turn(waitingAtMost: .zero)
    try loop.turn(waitingAtMost: .zero)
    expectEqual(fired, [1])
  }

  @Test func `a timer fires once and never before its instant, which is the turn's time`() throws {
    let loop = try EventLoop()
    let instant = loop.now + .milliseconds(3)
    var seen: [Instant] = []
    loop.schedule(at: instant) { seen.append(loop.now) }
    while seen.isEmpty { try loop.turn() }
    #expect(try #require(seen.first) >= instant)
    try loop.turn(waitingAtMost: .milliseconds(1))
    expectEqual(seen.count, 1)
  }

  @Test func `a timer in the past fires in the next turn, and one that a handler makes in the one after`()
    throws
  {
    let loop = try EventLoop()
    var fired: [String] = []
    loop.schedule(at: Instant(nanoseconds: -5)) {
      fired.append("past")
      loop.schedule(at: Instant(nanoseconds: 0)) { fired.append("made meanwhile") }
    }
    try loop.turn()
    expectEqual(fired, ["past"])
    try loop.turn()
    expectEqual(fired, ["past", "made meanwhile"])
  }

  @Test func `an earlier timer than the one that is waited for is not missed`() throws {
    let loop = try EventLoop()
    var fired: [String] = []
    loop.schedule(after: .seconds(3600)) { fired.append("late") }
    try loop.turn(waitingAtMost: .zero)
    let soon = loop.schedule(after: .milliseconds(1)) { fired.append("soon") }
    while fired.isEmpty { try loop.turn() }
    expectEqual(fired, ["soon"])
    loop.cancel(soon)
  }

  @Test func `the clock stands still in a turn`() throws {
    let loop = try EventLoop()
    var seen: Set<Instant> = []
    let first = try Wakeup()
    let second = try Wakeup()
    let registrations = [
      try first.attach(to: loop) {
        let before = Instant.now()
        while Instant.now() == before {}
        seen.insert(loop.now)
      },
      try second.attach(to: loop) { seen.insert(loop.now) },
    ]
    defer { registrations.forEach(loop.remove) }
    loop.schedule(at: loop.now) { seen.insert(loop.now) }
    first.signal()
    second.signal()
    try loop.turn()
    expectEqual(seen, [loop.now])
  }

  @Test func `an event for a descriptor that was closed and whose number was given again is dropped`() throws
  {
    let loop = try EventLoop()
    var calls: [String] = []
    let first = try Wakeup()
    let victim = Box(try Self.eventDescriptor())
    var victimRegistration: EventLoop.Registration?
    var successor: EventLoop.Registration?
    var failure: SystemError?
    let registration = try first.attach(to: loop) {
      calls.append("first")
      guard let registration = victimRegistration else { return }
      victimRegistration = nil
      do throws(SystemError) {
        loop.remove(registration)
        try victim.replace(by: try Self.eventDescriptor())
        successor = try victim.register(in: loop) { _ in calls.append("successor") }
      } catch {
        failure = error
      }
    }
    defer {
      loop.remove(registration)
      if let successor { loop.remove(successor) }
    }
    victimRegistration = try victim.register(in: loop) { _ in calls.append("victim") }
    first.signal()
    victim.signal()
    try loop.turn()
    #expect(failure == nil)
    expectEqual(calls, ["first"])
    victim.signal()
    try loop.turn()
    expectEqual(calls, ["first", "successor"])
  }

  @Test func `a removed registration is called no more, and removing it twice is harmless`() throws {
    let loop = try EventLoop()
    var calls = 0
    let wakeup = try Wakeup()
    let registration = try wakeup.attach(to: loop) { calls += 1 }
    #expect(loop.contains(registration))
    wakeup.signal()
    try loop.turn()
    loop.remove(registration)
    loop.remove(registration)
    #expect(!loop.contains(registration))
    wakeup.signal()
    try loop.turn(waitingAtMost: .zero)
    try loop.change(registration, to: .read)
    expectEqual(calls, 1)
  }

  @Test func `an interest can change, and an empty one reports the end alone`() throws {
    let loop = try EventLoop()
    let (near, peer) = try Self.socketPair()
    var seen: [EventLoop.Readiness] = []
    let registration = try near.register(in: loop, for: [.read, .write]) { seen.append($0) }
    try loop.turn()
    try loop.change(registration, to: .read)
    try loop.turn(waitingAtMost: .zero)
    expectEqual(seen, [.write])
    try loop.change(registration, to: [])
    peer.signal()
    try loop.turn(waitingAtMost: .zero)
    expectEqual(seen, [.write])
    try loop.change(registration, to: .read)
    try loop.turn()
    expectEqual(seen, [.write, .read])
    try loop.change(registration, to: [])
    peer.close()
    try loop.turn()
    expectEqual(seen, [.write, .read, .hangup])
    loop.remove(registration)
  }

  @Test func `a regular file is refused by name`() throws {
    let loop = try EventLoop()
    let file = try Root(path: "/proc/self").open(Array("comm".utf8))
    let regular = Descriptor(
      owning: try systemCall("open") { unsafe clinux_open("/etc/passwd", O_RDONLY | O_CLOEXEC, 0) })
    #expect(throws: SystemError(.notPermitted, call: "epoll_ctl")) {
      _ = try loop.register(regular, for: .read) { _ in }
    }
    _ = consume file
  }

  @Test func `more ready descriptors than one turn takes are all served`() throws {
    let loop = try EventLoop()
    var served: Set<Int> = []
    let wakeups = try (0..<200).map { _ in try Wakeup() }
    let registrations = try wakeups.enumerated().map { index, wakeup in
      try wakeup.attach(to: loop) { served.insert(index) }
    }
    defer { registrations.forEach(loop.remove) }
    for wakeup in wakeups { wakeup.signal() }
    for _ in 0..<8 where served.count < 200 { try loop.turn(waitingAtMost: .zero) }
    expectEqual(served.count, 200)
  }

  @Test func `run continues until stop, which lets the turn end`() throws {
    let loop = try EventLoop()
    var fired: [Int] = []
    loop.schedule(at: loop.now) {
      fired.append(1)
      loop.stop()
    }
    loop.schedule(at: loop.now) { fired.append(2) }
    loop.schedule(after: .seconds(3600)) { fired.append(3) }
    try loop.run()
    expectEqual(fired, [1, 2])
  }

  private static func eventDescriptor() throws(SystemError) -> Descriptor {
    Descriptor(owning: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  private static func socketPair() throws(SystemError) -> (Box, Box) {
    var ends: [Int32] = [-1, -1]
    try systemCall("socketpair") {
      unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    return (Box(Descriptor(owning: ends[0])), Box(Descriptor(owning: ends[1])))
  }

  /// A descriptor that can be closed by hand.
  private final class Box {
    private var descriptor: Descriptor?

    init(_ descriptor: consuming Descriptor) { self.descriptor = consume descriptor }

    var number: Int32? {
      switch descriptor {
      case .some(let descriptor): descriptor.rawValue
      case .none: nil
      }
    }

    func close() { descriptor = nil }

    /// Closes the file and gives its number to another one in one step (dup2(2)): done in two, another test's
    /// descriptor may come between.
    func replace(by other: consuming Descriptor) throws(SystemError) {
      guard let number else { return }
      let source = other.rawValue
      try systemCall("dup2") { dup2(source, number) }
    }

    func signal() {
      guard let number else { return }
      var one: UInt64 = 1
      _ = unsafe write(number, &one, 8)
    }

    func register(
      in loop: EventLoop, for interest: EventLoop.Interest = .read,
      _ handler: @escaping (EventLoop.Readiness) -> Void
    ) throws(SystemError) -> EventLoop.Registration {
      switch descriptor {
      case .some(let descriptor): return try loop.register(descriptor, for: interest, handler)
      case .none: throw SystemError(.badDescriptor, call: "register")
      }
    }
  }
}
