public import Model

/// Quiet hours and the day's budget: nothing begins while they hold, the current song ends or fades out, and its place is
/// kept.
extension Jukebox {
  /// The time heard of the budget, to be stored with each position.
  public var budgetCount: BudgetCount { limits.budget.count }

  public var isBudgetUsed: Bool { limits.budget.rest == .zero }

  /// Why no music may begin now; nil where it may.
  public var closing: Closing? { isClosed ? limits.closed?.reason : nil }

  /// Whether no music may begin: an alarm may.
  var isClosed: Bool { limits.closed != nil && !isRinging }

  func familyStatus(at time: Duration) -> FamilyStatus {
    var status = FamilyStatus()
    (status.quiet, status.closed, status.rest) = (
      limits.quiet, limits.closed?.reason, limits.budget.rest
    )
    status.allowed = limits.allowedUntil.map { max(.zero, $0 - time) }
    return status
  }

  /// An event of the family's rules.
  mutating func followFamily(_ event: Event) {
    switch event {
    case .setQuiet(let quiet, let passed):
      setLimits {
        $0.quiet = quiet
        $0.passed.quiet = passed
      }
    case .restoreBudget(let count): setLimits { $0.budget.restore(count) }
    case .setBudget(let rules):
      setLimits {
        $0.budget.rules = rules
        $0.passed.budget = .zero
      }
    case .setDay(let day): setLimits { $0.begin(day) }
    case .beginDay(let boot): setLimits { $0.budget.beginDay(ofBoot: boot) }
    case .giveBudget(let minutes): setLimits { $0.budget.give(minutes: minutes) }
    case .allow(let minutes): allow(minutes)
    default: break
    }
  }

  private mutating func setLimits(_ change: (inout FamilyLimits) -> Void) {
    let before = limits
    change(&limits)
    let isSame = before.budget.count == limits.budget.count
    if !isSame { turn.save(.position) }
    if !isSame || before.quiet != limits.quiet || before.budget.rules != limits.budget.rules
      || before.allowedUntil != limits.allowedUntil
    {
      turn.change(.family)
    }
  }

  private mutating func allow(_ minutes: Int) {
    let end = minutes > 0 ? now + .seconds(Int64(minutes) * 60) : nil
    setLimits {
      $0.allowedUntil = end
      $0.passed = (.zero, .zero)
    }
  }

  /// Adds what has sounded since the last event.
  mutating func countBudget() {
    let heard = now - limits.countedAt
    limits.countedAt = now
    guard sounds, !limits.isAlarm, limits.budget.rules.countsSpeech || !isSpeech else { return }
    let (warns, ends) = limits.budget.add(heard)
    if warns { turn.append(.signal(.soon)) }
    if ends { limits.passed.budget = .zero }
    // A cut of the power now does not give the last seconds again.
    if ends { turn.save(.position) }
  }

  /// Whether the current entry belongs to an audiobook or a podcast.
  private var isSpeech: Bool {
    guard !folderPoints.isEmpty, let track = current?.track else { return false }
    return folderPoints.speed(of: folderPoints.folder(of: track)) != nil
  }

  /// When the rules want something else.
  var limitDeadline: Duration? {
    var times: [Duration] = []
    if let end = limits.allowedUntil { times.append(end) }
    if limits.closed != nil, transport == .play, level.sleep?.isOfLimits != true {
      times.append(limits.graceEnd)
    }
    if sounds, !limits.isAlarm, limits.budget.rules.countsSpeech || !isSpeech,
      let time = limits.budget.timeToNextSign
    {
      times.append(now + time)
    }
    return times.min()
  }

  /// Has the rules hold: after each event.
  mutating func followLimits() {
    let wasAlarm = limits.isAlarm
    limits.isAlarm = isRinging
    if limits.follow(at: now, isPlaying: transport == .play && !wasAlarm) {
      turn.change([.family, .player])
      if limits.closed == nil, level.sleep?.isOfLimits == true {
        level.sleep = nil
        level.setFade(1, &turn)
      }
      replan()
    }
    guard limits.closed != nil, transport == .play, now >= limits.graceEnd else { return }
    let end = now + FamilyLimits.fade
    if let sleep = level.sleep, sleep.isOfLimits || sleep.end.map({ $0 <= end }) ?? false { return }
    level.sleep = Sleep(timer: .minutes(1), end: end, fade: FamilyLimits.fade, isOfLimits: true)
    turn.change(.sleep)
  }

  // MARK: What is not done

  /// Whether a gesture would begin music that may not begin.
  func isClosed(to action: Action) -> Bool {
    guard isClosed else { return false }
    switch action {
    case .play: return transport != .play && !canResume
    case .toggle: return transport != .play && !canResume
    case .playNamed, .next, .previous, .nextFolder, .previousFolder, .preset, .pad: return true
    default: return false
    }
  }

  private var canResume: Bool { transport == .pause && limits.allowsResume(at: now) }

  /// Why a client's command is not done that would begin music.
  func refusal(of event: Event) -> Refusal? {
    guard isClosed else { return nil }
    switch event {
    case .play where transport != .play && !canResume: break
    case .setPaused(false) where transport == .pause && !canResume: break
    case .togglePause where transport == .pause && !canResume: break
    case .playPosition, .playID, .next, .previous, .replaceQueue: break
    default: return nil
    }
    return familyStatus(at: now).refusal
  }
}
