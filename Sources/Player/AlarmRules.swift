public import Model

/// Decides which alarm rings, and when it waits or ends.
///
/// A value: the time of day and the monotonic time go in, effects come out. Times of day are seconds since 1970, nil while nothing
/// vouches for them; the monotonic time is a duration since any fixed moment and never decreases. A snooze and the length of an
/// alarm are monotonic: a step of the clock does not change them.
public struct AlarmRules: Sendable {
  /// An alarm, and what has come of it.
  public struct Row: Hashable, Sendable {
    public var alarm: Alarm
    /// Times until then do not count: the alarm was made, changed or rang then. nil: the time was not known.
    public var since: Int64?
    /// The time that it rang for last: never twice for one, also if the clock is set back.
    public var rung: Mark?
    /// The last time that it did not ring for, and when that was seen.
    public var missed: Missed?

    public init(_ alarm: Alarm, since: Int64?, rung: Mark? = nil, missed: Missed? = nil) {
      (self.alarm, self.since, self.rung, self.missed) = (alarm, since, rung, missed)
    }
  }

  /// A time as clocks show it: it stays the same where the clock or the zone is changed.
  public struct Mark: Hashable, Sendable {
    public var day: CalendarDay
    public var minute: Int

    public init(_ day: CalendarDay, _ minute: Int) { (self.day, self.minute) = (day, minute) }
  }

  public struct Missed: Hashable, Sendable {
    public var time: Int64
    public var seen: Int64

    public init(time: Int64, seen: Int64) { (self.time, self.seen) = (time, seen) }
  }

  /// The alarm that rings, or waits after a snooze.
  public struct Ringing: Hashable, Sendable {
    public let id: Int
    /// When it ends by itself.
    public var until: Duration
    /// When it rings again; nil while it rings.
    public var snoozedUntil: Duration?
  }

  /// The part of `Ringing` that a restart needs, by the time of day.
  public struct Saved: Hashable, Sendable {
    public var id: Int
    /// When it rings, or rang.
    public var due: Int64
    public var until: Int64

    public init(id: Int, due: Int64, until: Int64) { (self.id, self.due, self.until) = (id, due, until) }
  }

  public enum Effect: Hashable, Sendable {
    /// Store the row, before what follows.
    case save(Int)
    /// Store `saved(at:)`, before what follows.
    case saveRinging
    /// Let it sound.
    case ring(Int)
    /// Let it be silent, with a fade if nobody asked for it.
    case silence(fades: Bool)
    /// It did not ring; for the log.
    case missed(Int)
  }

  /// An alarm that is late by more does not ring.
  public static let patience: Int64 = 600
  public static let snoozeTime = Duration.seconds(540)

  public private(set) var rows: [Int: Row]
  public private(set) var ringing: Ringing?
  /// From before a restart, until the time is known.
  private var restored: Saved?

  public init(_ rows: [Row] = [], restored: Saved? = nil) {
    self.rows = Dictionary(rows.map { ($0.alarm.id, $0) }) { first, _ in first }
    self.restored = restored
  }

  // MARK: Time

  /// Time has passed, or the clock or the zone was set.
  public mutating func look(
    at now: Int64?, _ zone: LocalZone, _ time: Duration, into effects: inout [Effect]
  ) {
    followRinging(at: time, into: &effects)
    guard let now else { return }
    restore(at: now, time, into: &effects)
    for id in rows.keys.sorted() { look(at: now, zone, time, id, into: &effects) }
  }

  private mutating func look(
    at now: Int64, _ zone: LocalZone, _ time: Duration, _ id: Int, into effects: inout [Effect]
  ) {
    guard var row = rows[id], row.alarm.isEnabled else { return }
    defer {
      if row != rows[id] {
        rows[id] = row
        effects.insert(.save(id), at: effects.firstIndex(of: .ring(id)) ?? effects.endIndex)
      }
    }
    // An alarm that was made while nothing vouched for the time counts from now on, and so does each after a step back.
    guard let since = row.since, since <= now else {
      row.since = now
      return
    }
    guard let (day, due) = zone.latest(minute: row.alarm.minute, until: now, where: row.alarm.days.contains),
      due > since
    else { return }
    row.since = due
    let mark = Mark(day, row.alarm.minute)
    if row.rung == mark { return }
    guard now - due <= Self.patience else {
      row.missed = Missed(time: due, seen: now)
      effects.append(.missed(id))
      return
    }
    (row.rung, row.missed) = (mark, nil)
    if case .once = row.alarm.days { row.alarm.isEnabled = false }
    // The later alarm takes the place of one that rings.
    ringing = Ringing(id: id, until: time + .seconds(row.alarm.lengthMinutes * 60))
    effects += [.saveRinging, .ring(id)]
  }

