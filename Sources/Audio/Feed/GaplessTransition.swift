/// How an entry ended in its run, so that the run can continue from there with another one.
struct GaplessTransition: ~Copyable {
  /// nil: nothing is recorded.
  var ordinal: UInt32?
  private(set) var serial = EntrySerial(rawValue: 0)
  /// The run's source rate.
  private(set) var runRate = 0
  private(set) var history = SourceHistory()
  /// How many device frames of the run were given by its end: a resampler that is drained may give one less than the
  /// time takes.
  var runOut: Int64?

  mutating func record(_ track: OpenEntry, _ history: borrowing SourceHistory, runRate: Int) {
    ordinal = track.ordinal
    serial = track.entry.serial
    self.runRate = runRate
    runOut = nil
    self.history.copy(history)
  }
}
