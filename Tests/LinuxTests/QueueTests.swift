import Linux
import Support
import Testing

@Suite("Queues between threads")
struct QueueTests {
  @Test func `a closed work queue delivers what waits and then ends`() throws {
    let queue = WorkQueue<Int>(capacity: 2)
    #expect(queue.send(1) && queue.send(2) && !queue.send(3))
    queue.close()
    #expect(!queue.send(4))
    expectEqual([queue.receive(), queue.receive(), queue.receive()], [1, 2, nil])
  }

  @Test(arguments: 0..<20)
  func `random work agrees with an array`(seed: Int) {
    var random = Numbers(seed: UInt64(seed))
    let capacity = Int.random(in: 1...5, using: &random)
    let queue = WorkQueue<Int>(capacity: capacity)
    var model: [Int] = []
    for value in 0..<2000 {
      if Bool.random(using: &random) {
        expectEqual(queue.send(value), (model.count < capacity))
        if model.count < capacity { model.append(value) }
      } else if model.isEmpty || Bool.random(using: &random) {
        expectEqual(queue.poll(), (model.isEmpty ? nil : model.removeFirst()))
      } else {
        expectEqual(queue.receive(), model.removeFirst())
      }
      expectEqual(queue.isEmpty, model.isEmpty)
    }
  }

  @Test(arguments: 0..<20)
  func `random messages agree with an array`(seed: Int) throws {
    var random = Numbers(seed: UInt64(seed))
    let capacity = Int.random(in: 1...5, using: &random)
    let mailbox = try Mailbox<Int>(capacity: capacity)
    var model: [Int] = []
    for value in 0..<2000 {
      if Bool.random(using: &random) {
        expectEqual(mailbox.send(value), (model.count < capacity))
        if model.count < capacity { model.append(value) }
      } else {
        expectEqual(mailbox.receive(), (model.isEmpty ? nil : model.removeFirst()))
      }
    }
  }

  @Test func `elements that leave a queue are freed`() throws {
    final class Thing: Sendable {}
    let queue = WorkQueue<Thing>(capacity: 2)
    weak var received: Thing?
    weak var left: Thing?
    do {
      let first = Thing()
      let second = Thing()
      received = first
      left = second
      _ = queue.send(first)
      _ = queue.send(second)
    }
    #expect(received != nil && left != nil)
    _ = queue.receive()
    #expect(received == nil, "a slot that was emptied keeps nothing")
    #expect(left != nil)
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
    expectEqual(received, Array(0..<1000))
  }

  @Test func `messages of four threads arrive each once and in their sender's order`() throws {
    let loop = try EventLoop()
    let mailbox = try Mailbox<(sender: Int, number: Int)>(capacity: 3)
    let perSender = 2000
    var next = [0, 0, 0, 0]
    var isInOrder = true
    let registration = try mailbox.attach(to: loop) { message in
      isInOrder = isInOrder && next[message.sender] == message.number
      next[message.sender] = message.number + 1
      if next.allSatisfy({ $0 == perSender }) { loop.stop() }
    }
    defer { loop.remove(registration) }
    for sender in 0..<4 {
      _ = try Thread.start(name: "sender", payload: mailbox) { mailbox in
        var number = 0
        while number < perSender { if mailbox.send((sender, number)) { number += 1 } }
      }
    }
    try loop.run()
    #expect(isInOrder)
    expectEqual(next, [2000, 2000, 2000, 2000])
  }

  @Test func `work of the loop is done by the thread in order, and its results come back`() throws {
    let loop = try EventLoop()
    let work = WorkQueue<Int>(capacity: 4)
    let results = try Mailbox<Int>(capacity: 4)
    var received: [Int] = []
    var next = 0
    func feed() { while next < 3000, work.send(next) { next += 1 } }
    let registration = try results.attach(to: loop) { result in
      received.append(result)
      feed()
      if received.count == 3000 { loop.stop() }
    }
    defer { loop.remove(registration) }
    let thread = try Thread.start(name: "worker", payload: work) { work in
      while let number = work.receive() { while !results.send(2 * number) {} }
    }
    feed()
    try loop.run()
    work.close()
    thread.join()
    #expect(received == (0..<3000).map { 2 * $0 })
  }

