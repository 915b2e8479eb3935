import Model

/// The rules of a family for what may sound: quiet hours, the day's budget, and what lifts them for a while.
struct FamilyLimits: Sendable {
  /// Why no music may begin, and how long the current song may continue.
  struct Closed: Hashable, Sendable {
    let reason: Closing
    let grace: Duration
  }

  var quiet: PresentQuiet?
  var budget = Budget()
  /// Music may play until then all the same.
  var allowedUntil: Duration?
  /// An alarm rings: no rule holds, and its time does not count. As of the last event.
  var isAlarm = false

  /// How much of the grace has passed when a rule begins: one that the clock brings late gives no second grace, so that
  /// pulling the plug gains none.
  var passed: (quiet: Duration, budget: Duration) = (.zero, .zero)

  private(set) var closed: Closed?
  /// Until when the current song may continue.
  private(set) var graceEnd = Duration.zero
  /// When `listen` counted last.
  var countedAt = Duration.zero

  static let songGrace = Duration.seconds(600)
  static let budgetGrace = Duration.seconds(300)
  static let fade = Duration.seconds(30)

  private func rule(at now: Duration) -> Closed? {
    if isAlarm || allowedUntil.map({ $0 > now }) ?? false { return nil }
    switch quiet?.grade {
    case .silent: return Closed(reason: .quiet, grace: .zero)
    case .finish: return Closed(reason: .quiet, grace: Self.songGrace)
    case .softer, nil: break
    }
    return budget.rest == .zero ? Closed(reason: .budget, grace: Self.budgetGrace) : nil
  }

  /// - Parameter isPlaying: only music that sounds when a rule begins may continue for a while: a start of the machine gives
  ///   no time.
  /// - Returns: whether something else holds now.
  mutating func follow(at now: Duration, isPlaying: Bool) -> Bool {
    if let end = allowedUntil, end <= now { allowedUntil = nil }
    let rule = rule(at: now)
    guard rule != closed else { return false }
    // A rule that follows another one gives no time in addition.
    if let rule {
      let end = now + (isPlaying ? max(.zero, rule.grace - passed(of: rule.reason)) : .zero)
      graceEnd = closed == nil ? end : min(graceEnd, end)
    }
    closed = rule
    return true
  }

  private func passed(of reason: Closing) -> Duration {
    switch reason {
    case .quiet: passed.quiet
    case .budget: passed.budget
    }
  }

  /// Takes the day that the clock shows. A budget that is used up when it is first known was so before.
  mutating func begin(_ day: CalendarDay?) {
    let (before, wasKnown) = (budget.rest, budget.isDayKnown)
    budget.begin(day)
    if budget.rest == .zero, before != .zero, !wasKnown { passed.budget = Self.budgetGrace }
  }

  /// Whether paused music may be resumed.
  func allowsResume(at now: Duration) -> Bool { closed == nil || now < graceEnd }
}
