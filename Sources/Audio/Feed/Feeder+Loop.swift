import Media
import Signal

/// A looped part of an entry: at its end decoding continues at its beginning, in the same run, so that every round is
/// exactly as long as the part, whatever the thread does meanwhile. A timer that seeks would be late by what the device
/// holds, differently each time.
extension Feeder {
  /// Number of the part's first frames that are blended with those after its end: without it, the difference between
  /// both ends would click. 5 ms at 48 kHz.
  static let blendFrames = 240

  /// Takes over which part of the present entry is looped.
  func take(loop: Range<Duration>?) {
    blended = Self.blendFrames
    guard let track, let loop else {
      self.loop = nil
      return
    }
    let frames =
      track.frame(
        at: loop.lowerBound)..<max(
        track.frame(at: loop.lowerBound), track.frame(at: loop.upperBound))
    self.loop = frames.isEmpty ? nil : (track.entry.serial, frames)
  }

  /// Of the present entry.
  var loopFrames: Range<Int64>? {
    guard let loop, loop.serial == track?.entry.serial else { return nil }
    return loop.frames
  }

  /// At most `limit` frames, and none after the part's end.
  func withinLoop(_ limit: Int) -> Int {
    guard let frames = loopFrames, let position = track?.decoder.positionFrames,
      position < frames.upperBound
    else { return limit }
    return Int(min(Int64(limit), frames.upperBound - position))
  }

  /// Seeks to the part's beginning once its end is reached.
  /// - Parameter isEnd: the file has no more.
  /// - Returns: whether decoding continues there.
  func goBackInLoop(isEnd: Bool = false) throws(EngineFailure) -> Bool {
    guard let track, let frames = loopFrames else { return false }
    let position = track.decoder.positionFrames
    guard position == frames.upperBound || isEnd && position > frames.lowerBound else { return false }
    // A file that gives nothing at the beginning of its part has no such part.
    if readSinceBack < Self.blendFrames, hasGoneBack {
      loop = nil
      return false
    }
    try readTail()
    closeLastSegment(flags: [])
    do {
      let precision = try track.decoder.seek(toFrame: frames.lowerBound)
      if precision == .estimated { report(.estimated(track.entry.serial, generation: generation)) }
    } catch {
      throw .decode(error)
    }
    appendSegment(runStart: runIn, sourceStart: track.decoder.positionFrames, flags: [])
    // What is blended is not exact any more, and a round is one segment.
    segments[segments.count - 1].exactBits = 0
    closeDoneSegments()
    blended = 0
    readSinceBack = 0
    hasGoneBack = true
    return true
  }

  /// Reads the frames after the end that are blended.
  private func readTail() throws(EngineFailure) {
    guard let track else { return }
    var count = 0
    read: while count < Self.blendFrames {
      let channels = track.format.channels
      switch try unsafe read(into: scratch, samples: (Self.blendFrames - count) * channels) {
      case .frames(let more):
        unsafe track.mixer.mix(scratch, frames: more, to: tail + count * 2)
        count += more
      case .formatChanged, .pending, .end: break read
      }
    }
    for index in (count * 2)..<(Self.blendFrames * 2) { unsafe tail[index] = 0 }
  }

  /// Blends frames that were just read with those after the part's end.
  func blend(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    readSinceBack += frames
    let count = min(frames, Self.blendFrames - blended)
    guard count > 0 else { return }
    for index in 0..<count {
      let gain = Float(blended + index + 1) / Float(Self.blendFrames + 1)
      for channel in 0..<2 {
        let place = 2 * index + channel
        let old = unsafe tail[2 * blended + place]
        unsafe samples[place] = old + (samples[place] - old) * gain
      }
    }
    blended += count
  }
}
