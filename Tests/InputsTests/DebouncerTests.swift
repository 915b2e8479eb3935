import Linux
import Support
import Testing

@testable import Inputs

/// A debouncer by reference, so that an expectation may move it on.
private final class Contact {
  private var debouncer: Debouncer

  init(_ mode: Debouncer.Mode, isActive: Bool) { debouncer = Debouncer(mode, isActive: isActive) }

  var deadline: Instant? { debouncer.deadline }
  var isActive: Bool { debouncer.isActive }
  func edge(isActive: Bool, at time: Instant) -> Bool { debouncer.edge(isActive: isActive, at: time) }
  func close(before edge: LineEdge) -> Instant? { debouncer.close(before: edge) }
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
    expectEqual(debouncer.deadline, at(9.5))
    #expect(!debouncer.settle(isActive: true, at: at(9.5)))
    #expect(debouncer.deadline == nil)
    #expect(debouncer.isActive)
  }

  @Test(arguments: [0.05, 1, 4.9]) func `a train of 20 edges counts once, at its first`(apart: Double) {
    let debouncer = Contact(.firstEdge(window: .milliseconds(5)), isActive: false)
    var told: [(Double, Bool)] = []
    func play(from start: Double, _ first: Bool, count: Int) {
      for step in 0..<count {
        let (time, level) = (start + Double(step) * apart, (step % 2 == 0) == first)
        if let closed = debouncer.close(before: LineEdge(isActive: level, time: at(time))) {
          told.append((Double(closed.nanoseconds) / 1e6, debouncer.isActive))
        }
        if debouncer.edge(isActive: level, at: at(time)) { told.append((time, level)) }
      }
    }
    // Down, with 20 edges and one more, so that it stays down; up likewise, as a loop that is late reads it.
    play(from: 0, true, count: 21)
    play(from: 500, false, count: 21)
    play(from: 1_000, true, count: 21)
    expectEqual(told.map(\.0), [0, 500, 1_000])
    expectEqual(told.map(\.1), [true, false, true])
  }

  @Test func `a release within the window is reported when the contact is still`() {
    let debouncer = Contact(.firstEdge(window: .milliseconds(5)), isActive: false)
    #expect(debouncer.edge(isActive: true, at: at(0)))
    #expect(!debouncer.edge(isActive: false, at: at(2)))
    #expect(!debouncer.settle(isActive: false, at: at(5)))
    #expect(debouncer.settle(isActive: false, at: at(7)))
    #expect(!debouncer.isActive)
    // It has a window of its own.
    #expect(!debouncer.edge(isActive: true, at: at(8)))
    #expect(debouncer.settle(isActive: true, at: at(13)))
    expectEqual(debouncer.deadline, at(18))
  }

  @Test func `a loop that is late loses no press`() {
    let debouncer = Contact(.firstEdge(window: .milliseconds(5)), isActive: false)
    func edge(_ level: Bool, _ time: Double) -> [String] {
      var told: [String] = []
      if debouncer.close(before: LineEdge(isActive: level, time: at(time))) != nil {
        told.append(debouncer.isActive ? "closed down" : "closed up")
      }
      if debouncer.edge(isActive: level, at: at(time)) { told.append(level ? "down" : "up") }
      return told
    }
    // Three presses that are read in one go, the first of them shorter than the window.
    expectEqual(edge(true, 0), ["down"])
    expectEqual(edge(false, 2), [])
    expectEqual(edge(true, 60), ["closed up", "down"])
    expectEqual(edge(false, 120), ["up"])
    expectEqual(edge(true, 180), ["down"])
    expectEqual(edge(false, 240), ["up"])
    // Two edges that the kernel told as one, behind the window, are no press.
    expectEqual(edge(true, 300), ["down"])
    expectEqual(edge(true, 310), [])
  }

  @Test func `a stable level counts after its time, and each edge restarts it`() {
    let debouncer = Contact(.stable(for: .milliseconds(20)), isActive: false)
    #expect(!debouncer.edge(isActive: true, at: at(0)))
    #expect(!debouncer.edge(isActive: false, at: at(10)))
    #expect(!debouncer.edge(isActive: true, at: at(15)))
    #expect(!debouncer.settle(isActive: true, at: at(20)))
    expectEqual(debouncer.deadline, at(35))
    #expect(debouncer.settle(isActive: true, at: at(35)))
    #expect(debouncer.isActive)
    // A pulse of noise changes nothing.
    #expect(!debouncer.edge(isActive: false, at: at(50)))
    #expect(!debouncer.settle(isActive: true, at: at(70)))
  }

  @Test func `edges that the kernel has debounced count at once`() {
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
