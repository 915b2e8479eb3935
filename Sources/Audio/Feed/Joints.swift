import Media

/// The last two entries' ends: what follows an entry may be replaced after it was decoded as well.
struct Joints: ~Copyable {
  private var first = GaplessTransition()
  private var second = GaplessTransition()
  /// The entry that was decoded to its end last.
  var decodedOrdinal: UInt32?
  /// Frames of the first or second joint's history that a revived resampler is primed with.
  private(set) var replay: Range<Int64> = 0..<0
  private var replaysFirst = false

  /// A joint at which a run can be continued.
  struct Place {
    let serial: EntrySerial
    let runRate: Int
    /// The frames of its history.
    let history: Range<Int64>
    /// Device frames of the run by then; nil where its end was not given yet.
    let given: Int64?
  }

  mutating func forgetAll() {
    first.ordinal = nil
    second.ordinal = nil
    decodedOrdinal = nil
  }

  /// An entry was decoded to its end.
  mutating func record(_ track: OpenEntry, _ source: Source) {
    if let decodedOrdinal, first.ordinal == decodedOrdinal {
      second.record(track, source.history, runRate: source.runRate)
    } else {
      first.record(track, source.history, runRate: source.runRate)
    }
    decodedOrdinal = track.ordinal
  }

  /// The entry's last frame was given.
  mutating func close(_ ordinal: UInt32, at given: Int64) {
    if first.ordinal == ordinal {
      first.runOut = given
    } else if second.ordinal == ordinal {
      second.runOut = given
    }
  }

  func place(after ordinal: UInt32) -> Place? {
    if first.ordinal == ordinal {
      return Place(
        serial: first.serial, runRate: first.runRate, history: first.history.start..<first.history.end,
        given: first.runOut)
    }
    guard second.ordinal == ordinal else { return nil }
    return Place(
      serial: second.serial, runRate: second.runRate, history: second.history.start..<second.history.end,
      given: second.runOut)
  }

  mutating func beginReplay(_ frames: Range<Int64>, after ordinal: UInt32) {
    replay = frames
    replaysFirst = first.ordinal == ordinal
  }

  mutating func endReplay() { replay = 0..<0 }

  /// Moves the next frames of the history through the resampler.
  mutating func replay(
    through source: Source, to target: UnsafeMutablePointer<Float>, room: Int
  ) throws(EngineFailure) -> Int {
    let (start, end) = (replay.lowerBound, replay.upperBound)
    let (frames, count) =
      unsafe replaysFirst
      ? first.history.block(at: start, limit: end) : second.history.block(at: start, limit: end)
    let (taken, given) = try unsafe source.replay(frames, frames: count, to: target, room: room)
    replay = start + Int64(taken)..<end
    return given
  }
}
