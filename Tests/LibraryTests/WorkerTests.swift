import Linux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What a worker's thread did, in order.
private final class Journal: Sendable {
  let lines = Monitor<[String]>([])

  func add(_ line: String) { lines.change { $0.append(line) } }
  func wait(for count: Int) -> [String] {
    lines.wait { $0.count >= count ? .done($0) : .wait() }
  }
}

struct WorkerTests {
  private let journal = Journal()

  private func worker(rest: Duration? = nil, endsAtRest: Bool = false, hasContext: Bool = true) -> Worker<
    String
  > {
    Worker(
      JobQueue(), name: "worker-test", rest: rest, endsAtRest: endsAtRest,
      hooks: Worker.Hooks(
        make: { [journal] in
          journal.add("make")
          return hasContext ? "context" : nil
        },
        close: { [journal] in journal.add("close \($0 ?? "nothing")") }))
  }

  private func job(_ name: String) -> JobQueue<String>.Job {
    { [journal] in journal.add("\(name) with \($0 ?? "nothing")") }
  }

  @Test func `a thread starts with its first job, runs all that wait and ends when it is closed`() {
    let worker = worker()
    #expect(journal.lines.withLock { $0 }.isEmpty)
    #expect(worker.send(job("a")) && worker.send(job("b")))
    worker.close()
    worker.waitUntilEnded()
    #expect(
      journal.lines.withLock { $0 } == ["make", "a with context", "b with context", "close context"])
    #expect(!worker.send(job("c")))
  }

  @Test func `closed before its first job, it has nothing to wait for`() {
    let worker = worker()
    worker.close()
    worker.waitUntilEnded()
    #expect(journal.lines.withLock { $0 }.isEmpty)
  }

  @Test func `a worker without a context refuses every job, and accepts no more`() {
    let worker = worker(hasContext: false)
    #expect(worker.send(job("a")))
    worker.waitUntilEnded()
    #expect(journal.lines.withLock { $0 } == ["make", "a with nothing", "close nothing"])
    #expect(!worker.send(job("b")))
  }

  @Test func `one that ends at rest starts again with the next job, which is never lost`() {
    let worker = worker(rest: .zero, endsAtRest: true)
    let jobs = 200
    for number in 0..<jobs {
      #expect(worker.send(job("\(number)")))
      if number == 0 { expectEqual(journal.wait(for: 3).last, "close context") }
    }
    worker.close()
    worker.waitUntilEnded()
    let lines = journal.lines.withLock { $0 }
    #expect(lines.filter { $0.hasSuffix("with context") } == (0..<jobs).map { "\($0) with context" })
    #expect(lines.count { $0 == "make" } >= 2)
    #expect(lines.count { $0 == "make" } == lines.count { $0 == "close context" })
  }
}
