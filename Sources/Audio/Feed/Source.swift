import Media
import Signal

/// A run: consecutive entries of one rate, decoded, mixed to stereo and, in one resampler, converted to the device's rate.
/// (A resampler for each entry leaves errors of -35 dB where two of them join.) Decode thread only.
@safe final class Source {
  /// The entry that is read; nil where none is.
  var track: OpenEntry?
  /// Rate of the device in Hz.
  var rate: Int
  /// Rate of the files in Hz; 0 where there is no run.
  private(set) var runRate = 0
  /// nil in a run of the device's own rate.
  private var resampler: Resampler?
  /// Source frames that went in, and device frames that came out.
  private(set) var taken: Int64 = 0
  var given: Int64 = 0
  /// Device frames to be dropped first: what primed the resampler.
  var skip: Int64 = 0
  private(set) var history = SourceHistory()
  /// Decoded frames on their way into the resampler.
  let pending: UnsafeMutablePointer<Float>
  private var pendingRange = 0..<0
  /// For `read`.
  private(set) var hasEnded = false

  /// Source frames that are decoded at a time at most.
  static let mostFrames = 4096
  /// As many at a time as sound soon.
  static let hungryFrames = 1024
  /// Frames of an entry ahead of a seek that go into the resampler first: the reach of its filter.
  static let primingFrames: Int64 = 4096

  /// Without a run.
  init(rate: Int) {
    self.rate = rate
    unsafe pending = .allocate(capacity: Self.mostFrames * 8)
    unsafe pending.initialize(repeating: 0, count: Self.mostFrames * 8)
  }

  /// A run that begins with an entry.
  convenience init(_ track: OpenEntry, rate: Int) throws(EngineFailure) {
    self.init(rate: rate)
    self.track = track
    try startRun(rate: track.format.rate)
  }

  deinit { unsafe pending.deallocate() }

  // MARK: - The run

  func endRun() {
    runRate = 0
    resampler = nil
    dropPending()
    skip = 0
  }

  func startRun(rate source: Int) throws(EngineFailure) {
    endRun()
    try convert(from: source)
    taken = 0
    given = 0
    history.reset()
  }

  private func convert(from source: Int) throws(EngineFailure) {
    resampler = nil
    if source != rate { resampler = try makeResampler(from: source) }
    runRate = source
  }

  /// Frames of the history are to be replayed, after which the run is as it was.
  /// - Parameters:
  ///   - taken: how many they are.
  ///   - given: device frames that were given by then, counted from the first of them.
  func revive(_ fresh: consuming Resampler, rate source: Int, taken: Int64, given: Int64) {
    resampler = consume fresh
    runRate = source
    self.taken = taken
    self.given = given
    skip = max(0, given)
    history.reset()
  }

  func makeResampler(from source: Int) throws(EngineFailure) -> Resampler {
    do throws(ResamplerError) { return try Resampler(from: source, to: rate) } catch {
      throw EngineFailure(error)
    }
  }

  /// Drops the resampler with the frames that it holds.
  func dropResampler() { resampler = nil }

  func dropPending() { pendingRange = 0..<0 }

  var isResampled: Bool { resampler != nil }
  var hasPending: Bool { !pendingRange.isEmpty }

  // MARK: - Frames

  /// Decodes frames of the entry as stereo.
  /// - Parameter target: may be `pending`, which is used for all that has more or fewer channels.
  func decode(into target: UnsafeMutablePointer<Float>, room: Int) throws(EngineFailure) -> ReadResult {
    guard let track else { return .end }
    let channels = track.format.channels
    let isMixed = channels != 2
    let into = unsafe isMixed ? pending : target
    var span = unsafe UnsafeMutableBufferPointer(start: into, count: min(room, Self.mostFrames) * channels)
      .mutableSpan
    let result: ReadResult
    do { result = try track.decoder.read(into: &span) } catch { throw .decode(error) }
    if isMixed, case .frames(let count) = result {
      unsafe track.mixer.mix(pending, frames: count, to: target)
    }
    return result
  }

  /// Counts frames that were decoded: into `pending` in a run with a resampler.
  func accept(_ frames: Int) {
    if resampler != nil {
      unsafe history.append(pending, frames: frames)
      pendingRange = 0..<frames
    }
    taken += Int64(frames)
  }