  private mutating func followRinging(at time: Duration, into effects: inout [Effect]) {
    guard let ringing else { return }
    if time >= ringing.until {
      self.ringing = nil
      effects.append(.saveRinging)
      if ringing.snoozedUntil == nil { effects.append(.silence(fades: true)) }
    } else if let end = ringing.snoozedUntil, time >= end {
      self.ringing?.snoozedUntil = nil
      effects += [.saveRinging, .ring(ringing.id)]
    }
  }

  /// After a restart: an alarm that rang or waited continues until its end.
  private mutating func restore(at now: Int64, _ time: Duration, into effects: inout [Effect]) {
    guard let saved = restored.take() else { return }
    guard rows[saved.id] != nil, now < saved.until else {
      effects.append(.saveRinging)
      return
    }
    let rest = min(.seconds(saved.due - now), Self.snoozeTime)
    ringing = Ringing(
      id: saved.id, until: time + .seconds(min(saved.until - now, Int64(Alarm.lengths.upperBound) * 60)),
      snoozedUntil: rest > .zero ? time + rest : nil)
    if rest <= .zero { effects.append(.ring(saved.id)) }
  }

  /// The next time that an alarm rings; nil if it does not.
  public func next(of id: Int, after now: Int64, _ zone: LocalZone) -> Int64? {
    guard let row = rows[id], row.alarm.isEnabled else { return nil }
    let minute = row.alarm.minute
    if case .once(let day) = row.alarm.days {
      let time = zone.time(of: day, minute: minute)
      return time > now && row.rung != Mark(day, minute) ? time : nil
    }
    return zone.next(minute: minute, after: now, days: 8) {
      row.alarm.days.contains($0) && row.rung != Mark($0, minute)
    }?.time
  }

  /// When the next alarm rings.
  public func next(after now: Int64, _ zone: LocalZone) -> Int64? {
    rows.keys.compactMap { next(of: $0, after: now, zone) }.min()
  }

  /// When a snooze or the length of an alarm ends.
  public var deadline: Duration? { ringing.map { min($0.snoozedUntil ?? $0.until, $0.until) } }

  /// The part of `ringing` to store; nil where nothing rings, or the time is not known: then a restart ends it.
  public func saved(at now: Int64?, _ time: Duration) -> Saved? {
    guard let ringing, let now else { return restored }
    func seconds(_ end: Duration) -> Int64 { now + (end - time).components.seconds }
    return Saved(
      id: ringing.id, due: ringing.snoozedUntil.map(seconds) ?? now, until: seconds(ringing.until))
  }

  // MARK: People

  /// Adds or changes an alarm: times until `now` do not count.
  public mutating func set(_ alarm: Alarm, at now: Int64?, into effects: inout [Effect]) {
    rows[alarm.id] = Row(
      alarm, since: now, rung: rows[alarm.id].flatMap { $0.alarm.minute == alarm.minute ? $0.rung : nil })
    effects.append(.save(alarm.id))
    if !alarm.isEnabled, ringing?.id == alarm.id { stop(into: &effects) }
  }

  public mutating func remove(_ id: Int, into effects: inout [Effect]) {
    if ringing?.id == id { stop(into: &effects) }
    rows[id] = nil
    effects.append(.save(id))
  }

  /// - Returns: whether an alarm rings.
  @discardableResult
  public mutating func snooze(at time: Duration, into effects: inout [Effect]) -> Bool {
    guard let ringing, ringing.snoozedUntil == nil else { return false }
    self.ringing?.snoozedUntil = time + Self.snoozeTime
    // One that would wait beyond its length has ended.
    if time + Self.snoozeTime >= ringing.until { self.ringing = nil }
    effects += [.silence(fades: false), .saveRinging]
    return true
  }

  /// - Returns: whether an alarm rang or waited.
  @discardableResult
  public mutating func stop(into effects: inout [Effect]) -> Bool {
    guard let ringing = ringing.take() else { return false }
    if ringing.snoozedUntil == nil { effects.append(.silence(fades: false)) }
    effects.append(.saveRinging)
    return true
  }
}