  @Test func `a mailbox whose registration a handler removes keeps the rest`() throws {
    let loop = try EventLoop()
    let mailbox = try Mailbox<Int>(capacity: 4)
    var received: [Int] = []
    var registration: EventLoop.Registration?
    registration = try mailbox.attach(to: loop) { message in
      received.append(message)
      if let registration { loop.remove(registration) }
    }
    #expect(mailbox.send(1) && mailbox.send(2))
    try loop.turn()
    try loop.turn(waitingAtMost: .zero)
    expectEqual(received, [1])
    expectEqual(mailbox.receive(), 2)
  }

  @Test func `a mailbox without a registration is freed, and no longer called`() throws {
    let loop = try EventLoop()
    weak var mailbox: Mailbox<Int>?
    var received: [Int] = []
    do {
      let made = try Mailbox<Int>(capacity: 4)
      mailbox = made
      let registration = try made.attach(to: loop) { received.append($0) }
      #expect(made.send(1))
      try loop.turn(waitingAtMost: .zero)
      #expect(made.send(2))
      withExtendedLifetime(registration) {}
    }
    #expect(mailbox == nil, "its descriptor would stay open for good")
    try loop.turn(waitingAtMost: .zero)
    expectEqual(received, [1])
  }

  @Test func `a handler may free its own registration, and with it the mailbox`() throws {
    let loop = try EventLoop()
    weak var mailbox: Mailbox<Int>?
    var received: [Int] = []
    do {
      let made = try Mailbox<Int>(capacity: 4)
      mailbox = made
      var registration: EventLoop.Registration?
      registration = try made.attach(to: loop) { message in
        received.append(message)
        _ = registration.take()
      }
      #expect(made.send(1) && made.send(2))
    }
    try loop.turn(waitingAtMost: .zero)
    expectEqual(received, [1])
    #expect(mailbox == nil)
  }

  @Test func `a busy sender leaves a turn to others`() throws {
    let loop = try EventLoop()
    let mailbox = try Mailbox<Int>(capacity: 4)
    var received = 0
    let registration = try mailbox.attach(to: loop) { message in
      received += 1
      // Its own room is free again, so that it never runs dry.
      _ = mailbox.send(message)
    }
    defer { loop.remove(registration) }
    _ = mailbox.send(0)
    try loop.turn()
    expectEqual(received, 4)
    try loop.turn()
    expectEqual(received, 8)
  }

  @Test func `many signals before the loop looks are one`() throws {
    let loop = try EventLoop()
    let wakeup = try Wakeup()
    var calls = 0
    let registration = try wakeup.attach(to: loop) { calls += 1 }
    defer { loop.remove(registration) }
    for _ in 0..<1000 { wakeup.signal() }
    try loop.turn()
    try loop.turn(waitingAtMost: .zero)
    expectEqual(calls, 1)
    #expect(!wakeup.drain())
    wakeup.signal()
    #expect(wakeup.drain())
  }

  @Test func `a guarded value is changed by one thread at a time`() throws {
    let counts = Guarded([0, 0])
    let done = WorkQueue<Int>(capacity: 4)
    for _ in 0..<4 {
      _ = try Thread.start(name: "counter", payload: done) { done in
        for _ in 0..<5000 {
          counts.withLock { counts in
            counts[0] += 1
            counts[1] += 1
          }
        }
        _ = done.send(1)
      }
    }
    for _ in 0..<4 { expectEqual(done.receive(), 1) }
    #expect(counts.withLock { $0 } == [20_000, 20_000])
  }

  @Test func `a wait ends with the change that it is for, or at its deadline`() throws {
    let monitor = Monitor(0)
    let begin = Instant.now()
    let timedOut = monitor.wait { value -> Monitor<Int>.Outcome<Bool> in
      if value > 0 { return .done(false) }
      return Instant.now() >= begin + .milliseconds(20)
        ? .done(true) : .wait(until: begin + .milliseconds(20))
    }
    #expect(timedOut)
    let thread = try Thread.start(name: "changer", payload: monitor) { monitor in
      for _ in 1...3 { monitor.change { $0 += 1 } }
    }
    let seen = monitor.wait { $0 >= 3 ? .done($0) : .wait() }
    thread.join()
    expectEqual(seen, 3)
  }
}