  /// Moves decoded frames through the resampler.
  /// - Returns: how many came out.
  func resample(to target: UnsafeMutablePointer<Float>, room: Int) throws(EngineFailure) -> Int {
    let from = pendingRange.lowerBound
    let done = try unsafe process(pending + from * 2, frames: pendingRange.count, to: target, room: room)
    pendingRange = from + done.taken..<pendingRange.upperBound
    return done.given
  }

  /// Moves frames of a history through the resampler, and into the own one.
  func replay(
    _ frames: UnsafePointer<Float>, frames count: Int, to target: UnsafeMutablePointer<Float>, room: Int
  ) throws(EngineFailure) -> (taken: Int, given: Int) {
    let done = try unsafe process(frames, frames: count, to: target, room: room)
    unsafe history.append(frames, frames: done.taken)
    return done
  }

  private func process(
    _ source: UnsafePointer<Float>, frames: Int, to target: UnsafeMutablePointer<Float>, room: Int
  ) throws(EngineFailure) -> (taken: Int, given: Int) {
    do throws(ResamplerError) {
      if let done = try unsafe resampler?.process(source, frames: frames, to: target, room: room) {
        return done
      }
    } catch {
      throw EngineFailure(error)
    }
    throw .resample("there is no run")
  }

  /// Reads the frames that the resampler still holds.
  func drain(to target: UnsafeMutablePointer<Float>, room: Int) throws(EngineFailure) -> Int {
    do throws(ResamplerError) { return try unsafe resampler?.drain(to: target, room: room) ?? 0 } catch {
      throw EngineFailure(error)
    }
  }

  // MARK: - One entry alone

  /// As many device frames as asked for; silence after the entry's end.
  /// - Returns: how many of them are the entry's.
  @discardableResult
  func read(into target: UnsafeMutablePointer<Float>, frames: Int) throws(EngineFailure) -> Int {
    var done = 0
    while done < frames {
      let count =
        hasEnded && resampler == nil ? 0 : try unsafe some(of: target + done * 2, room: frames - done)
      if count == 0, hasEnded {
        unsafe (target + done * 2).update(repeating: 0, count: (frames - done) * 2)
        return done
      }
      done += count
    }
    return done
  }

  private func some(of target: UnsafeMutablePointer<Float>, room: Int) throws(EngineFailure) -> Int {
    var count = 0
    if resampler == nil {
      count = try unsafe decodeNext(into: target, room: room)
    } else {
      if !hasPending { _ = try unsafe decodeNext(into: pending, room: Self.hungryFrames) }
      if hasPending {
        count = try unsafe resample(to: target, room: room)
      } else if hasEnded {
        count = try unsafe drain(to: target, room: room)
      }
    }
    given += Int64(count)
    return count
  }

  private func decodeNext(into target: UnsafeMutablePointer<Float>, room: Int) throws(EngineFailure) -> Int {
    switch try unsafe decode(into: target, room: room) {
    case .frames(let count):
      accept(count)
      return count
    case .formatChanged(let format):
      if format.rate != runRate { try convert(from: format.rate) }
      track?.change(to: format)
    // A stream is in no overlap.
    case .end, .pending: hasEnded = true
    }
    return 0
  }

  // MARK: - Times

  /// Its length in device frames, as far as the file says it.
  var likelyFrames: Int64? {
    guard let track, let frames = track.decoder.lengthFrames ?? track.decoder.estimatedLengthFrames
    else { return nil }
    let (product, overflow) = frames.multipliedReportingOverflow(by: Int64(rate))
    return overflow ? .max : product / Int64(track.format.rate)
  }

  /// The source frames after which source and device frames coincide again.
  private func unit(from source: Int) -> Int64 {
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

  /// Returns the frame of a joint's history from which a resampler is to be primed.
  func primingStart(in history: Range<Int64>, from source: Int) -> Int64 {
    let unit = unit(from: source)
    var start = max(history.lowerBound, history.upperBound - Self.primingFrames)
    if start > 0, unit <= Self.primingFrames / 2 { start = (start + unit - 1) / unit * unit }
    return min(start, history.upperBound)
  }

  /// The device frames before the time of a source frame of the run.
  func deviceFrames(_ source: Int64) -> Int64 { deviceFrames(source, from: runRate) }

  func deviceFrames(_ source: Int64, from runRate: Int) -> Int64 {
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
