import Linux
import Testing

@testable import Inputs

/// A debouncer by reference, so that an expectation may move it on.
private final class Contact {
  private var debouncer: Debouncer

  init(_ mode: Debouncer.Mode, isActive: Bool) { debouncer = Debouncer(mode, isActive: isActive) }

  var deadline: Instant? { debouncer.deadline }
  var isActive: Bool { debouncer.isActive }
  func edge(isActive: Bool, at time: Instant) -> Bool { debouncer.edge(isActive: isActive, at: time) }
  func settle(isActive: Bool, at time: Instant) -> Bool { debouncer.settle(isActive: isActive, at: time) }
}

@Suite struct DebouncerTests {
  private func at(_ milliseconds: Double) -> Instant { Instant(nanoseconds: Int64(milliseconds * 1_000_000)) }

  @Test func `the first edge counts, bounces don't, then the level is read`() {
    let debouncer = Contact(.firstEdge(window: .milliseconds(5)), isActive: false)
    #expect(debouncer.edge(isActive: true, at: at(0)))
    for step in 1..<10 {
      #expect(!debouncer.edge(isActive: step % 2 == 0, at: at(Double(step) / 2)))
    }
    #expect(debouncer.deadline == at(5))
    #expect(!debouncer.settle(isActive: true, at: at(5)))
    #expect(debouncer.deadline == nil)
    #expect(debouncer.isActive)
  }

  @Test func `a release within the window is told when it ends`() {
    let debouncer = Contact(.firstEdge(window: .milliseconds(5)), isActive: false)
    #expect(debouncer.edge(isActive: true, at: at(0)))
    #expect(!debouncer.edge(isActive: false, at: at(2)))
    #expect(debouncer.settle(isActive: false, at: at(5)))
    #expect(!debouncer.isActive)
    // It has a window of its own.
    #expect(!debouncer.edge(isActive: true, at: at(6)))
    #expect(debouncer.settle(isActive: true, at: at(10)))
    #expect(debouncer.deadline == at(15))
  }

  @Test func `an edge behind the window that the loop hasn't closed yet is in the level`() {
    let debouncer = Contact(.firstEdge(window: .milliseconds(5)), isActive: false)
    #expect(debouncer.edge(isActive: true, at: at(0)))
    #expect(!debouncer.edge(isActive: false, at: at(7)))
    #expect(debouncer.settle(isActive: false, at: at(9)))
  }

  @Test func `a stable level counts after its time, each edge begins it anew`() {
    let debouncer = Contact(.stable(for: .milliseconds(20)), isActive: false)
    #expect(!debouncer.edge(isActive: true, at: at(0)))
    #expect(!debouncer.edge(isActive: false, at: at(10)))
    #expect(!debouncer.edge(isActive: true, at: at(15)))
    #expect(!debouncer.settle(isActive: true, at: at(20)))
    #expect(debouncer.deadline == at(35))
    #expect(debouncer.settle(isActive: true, at: at(35)))
    #expect(debouncer.isActive)
    // A pulse of noise changes nothing.
    #expect(!debouncer.edge(isActive: false, at: at(50)))
    #expect(!debouncer.settle(isActive: true, at: at(70)))
  }

  @Test func `what the kernel has debounced counts as it comes, once`() {
    let debouncer = Contact(.none, isActive: false)
    #expect(debouncer.edge(isActive: true, at: at(0)))
    #expect(!debouncer.edge(isActive: true, at: at(1)))
    #expect(debouncer.edge(isActive: false, at: at(2)))
    #expect(debouncer.deadline == nil)
  }

  @Test func `a level that is active from the start is no press`() {
    let debouncer = Contact(.firstEdge(window: .milliseconds(5)), isActive: true)
    #expect(!debouncer.edge(isActive: true, at: at(0)))
    #expect(debouncer.edge(isActive: false, at: at(1)))
  }
}
