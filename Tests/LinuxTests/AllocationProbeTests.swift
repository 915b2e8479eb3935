import CLinux
import Linux
import Support
import Testing

@Suite("The allocation probe", .enabled(if: AllocationProbe.works, "a sanitizer counts instead"))
struct AllocationProbeTests {
  @Test func `the probe counts a thread's allocations and nothing else`() {
    var sum = 0
    func work(allocations: Int) {
      for value in 0..<allocations {
        AllocationProbe.allocate()
        sum &+= value
      }
    }
    // The runtime makes a type's description at its first use; only then is the count that of the work.
    work(allocations: 1)
    #expect(AllocationProbe.count { work(allocations: 5) } == AllocationProbe.Count(allocations: 5, frees: 5))
    #expect(AllocationProbe.count { work(allocations: 0) } == .none)
    #expect(AllocationProbe.count { free(nil) } == .none)
    expectEqual(sum, 10)
  }

  @Test func `another thread is found by its name and counted alone`() throws {
    let go = WorkQueue<Int>(capacity: 8)
    let done = WorkQueue<Int>(capacity: 8)
    let thread = try Thread.start(name: "probed", payload: go) { go in
      while let count = go.receive() {
        for _ in 0..<count {
          unsafe UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8).deallocate()
        }
        _ = done.send(Thread.currentID)
      }
    }
    // Once without counting: a first receive may set things up.
    _ = go.send(1)
    let number = try #require(done.receive())
    try expectEqual(AllocationProbe.threads(named: "probed"), [number])
    #expect(try AllocationProbe.threads(named: "probe").isEmpty)
    let before = AllocationProbe.count(ofThread: number)
    _ = go.send(100)
    _ = done.receive()
    let spent = AllocationProbe.count(ofThread: number) - before
    expectEqual(spent, AllocationProbe.Count(allocations: 100, frees: 100))
    go.close()
    thread.join()
  }

  @Test func `a wake-up and the two ends of a work queue allocate nothing`() throws {
    let wakeup = try Wakeup()
    let queue = WorkQueue<Int>(capacity: 4)
    func work() {
      for value in 0..<100 {
        wakeup.signal()
        wakeup.drain()
        _ = queue.send(value)
        _ = queue.receive()
      }
    }
    work()
    #expect(AllocationProbe.count { work() } == .none)
  }
}
