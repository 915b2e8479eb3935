import Linux
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
    #expect(fired == [1, 2, 3])
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
    #expect(fired == [1])
  }

  @Test func `messages of another thread arrive in order`() throws {
    let loop = try EventLoop()
    let mailbox = try Mailbox<Int>(capacity: 8)
    var received: [Int] = []
    let registration = try mailbox.attach(to: loop) { message in
      received.append(message)
      if message == 999 { loop.stop() }
    }
    let thread = try Thread.start(name: "sender", payload: mailbox) { mailbox in
      var next = 0
      while next < 1000 { if mailbox.send(next) { next += 1 } }
    }
    try loop.run()
    thread.join()
    loop.remove(registration)
    #expect(received == Array(0..<1000))
  }

  @Test func `a closed work queue delivers what waits and then ends`() throws {
    let queue = WorkQueue<Int>(capacity: 2)
    #expect(queue.send(1) && queue.send(2) && !queue.send(3))
    queue.close()
    #expect(!queue.send(4))
    #expect([queue.receive(), queue.receive(), queue.receive()] == [1, 2, nil])
  }
}
