internal import Linux
internal import Model

/// Everything on GPIO lines: buttons, chords of them, rotary encoders, LEDs. Loop thread only.
final class LineControls {
  private let loop: EventLoop
  private let host: any InputHost
  private let sink: ActionSink
  private let latency: (Duration) -> Void
  private let buttonBindings: [ButtonBinding]
  private let chordBindings: [ChordBinding]
  private let encoderBindings: [EncoderBinding]
  private let ledBindings: [LEDBinding]

  private var buttons: [KeptLines<AttachedButton>] = []
  private var encoders: [KeptLines<AttachedEncoder>] = []
  private var leds: [KeptLines<AttachedLED>] = []
  private var buttonGestures: [GestureControl] = []
  private var chordGestures: [GestureControl] = []
  private var counts: [ChordGate.Target: ActionCount] = [:]
  private var encoderCounts: [ActionCount] = []
  private var gate: ChordGate
  /// By button: whether it belongs to a chord; the others act at once.
  private var isGated: [Bool] = []
  private var gateTimer: EventLoop.Timer?
  private var gateChanges: [ChordGate.Change] = []
  private var signs: Set<LEDSign> = []
  private var isEnded = false

  /// - Parameters:
  /// - latency: called with the time from an edge until the sink returned.
  /// - sink: called in the loop with each action and the time of the event that caused it.
  init(
    loop: EventLoop, bindings: InputBindings, host: any InputHost, latency: @escaping (Duration) -> Void,
    sink: ActionSink
  ) {
    self.loop = loop
    self.host = host
    self.latency = latency
    self.sink = sink
    buttonBindings = bindings.buttons
    chordBindings = bindings.chords
    encoderBindings = bindings.encoders
    ledBindings = bindings.leds
    let chords = bindings.chords.map { chord in
      ChordGate.Chord(
        buttons: bindings.buttons.indices.filter { chord.buttons.contains(bindings.buttons[$0].name) },
        window: chord.window)
    }
    gate = ChordGate(buttons: bindings.buttons.count, chords: chords)
    isGated = bindings.buttons.indices.map { button in chords.contains { $0.buttons.contains(button) } }
  }

  deinit { end() }

  /// Requests all lines. A failure is logged, and tried again: a jukebox without buttons still plays.
  func start(signs: Set<LEDSign>) {
    self.signs = signs
    buttonGestures = buttonBindings.enumerated().map { gestures($1.binding, of: .button($0)) }
    chordGestures = chordBindings.enumerated().map { gestures($1.binding, of: .chord($0)) }
    encoderCounts = Array(repeating: ActionCount(), count: encoderBindings.count)
    for (index, binding) in buttonBindings.enumerated() { buttons.append(keep(index, binding)) }
    for (index, binding) in encoderBindings.enumerated() { encoders.append(keep(index, binding)) }
    for binding in ledBindings { leds.append(keep(binding)) }
  }

  /// Lets go of everything; LEDs are dark.
  func end() {
    if isEnded { return }
    isEnded = true
    if let gateTimer { loop.cancel(gateTimer) }
    gateTimer = nil
    for button in buttons {
      button.attached?.detach()
      button.end()
    }
    for encoder in encoders {
      encoder.attached?.detach()
      encoder.end()
    }
    for led in leds {
      led.attached?.detach()
      led.end()
    }
    for gestures in buttonGestures + chordGestures { gestures.letGo() }
  }

  /// How many buttons can be pressed.
  var buttonCount: Int { buttons.count { $0.attached != nil } }

  func show(_ signs: Set<LEDSign>) {
    if signs == self.signs { return }
    self.signs = signs
    for led in leds { led.attached?.show(signs) }
  }

  var status: [InputStatus] {
    var all: [InputStatus] = []
    for (index, button) in buttonBindings.enumerated() {
      all.append(
        InputStatus(
          .button, button.name, button.address.description, buttons[index].trouble,
          counts[.button(index)] ?? ActionCount(), [button.address]))
    }
    for (index, chord) in chordBindings.enumerated() {
      all.append(
        InputStatus(
          .chord, chord.name, chord.buttons.joined(separator: ", "), nil,
          counts[.chord(index)] ?? ActionCount()))
      all[all.count - 1].report.trouble = missingButton(of: chord)
    }
    for (index, encoder) in encoderBindings.enumerated() {
      all.append(
        InputStatus(
          .encoder, encoder.name, "\(encoder.chip) lines \(encoder.a), \(encoder.b)",
          encoders[index].trouble, encoderCounts[index], encoder.addresses))
    }
    for (index, led) in ledBindings.enumerated() {
      var status = InputStatus(
        .led, led.name, led.address.description, leds[index].trouble, ActionCount(), [led.address])
      status.report.look = (leds[index].attached?.look ?? .dark).rawValue
      all.append(status)
    }
    return all
  }

