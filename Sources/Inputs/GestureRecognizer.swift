public import Linux
public import Model

/// Recognises gestures from presses and releases of one key or button. A value: the time is a parameter, and `deadline`
/// is the time of the next call.
public struct GestureRecognizer: Sendable {
  /// From a press to `hold`.
  public static let holdTime = Duration.milliseconds(600)
  /// From a release to the second press of `double`.
  public static let doubleTime = Duration.milliseconds(300)
  /// From a press to the first repeat, where no `hold` is bound.
  public static let repeatDelay = Duration.milliseconds(500)
  /// A shorter period is taken as this one.
  public static let shortestRepeat = Duration.milliseconds(20)

  private enum State: Hashable {
    case up
    /// Down; whether it is a press or a hold is open until then.
    case undecided(until: Instant)
    /// Down, and has acted; acts again then.
    case held(again: Instant?)
    /// Up after a first press; a second one counts until then.
    case awaitsSecond(until: Instant)
  }

  public let binding: Binding
  private var state = State.up

  public init(_ binding: Binding) { self.binding = binding }

  /// When `advance(to:)` has something to do; nil while nothing is open.
  public var deadline: Instant? {
    switch state {
    case .up: nil
    case .undecided(let until): until
    case .held(let again): again
    case .awaitsSecond(let until): until
    }
  }

  /// Whether it is not pressed, and no second press is awaited.
  var isUp: Bool { state == .up }

  /// The key went down. One that is down already stays as it is.
  public mutating func press(at time: Instant, into actions: inout [Action]) {
    advance(to: time, into: &actions)
    switch state {
    case .undecided, .held: return
    case .awaitsSecond:
      act(binding.double, &actions)
      state = .held(again: nil)
    case .up:
      if binding.hold != nil || binding.double != nil {
        state = .undecided(until: time + Self.holdTime)
      } else {
        act(binding.press, &actions)
        state = .held(again: period.map { time + max(Self.repeatDelay, $0) })
      }
    }
  }

  /// The key went up.
  public mutating func release(at time: Instant, into actions: inout [Action]) {
    advance(to: time, into: &actions)
    switch state {
    case .up, .awaitsSecond: return
    case .held:
      state = .up
      endPad(&actions)
    case .undecided:
      if binding.double != nil {
        state = .awaitsSecond(until: time + Self.doubleTime)
      } else {
        act(binding.press, &actions)
        state = .up
      }
    }
  }

  /// Time has passed. However much: at most one repeat acts.
  public mutating func advance(to time: Instant, into actions: inout [Action]) {
    if case .undecided(let until) = state, time >= until {
      act(binding.hold ?? binding.press, &actions)
      state = .held(again: period.map { until + $0 })
    }
    if case .awaitsSecond(let until) = state, time >= until {
      act(binding.press, &actions)
      state = .up
    }
    if case .held(let again?) = state, let period, time >= again {
      act(binding.hold ?? binding.press, &actions)
      // After a stall it continues from now instead of catching up.
      state = .held(again: again + period > time ? again + period : time + period)
    }
  }

  /// The device is gone, perhaps with the key down: nothing stays held, and no press follows from it.
  public mutating func letGo(into actions: inout [Action]) {
    switch state {
    case .up, .awaitsSecond: return
    case .undecided, .held:
      if case .held = state { endPad(&actions) }
      state = .up
    }
  }

  private var period: Duration? { binding.repeatPeriod.map { max($0, Self.shortestRepeat) } }

  /// A pad may sound for as long as it is pressed.
  private func endPad(_ actions: inout [Action]) {
    for case .pad(let name)? in [binding.press, binding.hold, binding.double] {
      actions.append(.padRelease(name))
    }
  }

  private func act(_ action: Action?, _ actions: inout [Action]) {
    if let action { actions.append(action) }
  }
}
