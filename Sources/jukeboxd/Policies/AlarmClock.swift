import Audio
import Control
import Library
import Linux
import Model
import Player

/// Rings alarms, as `AlarmRules` say, and keeps them on the box. Loop thread only.
final class AlarmClock: EffectHandler, EngineObserver {
  private let loop: EventLoop
  private let store: BoxStore
  private let controller: PlaybackController
  private let clock: BoxClock
  private let sound: AlarmSound
  private let cards: CardPlayer
  private let notify: ChangeNotifier
  private var rules: AlarmRules
  /// How long an alarm waits until it is stored that it rings.
  private static let storePatience = Duration.seconds(2)
  /// The first sound waits for sticks so long after the start: they come within the first seconds.
  var startPatience = Duration.seconds(5)
  /// The sound card is opened so long before an alarm rings: it may be released, or in use.
  static let lead = Duration.seconds(5)

  /// For the next time of day, and for the end of a snooze or an alarm.
  private var timers: [EventLoop.Timer] = []
  private var firstSound = Instant(nanoseconds: 0)

  init(_ dependencies: Dependencies, clock: BoxClock, presets: PresetsAndMixSlots, services: Services) {
    (loop, store, controller) = (dependencies.loop, dependencies.store, dependencies.controller)
    (notify, self.clock) = (dependencies.notify, clock)
    cards = services.cards
    let values = dependencies.state.values
    rules = AlarmRules(AlarmRows.all(in: values), restored: AlarmRows.saved(in: values))
    sound = AlarmSound(dependencies, presets: presets, cards: services.cards)
  }

  func start() {
    firstSound = loop.now + startPatience
    clock.observe { [weak self] in self?.look() }
    look()
  }

  /// When the next alarm rings; nil if none does, or while the time is unknown.
  var next: Int64? { clock.now.flatMap { rules.next(after: $0, clock.zone) } }
  /// While the time is unknown, each alarm that is on may be.
  func isDue(within time: Duration) -> Bool {
    guard let now = clock.now else { return rules.rows.values.contains { $0.alarm.isEnabled } }
    guard let next else { return false }
    return .seconds(next - now) <= time
  }

  /// Whether an alarm rings or waits.
  var isOn: Bool { rules.ringing != nil }
  /// Whether one rings now.
  var isRinging: Bool { rules.ringing.map { $0.snoozedUntil == nil } ?? false }

  var snoozeRest: Duration? { rules.ringing?.snoozedUntil.map { $0 - time } }

  /// Whether something of it was heard.
  var isSounding: Bool { isRinging && sound.hasSounded }

  private var time: Duration { .nanoseconds(loop.now.nanoseconds) }

  // MARK: Buttons

  /// A button while an alarm rings or waits.
  /// - Returns: whether that was for the alarm.
  func takes(_ action: Action) -> Bool {
    if action == .alarmStop { return end() }
    guard isRinging else { return false }
    switch action {
    case .volume, .setVolume, .mute, .padRelease, .shutdown, .hotspot: return false
    case .stop: end()
    default: wait()
    }
    return true
  }

