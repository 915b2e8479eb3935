import Media
import Signal

/// A looped part of an entry: at its end decoding continues at its beginning, in the same run, so that every round is
/// exactly as long as the part, whatever the thread does meanwhile. A timer that seeks would be late by what the device
/// holds, differently each time.
@safe struct LoopedPart: ~Copyable {
  private var part: (serial: EntrySerial, frames: Range<Int64>)?
  /// Stereo frames after its end.
  private let tail: UnsafeMutablePointer<Float>
  /// How many of the frames at its beginning have been blended with them.
  private var blended = blendFrames
  private var readSinceBack = 0
  private var hasGoneBack = false

  /// Number of the part's first frames that are blended with those after its end: without it, the difference between
  /// both ends would click. 5 ms at 48 kHz.
  static let blendFrames = 240

  init() {
    unsafe tail = .allocate(capacity: Self.blendFrames * 2)
    unsafe tail.initialize(repeating: 0, count: Self.blendFrames * 2)
  }

  deinit { unsafe tail.deallocate() }

  /// Something else begins.
  mutating func reset() {
    part = nil
    blended = Self.blendFrames
    hasGoneBack = false
  }

  mutating func forget() { part = nil }

  /// Takes over which part of an entry is looped.
  mutating func set(_ loop: Range<Duration>?, of track: OpenEntry?) {
    blended = Self.blendFrames
    guard let track, let loop else { return forget() }
    let start = track.frame(at: loop.lowerBound)
    let frames = start..<max(start, track.frame(at: loop.upperBound))
    part = frames.isEmpty ? nil : (track.entry.serial, frames)
  }

  /// The looped part of an entry.
  func frames(of track: OpenEntry?) -> Range<Int64>? {
    guard let part, part.serial == track?.entry.serial else { return nil }
    return part.frames
  }

  /// At most `limit` frames, and none after the part's end.
  func within(_ limit: Int, of track: OpenEntry?) -> Int {
    guard let frames = frames(of: track), let position = track?.decoder.positionFrames,
      position < frames.upperBound
    else { return limit }
    return Int(min(Int64(limit), frames.upperBound - position))
  }

  /// Returns the frame that decoding goes back to, once the part's end is reached.
  /// - Parameter isEnd: the file has no more.
  mutating func start(of track: OpenEntry, isEnd: Bool) -> Int64? {
    guard let frames = frames(of: track) else { return nil }
    let position = track.decoder.positionFrames
    guard position == frames.upperBound || isEnd && position > frames.lowerBound else { return nil }
    // A file that gives nothing at the beginning of its part has no such part.
    if readSinceBack < Self.blendFrames, hasGoneBack {
      part = nil
      return nil
    }
    return frames.lowerBound
  }

  /// Reads the frames after the end that are blended.
  func readTail(_ source: Source) throws(EngineFailure) {
    var count = 0
    read: while count < Self.blendFrames {
      switch try unsafe source.decode(into: tail + count * 2, room: Self.blendFrames - count) {
      case .frames(let more): count += more
      case .formatChanged, .pending, .end: break read
      }
    }
    for index in (count * 2)..<(Self.blendFrames * 2) { unsafe tail[index] = 0 }
  }

  mutating func goneBack() {
    blended = 0
    readSinceBack = 0
    hasGoneBack = true
  }

  /// Blends frames that were just read with those after the part's end.
  mutating func blend(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
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
