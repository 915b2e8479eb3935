import Model

/// The volume, and what limits or lowers it: floor and ceiling, mute, night and the sleep timer's fade.
public struct Level: Sendable {
  /// Percent, at most the ceiling; also while muted.
  public private(set) var volume: Int
  public private(set) var isMuted: Bool
  public private(set) var isNight = false
  /// The volume before the night's ceiling has lowered it.
  private var dayVolume: Int?
  /// The level before an alarm, and the alarm's.
  private var ringing: (volume: Int, isMuted: Bool, dayVolume: Int?, own: Int)?
  var sleep: Sleep?
  /// The remaining share of the level while the sleep timer fades out.
  private(set) var fade: Float = 1

  init(_ saved: SavedSettings, _ policy: Policy) {
    let level = policy.startVolume ?? saved.volume ?? Policy.firstVolume
    volume = min(max(level, policy.minimumVolume, 0), policy.maximumVolume)
    isMuted = saved.muted
  }

  /// The volume's limit in percent, for every source of changes.
  func ceiling(_ policy: Policy) -> Int {
    isNight && ringing == nil ? min(policy.nightVolume ?? 100, policy.maximumVolume) : policy.maximumVolume
  }

  private func bounded(_ percent: Int, _ policy: Policy) -> Int {
    min(max(percent, policy.minimumVolume, 0), ceiling(policy))
  }

  /// Sets the device at the start.
  func announce(_ turn: inout Turn) {
    turn.append(.setVolume(volume))
    if isMuted { turn.append(.setMuted(true)) }
  }

  mutating func keepWithinBounds(_ policy: Policy, _ turn: inout Turn) {
    setLevel(bounded(volume, policy), &turn)
  }

  /// At night's end the volume is what it was before, unless somebody has changed it.
  mutating func setNight(_ on: Bool, _ policy: Policy, _ turn: inout Turn) {
    guard on != isNight else { return }
    isNight = on
    // The ceiling is another one, whether or not it changes the volume.
    turn.change(.mixer)
    // The alarm's end settles it.
    if ringing != nil { return }
    if on {
      let before = volume
      keepWithinBounds(policy, &turn)
      dayVolume = volume == before ? nil : before
    } else if let dayVolume {
      self.dayVolume = nil
      setLevel(bounded(dayVolume, policy), &turn)
    }
  }

  /// An alarm sounds at a volume of its own, at night too, and though muted.
  mutating func ring(at percent: Int, _ policy: Policy, _ turn: inout Turn) {
    if ringing == nil { ringing = (volume, isMuted, dayVolume, percent) }
    turn.change(.mixer)
    setMuted(false, &turn)
    setLevel(bounded(percent, policy), &turn)
    ringing?.own = volume
  }

  /// The level is what it was before, unless somebody has changed it.
  mutating func endRinging(_ policy: Policy, _ turn: inout Turn) {
    guard let old = ringing.take() else { return }
    turn.change(.mixer)
    if volume != old.own { return keepWithinBounds(policy, &turn) }
    let wanted = isNight ? old.volume : old.dayVolume ?? old.volume
    setLevel(bounded(wanted, policy), &turn)
    dayVolume = isNight ? (volume < wanted ? wanted : old.dayVolume) : nil
    setMuted(old.isMuted, &turn)
  }

  /// Beyond floor and ceiling it is clipped and announced, so that sliders move back.
  mutating func setVolume(_ percent: Int, _ policy: Policy, _ turn: inout Turn) {
    let level = bounded(percent, policy)
    dayVolume = nil
    // A slider that moves, or a key, means that it is to be heard.
    setMuted(false, &turn)
    setLevel(level, &turn)
    if level == percent { return }
    turn.change(.mixer)
    turn.append(.atLimit)
  }

  private mutating func setLevel(_ level: Int, _ turn: inout Turn) {
    if level == volume { return }
    volume = level
    turn.append(.setVolume(level))
    turn.save(.settings)
    turn.change(.mixer)
  }

  mutating func setMuted(_ on: Bool, _ turn: inout Turn) {
    if on == isMuted { return }
    isMuted = on
    turn.change(.mixer)
    turn.append(.setMuted(on))
    turn.save(.settings)
  }

  mutating func setFade(_ level: Float, _ turn: inout Turn) {
    guard fade != level else { return }
    fade = level
    turn.append(.setFade(level))
  }

  /// Gives the full level to entries that play after the sleep timer.
  /// - Parameter start: of the event's effects.
  mutating func endFade(from start: Int, _ turn: inout Turn) {
    guard fade < 1, sleep?.faded == nil else { return }
    fade = 1
    turn.effects.insert(.setFade(1), at: start)
  }

  mutating func setSleep(_ timer: SleepTimer?, _ turn: inout Turn) {
    turn.change(.sleep)
    sleep = timer.map { timer in
      var end: Duration?
      if case .minutes(let minutes) = timer { end = turn.now + .seconds(Int64(minutes) * 60) }
      return Sleep(timer: timer, end: end)
    }
  }
}
