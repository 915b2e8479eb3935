import CLinux
import Linux
import Support
import Testing

@Suite("Signals", .serialized)
struct SignalTests {
  /// Blocked in this thread alone and sent to it alone: the process has other threads, which a signal would end.
  @Test func `each signal arrives in the loop, once, and stops no one`() throws {
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try Signal.block()

    let loop = try EventLoop()
    var arrived: [Signal] = []
    var source: SignalSource? = try SignalSource(loop: loop) { arrived.append($0) }
    for number in [SIGTERM, SIGINT, SIGHUP, SIGTERM] { raise(number) }
    try loop.turn()
    expectEqual(Set(arrived), [.terminate, .interrupt, .hangup])
    #expect(arrived.count == 3, "one that waits already is not counted again")
    raise(SIGHUP)
    try loop.turn()
    #expect(arrived.last == .hangup && arrived.count == 4)

    source = nil
    raise(SIGTERM)
    try loop.turn(waitingAtMost: .zero)
    expectEqual(arrived.count, 4)
    // Taken back, before the mask is.
    source = try SignalSource(loop: loop) { arrived.append($0) }
    try loop.turn()
    expectEqual(arrived.count, 5)
    _ = source
  }

  @Test func `a thread of ours takes no signal`() throws {
    let blocked = WorkQueue<[Int32]>(capacity: 1)
    let thread = try Thread.start(name: "masked", payload: blocked) { blocked in
      var mask = sigset_t()
      unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
      let numbers = [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGUSR1]
      _ = blocked.send(numbers.filter { unsafe sigismember(&mask, $0) == 1 })
    }
    thread.join()
    expectEqual(blocked.poll(), [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGUSR1])
  }
}
