/// How an entry ended in its run, so that the run can go on from there with another one.
struct Joint: ~Copyable {
  /// nil: nothing is recorded.
  var ordinal: UInt32?
  private(set) var serial = EntrySerial(rawValue: 0)
  /// The run's source rate.
  private(set) var runRate = 0
  private(set) var history = SourceHistory()

  mutating func record(_ track: FeedTrack, _ history: borrowing SourceHistory, runRate: Int) {
    ordinal = track.ordinal
    serial = track.entry.serial
    self.runRate = runRate
    self.history.copy(history)
  }
}
