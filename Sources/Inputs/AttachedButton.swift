internal import Linux

/// A GPIO button in the loop. Loop thread only.
final class AttachedButton {
  /// The button went down or up.
  struct Change {
    let isDown: Bool
    let time: Instant
    /// Whether an edge of now says so, and not a timer.
    let isFresh: Bool
  }

  private let line: any InputLine
  private let loop: EventLoop
  private var debouncer: Debouncer
  private var registration: EventLoop.Registration?
  private var timer: EventLoop.Timer?
  private let changed: (Change) -> Void
  private let whenGone: (SystemError) -> Void

  /// - Parameters:
  ///   - changed: called with each press and release.
  ///   - whenGone: called once, when the line can't be read any more; it may release this object.
  init(
    _ line: any InputLine, _ button: ButtonBinding, loop: EventLoop, changed: @escaping (Change) -> Void,
    whenGone: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    self.line = line
    self.loop = loop
    self.changed = changed
    self.whenGone = whenGone
    let mode: Debouncer.Mode =
      switch button.debounce {
      case .ours(let window): .firstEdge(window: window)
      case .kernel(let period): line.isDebounced ? .none : .stable(for: period)
      }
    // A button that is down when the jukebox starts does nothing until its next press.
    debouncer = Debouncer(mode, isActive: try line.isActive())
    registration = try line.register(with: loop) { [weak self] in self?.read($0) }
  }

  deinit { detach() }

  func detach() {
    if let registration { loop.remove(registration) }
    registration = nil
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func read(_ readiness: EventLoop.Readiness) {
    do throws(SystemError) {
      try line.read { edge in
        if let time = debouncer.close(before: edge) { tell(at: time, isFresh: false) }
        if debouncer.edge(isActive: edge.isActive, at: edge.time) { tell(at: edge.time, isFresh: true) }
      }
      // One that only says so in epoll would wake the loop for ever.
      if !readiness.isDisjoint(with: [.hangup, .error]) {
        throw SystemError(.noSuchDevice, call: "epoll_wait")
      }
      arm()
    } catch {
      leave(error)
    }
  }

  private func settle() {
    timer = nil
    do throws(SystemError) {
      let level = try line.isActive()
      let now = loop.now
      if debouncer.settle(isActive: level, at: now) { tell(at: now, isFresh: false) }
      arm()
    } catch {
      leave(error)
    }
  }

  private func tell(at time: Instant, isFresh: Bool) {
    changed(Change(isDown: debouncer.isActive, time: time, isFresh: isFresh))
  }

  private func arm() {
    guard registration != nil else { return }
    if let timer { loop.cancel(timer) }
    timer = debouncer.deadline.map { deadline in
      loop.schedule(at: deadline) { [weak self] in self?.settle() }
    }
  }

  private func leave(_ error: SystemError) {
    guard registration != nil else { return }
    detach()
    whenGone(error)
  }
}
