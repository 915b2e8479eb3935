import Linux

@testable import Inputs

/// A GPIO line whose edges come through a pipe, and whose level the test sets.
final class PipeLine: InputLine {
  let pipe = PipeEnds()
  var isDebounced = false
  var level = false
  /// How many edges a read hands over at most.
  var edgesPerRead = Int.max
  private var edges: [LineEdge] = []

  func register(
    with loop: EventLoop, _ handler: @escaping (EventLoop.Readiness) -> Void
  ) throws(SystemError) -> EventLoop.Registration {
    try loop.register(pipe.reader, for: .read, handler)
  }

  func read(_ handler: (LineEdge) -> Void) throws(SystemError) {
    guard let bytes = try pipe.readAll(atMost: edgesPerRead) else {
      throw SystemError(.noSuchDevice, call: "read")
    }
    for edge in edges.prefix(bytes.count) { handler(edge) }
    edges.removeFirst(bytes.count)
  }

  func isActive() throws(SystemError) -> Bool { level }

  func edge(_ isActive: Bool, at time: Instant) throws {
    level = isActive
    edges.append(LineEdge(isActive: isActive, time: time))
    try pipe.write([1])
  }
}
