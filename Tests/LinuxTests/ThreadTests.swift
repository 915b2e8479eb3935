import CLinux
import Linux
import Support
import Synchronization
import Testing

@Suite("Threads")
struct ThreadTests {
  private struct Token: ~Copyable, Sendable {
    let value: Int
    let gone: Counter
    deinit { gone.value.add(1, ordering: .relaxed) }
  }

  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
  }

  @Test func `a thread has its name, owns its payload, and join waits for its end`() throws {
    let gone = Counter()
    let seen = WorkQueue<Int>(capacity: 2)
    let thread = try Thread.start(name: "fifteen-bytes-1", payload: Token(value: 7, gone: gone)) { token in
      _ = seen.send(token.value)
      let names = (try? AllocationProbe.threads(named: "fifteen-bytes-1")) ?? []
      _ = seen.send(names == [Thread.currentID] ? 1 : 0)
    }
    thread.join()
    expectEqual(seen.poll(), 7)
    expectEqual(seen.poll(), 1)
    expectEqual(gone.value.load(ordering: .relaxed), 1)
  }

  @Test func `a thread that is not joined ends by itself`() throws {
    let done = WorkQueue<Int>(capacity: 1)
    do {
      _ = try Thread.start(name: "alone", payload: done) { done in _ = done.send(1) }
    }
    expectEqual(done.receive(), 1)
  }

  @Test func `a stack has the size asked for`() throws {
    let sizes = WorkQueue<Int>(capacity: 2)
    for size in [Thread.defaultStackBytes, 1 << 20] {
      let thread = try Thread.start(name: "stack", stackBytes: size, payload: sizes) { sizes in
        var attributes = pthread_attr_t()
        var size = 0
        guard unsafe pthread_getattr_np(pthread_self(), &attributes) == 0 else { return }
        unsafe pthread_attr_getstacksize(&attributes, &size)
        unsafe pthread_attr_destroy(&attributes)
        _ = sizes.send(size)
      }
      thread.join()
    }
    expectEqual(sizes.poll(), 256 * 1024)
    expectEqual(sizes.poll(), 1 << 20)
  }

  @Test func `a real-time priority is had or refused by name, and the thread runs either way`() throws {
    let notes = WorkQueue<String>(capacity: 4)
    let thread = try Thread.start(
      name: "fifo", priority: .fifo(1), payload: notes,
      refused: { error in _ = notes.send("refused: \(error.code == .notPermitted) \(error.call)") },
      { notes in _ = notes.send("runs: \(sched_getscheduler(0) == SCHED_FIFO)") })
    thread.join()
    let first = try #require(notes.poll())
    if first == "runs: true" {
      #expect(notes.poll() == nil)
    } else {
      expectEqual(first, "refused: true pthread_setschedparam")
      expectEqual(notes.poll(), "runs: false")
    }
  }

  @Test func `a priority that does not exist is refused`() throws {
    let notes = WorkQueue<Errno>(capacity: 1)
    let thread = try Thread.start(
      name: "fifo", priority: .fifo(1000), payload: notes, refused: { _ = notes.send($0.code) }, { _ in })
    thread.join()
    expectEqual(notes.poll(), .invalidArgument)
  }

  @Test func `a thread of reduced priority is nicer than others, and in the best-effort class`() throws {
    let seen = WorkQueue<[Int]>(capacity: 1)
    let thread = try Thread.start(name: "reduced", priority: .reduced, payload: seen) { seen in
      let io = clinux_ioprio_get()
      let nice = Int(getpriority(Int32(PRIO_PROCESS.rawValue), id_t(Thread.currentID)))
      _ = seen.send([nice, Int(io >> Int32(IOPRIO_CLASS_SHIFT)), Int(io & 7)])
    }
    thread.join()
    expectEqual(seen.poll(), [10, Int(IOPRIO_CLASS_BE), 7])
  }

  @Test(arguments: [Thread.Priority.fifo(1), .normal])
  func `a background thread is nice and idle at its storage, whatever thread starts it`(
    maker: Thread.Priority
  ) throws {
    let seen = WorkQueue<[Int]>(capacity: 1)
    let outer = try Thread.start(name: "maker", priority: maker, payload: seen) { seen in
      let inner = try? Thread.start(name: "background", priority: .background, payload: seen) { seen in
        let io = clinux_ioprio_get() >> Int32(IOPRIO_CLASS_SHIFT)
        let nice = Int(getpriority(Int32(PRIO_PROCESS.rawValue), id_t(Thread.currentID)))
        _ = seen.send([Int(sched_getscheduler(0)), nice, Int(io)])
      }
      switch consume inner {
      case .some(let inner): inner.join()
      case .none: break
      }
    }
    outer.join()
    expectEqual(seen.poll(), [Int(SCHED_OTHER), 19, Int(IOPRIO_CLASS_IDLE)])
  }
}
