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
  private let clock: BoxClock
  private let store: BoxStore
  private let controller: PlaybackController
  private let cards: CardPlayer
  private let tones: Tones
  private let notify: ChangeNotifier
  /// As the box has it.
  private var kept: FamilyState
  private var timer: EventLoop.Timer?
  /// The rules that the player knows.
  private var told: (quiet: PresentQuiet?, isNight: Bool, isSofter: Bool) = (nil, false, false)
  var present: PresentQuiet? { told.quiet }
  /// Buttons, keys and knobs do nothing while it is on.
  let lock = InputLock()
  var isLocked: Bool { lock.isOn }

  /// Whether a press is for an alarm that rings: anybody may silence that.
  var answersAlarm: (Action) -> Bool = { _ in false }

  var settings: FamilySettings {
    didSet { if settings != oldValue { follow() } }
  }

  /// Seconds that a box that knew the time before waits for it, until a day begins without.
  private static let clockPatience: Int64 = 300

  init(_ dependencies: Dependencies, clock: BoxClock, cards: CardPlayer, tones: Tones) {
    (store, controller) = (dependencies.store, dependencies.controller)
    (notify, settings) = (dependencies.notify, dependencies.settings.family)
    (self.clock, self.cards, self.tones) = (clock, cards, tones)
    kept = FamilyState(dependencies.state.values)
    lock.isOn = kept.isLocked
    lock.refuse = { [weak self] in self?.refuse($0) }
  }

  /// Before the player gets its power.
  func start() {
    controller.report(.restoreBudget(kept.count))
    clock.observe { [weak self] in self?.look() }
    follow()
    followCards()
    if clock.now == nil {
      // At each start of a box with a network the time is unknown for a moment.
      let isNew = kept.count.day == nil && kept.count.earlier == nil
      _ = clock.wake(at: clock.reading.seconds + (isNew ? 0 : Self.clockPatience)) { [weak self] in
        guard let self, clock.now == nil else { return }
        controller.report(.beginDay(boot: WallClock.bootName ?? "unknown"))
      }
    }
  }

  /// From the schedule of the configuration.
  func setNight(_ isNight: Bool) {
    told.isNight = isNight
    controller.report(.setNight(isNight || told.isSofter))
  }

  // MARK: The clock

  private func follow() {
    var rules = kept.rules
    rules.countsSpeech = settings.count == .all
    controller.report(.setBudget(rules))
    look(isEdited: true)
  }

  /// - Parameter isEdited: quiet hours that begin now do so because a person has set them.
  private func look(isEdited: Bool = false) {
    if let timer = timer.take() { clock.cancel(timer) }
    let holding = holding
    if let now = clock.now {
      controller.report(.setDay(BudgetCount.day(of: now, in: clock.zone)))
      let minutes = Set(kept.rows.flatMap { [$0.from, $0.to] } + [BudgetCount.dayStart])
      let next = minutes.compactMap { clock.zone.next(minute: $0, after: now)?.time }.min()
      timer = next.map { clock.wake(at: $0) { [weak self] in self?.look() } }
    } else {
      controller.report(.setDay(nil))
    }
    let strictest = holding.max { $0.grade < $1.grade }
    let passed = isEdited ? nil : strictest.flatMap(passed)
    follow(strictest.map { PresentQuiet($0.label, $0.grade) } ?? unknownTime, passed ?? .zero)
    let isSofter = holding.contains { $0.grade == .softer }
    if isSofter != told.isSofter {
      told.isSofter = isSofter
      setNight(told.isNight)
    }
  }

  /// The rows that hold now.
  private var holding: [QuietHours] { kept.rows.holding(at: clock.now, in: clock.zone) }

  private func passed(of hours: QuietHours) -> Duration? {
    clock.now.map { hours.passed(at: clock.zone.local($0).second) }
  }

  private var unknownTime: PresentQuiet? {
    guard clock.now == nil, settings.quietWithoutClock == .closed,
      kept.rows.contains(where: { $0.grade > .softer })
    else { return nil }
    return PresentQuiet("Quiet until the time is known", .silent)
  }

  private func follow(_ quiet: PresentQuiet?, _ passed: Duration) {
    guard quiet != told.quiet else { return }
    told.quiet = quiet
    Log.notice(quiet.map { "quiet hours: \($0.label) (\($0.grade.rawValue))" } ?? "the quiet hours are over")
    controller.report(.setQuiet(quiet, passed: passed))
  }

  // MARK: Effects

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .save(.position):
      let count = controller.player.budgetCount
      guard count != kept.count, !kept.rules.minutes.isEmpty || kept.count.used > .zero else { return false }
      kept.count = count
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
      kept.rows.isEmpty ? nil : .text(FamilyState.text(of: kept.rows)), as: FamilyState.rowsName, completion)
  }
}

extension FamilyHours: Family {
  var quietHours: [(hours: QuietHours, isActive: Bool)] {
    let holding = Set(holding.map(\.id))
    return kept.rows.map { ($0, holding.contains($0.id)) }
  }

  func add(_ hours: QuietHours, completion: @escaping Completion<Int>) {
    let numbers = Set(kept.rows.map(\.id))
    guard let id = (1...QuietHours.most).first(where: { !numbers.contains($0) }) else {
      return completion(.failure(.failed(.limitReached, "At most \(QuietHours.most) quiet hours are kept")))
    }
    var hours = hours
    hours.id = id
    kept.rows.append(hours)
    kept.rows.sort { $0.id < $1.id }
    keepRows { completion($0.map { .failure($0) } ?? .success(id)) }
  }

  func change(_ hours: QuietHours, completion: @escaping (Refusal?) -> Void) {
    guard let index = kept.rows.firstIndex(where: { $0.id == hours.id }) else {
      return completion(Self.noSuchHours(hours.id))
    }
    kept.rows[index] = hours
    keepRows(completion)
  }

  func removeQuietHours(_ id: Int, completion: @escaping (Refusal?) -> Void) {
    guard kept.rows.contains(where: { $0.id == id }) else { return completion(Self.noSuchHours(id)) }
    kept.rows.removeAll { $0.id == id }
    keepRows(completion)
  }

  private static func noSuchHours(_ id: Int) -> Refusal {
    .failed(.noSuchQuietHours, "No quiet hours have the number \(id)", about: "\(id)")
  }

  var budget: (rules: BudgetRules, count: BudgetCount) { (kept.rules, controller.player.budgetCount) }

  func setBudget(_ minutes: Int?, on days: Set<Weekday>, completion: @escaping (Refusal?) -> Void) {
    for day in days { kept.rules.minutes[day] = minutes }
    follow()
    keep(
      kept.rules.minutes.isEmpty ? nil : .text(FamilyState.text(of: kept.rules)), as: FamilyState.rulesName,
      completion)
  }

  func setLocked(_ isLocked: Bool, completion: @escaping (Refusal?) -> Void) {
    guard isLocked != lock.isOn else { return completion(nil) }
    lock.isOn = isLocked
    Log.notice(isLocked ? "locked" : "unlocked")
    followCards()
    keep(isLocked ? .integer(1) : nil, as: FamilyState.lockName, completion)
  }
}
