import Model

/// The music of an alarm: it plays in place of the queue, which is put aside with modes and volume, and is back afterwards. Nothing of
/// it is stored: after a power cut all is as before the alarm.
struct RingingMusic {
  let aside: ClearedQueue
  let modes: Modes
  /// It grows from silence, from then on for so long.
  var fadeStart: Duration
  var fade: Duration
  /// It falls to silence, from then on.
  var endStart: Duration?

  /// The share of the level; squared, it sounds as if it changed evenly.
  func level(at now: Duration) -> Float {
    let grown = fade > .zero ? min(1, Float((now - fadeStart) / fade)) : 1
    let rest = endStart.map { max(0, 1 - Float((now - $0) / Jukebox.ringingFade)) } ?? 1
    return grown * grown * rest * rest
  }

  func isFading(at now: Duration) -> Bool { now < fadeStart + fade || endStart != nil }
}

/// Queues that do not play now, but may be back.
struct PutAside {
  var cleared: ClearedQueue?
  var ringing: RingingMusic?
}
