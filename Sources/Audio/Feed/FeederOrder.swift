/// What the loop wants decoded. Orders that the decode thread has not taken yet are merged into one, so none is lost
/// and no queue can overflow.
struct FeederOrder: Sendable {
  /// A new beginning.
  struct Start: Sendable {
    var generation: UInt32
    /// nil stops.
    var entry: EngineEntry?
    /// Since the entry's beginning.
    var from: Duration
    /// Of the device, in Hz.
    var rate: Int
  }

  /// What follows the entry that was begun last.
  enum Next: Sendable {
    /// Not said yet.
    case unknown
    case nothing
    case entry(EngineEntry, ordinal: UInt32)
  }

  /// nil: what is being played goes on.
  var start: Start?
  /// nil: as it was before.
  var next: Next?
  /// Nothing more is read; files are closed.
  var endsHere = false
  /// Judges what was decoded ahead.
  var word: ControlWord

  /// Adds a later order to this one.
  mutating func merge(_ later: FeederOrder) {
    if let start = later.start {
      self.start = start
      next = later.next
      endsHere = later.endsHere
    } else {
      if let next = later.next { self.next = next }
      endsHere = endsHere || later.endsHere
    }
    word = later.word
  }
}
