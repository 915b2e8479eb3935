internal import Linux
internal import Model

/// An input device that has bound keys, or types the numbers of cards, in the loop. Loop thread only.
final class AttachedDevice {
  private let device: any KeyDevice
  private let loop: EventLoop
  private var controls: [KeyCode: GestureControl] = [:]
  private var registration: EventLoop.Registration?
  /// Called once, when the device is gone; it may release this object.
  private let whenGone: (SystemError) -> Void
  private let latency: (Duration) -> Void
  private let unbound: (KeyEvent) -> Void
  private(set) var count = ActionCount()
  /// The settings of a reader, whose keys are no actions; nil for other devices.
  let reader: ReaderBinding?
  private var number: TypedNumber?
  private let placed: (CardNumber, Instant) -> Void
  private var detector: ReaderDetector

  /// - Parameters:
  ///   - unbound: called with each event of a key without a binding.
  ///   - placed: called with each number that a reader has typed.
  ///   - typed: called when another device types a number as a reader does.
  init(
    _ device: any KeyDevice, bindings: InputBindings, loop: EventLoop,
    latency: @escaping (Duration) -> Void,
    sink: ActionSink, unbound: @escaping (KeyEvent) -> Void = { _ in },
    reader: ReaderBinding? = nil, placed: @escaping (CardNumber, Instant) -> Void = { _, _ in },
    typed: @escaping () -> Void = {},
    whenGone: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    self.device = device
    self.loop = loop
    self.latency = latency
    self.unbound = unbound
    self.whenGone = whenGone
    (self.reader, self.placed) = (reader, placed)
    detector = ReaderDetector(found: typed)
    number = reader.map { TypedNumber($0.kind) }
    for (key, binding) in bindings.keys where reader == nil && !binding.isEmpty && device.has(key) {
      controls[key] = GestureControl(binding, loop: loop, alarmRings: sink.alarmRings) {
        [weak self] action, time in
        guard sink.lock.allows(action, isWhenLocked: binding.isWhenLocked) else { return }
        self?.count.note(action, at: time)
        sink.perform(action, time)
      }
    }
    registration = try device.register(with: loop) { [weak self] in self?.read($0) }
  }

  deinit { detach() }

  /// Whether it has no key that acts, and is no reader.
  var isIdle: Bool { controls.isEmpty && reader == nil }

  /// As the device calls itself.
  var name: String { device.name }

  /// Ends it; keys that are down are let go.
  func detach() {
    if let registration { loop.remove(registration) }
    registration = nil
    for control in controls.values { control.letGo() }
    controls = [:]
  }

  private func read(_ readiness: EventLoop.Readiness) {
    do throws(SystemError) {
      try device.read { event in
        if reader != nil {
          if let typed = number?.take(event) {
            placed(typed, event.time)
            latency(Instant.now() - event.time)
          }
          return
        }
        detector.take(event)
        guard let control = controls[event.key] else { return unbound(event) }
        if control.change(isDown: event.isDown, at: event.time) { latency(Instant.now() - event.time) }
      }
      // One that only says so in epoll would wake the loop for ever.
      if !readiness.isDisjoint(with: [.hangup, .error]) {
        throw SystemError(.noSuchDevice, call: "epoll_wait")
      }
    } catch {
      // The sink's reaction to the last key may have ended this already.
      guard registration != nil else { return }
      detach()
      whenGone(error)
    }
  }
}