  /// A card while an alarm rings.
  func takesCard() -> Bool { isRinging && wait() }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .perform(.alarmSnooze): if !wait() { sound.stop(fades: false) }
    case .perform(.alarmStop): if !end() { sound.stop(fades: false) }
    case .gaveUp:
      sound.failed()
      return false
    case .changed(let changes):
      if changes.contains(.player) { followPlayer() }
      return false
    default: return false
    }
    return true
  }

  func receive(_ report: EngineReport) { sound.receive(report) }

  /// Somebody who changes the queue has ended the alarm.
  private func followPlayer() {
    guard sound.hasQueue, !controller.player.isRinging else { return sound.follow() }
    sound.abandon()
    end()
  }

  // MARK: Rules

  private func look() {
    follow { rules.look(at: clock.now, clock.zone, time, into: &$0) }
    for timer in timers { loop.cancel(timer) }
    timers = []
    let lead = Self.lead.components.seconds
    var isDue = isRinging
    if let now = clock.now, let next {
      isDue = isDue || next - now <= lead
      timers.append(clock.wake(at: next - now > lead ? next - lead : next) { [weak self] in self?.look() })
    }
    if var end = rules.deadline {
      if rules.ringing?.snoozedUntil == end, end - Self.lead > time {
        end -= Self.lead
      } else if !isRinging {
        isDue = true
      }
      timers.append(loop.schedule(at: Instant(nanoseconds: end.nanoseconds)) { [weak self] in self?.look() })
    }
    sound.isDue = isDue
  }

  @discardableResult private func wait() -> Bool {
    var isDone = false
    follow { isDone = rules.snooze(at: time, into: &$0) }
    look()
    return isDone
  }

  @discardableResult private func end() -> Bool {
    var isDone = false
    follow { isDone = rules.stop(into: &$0) }
    look()
    return isDone
  }

  private func follow(
    _ body: (inout [AlarmRules.Effect]) -> Void,
    whenDurable completion: @escaping (Refusal?) -> Void = { _ in }
  ) {
    var effects: [AlarmRules.Effect] = []
    body(&effects)
    let saves = effects.filter(\.isSave)
    var left = saves.count
    var refusal: Refusal?
    var ringing = effects.compactMap { if case .ring(let id) = $0 { id } else { nil } }.last
    let ring = { [weak self] in if let id = ringing.take() { self?.ring(id) } }
    let done = {
      ring()
      completion(refusal)
    }
    if ringing != nil { loop.schedule(after: Self.storePatience, ring) }
    for effect in effects { carryOut(effect) }
    if saves.isEmpty { return done() }
    for save in saves {
      let (value, name) = stored(save)
      store.save(value, as: name) { error in
        if let error {
          // It rings nevertheless: silence would be worse than a second time.
          Log.error("alarms cannot be stored: \(error)")
          refusal = Refusal(error)
        }
        left -= 1
        if left == 0 { done() }
      }
    }
    notify(.alarm)
  }

  private func stored(_ effect: AlarmRules.Effect) -> (BoxValue?, String) {
    if case .save(let id) = effect { return (rules.rows[id].map(AlarmRows.value), AlarmRows.name(of: id)) }
    return (AlarmRows.value(of: rules.saved(at: clock.now, time)), AlarmRows.ringing)
  }

  private func carryOut(_ effect: AlarmRules.Effect) {
    switch effect {
    case .save, .saveRinging, .ring: break
    case .silence(let fades): sound.stop(fades: fades)
    case .missed(let id): Log.warning("alarm \(id): missed, the clock was set too late for it")
    }
  }

  /// It is stored that it rings, or that takes too long.
  private func ring(_ id: Int) {
    guard let ringing = rules.ringing, ringing.id == id, ringing.snoozedUntil == nil, let row = rules.rows[id]
    else { return }
    guard loop.now >= firstSound else {
      loop.schedule(at: firstSound) { [weak self] in self?.ring(id) }
      return
    }
    Log.notice("alarm \(id) of \(TimeOfDay.text(row.alarm.minute)) rings")
    sound.start(row.alarm)
  }
}

extension AlarmRules.Effect {
  fileprivate var isSave: Bool {
    switch self {
    case .save, .saveRinging: true
    default: false
    }
  }
}

extension AlarmClock: Alarms {
  var alarms: [AlarmReport] {
    let now = clock.now
    return rules.rows.values.sorted { $0.alarm.id < $1.alarm.id }.map { row in
      var report = AlarmReport(row.alarm)
      report.next = now.flatMap { rules.next(of: row.alarm.id, after: $0, clock.zone) }
      (report.missed, report.missedSeen) = (row.missed?.time, row.missed?.seen)
      if let ringing = rules.ringing, ringing.id == row.alarm.id {
        report.isRinging = ringing.snoozedUntil == nil
        report.snooze = ringing.snoozedUntil.map { $0 - time }
      }
      return report
    }
  }

