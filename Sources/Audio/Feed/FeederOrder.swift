/// The loop's order to the decode thread. Orders that it has not taken yet are merged into one, so none is lost and no
/// queue can overflow.
struct FeederOrder: Sendable {
  /// A new beginning.
  struct Start: Sendable {
    var generation: UInt32
    /// nil stops.
    var entry: EngineEntry?
    /// Since the entry's beginning.
    var from: Duration
    /// Rate of the device in Hz.
    var rate: Int
    /// 1 is as it is.
    var speed = 1.0
    /// The looped part, since the entry's beginning.
    var loop: Range<Duration>?
  }

  /// The entry after the one that was begun last.
  enum Next: Sendable {
    /// Not said yet.
    case unknown
    case nothing
    case entry(EngineEntry, ordinal: UInt32)
  }

  /// nil: the current entry continues.
  var start: Start?
  /// nil: as it was before.
  var next: Next?
  /// How what is being played goes over into what follows; with `start` and `next` always.
  var transition: Transition??
  /// The looped part of the entry that was started last. nil: unchanged.
  var loop: Range<Duration>??
  /// Nothing more is read; files are closed.
  var endsHere = false
  /// Judges what was decoded ahead.
  var word: ControlWord

  /// Adds a later order to this one.
  mutating func merge(_ later: FeederOrder) {
    if let start = later.start {
      self.start = start
      next = later.next
      transition = later.transition
      loop = nil
      endsHere = later.endsHere
    } else {
      if let next = later.next { self.next = next }
      if let transition = later.transition { self.transition = .some(transition) }
      if let loop = later.loop {
        if start == nil { self.loop = .some(loop) } else { start?.loop = loop }
      }
      endsHere = endsHere || later.endsHere
    }
    word = later.word
  }
}
