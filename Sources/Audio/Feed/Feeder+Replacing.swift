/// What was to follow is replaced after it was decoded ahead.
extension Feeder {
  /// Drops the decoded frames of an entry that no longer follows; the run continues at the joint before it.
  func dropReplaced(by word: ControlWord, endsHere: Bool = false) {
    func isDropped(_ ordinal: UInt32) -> Bool { ordinal > word.lastValid && ordinal <= word.lastReplaced }
    if let mixedOrdinal, isDropped(mixedOrdinal) {
      return loseOverlap(endsHere: endsHere)
    }
    var isBegun = segments.contains { isDropped($0.ordinal) }
    if let track, isDropped(track.ordinal) { isBegun = true }
    if let decodedOrdinal, isDropped(decodedOrdinal) { isBegun = true }
    if case .draining(let following?, _) = phase, isDropped(following.ordinal) { isBegun = true }
    guard isBegun else { return }
    track = nil
    if let first = segments.first, isDropped(first.ordinal) {
      filled = 0
      resetStretcher()
      chunkStart = runOut
      stretchStart = runOut
    }
    segments.removeAll { isDropped($0.ordinal) }
    revive(after: word.lastValid)
  }

  /// Brings the run back to the joint after an entry that was decoded to its end.
  func revive(after ordinal: UInt32) {
    phase = .joint
    decodedOrdinal = ordinal
    pendingCount = 0
    let isFirst = firstJoint.ordinal == ordinal
    guard isFirst || secondJoint.ordinal == ordinal else {
      finishTail()
      return
    }
    let source = isFirst ? firstJoint.runRate : secondJoint.runRate
    endedOrdinal = ordinal
    endedSerial = isFirst ? firstJoint.serial : secondJoint.serial
    let end = isFirst ? firstJoint.history.end : secondJoint.history.end
    let oldest = isFirst ? firstJoint.history.start : secondJoint.history.start
    // Frames of the device's own rate need no history.
    guard source != rate, let fresh = try? makeResampler(from: source) else {
      finishTail()
      return
    }
    let isTailLeft = !segments.isEmpty && runRate == source
    if !isTailLeft { endRun() }
    runRate = source
    let unit = unit(from: source)
    var start = max(oldest, end - Self.primingFrames)
    if start > 0, unit <= Self.primingFrames / 2 { start = (start + unit - 1) / unit * unit }
    start = min(start, end)
    // The run is counted from there.
    let shift = start * Int64(rate) / Int64(source)
    let given = isFirst ? firstJoint.runOut : secondJoint.runOut
    runOut = (isTailLeft ? runOut : given ?? deviceFrames(end)) - shift
    chunkStart = isTailLeft ? chunkStart - shift : runOut
    stretchStart = isTailLeft ? stretchStart - shift : runOut
    for index in segments.indices {
      segments[index].runStart -= start
      segments[index].runEnd = segments[index].runEnd.map { $0 - start }
    }
    skip = max(0, runOut)
    runIn = end - start
    resampler = consume fresh
    replaysFirst = isFirst
    replay = start..<end
    history.reset()
  }

  /// Without a joint: the rest of the run sounds, and the next entry starts a new run.
  func finishTail() {
    if segments.isEmpty { endRun() } else { phase = .draining(nil, endsStream: false) }
  }

  func feedReplay() throws(EngineFailure) {
    let isFirst = replaysFirst
    let (start, end) = (replay.lowerBound, replay.upperBound)
    let (source, count) =
      unsafe isFirst
      ? firstJoint.history.block(at: start, limit: end) : secondJoint.history.block(at: start, limit: end)
    let (target, room) = unsafe place
    let (taken, given) = try unsafe resample(source, frames: count, to: target, room: room)
    unsafe history.append(source, frames: taken)
    replay = replay.lowerBound + Int64(taken)..<replay.upperBound
    take(given)
  }
}