  private func missingButton(of chord: ChordBinding) -> String? {
    let missing = buttonBindings.indices.first {
      chord.buttons.contains(buttonBindings[$0].name) && buttons[$0].trouble != nil
    }
    return missing.map { "its button \(buttonBindings[$0].name)" }
  }

  // MARK: Buttons and chords

  private func keep(_ index: Int, _ binding: ButtonBinding) -> KeptLines<AttachedButton> {
    KeptLines("button \(binding.name)", loop: loop) {
      [unowned self] whenGone throws(SystemError) -> AttachedButton in
      let line = try host.openInput(LineRequest(binding))
      let button = try AttachedButton(line, binding, loop: loop) { [weak self] change in
        self?.changed(index, change)
      } whenGone: { [weak self] error in
        self?.lost(index)
        whenGone(error)
      }
      gate.attach(index)
      return button
    }
  }

  private func gestures(_ binding: Binding, of target: ChordGate.Target) -> GestureControl {
    GestureControl(binding, loop: loop, alarmRings: sink.alarmRings) { [weak self] action, time in
      guard let self, !isEnded, sink.lock.allows(action, isWhenLocked: binding.isWhenLocked) else { return }
      counts[target, default: ActionCount()].note(action, at: time)
      sink.perform(action, time)
    }
  }

  private func changed(_ index: Int, _ change: AttachedButton.Change) {
    guard !isEnded else { return }
    if !isGated[index] {
      tell(buttonGestures[index], isDown: change.isDown, at: change.time, isFresh: change.isFresh)
      return
    }
    passGate(freshAt: change.isFresh ? change.time : nil) { gate, changes in
      if change.isDown {
        gate.press(index, at: change.time, into: &changes)
      } else {
        gate.release(index, at: change.time, into: &changes)
      }
    }
  }

  private func lost(_ index: Int) {
    guard !isEnded else { return }
    buttonGestures[index].letGo()
    if isGated[index] { passGate(freshAt: nil) { gate, changes in gate.letGo(index, into: &changes) } }
  }

  /// - Parameter freshAt: the time of the edge in question; other reports were delayed on purpose, which is no latency.
  private func passGate(freshAt: Instant?, _ body: (inout ChordGate, inout [ChordGate.Change]) -> Void) {
    var changes: [ChordGate.Change] = []
    swap(&changes, &gateChanges)
    body(&gate, &changes)
    if let gateTimer { loop.cancel(gateTimer) }
    gateTimer = gate.deadline.map { deadline in
      loop.schedule(at: deadline) { [weak self] in
        guard let self, !isEnded else { return }
        gateTimer = nil
        let now = loop.now
        passGate(freshAt: nil) { gate, changes in gate.advance(to: now, into: &changes) }
      }
    }
    for change in changes where !isEnded {
      let gestures =
        switch change.target {
        case .button(let index): buttonGestures[index]
        case .chord(let index): chordGestures[index]
        }
      switch change.kind {
      case .down, .up:
        tell(gestures, isDown: change.kind == .down, at: change.time, isFresh: change.time == freshAt)
      case .letGo: gestures.letGo()
      }
    }
    changes.removeAll(keepingCapacity: true)
    swap(&changes, &gateChanges)
  }

  private func tell(_ gestures: GestureControl, isDown: Bool, at time: Instant, isFresh: Bool) {
    if gestures.change(isDown: isDown, at: time), isFresh { latency(Instant.now() - time) }
  }

  // MARK: Encoders

  private func keep(_ index: Int, _ binding: EncoderBinding) -> KeptLines<AttachedEncoder> {
    KeptLines("encoder \(binding.name)", loop: loop) {
      [unowned self] whenGone throws(SystemError) -> AttachedEncoder in
      let lines = binding.addresses.map { LineRequest($0, of: binding) }
      let a = try host.openInput(lines[0])
      return try AttachedEncoder(
        a: a, b: try host.openInput(lines[1]), binding, loop: loop,
        turned: {
          [weak self] steps, time in self?.turned(index, binding, steps, at: time)
        }, whenGone: whenGone)
    }
  }

  private func turned(_ index: Int, _ binding: EncoderBinding, _ steps: Int, at time: Instant) {
    guard let action = steps > 0 ? binding.clockwise : binding.counterclockwise else { return }
    for _ in 0..<abs(steps)
    where !isEnded && sink.lock.allows(action, isWhenLocked: binding.isWhenLocked) {
      encoderCounts[index].note(action, at: time)
      sink.perform(action, time)
    }
    latency(Instant.now() - time)
  }

  // MARK: LEDs

  private func keep(_ binding: LEDBinding) -> KeptLines<AttachedLED> {
    KeptLines("led \(binding.name)", loop: loop) {
      [unowned self] whenGone throws(SystemError) -> AttachedLED in
      let line = try host.openOutput(binding.address, active: binding.active)
      return try AttachedLED(line, binding, signs: signs, loop: loop, whenGone: whenGone)
    }
  }
}
