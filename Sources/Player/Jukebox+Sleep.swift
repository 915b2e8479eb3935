import Model

/// The sleep timer: what sounds fades out over a minute, or over the last ten seconds of a track, then it is paused where the
/// fade began. The level comes back with whatever plays next.
extension Jukebox {
  static let sleepFade = Duration.seconds(60)
  static let trackFade = Duration.seconds(10)
  /// How often the level changes in a fade.
  static let fadeStep = Duration.milliseconds(100)

  mutating func setSleep(_ timer: SleepTimer?) {
    guard timer != nil || level.sleep != nil, level.sleep?.isOfLimits != true else { return }
    level.setSleep(timer, &turn)
    level.setFade(1, &turn)
    plan()
    followSleep()
  }

  /// How long until it has come; zero where that is not known yet.
  public func sleepLeft(at time: Duration) -> Duration? {
    guard let sleep = level.sleep, !sleep.isOfLimits else { return nil }
    if let end = sleep.end { return max(.zero, end - time) }
    return sleepsWithTrack ? trackLeft(at: time) ?? .zero : .zero
  }

  /// Until when nothing of it is to be done; nil while it waits for something else than time.
  var sleepDeadline: Duration? {
    guard let sleep = level.sleep else { return nil }
    if sleep.faded != nil { return now + Self.fadeStep }
    if let end = sleep.end { return end - sleep.fade > now ? end - sleep.fade : now + Self.fadeStep }
    guard transport == .play, sleepsWithTrack, let left = trackLeft(at: now) else { return nil }
    return left > Self.trackFade ? now + left - Self.trackFade : now + Self.fadeStep
  }

  /// Whether it comes with the track that plays: nothing follows that.
  var sleepsWithTrack: Bool {
    guard let sleep = level.sleep, let currentSlot, let position = queue.position(ofSlot: currentSlot) else {
      return false
    }
    switch sleep.timer {
    case .minutes: return false
    case .track: return true
    case .album:
      guard let next = following(currentSlot, byHand: true).flatMap({ queue.position(ofSlot: $0) }) else {
        return true
      }
      return next == position || !isSameFolder(next, position)
    }
  }

  private func trackLeft(at time: Duration) -> Duration? {
    guard let length = clock.lengths.likely else { return nil }
    return max(.zero, length - elapsed(at: time)) / modes.speed
  }

  /// Fades on, and falls asleep when it is time.
  mutating func followSleep() {
    guard var sleep = level.sleep else { return }
    let left: Duration
    let fade: Duration
    if let end = sleep.end {
      (left, fade) = (end - now, sleep.fade)
    } else {
      guard transport == .play else { return }
      // A skip or seek happened during the fade: it begins again with the track's last seconds.
      let ahead =
        sleepsWithTrack && sleep.faded?.entry ?? current?.id == current?.id ? trackLeft(at: now) : nil
      guard let ahead, ahead < Self.trackFade else {
        level.sleep?.faded = nil
        return
      }
      (left, fade) = (ahead, Self.trackFade)
    }
    if left <= .zero { return fallAsleep() }
    guard left < fade, transport == .play else { return }
    if sleep.faded == nil, let current {
      sleep.faded = (current.id, elapsed(at: now))
      level.sleep = sleep
    }
    // Squared, it sounds as if it fell evenly.
    let part = Float(left / fade)
    level.setFade(part * part, &turn)
  }

  mutating func fallAsleep() {
    let faded = level.sleep?.faded
    level.setSleep(nil, &turn)
    guard transport == .play else { return }
    guard let faded, let slot = queue.slot(of: faded.entry) else { return setPaused(true) }
    begin(slot, at: faded.elapsed, paused: true, goesOn: true)
  }

  /// Entries played after the sleep timer have the full level.
  /// - Parameter start: of the event's effects.
  mutating func followFade(from start: Int) {
    if let ringing { return level.setFade(ringing.level(at: now), &turn) }
    if let sleep = level.sleep, sleep.end == nil { followSleep() }
    if transport == .play { level.endFade(from: start, &turn) }
  }
}
