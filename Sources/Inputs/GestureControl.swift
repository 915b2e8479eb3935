internal import Linux
internal import Model

/// One key of a device, or one button: its gestures, and the loop's timer for them. Loop thread only.
final class GestureControl {
  private let binding: Binding
  private var recognizer: GestureRecognizer
  private let alarmRings: () -> Bool
  private let loop: EventLoop
  private let sink: (Action, Instant) -> Void
  private var timer: EventLoop.Timer?

  init(
    _ binding: Binding, loop: EventLoop, alarmRings: @escaping () -> Bool = { false },
    sink: @escaping (Action, Instant) -> Void
  ) {
    self.binding = binding
    recognizer = GestureRecognizer(binding)
    self.alarmRings = alarmRings
    self.loop = loop
    self.sink = sink
  }

  deinit { if let timer { loop.cancel(timer) } }

  /// - Returns: whether it acted at once.
  @discardableResult
  func change(isDown: Bool, at time: Instant) -> Bool {
    if isDown, binding.isOfPause, recognizer.isUp {
      let wanted = alarmRings() ? .alarm : binding
      if recognizer.binding != wanted { recognizer = GestureRecognizer(wanted) }
    }
    return run(at: time) { recognizer, actions in
      if isDown {
        recognizer.press(at: time, into: &actions)
      } else {
        recognizer.release(at: time, into: &actions)
      }
    }
  }

  func letGo() { run(at: loop.now) { recognizer, actions in recognizer.letGo(into: &actions) } }

  @discardableResult
  private func run(at time: Instant, _ body: (inout GestureRecognizer, inout [Action]) -> Void) -> Bool {
    var actions: [Action] = []
    body(&recognizer, &actions)
    if let timer { loop.cancel(timer) }
    timer = recognizer.deadline.map { deadline in
      loop.schedule(at: deadline) { [weak self] in self?.timeIsUp() }
    }
    // Last: what an action does may remove this control.
    for action in actions { sink(action, time) }
    return !actions.isEmpty
  }

  private func timeIsUp() {
    timer = nil
    let now = loop.now
    run(at: now) { recognizer, actions in recognizer.advance(to: now, into: &actions) }
  }
}
