import Configuration
import Control
import Inputs
import Library
import Linux
import Model
import Player

/// Quiet hours, the day's budget and the lock: keeps them on the box, and has the player follow them by the clock. Loop
/// thread only.
final class FamilyHours: EffectHandler {
  private let loop: EventLoop
  private let clock: BoxClock
  private let store: BoxStore
  private let controller: PlaybackController
  private let cards: CardPlayer
  private let tones: Tones
  private let notify: ChangeNotifier
  private let boot: String
  private var rows: [QuietHours]
  private var rules: BudgetRules
  /// The count that the box has.
  private var keptCount: BudgetCount
  private var timer: EventLoop.Timer?
  private var (isNight, isSofter) = (false, false)
  /// The quiet hours that the player knows.
  private(set) var present: PresentQuiet?
  /// Buttons, keys and knobs do nothing while it is on.
  let lock = InputLock()
  var isLocked: Bool { lock.isOn }

  /// Whether a press is for an alarm that rings: anybody may silence that.
  var answersAlarm: (Action) -> Bool = { _ in false }

  var settings: FamilySettings {
    didSet { if settings != oldValue { follow() } }
  }

  /// How long a box that knew the time before waits for it, until a day begins without.
  private static let clockPatience = Duration.seconds(300)

  init(
    _ dependencies: Dependencies, clock: BoxClock, cards: CardPlayer, tones: Tones,
    boot: String? = WallClock.bootName
  ) {
    (loop, store, controller) = (dependencies.loop, dependencies.store, dependencies.controller)
    (notify, settings) = (dependencies.notify, dependencies.settings.family)
    (self.clock, self.cards, self.tones) = (clock, cards, tones)
    self.boot = boot ?? "unknown"
    let kept = FamilyState(dependencies.state.values)
    (rows, rules, keptCount, lock.isOn) = (kept.rows, kept.rules, kept.count, kept.isLocked)
    lock.refuse = { [weak self] in self?.refuse($0) }
  }

  /// Before the player gets its power.
  func start() {
    controller.report(.restoreBudget(keptCount))
    clock.observe { [weak self] in self?.look() }
    follow()
    followCards()
    if clock.now == nil {
      // At each start of a box with a network the time is unknown for a moment.
      let patience = keptCount.day == nil && keptCount.earlier == nil ? .zero : Self.clockPatience
      loop.schedule(after: patience) { [weak self] in
        guard let self, clock.now == nil else { return }
        controller.report(.beginDay(boot: boot))
      }
    }
  }

  /// From the schedule of the configuration.
  func setNight(_ isNight: Bool) {
    self.isNight = isNight
    controller.report(.setNight(isNight || isSofter))
  }

  // MARK: The clock

  private func follow() {
    var rules = rules
    rules.countsSpeech = settings.count == .all
    controller.report(.setBudget(rules))
    look()
  }

  private func look() {
    if let timer = timer.take() { clock.cancel(timer) }
    let holding = holding
    if let now = clock.now {
      controller.report(.setDay(BudgetCount.day(of: now, in: clock.zone)))
      let minutes = Set(rows.flatMap { [$0.from, $0.to] } + [BudgetCount.dayStart])
      let next = minutes.compactMap { clock.zone.next(minute: $0, after: now)?.time }.min()
      timer = next.map { clock.wake(at: $0) { [weak self] in self?.look() } }
    } else {
      controller.report(.setDay(nil))
    }
    let strictest = holding.max { $0.grade < $1.grade }
    follow(strictest.map { PresentQuiet($0.label, $0.grade) } ?? unknownTime)
    let isSofter = holding.contains { $0.grade == .softer }
    if isSofter != self.isSofter {
      self.isSofter = isSofter
      setNight(isNight)
    }
  }

  /// The rows that hold now.
  private var holding: [QuietHours] { rows.holding(at: clock.now, in: clock.zone) }

  private var unknownTime: PresentQuiet? {
    guard clock.now == nil, settings.quietWithoutClock == .closed,
      rows.contains(where: { $0.grade > .softer })
    else { return nil }
    return PresentQuiet("Quiet until the time is known", .silent)
  }

