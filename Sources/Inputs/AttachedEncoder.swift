internal import Linux

/// A rotary encoder on two GPIO lines, in the loop. Loop thread only.
final class AttachedEncoder {
  private typealias Edge = (line: QuadratureDecoder.Line, edge: LineEdge)

  private let a: any InputLine
  private let b: any InputLine
  private let loop: EventLoop
  private var decoder: QuadratureDecoder
  private var registrations: [EventLoop.Registration] = []
  private var timer: EventLoop.Timer?
  /// Those that have come, and are not decoded: only for the time of a turn, unless a line has more than is read at once.
  private var edges: [Edge] = []
  private let turned: (Int, Instant) -> Void
  private let whenGone: (SystemError) -> Void

  /// Each line has a queue of its own; the number of further looks for an edge that comes between two looks.
  private static let looksPerTurn = 4

  /// - Parameters:
  ///   - turned: called with the steps of a turn, clockwise positive and never 0, and the time of the edge.
  ///   - whenGone: called once, when a line can't be read any more; it may release this object.
  init(
    a: any InputLine, b: any InputLine, _ encoder: EncoderBinding, loop: EventLoop,
    turned: @escaping (Int, Instant) -> Void, whenGone: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    self.a = a
    self.b = b
    self.loop = loop
    self.turned = turned
    self.whenGone = whenGone
    decoder = QuadratureDecoder(
      changesPerStep: encoder.changesPerStep, a: try a.isActive(), b: try b.isActive())
    edges.reserveCapacity(64)
    for line in [a, b] {
      registrations.append(try line.register(with: loop) { [weak self] in self?.read($0) })
    }
  }

  deinit { detach() }

  func detach() {
    for registration in registrations { loop.remove(registration) }
    registrations = []
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func read(_ readiness: EventLoop.Readiness) {
    do throws(SystemError) {
      let end = try collect()
      if !readiness.isDisjoint(with: [.hangup, .error]) {
        throw SystemError(.noSuchDevice, call: "epoll_wait")
      }
      // The lines' edges were queued apart; the kernel's times put them in order.
      edges.sort { $0.edge.time < $1.edge.time }
      let count = end.map { end in edges.prefix { $0.edge.time <= end }.count } ?? edges.count
      for (line, edge) in edges.prefix(count) {
        tell(decoder.edge(line, isActive: edge.isActive, at: edge.time), edge.time)
      }
      edges.removeFirst(count)
      arm()
    } catch {
      leave(error)
    }
  }

  /// - Returns: up to when all edges have been read; nil where none is left.
  private func collect() throws(SystemError) -> Instant? {
    var end: Instant?
    for _ in 0..<Self.looksPerTurn {
      // The rest of a line's queue comes after the edges read from it.
      let (lastA, lastB) = (try take(.a), try take(.b))
      guard let last = lastA ?? lastB else { return nil }
      end = min(last, lastB ?? last)
    }
    return end
  }

  /// - Returns: the time of the last edge that came; nil where none did.
  private func take(_ line: QuadratureDecoder.Line) throws(SystemError) -> Instant? {
    var last: Instant?
    try (line == .a ? a : b).read { edge in
      edges.append((line, edge))
      last = edge.time
    }
    return last
  }

  private func settle() {
    timer = nil
    do throws(SystemError) {
      let (levelA, levelB) = (try a.isActive(), try b.isActive())
      tell(decoder.settle(a: levelA, b: levelB, at: loop.now), loop.now)
      arm()
    } catch {
      leave(error)
    }
  }

  private func tell(_ steps: Int, _ time: Instant) {
    // The reaction to a step may have ended this.
    if steps != 0, !registrations.isEmpty { turned(steps, time) }
  }

  private func arm() {
    guard !registrations.isEmpty else { return }
    if let timer { loop.cancel(timer) }
    if !edges.isEmpty {
      // Remaining edges do not wake the loop; and the lines' present levels are later than these edges.
      timer = loop.schedule(at: loop.now) { [weak self] in self?.read(.read) }
      return
    }
    timer = decoder.deadline.map { deadline in
      loop.schedule(at: deadline) { [weak self] in self?.settle() }
    }
  }

  private func leave(_ error: SystemError) {
    guard !registrations.isEmpty else { return }
    detach()
    whenGone(error)
  }
}
