internal import Linux

/// Turns the two contacts of a rotary encoder into steps. A value: the time comes in.
///
/// Every change of the two levels moves the position by the state table. A bouncing contact moves it there and back, so
/// bounces cancel out without any waiting. A step is reported where the position comes near the next rest, and its
/// opposite needs at least two changes back. Only a knob with one step per change has no room for that; there a turn
/// back sooner than a hand can turn is a bounce.
struct QuadratureDecoder {
  enum Line: Hashable { case a, b }

  /// No hand turns back so soon after a change.
  static let shortestReturn = Duration.milliseconds(5)
  /// So long after the last edge the levels are read, since a queue of the kernel may have run over.
  static let quietTime = Duration.milliseconds(20)

  /// Step of each change of state, by `from * 4 + to` with A as the high bit of a state. Clockwise is 00, 10, 11, 01,
  /// 00. nil: both lines have changed, so the direction is unknown.
  private static let moves: [Int?] = [
    //  00   01   10   11
    0, -1, 1, nil,  // from 00
    1, 0, nil, -1,  // from 01
    -1, nil, 0, 1,  // from 10
    nil, 1, -1, 0,  // from 11
  ]
  /// The place of each state in a period. A knob rests with both contacts open.
  private static let places = [0, 3, 1, 2]

  let changesPerStep: Int
  /// Distance from the rest at which a step is reported.
  private let threshold: Int
  private var state: Int
  /// In changes; at 0 modulo 4 both contacts are open.
  private var position: Int
  /// The end of the last reported step, a multiple of `changesPerStep`.
  private var rest: Int
  /// Direction of the last change, and of the last reported step; 0 before the first.
  private var direction = 0
  private var stepDirection = 0
  private var lastChange: Instant?
  private var quietAt: Instant?
  /// When a way back can't be a bounce any more.
  private var returnsAt: Instant?

  /// - Parameters:
  ///   - changesPerStep: 4, 2 or 1.
  ///   - a, b: whether the contacts are closed at the start.
  init(changesPerStep: Int, a: Bool, b: Bool) {
    precondition([1, 2, 4].contains(changesPerStep), "a period has four changes")
    self.changesPerStep = changesPerStep
    threshold = changesPerStep == 4 ? 3 : changesPerStep
    state = Self.state(a, b)
    position = Self.places[state]
    rest = Self.rest(nearest: position, changesPerStep)
  }

  /// When the levels are to be read and given to `settle`; nil while the knob rests.
  var deadline: Instant? {
    guard let quietAt, let returnsAt else { return quietAt ?? returnsAt }
    return min(quietAt, returnsAt)
  }

  /// A line has this level from now on.
  /// - Returns: the steps that this makes; clockwise is positive.
  mutating func edge(_ line: Line, isActive: Bool, at time: Instant) -> Int {
    let (a, b) = (state & 2 != 0, state & 1 != 0)
    quietAt = time + Self.quietTime
    return move(to: line == .a ? Self.state(isActive, b) : Self.state(a, isActive), at: time)
  }

  /// The deadline has come, and these are the levels.
  mutating func settle(a: Bool, b: Bool, at time: Instant) -> Int {
    if let due = quietAt, time >= due { quietAt = nil }
    return move(to: Self.state(a, b), at: time)
  }

  private mutating func move(to new: Int, at time: Instant) -> Int {
    let old = state
    state = new
    guard let change = Self.moves[old * 4 + new] else {
      // It went two changes unseen. No step is made of a guess, but the place in the period is right again.
      position += direction < 0 ? -2 : 2
      if abs(position - rest) >= threshold { rest = Self.rest(nearest: position, changesPerStep) }
      return 0
    }
    position += change
    if change != 0 { direction = change }
    defer { if change != 0 { lastChange = time } }
    return steps(at: time)
  }

  private mutating func steps(at time: Instant) -> Int {
    returnsAt = nil
    let away = position - rest
    guard abs(away) >= threshold else { return 0 }
    let step = away.signum()
    if changesPerStep == 1, abs(away) == 1, step == -stepDirection, let lastChange,
      time < lastChange + Self.shortestReturn
    {
      returnsAt = time + Self.shortestReturn
      return 0
    }
    let count = (abs(away) + changesPerStep - threshold) / changesPerStep
    rest += step * count * changesPerStep
    stepDirection = step
    return step * count
  }

  private static func state(_ a: Bool, _ b: Bool) -> Int { (a ? 2 : 0) + (b ? 1 : 0) }

  private static func rest(nearest position: Int, _ changesPerStep: Int) -> Int {
    let below = (Double(position) / Double(changesPerStep)).rounded(.toNearestOrAwayFromZero)
    return Int(below) * changesPerStep
  }
}
