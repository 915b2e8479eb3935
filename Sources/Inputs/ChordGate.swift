internal import Linux

/// Distinguishes buttons pressed together from those pressed alone. A value: the time comes in, and `deadline` is when
/// it wants to be asked next.
///
/// A press of a button that belongs to a chord waits: until the chord is whole, which is then pressed; until the
/// chord's window has passed, or the button is released, when it counts as its own press, with its own time. It waits
/// for no chord that can't come any more, so that while one button of a chord is held, or is unavailable, the others
/// act at once. If two chords match, the one with more buttons comes first, if it comes within its window.
struct ChordGate {
  /// Buttons and chords by their numbers.
  enum Target: Hashable {
    case button(Int)
    case chord(Int)
  }

  enum Kind: Hashable {
    case down
    case up
    /// Its line is lost: it is up, and means nothing.
    case letGo
  }

  /// An event for the gestures of a button or chord.
  struct Change: Hashable {
    let target: Target
    let kind: Kind
    let time: Instant
  }

  struct Chord: Hashable {
    /// Numbers of buttons, each once.
    let buttons: [Int]
    let window: Duration
  }

  private enum State: Hashable {
    case up
    /// Down, and not reported yet.
    case waiting(since: Instant)
    /// Down as itself.
    case alone
    /// Down, and was pressed with others.
    case taken(by: Int)
  }

  private let chords: [Chord]
  /// The numbers of the chords, those of most buttons first.
  private let order: [Int]
  private var states: [State]
  /// By button: whether its line is there; no chord is waited for that needs another.
  private var isThere: [Bool]
  private var isDown: [Bool]
  /// The latest reported time.
  private var clock = Instant(nanoseconds: .min)

  /// Starts with all buttons unavailable; `attach` adds them.
  init(buttons: Int, chords: [Chord]) {
    self.chords = chords
    order = chords.indices.sorted {
      (-chords[$0].buttons.count, $0) < (-chords[$1].buttons.count, $1)
    }
    states = Array(repeating: .up, count: buttons)
    isThere = Array(repeating: false, count: buttons)
    isDown = Array(repeating: false, count: chords.count)
  }

  /// When `advance(to:)` has something to do; nil while nothing waits.
  var deadline: Instant? {
    var earliest: Instant?
    for chord in chords.indices where isOpen(chord) {
      guard let end = end(of: chord) else { continue }
      earliest = min(earliest ?? end, end)
    }
    return earliest
  }

  /// The button's line is there from now on.
  mutating func attach(_ button: Int) { isThere[button] = true }

  mutating func press(_ button: Int, at time: Instant, into changes: inout [Change]) {
    advance(to: time, into: &changes)
    guard states[button] == .up else { return }
    states[button] = .waiting(since: time)
    resolve(into: &changes)
  }

  mutating func release(_ button: Int, at time: Instant, into changes: inout [Change]) {
    advance(to: time, into: &changes)
    if case .waiting = states[button] {
      // A chord that waits for more buttons gets none now.
      if let chord = order.first(where: { chords[$0].buttons.contains(button) && isWhole($0) }) {
        press(chord: chord, into: &changes)
      }
    }
    if states[button] == .up { return }
    if case .waiting(let since) = states[button] {
      changes.append(Change(target: .button(button), kind: .down, time: since))
      changes.append(Change(target: .button(button), kind: .up, time: max(since, time)))
    }
    end(button, as: .up, at: time, into: &changes)
  }

  /// The button's line is lost.
  mutating func letGo(_ button: Int, into changes: inout [Change]) {
    isThere[button] = false
    end(button, as: .letGo, at: clock, into: &changes)
  }

  /// It is up from now on; reported to everything that got its press.
  private mutating func end(_ button: Int, as kind: Kind, at time: Instant, into changes: inout [Change]) {
    switch states[button] {
    case .up, .waiting: break
    case .alone: changes.append(Change(target: .button(button), kind: kind, time: time))
    case .taken(let chord):
      if isDown[chord] { changes.append(Change(target: .chord(chord), kind: kind, time: time)) }
      isDown[chord] = false
    }
    states[button] = .up
    resolve(into: &changes)
  }

  /// Time has passed, however much.
  mutating func advance(to time: Instant, into changes: inout [Change]) {
    while let deadline, deadline <= time {
      clock = deadline
      resolve(into: &changes)
    }
    clock = max(clock, time)
    resolve(into: &changes)
  }

  // MARK: Private

  /// Presses the chords that are whole, then the buttons that wait for nothing.
  private mutating func resolve(into changes: inout [Change]) {
    while let chord = order.first(where: { isWhole($0) && !mayGrow($0) }) {
      press(chord: chord, into: &changes)
    }
    while let (button, since) = firstToGoAlone() {
      states[button] = .alone
      changes.append(Change(target: .button(button), kind: .down, time: since))
    }
  }

  private mutating func press(chord: Int, into changes: inout [Change]) {
    var last = Instant(nanoseconds: .min)
    for button in chords[chord].buttons {
      if case .waiting(let since) = states[button] { last = max(last, since) }
      states[button] = .taken(by: chord)
    }
    isDown[chord] = true
    changes.append(Change(target: .chord(chord), kind: .down, time: last))
  }

  /// The button that has waited longest of those that no chord can want any more.
  private func firstToGoAlone() -> (button: Int, since: Instant)? {
    var first: (button: Int, since: Instant)?
    for button in states.indices {
      guard case .waiting(let since) = states[button], since < first?.since ?? Instant(nanoseconds: .max)
      else { continue }
      if !chords.indices.contains(where: { chords[$0].buttons.contains(button) && isOpen($0) }) {
        first = (button, since)
      }
    }
    return first
  }

  /// Whether more presses can still make it whole, or it is whole and waits for a larger one.
  private func isOpen(_ chord: Int) -> Bool {
    guard !isDown[chord], let end = end(of: chord), clock < end else { return false }
    return chords[chord].buttons.allSatisfy {
      switch states[$0] {
      case .up: isThere[$0]
      case .waiting: true
      case .alone: false
      case .taken(let other): other == chord
      }
    }
  }

  /// Whether all its buttons are down, pressed within its window. One that is still held from the chord's last time
  /// counts, so that the chord can be pressed again with one finger.
  private func isWhole(_ chord: Int) -> Bool {
    guard !isDown[chord], let span = span(of: chord), span.last - span.first < chords[chord].window else {
      return false
    }
    return chords[chord].buttons.allSatisfy {
      switch states[$0] {
      case .up, .alone: false
      case .waiting: true
      case .taken(let other): other == chord
      }
    }
  }

  private func mayGrow(_ chord: Int) -> Bool {
    order.contains { larger in
      chords[larger].buttons.count > chords[chord].buttons.count && isOpen(larger)
        && chords[chord].buttons.allSatisfy(chords[larger].buttons.contains)
    }
  }

  /// When its window ends; nil where none of its buttons waits.
  private func end(of chord: Int) -> Instant? { span(of: chord).map { $0.first + chords[chord].window } }

  private func span(of chord: Int) -> (first: Instant, last: Instant)? {
    var span: (first: Instant, last: Instant)?
    for button in chords[chord].buttons {
      guard case .waiting(let since) = states[button] else { continue }
      span = (min(span?.first ?? since, since), max(span?.last ?? since, since))
    }
    return span
  }
}
