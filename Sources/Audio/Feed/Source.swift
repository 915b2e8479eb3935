import Media
import Signal

/// An entry's frames at the device's rate, from its beginning on. Decode thread only.
@safe final class Source {
  var track: OpenEntry
  let rate: Int
  /// nil where the file has the device's rate.
  var resampler: Resampler?
  /// Source frames that went in, and device frames that came out.
  private(set) var taken: Int64 = 0
  private(set) var given: Int64 = 0
  private(set) var history = SourceHistory()
  /// Decoded frames on their way into the resampler.
  let pending: UnsafeMutablePointer<Float>
  private(set) var pendingStart = 0
  private(set) var pendingCount = 0
  private(set) var hasEnded = false

  init(_ track: OpenEntry, rate: Int) throws(EngineFailure) {
    self.track = track
    self.rate = rate
    unsafe pending = .allocate(capacity: Feeder.scratchFrames * 8)
    unsafe pending.initialize(repeating: 0, count: Feeder.scratchFrames * 8)
    try follow(track.format)
  }

  deinit { unsafe pending.deallocate() }

  private func follow(_ format: StreamFormat) throws(EngineFailure) {
    if format.rate != track.format.rate || taken == 0 {
      do throws(ResamplerError) {
        resampler = format.rate == rate ? nil : try Resampler(from: format.rate, to: rate)
      } catch {
        throw EngineFailure(error)
      }
    }
    track.change(to: format)
  }

  /// As many frames as asked for; silence after the entry's end.
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
    if resampler == nil {
      let count = try unsafe decode(into: target, room: room)
      given += Int64(count)
      return count
    }
    if pendingCount == 0 {
      pendingStart = 0
      pendingCount = try unsafe decode(into: pending, room: Feeder.hungryFrames)
    }
    var count = 0
    do throws(ResamplerError) {
      if pendingCount > 0 {
        let source = unsafe pending + pendingStart * 2
        let done = try unsafe resampler?.process(source, frames: pendingCount, to: target, room: room)
        pendingStart += done?.taken ?? 0
        pendingCount -= done?.taken ?? 0
        count = done?.given ?? 0
      } else if hasEnded {
        count = try unsafe resampler?.drain(to: target, room: room) ?? 0
      }
    } catch {
      throw EngineFailure(error)
    }
    given += Int64(count)
    return count
  }

  private func decode(into target: UnsafeMutablePointer<Float>, room: Int) throws(EngineFailure) -> Int {
    let channels = track.format.channels
    // What has more channels than the target has room for goes through memory of its own.
    let isMixed = channels != 2
    let into = unsafe isMixed ? pending : target
    var span = unsafe UnsafeMutableBufferPointer(
      start: into, count: min(room, Feeder.scratchFrames) * channels
    ).mutableSpan
    let result: ReadResult
    do { result = try track.decoder.read(into: &span) } catch { throw .decode(error) }
    switch result {
    case .frames(let count):
      if isMixed { unsafe track.mixer.mix(pending, frames: count, to: target) }
      if resampler != nil { unsafe history.append(target, frames: count) }
      taken += Int64(count)
      return count
    case .formatChanged(let format): try follow(format)
    // A stream is in no overlap.
    case .end, .pending: hasEnded = true
    }
    return 0
  }

  /// Its length in device frames, as far as the file says it.
  var likelyFrames: Int64? {
    guard let frames = track.decoder.lengthFrames ?? track.decoder.estimatedLengthFrames else { return nil }
    let (product, overflow) = frames.multipliedReportingOverflow(by: Int64(rate))
    return overflow ? .max : product / Int64(track.format.rate)
  }
}
