import Linux
import Media
import Signal

/// The run: what goes through one resampler.
extension Feeder {
  func endRun() {
    resetStretcher()
    runRate = 0
    resampler = nil
    segments.removeAll(keepingCapacity: true)
    filled = 0
    pendingCount = 0
    skip = 0
    replay = 0..<0
  }

  /// Begins a run with `track`, at a time since the entry's beginning.
  func beginRun(from time: Duration) throws(EngineFailure) {
    guard let track else { return }
    let target = track.frame(at: time)
    var prime: Int64 = 0
    var isEstimated = false
    if track.format.rate != rate, target > 0 { prime = min(target, priming(from: track.format.rate)) }
    if target > 0 || track.decoder.positionFrames != 0 {
      do {
        isEstimated = try track.decoder.seek(toFrame: target - prime) == .estimated
        if isEstimated, let index = track.entry.storedIndex?() {
          track.decoder.adopt(index)
          isEstimated = try track.decoder.seek(toFrame: target - prime) == .estimated
        }
      } catch {
        throw .decode(error)
      }
    } else {
      isEstimated = (track.decoder as? RegionDecoder)?.isEstimated ?? false
    }
    if isEstimated {
      report(.estimated(track.entry.serial, generation: generation))
      estimated = track.entry.serial
    }
    let position = track.decoder.positionFrames
    try startRun(rate: track.decoder.format.rate)
    self.track?.change(to: track.decoder.format)
    skip = deviceFrames(prime)
    runOut = skip
    chunkStart = skip
    stretchStart = skip
    // Where a seek went by estimate or to the end, what comes is counted from there.
    let start = position == target - prime ? target : position + prime
    appendSegment(
      runStart: prime, sourceStart: start,
      flags: start > 0 || track.beginsInside ? [.first, .midSignal] : .first)
  }

  func startRun(rate source: Int) throws(EngineFailure) {
    endRun()
    if source != rate { resampler = try makeResampler(from: source) }
    runRate = source
    runIn = 0
    runOut = 0
    chunkStart = 0
    stretchStart = 0
    history.reset()
  }

  func makeResampler(from source: Int) throws(EngineFailure) -> Resampler {
    do throws(ResamplerError) { return try Resampler(from: source, to: rate) } catch {
      throw EngineFailure(error)
    }
  }

  func appendSegment(runStart: Int64, sourceStart: Int64, flags: ChunkFlags) {
    guard let track else { return }
    segments.append(
      Segment(
        serial: track.entry.serial, ordinal: track.ordinal, runStart: runStart, runEnd: nil,
        sourceStart: sourceStart, sourceRate: track.format.rate, exactBits: track.exactBits(deviceRate: rate),
        firstFlags: flags.union(unmarked)))
    unmarked = []
  }

  /// The source frames after which source and device frames coincide again.
  func unit(from source: Int) -> Int64 {
    var a = source
    var b = rate
    while b != 0 { (a, b) = (b, a % b) }
    return Int64(source / a)
  }

  /// How many frames to prime with: as many as the filter reaches, on the common grid where that is near.
  func priming(from source: Int) -> Int64 {
    let unit = unit(from: source)
    guard unit <= Self.primingFrames / 2 else { return Self.primingFrames }
    return Self.primingFrames / unit * unit
  }

  /// The device frames before the time of a source frame of the run.
  func deviceFrames(_ source: Int64) -> Int64 {
    guard runRate != rate, runRate > 0 else { return source }
    let (product, overflow) = source.multipliedReportingOverflow(by: Int64(rate))
    guard !overflow else { return .max }
    return (product + Int64(runRate) - 1) / Int64(runRate)
  }

  /// The source frame of the run at the time of a device frame.
  func sourceFrames(_ device: Int64) -> Int64 {
    runRate == rate ? device : device * Int64(runRate) / Int64(rate)
  }
}
