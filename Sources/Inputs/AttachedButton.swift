internal import Linux
internal import Player

/// A GPIO button in the loop. Loop thread only.
final class AttachedButton {
  private let line: any ButtonLine
  private let loop: EventLoop
  private let control: GestureControl
  private var debouncer: Debouncer
  private var registration: EventLoop.Registration?
  private var timer: EventLoop.Timer?
  private let whenGone: (SystemError) -> Void
  private let latency: (Duration) -> Void

  init(
    _ line: any ButtonLine, _ button: ButtonBinding, loop: EventLoop, latency: @escaping (Duration) -> Void,
    sink: @escaping (Action, Instant) -> Void, whenGone: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    self.line = line
    self.loop = loop
    self.latency = latency
    self.whenGone = whenGone
    control = GestureControl(button.binding, loop: loop, sink: sink)
    let mode: Debouncer.Mode =
      switch button.debounce {
      case .ours(let window): .firstEdge(window: window)
      case .kernel(let period): line.isDebounced ? .none : .stable(for: period)
      }
    // A button that is down when the jukebox starts does nothing until it is pressed anew.
    debouncer = Debouncer(mode, isActive: try line.isActive())
    registration = try line.register(with: loop) { [weak self] in self?.read($0) }
  }

  deinit { detach() }

  func detach() {
    if let registration { loop.remove(registration) }
    registration = nil
    if let timer { loop.cancel(timer) }
    timer = nil
    control.letGo()
  }

  private func read(_ readiness: EventLoop.Readiness) {
    do throws(SystemError) {
      try line.read { edge in
        guard debouncer.edge(isActive: edge.isActive, at: edge.time) else { return }
        tell(at: edge.time, counts: true)
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
      if debouncer.settle(isActive: level, at: now) { tell(at: now, counts: false) }
      arm()
    } catch {
      leave(error)
    }
  }

  private func tell(at time: Instant, counts: Bool) {
    if control.change(isDown: debouncer.isActive, at: time), counts { latency(Instant.now() - time) }
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