  private func follow(_ quiet: PresentQuiet?) {
    guard quiet != present else { return }
    present = quiet
    Log.notice(quiet.map { "quiet hours: \($0.label) (\($0.grade.rawValue))" } ?? "the quiet hours are over")
    controller.report(.setQuiet(quiet))
  }

  // MARK: Effects

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .save(.position):
      let count = controller.player.budgetCount
      guard count != keptCount, !rules.minutes.isEmpty || keptCount.used > .zero else { return false }
      keptCount = count
      store.save(.text(FamilyState.text(of: count)), as: FamilyState.countName)
      return false
    case .changed:
      followCards()
      return false
    case .perform(.lock):
      setLocked(!lock.isOn) { if let refusal = $0 { Log.error("lock: \(refusal.message)") } }
      return true
    default: return false
    }
  }

  private func followCards() {
    let isLimited = lock.isOn || controller.player.closing != nil
    if cards.isLimited != isLimited { cards.isLimited = isLimited }
  }

  private func refuse(_ action: Action) {
    if answersAlarm(action) { return }
    tones.signal(.limit)
    Log.repeatable(.info, "\(action): not done, the jukebox is locked")
  }

  // MARK: Storing

  private func keep(_ value: BoxValue?, as name: String, _ completion: @escaping (Refusal?) -> Void) {
    notify(.family)
    store.save(value, as: name) { completion($0.map { Refusal($0) }) }
  }

  private func keepRows(_ completion: @escaping (Refusal?) -> Void) {
    follow()
    keep(
      rows.isEmpty ? nil : .text(FamilyState.text(of: rows)), as: FamilyState.rowsName, completion)
  }
}

extension FamilyHours: Family {
  var quietHours: [(hours: QuietHours, isActive: Bool)] {
    let holding = Set(holding.map(\.id))
    return rows.map { ($0, holding.contains($0.id)) }
  }

  func add(_ hours: QuietHours, completion: @escaping Completion<Int>) {
    guard rows.count < QuietHours.most else {
      return completion(.failure(.failed(.limitReached, "At most \(QuietHours.most) quiet hours are kept")))
    }
    var hours = hours
    hours.id = (rows.map(\.id).max() ?? 0) + 1
    rows.append(hours)
    keepRows { [id = hours.id] in completion($0.map { .failure($0) } ?? .success(id)) }
  }

  func change(_ hours: QuietHours, completion: @escaping (Refusal?) -> Void) {
    guard let index = rows.firstIndex(where: { $0.id == hours.id }) else {
      return completion(Self.noSuchHours(hours.id))
    }
    rows[index] = hours
    keepRows(completion)
  }

  func removeQuietHours(_ id: Int, completion: @escaping (Refusal?) -> Void) {
    guard rows.contains(where: { $0.id == id }) else { return completion(Self.noSuchHours(id)) }
    rows.removeAll { $0.id == id }
    keepRows(completion)
  }

  private static func noSuchHours(_ id: Int) -> Refusal {
    .failed(.noSuchQuietHours, "No quiet hours have the number \(id)", about: "\(id)")
  }

  var budget: (rules: BudgetRules, count: BudgetCount) { (rules, controller.player.budgetCount) }

  func setBudget(_ minutes: Int?, on days: Set<Weekday>, completion: @escaping (Refusal?) -> Void) {
    for day in days { rules.minutes[day] = minutes }
    follow()
    keep(
      rules.minutes.isEmpty ? nil : .text(FamilyState.text(of: rules)), as: FamilyState.rulesName, completion)
  }

  func setLocked(_ isLocked: Bool, completion: @escaping (Refusal?) -> Void) {
    guard isLocked != lock.isOn else { return completion(nil) }
    lock.isOn = isLocked
    Log.notice(isLocked ? "locked" : "unlocked")
    followCards()
    keep(isLocked ? .integer(1) : nil, as: FamilyState.lockName, completion)
  }
}