  func add(_ alarm: Alarm, completion: @escaping Completion<Int>) {
    guard rules.rows.count < Alarm.most else {
      return completion(
        .failure(.failed(.limitReached, "The box has at most \(Alarm.most) alarms: delete one first")))
    }
    if let refusal = passed(alarm) { return completion(.failure(refusal)) }
    check(alarm.content) { [weak self] refusal in
      guard let self, refusal == nil else { return completion(.failure(refusal ?? .volumeGone)) }
      let id = (rules.rows.keys.max() ?? 0) + 1
      store(alarm.with(id: id)) { completion($0.map { .failure($0) } ?? .success(id)) }
    }
  }

  func set(_ alarm: Alarm, completion: @escaping (Refusal?) -> Void) {
    guard let before = rules.rows[alarm.id]?.alarm else { return completion(.noSuchAlarm(alarm.id)) }
    if let refusal = passed(alarm) { return completion(refusal) }
    check(before.content != alarm.content ? alarm.content : nil) { [weak self] refusal in
      guard let self, refusal == nil else { return completion(refusal) }
      // It may have rung, or another client may have changed or deleted it meanwhile.
      guard let now = rules.rows[alarm.id]?.alarm else { return completion(.noSuchAlarm(alarm.id)) }
      store(now.with(changesFrom: before, to: alarm), completion)
    }
  }

  /// Why an alarm for a date that has passed is not taken.
  private func passed(_ alarm: Alarm) -> Refusal? {
    guard alarm.isEnabled, case .once(let day) = alarm.days, let now = clock.now,
      clock.zone.time(of: day, minute: alarm.minute) <= now
    else { return nil }
    let time = "\(day) \(TimeOfDay.text(alarm.minute))"
    return .failed(.outOfRange, "\(time) has passed: give another date or time", about: time)
  }

  func remove(_ id: Int, completion: @escaping (Refusal?) -> Void) {
    follow({ rules.remove(id, into: &$0) }, whenDurable: completion)
    look()
  }

  func snooze() throws(Refusal) {
    if !wait() { throw .failed(.notRinging, "No alarm rings") }
  }

  func stop() throws(Refusal) {
    if !end() { throw .failed(.notRinging, "No alarm rings or waits") }
  }

  private func store(_ alarm: Alarm, _ completion: @escaping (Refusal?) -> Void) {
    follow({ rules.set(alarm, at: clock.now, into: &$0) }, whenDurable: completion)
    look()
  }

  /// Whether the content is there now: a wrong name is seen at once, not in the morning.
  private func check(_ content: Alarm.Content?, _ completion: @escaping (Refusal?) -> Void) {
    guard let content else { return completion(nil) }
    cards.music(of: content.request) { completion($0.failure) }
  }
}

extension Refusal {
  fileprivate static func noSuchAlarm(_ id: Int) -> Refusal {
    .failed(.noSuchAlarm, "No alarm has the number \(id)", about: "\(id)")
  }
}

extension Alarm {
  /// Takes over what differs between two alarms.
  fileprivate func with(changesFrom before: Alarm, to after: Alarm) -> Alarm {
    var alarm = self
    func take<Value: Equatable>(_ key: WritableKeyPath<Alarm, Value>) {
      if before[keyPath: key] != after[keyPath: key] { alarm[keyPath: key] = after[keyPath: key] }
    }
    take(\.minute)
    take(\.days)
    take(\.content)
    take(\.volume)
    take(\.fadeSeconds)
    take(\.lengthMinutes)
    take(\.isEnabled)
    return alarm
  }

  fileprivate func with(id: Int) -> Alarm {
    var alarm = Alarm(id: id, minute: minute, days: days)
    (alarm.content, alarm.volume, alarm.isEnabled) = (content, volume, isEnabled)
    (alarm.fadeSeconds, alarm.lengthMinutes) = (fadeSeconds, lengthMinutes)
    return alarm
  }
}
