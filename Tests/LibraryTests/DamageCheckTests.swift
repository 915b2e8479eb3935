import Glibc
import Linux
import Support
import Synchronization
import Testing

@testable import Library
@testable import LibrarySupport

@Suite("The check for damage") struct DamageCheckTests {
  private final class State: Sendable {
    let check = DamageCheck(JobQueue(), closing: Cancellation())
    let hasBegun = Monitor(false)
    let hasEnded = Monitor(false)
    let isNextJobRunning = Atomic(false)
  }

  @Test func `an interrupt of the check comes before the next job of the store thread`() throws {
    for _ in 1...50 {
      let state = State()
      let thread = try Thread.start(name: "check", payload: state) { state in
        state.check.run { ending in
          state.hasBegun.change { $0 = true }
          while !ending.isCancelled { sched_yield() }
          state.hasEnded.change { $0 = true }
        }
        state.isNextJobRunning.store(true, ordering: .sequentiallyConsistent)
      }
      state.hasBegun.wait { $0 ? .done(()) : .wait() }
      state.check.end {
        state.hasEnded.wait { $0 ? .done(()) : .wait() }
        for _ in 1...100 { sched_yield() }
        expectEqual(state.isNextJobRunning.load(ordering: .sequentiallyConsistent), false)
      }
      thread.join()
      state.check.end { Issue.record("the check has ended") }
    }
  }
}
